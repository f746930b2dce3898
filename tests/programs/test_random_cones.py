"""Projections and the structured solvers against Clarabel, on random cones and random steps."""

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import drystone as ds
from drystone.formulations.forms import local, local_impulse
from drystone.numerics.friction_cone import project
from drystone.solvers import get_solver
from drystone.solvers.conic.clarabel import ClarabelSolver

BODIES, CONTACTS = 4, 9
ANGLES = [0.0, 0.05, 0.4, 1.0, 3.0]  # friction coefficients, from a half-line to a wide cone
PROJECTED = 1e-7  # Clarabel's accuracy of a point of order one, the square root of its gap where a cone is touched
AGREE = 1e-6  # relative, of velocities: the bound for forms of one step
FINE = 1e-13  # of the certificate, whose root is the error of a velocity


def test_projections_are_those_of_clarabel() -> None:
    """The projection of p on Y is min over x 1/2 |x|^2 - p'x s.t. x ∈ Y."""
    random = np.random.default_rng(3)
    mu = np.tile(ANGLES, 20)
    point = random.normal(size=(len(mu), 3))
    clarabel = ClarabelSolver(tolerance=1e-12)
    found = clarabel.solve_program(local(sp.csc_array(sp.eye_array(3 * len(mu))), -point, mu))
    ours = project(point, mu)
    ours[mu == 0.0, 1:] = 0.0
    assert np.max(np.abs(local_impulse(mu, found) - ours)) <= PROJECTED


def random_step(seed: int) -> ds.StepProblem:
    """A step with random masses, contacts and cones that some velocity satisfies strictly."""
    random = np.random.default_rng(seed)
    half = random.normal(size=(BODIES, 6, 6))
    blocks = np.array([random.choice(BODIES + 1, 2, replace=False) - 1 for _ in range(CONTACTS)])
    D = random.normal(size=(CONTACTS, 2, 6, 3)) * (blocks >= 0)[:, :, None, None]
    mu = random.choice(ANGLES, CONTACTS)
    some = random.normal(size=(BODIES, 6))
    inside = random.normal(size=(CONTACTS, 3))
    inside[:, 0] = mu * np.hypot(inside[:, 1], inside[:, 2]) + random.uniform(0.01, 1.0, CONTACTS)
    speed = np.einsum("csij,csi->cj", D, np.where((blocks >= 0)[:, :, None], some[blocks], 0.0))
    none = np.zeros((CONTACTS, 3))
    return ds.StepProblem(
        H=half @ np.swapaxes(half, 1, 2) + 0.1 * np.eye(6),
        k=random.normal(size=(BODIES, 6)) * 3.0,
        blocks=blocks.astype(np.int64),
        D=D,
        phi=np.zeros(CONTACTS),
        mu=mu,
        E=none,
        dt=1.0,
        prescribed=inside - speed,
        memory=none,
    )


@pytest.mark.parametrize(
    ("solver", "settings"), [("interior-point", {"polish": False, "tolerance": FINE}), ("newton", {})]
)
@pytest.mark.parametrize("seed", range(12))
def test_random_steps_have_clarabel_s_velocities(seed: int, solver: str, settings: dict[str, Any]) -> None:
    """Nesterov-Todd scaling of both, on cones of all widths, ends in the same point; without polishing."""
    step = random_step(seed)
    reference = ds.solve(step, solver="clarabel")
    found = ds.solve(step, solver=get_solver(solver, **settings))
    assert reference.status == found.status == "solved"
    largest = np.max(np.abs(reference.velocity))
    assert np.max(np.abs(found.velocity - reference.velocity)) <= AGREE * largest
