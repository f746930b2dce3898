"""Inertia of the step: the Jacobian of the spatial momentum, its positive part, and free tumbling."""

import numpy as np
import pytest

import drystone as ds
from drystone.formulations.nodargi_bisegna import momentum_jacobian, positive_part
from drystone.numerics.rotations import exponential

DIFFERENCE = 1e-7  # central differences of a smooth map with step 1e-6, relative
CONSERVED = 1e-9  # of the angular momentum, relative, in converged steps
GAP = 4e-3  # m: wide against rounding, closed within a step of 0.05 s


def plate() -> ds.Block:
    """A block with three distinct moments, turned out of the axes."""
    R = exponential(np.array([[0.3, -0.5, 0.8]]))[0]
    return ds.Block.box(size=(0.4, 0.7, 1.3), center=(0.1, 0.2, 0.3), density=1900.0, rotation=R)


@pytest.mark.parametrize("speed", [0.0, 1e-3, 1.0, 30.0])
def test_momentum_jacobian_against_differences(speed: float) -> None:
    J0, dt, h = plate().inertia, 0.01, 1e-6
    start = exponential(np.array([[0.2, 0.1, -0.4]]))[0]
    spin = speed * np.array([[0.5, -0.7, 0.3]])

    def momentum(w: np.ndarray) -> np.ndarray:
        R = exponential(dt * w)[0] @ start
        return R @ J0 @ R.T @ w[0]

    R = exponential(dt * spin)[0] @ start
    found = momentum_jacobian((R @ J0 @ R.T)[None], spin, dt)[0]
    for j in range(3):
        step = np.zeros((1, 3))
        step[0, j] = h
        slope = (momentum(spin + step) - momentum(spin - step)) / (2 * h)
        assert np.max(np.abs(found[:, j] - slope)) < DIFFERENCE * (1 + speed) * np.max(J0)


def test_positive_part_keeps_the_positive_and_drops_the_rest() -> None:
    axes = exponential(np.array([[0.3, 1.0, -0.2]]))[0]
    found = positive_part((axes @ np.diag([2.0, -1.0, 5.0]) @ axes.T)[None])[0]
    assert np.allclose(found, axes @ np.diag([2.0, 5e-6, 5.0]) @ axes.T, rtol=0, atol=1e-14)


@pytest.mark.parametrize("steps", [1000, pytest.param(10_000, marks=pytest.mark.slow)])
def test_a_tumbling_block_keeps_its_angular_momentum(steps: int) -> None:
    """A tenth of the steps may lose a tenth."""
    block = plate()
    velocity = np.array([[0.3, -0.2, 0.5, 4.0, 1.0, -3.0]])
    run = ds.simulate(
        ds.Assembly([block]), steps * 1e-3, 1e-3, gravity=(0, 0, 0), initial_velocity=velocity,
        record_every=100,
    )  # fmt: skip
    assert run.steps["steps"].sum() == steps
    inertia = run.rotation[:, 0] @ block.inertia @ np.swapaxes(run.rotation[:, 0], 1, 2)
    momentum = np.einsum("tij,tj->ti", inertia, run.velocity[:, 0, 3:])
    assert np.max(np.abs(momentum - momentum[0])) < 1e-4 * steps * CONSERVED * np.linalg.norm(momentum[0])
    assert np.max(np.abs(run.velocity[:, 0, :3] - velocity[0, :3])) < 1e-12


@pytest.mark.filterwarnings("ignore:.*the run has gained")  # anitescu-tasora, a thousandth, of first order as well
@pytest.mark.parametrize("formulation", ["nodargi-bisegna", "anitescu-tasora"])
def test_tumbling_converges_to_the_exact_motion_at_first_order(formulation: str) -> None:
    """A symmetric top's axis precesses about its momentum at |L| / J_t; both schemes are of first order."""
    block = ds.Block.box(size=(0.4, 0.4, 1.2), center=(0, 0, 0), density=1000.0)
    moments = np.diag(block.inertia)
    spin = np.array([1.0, 0.0, 6.0])
    momentum = moments * spin
    exact_axis = exponential((momentum / moments[0])[None] * 0.25)[0] @ np.array([0.0, 0.0, 1.0])

    def error(dt: float) -> float:
        run = ds.simulate(
            ds.Assembly([block]), 0.25, dt, formulation=formulation, gravity=(0, 0, 0), integrator="backward-euler",
            initial_velocity=np.concatenate([np.zeros(3), spin])[None], record_every=10_000,
        )  # fmt: skip
        return float(np.linalg.norm(run.rotation[-1, 0] @ np.array([0.0, 0.0, 1.0]) - exact_axis))

    coarse, fine = error(1e-3), error(5e-4)
    assert coarse < 0.005
    assert coarse / fine == pytest.approx(2.0, rel=0.1)


@pytest.mark.parametrize("formulation", ["nodargi-bisegna", "coulomb"])
def test_impulses_act_midway_between_the_surfaces(formulation: str) -> None:
    """Of a block above the ground: the arm of both sides ends in the middle of the gap (section 2.2)."""
    ground = ds.Block.box((2, 2, 1), (0, 0, -0.5), fixed=True, name="ground")
    block = ds.Block.box((0.4, 0.5, 0.6), (0, 0, 0.3 + GAP), name="block")
    assembly = ds.Assembly([ground, block], friction=0.5)
    problem = ds.step_problem(assembly, 0.05, formulation=formulation, integrator="backward-euler")
    contacts = problem.contacts
    assert contacts is not None
    assert contacts.gap == pytest.approx(np.full(4, GAP))
    block_side = int(np.flatnonzero(problem.blocks[0] >= 0)[0])
    arm = 0.5 * (contacts.point_a + contacts.point_b) - assembly.blocks[1].centroid
    assert arm[:, 2] == pytest.approx(np.full(4, -0.3 - 0.5 * GAP))
    sign = 1.0 if block_side == 1 else -1.0
    for axis in range(3):
        moment = sign * np.cross(arm, contacts.frame[:, axis])
        assert problem.D[:, block_side, 3:, axis] == pytest.approx(moment, abs=1e-12)
