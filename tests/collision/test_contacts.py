"""What detect promises about its output and arguments, and how contacts are matched from step to step."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import get_ident
from typing import Any

import numpy as np
import pytest

from drystone import DrystoneError
from drystone.collision import Contacts, detect, divided_patches, joint_shares, match, point_shares, strips_as_edges
from drystone.model import Assembly, Block, Joint, State
from drystone.numerics.threads import VARIABLE
from drystone.numerics.vectors import frame_of

from .scenes import ROUNDING, box, found, random_pair, random_turn, turn

TRAPEZIUM = np.array([(0.0, 0.0), (1.0, 0.0), (0.7, 0.6), (0.3, 0.6)])
CUT = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 0.5), (0.9, 0.6), (0.0, 0.6)])  # a corner less of a rectangle


def wall(columns: int, courses: int) -> Assembly:
    """Running bond on a fixed slab."""
    blocks = [box((columns + 2, 2, 1), (columns / 2, 0, -0.5), fixed=True)]
    for k in range(courses):
        blocks += [box((1, 0.5, 0.5), (i + 0.5 + 0.5 * (k % 2), 0, 0.5 * k + 0.25)) for i in range(columns)]
    return Assembly(blocks, friction={("block-0", "*"): 0.9, "default": 0.4})


def shaken(assembly: Assembly, size: float, seed: int = 0) -> State:
    """The movable blocks moved and turned by about `size` (m, rad)."""
    random = np.random.default_rng(seed)
    state = State.initial(assembly)
    position, rotation = np.array(state.position), np.array(state.rotation)
    for i in assembly.movable:
        position[i] += size * random.normal(size=3)
        rotation[i] = turn(random.normal(size=3), size)
    return State(position, rotation, state.velocity)


def same(one: Contacts, other: Contacts) -> bool:
    names = ("blocks", "point_a", "point_b", "normal", "gap", "friction", "key")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)


@pytest.mark.parametrize("method", ["clipping", "sphere-swept"])
@pytest.mark.parametrize("size", [0.0, 1e-4, 1e-2])
def test_contacts_are_consistent(size: float, method: str) -> None:
    assembly = wall(6, 5)
    contacts = detect(assembly, shaken(assembly, size), method=method)
    assert contacts.count > 50
    assert (contacts.blocks[:, 0] < contacts.blocks[:, 1]).all()
    np.testing.assert_allclose(np.linalg.norm(contacts.normal, axis=1), 1.0, atol=ROUNDING)
    between = contacts.point_b - contacts.point_a
    np.testing.assert_allclose((between * contacts.normal).sum(axis=1), contacts.gap, atol=ROUNDING)
    np.testing.assert_allclose(contacts.midpoint, 0.5 * (contacts.point_a + contacts.point_b))
    assert contacts.gap.max() <= 1e-3 * assembly.length
    assert contacts.touching.all()  # neither bonds nor ties
    np.testing.assert_array_equal(contacts.friction, np.where(contacts.blocks[:, 0] == 0, 0.9, 0.4))
    assert len(np.unique(contacts.key, axis=0)) == contacts.count
    np.testing.assert_array_equal(np.lexsort(contacts.key.T[::-1]), np.arange(contacts.count))


@pytest.mark.parametrize("method", ["clipping", "sphere-swept"])
def test_detection_repeats_exactly(method: str) -> None:
    assembly = wall(8, 6)
    state = shaken(assembly, 1e-3)
    first = detect(assembly, state, horizon=0.01, method=method)
    with ThreadPoolExecutor(3) as pool:
        others = list(pool.map(lambda _: detect(assembly, state, horizon=0.01, method=method), range(3)))
    assert all(same(first, other) for other in others)


@pytest.mark.parametrize("threads", [2, 3, 5])
def test_threads_give_the_same_contacts(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules[detect.__module__]
    assembly = wall(8, 6)
    state = shaken(assembly, 1e-3)
    one = detect(assembly, state)
    monkeypatch.setattr(module, "PAIRS_PER_WORKER", 10)
    monkeypatch.setattr(module, "processors", lambda: threads)
    assert same(one, detect(assembly, state))


@pytest.mark.parametrize(("allowed", "most"), [("1", 1), ("2", 2)])
def test_the_variable_for_all_threads_limits_those_of_detection(
    allowed: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No thread beside the caller's has a stretch of the pairs where one is allowed."""
    module = sys.modules[detect.__module__]
    assembly = wall(8, 6)
    state = shaken(assembly, 1e-3)
    seen: set[int] = set()
    clip = module.METHODS["clipping"]

    def watched(*arguments: Any) -> Any:
        seen.add(get_ident())
        return clip(*arguments)

    monkeypatch.setitem(module.METHODS, "clipping", watched)
    monkeypatch.setattr(module, "PAIRS_PER_WORKER", 10)
    monkeypatch.setenv(VARIABLE, allowed)
    contacts = detect(assembly, state)
    assert len(seen) <= most
    assert most > 1 or seen == {get_ident()}
    monkeypatch.setenv(VARIABLE, "no number")
    with pytest.raises(DrystoneError, match=f"{VARIABLE} is 'no number'"):
        detect(assembly, state)
    monkeypatch.delenv(VARIABLE)
    assert same(contacts, detect(assembly, state))


@pytest.mark.parametrize("seed", range(3))
def test_frames_are_right_handed(seed: int) -> None:
    random = np.random.default_rng(seed)
    normal = random.normal(size=(50, 3))
    normal[:6] = [(0, 0, 1), (0, 0, -1), (1, 0, 0), (0, -1, 0), (0, 0, -1.0), (1, 0, -0.0)]
    normal /= np.linalg.norm(normal, axis=1)[:, None]
    empty = Contacts.empty()
    contacts = Contacts(empty.blocks, empty.point_a, empty.point_b, normal, empty.gap, empty.friction, empty.key)
    frame = contacts.frame
    np.testing.assert_allclose(frame @ frame.swapaxes(1, 2), np.tile(np.eye(3), (50, 1, 1)), atol=ROUNDING)
    np.testing.assert_allclose(np.linalg.det(frame), 1.0, atol=ROUNDING)
    np.testing.assert_array_equal(frame[:, 0], normal)
    np.testing.assert_allclose(frame, [frame_of(tuple(n)) for n in normal], atol=ROUNDING)


def test_no_contacts() -> None:
    empty = Contacts.empty()
    assert empty.count == 0
    assert empty.frame.shape == (0, 3, 3)
    assert empty.midpoint.shape == (0, 3)
    alone = found(box((1, 1, 1), (0, 0, 0)))
    assert alone.count == 0
    assert alone.blocks.shape == alone.key.shape == (0, 2)
    assert alone.point_a.shape == alone.point_b.shape == alone.normal.shape == (0, 3)


@pytest.mark.parametrize("seed", range(4))
def test_match_against_a_dictionary(seed: int) -> None:
    random = np.random.default_rng(seed)
    names = np.unique(random.integers(0, 30, size=(200, 2)), axis=0)
    previous = random.permutation(names)[:100]
    current = random.permutation(names)[:120]
    if seed == 0:
        previous, current = previous[np.lexsort(previous.T[::-1])], current[np.lexsort(current.T[::-1])]
    where = {tuple(key): i for i, key in enumerate(previous.tolist())}
    assert match(previous, current).tolist() == [where.get(tuple(key), -1) for key in current.tolist()]


def test_match_with_nothing() -> None:
    nothing, some = Contacts.empty().key, np.array([[1, 2], [0, 5]])
    assert match(nothing, some).tolist() == [-1, -1]
    assert match(some, nothing).tolist() == []
    with pytest.raises(DrystoneError, match=r"shape \(C, 2\)"):
        match(some, np.zeros(3, np.int64))


def test_keys_outlive_small_motion() -> None:
    """All contacts of a slightly displaced wall are the same ones after a hundredth of that motion."""
    assembly = wall(6, 5)
    state = shaken(assembly, 1e-4)
    random = np.random.default_rng(1)
    position = np.array(state.position)
    position[assembly.movable] += 1e-7 * random.normal(size=(len(assembly.movable), 3))
    before = detect(assembly, state)
    after = detect(assembly, State(position, state.rotation, state.velocity))
    index = match(before.key, after.key)
    assert (index >= 0).mean() > 0.99
    kept = index >= 0
    np.testing.assert_allclose(after.gap[kept], before.gap[index[kept]], atol=1e-5)
    np.testing.assert_array_equal(after.blocks[kept], before.blocks[index[kept]])


@pytest.mark.parametrize("bad", [-1.0, np.nan, np.inf])
@pytest.mark.parametrize("name", ["margin", "horizon"])
def test_bad_lengths_and_times_are_refused(name: str, bad: float) -> None:
    with pytest.raises(DrystoneError, match=name):
        found(box((1, 1, 1), (0, 0, 0)), **{name: bad})


def test_an_unknown_method_is_refused() -> None:
    with pytest.raises(DrystoneError, match="clipping, sphere-swept"):
        found(box((1, 1, 1), (0, 0, 0)), method="magic")


def test_timings_are_told() -> None:
    timings: dict[str, float] = {}
    found(box((1, 1, 1), (0, 0, 0)), box((1, 1, 1), (0, 0, 1)), timings=timings)
    assert set(timings) == {"broad", "narrow"}
    assert min(timings.values()) > 0.0


def test_many_points_of_one_pair_are_not_cut_off() -> None:
    """Two drums of 200 sides, turned against each other: 400 contacts, more than there is room for at first."""
    angle = 2 * np.pi * np.arange(200) / 200
    rings = [
        np.array([(np.cos(t), np.sin(t), z) for t in angle + turned for z in (low, low + 1)])
        for low, turned in ((0, 0.0), (1, np.pi / 200))
    ]
    contacts = found(*(Block.from_vertices(ring) for ring in rings))
    assert contacts.count == 400
    np.testing.assert_allclose(contacts.gap, 0.0, atol=ROUNDING)


PLAIN = """
import json, sys
import numpy as np
from tests.collision.test_contacts import scene
from drystone.collision import detect
numbers = []
for method in ("clipping", "sphere-swept"):
    assembly, state = scene()
    contacts = detect(assembly, state, margin=0.05, horizon=0.01, method=method)
    numbers.append([contacts.key.tolist(), contacts.gap.tolist(), contacts.point_a.tolist()])
print(json.dumps(numbers))
"""


def scene() -> tuple[Assembly, State]:
    """A small wall in disorder, and two polyhedra beside it, in every kind of contact."""
    blocks = list(wall(2, 2).blocks)
    for seed in range(4):
        a, b, _ = random_pair(seed, "general", 1e-3 - 0.1 * (seed == 2))
        shift = np.array([10.0 + 5 * seed, 0.0, 0.0])
        blocks += [Block.from_mesh(x.pieces[0].vertices + shift, x.pieces[0].faces) for x in (a, b)]
    blocks += [box((1, 1, 1), (-10, 0, 0)), box((1, 1, 1), (-10.995, 0, 0.998)), box((1, 1, 1), (-9.5, 0, 1))]
    assembly = Assembly(blocks)
    return assembly, shaken(assembly, 1e-4)


def test_compiled_and_interpreted_code_agree() -> None:
    """The same program without the compiler, in a process of its own."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    root = Path(__file__).parent.parent.parent
    answer = subprocess.run(
        [sys.executable, "-c", PLAIN], capture_output=True, text=True, check=True, env=environment, cwd=root
    )
    plain: list[list[Any]] = json.loads(answer.stdout)
    for method, (key, gap, point) in zip(("clipping", "sphere-swept"), plain, strict=True):
        contacts = detect(*scene(), margin=0.05, horizon=0.01, method=method)
        assert contacts.key.tolist() == key
        np.testing.assert_allclose(contacts.gap, gap, atol=ROUNDING)
        np.testing.assert_allclose(contacts.point_a, point, atol=ROUNDING)


@pytest.mark.parametrize("seed", range(3))
def test_thin_strips_are_edges(seed: int) -> None:
    """A block over a joint by a hair has two points there, those of least gap at either end; its other patch keeps
    all, and so does the strip where it is wider.
    """
    rotation = random_turn(np.random.default_rng(seed))
    lean = rotation @ turn((0, 1, 0), 1e-7) @ turn((1, 0, 0), -1e-7)
    blocks = [box((1, 1, 1), rotation @ at, rotation) for at in ((0, 0, -0.5), (1, 0, -0.5))]
    overlap = 5e-5
    contacts = found(*blocks, box((0.8, 0.6, 0.5), rotation @ (0.1 + overlap, 0, 0.25), lean))
    strip = (contacts.blocks == (1, 2)).all(axis=1)
    assert strip.sum() == 4
    assert strips_as_edges(contacts, np.full(contacts.count, 0.9 * overlap)) is contacts
    thinned = strips_as_edges(contacts, np.full(contacts.count, 1.1 * overlap))
    left = (thinned.blocks == (1, 2)).all(axis=1)
    assert (left.sum(), thinned.count) == (2, contacts.count - 2)
    along = contacts.midpoint @ rotation[:, 1]
    for end in (-1, 1):
        ends = strip & (end * along > 0)
        assert thinned.gap[left & (end * (thinned.midpoint @ rotation[:, 1]) > 0)] == contacts.gap[ends].min()
        assert np.ptp(contacts.gap[ends]) > 0.0


@pytest.mark.parametrize("parts", [2, 3, 4, 7])
def test_divided_patches_are_grids(parts: int) -> None:
    """On a rectangle, in any position, (n + 1)^2 points evenly spread, the corners first as they were."""
    rotation = random_turn(np.random.default_rng(parts))
    size, lean = np.array([0.8, 0.6]), turn((1, 0, 0), 1e-6)
    upper = box((*size, 0.5), rotation @ (0, 0, 0.25), rotation @ lean)
    contacts = found(box((2, 2, 1), rotation @ (0, 0, -0.5), rotation), upper)
    divided = divided_patches(contacts, np.full(4, parts))
    assert divided.count == (parts + 1) ** 2
    assert len(np.unique(divided.key, axis=0)) == divided.count
    np.testing.assert_array_equal(divided.key[:4], contacts.key)
    place = (divided.midpoint @ rotation)[:, :2] / size * parts + 0.5 * parts
    whole = np.rint(place)
    np.testing.assert_allclose(place, whole, atol=1e-5)
    assert len(np.unique(whole, axis=0)) == divided.count
    opened = np.sum((divided.point_b - divided.point_a) * divided.normal, axis=1)
    np.testing.assert_allclose(divided.gap, opened, atol=ROUNDING)
    assert np.ptp(divided.gap) > 1e-7


def test_points_inside_patches_keep_their_names() -> None:
    """Two equal faces lie on each other: which block's corners make the patch changes with the last digits."""
    seen, corners = dict[tuple[int, int], np.ndarray](), set[tuple[int, ...]]()
    for seed in range(20):
        shift = 1e-7 * np.random.default_rng(seed).normal(size=2)
        contacts = found(box((0.6, 0.4, 1), (0, 0, -0.5)), box((0.6, 0.4, 0.5), (*shift, 0.25)))
        corners.add(tuple(contacts.key[:, 1].tolist()))
        divided = divided_patches(contacts, np.full(contacts.count, 4))
        for key, place in zip(divided.key[4:].tolist(), divided.midpoint[4:], strict=True):
            np.testing.assert_allclose(seen.setdefault((key[0], key[1]), place), place, atol=1e-5)
        assert np.sum(point_shares(divided.key)) == 16.0
    assert len(corners) > 1
    assert len(seen) == 21


def test_points_inside_are_other_ones_where_a_joint_has_other_corners() -> None:
    """A square that twists on its like has eight corners: no point lies where one of the same name lay."""
    square = box((0.6, 0.6, 1), (0, 0, -0.5))
    shut, twisted = (found(square, box((0.6, 0.6, 0.5), (0, 0, 0.25), turn((0, 0, 1), angle))) for angle in (0.0, 0.05))
    assert (shut.count, twisted.count) == (4, 8)
    names = [divided_patches(one, np.full(one.count, 4)).key for one in (shut, twisted)]
    assert np.all(match(names[0], names[1][8:]) < 0)


@pytest.mark.parametrize("corners", [TRAPEZIUM, CUT])
def test_points_inside_patches_stand_for_their_area(corners: np.ndarray) -> None:
    """Their centroid and second moments are those of any polygon, but for a share that falls with n^2."""
    prism = Block.from_vertices(np.vstack([np.column_stack([corners, np.full(len(corners), z)]) for z in (0, 0.3)]))
    contacts = found(box((4, 4, 1), (0, 0, -0.5)), prism)
    after = np.roll(corners, -1, axis=0)
    twice = corners[:, 0] * after[:, 1] - after[:, 0] * corners[:, 1]
    area = 0.5 * twice.sum()
    centroid = ((corners + after) * twice[:, None]).sum(axis=0) / (6.0 * area)
    inertia = np.sum((corners**2 + corners * after + after**2) * twice[:, None], axis=0) / 12.0 - area * centroid**2

    def missing(parts: int) -> np.ndarray:
        divided = divided_patches(contacts, np.full(contacts.count, parts))
        weight = joint_shares(divided, np.ones(divided.count, np.bool_), parts)
        place = divided.midpoint[:, :2]
        mean = weight @ place
        return np.array([*(mean - centroid), *(area * weight @ (place - mean) ** 2 / inertia - 1.0)])

    of_corners = np.abs(missing(1)).max()
    for parts in (4, 8, 16):
        assert np.abs(missing(parts)).max() <= (2.0 / parts) ** 2 * of_corners


@pytest.mark.parametrize("angle", [0.5 * np.pi, np.pi, 2.0])
def test_points_inside_patches_turn_with_them(angle: float) -> None:
    """They are the same ones wherever they are counted from."""
    c, s = np.cos(angle), np.sin(angle)

    def points(turned: np.ndarray) -> np.ndarray:
        corners = CUT @ turned
        prism = Block.from_vertices(np.vstack([np.column_stack([corners, np.full(len(CUT), z)]) for z in (0, 0.3)]))
        contacts = found(box((4, 4, 1), (0, 0, -0.5)), prism)
        place = divided_patches(contacts, np.full(contacts.count, 3)).midpoint[:, :2] @ turned.T
        return place[np.lexsort(np.round(place, 9).T)]

    np.testing.assert_allclose(points(np.array([[c, -s], [s, c]])), points(np.eye(2)), atol=1e-9)


@pytest.mark.parametrize("angle", [1e-6, 0.01, 0.2])
@pytest.mark.parametrize("aside", [0.0, 0.1])
def test_joints_that_open_keep_the_points_within_reach(angle: float, aside: float) -> None:
    """A block that leans over its edge, by a face that stands by itself or on a like one: its points are those of the
    whole face, with their names, less those that are farther away than contacts are looked for.
    """
    lower = box((1.0 + 2.0 * aside, 0.6 + 2.0 * aside, 1.0), (0.5, 0.3, -0.5), fixed=True)

    def contacts(lean: float, margin: float) -> Contacts:
        rotation = turn((0, 1, 0), -lean)
        upper = box((1.0, 0.6, 0.5), rotation @ np.array([0.5, 0.3, 0.25]), rotation)
        assembly = Assembly([lower, upper], joints=Joint(normal_stiffness=1e9))
        return detect(assembly, State.initial(assembly), margin, face_divisions=4)

    shut, margin = contacts(1e-9, 1.0), 0.3 * np.sin(angle)
    opened = contacts(angle, margin)
    assert (shut.count, opened.count) == (25, 10)  # two rows of five, at 0 and 0.25
    same = match(shut.key, opened.key)
    inside = opened.key[:, 1] < 0
    assert np.all(same[inside] >= 0)
    far = np.linalg.norm(opened.midpoint[inside] - shut.midpoint[same[inside]], axis=1)
    assert far.max() <= 0.3 * angle
    np.testing.assert_allclose(opened.gap, opened.midpoint[:, 0] * np.tan(angle), atol=0.3 * angle**2 + ROUNDING)


def test_patches_that_are_no_polygons_are_not_divided() -> None:
    assembly = wall(3, 2)
    contacts = detect(assembly, State.initial(assembly), 1e-3)
    assert divided_patches(contacts, np.ones(contacts.count, np.int64)) is contacts
    edge = contacts.chosen(np.array([0, 1]))
    assert divided_patches(edge, np.full(2, 3)).count == 2
    corners = contacts.chosen(np.array([0, 1, 2]))
    assert divided_patches(corners, np.full(3, 2)).count == 3 + 3 + 1


@pytest.mark.parametrize("leans", [0.0, 0.004, 0.02, 0.2, -0.2])
@pytest.mark.parametrize(("parts", "base"), [(8, 0), (3, 2)])
def test_points_inside_a_joint_that_gapes_are_found_as_far_as_contacts_are(parts: int, base: int, leans: float) -> None:
    """A block of 1 x 0.6 x 2 m leans over its edge, pressed 0.1 mm deep: the grid of its base up to the margin.

    ``base``: the axis of the box across its base.
    """
    deep, margin, side = 1e-4, max(1e-3, 0.2 * abs(leans)), 1.0 if leans >= 0.0 else -1.0
    c, s = np.cos(leans), np.sin(leans)
    turned = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
    axes = np.roll(np.eye(3), base + 1, axis=0)
    ground = Block.box((3, 3, 0.2), (0, 0, -0.1), fixed=True)
    stone = Block.box(np.abs(axes.T @ [1.0, 0.6, 2.0]), (0, 0, 1), rotation=axes)
    assembly = Assembly([ground, stone], 0.6, Joint(normal_stiffness=1e9))
    position, rotation = assembly.centroid.copy(), np.tile(np.eye(3), (2, 1, 1))
    position[1] = np.array([0.5 * side, 0.0, -deep]) + turned @ [-0.5 * side, 0.0, 1.0]
    rotation[1] = turned
    state = State(position, rotation, np.zeros((2, 6)), 0.0)
    found = detect(assembly, state, margin, face_divisions=parts, pressed=np.array([0.0, 2 * deep]))
    grid = np.stack(np.meshgrid(np.arange(parts + 1) / parts, np.arange(parts + 1) / parts), axis=-1).reshape(-1, 2)
    gap = (1.0 - grid[:, 0]) * abs(s) - deep
    assert found.count == np.sum(gap <= margin)
    np.testing.assert_allclose(np.sort(found.gap), np.sort(gap[gap <= margin]), atol=1e-7)
    assert leans == 0.0 or found.count < (parts + 1) ** 2
