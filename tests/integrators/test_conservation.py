"""Momentum, angular momentum and energy of runs, for every formulation."""

import numpy as np
import pytest

import drystone as ds
from drystone.formulations import FORMULATIONS

from ..steps import DYNAMIC, RUNS, history

LINEAR = 1e-12  # relative: action and reaction are equal to rounding
ANGULAR = 1e-9  # relative, once the quasi-Newton iteration has converged
CLOSURE = 1e-9  # of the energy at stake
SPRINGS = 1e-5  # the same of compliant contacts: they hold about 1e-6 of it, and change a little as contacts turn or go
WORK = 1e-7  # of the energy at stake: a certificate of 1e-8 with a margin
RUBBING = 1e-10  # of the same: what friction may give back, 1e-13 where the worst certificate is 1e-8

FLIGHT, DT = "colliding in flight", 1e-2


def flight(formulation: str, integrator: str, **options: float) -> tuple[ds.Assembly, ds.Trajectory]:
    assembly = RUNS[FLIGHT].assembly()
    arguments = RUNS[FLIGHT].arguments(assembly)
    run = ds.simulate(assembly, 0.2, 2e-3, formulation=formulation, integrator=integrator, options=options, **arguments)
    return assembly, run


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("integrator", DYNAMIC)
def test_linear_momentum_of_colliding_blocks(integrator: str, formulation: str) -> None:
    assembly, run = flight(formulation, integrator)
    assert run.steps.contacts.max() > 0
    momentum = np.einsum("b,tbi->ti", assembly.mass, run.velocity[:, :, :3])
    size = np.sum(assembly.mass * np.linalg.norm(run.velocity[0, :, :3], axis=1))
    assert np.max(np.abs(momentum - momentum[0])) <= LINEAR * size


@pytest.mark.parametrize("integrator", DYNAMIC)
def test_angular_momentum_of_colliding_blocks(integrator: str) -> None:
    """Mid-point contacts balance in moment: the sum over both blocks stays."""
    assembly, run = flight("nodargi-bisegna", integrator, newton_iterations=50, newton_tolerance=1e-13)
    assert run.steps.contacts.max() > 0
    J = run.rotation @ assembly.inertia @ np.swapaxes(run.rotation, 2, 3)
    orbit = assembly.mass[:, None] * np.cross(run.position, run.velocity[:, :, :3])
    spin = np.einsum("tbij,tbj->tbi", J, run.velocity[:, :, 3:])
    total = np.sum(orbit + spin, axis=1)
    size = np.sum(np.linalg.norm(orbit[0] + spin[0], axis=1))
    assert np.max(np.abs(total - total[0])) <= ANGULAR * size


def at_stake(energy: "ds.Trajectory") -> float:
    table = energy.energy
    moved = table.potential - table.potential.iloc[0]
    parts = (table.kinetic, moved, table.harvested, table.dissipated)
    return float(max(np.max(np.abs(part)) for part in parts))


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("integrator", DYNAMIC)
@pytest.mark.parametrize("name", RUNS)
def test_the_ledger_closes_by_entries_of_their_own(name: str, integrator: str, formulation: str) -> None:
    assembly, _, arguments = history(name)
    duration = (max(RUNS[name].states) + 1) * RUNS[name].dt
    run = ds.simulate(assembly, duration, RUNS[name].dt, formulation=formulation, integrator=integrator, **arguments)
    table = run.energy
    scale = max(at_stake(run), np.sum(assembly.mass[assembly.movable]) * 9.81 * 1e-3)
    closure = SPRINGS if formulation == "compliant" else CLOSURE
    assert np.max(np.abs(table.error)) <= closure * scale
    drift = table.total + table.dissipated - table.harvested - table.total.iloc[0]
    assert table.error.to_numpy() == pytest.approx(drift.to_numpy(), abs=CLOSURE * scale)
    added, pushed = -np.diff(table.dissipated), np.diff(table.stabilisation)
    sway = 0.0
    if (formulation, integrator) == (
        "compliant",
        "mid-point",
    ):  # springs are at middles, the weight acts for half a step
        sway = 9.81 * RUNS[name].dt * np.sqrt(2.0 * np.sum(assembly.mass[assembly.movable]) * scale)
    assert np.max(added - 2.0 * pushed) <= WORK * scale + sway  # gamma_n (-phi)/dt, of which the step loses half again
    assert np.min(np.diff(table.friction)) >= -RUBBING * scale


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_block_that_flies_from_middle_to_middle_loses_nothing(formulation: str) -> None:
    """Under a couple, which the block's own turning bears on: its energy is that of the couple's work."""
    block = ds.Assembly([ds.Block.box((0.6, 0.4, 0.2), density=1000.0, name="block")])
    run = ds.simulate(
        block, 0.2, DT, gravity=(0, 0, 0), loads=ds.Couple("block", (40.0, -20.0, 20.0)),
        initial_velocity=[[0, 0, 0, 3.0, 0.5, -2.0]], formulation=formulation,
    )  # fmt: skip
    last, brought = run.energy.iloc[-1], float(run.energy.kinetic.iloc[-1] - run.energy.kinetic.iloc[0])
    assert brought == pytest.approx(last.loads, rel=CLOSURE)
    assert abs(last.loads) > 1.0
    assert abs(last.integration) <= CLOSURE * abs(last.loads)
    assert abs(last.error) <= CLOSURE * abs(last.loads)


def test_the_ledger_agrees_with_a_falling_block() -> None:
    """Free fall by another road: backward Euler falls g t (t + dt)/2 and dissipates 1/2 m (g dt)^2 a step."""
    block = ds.Block.box(size=(1, 1, 1), center=(0, 0, 10), density=100.0)
    dt, steps, g = 1e-2, 50, 9.81
    run = ds.simulate(ds.Assembly([block]), steps * dt, dt, integrator="backward-euler")
    t = dt * np.arange(steps + 1)
    mass = 100.0
    assert run.position[:, 0, 2] == pytest.approx(10 - 0.5 * g * t * (t + dt), rel=1e-12)
    assert run.energy.kinetic.to_numpy() == pytest.approx(0.5 * mass * (g * t) ** 2, rel=1e-12)
    assert run.energy.dissipated.to_numpy() == pytest.approx(0.5 * mass * (g * dt) ** 2 * t / dt, rel=1e-9)


def test_work_of_the_ground_is_what_a_riding_block_gains() -> None:
    """A block that rides the accelerating ground without slip: harvested = kinetic + the step's own loss."""
    ground = ds.Block.box(size=(4, 4, 1), center=(0, 0, -0.5), fixed=True)
    block = ds.Block.box(size=(1, 1, 0.2), center=(0, 0, 0.1), density=1000.0)
    a, dt, mass = 2.0, 1e-3, 200.0
    motion = ds.GroundMotion.from_samples([0.0, 1.0], [a, a])
    run = ds.simulate(ds.Assembly([ground, block], friction=0.8), 0.1, dt, motion=motion, integrator="backward-euler")
    ride = run.position[:, 1, 0] - run.position[:, 0, 0]
    assert np.max(np.abs(ride - ride[0])) < 1e-9
    speed = a * (0.1 - 0.5 * dt)  # the ground's mean speed over the last step
    assert run.energy.kinetic.iloc[-1] == pytest.approx(0.5 * mass * speed**2, rel=1e-6)
    work = mass * a * (0.5 * a * 0.1**2)  # force times the way of the ground
    assert run.energy.harvested.iloc[-1] == pytest.approx(work, rel=1e-3)  # backward Euler: first order in dt
    assert run.displacement("block-1")[-1] == pytest.approx(np.zeros(3), abs=1e-9)
