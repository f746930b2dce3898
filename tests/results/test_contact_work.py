"""What contacts take in a step, beside the formulas written over whole arrays."""

import numpy as np
import pytest

from drystone.checks import FloatArray
from drystone.results.contact_work import ContactWork, _contact_work, contact_work

EXACT = 1e-12  # sums of some hundred products in another order


def by_arrays(
    dt: float, impulse: FloatArray, moved: FloatArray, approach: FloatArray, phi: FloatArray, bond: FloatArray,
    E: FloatArray, memory: FloatArray,
) -> ContactWork:  # fmt: skip
    """As `drystone.results.energy` says it, entry by entry."""
    rigid, bonded, held_up = E == 0.0, bond > 0.0, -E[:, 0] * bond
    left = -memory
    left[:, 0] = -phi / dt
    begun, end, taken = left.copy(), E * impulse, -impulse * moved
    begun[:, 0] = np.maximum(left[:, 0], held_up)
    end[:, 0] = np.maximum(left[:, 0] - moved[:, 0], held_up)
    halfway = 0.5 * (begun + end)
    halfway[:, 0] = np.maximum(left[:, 0] - 0.5 * moved[:, 0], held_up)
    force = np.divide(end[:, 0], E[:, 0], out=np.zeros(len(phi)), where=~rigid[:, 0])
    taken[:, 0] += force * moved[:, 0]
    taken[:, 1:] -= np.where(rigid, 0.0, impulse * (end - left))[:, 1:]
    jump = 0.5 * np.where(rigid, impulse * (moved - approach), 0.0)
    pushed = np.where(rigid[:, 0] & ~bonded, np.maximum(-phi, 0.0), 0.0)
    stabilisation = 0.5 * np.sum(impulse[:, 0] * pushed) / dt
    yielded = np.sum(np.where(rigid, 0.0, -impulse * moved - taken))
    turned = np.where(rigid, impulse * memory, 0.0)[:, 1:]
    slid, jumped = np.sum(taken[:, 1:] - turned, axis=1), np.sum(jump[:, 1:] + turned, axis=1)
    friction = np.sum(np.where(bonded, 0.0, slid + np.where(np.abs(jumped) <= slid, jumped, 0.0)))
    held = [
        0.5 * np.sum(np.divide(rate**2, E, out=np.zeros_like(rate), where=~rigid)) for rate in (begun, end, halfway)
    ]
    impact = np.sum((taken + jump)[~bonded]) - friction + stabilisation
    springs = np.sum((taken + jump)[bonded]) + yielded
    return ContactWork(friction, impact, stabilisation, springs, np.sum(jump), *held)


@pytest.mark.parametrize("seed", range(8))
def test_it_is_that_over_whole_arrays(seed: int) -> None:
    """Rigid and compliant directions, bonded and dry contacts, open and overlapping ones, all in one step."""
    rng = np.random.default_rng(seed)
    count, dt = int(rng.integers(0, 60)), 10.0 ** rng.uniform(-4, -1)
    impulse, moved, approach = rng.normal(size=(3, count, 3))
    phi, bond = 1e-2 * rng.normal(size=count), np.maximum(rng.normal(size=count), 0.0)
    E = np.where(rng.uniform(size=(count, 3)) < 0.5, 0.0, rng.uniform(0.1, 2.0, (count, 3)))
    memory = rng.normal(size=(count, 3))
    step = (impulse, moved, approach, phi, bond, E, memory)
    expected = by_arrays(dt, *step)
    for found in (contact_work(*step, dt), ContactWork(*_contact_work.py_func(dt, *step))):  # type: ignore[attr-defined]
        size = 1.0 + sum(abs(entry) for entry in expected)
        assert found == pytest.approx(expected, abs=EXACT * size)


def test_no_contact_takes_nothing() -> None:
    none = np.zeros((0, 3))
    assert contact_work(none, none, none, none[:, 0], none[:, 0], none, none, 0.1) == ContactWork(*(0.0,) * 8)
