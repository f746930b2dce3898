"""Structures that should stand still do; impulses of compliant contact are unique."""

import itertools
from collections.abc import Callable

import numpy as np
import pytest

import drystone as ds
from drystone.formulations import FORMS, FORMULATIONS
from drystone.numerics.rotations import exponential
from drystone.solvers import WarmStart
from drystone.structures import arch, column, dome, wall

from ..steps import DYNAMIC, GROUND

STILL = 1e-6  # m, of a wall in one second
UNIQUE = 1e-6  # relative, of compliant impulses
SETTLED = 20  # steps: the shock of gravity that begins at once is over
WANDER = 1e-5  # relative, over eighty steps: fifty times what one step may add
NET = 1e-6  # relative: certificate 1e-8 with a margin


STANDING: dict[str, Callable[[], ds.Assembly]] = {
    "wall": lambda: wall(5, 4),
    "arch": arch,
    "column": lambda: column(4),
}


def largest_displacement(run: ds.Trajectory) -> float:
    return float(np.max(np.abs(run.position[-1] - run.position[0])))


@pytest.mark.each_value
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("integrator", DYNAMIC)
@pytest.mark.parametrize("structure", STANDING)
def test_a_standing_structure_stays(structure: str, integrator: str, formulation: str) -> None:
    run = ds.simulate(STANDING[structure](), 0.1, 2e-3, formulation=formulation, integrator=integrator)
    assert largest_displacement(run) < STILL


INDETERMINATE: dict[str, Callable[[], ds.Assembly]] = {
    "wall": lambda: wall(5, 5),
    "arch": lambda: arch(10.0, 0.15, 180.0, 9),
    "dome": lambda: dome(5.0, 0.15, 5, 10),
}


@pytest.mark.each_value
@pytest.mark.parametrize(
    ("solver", "formulation"),
    [("newton", "nodargi-bisegna"), ("auto", "nodargi-bisegna"), ("newton", "anitescu-tasora"), ("auto", "compliant")],
)
@pytest.mark.parametrize("structure", INDETERMINATE)
def test_impulses_at_rest_do_not_wander(structure: str, solver: str, formulation: str) -> None:
    """Where rigid contact leaves them undetermined too: gaps of rounding size decide nothing."""
    run = ds.simulate(INDETERMINATE[structure](), 0.1, 1e-3, solver=solver, formulation=formulation)
    history = [run.contacts(i)[["impulse_x", "impulse_y", "impulse_z"]].to_numpy() for i in range(SETTLED, 100)]
    largest = np.max(np.abs(history[0]))
    assert max(np.max(np.abs(b - a)) for a, b in itertools.pairwise(history)) <= UNIQUE * largest
    assert np.max(np.abs(history[-1] - history[0])) <= WANDER * largest


@pytest.mark.parametrize(
    ("integrator", "dt", "formulation", "strength"),
    [
        ("mid-point", 0.01, "nodargi-bisegna", 1e6),
        ("mid-point", 0.01, "coulomb", 1e8),
        ("backward-euler", 0.01, "nodargi-bisegna", 1e8),
        ("velocity-reset", 0.1, "nodargi-bisegna", 1e6),
    ],
)
def test_forces_of_bonds_at_rest_go_with_the_weight_and_do_not_wander(
    integrator: str, dt: float, formulation: str, strength: float
) -> None:
    """Of a turned wall, so that gaps are rounding, not the same at all corners, and no motion closes all of them.

    The most that a corner bears is 0.06 of the weight; solvers chose 0.9 and 89 times the weight.
    """
    turn = exponential(np.array([[0.4, 0.3, -1.0]]))[0]
    blocks = [
        ds.Block.from_vertices(block.pieces[0].vertices @ turn.T, block.density, block.fixed, block.name)
        for block in wall(3, 4).blocks
    ]
    bonded = ds.Assembly(blocks, 0.6, joints=ds.Joint(tensile_strength=strength, cohesion=strength))
    run = ds.simulate(
        bonded, 60 * dt, dt, gravity=turn @ (0.0, 0.0, -9.81), integrator=integrator, formulation=formulation
    )
    first, last = (run.contacts(i).force_n.to_numpy() for i in (2, -1))
    weight = 9.81 * float(bonded.mass[bonded.movable].sum())
    assert np.max(np.abs(first)) < 0.1 * weight
    assert np.max(np.abs(last - first)) < 1e-3 * weight


@pytest.mark.slow
def test_a_wall_of_200_blocks_stands_for_a_second() -> None:
    assembly = wall(16, 12)
    assert 190 <= len(assembly.movable) <= 210
    run = ds.simulate(assembly, 1.0, 1e-3, record_every=100)
    assert largest_displacement(run) < STILL


def table(legs: int) -> ds.Assembly:
    """A round-ish table: a slab on three or four legs, one rigid block of convex pieces."""
    angles = 2 * np.pi * (np.arange(legs) + 0.25) / legs
    pieces = [ds.Block.box(size=(1.2, 1.2, 0.1), center=(0, 0, 0.75))]
    pieces += [ds.Block.box(size=(0.1, 0.1, 0.7), center=(0.5 * np.cos(a), 0.5 * np.sin(a), 0.35)) for a in angles]
    return ds.Assembly([GROUND, ds.Block.union(pieces, density=700.0, name="table")], friction=0.5)


def impulses(assembly: ds.Assembly, formulation: str) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    problem = ds.step_problem(
        assembly, 1e-2, formulation=formulation, loads=[ds.PointForce("table", (300.0, 50.0, -400.0), (0.2, 0.1, 0.8))]
    )
    installed = ds.list_solvers()
    names = installed[installed.installed].name
    found = {}
    for solver in [n for n in names if n in ("clarabel", "scs", "qoco", "auto")]:
        for form in FORMS:
            for start in (None, WarmStart(np.ones((1, 6)), np.ones((problem.count, 3)))):
                answer = ds.solve(problem, form=form, solver=solver, warm_start=start)
                assert answer.status == "solved", (solver, form, answer.certificate)
                found[f"{solver} {form} {start is None}"] = (answer.impulse, problem.apply(answer.impulse))
    return found


@pytest.mark.parametrize("legs", [3, 4])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_impulses_of_a_table(legs: int, formulation: str) -> None:
    """Rigid contact fixes D gamma alone; compliance fixes every impulse."""
    found = impulses(table(legs), formulation)
    first, net = found["clarabel kinematic True"]
    assert len(first) == 4 * legs
    for name, (impulse, effect) in found.items():
        assert np.max(np.abs(effect - net)) <= NET * np.max(np.abs(net)), name
        if formulation == "compliant":
            assert np.max(np.abs(impulse - first)) <= UNIQUE * np.max(np.abs(first)), name


@pytest.mark.each_value
@pytest.mark.parametrize("dt", [5e-3, 1e-2])
@pytest.mark.parametrize("integrator", DYNAMIC)
def test_a_block_on_springs_sinks_by_its_weight_over_their_stiffness(integrator: str, dt: float) -> None:
    stiffness, block = 1e6, ds.Block.box(size=(1, 1, 1), center=(0, 0, 0.5), density=1000.0, name="block")
    options = {"normal_stiffness": stiffness}
    run = ds.simulate(
        ds.Assembly([GROUND, block]), 3.0, dt, formulation="compliant", integrator=integrator, options=options
    )
    sunk = block.mass * 9.81 / (4.0 * stiffness)
    assert run.position[0, 1, 2] - run.position[-1, 1, 2] == pytest.approx(sunk, rel=1e-3)


def test_a_wall_of_wide_cones_rests_by_coulombs_law_while_loads_change_fast() -> None:
    """With mu above one the law lets it move, too, though the forces of rest are there: the associated law has rest."""
    load = ds.BodyForce(lambda t: (-0.9 * 9.81 * np.sin(4.0 * np.pi * t), 0.0, 0.0))
    run = ds.simulate(wall(6, 8, friction=2.0), 0.1, 5e-3, formulation="coulomb", loads=load)
    assert largest_displacement(run) < STILL
