"""Registries: names, what is refused, and that what a user registers works by its name wherever names do."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

import drystone as ds
from drystone.cli import main
from drystone.errors import DrystoneError, UnknownNameError
from drystone.files import BLOCKS, MOTIONS, READERS
from drystone.formulations import get_formulation
from drystone.formulations.anitescu_tasora import AnitescuTasora
from drystone.integrators import Integrator
from drystone.integrators.backward_euler import BackwardEuler
from drystone.joints.springs import Springs
from drystone.model import Load
from drystone.numerics.cholesky import FACTORISATIONS, Factorisation, get_factorisation
from drystone.numerics.cholesky.multifrontal import MultifrontalFactorisation
from drystone.programs import ConicProgram, ConicSolution
from drystone.registry import Registry
from drystone.solvers import ConicSolver, Solver, get_solver
from drystone.solvers.conic.clarabel import ClarabelSolver
from drystone.solvers.newton.solver import NewtonSolver
from drystone.structures import column
from drystone.studies import StudyResult, check_that, get_study, list_studies
from drystone.user_code import imported

from .registries import registries, registries_restored

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def nothing_stays_registered() -> Iterator[None]:
    with registries_restored():
        yield


class OwnSolver(NewtonSolver):
    name = "own"
    description = "Newton's method under another name"


class OwnConic(ConicSolver):
    name = "own"
    description = "Clarabel under another name"

    def solve_program(self, program: ConicProgram) -> ConicSolution:
        return ClarabelSolver().solve_program(program)


class OwnFormulation(AnitescuTasora):
    name = "own"


class OwnLoad(Load):
    """A force upwards on every block (N)."""

    name: ClassVar[str] = "own"

    def __init__(self, force: float, turn: float = 0.0) -> None:
        self.force = force

    def add_to(self, total: Any, assembly: ds.Assembly, state: ds.State, time: float) -> None:
        total[:, 2] += self.force


class OwnFactorisation(MultifrontalFactorisation):
    name = "own"


def own(count: int = 2) -> ds.Assembly:
    """Return a column."""
    return column(count, width=0.3)


def own_study(out: Path, quick: bool, progress: bool) -> StudyResult:
    """What stands stands.

    And more.
    """
    return StudyResult("own", checks=[check_that("stands", "two drums stand", ds.equilibrium(own()).stable)])


def own_block(side: float, name: str = "cube") -> ds.Block:
    return ds.Block.box((side, side, side), name=name)


def own_motion(amplitude: float) -> ds.GroundMotion:
    return ds.GroundMotion.one_sine(amplitude, 0.5)


class OwnIntegrator(BackwardEuler):
    name = "own"


class OwnJointLaw(Springs):
    name = "own"


@dataclass(frozen=True)
class OwnJoint(ds.Joint):
    name: ClassVar[str] = "own"
    glue: float = 1.0

    @property
    def law(self) -> str:
        return "own"


OWN: dict[str, Any] = {
    "integrator": OwnIntegrator,
    "joint": OwnJoint,
    "joint law": OwnJointLaw,
    "solver": OwnSolver,
    "formulation": OwnFormulation,
    "load": OwnLoad,
    "factorisation": OwnFactorisation,
    "structure": own,
    "study": own_study,
    "block": own_block,
    "motion": own_motion,
    "reader": lambda source: {"structure": {"kind": source.strip()}},
    "format of records": ds.RecordFormat("own", "own", lambda source: False, lambda source, told: ()),
}
"""A part of a user's for every registry."""
LACKING: dict[str, list[tuple[Any, str]]] = {
    "integrator": [(type("Half", (Integrator,), {"name": "half", "description": "x"}), "lacks the .* problem, step")],
    "joint": [(ds.Joint(), "a class derived from Joint; .* give the class, not an")],
    "joint law": [(OwnJoint, "a joint law is registered as a class derived from JointLaw")],
    "solver": [
        (
            OwnSolver(),
            "a class derived from Solver or ConicSolver; .* give the class, not an",
        ),
        (int, "a solver is registered as a class derived from .*; got the class int"),
        (type("Half", (Solver,), {"name": "half", "description": "x"}), r"the solver Half lacks the method\(s\) find"),
        (
            type("Mute", (OwnConic,), {"description": ""}),
            "Mute lacks the class attribute description, a text",
        ),
        (type("Wordy", (OwnConic,), {"forms": "kinematic"}), "forms of the solver Wordy is 'kinematic'; it is a tuple"),
        (type("Odd", (OwnConic,), {"forms": ("kinetic",)}), r"forms of the solver Odd is .*some of kinematic, static"),
    ],
    "formulation": [(OwnSolver, "a formulation is registered as a class derived from Formulation")],
    "load": [(Load, r"the load Load lacks the method\(s\) add_to"), (None, "registered as a class .*; got None")],
    "factorisation": [(Factorisation, r"lacks the method\(s\) _analyse, _factorise, _solve")],
    "format of records": [(lambda source: (), "must be a RecordFormat; got a value of type function")],
    "structure": [(column(2), "a structure is registered as a function; got a value of type Assembly")],
    "study": [(lambda out: None, r"a study is called as study\(out, quick, progress\): too many positional")],
    "block": [("box", "a block is registered as a function; got 'box'")],
    "motion": [(int, "a motion is called as motion")],
    "reader": [(lambda: None, r"a reader is called as reader\(source\)")],
}


def test_there_is_a_part_here_for_every_registry() -> None:
    assert set(OWN) == set(LACKING) == set(registries())


@pytest.mark.parametrize("kind", registries())
def test_every_part_of_drystone_is_there(kind: str) -> None:
    registry = registries()[kind]
    assert len(registry) == len(list(registry)) == len(dict(registry.items()))
    for name, part in registry.items():
        assert registry[name] is part
        assert name in registry
        assert registry.check(part) is part
        assert getattr(part, "name", name) == name


@pytest.mark.parametrize("kind", OWN)
def test_a_part_is_registered_refused_replaced_and_removed(kind: str) -> None:
    registry, part = registries()[kind], OWN[kind]
    before = list(registry)
    with registry.restored():
        assert registry.register(part, "own") is part
        assert list(registry) == [*before, "own"]
        assert registry["own"] is part
        for name in ("own", before[0]):
            with pytest.raises(
                DrystoneError, match=f"there is an? {kind} '.*' already; choose another .* replace=True"
            ):
                registry.register(part, name)
        ours = registry[before[0]]
        registry.register(part, before[0], replace=True)
        assert registry[before[0]] is part
        assert list(registry) == [*before, "own"]
        registry.remove(before[0])
        assert registry[before[0]] is ours
        with pytest.raises(UnknownNameError, match=f"unknown registered {kind} '{before[0]}'; there are: own"):
            registry.remove(before[0])
    assert list(registry) == before
    with pytest.raises(UnknownNameError, match=f"unknown {kind} 'own'; there are: "):
        registry["own"]
    with pytest.raises(UnknownNameError, match=r"; there are: .*\. One of your own is registered.* --import FILE"):
        registry["qqqqqq"]


@pytest.mark.parametrize(("kind", "part", "message"), [(k, *case) for k, cases in LACKING.items() for case in cases])
def test_what_is_no_part_is_refused(kind: str, part: Any, message: str) -> None:
    before = list(registries()[kind])
    with pytest.raises(DrystoneError, match=message):
        registries()[kind].register(part, "x")
    assert list(registries()[kind]) == before


@pytest.mark.parametrize("name", ["", "two words", "a,b", "cvxpy:mine", "x" * 61, 5, None, "a\0"])
def test_names_are_words(name: Any) -> None:
    nameless = Registry[Any]("part", None, {}, lambda part: part)
    with pytest.raises(DrystoneError, match="the name of a part must be of letters, digits"):
        nameless.register(object(), name)


def test_an_unknown_name_is_told_with_the_likeliest() -> None:
    ds.register_solver(OwnSolver)
    with pytest.raises(UnknownNameError, match=r"unknown solver 'onw'; there are: .*own.*Did you mean 'own'\?"):
        get_solver("onw")


@pytest.mark.parametrize("solver", [OwnSolver, OwnConic])
def test_a_solver_works_by_name(solver: type[Any], tmp_path: Path, capsys: Captured) -> None:
    assert ds.register_solver(solver) is solver
    step = ds.step_problem(column(2), 1e-2)
    assert ds.solve(step, solver="own").solver == get_solver("own").name == "own"
    run = ds.simulate(column(2), 2e-2, 1e-2, solver="own")
    assert run.steps["solver"].tolist() == ["own"] * 2
    table = ds.compare(column(2), formulations=["coulomb"], forms=["ccp"], solvers=["own"], steps=2, dt=1e-2)
    assert table["own_steps"].tolist() == [2]
    assert ds.list_solvers().set_index("name").loc["own", "description"] == solver.description
    assert main(["run", "column", "--duration", "0.01", "--solver", "own", "--out", str(tmp_path)]) == 0
    assert "own" in capsys.readouterr().out
    assert main(["list", "solvers"]) == 0
    assert solver.description in capsys.readouterr().out


def test_a_conic_solver_works_by_name_in_statics() -> None:
    ds.register_solver(OwnConic)
    found = ds.limit_load(column(2, friction=2.0), live=(1, 0, 0), solver="own")
    assert found.multiplier == pytest.approx(0.5 / 0.8, rel=1e-6)  # tips about its edge: half the width over the centre


def test_a_formulation_works_by_name(tmp_path: Path) -> None:
    assert ds.register_formulation(OwnFormulation) is OwnFormulation
    assert isinstance(get_formulation("own"), OwnFormulation)
    theirs, mine = (ds.simulate(column(2), 2e-2, 1e-2, formulation=name) for name in ("anitescu-tasora", "own"))
    assert np.array_equal(theirs.position, mine.position)
    assert ds.step_problem(column(2), 1e-2, formulation="own").count == 8
    assert "own" in ds.list_formulations()["name"].tolist()
    table = ds.compare(column(2), forms=["ccp"], solvers=["newton"], steps=1, dt=1e-2)
    assert "own" in table["formulation"].tolist()  # all there are, if none is named
    path = tmp_path / "one.toml"
    path.write_text("[structure]\nkind = 'column'\ncount = 1\n[run]\nduration = 0.01\nformulation = 'own'\n")
    assert main(["run", str(path), "--out", str(tmp_path / "out")]) == 0


def test_a_structure_works_by_name(tmp_path: Path, capsys: Captured) -> None:
    assert ds.register_structure(own) is own
    assert ds.read_scene("own", {"count": 4}).assembly.names[-1] == "drum-4"
    path = tmp_path / "one.toml"
    path.write_text("[structure]\nkind = 'own'\ncount = 3\n")
    assert len(ds.read_scene(path).assembly.movable) == 3
    assert main(["equilibrium", "own", "--out", str(tmp_path)]) == 0
    assert main(["list", "structures"]) == 0
    assert "A column." in capsys.readouterr().out
    ds.register_structure(lambda: 5, "five")  # type: ignore[type-var]
    with pytest.raises(DrystoneError, match="the structure 'five' must be an Assembly; got 5"):
        ds.read_scene("five")


def test_a_study_works_by_name(tmp_path: Path, capsys: Captured) -> None:
    assert ds.register_study(own_study) is own_study
    assert get_study("own-study") is own_study
    assert list_studies().set_index("name").loc["own-study", "reproduces"] == "What stands stands."
    assert main(["study", "own-study", "--check", "--out", str(tmp_path)]) == 0
    assert "PASS own stands: two drums stand" in capsys.readouterr().out


def test_a_load_works_in_scripts_and_scene_files(tmp_path: Path) -> None:
    path = tmp_path / "one.toml"
    path.write_text("[structure]\nkind = 'column'\ncount = 1\n[[load]]\nkind = 'own'\nforce = 5e3\n")
    with pytest.raises(DrystoneError, match=r"unknown kind of load in .* 'own'; there are: body, couple, force"):
        ds.read_scene(path)
    assert ds.register_load(OwnLoad) is OwnLoad
    read = ds.read_scene(path)
    total = read.loads.resultant(read.assembly, ds.State.initial(read.assembly), 0.0)
    assert total.tolist() == [[0.0] * 6, [0.0, 0.0, 5e3, 0.0, 0.0, 0.0]]  # nothing on the fixed block
    weight = read.assembly.mass[1] * 9.81
    contacts = ds.equilibrium(read.assembly, loads=OwnLoad(5e2)).contacts
    assert contacts["force_z"].sum() == pytest.approx(weight - 5e2, rel=1e-6)
    path.write_text(path.read_text().replace("force", "fource"))
    with pytest.raises(DrystoneError, match=r"unknown key in \[\[load\]\] 0 'fource'; .*Did you mean 'force'"):
        ds.read_scene(path)
    with pytest.raises(DrystoneError, match="the force of the OwnLoad is not finite at t = 0 s"):
        ds.simulate(column(1), 1e-2, 1e-2, loads=OwnLoad(np.nan))


def test_kinds_of_blocks_and_motions_and_readers_work_in_scene_files(tmp_path: Path) -> None:
    BLOCKS.register(own_block, "cube")
    MOTIONS.register(own_motion, "pulse")
    path = tmp_path / "one.toml"
    path.write_text("[[block]]\nkind = 'cube'\nside = 2\n[motion]\nkind = 'pulse'\namplitude = 3\n")
    read = ds.read_scene(path)
    assert read.assembly.mass[0] == pytest.approx(8 * 2000.0)
    assert read.motion is not None
    assert read.motion.pga == pytest.approx(3.0)
    READERS.register(OWN["reader"], ".word")
    word = tmp_path / "one.word"
    word.write_text("dome\n")
    assert len(ds.read_scene(word).assembly) == len(ds.read_scene("dome").assembly)
    READERS.register(lambda source: 5, ".five")
    (tmp_path / "a.five").write_text("")
    with pytest.raises(DrystoneError, match=r"what the reader of .five returns must be a Mapping; got 5"):
        ds.read_scene(tmp_path / "a.five")


def test_a_factorisation_works_by_name() -> None:
    FACTORISATIONS.register(OwnFactorisation)
    assert get_factorisation("own") is OwnFactorisation
    step = ds.step_problem(column(2), 1e-2)
    assert ds.get_solver("admm", factorisation="own").solve(step).solved


PARTS = """
import drystone as ds
from drystone.solvers.newton.solver import NewtonSolver

@ds.register_solver
class Mine(NewtonSolver):
    name = "mine"
"""


def test_a_file_of_parts_is_read_anew_where_its_bytecode_looks_like_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python takes bytecode for that of a text of the same second and length."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = tmp_path / "mine.py"
    for size in (1, 2):
        path.write_text(f"size = {size}\n", encoding="utf-8")
        os.utime(path, (1.7e9, 1.7e9))
        assert imported(str(path)).size == size
    assert [one.name for one in tmp_path.iterdir()] == ["mine.py"]  # and nothing is left beside it


def test_the_command_runs_a_file_of_parts_first(tmp_path: Path) -> None:
    (tmp_path / "parts.py").write_text(PARTS)
    run, solvers = ["run", "column", "--duration", "0.01", "--solver", "mine", "--out", "out"], ["list", "solvers"]
    for given, code in (("parts.py", 0), ("./parts.py", 0), ("parts", 2), ("missing.py", 2), ("no_such_module", 2)):
        command = [sys.executable, "-m", "drystone", "--import", given, *(run if given == "parts.py" else solvers)]
        answer = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert answer.returncode == code, answer.stderr
        assert code != 0 or "mine" in answer.stdout
        assert code == 0 or f"drystone: error: --import {given}: " in answer.stderr


def test_own_integrators_joints_and_joint_laws_work_by_name(tmp_path: Path, capsys: Captured) -> None:
    """In a scene file, on the command line, and in the stored run, which goes on from there."""
    ds.register_integrator(OwnIntegrator)
    ds.register_joint(OwnJoint)
    ds.register_joint_law(OwnJointLaw)
    scene = tmp_path / "glued.toml"
    scene.write_text(
        """
        structure = { kind = "column", count = 2 }
        joint = { kind = "own", tension_stiffness = 1e9, tensile_strength = 1e5, glue = 2.0 }
        run = { duration = 0.03, dt = 0.01, integrator = "own" }
        """,
        encoding="utf-8",
    )
    assert main(["run", str(scene), "--out", str(tmp_path / "out")]) == 0
    assert "own" in capsys.readouterr().out
    run = ds.open(tmp_path / "out")
    assert run.assembly is not None
    law = run.assembly.joint_table.laws[0]
    assert isinstance(law, OwnJoint)
    assert law.glue == 2.0
    moment = run.checkpoint().moment
    assert moment.joints is not None
    assert list(moment.joints.laws) == ["own"]
    assert ds.simulate(run.assembly, 0.01, 0.01, start=run.checkpoint(), integrator="own").time[-1] == 0.04
    with pytest.raises(DrystoneError, match="unknown joint 'glue'; there are: joint, own"):
        ds.read_scene(_changed(scene, '"own", tension', '"glue", tension'))


def _changed(path: Path, old: str, new: str) -> Path:
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    return path
