"""Springs of contacts hold no more energy at the start of a step than they did at the end of the last one."""

import numpy as np
import pytest

from drystone.collision import Contacts, released
from drystone.formulations.spring_state import SpringsLeft, kept_overlap

DT = 2e-3  # s
EXACT = 1e-12  # relative: a few roundings


def drawn(seed: int) -> tuple[np.ndarray, ...]:
    """Gaps, compliances, patches, normal impulses of before, how much stiffer springs are than then, and what has gone,
    of contacts drawn at random.
    """
    random = np.random.default_rng(seed)
    count, patches = int(random.integers(1, 30)), int(random.integers(1, 6))
    patch = random.integers(0, patches, count)
    soft = 10.0 ** random.uniform(-3.0, 0.0, patches)
    E = np.where(random.random(count) < 0.8, soft[patch], 0.0)
    carried = np.where(random.random(count) < 0.6, random.uniform(-1.0, 5.0, count), 0.0)
    gone = np.where(random.random(patches) < 0.5, random.uniform(0.0, 20.0, patches), 0.0)[patch]
    expected = -DT * E * np.maximum(carried, 0.0)
    gap = expected + DT * soft[patch] * random.normal(0.0, 2.0, count)
    stiffer = 2.0 ** random.uniform(-1.0, 1.0, count) if seed % 2 else np.ones(count)
    return gap, E, patch, carried, stiffer, gone


def energy(E: np.ndarray, overlap: np.ndarray, chosen: np.ndarray) -> float:
    return sum(float(overlap[c] ** 2 / E[c]) for c in np.flatnonzero(chosen & (E > 0.0)))


@pytest.mark.parametrize("seed", range(40))
def test_no_patch_has_more_and_none_is_cut_by_more_than_it_must(seed: int) -> None:
    """Against the bound written out for each patch, contact by contact."""
    gap, E, patch, carried, stiffer, gone = drawn(seed)
    key, share = np.column_stack([patch, np.arange(len(patch))]), np.full(len(patch), 0.25)
    kept = kept_overlap(gap, E, key, share, SpringsLeft(np.maximum(carried, 0.0), stiffer, gone), DT)
    overlap, was = np.maximum(-kept, 0.0), DT * E * np.maximum(carried, 0.0)
    for one in np.unique(patch):
        inside = patch == one
        soft = float(E[inside].max())
        before = energy(E * stiffer, was, inside) + DT * DT * 0.25 * soft * float(gone[inside][0])
        after, found = energy(E, overlap, inside), energy(E, np.maximum(-gap, 0.0), inside)
        assert after <= before * (1.0 + EXACT)
        if found <= before:
            np.testing.assert_allclose(kept[inside], gap[inside], rtol=EXACT)
        else:
            assert after == pytest.approx(before, rel=EXACT)
    assert np.all(kept >= gap)
    assert np.array_equal(kept[E == 0.0], gap[E == 0.0])
    if not seed % 2:
        same = (E == 0.0) | (-gap <= was)
        assert np.array_equal(kept[same], gap[same])
        assert np.all((overlap >= was * (1.0 - EXACT)) | same)


def test_a_corner_takes_over_what_its_neighbour_held() -> None:
    """One point goes and another comes in as deep: nothing is cut. Where it is twice as deep, it is cut to that."""
    key = np.array([[7, 1], [7, 2], [9, 1]])
    before, now = (named(chosen) for chosen in (key[[0, 2]], key[[1, 2]]))
    impulse = np.array([[3.0, 0.5, 0.0], [2.0, 0.0, 0.0]])
    E, deep = np.full(2, 0.01), DT * 0.01 * 3.0
    gone = released(before, impulse[:, 0], now)
    np.testing.assert_allclose(gone, [9.0 / 0.25, 0.0])  # over the share of a corner
    carried = np.array([0.0, 2.0])
    for times in (1.0, 2.0):
        gap = -np.array([times * deep, DT * 0.01 * 2.0])
        kept = kept_overlap(gap, E, now.key, now.share, SpringsLeft(carried, np.ones(2), gone), DT)
        np.testing.assert_allclose(kept, [-deep, gap[1]], rtol=EXACT)


def test_what_pulled_and_has_gone_is_handed_to_nobody() -> None:
    """A bond that broke held energy; points that are pressed do not get it."""
    before, now = named(np.array([[7, 1]])), named(np.array([[7, 2]]))
    assert released(before, np.array([-3.0]), now).tolist() == [0.0]


def named(key: np.ndarray) -> Contacts:
    """Contacts of which only the keys matter."""
    count = len(key)
    point = np.zeros((count, 3))
    normal = np.tile([0.0, 0.0, 1.0], (count, 1))
    blocks = np.tile(np.array([0, 1]), (count, 1))
    return Contacts(blocks, point, point, normal, np.zeros(count), np.full(count, 0.5), key)
