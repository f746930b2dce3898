"""Each entry of the ledger against its closed form, and the error where something else is wrong."""

import warnings
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.formulations import FORMULATIONS, get_formulation
from drystone.integrators import backward_euler
from drystone.model.update import update
from drystone.results.energy import GAIN, Ledger

from ..steps import GROUND, cube

EXACT = 1e-9  # relative, of closed forms in rigid contact
ENTRIES = ["loads", "ground", "friction", "impact", "stabilisation", "springs", "integration"]


def ends(run: ds.Trajectory) -> dict[str, float]:
    return {str(name): float(run.energy[name].iloc[-1]) for name in [*ENTRIES, "kinetic", "harvested", "dissipated"]}


def others(entries: dict[str, float], *named: str) -> float:
    return max(abs(entries[name]) for name in ENTRIES if name not in named)


@pytest.mark.parametrize("formulation", ["nodargi-bisegna", "anitescu-tasora", "coulomb"])
@pytest.mark.parametrize("restitution", [0.0, 0.5])
def test_an_impact_takes_half_m_v_squared_times_one_less_e_squared(restitution: float, formulation: str) -> None:
    stone = cube(0, 0.2525, name="stone")
    joints = {("ground", "stone"): ds.Joint(restitution=restitution)} if restitution else None
    assembly = ds.Assembly([GROUND, stone], joints=joints)
    velocity = np.zeros((2, 6))
    velocity[1, 2] = -1.0
    run = ds.simulate(assembly, 0.02, 1e-3, formulation=formulation, gravity=(0, 0, 0), initial_velocity=velocity)
    entries, half = ends(run), 0.5 * stone.mass
    assert entries["impact"] == pytest.approx(half * (1.0 - restitution**2), rel=1e-6)
    assert entries["kinetic"] == pytest.approx(half * restitution**2, rel=1e-6, abs=EXACT * half)
    assert others(entries, "impact") < EXACT * half


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_loads_work_on_the_way_of_the_end_velocities(formulation: str) -> None:
    """Pushed by F from rest, v = F t/m: F times the way, of which implicit Euler takes m/2 (F dt/m)^2 a step."""
    stone, force, dt, steps = cube(0, 1.0, name="stone"), 40.0, 1e-2, 30
    load = ds.PointForce("stone", (force, 0, 0))
    run = ds.simulate(
        ds.Assembly([stone]),
        steps * dt,
        dt,
        formulation=formulation,
        gravity=(0, 0, 0),
        loads=load,
        integrator="backward-euler",
    )
    entries, kick = ends(run), force * dt / stone.mass
    way = dt * kick * steps * (steps + 1) / 2
    assert entries["loads"] == pytest.approx(force * way, rel=EXACT)
    assert entries["integration"] == pytest.approx(0.5 * stone.mass * kick**2 * steps, rel=1e-6)
    assert entries["kinetic"] == pytest.approx(0.5 * stone.mass * (kick * steps) ** 2, rel=EXACT)
    assert others(entries, "loads", "integration") < EXACT * force * way


def test_overlapping_blocks_are_pushed_apart_with_the_energy_that_stabilisation_tells() -> None:
    """An overlap d without gravity leaves at d/dt in the first step: 1/2 m (d/dt)^2, gained and warned of."""
    depth, dt = 1e-5, 1e-3
    stone = cube(0, 0.25 - depth, name="stone")
    with pytest.warns(UserWarning, match=r"the run has gained .* stabilisation [0-9.e-]+ J.* Take a smaller dt"):
        run = ds.simulate(ds.Assembly([GROUND, stone]), 3 * dt, dt, gravity=(0, 0, 0), integrator="backward-euler")
    entries = ends(run)
    gained = 0.5 * stone.mass * (depth / dt) ** 2
    assert entries["kinetic"] == pytest.approx(gained, rel=1e-6)
    assert entries["stabilisation"] == pytest.approx(gained, rel=1e-6)
    assert entries["dissipated"] == pytest.approx(-gained, rel=1e-6)
    assert others(entries, "stabilisation") < 1e-6 * gained


FAULTS: dict[str, Any] = {
    "positions move too far": lambda end: ds.State(end.position * 1.001, end.rotation, end.velocity, end.time),
    "velocities are lost": lambda end: ds.State(end.position, end.rotation, 0.9 * end.velocity, end.time),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_an_update_that_does_not_follow_the_velocities_is_an_error_of_the_ledger(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assembly = ds.Assembly([cube(0, 5.0, name="stone")])
    right = ds.simulate(assembly, 0.1, 1e-2, integrator="backward-euler")
    stake = right.energy.kinetic.max()
    assert np.max(np.abs(right.energy.error)) < EXACT * stake

    def wrong(assembly: ds.Assembly, state: ds.State, velocity: np.ndarray, dt: float) -> ds.State:
        end: ds.State = FAULTS[fault](update(assembly, state, velocity, dt))
        return end

    monkeypatch.setattr(backward_euler, "update", wrong)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the energy gained, where the block falls too little
        run = ds.simulate(assembly, 0.1, 1e-2, integrator="backward-euler")
    assert np.max(np.abs(run.energy.error)) > 0.05 * stake


def test_a_run_that_goes_on_has_not_warned_where_energies_sway_alone() -> None:
    """Of ties and blocks that deform energies sway at the ends of steps; a run that took that for a gain it has warned
    of would be silent about all later ones.
    """
    tie = ds.Tie("hung", point_a=(0, 0, 1.5), point_b=(0, 0, 4.0), stiffness=2e5)
    assembly = ds.Assembly([GROUND, ds.Block.box((0.5, 0.5, 0.5), (0, 0, 1.25), name="hung")], ties=[tie])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = ds.simulate(assembly, 0.6, 5e-3)
    kept, potential = (run.energy["total"] - run.energy["harvested"]).to_numpy(), run.energy["potential"]
    stake = max(run.energy["kinetic"].max(), np.ptp(potential))
    assert np.max(kept - np.minimum.accumulate(kept)) > GAIN * stake
    gravity, law = np.array([0.0, 0.0, -9.81]), get_formulation("nodargi-bisegna")
    for index in range(1, len(run.steps) + 1):
        before = run.checkpoint(index)
        assert not Ledger(assembly, before.moment.state, gravity, law, before.ledger).gains
