"""Runs that start settled: at rest under weight and loads of time zero, with springs and blocks that bear them."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.assessment.sweeps import simulate_case
from drystone.errors import StepFailedError
from drystone.files import save
from drystone.integrators import stepping
from drystone.integrators.step_solver import StepSolver
from drystone.page.history import run_content
from drystone.results import Criteria
from drystone.structures import arch, wall

from ..steps import GROUND, cube

DT = 1e-3
SETTLED: dict[str, Any] = {"options": {"settle": True}}
SPRINGS = ds.Joint(normal_stiffness=1e10, tangential_stiffness=1e10, cohesion=1e5, tensile_strength=1e5)
ROUNDING = 1e-5  # of the weight: what stone bears of the velocities that a certificate of 1e-8 leaves in 0.1 s
STILL = 1e-12  # of the weight times the length: kinetic energy of what is at rest
STRUCTURES: dict[str, Callable[[], ds.Assembly]] = {
    "springs": lambda: replace(wall(3, 3), joints=SPRINGS),
    "elastic": lambda: arch().of_material(ds.Material(6e10, 0.2, 2e3), "affine"),
    "mesh": lambda: arch(count=5, friction=0.9).of_material(ds.Material(6e10, 0.2, 2e3)),
    "rigid": arch,
}
SCENE = """
[structure]
kind = "wall"
courses = 2
bricks_per_course = 2
[[joint]]
normal_stiffness = 1e9
tangential_stiffness = 1e9
[run]
duration = 0.01
dt = 1e-3
options = { settle = true }
"""


def weight(assembly: ds.Assembly) -> float:
    return float(assembly.mass[assembly.movable].sum() * 9.81)


def reaction(run: ds.Trajectory, index: int) -> float:
    """Resultant of the contacts with the fixed blocks at a step, upwards (N)."""
    assembly = run.assembly
    assert assembly is not None
    joints = run.joints(index)
    fixed = {name for name, one in zip(assembly.names, assembly.fixed, strict=True) if one}
    below, above = joints["block_a"].isin(fixed), joints["block_b"].isin(fixed)
    return float(abs(joints["force_z"][below].sum() - joints["force_z"][above].sum()))


@pytest.mark.parametrize("integrator", ["mid-point", "backward-euler"])
@pytest.mark.parametrize("name", STRUCTURES)
def test_what_has_settled_bears_its_weight_from_the_first_step_on(name: str, integrator: str) -> None:
    assembly = STRUCTURES[name]()
    run = ds.simulate(assembly, 10 * DT, DT, integrator=integrator, **SETTLED)
    assert run.time[0] == 0.0
    for index in range(len(run.steps)):
        assert reaction(run, index) == pytest.approx(weight(assembly), rel=ROUNDING)
    assert run.energy["kinetic"].max() < STILL * weight(assembly) * assembly.length
    assert run.energy["error"].abs().max() < STILL * weight(assembly) * assembly.length


def test_without_it_the_weight_comes_on_at_once() -> None:
    run = ds.simulate(STRUCTURES["springs"](), 10 * DT, DT)
    assert max(reaction(run, index) for index in range(10)) > 1.1 * weight(STRUCTURES["springs"]())


def test_a_block_settles_by_its_weight_over_its_springs_and_keeps_its_velocity() -> None:
    stiffness = 1e6  # N/m at each of four corners
    law = ds.Joint(normal_stiffness=stiffness, tangential_stiffness=stiffness, per="contact")
    block = ds.Assembly([GROUND, cube(0, 0.25, name="a")], joints=law)
    velocity = np.array([[0.0, 0.0, 1e-3, 0.0, 0.0, 0.0]])
    run = ds.simulate(block, 2 * DT, DT, initial_velocity=velocity, **SETTLED)
    sunk = weight(block) / (4 * stiffness)
    assert run.position[0, 1, 2] == pytest.approx(0.25 - sunk, abs=1e-7 * sunk)
    assert np.array_equal(run.velocity[0, 1], velocity[0])
    assert run.energy["elastic"].iloc[0] == pytest.approx(0.5 * weight(block) * sunk, rel=1e-6)


def test_what_is_small_settles_like_what_is_large() -> None:
    """A bond beside friction takes 0.1 of the weight of a cube that is pushed by 0.6 of it, of 1 m as of 1 mm."""
    for size in (1.0, 1e-3):
        block = ds.Block.box((size, size, size), (0, 0, 0.5 * size), name="cube")
        bond = ds.Joint(tension_stiffness=1e9, fracture_energy=1.0 * size**2)
        assembly = ds.Assembly([GROUND, block], 0.5, joints=bond)
        push = ds.PointForce("cube", (0.6 * weight(assembly), 0.0, 0.0), point=(0.0, 0.0, 0.0))
        run = ds.simulate(assembly, 1e-2, 1e-3, formulation="coulomb", loads=push, **SETTLED)
        assert run.energy["kinetic"].max() < STILL * weight(assembly) * size
        slip = 0.1 * weight(assembly) / (1e9 * size**2)
        assert run.position[0, 1, 0] == pytest.approx(slip, rel=0.03)


@pytest.mark.parametrize(("length", "time"), [(2.0**10, 2.0**10), (2.0**-6, 2.0**-3), (2.0**4, 2.0**2)])
def test_a_structure_settles_alike_in_other_units_and_sizes(length: float, time: float) -> None:
    """Millimetres and milliseconds, a model of 1:64, a structure 16 times as large; powers of two have no rounding."""
    sunk = list[float]()
    for L, T in ((1.0, 1.0), (length, time)):
        blocks = [ds.Block.box((L, L, 0.5 * L), (0, 0, (0.5 * i - 0.25) * L), fixed=i == 0) for i in range(4)]
        stiffness, dt = 1e7 * L / T**2, 0.01 * T  # the unit of mass is such that densities are as they were
        law = ds.Joint(normal_stiffness=stiffness, tangential_stiffness=stiffness)
        run = ds.simulate(ds.Assembly(blocks, joints=law), dt, dt, gravity=(0, 0, -9.81 * L / T**2), **SETTLED)
        sunk.append((run.position[0, -1, 2] - 1.25 * L) / L)
    assert sunk[0] == pytest.approx(-2000 * 0.5 * 9.81 * (3 + 2 + 1) / 1e7, rel=1e-6)
    assert sunk[1] == pytest.approx(sunk[0], rel=1e-12)


def test_what_hangs_settles_as_soon_as_what_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has a margin in no step. One more step is the run's own."""
    tie = ds.Tie("a", point_a=(0.0, 0.0, 1.5), point_b=(0.0, 0.0, 4.0), stiffness=2e5)
    steps, solve = [], StepSolver.solve

    def counted(*arguments: Any) -> Any:
        steps.append(arguments)
        return solve(*arguments)

    monkeypatch.setattr(StepSolver, "solve", counted)
    ds.simulate(ds.Assembly([GROUND, cube(0, 1.25, name="a")], ties=[tie]), DT, DT, options={"settle": True})
    assert 1 < len(steps) <= 2 * stepping.SETTLING_STEPS[0]  # some steps are solved twice


def test_a_block_that_hangs_settles_by_its_weight_over_its_tie() -> None:
    """Gravity that leans by the margin of verdicts would turn it by as much: it has equilibrium all the same.

    It sinks by 12 mm, more than the 5 mm at which the run ends: those count from where it settled.
    """
    stiffness = 2e5  # N/m
    tie = ds.Tie("a", point_a=(0.0, 0.0, 1.5), point_b=(0.0, 0.0, 4.0), stiffness=stiffness)
    block = ds.Assembly([GROUND, cube(0, 1.25, name="a")], ties=[tie])
    ends: dict[str, Any] = {"until": "verdict", "criteria": {"displacement": 5e-3}}
    run = ds.simulate(block, 0.05, DT, options={"settle": True, **ends})
    sunk = weight(block) / stiffness
    assert sunk > 2 * 5e-3
    assert run.position[0, 1, 2] == pytest.approx(1.25 - sunk, abs=1e-6 * sunk)
    assert run.energy["kinetic"].max() < STILL * weight(block) * block.length
    assert np.ptp(run.position[:, 1, 2]) < 1e-6
    assert not run.verdict().collapsed


def test_waves_that_the_run_keeps_are_not_in_its_settling() -> None:
    """With theta = 1/2 they never went, and the structure was said not to come to rest."""
    assembly = STRUCTURES["elastic"]()
    runs = [
        ds.simulate(assembly, 2 * DT, DT, integrator="backward-euler", options={"settle": True, "theta": theta})
        for theta in (0.5, 1.0)
    ]
    assert np.array_equal(runs[0].deformation[0], runs[1].deformation[0])
    assert runs[0].energy["kinetic"].max() < STILL * weight(assembly) * assembly.length


def test_loads_are_those_of_time_zero() -> None:
    """A push that has grown to a third of the weight, and grows: the block stands on its springs, held by friction."""
    block = ds.Assembly([GROUND, cube(0, 0.25, name="a")], joints=SPRINGS)
    push = weight(block) / 3.0
    loads = ds.PointForce("a", lambda time: (push * (1.0 + time), 0.0, 0.0))
    run = ds.simulate(block, 2 * DT, DT, loads=loads, **SETTLED)
    joint = run.joints(0).iloc[0]
    assert abs(joint["force_x"]) == pytest.approx(push, rel=2 * DT)
    assert np.abs(run.velocity[1]).max() < 1e-6


def test_a_motion_begins_at_time_zero_and_the_first_step_is_the_problem_of_the_run() -> None:
    assembly, motion = STRUCTURES["elastic"](), ds.GroundMotion.harmonic(2.0, 2.0)
    run = ds.simulate(assembly, 3 * DT, DT, motion=motion, **SETTLED)
    step = ds.step_problem(assembly, DT, motion=motion, **SETTLED)
    assert ds.solve(step).velocity[:, :3] == pytest.approx(run.velocity[1, assembly.movable, :3], abs=1e-7)
    assert run.ground_velocity[-1] == pytest.approx(motion.velocity_at(3 * DT), abs=2.0 * DT)


def test_a_run_goes_on_without_settling_again(tmp_path: Path) -> None:
    assembly = STRUCTURES["springs"]()
    whole = ds.simulate(assembly, 6 * DT, DT, **SETTLED, store=ds.ResultStore(tmp_path / "run.h5"))
    rest = ds.simulate(assembly, 3 * DT, DT, start=whole.checkpoint(3), **SETTLED)
    assert np.array_equal(rest.position[-1], whole.position[-1])
    stored = ds.open_run(tmp_path / "run.h5")
    again = ds.simulate(**stored.arguments(start=0.0, end=6 * DT))
    assert np.array_equal(again.position, whole.position)


@pytest.mark.parametrize("push", [0.0, 1.0])
def test_verdicts_count_from_where_a_run_settled(push: float, tmp_path: Path) -> None:
    """Also those of what goes on from it, of files and of what is seen from the ground: a column of 1.2 m sinks
    by 0.47 mm in its springs, more than counts as moved, and only what a push does beyond that counts.
    """
    soft = ds.Joint(normal_stiffness=1e8, tangential_stiffness=1e8)
    column = replace(ds.structures.column(3), joints=soft)
    loads = [ds.PointForce("drum-3", lambda time: (push * weight(column) * time, 0.0, 0.0))]
    stored = ds.ResultStore(tmp_path / "run.h5")
    run = ds.simulate(column, 0.2, 1e-2, loads=loads, **SETTLED, store=stored)
    sunk = float(np.linalg.norm(run.position[0] - column.centroid, axis=1).max())
    moved = np.linalg.norm(run.position - run.position[0], axis=2).max(axis=1)
    assert sunk > 1.5 * Criteria().moved * 1.2
    assert run.verdict().state == ("moved" if push else "stood")
    saved = save(run, tmp_path / "saved.h5")
    half = run.checkpoint(10)
    again = ds.simulate(column, 0.1, 1e-2, loads=loads, start=half, options={"until": "end"})
    for one in (run, ds.open(tmp_path / "run.h5"), ds.open(saved), run.in_ground_frame()):
        assert one.verdict().displacement == pytest.approx(moved.max(), rel=1e-9, abs=1e-12)
        assert one.verdict().residual_displacement == pytest.approx(moved[-1], rel=1e-9, abs=1e-12)
    assert again.verdict().displacement == pytest.approx(moved[10:].max(), rel=1e-9, abs=1e-12)
    renewed = ds.simulate(column, 1e-2, 1e-2, start=half.renewed)
    assert renewed.verdict().displacement == pytest.approx(moved[10], rel=1e-2, abs=1e-12)


def test_pages_count_from_where_a_run_settled() -> None:
    block = ds.Assembly([GROUND, cube(0, 0.25, name="a")], joints=ds.Joint(normal_stiffness=1e7))
    run = ds.simulate(block, 2 * DT, DT, **SETTLED)
    content = run_content(run, "a cube")
    assert content.settled is not None
    assert np.abs(content.displacement - content.settled).max() < 1e-9
    assert content.settled[1, 2] == pytest.approx(run.position[0, 1, 2] - 0.25, rel=1e-9)
    assert not np.any(content.settled[0])
    plot = next(plot for plot in content.plots if plot.title == "Displacement")
    assert plot.series["largest"].max() < 1e-9


def test_what_does_not_stand_is_told() -> None:
    leaning = ds.Assembly([GROUND, ds.Block.box((0.2, 0.5, 1.0), (0.0, 0.0, 0.5), name="slab")], friction=0.9)
    with pytest.raises(ds.DrystoneError, match="option settle: the structure does not come to rest where it stands"):
        ds.simulate(leaning, DT, DT, loads=ds.BodyForce((3.0, 0.0, 0.0)), **SETTLED)
    with pytest.raises(ds.DrystoneError, match="option settle must be True or False"):
        ds.simulate(leaning, DT, DT, options={"settle": "yes"})


def test_steps_of_its_own_that_fail_are_told_to_be_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any) -> Any:
        raise StepFailedError("no solver reached the certificate")

    monkeypatch.setattr(StepSolver, "solve", never)
    told = r"option settle: .* before the run.*step from 0 s to .*no solver reached"
    halved = r"option settle: .* before the run.*step from 0 s to .*halved"
    with pytest.warns(UserWarning, match=halved), pytest.raises(StepFailedError, match=told):
        ds.simulate(arch(), DT, DT, **SETTLED)


def test_warnings_of_the_settling_are_told_to_be_its_own_and_those_of_the_run_are_not() -> None:
    """A solver that reaches nothing in one iteration is told of in every step."""
    with pytest.warns(UserWarning, match="not the certificate") as said:
        run = ds.simulate(arch(), 2 * DT, DT, solver=ds.get_solver("apgd", max_iterations=1), **SETTLED)
    told = [str(one.message) for one in said]
    assert [text.startswith("step at ") for text in told[-len(run.steps) :]] == [True] * len(run.steps)
    before = told[: -len(run.steps)]
    assert before
    assert all(text.startswith("option settle: while the structure settled, before the run, in ") for text in before)
    assert {one.filename for one in said.list[: len(before)]} == {__file__}


def test_scenes_and_their_runs_in_sweeps_have_it(tmp_path: Path) -> None:
    """Runs of sweeps, domains and fragilities are `simulate_case`: nothing moves from where it settled."""
    path = tmp_path / "wall.toml"
    path.write_text(SCENE, encoding="utf-8")
    scene = ds.read_scene(path)
    run = ds.simulate(**scene.arguments())
    assert reaction(run, 0) == pytest.approx(weight(scene.assembly), rel=ROUNDING)
    cases: list[dict[str, Any]] = [{"run.options.settle": settle} for settle in (True, False)]
    settled, dropped = (simulate_case(scene=str(path), **case)["displacement"] for case in cases)
    sunk = np.max(np.linalg.norm(run.position[0] - scene.assembly.centroid, axis=1))
    assert settled < 1e-6 * sunk
    assert dropped > 1.1 * sunk


def test_rest_is_not_told_without_gravity() -> None:
    with pytest.raises(ds.DrystoneError, match="option settle: without gravity rest cannot be told"):
        ds.simulate(STRUCTURES["springs"](), DT, DT, gravity=(0, 0, 0), options={"settle": True})
