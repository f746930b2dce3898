"""Sweep files: what is varied in which scene, from a TOML file.

    scene = "house.toml"                # scene file, looked for from this file's folder, or the name of a structure
    import = ["my_parts.py"]            # optional: Python files and modules with parts of your own, to import first

    [set]                               # optional: values of the scene's tables in place of its own, in all runs
    run.dt = 2e-3
    structure.friction = 0.6

    [grid]                              # what varies: all combinations of these values, the last key fastest
    motion.amplitude = { start = 1.0, stop = 4.0, count = 7 }
    motion.half_period = [0.2, 0.4, 0.8]

    [[case]]                            # and, or instead: single runs
    motion.amplitude = 5.0
    motion.half_period = 1.0

    [sweep]                             # optional
    workers = 4                         # processes (default: the processors)
    time_limit = 600                    # s, of a run
    figure = "displacement"             # result that the figure shows (default: the first)

In the place of ``scene`` there may be ``task = "my_study.py:function"``: keys are then its arguments.

What is imported, and a task that is not drystone's own, is a program: a file alone never runs it. Whoever reads the
file names it too: `drystone --import my_parts.py sweep FILE`, `drystone sweep FILE --allow-task my_study.py:function`,
``trusted`` of `read_plan`.
"""

import json
import os
import shlex
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from ...checks import finite_number, options_table, plain_name, sequence_of, text, whole_number, work_size
from ...disk import MEGABYTE, is_file, read_text, reading
from ...errors import DrystoneError, shown
from ...files.readers import tables_of
from ...files.scene import scene_tables
from ...structures import STRUCTURES
from ...summary import Facts, Summarised, counted
from ...user_code import imported_once
from .cases import Row, plain_row, read_common
from .simulation import check_cases
from .task import present

__all__ = ["Plan", "read_plan"]

WHAT = "sweep file"
LARGEST = 10 * MEGABYTE
"""Largest sweep file that is read (bytes)."""
MOST_CASES = 1_000_000
"""Runs of a plan: at one second each, ten days of one processor; the table is made in memory."""
KEYS = ("scene", "task", "import", "set", "grid", "case", "sweep")
RANGE = ("start", "stop", "count")
SETTINGS = ("workers", "time_limit", "figure")
SIMULATE = "drystone.assessment.sweeps:simulate_case"
"""The task of sweeps with a scene, the only one that a file may name by itself. No other function of drystone: some
import what they are told."""
PAGE = "drystone.assessment.sweeps:page_case"
"""The task that makes the page of a run."""
PARTS = "parts"
"""The argument of it that says what to import."""


@dataclass(frozen=True)
class Plan(Summarised):
    """What a sweep file says: ``task``, ``common`` and ``cases`` as `drystone.sweep` takes them, and its settings.

    ``varied``: the names of what the cases differ in. ``figure``: the result that is drawn, None for the first.
    """

    name: str
    task: str
    common: Mapping[str, Any]
    cases: tuple[Row, ...]
    workers: int | None = None
    time_limit: float | None = None
    figure: str | None = None

    @property
    def varied(self) -> tuple[str, ...]:
        """Parameters that do not have one value in all cases."""
        values: dict[str, set[Any]] = {}
        for case in self.cases:
            for name in case:
                values.setdefault(name, set())
        for name, found in values.items():
            found.update(case.get(name) for case in self.cases)
        return tuple(name for name, found in values.items() if len(found) > 1)

    def _summary(self) -> Facts:
        yield "", repr(self.name)
        yield "task", self.task
        yield "cases", counted(len(self.cases), "run")
        yield "varied", ", ".join(self.varied) or "nothing"


def read_plan(path: str | Path, *, trusted: Sequence[str] = ()) -> Plan:
    """The plan in a sweep file; DrystoneError, with the file and the table it is about, for every mistake.

    ``trusted``: the files and modules that the file may import, and the task that it may name, such as "my_parts.py"
    and "my_study.py:function" (files from the current folder). They are programs, and reading runs what is imported:
    what is not among them is refused.
    """
    may = {_place(one, Path()) for one in sequence_of(trusted, str, "trusted (files, modules and tasks)")}
    source = read_text(path, WHAT, LARGEST)
    path = Path(path)
    with reading(path, WHAT):
        return _read(tables_of(source, ".toml"), path, may)


def _read(content: Mapping[str, Any], path: Path, trusted: Collection[str]) -> Plan:
    options_table(content, "key", KEYS)
    if ("scene" in content) == ("task" in content):
        seen = "both" if "task" in content else "neither"
        raise DrystoneError(f"a sweep has either a scene or a task; this one has {seen}")
    fixed = dict(_flat(_table(content.get("set", {}), "[set]"), "", ranges=False))
    cases = _cases(content)
    for key in fixed:
        if any(key in case for case in cases):
            raise DrystoneError(f"{key} is in [set] and is varied, too; keep one")
    name = plain_name(path.stem, "name of the sweep file")
    if "scene" in content:
        task, common = SIMULATE, _of_scene(content, path, trusted)
        check_cases(json.loads(common["scene"]), fixed, cases, common.get("folder"))
    else:
        task, common = _task(content, path, trusted), {}
        if task == SIMULATE and any(PARTS in one for one in (fixed, *cases)):
            raise DrystoneError(f"{PARTS} cannot be set by a sweep file; it has import = [...] beside a scene")
    settings = _settings(_table(content.get("sweep", {}), "[sweep]"))
    return Plan(name, task, read_common({**fixed, **common}), tuple(cases), **settings)


def _settings(table: Mapping[str, Any]) -> dict[str, Any]:
    options_table(table, "key in [sweep]", SETTINGS)
    checked: dict[str, Any] = {}
    if "workers" in table:
        checked["workers"] = whole_number(table["workers"], "workers of [sweep]")
    if "time_limit" in table:
        checked["time_limit"] = finite_number(table["time_limit"], "time_limit of [sweep] (s)", above=0.0)
    if "figure" in table:
        checked["figure"] = text(table["figure"], "figure of [sweep]", empty=False)
    return checked


def _of_scene(content: Mapping[str, Any], path: Path, trusted: Collection[str]) -> dict[str, Any]:
    """The scene of simulations by its content, so that a changed file is another sweep, and the parts it needs."""
    parts = content.get("import", [])
    if not isinstance(parts, list):
        raise DrystoneError(f"import must be a list of files and modules; got {shown(parts)}")
    places = [_place(text(one, "an entry of import", empty=False), path) for one in parts]
    for one in places:
        if one not in trusted:
            raise DrystoneError(
                f"the file imports {shown(one)}, a program; if you trust it, name it too: drystone --import "
                f"{_quoted(one)} sweep {_quoted(str(path))}, or read_plan(..., trusted=[{one!r:.300}])"
            )
    for one in places:
        imported_once(one)
    name = text(content["scene"], "scene", empty=False)
    file = path.parent / name
    tables = scene_tables(name if name in STRUCTURES or not is_file(file) else file)
    try:
        common: dict[str, Any] = {"scene": json.dumps(tables)}
    except (TypeError, ValueError) as error:
        raise DrystoneError(f"the scene {shown(name)} holds what no scene can have: {error}") from error
    if "file" in common["scene"]:
        common["folder"] = str(file.parent.resolve())
    return {**common, PARTS: places} if places else common


def _task(content: Mapping[str, Any], path: Path, trusted: Collection[str]) -> str:
    """The task, which is drystone's own for sweeps or was named by whoever reads the file."""
    if "import" in content:
        raise DrystoneError("import goes with a scene; a task imports for itself")
    task = present(_place(text(content["task"], "task", empty=False), path))
    if task != SIMULATE and task not in trusted:
        raise DrystoneError(
            f"the task {shown(content['task'])} is a program; if you trust it, name it too: drystone sweep "
            f"{_quoted(str(path))} --allow-task {_quoted(task)}, or read_plan(..., trusted=[{task!r:.300}])"
        )
    return task


def _place(source: str, path: Path) -> str:
    """A Python file, or a function in one, from the folder of the file ``path``; names of modules as they are."""
    file, colon, function = source.rpartition(":") if not source.endswith(".py") else (source, "", "")
    return f"{(path.parent / file).resolve()}{colon}{function}" if file.endswith(".py") else source


def _quoted(word: str) -> str:
    """A word as a shell takes it."""
    return shlex.quote(word) if os.name == "posix" else f'"{word}"' if " " in word else word


def _cases(content: Mapping[str, Any]) -> list[Row]:
    grid = {
        key: _values(value, key) for key, value in _flat(_table(content.get("grid", {}), "[grid]"), "", ranges=True)
    }
    count = 1.0
    for values in grid.values():
        count *= len(values)
    work_size(count, MOST_CASES, "runs", "Take fewer values in [grid].")
    combined = product(*grid.values()) if grid else ()
    rows = [plain_row(dict(zip(grid, values, strict=True)), "[grid]") for values in combined]
    single = content.get("case", [])
    if not isinstance(single, list):
        raise DrystoneError(f"[[case]] must be a list of tables; got {shown(single)}")
    for i, one in enumerate(single):
        where = f"[[case]] {i}"
        rows.append(plain_row(dict(_flat(_table(one, where), "", ranges=False)), where))
    if not rows:
        raise DrystoneError("a sweep needs values in [grid], or [[case]] tables")
    return rows


def _values(value: Any, key: str) -> list[Any]:
    """The values of one key of the grid: a list, or evenly spaced from start to stop."""
    if isinstance(value, Mapping):
        if set(value) != set(RANGE):
            raise DrystoneError(f"{key} of [grid] must have start, stop and count; got {', '.join(value)}")
        start, stop = (finite_number(value[name], f"{name} of {key} in [grid]") for name in RANGE[:2])
        count = whole_number(value["count"], f"count of {key} in [grid]", 2, MOST_CASES)
        return [float(x) for x in np.linspace(start, stop, count)]
    if not isinstance(value, list) or not value:
        raise DrystoneError(
            f"{key} of [grid] must be a list of values, or {{ start = .., stop = .., count = .. }}; got {shown(value)}"
        )
    return value


def _flat(table: Mapping[str, Any], before: str, ranges: bool) -> Iterator[tuple[str, Any]]:
    """The values of tables within each other by keys with dots; ``ranges``: whether those of the grid are values."""
    for name, value in table.items():
        key = f"{before}{name}"
        if isinstance(value, Mapping) and value and not (ranges and {"start", "stop"} <= set(value)):
            yield from _flat(value, f"{key}.", ranges)
        else:
            yield key, value


def _table(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise DrystoneError(f"{where} must be a table of keys and values; got {shown(value)}")
    return value
