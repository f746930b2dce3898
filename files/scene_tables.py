"""The tables of a scene file, one reader for each; every unknown key is one error that says which exist."""

import inspect
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..checks import FloatArray, finite_array, finite_number, instance_of, text, unit_vector
from ..errors import DrystoneError, UnknownNameError, did_you_mean, said, shown
from ..geometry import read_assembly
from ..geometry.importing import GROUND, LOWEST
from ..ground_motion import GroundMotion
from ..model import JOINTS, LOADS, Assembly, Block, Joint, Load, Loads, Settlement, Tie
from ..model.gravity import GRAVITY
from ..model.settlement import read_settlements as checked_settlements
from ..model.ties import TieTable
from ..numerics.rotations import exponential
from ..registry import Registry, function_check
from ..structures import STRUCTURES
from .materials import MATERIAL_KEYS, Materials, in_model, read_materials, with_elasticity, with_materials
from .recorded import fema, recorded
from .settings import RunSettings

__all__ = [
    "BLOCKS",
    "MOTIONS",
    "SHAPES",
    "assembly_of",
    "read_gravity",
    "read_loads",
    "read_motion",
    "read_run",
    "read_settlements",
]

Table = Mapping[str, Any]
Made = TypeVar("Made")
Part = TypeVar("Part")

SHAPES = ("structure", "geometry", "block")
"""Tables that say what the blocks are; a scene has those of one kind."""
FRICTION_KEYS = ("default", "pairs")
PAIR_KEYS = ("a", "b", "value")
JOINT_PAIR = ("a", "b")
TIE_KEYS = tuple(field.name for field in fields(Tie))
SETTLEMENT_KEYS = tuple(field.name for field in fields(Settlement))
ROTATION_KEYS = ("axis", "angle")
BLOCKS: Registry[Callable[..., Block]] = Registry(
    "block", None, {"box": Block.box, "vertices": Block.from_vertices}, function_check("block")
)
"""What makes the block of a [[block]] table, by its kind; its arguments are the keys of the table."""

NOT_KEYS = ("material", "mesh")
"""Arguments of blocks that are no keys of theirs: [[material]] tables have them."""

MOTIONS: Registry[Callable[..., GroundMotion]] = Registry(
    "motion",
    None,
    {
        "one-sine": GroundMotion.one_sine,
        "biphasic": GroundMotion.biphasic,
        "harmonic": GroundMotion.harmonic,
        "record": recorded,
        "fema-p695": fema,
    },
    function_check("motion"),
)
"""What makes the ground motion of [motion], by its kind; its arguments are the keys of the table, ``path`` as file."""


def assembly_of(content: Table, folder: Path) -> Assembly:
    """The assembly of a scene: of [structure], of [geometry] or of the [[block]] tables, with its joints and ties.

    A model's file is looked for from ``folder``.
    """
    assembly = _without_joints(content, folder)
    if "joint" in content:
        assembly = replace(assembly, joints=_joints(content["joint"], assembly))
    return replace(assembly, ties=_ties(content, assembly)) if "tie" in content else assembly


def _without_joints(content: Table, folder: Path) -> Assembly:
    friction = _friction(content["friction"]) if "friction" in content else None
    there = [key for key in SHAPES if key in content]
    if len(there) != 1:
        seen = " and ".join(there) or "none of them"
        raise DrystoneError(f"a scene needs one of [structure], [geometry] and [[block]]; this one has {seen}")
    materials = _materials(content)
    if "geometry" in content:
        model = _model(_table(content["geometry"], "[geometry]"), friction, materials, folder)
        return with_elasticity(model, materials)
    if "structure" in content:
        return with_materials(_structure(_table(content["structure"], "[structure]"), friction), materials)
    blocks = [_block(table, where) for where, table in _tables(content, "block")]
    return with_materials(Assembly(blocks) if friction is None else Assembly(blocks, friction), materials)


def _materials(content: Table) -> Materials:
    tables = list(_tables(content, "material"))
    for where, table in tables:
        _known(table, MATERIAL_KEYS, where)
    return read_materials([table for _, table in tables])


def read_gravity(content: Table) -> FloatArray:
    """The gravity (3,) (m/s2), which pulls a model down along z where its supports are what is lowest."""
    gravity = finite_array(content.get("gravity", GRAVITY), (3,), "gravity")
    supports = content["geometry"].get("supports") if "geometry" in content else None
    lowest = isinstance(supports, str) and supports in (GROUND, LOWEST)
    if lowest and gravity.any() and gravity[2] >= 0.0:
        raise DrystoneError(
            f"supports = {supports!r} of [geometry] is what is lowest along z, and gravity does not pull down along z; "
            f"got gravity = {gravity.tolist()}. Where y is upward in the model, give it up = 'y' and leave gravity "
            "out; else give the names of its supports"
        )
    return gravity


def read_motion(content: Table, folder: Path) -> GroundMotion | None:
    """The ground motion of [motion]; a record's file is looked for from ``folder``."""
    if "motion" not in content:
        return None
    table = _table(content["motion"], "[motion]")
    make = _choose(table, MOTIONS, "[motion]")
    keys = ["file" if key == "path" else key for key in inspect.signature(make).parameters]
    given = _without_kind(table, keys, "[motion]")
    if "file" in given:
        files = given.pop("file")
        several = isinstance(files, list)
        paths = [folder / text(one, "file of [motion]") for one in (files if several else [files])]
        given["path"] = paths if several else paths[0]
    return instance_of(_call(make, given, "[motion]"), GroundMotion, f"the motion {table['kind']!r}")


def read_loads(content: Table) -> Loads:
    """The loads of the [[load]] tables."""
    return Loads([_load(table, where) for where, table in _tables(content, "load")])


def read_settlements(content: Table, assembly: Assembly) -> tuple[Settlement, ...]:
    """The motions of fixed blocks of ``assembly`` of the [[settlement]] tables."""
    return tuple(_settlement(table, where, assembly) for where, table in _tables(content, "settlement"))


def read_run(content: Table, defaults: RunSettings) -> RunSettings:
    """The settings of [run]; what is not given is taken from ``defaults``."""
    table = _table(content.get("run", {}), "[run]")
    hint = ". Options of the run and of its formulation are in options, as in: options = { settle = true }"
    _known(table, [field.name for field in fields(RunSettings)], "[run]", hint)
    return defaults.changed(**table)


def _model(table: Table, friction: Any, materials: Materials, folder: Path) -> Assembly:
    """The assembly of a model; the keys are the arguments of `drystone.read_assembly`, with ``file`` for its path."""
    keys = ["file" if key == "path" else key for key in inspect.signature(read_assembly).parameters]
    keys.remove("friction")  # the scene's own
    _known(table, keys, "[geometry]")
    _required(table, ("file",), "[geometry]")
    given = dict(table)
    path = folder / text(given.pop("file"), "file of [geometry]")
    density, friction = in_model(materials, given.pop("density", None), friction)
    if friction is not None:
        given["friction"] = friction
    return read_assembly(path, density=density, **given)


def _structure(table: Table, friction: Any) -> Assembly:
    make = _choose(table, STRUCTURES, "[structure]")
    keys = inspect.signature(make).parameters
    model = [key for key in table if key not in keys and key in inspect.signature(read_assembly).parameters]
    if model:
        told = f"{shown(table['kind'])} is a structure, see `drystone list structures`"
        raise DrystoneError(f"{model[0]} is an argument of models; {told}")
    given = _without_kind(table, keys, "[structure]")
    if friction is not None and "friction" in given:
        raise DrystoneError("friction is given twice, in [structure] and for the scene; keep one")
    made = instance_of(_call(make, given, "[structure]"), Assembly, f"the structure {table['kind']!r}")
    return made if friction is None else replace(made, friction=friction)


def _block(table: Table, where: str) -> Block:
    kind = text(table.get("kind", "vertices" if "vertices" in table else "box"), f"kind of {where}")
    make = _choose({"kind": kind}, BLOCKS, where)
    keys = [key for key in inspect.signature(make).parameters if key not in NOT_KEYS]
    given = _without_kind(table, keys, where)
    if not isinstance(given.get("fixed", False), bool):
        raise DrystoneError(f"fixed of {where} is {given['fixed']!r}; it must be true or false")
    if "rotation" in given:
        given["rotation"] = exponential(_rotation(given["rotation"], where)[None])[0]
    return instance_of(_call(make, given, where), Block, f"the block {kind!r}")


def _rotation(value: Any, where: str) -> NDArray[np.float64]:
    """Rotation vector (3,) in rad from one in degrees, or from { axis = [..], angle = degrees }."""
    if isinstance(value, Mapping):
        _known(value, ROTATION_KEYS, f"rotation of {where}")
        _required(value, ROTATION_KEYS, f"rotation of {where}")
        axis = unit_vector(value["axis"], f"axis of the rotation of {where}")
        vector = axis * finite_number(value["angle"], f"angle of the rotation of {where}")
    else:
        vector = finite_array(value, (3,), f"rotation of {where} (degrees about x, y, z as one vector)")
    return np.asarray(np.radians(vector))


def _friction(value: Any) -> Any:
    """A number, or { default = .., pairs = [{ a, b, value }, ..] } as the mapping an Assembly takes."""
    if not isinstance(value, Mapping):
        return finite_number(value, "friction")
    _known(value, FRICTION_KEYS, "friction")
    table: dict[Any, Any] = {"default": value["default"]} if "default" in value else {}
    for i, entry in enumerate(_list(value.get("pairs", []), "pairs of friction")):
        where = f"pair {i} of friction"
        pair = _table(entry, where)
        _known(pair, PAIR_KEYS, where)
        _required(pair, PAIR_KEYS, where)
        key = tuple(text(pair[name], f"{name} of {where}") for name in JOINT_PAIR)
        if key in table:
            raise DrystoneError(f"friction of {key!r} is given twice; keep one")
        table[key] = pair["value"]
    return table


def _joints(value: Any, assembly: Assembly) -> dict[Any, Joint]:
    """The laws of [joint] or of the [[joint]] tables, as the mapping an Assembly takes."""
    entries = [value] if isinstance(value, Mapping) else _list(value, "[[joint]]")
    laws: dict[Any, Joint] = {}
    for i, entry in enumerate(entries):
        where = "[joint]" if isinstance(value, Mapping) else f"[[joint]] {i}"
        table = _table(entry, where)
        kind = JOINTS[text(table.get("kind", "joint"), f"kind of {where}")]
        numbers = tuple(field.name for field in fields(kind))
        _known(table, (*JOINT_PAIR, "kind", *numbers), where)
        key = _joint_pair(table, where, assembly)
        if key in laws:
            what = "of all other pairs" if key == "default" else f"of {key[0]!r} and {key[1]!r}"
            raise DrystoneError(f"{where} gives the joint {what} a second time; keep one")
        given = {name: table[name] for name in table if name not in (*JOINT_PAIR, "kind")}
        laws[key] = _call(kind, given, where)
    return laws


def _joint_pair(table: Table, where: str, assembly: Assembly) -> Any:
    """The pair of a [[joint]] table in one order, a "*" last; "default" where it names no block."""
    if not any(name in table for name in JOINT_PAIR):
        return "default"
    _required(table, JOINT_PAIR, where)
    a, b = sorted(
        (text(table[name], f"{name} of {where}") for name in JOINT_PAIR), key=lambda name: (name == "*", name)
    )
    if a == b:
        hint = "leave out a and b for all other pairs" if a == "*" else "a joint is between two blocks"
        raise DrystoneError(f"{where} has {a!r} for both a and b; {hint}")
    with _told_with(where):
        for name in (a, b):
            if name != "*":
                assembly.index_of(name)
    return a, b


def _ties(content: Table, assembly: Assembly) -> tuple[Tie, ...]:
    """The ties of the [[tie]] tables, each of which the assembly takes."""
    ties: list[Tie] = []
    for where, table in _tables(content, "tie"):
        _known(table, TIE_KEYS, where)
        ties.append(_call(Tie, dict(table), where))
        with _told_with(where):
            TieTable.parse(ties[-1:], assembly.blocks, assembly.index_of, lambda: assembly.elastic)
    return tuple(ties)


def _settlement(table: Table, where: str, assembly: Assembly) -> Settlement:
    _known(table, SETTLEMENT_KEYS, where)
    given = dict(table)
    if "rotation" in given:
        given["rotation"] = _rotation(given["rotation"], where)
    made = _call(Settlement, given, where)
    if "rotation" not in given and "displacement" not in given:
        raise DrystoneError(f"{where} lacks displacement (m) or rotation (degrees)")
    with _told_with(where):
        checked_settlements(made, assembly)
    return made


def _load(table: Table, where: str) -> Load:
    make = _choose(table, LOADS, where)
    return _call(make, _without_kind(table, inspect.signature(make).parameters, where), where)


def _choose(table: Table, kinds: Registry[Part], where: str) -> Part:
    _required(table, ("kind",), where)
    if table["kind"] not in kinds:
        raise UnknownNameError(f"kind of {kinds.kind} in {where}", table["kind"], kinds)
    return kinds[table["kind"]]


def _without_kind(table: Table, keys: Collection[str], where: str) -> dict[str, Any]:
    _known(table, ["kind", *keys], where)
    return {key: value for key, value in table.items() if key != "kind"}


def _call(make: Callable[..., Made], arguments: dict[str, Any], where: str) -> Made:
    """Call with keyword arguments; what is missing or wrong is said with the table it stands in."""
    missing = [
        name
        for name, parameter in inspect.signature(make).parameters.items()
        if parameter.default is parameter.empty and name not in arguments
    ]
    if missing:
        shown = ["file" if name == "path" else name for name in missing]
        raise DrystoneError(f"{where} lacks {', '.join(shown)}")
    try:
        return make(**arguments)
    except DrystoneError as error:
        raise DrystoneError(f"{where}: {error}") from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a value of the wrong type, or a part of a user's own, brings about
        reason = said(error).removeprefix("TypeError: ")
        raise DrystoneError(f"{where} has a value of the wrong type, or its part failed: {reason}") from error


@contextmanager
def _told_with(where: str) -> Iterator[None]:
    """Put the table in front of errors of the model."""
    try:
        yield
    except DrystoneError as error:
        raise DrystoneError(f"{where}: {error}") from error


def _known(table: Table, keys: Collection[str], where: str, hint: str = "") -> None:
    """``hint``: what is said of a key that is like none of them."""
    for key in table:
        if key not in keys:
            raise UnknownNameError(f"key in {where}", key, keys, did_you_mean(key, keys) or hint)


def _required(table: Table, keys: Sequence[str], where: str) -> None:
    missing = [key for key in keys if key not in table]
    if missing:
        raise DrystoneError(f"{where} lacks {', '.join(missing)}")


def _tables(content: Table, name: str) -> Iterator[tuple[str, Table]]:
    """The tables of a list in the scene, each with what errors call it."""
    for i, entry in enumerate(_list(content.get(name, []), f"[[{name}]]")):
        yield f"[[{name}]] {i}", _table(entry, f"[[{name}]] {i}")


def _table(value: Any, where: str) -> Table:
    if not isinstance(value, Mapping):
        raise DrystoneError(f"{where} must be a table of keys and values; got {shown(value)}")
    return value


def _list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise DrystoneError(f"{where} must be a list of tables; got {shown(value)}")
    return value
