"""What objects show of themselves: a few lines whatever their size, in a session and in a notebook."""

import importlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass, is_dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest

import drystone as ds
from drystone.collision import detect
from drystone.files import RunSettings, StoredRun
from drystone.formulations import Formulation, JointRows, StepInputs, get_formulation
from drystone.ground_motion import FemaSuite, IntensityMeasure
from drystone.integrators import Integrator, Options, Rejection, Step, StepContext, get_integrator
from drystone.joints import Joints
from drystone.model import Polyhedron
from drystone.model.scene import Scene
from drystone.programs import Cones, ConicSolution
from drystone.results import ContactRecord, Criteria, Moment, Trajectory
from drystone.solvers import Answer, ConicSolver, Solver, WarmStart
from drystone.solvers.conic.clarabel import ClarabelSolver
from drystone.statics import Threshold
from drystone.structures import Opening, StraightWall, wall
from drystone.studies import Check, StudyResult
from drystone.summary import LINES, WIDTH, Facts, Summarised, counted, listed, span, vector

ROOMS = (
    "programs", "ground_motion", "model", "collision", "formulations", "solvers", "joints", "results", "integrators",
    "statics", "structures", "files", "studies",
)  # fmt: skip

SIZES = {"small": (2, 2), "large": (14, 14)}
"""Courses and bricks per course: the large wall has 203 blocks."""


def public_classes() -> dict[str, type]:
    """The classes that the rooms offer and that hold something: dataclasses, solvers, formulations."""
    found = {}
    for room in ROOMS:
        module = importlib.import_module(f"drystone.{room}")
        for name in module.__all__:
            offered = getattr(module, name)
            if inspect.isclass(offered) and (
                is_dataclass(offered) or issubclass(offered, Solver | ConicSolver | Formulation | Integrator)
            ):
                found[name] = offered
    return found


def zoo(size: str) -> dict[str, Any]:
    """One object of every public class, most of them of a wall of this size."""
    courses, bricks = SIZES[size]
    built = wall(courses=courses, bricks_per_course=bricks)
    stone, fixed = built.names[-1], built.names[0]
    motion = ds.GroundMotion.from_samples(np.arange(20.0 * bricks), np.sin(np.arange(20.0 * bricks)))
    run = ds.simulate(built, 2e-3, 1e-3)
    step = ds.step_problem(built, 1e-3)
    answer = ds.solve(step)
    program = step.program("kinematic")
    contacts = detect(built, run.recorded_state(0), 1e-3)
    count = contacts.count
    forces = [ds.PointForce(name, (1.0, 0.0, 0.0)) for name in built.names[1:]]
    certificate = answer.certificate
    one, three, off = np.zeros(count), np.zeros((count, 3)), np.zeros(count, dtype=bool)
    rows = JointRows(one, three, one, off, one, off, np.zeros((count, 2)))
    joints = Joints(ds.Assembly(built.blocks, joints=ds.Joint(tensile_strength=1e5)))
    acting = joints.rows(joints.initial, contacts, ds.State.initial(built), 1e-3)[2]
    made = a_step(built)
    limit = ds.limit_load(built)
    chain = ds.thrust_line(ds.simulate(tower(courses), 1e-3, 1e-3).contacts(0))
    component = ds.Record(np.arange(20.0 * bricks), np.sin(np.arange(20.0 * bricks)), "HNE", orientation=90.0)
    things: dict[str, Any] = {
        "Acting": acting,
        "Answer": Answer(answer.velocity, answer.impulse, answer.iterations),
        "Assembly": built,
        "Attempt": answer.attempts[0] if answer.attempts else ds.solve(step, solver="clarabel").attempts[0],
        "Block": built.blocks[-1],
        "BodyForce": ds.BodyForce(lambda t: (t, 0.0, 0.0), built.names[1:]),
        "Certificate": certificate,
        "Checkpoint": run.checkpoint(),
        "Check": Check("T1", "time (s)", 1.0, 1.1, 0.2, True),
        "Cones": Cones(1, 2, np.arange(3, 3 + courses)),
        "ConicProgram": program,
        "ConicSolution": ConicSolution(np.zeros(count), np.zeros(count), np.zeros(count), "solved"),
        "ConicSolver": ClarabelSolver(),
        "ContactRecord": ContactRecord(contacts, np.zeros((count, 3)), 1e-3),
        "Contacts": contacts,
        "Couple": ds.Couple(stone, (0.0, 0.0, 1.0)),
        "EquilibriumResult": ds.equilibrium(built),
        "FemaSuite": FemaSuite("far-field", False, (component,) * bricks, pd.DataFrame({"record": range(bricks)})),
        "Formulation": get_formulation("compliant"),
        "Geometry": built.geometry,
        "GroundMotion": motion,
        "Integrator": get_integrator("velocity-reset"),
        "JointMemory": joints.initial,
        "Material": ds.Material(1e10, 0.2, 2000.0, (1.0, 1e-5)),
        "Joint": ds.Joint(0.5, tension_stiffness=1e9, shear_stiffness=1e9, fracture_energy=10.0),
        "JointRows": rows,
        "LimitCertificate": limit.certificate,
        "LimitResult": limit,
        "Loads": ds.Loads(forces),
        "LocalProblem": ds.LocalProblem.of(step),
        "IntensityMeasure": IntensityMeasure("sa:0.5"),
        "Moment": run.checkpoint().moment,
        "MultiSupportMotion": ds.MultiSupportMotion({"*": motion, fixed: motion}),
        "Rejection": Rejection("too far"),
        "Opening": Opening(1.0, 0.8, 1, 3),
        "Criteria": Criteria(fallen=3),
        "Options": Options(margin=0.1),
        "PointForce": forces[0],
        "Polyhedron": built.blocks[-1].pieces[0],
        "ProgramResiduals": program.residuals(program.solution(np.ones(program.size[1]), np.ones(program.size[0]))),
        "TimeStepAdvice": ds.suggest_dt(tower(count)),
        "PushResult": ds.push(tower(2), increment=0.5, largest=0.5, most_steps=5),
        "Record": component,
        "RecordFormat": ds.RecordFormat("own", "my own", lambda source: False, lambda source, told: ()),
        "RunSettings": RunSettings(duration=2.0, options={f"option-{i}": i for i in range(courses)}),
        "Scene": Scene.of(built, (0, 0, -9.81), None, motion),
        "SceneFile": ds.read_scene("wall"),
        "Settlement": ds.Settlement([fixed], (0, 0, -0.1), rotation=(0.1, 0.0, 0.0)),
        "SettlementResult": ds.settlement(built, {fixed: (0.0, 0.0, -1.0)}),
        "Solver": ds.get_solver("interior-point"),
        "State": run.recorded_state(-1),
        "Step": made,
        "Tie": ds.Tie("left", "right", area=1e-4, young=2e11, yield_force=5e4, pretension=1e3),
        "StepProblem": step,
        "StepSolution": answer,
        "StoredRun": StoredRun(Path("run.npz"), run, {f"key-{i}": i for i in range(courses)}),
        "StraightWall": StraightWall("south", "x", 0.0, 0.0, 4.0, 0.3, courses, openings=[Opening(2.0, 0.8, 1, 2)]),
        "StudyResult": StudyResult("demo", {f"table-{i}": run.steps for i in range(courses)}, {}, []),
        "Strengths": joints.strengths(joints.initial, acting),
        "StepInputs": StepInputs(np.zeros((len(built), 6)), joints=rows),
        "Threshold": Threshold(0.1, 0.2, tuple((float(i), True) for i in range(courses))),
        "ThrustLine": chain,
        "Trajectory": run,
        "Verdict": run.verdict(),
        "WarmStart": WarmStart(answer.velocity, answer.impulse),
    }  # fmt: skip
    return things


def a_step(assembly: ds.Assembly) -> Step:
    context = StepContext(
        Scene.of(assembly, (0, 0, -9.81), None, None), get_formulation("compliant"), "kinematic",
        ds.get_solver("auto"), Options(), 1e-3,
    )  # fmt: skip
    step, _ = get_integrator("backward-euler").step(context, Moment(ds.State.initial(assembly)), 1e-3)
    assert step is not None
    return step


def tower(count: int) -> ds.Assembly:
    ground = ds.Block.box((1, 1, 0.2), (0, 0, -0.1), fixed=True)
    return ds.Assembly([ground, *(ds.Block.box((0.5, 0.5, 0.2), (0, 0, 0.1 + 0.2 * i)) for i in range(count))])


@pytest.fixture(scope="module")
def things() -> dict[str, dict[str, Any]]:
    return {size: zoo(size) for size in SIZES}


def test_every_public_class_is_here_and_summarised(things: dict[str, dict[str, Any]]) -> None:
    assert set(things["small"]) == set(public_classes())
    for name, kind in public_classes().items():
        assert issubclass(kind, Summarised), name
        assert isinstance(things["small"][name], kind)


@pytest.mark.parametrize("size", SIZES)
def test_a_repr_is_short_and_without_arrays(things: dict[str, dict[str, Any]], size: str) -> None:
    for name, thing in things[size].items():
        lines = repr(thing).splitlines()
        assert 1 <= len(lines) <= LINES, name
        assert max(map(len, lines)) <= WIDTH, name
        assert type(thing).__name__ in lines[0], name
        assert "array(" not in repr(thing), name
        assert " object at 0x" not in repr(thing), name
        assert "[" not in repr(thing), name
        assert lines == [line.rstrip() for line in lines], name


def test_the_length_of_a_repr_does_not_depend_on_the_size(things: dict[str, dict[str, Any]]) -> None:
    for name, small in things["small"].items():
        large = things["large"][name]
        lines = len(repr(small).splitlines()) + 1  # figures with another digit may fill a line
        assert len(repr(large).splitlines()) <= lines + (name == "Loads") * 6, name
        assert len(repr(large)) <= 1.5 * len(repr(small)) + 60 + (name == "Loads") * 400, name


@pytest.mark.parametrize("size", SIZES)
def test_the_html_is_a_valid_table_of_the_same_facts(things: dict[str, dict[str, Any]], size: str) -> None:
    for name, thing in things[size].items():
        table = ElementTree.fromstring(thing._repr_html_())
        assert table.tag == "table"
        caption = table.find("caption")
        assert caption is not None
        assert (caption.text or "").startswith(type(thing).__name__)
        rows = table.findall("tbody/tr")
        assert len(rows) < LINES, name
        assert all([cell.tag for cell in row] == ["th", "td"] for row in rows), name


def test_what_is_shown_is_what_the_object_is() -> None:
    assert repr(ds.Block.box((1, 2, 0.5), density=1000.0, name="stone")) == (
        "Block('stone', movable, mass 1000 kg, density 1000 kg/m3, centroid (0, 0, 0) m, extent (1, 2, 0.5) m, 6 faces)"
    )
    assert repr(ds.Joint()) == "Joint(dry)"
    assert repr(ds.Joint(cohesion=1e5, friction=0.5)) == "Joint(friction 0.5, cohesion 1e+05 N/m2)"
    assert repr(ds.BodyForce((1, 0, 0))) == "BodyForce(acceleration (1, 0, 0) m/s2, on all movable blocks)"
    told = repr(tower(3))
    for line in (
        "Assembly of 4 blocks", "  blocks    3 movable, 1 fixed: block-0, block-1, block-2, block-3",
        "  mass      300 kg movable", "  from      (-0.5, -0.5, -0.2) m", "  to        (0.5, 0.5, 0.6) m",
        "  friction  0.6", "  joints    dry",
    ):  # fmt: skip
        assert line in told.splitlines()


def test_a_run_tells_its_outcome() -> None:
    run = ds.simulate(tower(1), 0.02, 0.01)
    told = repr(run).splitlines()
    assert told[0] == "Trajectory of 0.02 s"
    assert "  recorded          3 states of 2 blocks: block-0, block-1" in told
    assert "  solved by         interior-point (2)" in told
    seldom = repr(ds.simulate(tower(1), 0.04, 0.01, record_every=2)).splitlines()
    assert "  steps             4, contacts kept of 2" in seldom
    assert "  solved by         interior-point (4)" in seldom


def test_str_of_a_program_is_the_model() -> None:
    program = ds.step_problem(tower(1), 1e-3).program("kinematic")
    assert "minimise    1/2 x'P x + q'x" in str(program)
    assert repr(program).startswith("ConicProgram kinematic\n")


def test_a_new_class_only_lists_its_facts() -> None:
    @dataclass(frozen=True)
    class Many(Summarised):
        values: Any

        def _summary(self) -> Facts:
            yield "", "<of> numbers"
            yield from ((f"{i}", "x" * 500) for i in range(50))

    lines = repr(Many(np.zeros(1000))).splitlines()
    assert lines[0] == "Many <of> numbers"
    assert len(lines) == LINES
    assert max(map(len, lines)) == WIDTH
    assert "&lt;of&gt;" in Many(None)._repr_html_()
    ElementTree.fromstring(Many(None)._repr_html_())


def test_a_class_without_facts_shows_its_fields() -> None:
    @dataclass(frozen=True)
    class Plain(Summarised):
        values: Any
        names: tuple[str, ...] = ()
        flag: bool = False

    assert repr(Plain(np.zeros((3, 2)))) == "Plain\n  values  array 3 x 2\n  names   none"
    assert repr(Plain(1.5, ("a", "b"), True)).endswith("names   2 of str\n  flag    True")


@pytest.mark.parametrize(
    ("word", "count", "told"),
    [("pair", 1, "1 pair"), ("pair", 0, "no pairs"), ("pair", 2, "2 pairs"), (("vertex", "vertices"), 3, "3 vertices")],
)
def test_counts_are_words(word: str | tuple[str, str], count: int, told: str) -> None:
    assert counted(count, *((word,) if isinstance(word, str) else word)) == told


def test_lists_vectors_and_spans() -> None:
    assert listed(["a", "b"]) == "a, b"
    assert listed(list("abcdefg"), 2) == "a, b, … (7 in all)"
    assert vector((0, 0, -9.81), "m/s2") == "(0, 0, -9.81) m/s2"
    assert vector(len) == "a function of time"
    assert span(np.array([np.nan, 2.0, -1.0]), "m") == "-1 to 2 m"
    assert span(np.array([0.6, 0.6])) == "0.6"
    assert span(np.full(2, np.nan), "m") == "none"


@pytest.mark.parametrize("make", [ConicSolver, Trajectory, Polyhedron])
def test_a_class_itself_can_be_shown(make: Callable[..., Any]) -> None:
    assert repr(make).startswith("<class")
