"""The JSON schema of scenes is what the reader goes by: both take the same scenes, and refuse the same structure."""

import copy
import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import drystone as ds
from drystone.cli import main
from drystone.files import BLOCKS, BUILT_IN, MOTIONS
from drystone.files.scene_keys import MEANINGS
from drystone.files.scene_schema import keys_page, table_keys
from drystone.model import LOADS
from drystone.structures import STRUCTURES, column

from ..geometry.models import obj_of
from ..registries import registries_restored
from ..test_docs import TOML

jsonschema = pytest.importorskip("jsonschema", reason="jsonschema comes with the extra test")

Change = Callable[[dict[str, Any]], Any]

STONES: dict[str, Any] = {
    "name": "two stones",
    "gravity": [0, 0, -9.81],
    "friction": {"default": 0.6, "pairs": [{"a": "base", "b": "*", "value": 0.4}]},
    "block": [
        {"name": "base", "kind": "box", "size": [3, 2, 0.2], "center": [0, 0, -0.1], "fixed": True},
        {"name": "stone", "size": [0.4, 0.3, 0.5], "center": [0, 0, 0.25], "rotation": [0, 0, 30], "density": 2400},
        {"name": "wedge", "vertices": [[2, 0, 0], [3, 0, 0], [2, 1, 0], [2, 0, 1]]},
    ],
    "material": [{"blocks": ["s*"], "density": 1900, "friction": 0.5}, {"blocks": "wedge", "density": 1800}],
    "motion": {"kind": "one-sine", "amplitude": 3.0, "half_period": 0.5, "direction": [1, 0, 0]},
    "joint": [{"a": "base", "b": "stone", "cohesion": 1e5, "per": "area"}, {"friction": 0.5}],
    "tie": [{"block_a": "stone", "point_b": [1, 0, 0], "stiffness": 1e6, "pretension": 100.0, "name": "rod"}],
    "settlement": [{"blocks": ["base"], "displacement": [0, 0, -0.01], "rotation": {"axis": [0, 0, 1], "angle": 1}}],
    "load": [
        {"kind": "force", "block": "stone", "force": [0, 0, -100], "point": [0, 0, 0.5]},
        {"kind": "body", "acceleration": [0.1, 0, 0], "blocks": ["stone"]},
        {"kind": "couple", "block": "stone", "moment": [0, 0, 1]},
    ],
    "run": {"duration": 2.0, "dt": 1e-3, "record_every": 2, "options": {"friction_iterations": 20}},
}
BUILT: dict[str, Any] = {
    "friction": 0.5,
    "structure": {"kind": "wall", "courses": 2, "bricks_per_course": 2, "brick": [0.5, 0.2, 0.3]},
    "joint": {"friction": 0.7},
    "motion": {"kind": "harmonic", "amplitude": 1, "frequency": 2.0},
}
MODEL: dict[str, Any] = {
    "geometry": {"file": "a.obj", "supports": ["drum*"], "density": {"drum-1": 2400, "*": 1800}, "mend": True},
}


def refuses(content: Any) -> bool:
    return bool(list(jsonschema.Draft202012Validator(ds.scene_schema()).iter_errors(content)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.obj").write_text(obj_of(column(2)), encoding="utf-8")
    return tmp_path


def reader_refuses(content: Any, folder: Path) -> str:
    try:
        ds.read_scene(content, folder=folder)
    except ds.DrystoneError as error:
        return str(error)
    return ""


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(ds.scene_schema())


@pytest.mark.parametrize("content", [STONES, BUILT, MODEL], ids=["blocks", "structure", "model"])
def test_both_take_a_whole_scene(content: dict[str, Any], folder: Path) -> None:
    assert (reader_refuses(content, folder), refuses(content)) == ("", False)


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_scenes_are_scenes_of_the_schema(name: str) -> None:
    assert not refuses(BUILT_IN[name])


@pytest.mark.parametrize("text", [text for _, text in TOML if "scene =" not in text and "task =" not in text])
def test_scenes_of_the_documents_are_scenes_of_the_schema(text: str) -> None:
    assert not refuses(tomllib.loads(text))


def tables(content: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Paths of all tables in a scene, but those whose keys are free."""
    free = ("options", "density")
    found = [path] if isinstance(content, dict) and not (path and path[-1] in free) else []
    items = content.items() if isinstance(content, dict) else enumerate(content) if isinstance(content, list) else []
    return found + [one for key, value in items for one in tables(value, (*path, key))]


def at(content: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        content = content[key]
    return content


PLACES = [(content, path) for content in (STONES, BUILT, MODEL) for path in tables(content)]


@pytest.mark.parametrize(("content", "path"), PLACES, ids=["/".join(map(str, path)) or "." for _, path in PLACES])
def test_both_refuse_a_key_that_there_is_not(content: dict[str, Any], path: tuple[Any, ...], folder: Path) -> None:
    """In every table; the reader names it, and the table."""
    wrong = copy.deepcopy(content)
    at(wrong, path)["frictoin"] = 1
    assert "'frictoin'" in reader_refuses(wrong, folder)
    assert refuses(wrong)


@pytest.mark.parametrize(("content", "path"), PLACES, ids=["/".join(map(str, path)) or "." for _, path in PLACES])
def test_both_need_the_same_keys(content: dict[str, Any], path: tuple[Any, ...], folder: Path) -> None:
    """Of each key of each table: without it both take the scene, or both refuse it."""
    for key in at(content, path):
        without = copy.deepcopy(content)
        del at(without, path)[key]
        told = reader_refuses(without, folder)
        if "no block" not in told and "marks no block" not in told and "'stone'" not in told and "'base'" not in told:
            assert refuses(without) == bool(told), (key, told)


WRONG: list[tuple[dict[str, Any], Change]] = [
    (STONES, lambda scene: scene.update(structure={"kind": "arch"})),
    (STONES, lambda scene: scene.pop("block")),
    (STONES, lambda scene: scene.update(block={"size": [1, 1, 1]})),
    (STONES, lambda scene: scene.update(motion=[1])),
    (STONES, lambda scene: scene.update(load={"kind": "body", "acceleration": [1, 0, 0]})),
    (STONES, lambda scene: scene.update(run=[])),
    (STONES, lambda scene: scene.update(gravity=[0, 0])),
    (STONES, lambda scene: scene.update(gravity="down")),
    (STONES, lambda scene: scene.update(friction="rough")),
    (STONES, lambda scene: scene.update(name=5)),
    (STONES, lambda scene: scene["block"][0].update(kind="sphere")),
    (STONES, lambda scene: scene["block"][0].update(size=[1, 1])),
    (STONES, lambda scene: scene["block"][0].update(fixed="yes")),
    (STONES, lambda scene: scene["block"][1].update(rotation={"axis": [0, 0, 1]})),
    (STONES, lambda scene: scene["block"][2].update(size=[1, 1, 1])),
    (STONES, lambda scene: scene["joint"][0].pop("a")),
    (STONES, lambda scene: scene["joint"][0].update(kind="glue")),
    (STONES, lambda scene: scene["joint"][0].update(brittle=1)),
    (STONES, lambda scene: scene["material"][0].update(blocks=[3])),
    (STONES, lambda scene: scene["material"][1].pop("density")),
    (STONES, lambda scene: scene["tie"][0].pop("stiffness")),
    (STONES, lambda scene: scene["tie"][0].update(area=1e-4)),
    (STONES, lambda scene: scene["tie"][0].pop("point_b")),
    (STONES, lambda scene: scene["settlement"][0].pop("displacement") and scene["settlement"][0].pop("rotation")),
    (STONES, lambda scene: scene["load"][0].update(kind="wind")),
    (STONES, lambda scene: scene["load"][0].update(force=[1, 0])),
    (STONES, lambda scene: scene["motion"].update(amplitude="3 m/s2")),
    (STONES, lambda scene: scene["run"].update(dt="1 ms")),
    (STONES, lambda scene: scene["run"].update(record_every=1.5)),
    (STONES, lambda scene: scene["run"].update(options=[1])),
    (BUILT, lambda scene: scene["structure"].update(kind="castle")),
    (BUILT, lambda scene: scene["structure"].update(friction=0.3)),
    (BUILT, lambda scene: scene["structure"].pop("courses")),
    (MODEL, lambda scene: scene["geometry"].update(file=3)),
    (MODEL, lambda scene: scene["geometry"].update(mend="yes")),
    (MODEL, lambda scene: scene["geometry"].update(friction=0.3)),
]


@pytest.mark.parametrize("case", range(len(WRONG)))
def test_both_refuse_what_is_no_scene(case: int, folder: Path) -> None:
    content, change = WRONG[case]
    wrong = copy.deepcopy(content)
    change(wrong)
    assert reader_refuses(wrong, folder)
    assert refuses(wrong)


@pytest.mark.parametrize("registry", [BLOCKS, MOTIONS, LOADS, STRUCTURES], ids=lambda one: one.kind)
def test_kinds_that_are_registered_are_in_the_schema(registry: Any) -> None:
    class Weight(ds.PointForce):
        def __init__(self, height: float) -> None: ...

    table, made = registry.kind, Weight if registry is LOADS else lambda height, width=1.0: column(2)
    with registries_restored():
        registry.register(made, "tower-of-mine")
        told = json.dumps(ds.scene_schema()["properties"][table])
        assert '"const": "tower-of-mine"' in told
        assert '"height"' in told
    assert "tower-of-mine" not in json.dumps(ds.scene_schema())


def test_every_key_has_a_meaning_and_every_meaning_a_key() -> None:
    assert {table: set(keys) for table, keys in table_keys().items()} == {
        table: set(keys) for table, keys in MEANINGS.items()
    }


def test_the_page_of_scenes_has_the_keys_of_the_reader() -> None:
    """`drystone schema --keys` prints what docs/scenes.md ends with."""
    page = (Path(ds.__file__).parent / "docs/scenes.md").read_text(encoding="utf-8")
    assert page.endswith(f"\n\n{keys_page()}\n")


def test_the_command_prints_both(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out) == ds.scene_schema()
    assert main(["schema", "--keys"]) == 0
    assert capsys.readouterr().out == f"{keys_page()}\n"


def test_materials_are_those_of_the_first_table_that_fits(folder: Path) -> None:
    first = [{"blocks": "drum-1", "density": 2500}, {"blocks": ["drum*"], "density": 1500, "friction": 0.3}]
    built = ds.read_scene({"structure": {"kind": "column", "count": 2}, "material": first}).assembly
    read = ds.read_scene(
        {"geometry": {"file": "a.obj", "supports": "ground"}, "material": first}, folder=folder
    ).assembly
    for assembly in (built, read):
        of = dict(zip(assembly.names, assembly.blocks, strict=True))
        assert (of["drum-1"].density, of["drum-2"].density) == (2500, 1500)
        pair = [[assembly.index_of("drum-1"), assembly.index_of("drum-2")]]
        assert assembly.pair_friction(pair).tolist() == [0.3]


@pytest.mark.parametrize(
    ("material", "said"),
    [
        ({"blocks": "dome", "density": 1}, "no block is called 'dome'"),
        ({"blocks": [], "density": 1}, "blocks of [[material]] 0"),
        ({"density": 1}, "[[material]] 0 lacks blocks"),
        ({"blocks": "*"}, "[[material]] 0 says nothing of its blocks"),
        ({"blocks": "*", "density": -1}, "density of [[material]] 0 (kg/m3)"),
        ({"blocks": "*", "friction": "low"}, "friction of [[material]] 0"),
    ],
)
def test_a_material_that_is_wrong_is_one_error(material: dict[str, Any], said: str) -> None:
    with pytest.raises(ds.DrystoneError) as caught:
        ds.read_scene({"structure": {"kind": "column", "count": 2}, "material": [material]})
    assert said in str(caught.value)


def test_options_of_a_model_are_arguments_of_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As `--set` has them; the friction is that of the scene."""
    monkeypatch.chdir(folder)
    given = ["--supports", "lowest", "--scale", "2", "--density", "drum-1=2400,*=1800", "--friction", "0.3", "--mend"]
    options = ["supports=lowest", "scale=2.0", 'density={"drum-1" = 2400.0, "*" = 1800.0}', "friction=0.3", "mend=true"]
    words = [["run", "a.obj", *given], ["run", "a.obj", *(word for one in options for word in ("--set", one))]]
    told, limits = list[ds.Assembly](), list[str]()
    for number, command in enumerate(words):
        assert main([*command, "--duration", "0.004", "--out", f"out-{number}"]) == 0
        stored = ds.open(Path(f"out-{number}")).assembly
        assert stored is not None
        told.append(stored)
    assert (
        [block.density for block in told[0].blocks] == [block.density for block in told[1].blocks] == [1800, 2400, 1800]
    )
    assert told[0].digest == told[1].digest
    assert told[0].length == pytest.approx(2 * column(2).length)
    assert main(["run", "a.obj", "--scale", "big"]) == 2
    assert "argument --scale: must be a number; got 'big'" in capsys.readouterr().err
    for law in (
        ["--friction", "0.3"],
        ["--set", "friction=0.3"],
        ["--set", "friction=0.3", "--friction", "associated"],
    ):
        assert main(["limit", "a.obj", "--supports", "lowest", *law]) == 0
        limits.append(capsys.readouterr().out.split("multiplier")[1].splitlines()[0])
    assert limits[0] == limits[1] == limits[2]
