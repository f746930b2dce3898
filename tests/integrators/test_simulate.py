"""What `simulate` and its trajectory promise, and what it says of bad input."""

import warnings
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.integrators import INTEGRATORS
from drystone.structures import arch

from ..steps import DYNAMIC, GROUND, cube, off_path


def assembly() -> ds.Assembly:
    return ds.Assembly([GROUND, cube(0, 0.25, name="stone")])


def test_shapes_and_tables_of_a_trajectory() -> None:
    run = ds.simulate(assembly(), 0.05, 1e-2)
    assert run.time == pytest.approx(0.01 * np.arange(6), abs=1e-15)
    assert run.position.shape == (6, 2, 3)
    assert run.rotation.shape == (6, 2, 3, 3)
    assert np.array_equal(run.rotation[0], np.tile(np.eye(3), (2, 1, 1)))
    assert run.velocity.shape == (6, 2, 6)
    promised = ["time", "kinetic", "potential", "harvested", "dissipated", "total"]
    assert list(run.energy.columns[:6]) == promised
    assert len(run.energy) == 6
    promised = [
        "time", "contacts", "solver", "status", "iterations", "collision_time", "build_time", "solve_time",
        "primal_residual", "dual_residual", "complementarity", "gap",
    ]  # fmt: skip
    assert list(run.steps.columns[:12]) == promised
    assert (run.steps.status == "solved").all()
    assert run.steps.contacts.tolist() == [4] * 5


def test_the_table_of_steps_tells_every_try() -> None:
    """Gauss-Seidel given one iteration misses the certificate; `auto` takes the step, and the table says both."""
    from drystone.solvers import get_solver

    weak = get_solver("gauss-seidel", max_iterations=1)
    with pytest.warns(UserWarning, match="gauss-seidel reached"):
        run = ds.simulate(assembly(), 0.01, 1e-2, solver=weak, gravity=(3, 1, -9.81))
    assert run.steps.attempts.tolist() == [2]
    first, second = run.steps.tried[0].split(" | ")
    assert first.startswith("gauss-seidel kinematic: inaccurate")
    assert second == "interior-point kinematic: solved"
    assert run.steps.solver.tolist() == ["interior-point"]


def test_contact_forces_carry_the_weight() -> None:
    body = assembly()
    table = ds.simulate(body, 0.05, 1e-2).contacts(-1)
    assert set(table.block_a) == {"ground"}
    assert set(table.block_b) == {"stone"}
    assert table.force_z.sum() == pytest.approx(body.mass[1] * 9.81, rel=1e-6)
    assert table.impulse_n.sum() == pytest.approx(body.mass[1] * 9.81 * 1e-2, rel=1e-6)
    assert np.allclose(table[["normal_x", "normal_y", "normal_z"]], [0, 0, 1])


def test_record_every_thins_states_contacts_and_the_table_of_steps() -> None:
    """A row of the table stands for the steps since the last recorded state: sums of costs, worst certificates."""
    every, run = (ds.simulate(assembly(), 0.1, 1e-2, record_every=n) for n in (1, 4))
    assert run.time == pytest.approx([0.0, 0.04, 0.08, 0.1])
    assert run.steps["time"].tolist() == run.time[1:].tolist()
    assert run.steps["steps"].tolist() == [4, 4, 2]
    groups = every.steps.groupby([0, 0, 0, 0, 1, 1, 1, 1, 2, 2])
    assert run.steps["iterations"].tolist() == groups["iterations"].sum().tolist()
    for column in ("primal_residual", "dual_residual", "complementarity", "gap", "own_certificate"):
        assert run.steps[column].tolist() == groups[column].max().tolist()
    assert run.steps["collision_time"].min() > 0.0
    for i in range(3):
        last = [3, 7, 9][i]
        assert run.contacts(i).equals(every.contacts(last))
        assert np.array_equal(run.recorded_state(i + 1).position, every.recorded_state(last + 1).position)
    with pytest.raises(ds.DrystoneError, match="step 3 does not exist; there are 3: 0 to 2 or, from the end, -1 to -3"):
        run.contacts(3)
    with pytest.raises(ds.DrystoneError, match="there are those of 9"):
        ds.simulate(assembly(), 0.1, 1e-2, options={"record_contacts": False}).contacts(0)


@pytest.mark.parametrize("kind", [np.float32, np.float16, Fraction, Decimal])
def test_any_type_of_number_is_the_same_run(kind: Any) -> None:
    dt, duration = kind(0.0078125), kind(0.0625)  # the same in all of them
    drums = assembly()
    one = ds.simulate(drums, float(duration), float(dt))
    other = ds.simulate(drums, duration, dt)
    assert np.array_equal(one.position, other.position)
    assert np.array_equal(one.time, other.time)
    assert one.energy.equals(other.energy)
    assert ds.step_problem(drums, dt=dt).dt == float(dt)


def test_runs_are_deterministic() -> None:
    first, second = (ds.simulate(arch(), 0.05, 1e-2) for _ in range(2))
    assert np.array_equal(first.position, second.position)
    assert np.array_equal(first.velocity, second.velocity)


@pytest.mark.parametrize("integrator", DYNAMIC)
def test_blocks_ride_the_moving_ground(integrator: str) -> None:
    """A short block on ground that moves 0.2 g stays with it, and results come in both frames."""
    motion = ds.GroundMotion.one_sine(0.2 * 9.81, 0.1, direction=(0, 1, 0))
    run = ds.simulate(assembly(), 0.3, 1e-3, motion=motion, integrator=integrator)
    shift, near = motion.displacement_at(run.time), off_path(integrator, 1e-3, 0.2 * 9.81)
    assert np.max(np.abs(run.position[:, 0] - run.position[0, 0] - shift)) < 1e-12 + near
    assert np.max(np.abs(run.displacement("stone"))) < 1e-8
    assert np.max(np.abs(run.displacement("stone", frame="inertial") - shift)) < 1e-8 + near
    seen = run.in_ground_frame()
    assert np.max(np.abs(seen.position[:, 1] - run.position[0, 1])) < 1e-8
    assert np.max(np.abs(seen.velocity[:, 1])) < 1e-6


@pytest.mark.parametrize("integrator", DYNAMIC)
@pytest.mark.parametrize("formulation", ["anitescu-tasora", "nodargi-bisegna", "coulomb"])
@pytest.mark.parametrize("speed", [0.0, 1e-18, 1e-12, 1e-6])
def test_blocks_that_hardly_move_are_pushed_without_gravity(speed: float, formulation: str, integrator: str) -> None:
    """Their own momentum, of whatever rounding leaves, is no scale for the step: the push is.

    They fly on with the largest speed of the ground under one sine, 2 a T / pi.
    """
    stop = ds.Block.box(size=(1, 1, 1), center=(-0.5, 0, 0), fixed=True, name="stop")
    cubes = [ds.Block.box(size=(1, 1, 1), center=(0.5 + i, 0, 0), name=f"cube-{i}") for i in range(3)]
    velocity = np.zeros((4, 6))
    velocity[1:, [1, 4]] = speed
    run = ds.simulate(
        ds.Assembly([stop, *cubes], friction=0.5), 0.1, 2e-3, gravity=(0, 0, 0), initial_velocity=velocity,
        motion=ds.GroundMotion.one_sine(5.0, half_period=0.05), integrator=integrator, formulation=formulation,
    )  # fmt: skip
    pushed = 2.0 * 5.0 * 0.05 / np.pi
    assert run.velocity[-1, 1:, 0] == pytest.approx(np.full(3, pushed), rel=0.03)  # the peak is between steps
    assert np.ptp(run.velocity[-1, 1:, 0]) <= 1e-3 * pushed  # the certificate, 1e-8, is of energies: a square


@pytest.mark.parametrize("integrator", DYNAMIC)
def test_what_rounding_leaves_without_gravity_is_no_gain_to_warn_of(integrator: str) -> None:
    """Bonded bricks that nothing moves: 1e-30 J of 250 kg. A warning is an error here."""
    joint = ds.Joint(friction=0.6, cohesion=1e4, tensile_strength=5e3)
    assembly = ds.Assembly(ds.structures.wall(3, 3).blocks, friction=0.6, joints=joint)
    run = ds.simulate(assembly, 0.05, 5e-3, gravity=(0, 0, 0), integrator=integrator, form="ccp")
    assert 0.0 < run.energy.kinetic.max() < 1e-20


@pytest.mark.parametrize("integrator", DYNAMIC)
def test_loads_count_at_the_middle_of_a_step(integrator: str) -> None:
    """The impulse of a force that grows in proportion to time is then exact: 1/2 a T^2."""
    stone = ds.Block.box((1, 1, 1), density=2000.0, name="stone")
    growing = ds.PointForce("stone", lambda t: (6e3 * t, 0.0, 0.0))
    run = ds.simulate(ds.Assembly([stone]), 0.5, 0.1, gravity=(0, 0, 0), loads=growing, integrator=integrator)
    assert run.velocity[-1, 0, 0] == pytest.approx(0.5 * 3.0 * 0.5**2, rel=1e-9)


def test_newmark_block_slips_as_computed() -> None:
    """Reference N1: sine 0.5 g, 1 Hz, mu 0.3, one cycle; residual and least slip."""
    plate = ds.Block.box(size=(2.0, 2.0, 0.2), center=(0, 0, 0.1), name="plate")
    motion = ds.GroundMotion.one_sine(0.5 * 9.81, 0.5, direction=(1, 0, 0))
    run = ds.simulate(ds.Assembly([GROUND, plate], friction=0.3), 1.5, 2.5e-3, motion=motion)
    slip = run.displacement("plate")[:, 0]
    assert np.min(slip) == pytest.approx(-0.09795137262, rel=0.01)
    assert slip[-1] == pytest.approx(0.00168182474, abs=0.01 * 0.09795137262)


BAD: dict[str, dict[str, Any]] = {
    r"dt \(s\) must be positive; got 0": {"dt": 0.0},
    r"dt \(s\) must be positive; got -0.1": {"dt": -0.1},
    r"dt \(s\) must be finite; got nan": {"dt": float("nan")},
    r"duration \(s\) must be finite; got inf": {"duration": float("inf")},
    "unknown formulation 'newton'; there are: anitescu-tasora": {"formulation": "newton"},
    "unknown form 'dual'; there are: ccp": {"form": "dual"},
    "unknown solver 'gurobi'": {"solver": "gurobi"},
    "unknown option 'tolerance'": {"options": {"tolerance": 1e-5}},
    "unknown option 'least_dt'": {"options": {"least_dt": 1e-5}},
    r"gravity \(m/s2\) must be 3 numbers": {"gravity": (0, 0)},
    "record_every must be a whole number of at least 1; got 0": {"record_every": 0},
    "motion must be a GroundMotion; got 'elcentro'; .* GroundMotion.from_file reads a record": {"motion": "elcentro"},
    "velocity": {"initial_velocity": np.full((2, 6), np.nan)},
    "nowhere": {"loads": ds.PointForce("nowhere", (1, 0, 0))},
    r"normal_stiffness \(N/m\) must be positive; got -1": {
        "formulation": "compliant",
        "options": {"normal_stiffness": -1},
    },
    "option newton_iterations must be a whole number of at least 1; got 0": {"options": {"newton_iterations": 0}},
    "option newton_iterations must be a whole number of at least 1; got 'many'": {
        "options": {"newton_iterations": "many"}
    },
    "options must be a mapping .*; got 3": {"options": 3},
    r"normal_stiffness \(N/m\) must be a number; got 'hard'": {
        "formulation": "compliant",
        "options": {"normal_stiffness": "hard"},
    },
    "unknown collision method": {"options": {"collision": "magic"}},
}


@pytest.mark.parametrize("message", BAD)
def test_bad_input_of_a_run(message: str) -> None:
    arguments: dict[str, Any] = {"duration": 0.1, "dt": 0.01, **BAD[message]}
    with pytest.raises(ds.DrystoneError, match=message):
        ds.simulate(assembly(), **arguments)


@pytest.mark.parametrize("integrator", list(INTEGRATORS))
@pytest.mark.parametrize(
    "moving",
    [
        {},
        {"motion": ds.GroundMotion.one_sine(1.0, 0.1)},
        {"settlements": ds.Settlement("ground", displacement=(0, 0, -1e-3))},
    ],
    ids=["still", "ground motion", "settlement"],
)
def test_overlapping_blocks_are_refused_and_named(integrator: str, moving: dict[str, Any]) -> None:
    with pytest.raises(ds.DrystoneError, match=r"'ground' and 'stone' overlap by 0\.01 m"):
        ds.simulate(ds.Assembly([GROUND, cube(0, 0.24, name="stone")]), 0.3, 0.3, integrator=integrator, **moving)


def test_a_ground_motion_needs_a_fixed_block() -> None:
    with pytest.raises(ds.DrystoneError, match="fixed"):
        ds.simulate(ds.Assembly([cube(0, 1)]), 0.1, 0.01, motion=ds.GroundMotion.one_sine(1.0, 0.1))


def test_all_fixed_is_refused() -> None:
    with pytest.raises(ds.DrystoneError, match="all blocks are fixed"):
        ds.simulate(ds.Assembly([GROUND]), 0.1, 0.01)


def test_a_run_that_stops_keeps_its_history() -> None:
    """A load that turns NaN stops the run with its time; the error carries the steps before."""
    load = ds.PointForce("stone", lambda t: (0.0 if t < 0.05 else np.nan, 0, 0))
    with pytest.raises(ds.DrystoneError, match=r"t = 0\.055 s") as stopped:
        ds.simulate(assembly(), 0.1, 0.01, loads=load)
    history = stopped.value.trajectory
    assert not history.complete
    assert history.time[-1] == pytest.approx(0.05)


def test_solve_and_step_problem_say_what_they_take() -> None:
    with pytest.raises(ds.DrystoneError, match=r"problem must be a StepProblem, of drystone.step_problem; got 3"):
        ds.solve(3)  # type: ignore[arg-type]
    with pytest.raises(ds.DrystoneError, match="warm_start is a int"):
        ds.solve(ds.step_problem(assembly(), 0.1), warm_start=3)  # type: ignore[arg-type]
    with pytest.raises(ds.DrystoneError, match="start must be a Checkpoint; got 3"):
        ds.step_problem(assembly(), 0.1, start=3)  # type: ignore[arg-type]


def test_a_contact_that_slides_fast_stays_known() -> None:
    """The associated law lifts it by mu dt times its speed, here by more than the speed alone would make detection
    look.
    """
    ground = ds.Block.box(size=(20, 20, 1), center=(0, 0, -0.5), fixed=True, name="ground")
    start = np.zeros((2, 6))
    start[1, 0] = 20.0
    run = ds.simulate(ds.Assembly([ground, cube(0, 0.25)], friction=2.0), 0.05, 1e-2, initial_velocity=start,
                      integrator="backward-euler")  # fmt: skip
    assert run.position[-1, 1, 2] > 0.25 + 0.05
    assert run.steps["contacts"].min() >= 4


@pytest.mark.parametrize("friction", [1e3, 1e4])
def test_friction_with_which_what_should_tip_sticks_is_warned_of(friction: float) -> None:
    tipping = ds.Assembly([GROUND, cube(0.0, 0.25)], friction=friction)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        ds.simulate(tipping, 0.02, 0.01)
    assert [str(one.message).split(":")[0] for one in told] == ["friction coefficients up to 10000"] * (friction > 1e3)


def test_a_step_longer_than_the_run_is_warned_of() -> None:
    """As where duration and dt are interchanged: one step of 3 s passed over a pulse, and what it topples "stood"."""
    pulse = ds.GroundMotion.one_sine(8.0, half_period=0.3)
    with pytest.warns(
        UserWarning, match="the step of 3 s is longer than the duration of 0.002 s; the run is this step"
    ):
        ds.simulate(arch(), 2e-3, 3.0, motion=pulse)
