"""Some 2000 files and objects as strangers give them: stores, checkpoints, results, sweep files and parts.

Each is a `Case`: a name, and a function that makes it in a folder and does what a user would do with it. It ends well
or in one DrystoneError.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, redirect_stdout, suppress
from dataclasses import fields, is_dataclass, replace
from functools import cache, partial
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import drystone as ds
from drystone.assessment.sweeps import read_plan, read_store
from drystone.assessment.sweeps.child import answer
from drystone.assessment.sweeps.store import COLUMNS, Entry, opened
from drystone.assessment.sweeps.task import read_task
from drystone.files import open_run
from drystone.structures import column
from drystone.user_code import imported

from .hostile import catalogue
from .stored_arrays import arrays_of, rewritten, zipped
from .test_hostile_files import HOSTILE, damaged

KINDS = ("store", "checkpoint", "result", "sweep file", "part")
RANDOM = 250
"""Files with random damage of each kind."""


class Case(NamedTuple):
    """What it is, and what is done with it in a folder."""

    name: str
    act: Callable[[Path], Any]


def cases(kind: str) -> Iterator[Case]:
    """All cases of a kind, in a fixed order."""
    makers = {
        "store": _stores, "checkpoint": _checkpoints, "result": _results, "sweep file": _plans, "part": _parts,
    }  # fmt: skip
    return makers[kind]()


# Stores ---------------------------------------------------------------------------------------------------------------

VALUES: tuple[Any, ...] = (
    5, -1.5, b"\xff\x00", "", "x", "{", "[]", "null", "5", '{"a": []}', '{"a": {"b": 1}}', '"text"', '{"\\ud800": 1}',
    '{"a": "\\ud800"}', '{"outcome": 1}', "[" * 5000, '{"a": ' + "9" * 5000 + "}", '{"a": NaN}', '{"a": 1e999}',
    '{"drystone": 5}', "done", "failed", "x" * 10**5, 2**62, float("inf"), '{"a": true, "a": false}', "\x00", "é" * 50,
)  # fmt: skip
"""What SQLite may hold in any column, whatever its type."""
NAMES = ("key", "settings", "parameters", "state", "reason", "result", "started", "wall_time", "versions",
         "scene_digest", "motion_digest")  # fmt: skip
ENDLESS = "with recursive n(x) as (select 1 union all select x + 1 from n) select "
PROGRAMS = (
    f"drop table runs; create view runs as {ENDLESS}" + ", ".join(f"x as {name}" for name in NAMES) + " from n",
    f"drop table settings; create view settings as {ENDLESS} x as id, x as task, x as common from n",
    f"create trigger t after insert on settings begin {ENDLESS.replace('with', 'insert into settings with')} x, x, x"
    " from n; end",
    f"create trigger t after insert on runs begin delete from runs where key in ({ENDLESS} x from n); end",
    f"create view other as {ENDLESS} x from n",
    "drop table runs", "drop table settings", "drop table runs; create table runs (key)",
    "alter table runs add column more", "alter table settings rename to others", "create table more (x)",
    "create index more on runs (state)", "pragma user_version = 7", "pragma application_id = 1",
    "create virtual table more using fts5(x)", "pragma encoding = 'UTF-16'; vacuum",
    "drop table runs; create table runs (key, settings, parameters, state, reason, result, started, wall_time, versions"
    " as (key || key), scene_digest, motion_digest)",
    "pragma writable_schema = on; update sqlite_master set sql = 'create table runs (key)' where name = 'runs'",
    "pragma writable_schema = on; update sqlite_master set rootpage = 2",
    "pragma writable_schema = on; update sqlite_master set rootpage = 1",
    "pragma writable_schema = on; update sqlite_master set sql = null",
    "pragma writable_schema = on; insert into sqlite_master values ('table', 'a', 'a', 99999, 'create table a (x)')",
)  # fmt: skip


@cache
def store_of_runs() -> bytes:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "runs.sqlite"
        with opened(path) as store:
            number = store.settings("module:task", {"y": 2.0, "scene": "x" * 500})
            rows = [
                Entry(
                    f"{i:064d}",
                    {"x": float(i)},
                    "done",
                    None,
                    {"sum": i, "text": "a"},
                    "2026-01-01",
                    0.1,
                    {"drystone": "0"},
                )
                for i in range(40)
            ]
            failed = Entry("f" * 64, {"x": -1.0}, "failed", "why", None, "2026-01-01", 0.1, {"drystone": "0"})
            store.add(number, [*rows, failed])
        return path.read_bytes()


def _use_store(content: bytes, change: Callable[[Path], Any] | None, folder: Path) -> None:
    """Read a store, and go on with it as a sweep does."""
    path = folder / "runs.sqlite"
    path.write_bytes(content)
    if change is not None:
        change(path)
    error: ds.DrystoneError | None = None
    try:
        read_store(path)
    except ds.DrystoneError as told:
        error = told
    with opened(path) as store:
        store.entries([f"{i:064d}" for i in range(40)])
        number = store.settings("module:task", {"y": 3.0})
        store.add(number, [Entry("e" * 64, {"x": 0.5}, "done", None, {"sum": 1}, "2026", 0.1, {"drystone": "0"})])
    if error is not None:
        raise error


def _told(statement: str, values: tuple[Any, ...], path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        if values:
            connection.execute(statement, values)
        else:
            connection.executescript(statement)


def _stores() -> Iterator[Case]:
    content = store_of_runs()
    for statement in PROGRAMS:
        yield Case(statement, partial(_use_store, content, partial(_told, statement, ())))
    for name in NAMES:
        for value in VALUES:
            change = partial(
                _told, f"update or ignore runs set {name} = ? where key in (?, ?)", (value, "f" * 64, "0" * 64)
            )
            yield Case(f"{name} = {value!r:.30}", partial(_use_store, content, change))
    random = np.random.default_rng(1)
    for i in range(RANDOM):
        yield Case(f"damage {i}", partial(_use_store, damaged(content, random), None))
    assert len(NAMES) == COLUMNS


# Checkpoints ----------------------------------------------------------------------------------------------------------


@cache
def _run() -> ds.Trajectory:
    return ds.simulate(_assembly(), 0.02, 0.01)


@cache
def _assembly() -> ds.Assembly:
    law = ds.Joint(tension_stiffness=1e9, fracture_energy=10.0)
    return ds.Assembly(column(2).blocks, 0.6, joints=law)


WRONG: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("negative", lambda x: -x), ("another length", lambda x: x[:-1]), ("twice", lambda x: np.concatenate([x, x])),
    ("NaN", lambda x: np.full_like(x, np.nan, dtype=float)), ("huge", lambda x: x + 10**9),
    ("transposed", lambda x: x.T), ("as text", lambda x: x.astype(str)), ("as float32", lambda x: x.astype(np.float32)),
    ("a list", lambda x: x.tolist()), ("without names", lambda x: {}), ("another name", lambda x: {"x": 1.0, **x}),
    ("NaN inside", lambda x: dict.fromkeys(x, float("nan"))), ("texts inside", lambda x: dict.fromkeys(x, "x")),
)  # fmt: skip
"""Fields that are nearly right: what is done to the right one, where it can be done."""


def _go_on(change: Callable[[Any], Any], folder: Path) -> None:
    ds.simulate(_assembly(), 0.01, 0.01, start=change(_run().checkpoint(-1)))


def _altered(whole: Any, place: tuple[str, ...], value: Any) -> Any:
    """A dataclass with another value at a place in it; made without its checks, as a stranger's could be."""
    name, *further = place
    inner = _altered(getattr(whole, name), tuple(further), value) if further else value
    other = object.__new__(type(whole))
    for one in fields(whole):
        object.__setattr__(other, one.name, inner if one.name == name else getattr(whole, one.name))
    return other


def _fields(whole: Any, at: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for one in fields(whole):
        value = getattr(whole, one.name)
        yield (*at, one.name), value
        if is_dataclass(value):
            yield from _fields(value, (*at, one.name))


def _checkpoints() -> Iterator[Case]:
    for place, value in _fields(_run().checkpoint(-1)):
        where = ".".join(place)
        for i, (words, _) in enumerate(catalogue()):
            if (i + len(where)) % 4 == 0:

                def change(checkpoint: Any, place: tuple[str, ...] = place, i: int = i) -> Any:
                    return _altered(checkpoint, place, catalogue()[i][1])

                yield Case(f"{where} = {words}", partial(_go_on, change))
        for words, spoil in WRONG:
            try:
                wrong = spoil(value)
            except Exception:  # it cannot be done to this one
                continue
            yield Case(f"{where} {words}", partial(_go_on, partial(_altered, place=place, value=wrong)))


# Results --------------------------------------------------------------------------------------------------------------

ARRAYS: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("missing", lambda x: None), ("empty", lambda x: x.ravel()[:0]), ("a number", lambda x: np.array(5)),
    ("NaN", lambda x: np.full(x.shape, np.nan)), ("text", lambda x: np.full(x.shape, "\ud7ff{")),
    ("one less", lambda x: x[:-1]), ("negative", lambda x: -x), ("huge", lambda x: np.full(x.shape, 10**9)),
    ("deep JSON", lambda x: np.array("[" * 10**5)), ("wide text", lambda x: np.zeros((10**5, 0), "U50")),
    ("JSON", lambda x: np.array('{"settings": {"duration": "\\ud800"}, "warnings": {}}')),
    ("a bomb", lambda x: np.zeros(3 * 10**7)), ("complex", lambda x: x + 1j), ("dates", lambda x: np.zeros(3, "M8[s]")),
)  # fmt: skip


HDF5 = b"\x89HDF"
"""What files of HDF5 begin with, as a rule."""

ODD: tuple[Any, ...] = (5, "x", [], [1], {}, None)


def _use_result(arrays: dict[str, Any] | None, content: bytes | None, folder: Path) -> None:
    path = folder / "result.h5"
    if arrays is not None:
        try:
            rewritten(path, arrays)
        except (TypeError, UnicodeError):  # HDF5 has no place for it
            return
    elif content is not None:
        path = path if content.startswith(HDF5) else folder / "trajectory.npz"
        path.write_bytes(content)
    from drystone.cli.answer import Answer
    from drystone.cli.show import execute

    stored = open_run(path)
    with redirect_stdout(StringIO()):
        execute(str(path), None, Answer())
    with suppress(ds.DrystoneError):
        stored.arguments(0.0)
    ds.simulate(stored.trajectory.assembly or _assembly(), 0.01, 0.01, start=stored.trajectory.checkpoint())


def _results() -> Iterator[Case]:
    import tempfile

    about = {"scene": "x", "settings": {"duration": 0.02, "dt": 0.01}, "settlements": {"a": 1.0}, "warnings": ["w"]}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.h5"
        ds.simulate(_assembly(), 0.02, 0.01, store=ds.ResultStore(path, about=about))
        arrays = arrays_of(path)
        contents = [path.read_bytes(), zipped(path).read_bytes()]
    for words, wrong in (
        *((f"about.{key} = {value!r:.20}", {**about, key: value}) for key in about for value in ODD),
        ("no dt", {"settings": {"duration": 1.0}}), ("halves", {"scene": "\ud800", "warnings": ["\udfff"]}),
        ("mathtext", {"scene": "$\\frac{$"}), ("a fraction", {"settlements": {"a": "b"}}),
    ):  # fmt: skip
        yield Case(words, partial(_use_result, {**arrays, "about": np.array(json.dumps(wrong))}, None))
    for i, name in enumerate(arrays):
        for j, (words, spoil) in enumerate(ARRAYS):
            if (i + j) % 3:
                continue
            try:
                wrong = spoil(arrays[name])
            except Exception:  # it cannot be done to this one
                continue
            others = {key: value for key, value in arrays.items() if key != name}
            yield Case(
                f"{name} {words}", partial(_use_result, others if wrong is None else {**others, name: wrong}, None)
            )
    random = np.random.default_rng(2)
    for i in range(RANDOM):
        yield Case(f"damage {i}", partial(_use_result, None, damaged(contents[i % 2], random)))


# Sweep files ----------------------------------------------------------------------------------------------------------

PLAN = """scene = "column"
[set]
run.dt = 0.01
structure.friction = 0.6
[grid]
structure.count = [1, 2]
run.duration = { start = 0.1, stop = 0.2, count = 3 }
[[case]]
structure.count = 3
run.duration = 0.3
[sweep]
workers = 2
time_limit = 60
figure = "displacement"
"""
PLACES = tuple(
    (line.partition(" = ")[0], line) for line in PLAN.splitlines() if " = " in line
)  # fmt: skip
MORE = ("run.options.until = 'x'", "run.solver = 'none'", "run.integrator = 5", "x.y = 1", "motion.kind = 'record'",
        "structure.count = 1e9", "run.options.criteria = 5", "gravity = [0, 0]")  # fmt: skip


def _use_plan(content: bytes, folder: Path) -> None:
    path = folder / "plan.toml"
    path.write_bytes(content)
    read_plan(path)


def _plans() -> Iterator[Case]:
    for key, line in PLACES:
        for value in (
            *HOSTILE,
            "{ start = 0, stop = 1, count = 1e12 }",
            "[" * 3000,
            "{ start = nan, stop = 1, count = 3 }",
        ):
            yield Case(f"{key} = {value:.30}", partial(_use_plan, PLAN.replace(line, f"{key} = {value}", 1).encode()))
    for one in MORE:
        yield Case(one, partial(_use_plan, PLAN.replace("[set]", f"[set]\n{one}").encode()))
    for source in (
        "import = ['none.py']",
        "import = 5",
        "import = ['\\u0000.py']",
        "import = ['.']",
        "import = ['..']",
    ):
        yield Case(source, partial(_use_plan, f"{source}\n{PLAN}".encode()))
    random = np.random.default_rng(3)
    for i in range(RANDOM):
        yield Case(f"damage {i}", partial(_use_plan, damaged(PLAN.encode(), random)))


# Parts and tasks ------------------------------------------------------------------------------------------------------

HEAD = """import sys
class Odd(Exception):
    def __str__(self): raise ValueError("no text")
class Mute(BaseException):
    pass
class Sly(dict):
    def items(self): raise SystemExit(3)
class Hidden:
    def __getattr__(self, name): raise SystemExit(4)
    def __call__(self, *a, **k): return {}
def deep(n=0): return deep(n + 1)
def gone(): yield 1
"""
NASTY = (
    "sys.exit(1)", "sys.exit()", "raise SystemExit('bye')", "raise Odd()", "raise Mute('x')", "raise GeneratorExit",
    "raise ValueError('\\ud800 half')", "raise Exception('x' * 10**6)", "raise Exception('a\\nb\\tc')", "deep()",
    "raise MemoryError", "raise StopIteration", "raise StopAsyncIteration", "raise RecursionError", "next(iter(()))",
    "raise BaseExceptionGroup('g', [Mute('x')])", "raise type('\\udfff', (Exception,), {})()", "assert False", "1 / 0",
    "raise UnicodeDecodeError('utf-8', b'x', 0, 1, 'y')", "raise OSError(28, 'No space left on device')",
    "raise NotImplementedError", "g = gone(); next(g); g.throw(SystemExit)", "raise Warning('w')", "del sys.nothing",
    "int('9' * 10**5)", "'x'.encode('none')", "import no_module_of_this_name", "raise EOFError", "float('x')",
)  # fmt: skip
RETURNED = (
    "5", "None", "[]", "'x'", "{1: 2}", "{'a': object()}", "{'a': '\\ud800'}", "{'\\ud800': 1}", "{'a': 10**400}",
    "{'outcome': 1}", "{'x': 1}", "{'a': [1]}", "Sly(a=1)", "{'a': 1j}", "{'': 1}", "{'a': '\\0'}",
    "{'a': float('nan')}",
    "gone()", "Hidden()", "sys", "deep", "{'a': b'x'}",
)  # fmt: skip
BODIES = tuple(f"    {one}" for one in NASTY) + tuple(f"    return {one}" for one in RETURNED)


def _part(folder: Path, text: str) -> str:
    path = folder / "part.py"
    path.write_text(HEAD + text, encoding="utf-8", errors="surrogatepass")
    return str(path)


def _import(text: str, folder: Path) -> None:
    imported(_part(folder, text))


def _task(text: str, folder: Path) -> None:
    """What the child of a sweep does, but in this process; its answer goes through JSON and into a store."""
    place = f"{_part(folder, text)}:task"
    read_task(place)
    job = {"task": place, "common": {}, "parameters": {"x": 1}, "limit": None, "follow": False}
    for asked in ({"task": place, "prepare": {}}, job):
        told = json.loads(json.dumps(answer(asked, print)))
        if "unable" in told:
            raise ds.DrystoneError(told["unable"])
        reason, result = told.get("failed"), told.get("result")
        state = "done" if reason is None else "failed"
        with opened(folder / "runs.sqlite") as store:
            store.add(store.settings("t", {}), [Entry("k", {"x": 1}, state, reason, result or {"a": 1}, "", 0.0, {})])


def _registered(kind: str, body: str, folder: Path) -> None:
    """A scene with a part whose function has this body."""
    names = {"structure": "STRUCTURES", "block": "BLOCKS", "motion": "MOTIONS"}
    room = "structures" if kind == "structure" else "files.scene_tables"
    text = (
        f"from drystone.{room} import {names[kind]}\n"
        f"def made():\n{body}\n{names[kind]}.register(made, 'nasty', replace=True)\n"
    )
    imported(_part(folder, text))
    block = {"kind": "nasty"} if kind == "block" else {"size": [1, 1, 1]}
    tables: dict[str, Any] = {"structure": {"kind": "nasty"}} if kind == "structure" else {"block": [block]}
    ds.read_scene(tables | ({"motion": {"kind": "nasty"}} if kind == "motion" else {}))


def _parts() -> Iterator[Case]:
    for one in NASTY:
        yield Case(f"import: {one}", partial(_import, one))
    for body in BODIES:
        yield Case(f"task:{body}", partial(_task, f"def task(x):\n{body}\n"))
        for kind in ("structure", "block", "motion"):
            yield Case(f"{kind}:{body}", partial(_registered, kind, body))
    for body in BODIES[: len(NASTY)]:
        prepare = f"def prepare():\n{body}\ndef task(x): return {{'a': 1}}\ntask.prepare = prepare\n"
        yield Case(f"prepare:{body}", partial(_task, prepare))
    for value in ("Hidden()", "5", "None", "Sly", "type", "print", "object()", "sys"):
        yield Case(f"task = {value}", partial(_task, f"task = {value}\n"))


def share(kind: str, every: int) -> list[Case]:
    """Every so many-th case of a kind."""
    return list(cases(kind))[::every]


__all__ = ["KINDS", "Case", "cases", "replace", "share"]
