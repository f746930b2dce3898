"""Scene files: what they say, and one clear error for everything that is wrong."""

import importlib
from pathlib import Path

import numpy as np
import pytest

import drystone as ds
from drystone.files import BUILT_IN, RunSettings, read_scene
from drystone.structures import STRUCTURES, arch

from ..marks import with_slow

G = 9.81

BLOCKS = """
friction = {default = 0.5, pairs = [{a = "ground", b = "*", value = 0.3}, {a = "ground", b = "top", value = 0.2}]}
gravity = [0, 0, -1]

[[block]]
name = "ground"
size = [2, 2, 0.2]
center = [0, 0, -0.1]
fixed = true

[[block]]
name = "lower"
kind = "box"
size = [1, 0.5, 0.5]
center = [0, 0, 0.25]
rotation = [0, 0, 90]
density = 1500

[[block]]
name = "top"
vertices = [[-0.2, -0.2, 0.5], [0.2, -0.2, 0.5], [0.2, 0.2, 0.5], [-0.2, 0.2, 0.5], [0, 0, 1]]
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "scene.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", with_slow(BUILT_IN, "church"))
def test_built_in_scenes(name: str) -> None:
    scene = read_scene(name)
    assert scene.name == name
    assert len(scene.assembly.movable) >= 1
    assert scene.gravity.tolist() == [0, 0, -G]
    assert name in STRUCTURES


def test_the_arch_shakes_leftward_first() -> None:
    motion = read_scene("arch").motion
    assert motion is not None
    assert motion.accelerations_at([0.1, 0.5])[:, 0] == pytest.approx([-1.11 * G, 0.555 * G])
    assert motion.duration == pytest.approx(0.9)


def test_the_spandrel_arch_shakes_with_a_half_period_of_a_second() -> None:
    motion = read_scene("spandrel-arch").motion
    assert motion is not None
    assert motion.accelerations_at([0.5, 1.5])[:, 0] == pytest.approx([-0.36 * G, 0.36 * G])


def test_a_scene_of_blocks(tmp_path: Path) -> None:
    scene = read_scene(written(tmp_path, BLOCKS))
    body = scene.assembly
    assert scene.name == "scene"
    assert body.names == ("ground", "lower", "top")
    assert body.fixed.tolist() == [True, False, False]
    assert body.pair_friction([[0, 1], [0, 2], [1, 2]]).tolist() == [0.3, 0.2, 0.5]
    assert scene.gravity.tolist() == [0, 0, -1]
    assert body.mass[1:] == pytest.approx([1500 * 0.25, 2000 * 0.4**2 * 0.5 / 3])
    extent = np.ptp(body.blocks[1].pieces[0].vertices, axis=0)
    assert extent == pytest.approx([0.5, 1.0, 0.5])  # turned by 90 degrees about z


def test_rotation_by_axis_and_angle_is_that_by_vector(tmp_path: Path) -> None:
    one = read_scene(written(tmp_path, BLOCKS.replace("[0, 0, 90]", "[20, -10, 5]"))).assembly
    angle = float(np.linalg.norm([20, -10, 5]))
    text = f"{{axis = [4, -2, 1], angle = {angle!r}}}"
    other = read_scene(written(tmp_path, BLOCKS.replace("[0, 0, 90]", text))).assembly
    assert one.blocks[1].pieces[0].vertices == pytest.approx(other.blocks[1].pieces[0].vertices, abs=1e-14)


def test_a_scene_of_a_structure_with_motion_loads_and_settings(tmp_path: Path) -> None:
    (tmp_path / "quake.txt").write_text("0 0\n0.5 2\n1 0\n", encoding="utf-8")
    scene = read_scene(
        written(
            tmp_path,
            """
            name = "bridge"
            friction = 0.7
            [structure]
            kind = "arch"
            count = 9
            [motion]
            kind = "record"
            file = "quake.txt"
            direction = [0, 1, 0]
            scale = 0.5
            [[load]]
            kind = "force"
            block = "voussoir-5"
            force = [0, 0, -1000]
            point = [0, 0, 10.5]
            [[load]]
            kind = "body"
            acceleration = [0.5, 0, 0]
            [[load]]
            kind = "couple"
            block = "voussoir-1"
            moment = [0, 10, 0]
            [run]
            duration = 3
            dt = 0.01
            formulation = "compliant"
            form = "static"
            solver = "clarabel"
            record_every = 4
            options = { margin = 0.01 }
            """,
        )
    )
    assert scene.name == "bridge"
    assert scene.assembly.names == arch(count=9).names
    assert scene.assembly.friction == 0.7
    assert scene.motion is not None
    assert scene.motion.accelerations_at(0.5).tolist() == [0, 1, 0]
    total = scene.loads.resultant(scene.assembly, ds.State.initial(scene.assembly), 0.0)
    crown, first = (scene.assembly.index_of(f"voussoir-{i}") for i in (5, 1))
    assert total[crown, :3] == pytest.approx([0.5 * scene.assembly.mass[crown], 0, -1000])
    assert total[first, 4] == pytest.approx(10)
    assert scene.run == RunSettings(3, 0.01, "compliant", "static", "clarabel", "mid-point", 4, {"margin": 0.01})


def test_a_scene_runs(tmp_path: Path) -> None:
    scene = read_scene(written(tmp_path, BLOCKS))
    run = ds.simulate(scene.assembly, 0.02, 0.01, gravity=scene.gravity, loads=scene.loads)
    assert np.abs(run.position[-1] - run.position[0]).max() < 1e-9


WRONG = {
    "unknown key 'gravitation'": "gravitation = 1\n" + BLOCKS,
    "settlement, structure, tie. It belongs to the table run": "formulation = 'coulomb'\n" + BLOCKS,
    "record_every, solver. Options of the run and of its formulation are in options": BLOCKS + "[run]\nsettle = true\n",
    "unknown key in [[block]] 0 'colour'; there are: center, density": '[[block]]\nsize=[1,1,1]\ncolour="red"\n',
    "unknown kind of block in [[block]] 0 'sphere'": '[[block]]\nkind="sphere"\n',
    "[[block]] 0 lacks size": '[[block]]\nname="a"\n',
    "fixed of [[block]] 0 is 1": "[[block]]\nsize=[1,1,1]\nfixed=1\n",
    "[[block]] 0: entries of size must be": "[[block]]\nsize=[1,1,-1]\n",
    "rotation of [[block]] 0": '[[block]]\nsize=[1,1,1]\nrotation="x"\n',
    "lacks angle": "[[block]]\nsize=[1,1,1]\nrotation={axis=[0,0,1]}\n",
    "this one has none of them": "gravity=[0,0,-1]\n",
    "this one has structure and block": '[structure]\nkind="arch"\n[[block]]\nsize=[1,1,1]\n',
    "[[block]] must be a list of tables": "[block]\nsize=[1,1,1]\n",
    "unknown kind of structure in [structure] 'steeple'; there are: arch": '[structure]\nkind="steeple"\n',
    "unknown key in [structure] 'radios'": '[structure]\nkind="arch"\nradios=2\n',
    "[structure] lacks width, depth, height": '[structure]\nkind="block"\n',
    "radius": '[structure]\nkind="arch"\nradius="wide"\n',
    "friction is given twice": 'friction=1\n[structure]\nkind="arch"\nfriction=2\n',
    "pair 0 of friction lacks value": 'friction={pairs=[{a="x",b="y"}]}\n[structure]\nkind="arch"\n',
    "unknown block 'x'": 'friction={pairs=[{a="x",b="*",value=1}]}\n[structure]\nkind="arch"\n',
    "gravity must be 3 numbers": 'gravity=[1,2]\n[structure]\nkind="arch"\n',
    "unknown kind of motion in [motion] 'wave'": '[structure]\nkind="arch"\n[motion]\nkind="wave"\n',
    "unknown key in [motion] 'pga'": '[structure]\nkind="arch"\n[motion]\nkind="biphasic"\npga=1\n',
    "[motion] lacks file": '[structure]\nkind="arch"\n[motion]\nkind="record"\n',
    "there is no ground motion file": '[structure]\nkind="arch"\n[motion]\nkind="record"\nfile="no.txt"\n',
    "[[load]] 0 lacks kind": '[structure]\nkind="arch"\n[[load]]\nblock="x"\n',
    "unknown block 'nobody'": '[structure]\nkind="arch"\n[[load]]\nkind="force"\nblock="nobody"\nforce=[0,0,1]\n',
    "unknown block 'none'": '[structure]\nkind="arch"\n[[load]]\nkind="body"\nblocks=["none"]\nacceleration=[0,0,1]\n',
    "unknown key in [run] 'step'": '[structure]\nkind="arch"\n[run]\nstep=1\n',
    "dt (s) must be positive; got -1": '[structure]\nkind="arch"\n[run]\ndt=-1\n',
    "record_every must be a whole number of at least 1; got 0": '[structure]\nkind="arch"\n[run]\nrecord_every=0\n',
    "form must be text; got 3": '[structure]\nkind="arch"\n[run]\nform=3\n',
    "options must be a mapping": '[structure]\nkind="arch"\n[run]\noptions=3\n',
    "name of the scene must be text; got 3": 'name=3\n[structure]\nkind="arch"\n',
    "is not valid TOML": "this is not TOML",
}


@pytest.mark.parametrize("message", WRONG)
def test_what_is_wrong_with_a_scene_is_said_in_one_error(message: str, tmp_path: Path) -> None:
    with pytest.raises(ds.DrystoneError) as caught:
        read_scene(written(tmp_path, WRONG[message]))
    assert message in str(caught.value)
    assert "scene.toml" in str(caught.value)


def test_a_scene_that_does_not_exist() -> None:
    with pytest.raises(ds.DrystoneError, match=f"built in are: {', '.join(sorted(STRUCTURES))}"):
        read_scene("cathedral")


def test_the_example_of_the_module_is_a_scene(tmp_path: Path) -> None:
    module = importlib.import_module("drystone.files.scene")
    lines = [line[4:] for line in (module.__doc__ or "").splitlines() if line.startswith("    ")]
    scene = read_scene(written(tmp_path, "\n".join(lines)))
    assert scene.assembly.names == ("base", "stone")
    assert scene.motion is not None
    assert scene.motion.pga == 3.0


def test_a_misspelt_scene_is_answered_with_the_one_that_was_meant() -> None:
    with pytest.raises(ds.DrystoneError, match=r"built in are: .* Did you mean 'spandrel-arch'\?"):
        ds.read_scene("spandrel-arhc")


def test_a_scene_with_a_record_of_two_files_and_what_is_done_to_it(tmp_path: Path) -> None:
    time = np.arange(0.0, 4.0, 0.01)
    for name, values in (("east", np.sin(9 * time)), ("north", 0.5 * np.cos(7 * time))):
        (tmp_path / f"{name}.csv").write_text(
            f"time (s),{name} (g)\n" + "".join(f"{t:.2f},{a:.6f}\n" for t, a in zip(time, values, strict=True))
        )
    (tmp_path / "scene.toml").write_text(
        '[structure]\nkind = "arch"\n[motion]\nkind = "record"\nfile = ["north.csv", "east.csv"]\n'
        "scale = 0.5\nbaseline = 1\nhigh = 20.0\nto_rest = true\npga = 2.0\n"
    )
    motion = read_scene(tmp_path / "scene.toml").motion
    assert motion is not None
    by_hand = ds.GroundMotion.from_file([tmp_path / "east.csv", tmp_path / "north.csv"])
    wanted = by_hand.baseline_corrected(1).filtered(high=20.0).brought_to_rest().scaled_to_pga(2.0)
    np.testing.assert_allclose(motion.acceleration, wanted.acceleration, atol=1e-12)
    assert motion.pga == pytest.approx(2.0)
    np.testing.assert_allclose(motion.displacement_at(motion.duration), 0.0, atol=1e-10)


def test_a_scene_without_its_ending_is_guessed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.toml").write_text("[structure]\nkind='arch'\n", encoding="utf-8")
    with pytest.raises(ds.DrystoneError, match=r"no scene file 'a'.* Did you mean 'a\.toml'\?"):
        ds.read_scene("a")
