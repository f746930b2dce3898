"""What acts on the assembly of a stored run, as arrays and text (JSON), so that the run can go on without its scene.

``motion/<array>``: fields of the `GroundMotion` that all fixed blocks follow; ``supports/<i>/<array>`` with
``supports/names``: those of a `MultiSupportMotion`. ``loads``, ``settlements``: lists of their fields, a load with its
kind; an array among them is a table of its ``array``, as lists, its ``dtype`` and its ``shape``. ``unstored``: why what
acts is not all there, for loads that are functions of time or hold other objects; "" where it is.
"""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from ..errors import DrystoneError
from ..ground_motion import GroundMotion, MultiSupportMotion
from ..model import Assembly, Loads, Scene, Settlement
from ..model.loads import LOADS, Load
from .fields import Fields

__all__ = ["load_arrays", "read_load_arrays", "read_scene_arrays", "scene_arrays"]

ARRAY = {"array", "dtype", "shape"}
"""Keys of an array among the fields of a load."""
KINDS = ("float", "int", "uint", "bool", "str")
"""Arrays that are read, by the names of their types without the number of bits."""


def scene_arrays(scene: Scene) -> dict[str, Any]:
    """The arrays of what acts in a scene."""
    content: dict[str, Any] = {}
    if scene.supports is not None:
        content["supports/names"] = np.array(list(scene.supports.motions), dtype=np.str_)
        for i, motion in enumerate(scene.supports.motions.values()):
            content |= {f"supports/{i}/{name}": array for name, array in _motion_arrays(motion).items()}
    elif scene.motion is not None:
        content |= {f"motion/{name}": array for name, array in _motion_arrays(scene.motion).items()}
    content["settlements"] = np.array(json.dumps([_plain(one) for one in scene.settlements]))
    return content | load_arrays(scene.loads)


def load_arrays(loads: Loads) -> dict[str, Any]:
    """Those of the loads, or why they are not stored."""
    try:
        tables = [{"kind": _kind(load), **_plain(load)} for load in loads.items]
    except TypeError as error:
        return {"loads": np.array("[]"), "unstored": np.array(str(error))}
    return {"loads": np.array(json.dumps(tables)), "unstored": np.array("")}


def read_load_arrays(content: Fields) -> Loads | None:
    """The loads that a file holds; None where it does not hold them all, or a kind of them is not known here."""
    if "loads" not in content or content.text("unstored"):
        return None
    tables = json.loads(content.text("loads"))
    return Loads([_load(table) for table in tables]) if all(table["kind"] in LOADS for table in tables) else None


def read_scene_arrays(content: Fields, assembly: Assembly) -> dict[str, Any]:
    """Motion, loads and settlements as `simulate` takes them; DrystoneError where they are not all there."""
    missing = content.text("unstored")
    if missing:
        raise DrystoneError(
            f"{missing}; go on in Python: simulate(..., loads=..., start=...) with the checkpoint of the run"
        )
    motion: Any = _motion(content.within("motion")) if content.within("motion").names else None
    supports = content.within("supports")
    if supports.names:
        names = supports("names", "U", None).tolist()
        motion = MultiSupportMotion({name: _motion(supports.within(str(i))) for i, name in enumerate(names)})
    loads = [_load(table) for table in json.loads(content.text("loads"))]
    settlements = [Settlement(**_fields(table)) for table in json.loads(content.text("settlements"))]
    for one in settlements:
        for name in one.blocks:
            assembly.index_of(name)
    return {"motion": motion, "loads": Loads(loads), "settlements": settlements}


def _motion_arrays(motion: GroundMotion) -> dict[str, Any]:
    values = {one.name: getattr(motion, one.name) for one in fields(motion)}
    return {name: value for name, value in values.items() if value is not None}


def _motion(content: Fields) -> GroundMotion:
    names = [one.name for one in fields(GroundMotion) if one.name in content]
    vectors = ("constant", "slope", "sine")
    return GroundMotion(**{name: content(name, "f", None, *([3] if name in vectors else [])) for name in names})


def _kind(load: Load) -> str:
    if load.name not in LOADS or LOADS[load.name] is not type(load):
        raise TypeError(f"the load {type(load).__name__} is of no registered kind and not stored")
    return load.name


def _plain(thing: Any) -> dict[str, Any]:
    """The fields of a load or a settlement as JSON has them; TypeError for functions."""
    if not is_dataclass(thing):
        raise TypeError(f"the load {type(thing).__name__} has no fields and is not stored")
    values = {one.name: getattr(thing, one.name) for one in fields(thing)}
    if any(callable(value) for value in values.values()):
        raise TypeError("loads that are functions of time are not stored")
    return {name: _written(value, thing) for name, value in values.items()}


def _written(value: Any, thing: Any) -> Any:
    """A field of a load or a settlement, as JSON has it and `_read` gives it back; TypeError for other objects."""
    plain = value.item() if isinstance(value, np.generic) else value
    if plain is None or isinstance(plain, str | bool | int | float):
        return plain
    if isinstance(value, np.ndarray) and (value.dtype.kind in "biuU" or value.dtype in (np.float64, np.float32)):
        return {"array": value.tolist(), "dtype": value.dtype.name, "shape": list(value.shape)}
    if isinstance(value, tuple | list):
        return [_written(one, thing) for one in value]
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value) and set(value) != ARRAY:
        return {key: _written(one, thing) for key, one in value.items()}
    raise TypeError(
        f"the load {type(thing).__name__} holds something other than numbers, texts and arrays, and is not stored"
    )


def _read(value: Any) -> Any:
    """What `_written` made of a field; ValueError for arrays that are none."""
    if isinstance(value, list):
        return [_read(one) for one in value]
    if not isinstance(value, Mapping):
        return value
    if set(value) != ARRAY:
        return {key: _read(one) for key, one in value.items()}
    kind = str(value["dtype"])
    if kind.rstrip("0123456789") not in KINDS:
        raise ValueError(f"an array of {kind:.80} is not read")
    return np.array(value["array"], dtype=str if kind.startswith("str") else kind).reshape(value["shape"])


def _fields(table: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _read(value) for name, value in table.items()}


def _load(table: Mapping[str, Any]) -> Load:
    given = _fields(table)
    kind = given.pop("kind", None)
    if kind not in LOADS:
        raise DrystoneError(f"there is no kind of load {kind!r:.80}; import the file that registers it")
    return LOADS[kind](**given)
