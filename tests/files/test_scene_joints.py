"""Joint laws and settlements in scene files: they arrive as written, what is wrong is told, and they run."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.cli import main
from drystone.files import SceneFile, read_scene, save
from drystone.numerics.rotations import exponential
from drystone.structures import STRUCTURES, arch

from ..steps import off_path

RIDES = 1e-7
"""Distance (m) to which a block follows its support: the certificate's 1e-8 with a margin."""

BLOCKS = """
[[block]]
name = "ground"
size = [4, 4, 0.2]
center = [0, 0, -0.1]
fixed = true
[[block]]
name = "lower"
size = [0.5, 0.5, 0.5]
center = [0, 0, 0.25]
[[block]]
name = "upper"
size = [0.5, 0.5, 0.5]
center = [0, 0, 0.75]
"""

LAWS: list[dict[str, Any]] = [
    {"friction": 0.7, "cohesion": 1e5, "tensile_strength": 5e4, "normal_stiffness": 1e9, "tangential_stiffness": 4e8},
    {"tension_stiffness": 1e9, "shear_stiffness": 2e8, "fracture_energy": 80.0, "viscosity": 0.1, "per": "contact"},
    {"restitution": 0.3, "cohesion": 10.0, "brittle": False},
]
"""Laws that between them set every field of Joint to what is not its default."""

SINKING = """
[[settlement]]
blocks = "ground"
displacement = [0, 0, -0.001]
start = 0.02
duration = 0.1
"""


def scene_of(folder: Path, text: str) -> SceneFile:
    return read_scene(written(folder, text))


def written(folder: Path, text: str) -> Path:
    path = folder / "scene.toml"
    path.write_text(text, encoding="utf-8")
    return path


def joint(law: dict[str, Any], pair: str = "") -> str:
    """A [[joint]] table."""
    toml = {True: "true", False: "false"}
    lines = [f"{key} = {toml[v] if isinstance(v, bool) else repr(v)}" for key, v in law.items()]
    return "\n".join(
        ["[[joint]]", *(f"{key} = '{name}'" for key, name in zip("ab", pair.split(), strict=False)), *lines, ""]
    )


def test_the_laws_of_this_file_set_every_field() -> None:
    for field in fields(ds.Joint):
        assert any(law.get(field.name, field.default) != field.default for law in LAWS), field.name


def test_joints_of_a_pair_of_one_block_and_of_all_others(tmp_path: Path) -> None:
    """The pair wins over "*", which wins over the table without names; the order of a and b is of no matter."""
    tables = [joint(LAWS[0]), joint(LAWS[1], "* ground"), joint(LAWS[2], "upper ground")]
    assembly = scene_of(tmp_path, "friction = 0.4\n" + BLOCKS + "".join(tables)).assembly
    table = assembly.joint_table
    found = [table.laws[i] for i in table.of_pairs(np.array([[1, 2], [0, 1], [0, 2]]))]
    assert found == [ds.Joint(**law) for law in LAWS]
    assert assembly.pair_friction([[1, 2], [0, 1], [0, 2]]).tolist() == [0.7, 0.4, 0.4]


def test_one_table_is_the_joint_of_all_pairs(tmp_path: Path) -> None:
    one = scene_of(tmp_path, BLOCKS + "[joint]\ncohesion = 2e4\n").assembly
    assert one.joint_table.laws == (ds.Joint(cohesion=2e4),)
    assert scene_of(tmp_path, BLOCKS).assembly.joint_table.is_dry


def test_an_empty_table_of_a_pair_makes_it_dry(tmp_path: Path) -> None:
    table = scene_of(tmp_path, BLOCKS + joint(LAWS[0]) + joint({}, "ground *")).assembly.joint_table
    assert [table.laws[i] for i in table.of_pairs(np.array([[0, 1], [1, 2]]))] == [ds.Joint(), ds.Joint(**LAWS[0])]


def test_friction_of_a_scene_leaves_the_joints_of_its_structure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    law = ds.Joint(tensile_strength=1e4)

    def glued(count: int) -> ds.Assembly:
        return ds.Assembly(arch(count=count).blocks, 0.6, law)

    monkeypatch.setitem(STRUCTURES.added, "glued", glued)
    text = "friction = 0.3\n[structure]\nkind = 'glued'\ncount = 5\n"
    assembly = scene_of(tmp_path, text).assembly
    assert assembly.friction == 0.3
    assert assembly.joint_table.laws == (law,)
    assembly = scene_of(tmp_path, text.replace("friction = 0.3", "") + joint(LAWS[2])).assembly
    assert assembly.friction == 0.6
    assert assembly.joint_table.laws == (ds.Joint(**LAWS[2]),)


def test_settlements_arrive_as_written_with_angles_in_degrees(tmp_path: Path) -> None:
    more = "[[settlement]]\nblocks = ['ground']\nrotation = {axis = [0, 0, 2], angle = 30}\n"
    first, second = scene_of(tmp_path, BLOCKS + SINKING + "rotation = [0, 90, 0]\n" + more).settlements
    assert (first.blocks, first.start, first.duration) == (("ground",), 0.02, 0.1)
    assert np.asarray(first.displacement).tolist() == [0, 0, -0.001]
    assert exponential(np.asarray(first.rotation)[None])[0] @ [1, 0, 0] == pytest.approx([0, 0, -1])
    assert (second.start, second.duration) == (0.0, 1.0)
    assert np.asarray(second.rotation) == pytest.approx([0, 0, np.pi / 6])
    assert scene_of(tmp_path, BLOCKS).settlements == ()


PLACE = "[[settlement]]\nblocks = 'ground'\n"
WRONG = {
    "unknown key in [[joint]] 0 'strength'": "[[joint]]\nstrength = 1\n",
    "unknown key in [joint] 'strength'": "[joint]\nstrength = 1\n",
    "[[joint]] 1 lacks b": "[[joint]]\n[[joint]]\na = 'lower'\n",
    "a of [[joint]] 0 must be text": "[[joint]]\na = 1\nb = '*'\n",
    "[[joint]] 0: unknown block 'nobody'; there are": "[[joint]]\na = 'nobody'\nb = '*'\n",
    "[[joint]] 0 has 'lower' for both a and b": "[[joint]]\na = 'lower'\nb = 'lower'\n",
    "leave out a and b for all other pairs": "[[joint]]\na = '*'\nb = '*'\n",
    "[[joint]] 1 gives the joint of all other pairs a second time": "[[joint]]\n[[joint]]\n",
    "[[joint]] 1 gives the joint of 'lower' and 'upper' a second time": (
        joint({}, "upper lower") + joint(LAWS[0], "lower upper")
    ),
    "[[joint]] 0: cohesion of a joint must not be negative": "[[joint]]\ncohesion = -1\n",
    "[[joint]] 0: cohesion of a joint must be": "[[joint]]\ncohesion = 'strong'\n",
    "[[joint]] 0: brittle of a joint must be True or False; got 'no'": "[[joint]]\nbrittle = 'no'\n",
    "[[joint]] 0: unknown measure of a joint 'volume'": "[[joint]]\nper = 'volume'\n",
    "[[joint]] 0: a joint has viscosity and no fracture_energy": "[[joint]]\nviscosity = 1\n",
    "[[joint]] must be a list of tables": "",
    "unknown key in [[settlement]] 0 'block'": "[[settlement]]\nblock = 'ground'\n",
    "[[settlement]] 0 lacks blocks": "[[settlement]]\ndisplacement = [0, 0, 1]\n",
    "[[settlement]] 0 lacks displacement (m) or rotation": PLACE,
    "[[settlement]] 0: unknown block 'nobody'": "[[settlement]]\nblocks = ['nobody']\ndisplacement = [0, 0, 1]\n",
    "[[settlement]] 1: block 'lower' settles and is movable": (
        SINKING + "[[settlement]]\nblocks = ['lower']\ndisplacement = [0, 0, 1]\n"
    ),
    "[[settlement]] 0: displacement of a settlement must be 3 numbers": PLACE + "displacement = -0.1\n",
    "[[settlement]] 0: duration of a settlement (s) must be": PLACE + "displacement = [0, 0, 1]\nduration = 0\n",
    "rotation of [[settlement]] 0 lacks angle": PLACE + "rotation = {axis = [0, 0, 1]}\n",
    "[[settlement]] must be a list of tables": "[settlement]\nblocks = 'ground'\n",
}


@pytest.mark.parametrize("message", WRONG)
def test_what_is_wrong_is_said_with_its_file_and_table(message: str, tmp_path: Path) -> None:
    text = BLOCKS + WRONG[message] if WRONG[message] else "joint = 3\n" + BLOCKS
    with pytest.raises(ds.DrystoneError) as caught:
        scene_of(tmp_path, text)
    assert message in str(caught.value)
    assert "scene.toml" in str(caught.value)


RUN = """
[run]
duration = 0.15
dt = 0.01
formulation = "coulomb"
integrator = "velocity-reset"
"""


def test_a_bonded_pile_on_a_sinking_ground(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It rides down: 1 mm in 0.1 s is less than g dt^2 a step, so that a run reset to rest can follow."""
    path = written(tmp_path, BLOCKS + joint(LAWS[0]) + SINKING + RUN)
    assert main(["run", str(path), "--out", str(tmp_path / "out")]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    for line in ("coulomb, kinematic, auto", "joints               0 have lost", "settlements reached  ground: 100 %"):
        assert line in printed.out, line
    run = ds.open(tmp_path / "out" / "result.h5")
    sunk = run.position[-1] - run.position[0]
    assert sunk[0].tolist() == pytest.approx([0, 0, -0.001], abs=1e-15)
    # the joints yield under the stones, by 1e4 Pa over 1e9 Pa/m each from the first step on
    yielded = 0.5 * 2000 * 9.81 / LAWS[0]["normal_stiffness"]
    assert sunk[1:, 2] == pytest.approx([-0.001 - 2 * yielded, -0.001 - 3 * yielded], abs=RIDES)
    assert run.steps["friction_iterations"].min() >= 1


def test_the_integrator_of_the_scene_is_replaced(tmp_path: Path) -> None:
    """A stone that falls freely is as fast as g t, but for a run that is reset to rest after each step."""
    text = BLOCKS.replace("0.75]", "5.75]") + RUN
    speeds = []
    for words in ([], ["--integrator", "backward-euler"]):
        out = tmp_path / f"out{len(words)}"
        assert main(["run", str(written(tmp_path, text)), "--out", str(out), "--quiet", *words]) == 0
        speeds.append(ds.open(out / "result.h5").velocity[-1, 2, 2])
    assert speeds == pytest.approx([-9.81 * 0.01, -9.81 * 0.15], rel=1e-6)


@pytest.mark.parametrize("command", ["equilibrium", "limit"])
def test_statics_says_that_settlements_are_left_out(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(written(tmp_path, BLOCKS + SINKING))
    assert main([command, path, "--out", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().err.startswith("drystone: note: statics asks about the initial state; the settlements")
    assert main([command, path, "--out", str(tmp_path / "out"), "--quiet"]) == 0
    assert capsys.readouterr().err == ""


def test_compare_runs_with_the_settlements(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sunk = []

    def watched(*scene: Any, **more: Any) -> ds.Trajectory:
        run = ds.simulate(*scene, **more)
        sunk.append(run.position[-1, :, 2] - run.position[0, :, 2])
        return run

    monkeypatch.setattr("drystone.assessment.compare.simulate", watched)
    path = written(tmp_path, BLOCKS + SINKING)
    words = ["--formulations", "nodargi-bisegna", "--forms", "kinematic", "--solvers", "auto", "--dt", "0.01"]
    assert main(["compare", str(path), *words, "--steps", "12", "--quiet"]) == 0
    assert len(sunk) == 2  # two steps to warm up, then the row
    peak = 0.5 * np.pi**2 * 0.001 / 0.1**2  # acceleration of the settlement (m/s2)
    assert sunk[1][0] == pytest.approx(-0.001, abs=off_path("mid-point", 0.01, peak))


def test_runs_with_springs_are_stored_exactly(tmp_path: Path) -> None:
    """Rows of springs follow those of contact, and columns of the table of steps keep their kinds."""
    law = ds.Joint(tension_stiffness=1e9, tensile_strength=1e5)
    assembly = ds.Assembly(scene_of(tmp_path, BLOCKS).assembly.blocks, 0.6, law)
    run = ds.simulate(assembly, 0.03, 0.01, formulation="coulomb")
    read = ds.open(save(run, tmp_path / "run.h5"))
    assert run.steps["contacts"].tolist() == [16, 16, 16]  # four points of two joints, and as many springs
    assert read.steps.equals(run.steps)
    assert read.steps.dtypes.equals(run.steps.dtypes)
    assert {"friction", "friction_iterations", "dilation", "broken"} <= set(read.steps.columns)
    assert np.array_equal(read.ground_velocity, run.ground_velocity)
    for step in range(3):
        assert read.contacts(step).equals(run.contacts(step))
        assert read.joints(step).equals(run.joints(step))
