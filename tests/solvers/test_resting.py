"""Impulses that bring bodies to rest: the nearest of them, where these are inside the cones."""

import numpy as np
import pytest

from drystone.solvers.interior_point.resting import resting_impulses
from drystone.solvers.structured.arrays import Arrays
from drystone.solvers.structured.convergence import End
from drystone.solvers.structured.operator import ContactOperator
from drystone.solvers.structured.schur import Schur

CONTACTS, DOFS = 10, 12
RESTS = 1e-10
"""Largest contact velocity of a body at rest: what four passes leave of numbers of order one is rounding."""


def disturbed(seed: int) -> tuple[Arrays, np.ndarray]:
    """A body that deforms, on random contacts with cones of slope one, and impulses from which it would move.

    It would rest under those inside the cones, changed by a twentieth. What is given differs from these by impulses
    that balance each other, and lies at the boundary of a cone.
    """
    random = np.random.default_rng(seed)
    D = np.zeros((CONTACTS, 2, DOFS, 3))
    D[:, 1] = random.normal(size=(CONTACTS, DOFS, 3))
    full = D[:, 1].transpose(1, 0, 2).reshape(DOFS, -1)
    inside = np.column_stack([np.ones(CONTACTS), random.uniform(-0.3, 0.3, (CONTACTS, 2))])
    balanced = random.normal(size=3 * CONTACTS)
    balanced = (balanced - np.linalg.pinv(full) @ (full @ balanced)).reshape(CONTACTS, 3)
    steps = np.linspace(0.0, 10.0, 100_001)[:, None]
    impulses = inside + steps[:, :, None] * balanced
    within = np.all(impulses[:, :, 0] > np.hypot(impulses[:, :, 1], impulses[:, :, 2]), axis=1)
    given = np.asfortranarray(impulses[np.argmin(within) - 1])
    k = -full @ (inside + 0.05 * random.normal(size=inside.shape)).ravel()
    operator = ContactOperator(np.tile(np.array([-1, 0]), (CONTACTS, 1)), D, 1)
    nothing = np.zeros((CONTACTS, 3), order="F")
    return Arrays(k.reshape(1, DOFS), operator, nothing, np.ones(CONTACTS), nothing), given


def test_bodies_that_deform_rest_under_impulses_inside_the_cones_or_none_are_told() -> None:
    """Those nearest are inside the cones for some of 20 bodies, outside for the others."""
    rest = 0
    for seed in range(20):
        step, given = disturbed(seed)
        schur = Schur()
        schur.prepare(step)
        found = resting_impulses(step, given, schur)
        x = found.impulse
        assert np.all(x[:, 0] >= np.hypot(x[:, 1], x[:, 2]))
        if found.end.converged:
            assert step.contact_velocity(step.velocity(x), x) == pytest.approx(np.zeros((CONTACTS, 3)), abs=RESTS)
            rest += 1
        else:
            assert found.end is End.OUTSIDE_CONES
    assert 0 < rest < 20
