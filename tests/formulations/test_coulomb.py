"""Exact Coulomb friction: sliding opens nothing, costs its friction work, and what the associated law does is told."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import fsolve

import drystone as ds
from drystone.formulations import FORMS
from drystone.formulations.coulomb import Coulomb
from drystone.solvers import WarmStart, get_solver
from drystone.solvers.certificate import certificate
from drystone.solvers.registry import SOLVERS, solver_class
from drystone.structures import arch, wall

from ..steps import GROUND, RUNS, SCHEME, cube, steps_of

G = 9.81
CLOSED = 1e-8  # m
EXACT = 1e-7  # of the speed g dt or of the energy at stake: the sequence's 1e-8 with a margin; it does not add up
ANGULAR = 1e-9  # relative, once the quasi-Newton iteration has converged
SAME = 1e-6  # relative: velocities by different solvers, certificate 1e-8 with a margin
ROUNDED = 1e-10  # of the law, in scaled units
TIGHT = 1e-5  # the default friction_tolerance


def plate(friction: float) -> ds.Assembly:
    """A low block, which does not tip."""
    return ds.Assembly([GROUND, ds.Block.box(size=(1, 1, 0.1), center=(0, 0, 0.05), name="plate")], friction)


def tilted(angle: float) -> tuple[float, float, float]:
    return (G * np.sin(angle), 0.0, -G * np.cos(angle))


def thrown(speed: float, assembly: ds.Assembly) -> np.ndarray:
    velocity = np.zeros((len(assembly), 6))
    velocity[1, :2] = speed * np.array([0.8, 0.6])
    return velocity


@pytest.mark.parametrize(("friction", "angle"), [(0.1, 0.3), (0.5, 0.6), (0.8, 0.8), (1.2, 1.0)])
def test_a_sliding_block_stays_on_the_ground_and_has_the_exact_acceleration(friction: float, angle: float) -> None:
    dt = 1e-2
    lift = {}
    for formulation in ("coulomb", "nodargi-bisegna"):
        run = ds.simulate(
            plate(friction), 0.2, dt, formulation=formulation, gravity=tilted(angle), integrator="backward-euler"
        )
        lift[formulation] = np.max(np.abs(run.position[:, 1, 2] - 0.05))
        speed = run.velocity[-1, 1, 0]
        if formulation == "coulomb":
            expected = G * (np.sin(angle) - friction * np.cos(angle)) * run.time
            assert run.velocity[:, 1, 0] == pytest.approx(expected, abs=EXACT * G * dt)
            assert np.max(run.steps.dilation) < CLOSED
            assert np.max(run.steps.friction) <= TIGHT
        else:
            assert run.steps.dilation.iloc[-1] == pytest.approx(dt * friction * speed, rel=1e-6)
    assert lift["coulomb"] < CLOSED
    assert lift["nodargi-bisegna"] == pytest.approx(dt * friction * speed, rel=1e-6)  # it opens by dt mu |u_t|


def test_what_slides_and_turns_at_once_has_several_motions_that_meet_the_law() -> None:
    """Four corners share the weight as one likes, and friction opposes another direction at each."""
    moving, weight = np.array([[1.0, 0.0, 0.0, 0.0, 0.0, 3.0]]), 2000.0 * 0.1 * G * 1e-3
    step = ds.step_problem(plate(0.5), 1e-3, formulation="coulomb", integrator=SCHEME, velocity=moving)
    *loaded, idle = np.linalg.svd(step.operator.toarray()[:, ::3])[2]  # the last: shares that change no momentum

    def impulses(normal: np.ndarray) -> np.ndarray:
        gamma = step.normal_impulse(normal)
        for _ in range(50):
            slip = step.contact_velocity(step.velocity_of(gamma), gamma)[:, 1:]
            gamma[:, 1:] = -step.mu[:, None] * normal[:, None] * slip / np.linalg.norm(slip, axis=1, keepdims=True)
        return gamma

    def off(normal: np.ndarray, share: float) -> np.ndarray:
        gamma = impulses(normal)
        opening = step.contact_velocity(step.velocity_of(gamma), gamma)[:, 0] - step.memory[:, 0]
        return np.array([*(row @ opening for row in loaded), idle @ normal / weight - share])

    aside = []
    for share in (-0.1, 0.1):
        gamma = impulses(fsolve(off, np.full(4, weight / 4), args=(share,), xtol=1e-13))
        velocity = step.velocity_of(gamma)
        assert certificate(step.assuming(velocity, gamma), velocity, gamma).error < ROUNDED
        aside.append(velocity[0, 1])
    assert abs(aside[1] - aside[0]) > 0.01 * 0.5 * G * step.dt  # of what friction can change


def test_a_sliding_block_loses_exactly_its_friction_work() -> None:
    """On level ground: friction takes mu m g times the way at the mean speed of each step, nothing else any."""
    friction, dt, speed = 0.4, 2e-3, 1.0
    assembly = plate(friction)
    run = ds.simulate(
        assembly, 0.35, dt, formulation="coulomb", initial_velocity=thrown(speed, assembly), integrator="backward-euler"
    )
    assert np.linalg.norm(run.position[-1, 1, :2] - run.position[0, 1, :2]) == pytest.approx(
        speed**2 / (2 * friction * G), rel=2 * friction * G * dt / speed
    )
    at_stake, weight = run.energy.kinetic.iloc[0], assembly.mass[1] * G
    sliding = run.time < speed / (friction * G) - dt
    speeds = speed - friction * G * run.time[sliding]
    way = np.concatenate([[0.0], np.cumsum(0.5 * dt * (speeds[1:] + speeds[:-1]))])
    table = run.energy[sliding]
    assert table.friction.to_numpy() == pytest.approx(friction * weight * way, abs=EXACT * at_stake)
    assert table.kinetic.to_numpy() == pytest.approx(at_stake - friction * weight * way, abs=EXACT * at_stake)
    for entry in ("impact", "stabilisation", "springs", "integration", "error"):
        assert table[entry].to_numpy() == pytest.approx(np.zeros(len(table)), abs=EXACT * at_stake)


def test_a_block_given_a_sliding_speed_is_not_thrown_up() -> None:
    """In the papers' scheme the associated law throws it up by mu times its speed; exactly as `dilation` says."""
    friction, speed, dt = 0.5, 2.0, 1e-3
    assembly = plate(friction)
    start = thrown(speed, assembly)
    told = {
        name: ds.simulate(assembly, 0.02, dt, formulation=name, integrator="backward-euler", initial_velocity=start)
        for name in ("coulomb", "nodargi-bisegna", "anitescu-tasora")
    }
    exact = told.pop("coulomb")
    assert np.max(np.abs(exact.position[:, 1, 2] - 0.05)) < CLOSED
    for run in told.values():
        first = run.velocity[1, 1]
        assert first[2] > 0.8 * friction * np.linalg.norm(first[:2])
        assert run.steps.dilation[0] == pytest.approx(dt * friction * np.linalg.norm(first[:2]), rel=1e-3)
        assert np.max(run.position[:, 1, 2]) - 0.05 > 1e-3


@pytest.mark.parametrize("formulation", ["nodargi-bisegna", "anitescu-tasora", "coulomb"])
def test_with_the_mid_point_scheme_dilation_is_the_gap_that_opens(formulation: str) -> None:
    """It is none at the constant speed, and follows the block where it slides faster from step to step."""
    friction, dt = 0.5, 1.8e-3
    assembly = plate(friction)
    run = ds.simulate(assembly, 0.1, dt, formulation=formulation, initial_velocity=thrown(2.0, assembly))
    assert np.max(run.position[:, 1, 2]) - 0.05 < CLOSED
    assert np.max(run.steps.dilation) < CLOSED  # De Saxce's term is 1.8 mm
    run = ds.simulate(assembly, 0.1, dt, formulation=formulation, gravity=tilted(0.6))
    gap = [run.contacts(i).gap.max() for i in range(len(run.steps))]
    told = run.steps.dilation.to_numpy()
    assert told[:-1] == pytest.approx(np.array(gap[1:]), abs=CLOSED)  # a step's gap is that at its middle
    if formulation != "coulomb":
        assert run.steps.dilation.iloc[-1] > 1e-7  # 2e-6 by the first program of a step


def test_an_impact_tells_no_dilation() -> None:
    """No time passes in it, in which a joint could open."""
    ground, block = GROUND, ds.Block.box(size=(1, 1, 0.1), center=(0, 0, 0.1), name="plate")
    assembly = ds.Assembly([ground, block], 0.5)
    run = ds.simulate(assembly, 0.12, 5e-3, initial_velocity=thrown(0.5, assembly))
    struck = run.steps[run.steps.impacts > 0]
    assert len(struck)
    assert struck.dilation.max() < CLOSED


BACKENDS = [name for name in SOLVERS if name not in ("mosek", "cvxpy:NAME")]  # one needs a licence, one a name


@pytest.mark.parametrize(("solver", "form"), [*((s, "kinematic") for s in BACKENDS), *(("clarabel", f) for f in FORMS)])
def test_every_solver_finds_the_exact_motion(solver: str, form: str) -> None:
    if not solver_class(solver).available():
        pytest.skip(f"{solver} is not installed")
    friction, angle = 0.5, 0.7
    run = ds.simulate(
        plate(friction), 0.03, 1e-2, formulation="coulomb", solver=solver, form=form, gravity=tilted(angle)
    )
    expected = G * (np.sin(angle) - friction * np.cos(angle)) * run.time[-1]
    assert run.velocity[-1, 1, 0] == pytest.approx(expected, rel=SAME)
    assert np.max(np.abs(run.position[:, 1, 2] - 0.05)) < CLOSED
    assert (run.steps.friction_iterations > 1).any() != get_solver(solver).exact_friction  # a sequence, or one program


@pytest.mark.parametrize("name", ["shaken arch", "colliding in flight", "thrown on the ground", "sliding"])
def test_the_accepted_step_satisfies_coulombs_law(name: str) -> None:
    """By the law itself, contact by contact: 0 <= gamma_n ⊥ gap >= 0, |gamma_t| <= mu gamma_n, opposite to sliding."""
    formulation, moving = Coulomb(), 0
    for problem in steps_of(name, "coulomb"):
        solver = get_solver("auto")
        tries = [(problem, solver.solve(problem))]
        while (better := formulation.corrected(tries)) is not None:
            assert len(tries) < formulation.most_programs
            last = tries[-1][1]
            tries.append((better, solver.solve(better, warm_start=WarmStart(last.velocity, last.impulse))))
        if not problem.count:
            continue
        problem, answer = tries[-1]
        assert answer.certificate.friction <= Coulomb.options["friction_tolerance"]
        gamma = answer.impulse
        u = problem.apply_transpose(answer.velocity) + problem.prescribed
        gap = u[:, 0] + problem.phi / problem.dt
        slip, shear = np.linalg.norm(u[:, 1:], axis=1), np.linalg.norm(gamma[:, 1:], axis=1)
        speed, force = np.max(np.abs(problem.free_velocity)), max(np.max(np.abs(gamma)), np.max(np.abs(problem.k)))
        assert np.min(gap) > -1e-5 * speed  # the tolerance of the sequence in units of its scaled step
        assert np.max(np.abs(gap * gamma[:, 0])) < 1e-5 * speed * force
        assert np.max(shear - problem.mu * gamma[:, 0]) < 1e-6 * force
        work = np.sum(gamma[:, 1:] * u[:, 1:], axis=1) + problem.mu * gamma[:, 0] * slip
        assert np.max(np.abs(work)) < 1e-5 * speed * force
        moving += int(np.max(problem.mu * gamma[:, 0] * slip) > 1e-3 * speed * force)
    assert moving or name != "sliding"


def test_the_certificate_tells_how_far_a_step_is_from_the_law() -> None:
    """A single program of the sequence: |s - mu |u_t|| in scaled units; nothing of it where the law is associated."""
    problem = steps_of("sliding", "coulomb")[2]
    answer = get_solver("auto").solve(problem)
    scaled, restore = problem.scaled
    v, gamma = restore.forward(answer.velocity, answer.impulse)
    u = scaled.contact_velocity(v, gamma)
    wrong = np.abs(scaled.memory[:, 0] - problem.mu * np.hypot(u[:, 1], u[:, 2]))
    expected = np.max(wrong / np.maximum(1.0, np.linalg.norm(u, axis=1)))
    assert answer.certificate.friction == pytest.approx(expected, rel=1e-9)
    assert expected > 1e-4
    assert certificate(replace(problem, associated=True), answer.velocity, answer.impulse).friction == 0.0
    associated = ds.solve(steps_of("sliding", "nodargi-bisegna")[2])
    assert associated.certificate.friction == 0.0


def test_steps_of_the_sequence_on_disk(tmp_path: Path) -> None:
    """A set of steps keeps the sequence's place; FCLIB's own law is Coulomb's, so that its file has no correction."""
    from drystone.files.problems import SavedStep, add_step, read_step

    problem = steps_of("sliding", "coulomb")[2]
    guess = WarmStart(problem.free_velocity, np.zeros((problem.count, 3)))
    add_step(tmp_path / "steps.h5", SavedStep("one", problem, guess, {"structure": "block"}))
    back = read_step(tmp_path / "steps.h5", "one")
    assert not back.problem.associated
    assert np.array_equal(back.problem.memory, problem.memory)
    assert back.facts == {"structure": "block"}
    read = ds.read_fclib(ds.write_fclib(tmp_path / "step.hdf5", problem))
    assert np.min(problem.memory[:, 0]) > 0.01
    assert read.offset == pytest.approx(steps_of("sliding", "nodargi-bisegna")[2].offset, abs=1e-12)


def test_a_sequence_that_does_not_settle_is_told() -> None:
    """What was not found is called so, never missing; the answer that is kept is no solved one."""
    message = (
        r"step at 0 s: an answer to Coulomb's law was not found to 0.0001; the nearest after 2 programs, which is "
    )
    with pytest.warns(UserWarning, match=message + r"kept, .*Try a smaller dt or more friction_iterations") as told:
        run = ds.simulate(
            plate(0.5),
            0.01,
            1e-2,
            formulation="coulomb",
            solver="newton",
            options={"friction_iterations": 2},
            gravity=tilted(0.7),
        )
    assert not any("no solution" in str(one.message) for one in told)
    assert (run.steps.friction_iterations == 2).all()
    assert run.steps.friction.max() > TIGHT
    assert run.steps.natural.max() > 1e-4
    assert (run.steps.status == "nearest").all()


def test_a_wall_in_which_many_contacts_slide_settles(recwarn: pytest.WarningsRecorder) -> None:
    """The plain sequence, without mixing, stays 1e-4 to 1e-3 off in most of these steps after 50 programs."""
    motion = ds.GroundMotion.harmonic(0.8 * G, 1.0, (1, 0.3, 0), 2.0, phase=0.5 * np.pi)
    run = ds.simulate(
        wall(10, 10, friction=0.5), 0.02, 2e-3, formulation="coulomb", integrator="backward-euler", motion=motion
    )
    assert run.steps.friction.max() <= TIGHT
    assert not recwarn.list


def test_a_wall_in_which_many_contacts_slide_takes_one_program_a_step() -> None:
    """Solved itself the law costs one program, where the sequence makes 9 to 50 of them."""
    motion = ds.GroundMotion.harmonic(0.8 * G, 1.0, (1, 0, 0), 2.0, phase=0.5 * np.pi)
    run = ds.simulate(wall(10, 10, friction=0.5), 0.02, 2e-3, formulation="coulomb", motion=motion)
    alone = run.steps.friction_iterations == 1
    assert alone.sum() >= 8  # of 10: where blocks wedge the last digits decide
    assert run.steps.friction[alone].max() < 1e-12  # the correction is the answer's own, to rounding
    assert run.steps.iterations[alone].mean() < 50


def test_structures_at_rest_take_one_program() -> None:
    for assembly in (wall(4, 3), arch(), ds.Assembly([GROUND, cube(0, 0.25)])):
        run = ds.simulate(assembly, 0.05, 5e-3, formulation="coulomb")
        assert (run.steps.friction_iterations == 1).all()
        assert np.max(np.abs(run.position - run.position[0])) < CLOSED
        assert run.steps.dilation.max() < CLOSED


def test_inertia_is_that_of_nodargi_and_bisegna() -> None:
    """Without friction, and where nothing slides, both formulations are one."""
    for name in ("sliding without friction", "resting wall"):
        for ours, theirs in zip(steps_of(name, "coulomb"), steps_of(name, "nodargi-bisegna"), strict=True):
            assert np.array_equal(ours.H, theirs.H)
            assert np.array_equal(ours.k, theirs.k)
            assert np.array_equal(ours.D, theirs.D)
            assert np.max(np.abs(ours.memory), initial=0.0) < 1e-10
            assert not ours.associated
            assert theirs.associated


def test_angular_momentum_of_colliding_blocks() -> None:
    assembly = RUNS["colliding in flight"].assembly()
    arguments = RUNS["colliding in flight"].arguments(assembly)
    run = ds.simulate(
        assembly,
        0.2,
        2e-3,
        formulation="coulomb",
        options={"newton_iterations": 50, "newton_tolerance": 1e-13},
        **arguments,
    )
    J = run.rotation @ assembly.inertia @ np.swapaxes(run.rotation, 2, 3)
    orbit = assembly.mass[:, None] * np.cross(run.position, run.velocity[:, :, :3])
    total = np.sum(orbit + np.einsum("tbij,tbj->tbi", J, run.velocity[:, :, 3:]), axis=1)
    assert run.steps.contacts.max() > 0
    assert np.max(np.abs(total - total[0])) < ANGULAR * np.sum(np.linalg.norm(orbit[0], axis=1))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"friction_iterations": 0}, "friction_iterations must be a whole number of at least 1; got 0"),
        ({"friction_iterations": 2.5}, "friction_iterations must be a whole number of at least 1; got 2.5"),
        ({"friction_tolerance": 0.0}, "friction_tolerance must be above 0 and below 1; got 0"),
        ({"friction_tolerance": "fine"}, "friction_tolerance must be a number; got 'fine'"),
        ({"normal_stiffness": 1.0}, "unknown option 'normal_stiffness'; there are:.* friction_tolerance"),
    ],
)
def test_bad_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(ds.DrystoneError, match=message):
        ds.simulate(plate(0.5), 0.1, 1e-2, formulation="coulomb", options=options)
