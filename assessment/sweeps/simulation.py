"""The task of sweeps over simulations: a scene with some values changed, and what became of it."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.machinery import PathFinder
from math import ceil
from pathlib import Path
from typing import Any

from ...errors import DrystoneError
from ...files import SceneFile, read_scene
from ...files.scene import scene_files, scene_tables
from ...ground_motion import GroundMotion
from ...integrators import get_integrator, simulate
from ...integrators.options import read_options
from ...model.digest import digest
from ...model.scene import Scene
from ...results import Trajectory
from ...solvers import get_solver
from ...structures import STRUCTURES, column
from ...user_code import imported_once

__all__ = ["check_case", "check_cases", "page_case", "simulate_case"]

RECORDED = 500
"""States of a run that are kept at least, if it has so many steps: the times of verdicts are those of such states."""
USUAL: dict[str, Any] = {"record_contacts": False, "until": "verdict"}
"""Options of a run, which those of its scene take the place of."""
NAME = 16
"""Letters of the name of a page."""
STEPS, STEP = 3, 1e-2
"""Steps (and their length, s) of the run that compiles what others need."""


def simulate_case(scene: str, folder: str | None = None, parts: Sequence[str] = (), **changes: Any) -> dict[str, Any]:
    """What became of a scene in a run of its own settings: the row of its verdict.

    ``scene``: the name of a structure, the path of a scene file, or its tables as JSON text; ``folder``: where the
    files that it names are looked for. ``parts``: Python files and modules to import first, which register parts of a
    user's own. ``changes``: values of the scene's tables by keys with dots, see `drystone.read_scene`. The run ends as
    soon as its verdict is certain, unless the option ``until`` of the scene says otherwise; it keeps no contacts.
    """
    read = _read(scene, folder, parts, changes)
    return {**_simulated(read).verdict().as_row(), **_hashes(read)}


def page_case(
    scene: str, folder: str | None = None, parts: Sequence[str] = (), pages: str = ".", **changes: Any
) -> dict[str, Any]:
    """The same run once more as a page in the folder ``pages``, which must be there: its name, and its size (MB).

    The name says what was run, so that pages of other runs stay. Other arguments as in `simulate_case`.
    """
    read = _read(scene, folder, parts, changes)
    page = _simulated(read).view(read.name, motion=read.motion)
    path = page.save(Path(pages) / f"{digest([scene, sorted(changes.items())])[:NAME]}.html")
    return {"page": path.name, "size": path.stat().st_size / 1e6}


def _read(scene: str, folder: str | None, parts: Sequence[str], changes: Mapping[str, Any]) -> SceneFile:
    for one in parts:
        imported_once(one)
    return read_scene(_tables(scene), changes=changes, folder=folder)


def check_case(read: SceneFile) -> None:
    """DrystoneError for settings of a scene's run that no run can have, before many are made."""
    run = read.run
    read_options(run.formulation, {**USUAL, **run.options})
    get_integrator(run.integrator)
    get_solver(run.solver)


def check_cases(
    content: Mapping[str, Any], fixed: Mapping[str, Any], cases: Sequence[Mapping[str, Any]], folder: str | Path | None
) -> None:
    """Read a scene with the changes of one case of each kind, so that a mistake is told before any run is made."""
    for case in {tuple(case): case for case in reversed(cases)}.values():
        check_case(read_scene(content, changes={**fixed, **case}, folder=folder))


def _compile(parts: Sequence[str] = (), **common: Any) -> None:
    """Compile, or load from the disk, what a run needs."""
    simulate(column(3), STEPS * STEP, STEP, motion=GroundMotion.harmonic(8.0, 5.0))


def _files(common: Mapping[str, Any], cases: Sequence[Mapping[str, Any]]) -> list[list[Path]]:
    """The files that decide each run beside its arguments: the scene where it is one, the models and records that it
    names, and the parts. What one of them reads in turn is not among them.
    """
    read = cache(_named_in)
    return [_deciding(read, **{**common, **case}) for case in cases]


def _deciding(
    read: Callable[[str], tuple[Mapping[str, Any], Path, list[Path]]], scene: str, folder: str | None = None,
    parts: Sequence[str] = (), pages: str = ".", **changes: Any,
) -> list[Path]:  # fmt: skip
    try:
        found = [Path(one) if one.endswith(".py") else _file_of(one) for one in parts]
        imported = [one for one in found if one is not None]
        tables, home, own = read(scene)
        named = scene_files(tables, changes)
        return [*imported, *own, *((home if folder is None else Path(folder)) / one for one in named)]
    except (AttributeError, DrystoneError, TypeError):  # arguments with which there is no run, which says so
        return []


def _named_in(scene: str) -> tuple[Mapping[str, Any], Path, list[Path]]:
    """The tables of a scene, where the files that they name are looked for, and its own file where it has one."""
    tables = _tables(scene)
    if isinstance(tables, Mapping):
        return tables, Path(), []
    tables = scene_tables(scene)
    return (tables, Path(), []) if scene in STRUCTURES else (tables, Path(scene).parent, [Path(scene)])


def _file_of(module: str) -> Path | None:
    """The file of a module, None where it cannot be found without running others."""
    folders, found, parts = None, None, module.split(".")
    for depth in range(len(parts)):
        found = PathFinder.find_spec(".".join(parts[: depth + 1]), folders)
        if found is None:
            return None
        folders = found.submodule_search_locations
    return None if found is None or found.origin is None else Path(found.origin)


def _anywhere(common: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments in common without the folders of the scene and of the files of parts: a project may be moved."""
    kept = {name: value for name, value in common.items() if name != "folder"}
    if isinstance(parts := common.get("parts"), list):
        kept["parts"] = [Path(one).name if isinstance(one, str) and one.endswith(".py") else one for one in parts]
    return kept


def _places(common: Mapping[str, Any]) -> set[Path]:
    """The folder of the scene and those of the files of parts, that `_anywhere` leaves out."""
    folder, parts = common.get("folder"), common.get("parts")
    found = [Path(folder)] if isinstance(folder, str) else []
    files = parts if isinstance(parts, list) else []
    found += [Path(one).parent for one in files if isinstance(one, str) and one.endswith(".py")]
    return {one.resolve() for one in found}


simulate_case.prepare = page_case.prepare = _compile  # type: ignore[attr-defined]
simulate_case.files = page_case.files = _files  # type: ignore[attr-defined]
simulate_case.anywhere = page_case.anywhere = _anywhere  # type: ignore[attr-defined]
simulate_case.places = page_case.places = _places  # type: ignore[attr-defined]


def _tables(scene: str) -> Any:
    if not isinstance(scene, str) or not scene.startswith("{"):
        return scene
    try:
        return json.loads(scene)
    except ValueError as error:
        raise DrystoneError(f"the scene begins with a bracket and is no JSON text: {error}") from error


def _simulated(scene: SceneFile) -> Trajectory:
    every = max(scene.run.record_every, ceil(scene.run.duration / scene.run.dt / RECORDED))
    run = replace(scene.run, options={**USUAL, **scene.run.options}, record_every=every)
    return simulate(**scene.arguments(run))


def _hashes(scene: SceneFile) -> dict[str, Any]:
    acting = Scene.of(scene.assembly, scene.gravity, scene.loads, scene.motion, scene.settlements)
    return {
        "scene_digest": acting.digest,
        "motion_digest": None if scene.motion is None else digest(scene.motion),
    }
