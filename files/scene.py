"""Scenes: what is to be run, from a TOML file or by a built-in name.

    friction = 0.6

    [[block]]
    name = "base"
    size = [3, 2, 0.2]                      # m
    center = [0, 0, -0.1]
    fixed = true

    [[block]]
    name = "stone"
    size = [0.4, 0.3, 0.5]
    center = [0, 0, 0.25]

    [motion]
    kind = "one-sine"
    amplitude = 3.0                         # m/s2
    half_period = 0.5                       # s

docs/scenes.md has all tables and keys, and `drystone schema` prints them as a JSON schema.

Instead of the [[block]] tables, [structure] with kind = "arch" and so on names one of drystone.structures.STRUCTURES
and its arguments; friction and the [[joint]] tables of the scene then take the place of those of the structure. Or the
blocks are those of a model: [geometry] with ``file``, looked for beside the scene, and the other arguments of
drystone.read_assembly, see docs/models.md.
Kinds of blocks, motions, loads and structures that a user registered are kinds here, too.
Limit analysis and equilibrium (`drystone limit`, `drystone equilibrium`) are of the initial state, with its joints
and without settlements.

This module stands above `structures`, which a scene names; apart from it `files` needs only what lies below it.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..checks import FloatArray, file_path, instance_of, options_table, place_of, plain_name, yes_no
from ..disk import MEGABYTE, is_file, read_text, reading
from ..errors import DrystoneError, UnknownNameError, did_you_mean, shown
from ..geometry import FORMATS
from ..ground_motion import GroundMotion
from ..model import Assembly, Loads, Settlement, State
from ..model.gravity import ONE_G
from ..structures import STRUCTURES
from ..summary import Facts, Summarised, vector
from ..user_code import foreign
from .readers import READERS, tables_of
from .scene_keys import MEANINGS
from .scene_tables import SHAPES, assembly_of, read_gravity, read_loads, read_motion, read_run, read_settlements
from .settings import RunSettings

__all__ = ["BUILT_IN", "SceneFile", "read_scene", "scene_files", "scene_tables"]

WHAT = "scene file"
LARGEST = 64 * MEGABYTE
"""Largest scene file that is read (bytes): some hundred thousand blocks."""
KEYS = ("name", "gravity", "friction", *SHAPES, "material", "joint", "tie", "motion", "load", "settlement", "run")
OUTSIDE = "DRYSTONE_OUTSIDE"
"""Environment variable that allows scenes, with the value 1, to name files outside their folders."""
LEFT = [-1.0, 0.0, 0.0]

BUILT_IN: dict[str, dict[str, Any]] = {
    "block": {
        "structure": {"kind": "block", "width": 0.6, "depth": 0.6, "height": 2.0, "tilt": 15.0, "friction": 2.0},
        "run": {"duration": 2.0},
    },
    "column": {"structure": {"kind": "column", "count": 5}, "run": {"duration": 0.5}},
    "wall": {"structure": {"kind": "wall", "courses": 6, "bricks_per_course": 6}, "run": {"duration": 0.5}},
    "arch": {
        "structure": {"kind": "arch"},
        "motion": {"kind": "biphasic", "amplitude": 1.11 * ONE_G, "duration": 0.30, "direction": LEFT},
        "run": {"duration": 2.0, "dt": 2e-3},
    },
    "spandrel-arch": {
        "structure": {"kind": "spandrel-arch"},
        "motion": {"kind": "harmonic", "amplitude": 0.36 * ONE_G, "frequency": 0.5, "direction": LEFT},
        "run": {"duration": 2.0, "dt": 2e-3, "record_every": 5},
    },
    "dome": {"structure": {"kind": "dome"}, "run": {"duration": 0.5}},
    "cylinder": {"structure": {"kind": "cylinder"}, "run": {"duration": 0.1, "record_every": 10}},
    "house": {"structure": {"kind": "house"}, "run": {"duration": 0.5, "record_every": 5}},
    "stone-house": {"structure": {"kind": "stone-house"}, "run": {"duration": 0.5}},
    "church": {"structure": {"kind": "church"}, "run": {"duration": 0.05, "record_every": 10}},
    "tower": {"structure": {"kind": "tower"}, "run": {"duration": 0.1, "record_every": 10}},
    "multidrum-column": {"structure": {"kind": "multidrum-column"}, "run": {"duration": 0.5}},
    "portal": {"structure": {"kind": "portal"}, "run": {"duration": 0.5}},
    "barrel-vault": {"structure": {"kind": "barrel-vault"}, "run": {"duration": 0.5, "record_every": 5}},
}
"""Scenes there are without a file, as a scene file would hold them; those of other structures have no other table.

The block rocks freely from a tilt of 15 degrees (section 4.1 of Nodargi and Bisegna 2024). The motions of the arch and
of the spandrel arch are those of sections 4.3 and 4.4: the first pulse of the ground's acceleration is leftward. The
others are under their own weight.
"""


@dataclass(frozen=True, eq=False)
class SceneFile(Summarised):
    """What a scene says.

    ``assembly``: blocks with their friction, joint laws and ties. ``gravity`` (3,) (m/s2). ``motion`` of the ground,
    None for none. ``loads``; ``settlements`` of fixed blocks. ``run``: how to run it, formulation and options included.
    """

    name: str
    assembly: Assembly
    gravity: FloatArray
    motion: GroundMotion | None
    loads: Loads
    run: RunSettings
    settlements: tuple[Settlement, ...] = ()

    def arguments(self, run: RunSettings | None = None) -> dict[str, Any]:
        """The keyword arguments of `drystone.simulate`, with the settings ``run`` in place of the scene's own."""
        acting = {name: getattr(self, name) for name in ("assembly", "motion", "gravity", "loads", "settlements")}
        return acting | vars(self.run if run is None else instance_of(run, RunSettings, "run"))

    def _summary(self) -> Facts:
        yield "", repr(self.name)
        yield "blocks", f"{len(self.assembly)}, {len(self.assembly.movable)} movable"
        yield "gravity", vector(self.gravity, "m/s2")
        yield (
            "motion",
            "none" if self.motion is None else f"{self.motion.duration:.6g} s, at most {self.motion.pga:.4g} m/s2",
        )
        yield "loads", str(len(self.loads.items) or "none")
        yield "settlements", str(len(self.settlements) or "none")
        run = self.run
        yield "run", f"{run.duration:.6g} s, dt {run.dt:.6g} s, {run.formulation}, {run.form}, {run.solver}"


def read_scene(
    scene: str | Path | Mapping[str, Any],
    arguments: Mapping[str, Any] | None = None,
    *,
    changes: Mapping[str, Any] | None = None,
    folder: str | Path | None = None,
    outside: bool = False,
) -> SceneFile:
    """The scene in the file ``scene``, or that of the structure of that name, or of tables that a file would have.

    A file is TOML, unless `drystone.files.READERS` has another reader for the end of its name. A model, such as
    "vault.obj" (`drystone.geometry.FORMATS`), is a scene under its own weight.

    ``arguments``: of the scene's structure, see `drystone.structures`, or model, see `drystone.read_assembly`, in the
    place of those that it has. ``changes``:
    any values of the scene's tables in place of its own, by keys with dots: ``{"friction": 0.4, "run.dt": 1e-3,
    "block.0.density": 2400.0}`` (tables of a list are counted from 0); None takes what is there away. ``folder``:
    where the files that a scene names are looked for; default: that of the scene's file.
    ``outside``: whether a scene file may name files outside its own folder, which is refused otherwise (the environment
    variable `OUTSIDE` says it for all); what ``arguments``, ``changes`` and tables of your own name is not asked.

    DrystoneError, with the file and the table it is about, for a file that is missing or no TOML, for an unknown
    key, and for every value the model refuses. To read a file called as a built-in scene write "./arch".

    >>> import drystone as ds
    >>> scene = ds.read_scene("arch", {"count": 9})
    >>> len(scene.assembly.movable), scene.run.dt
    (9, 0.002)
    """
    place = None if folder is None else file_path(folder, "folder of the scene")
    if isinstance(scene, Mapping):
        return _read(_changed(scene, arguments, changes), "scene", place or Path())
    content = scene_tables(scene, yes_no(outside, "outside"))
    if isinstance(scene, str) and scene in STRUCTURES:
        return _read(_changed(content, arguments, changes), scene, place or Path())
    path = Path(scene)
    with reading(path, WHAT):
        return _read(_changed(content, arguments, changes), path.stem, place or path.parent)


def scene_tables(scene: str | Path, outside: bool = False) -> Mapping[str, Any]:
    """The tables of the scene in the file ``scene``, or of that of the structure of that name; see `read_scene`."""
    if isinstance(scene, str) and scene in STRUCTURES:
        return BUILT_IN.get(scene, {"structure": {"kind": scene}})
    path = file_path(scene, "path of the scene")
    if path.suffix.lower() in FORMATS and path.suffix not in READERS:
        return {"geometry": {"file": path.name}}
    listed = ", ".join(sorted(STRUCTURES))
    meant = next((f". Did you mean {one!r}?" for one in _beside(path)), did_you_mean(scene, STRUCTURES))
    missing = f" and no built-in scene of that name; built in are: {listed}{meant}"
    source = read_text(scene, WHAT, LARGEST, missing)
    with reading(path, WHAT):
        tables = tables_of(source, path.suffix.lower())
        if not outside and os.environ.get(OUTSIDE) != "1":
            _refuse_outside(tables, path.parent)
        return tables


def _beside(path: Path) -> list[str]:
    """Of the scenes and models that are called as the path is, but for the end, those that are there."""
    ends = (*READERS, *FORMATS) if path.name else ()
    return [str(path.with_suffix(end)) for end in ends if is_file(path.with_suffix(end))]


def scene_files(content: Mapping[str, Any], changes: Mapping[str, Any] | None = None) -> list[str]:
    """The files of records and models that the tables of a scene name, with ``changes`` as in `read_scene`."""
    return [one for _, one in _named(_changed(content, None, changes))]


def _named(content: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The tables of a scene that name files, each with every one of them."""
    for table in ("motion", "geometry"):
        found = content[table].get("file") if isinstance(content.get(table), Mapping) else None
        for one in found if isinstance(found, list) else [found]:
            if isinstance(one, str) and "\0" not in one:
                yield table, one


def _refuse_outside(content: Mapping[str, Any], folder: Path) -> None:
    """DrystoneError where a scene names a file that does not lie in its own folder."""
    home = folder.resolve()
    for table, one in _named(content):
        if not (folder / one).resolve().is_relative_to(home):
            raise DrystoneError(
                f"[{table}] names the file {shown(one)}, outside the scene's own folder. Put it there, or allow it "
                f"by outside=True in Python, {OUTSIDE}=1 in the environment"
            )


def _changed(
    content: Mapping[str, Any], arguments: Mapping[str, Any] | None, changes: Mapping[str, Any] | None
) -> Mapping[str, Any]:
    """The content of a scene with other arguments of its structure, and other values of its tables."""
    arguments = options_table(arguments, "arguments")
    if arguments:
        shape = next((key for key in ("structure", "geometry") if isinstance(content.get(key), Mapping)), None)
        own = {key: value for key, value in arguments.items() if shape != "structure" and key == "friction"}
        given = {key: value for key, value in arguments.items() if key not in own}
        if given and shape is None:
            raise DrystoneError(
                f"{', '.join(given)} cannot be set: the scene has blocks, and no [structure] or [geometry]"
            )
        content = {**content, **own} if shape is None else {**content, **own, shape: {**content[shape], **given}}
    for key, value in options_table(changes, "changes").items():
        content = _with(content, key.split("."), value, key)
    return content


def _with(content: Any, path: list[str], value: Any, key: str) -> Any:
    """Tables, or a list of tables, with another value at the end of a path through them; None: without any there."""
    name, *further = path
    if isinstance(content, list):
        place = place_of(int(name) if name.isdecimal() and len(name) < 10 else name, len(content), f"in {key}: table")
        changed = _with(content[place], further, value, key) if further else value
        return [*content[:place], changed, *content[place + 1 :]]
    if not isinstance(content, Mapping) or not name:
        raise DrystoneError(f"{shown(key)} cannot be changed: the scene has no table there; got {shown(content)}")
    others = {one: entry for one, entry in content.items() if one != name}
    if further:
        return {**content, name: _with(content.get(name, {}), further, value, key)}
    return others if value is None else {**content, name: value}


def _name(content: Mapping[str, Any], file: str) -> str:
    """The name of a scene, after which the folder of its results is called: its own, else that of its file."""
    if "name" in content:
        return plain_name(content["name"], "name of the scene")
    try:
        return plain_name(file, "name of the scene's file")
    except DrystoneError as error:
        raise DrystoneError(f"{error}. Give the file another, or the scene one: name = 'my scene'") from error


def _read(content: Mapping[str, Any], name: str, folder: Path) -> SceneFile:
    for key in content:
        if key not in KEYS:
            tables = " or ".join(name for name, keys in MEANINGS.items() if key in keys)
            raise UnknownNameError("key", key, KEYS, f". It belongs to the table {tables}" if tables else "")
    given = _name(content, name)
    assembly = assembly_of(content, folder)
    scene = SceneFile(
        name=given,
        assembly=assembly,
        gravity=read_gravity(content),
        motion=read_motion(content, folder),
        loads=read_loads(content),
        run=read_run(content, RunSettings()),
        settlements=read_settlements(content, assembly),
    )
    with foreign("a [[load]] failed"):
        scene.loads.resultant(assembly, State.initial(assembly), 0.0)  # finds names of blocks that do not exist now
    return scene
