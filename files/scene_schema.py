"""The JSON schema of scenes and the page of their keys, both made of what the reader itself goes by.

The tables, their kinds and their keys are those of the registries, functions and classes that the reader calls
(`drystone.files.scene_tables`); types are those of their annotations. Kinds that a user registers are there, too.
"""

import inspect
import types
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

import numpy as np

from ..checks import LONGEST_NAME
from ..elements import UNIFORM
from ..geometry import read_assembly
from ..model import JOINTS, LOADS, Settlement, Tie
from ..registry import Registry
from ..structures import STRUCTURES
from .materials import ELASTIC_KEYS, MATERIAL_KEYS
from .scene_keys import MEANINGS
from .scene_tables import BLOCKS, FRICTION_KEYS, JOINT_PAIR, MOTIONS, NOT_KEYS, PAIR_KEYS, ROTATION_KEYS, SHAPES
from .settings import RunSettings

__all__ = ["keys_page", "scene_schema", "table_keys"]

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
NUMBER: Schema = {"type": "number"}
TEXT: Schema = {"type": "string"}
TEXTS: Schema = {"anyOf": [TEXT, {"type": "array", "items": TEXT}]}
VECTOR: Schema = {"type": "array", "items": NUMBER, "minItems": 3, "maxItems": 3}
ROTATION: Schema = {
    "anyOf": [
        VECTOR,
        {
            "type": "object",
            "properties": {"axis": VECTOR, "angle": NUMBER},
            "required": list(ROTATION_KEYS),
            "additionalProperties": False,
        },
    ]
}
SIMPLE: Mapping[Any, Schema] = {
    float: NUMBER, int: {"type": "integer"}, bool: {"type": "boolean"}, str: TEXT, Path: TEXT,
}  # fmt: skip
OWN: Mapping[str, Schema] = {
    "size": VECTOR, "center": VECTOR, "rotation": ROTATION, "direction": VECTOR, "force": VECTOR, "point": VECTOR,
    "acceleration": VECTOR, "moment": VECTOR, "displacement": VECTOR, "gravity": VECTOR, "file": TEXTS,
    "strong": {"anyOf": [{"const": "auto"}, {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2}]},
    "blocks": TEXTS, "supports": TEXTS, "vertices": {"type": "array", "items": VECTOR, "minItems": 4},
}  # fmt: skip
"""Types of keys that annotations leave open, or that the reader takes in another form than Python has."""


def scene_schema() -> Schema:
    """The JSON schema (draft 2020-12) of what `drystone.read_scene` reads.

    A scene that it refuses is refused by the reader. The reader refuses more: names of blocks that there are not, and
    numbers out of their range.

    >>> import drystone as ds
    >>> sorted(ds.scene_schema()["properties"]["run"]["properties"])[:3]
    ['dt', 'duration', 'form']
    """
    tables: dict[str, Schema] = {
        "name": {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME},
        "gravity": VECTOR,
        "friction": {"anyOf": [NUMBER, _friction()]},
        "structure": _of_kinds(STRUCTURES, "structure"),
        "geometry": _object(_geometry(), ["file"], "geometry"),
        "block": {"type": "array", "items": _block()},
        "material": {"type": "array", "items": _material()},
        "joint": {"anyOf": [_joint(), {"type": "array", "items": _joint()}]},
        "tie": {"type": "array", "items": _tie()},
        "motion": _of_kinds(MOTIONS, "motion"),
        "load": {"type": "array", "items": _of_kinds(LOADS, "load")},
        "settlement": {"type": "array", "items": _settlement()},
        "run": _object(_of_class(RunSettings), [], "run"),
    }
    told = {key: {"description": MEANINGS[""][key][1], **schema} for key, schema in tables.items()}
    twice = {"required": ["friction", "structure"], "properties": {"structure": {"required": ["friction"]}}}
    return {
        "$schema": DIALECT,
        "title": "scene of drystone",
        "type": "object",
        "properties": told,
        "additionalProperties": False,
        "oneOf": [{"required": [shape]} for shape in SHAPES],
        "not": twice,
    }


def table_keys() -> dict[str, dict[str, str]]:
    """By table, and key in it, the default as it would be written; an empty text where there is none."""
    several: Mapping[str, Registry[Any]] = {"motion": MOTIONS, "load": LOADS, "block": BLOCKS}
    pages: dict[str, dict[str, str]] = {"": dict.fromkeys(MEANINGS[""], "")}
    pages[""] |= {"gravity": "[0, 0, -9.81]"}
    pages["friction"] = dict.fromkeys(FRICTION_KEYS, "") | {"default": "0.6"}
    pages["friction.pairs"] = dict.fromkeys(PAIR_KEYS, "")
    pages["geometry"] = {key: _default(one) for key, one in _parameters(read_assembly).items() if key != "friction"}
    for table, registry in several.items():
        parts = registry.parts
        pages[table] = {"kind": ""}
        for kind in parts:
            for key, one in _parameters(registry[kind]).items():
                pages[table].setdefault(key, _default(one))
    pages["material"] = dict.fromkeys(MATERIAL_KEYS, "")
    pages["joint"] = dict.fromkeys(JOINT_PAIR, "") | {"kind": '"joint"'} | _defaults(JOINTS["joint"])
    pages["tie"] = _defaults(Tie) | {"block_a": ""}
    pages["settlement"] = _defaults(Settlement)
    pages["run"] = _defaults(RunSettings)
    return pages


def keys_page() -> str:
    """The keys of all tables with units, defaults and meanings, as tables in Markdown."""
    parts = []
    for table, keys in table_keys().items():
        title = {"": "The scene itself", "friction.pairs": "`pairs` of `friction`"}.get(table, f"`{table}`")
        rows = [f"### {title}", "", "| key | unit | default | meaning |", "|---|---|---|---|"]
        for key, default in keys.items():
            unit, meaning = MEANINGS[table][key]
            rows.append(f"| `{key}` | {unit} | {f'`{default}`' if default else ''} | {meaning} |")
        parts.append("\n".join(rows))
    kinds = ["### Kinds of `structure`", "", "| kind | keys and defaults |", "|---|---|"]
    for kind in STRUCTURES.parts:
        own = [f"`{key} = {text}`" if (text := _default(one)) else f"`{key}`" for key, one in
               _parameters(STRUCTURES[kind]).items()]  # fmt: skip
        kinds.append(f"| `{kind}` | {', '.join(own)} |")
    return "\n\n".join([*parts, "\n".join(kinds)])


def _object(properties: Mapping[str, Schema], required: Collection[str], table: str) -> Schema:
    meanings = MEANINGS.get(table, {})
    told = {}
    for key, schema in properties.items():
        unit, meaning = meanings.get(key, ("", ""))
        words = meaning + (f" ({unit})" if unit else "")
        told[key] = {"description": words, **schema} if words else dict(schema)
    return {"type": "object", "properties": told, "required": list(required), "additionalProperties": False}


def _of_kinds(registry: Registry[Any], table: str) -> Schema:
    """A table that has the keys of what its kind calls."""
    cases = []
    for kind in registry:
        is_kind = {"properties": {"kind": {"const": kind}}, "required": ["kind"]}
        cases.append({"if": is_kind, "then": _arguments(registry[kind], table, {"kind": {"const": kind}})})
    kinds = {"kind": {"enum": list(registry)}}
    return {"type": "object", "required": ["kind"], "properties": kinds, "allOf": cases}


def _block() -> Schema:
    """A block without a kind has vertices, or is a box."""
    known = _of_kinds(BLOCKS, "block")
    plain = {kind: _arguments(BLOCKS[kind], "block", {}) for kind in ("vertices", "box")}
    unnamed = {"if": {"required": ["vertices"]}, "then": plain["vertices"], "else": plain["box"]}
    return {"type": "object", "if": {"required": ["kind"]}, "then": known, "else": unnamed}


def _friction() -> Schema:
    pair = _object({"a": TEXT, "b": TEXT, "value": NUMBER}, PAIR_KEYS, "friction.pairs")
    return _object({"default": NUMBER, "pairs": {"type": "array", "items": pair}}, [], "friction")


def _material() -> Schema:
    mesh = {"anyOf": [{"enum": ["tetrahedra", "affine"]}, _numbers(3, {"type": "integer", "minimum": 1})]}
    modes = {"type": "integer", "minimum": UNIFORM}
    types_of = (TEXTS, NUMBER, NUMBER, NUMBER, NUMBER, _numbers(2, NUMBER), mesh, NUMBER, modes)
    one = _object(dict(zip(MATERIAL_KEYS, types_of, strict=True)), ["blocks"], "material")
    pairs = {"young": ["poisson"]} | {key: ["young"] for key in ELASTIC_KEYS if key != "young"}
    return one | {"minProperties": 2, "dependentRequired": pairs}


def _numbers(count: int, kind: Schema) -> Schema:
    return {"type": "array", "items": kind, "minItems": count, "maxItems": count}


def _geometry() -> dict[str, Schema]:
    types_of = {key: _type(one.annotation, key) for key, one in _parameters(read_assembly).items()}
    return {key: schema for key, schema in types_of.items() if key != "friction"} | {"file": TEXT}


def _joint() -> Schema:
    """The fields of the joint's kind; a and b are there both or not at all."""
    both = {"dependentRequired": {"a": ["b"], "b": ["a"]}}
    pair = dict.fromkeys(JOINT_PAIR, TEXT)
    plain = _object(pair | _of_class(JOINTS["joint"]), [], "joint") | both
    cases = [
        {
            "if": {"properties": {"kind": {"const": kind}}},
            "then": _object(pair | {"kind": {"const": kind}} | _of_class(JOINTS[kind]), [], "joint") | both,
        }
        for kind in JOINTS
    ]
    named = {"type": "object", "properties": {"kind": {"enum": list(JOINTS)}}, "allOf": cases}
    return {"if": {"type": "object", "required": ["kind"]}, "then": named, "else": plain}


def _tie() -> Schema:
    """Area and young, or stiffness; a tie to the ground has its point there."""
    one = _object(_of_class(Tie) | {"point_a": VECTOR, "point_b": VECTOR}, ["block_a"], "tie")
    section = {"required": ["area", "young"], "not": {"required": ["stiffness"]}}
    stiff = {"required": ["stiffness"], "not": {"anyOf": [{"required": ["area"]}, {"required": ["young"]}]}}
    ends = {"anyOf": [{"required": ["block_b"]}, {"required": ["point_b"]}]}
    return one | {"oneOf": [section, stiff], "allOf": [ends]}


def _settlement() -> Schema:
    one = _object(_of_class(Settlement) | {"rotation": ROTATION}, ["blocks"], "settlement")
    return one | {"anyOf": [{"required": ["displacement"]}, {"required": ["rotation"]}]}


def _arguments(make: Callable[..., Any], table: str, more: Mapping[str, Schema]) -> Schema:
    """The keys of a table whose values are the arguments of a function."""
    found = _parameters(make)
    properties = dict(more) | {key: _type(one.annotation, key) for key, one in found.items()}
    required = [*more, *(key for key, one in found.items() if one.default is one.empty)]
    return _object(properties, required, table)


def _parameters(make: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """The arguments of a function by the keys that stand for them, with their types."""
    made = make.__init__ if inspect.isclass(make) else make
    try:
        hints = get_type_hints(made)
    except (NameError, TypeError):  # of a user's own, with names that are not to be found
        hints = {}
    return {
        "file" if name == "path" else name: one.replace(annotation=hints.get(name, Any))
        for name, one in inspect.signature(make).parameters.items()
        if name not in NOT_KEYS
    }


def _of_class(kind: type) -> dict[str, Schema]:
    hints = get_type_hints(kind)
    return {one.name: _type(hints[one.name], one.name) for one in fields(kind)}


def _type(annotation: Any, key: str) -> Schema:
    """The schema of a value, by its annotation; anything where that leaves it open."""
    if key in OWN:
        return OWN[key]
    if annotation in SIMPLE:
        return SIMPLE[annotation]
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        kinds = [_type(one, "") for one in inner if one is not type(None)]
        kept = [one for i, one in enumerate(kinds) if one not in kinds[:i]]
        return {} if {} in kept else kept[0] if len(kept) == 1 else {"anyOf": kept}
    if origin is tuple:
        return {"type": "array", "prefixItems": [_type(one, "") for one in inner], "minItems": len(inner),
                "maxItems": len(inner)}  # fmt: skip
    if origin in (list, Sequence):
        return {"type": "array", "items": _type(inner[0], "") if inner else {}}
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": _type(inner[1], "")}
    return {}


def _defaults(kind: type) -> dict[str, str]:
    values = {one.name: one.default if one.default is not MISSING else None for one in fields(kind)}
    return {name: _written(value) for name, value in values.items()}


def _default(parameter: inspect.Parameter) -> str:
    return "" if parameter.default is parameter.empty else _written(parameter.default)


def _written(value: Any) -> str:
    """A default as TOML has it; nothing for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, (tuple, list, np.ndarray)):
        return "[" + ", ".join(_written(one) for one in value) + "]"
    return f"{value:.6g}"
