"""Damaged and hostile files of every format: each reads to a valid object or is one DrystoneError, at once."""

import os
import time
import tomllib
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.files import read_scene, save
from drystone.files.problems import SavedStep, add_step, list_steps, read_step
from drystone.programs import ConicProgram
from drystone.results import Trajectory
from drystone.solvers import WarmStart
from drystone.structures import column

from .ground_motion.record_files import FORMATS as RECORDED

SECONDS = 5.0  # that a file may take; most take milliseconds
DAMAGED = 80  # files of each format

SCENE = """
name = "two stones"
gravity = [0, 0, -9.81]
friction = { default = 0.6, pairs = [{ a = "base", b = "stone", value = 0.4 }] }
[[block]]
name = "base"
kind = "box"
size = [3, 2, 0.2]
center = [0, 0, -0.1]
fixed = true
[[block]]
name = "stone"
vertices = [[-0.2, -0.2, 0], [0.2, -0.2, 0], [0.2, 0.2, 0], [-0.2, 0.2, 0], [0, 0, 1]]
density = 2400
[motion]
kind = "record"
file = "quake.txt"
direction = [1, 0, 0]
scale = 0.5
[[joint]]
a = "base"
b = "stone"
cohesion = 1e5
tensile_strength = 5e4
per = "area"
[[settlement]]
blocks = ["base"]
displacement = [0, 0, -0.01]
rotation = { axis = [0, 0, 1], angle = 0.5 }
[[load]]
kind = "force"
block = "stone"
force = [0, 0, -100]
[[load]]
kind = "body"
acceleration = [0.5, 0, 0]
blocks = ["stone"]
[run]
duration = 2.0
record_every = 2
formulation = "coulomb"
options = { friction_iterations = 20 }
"""
RECORD = "# a record\n" + "".join(f"{0.01 * i:.2f} {np.sin(i):.4f}\n" for i in range(50))


def _scene(folder: Path) -> Path:
    (folder / "quake.txt").write_text(RECORD)
    path = folder / "scene.toml"
    path.write_text(SCENE)
    return path


def _record(folder: Path) -> Path:
    path = folder / "record.txt"
    path.write_text(RECORD)
    return path


def _step() -> ds.StepProblem:
    return ds.step_problem(column(2), 1e-2)


def _program(folder: Path) -> Path:
    path = folder / "program.cbf"
    _step().program("static").write_cbf(path)
    return path


def _local(folder: Path) -> Path:
    return ds.write_fclib(folder / "local.hdf5", ds.LocalProblem.of(_step()))


def _steps(folder: Path) -> Path:
    problem = _step()
    guess = WarmStart(np.zeros((problem.bodies, 6)), np.zeros((problem.count, 3)))
    add_step(folder / "steps.h5", SavedStep("one", problem, guess, {"structure": "column"}))
    return folder / "steps.h5"


def _read_steps(path: Path) -> None:
    for name in list_steps(path)["problem"]:
        step = read_step(path, name)
        assert step.problem.H.shape == (step.problem.bodies, 6, 6)


def _result(folder: Path) -> Path:
    return save(ds.simulate(column(2), 0.006, 0.002), folder / "run.h5")


def _read_result(path: Path) -> None:
    read = ds.open(path)
    assert isinstance(read, Trajectory)
    assert read.position.shape == (len(read.time), len(read.names), 3)
    for i, record in enumerate(read.records):
        if record is not None:
            read.contacts(i)


def _read_program(path: Path) -> None:
    program = ConicProgram.read_cbf(path)
    assert program.A.shape == program.size


def _recorded(name: str) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        path = folder / "recorded.dat"
        path.write_text(RECORDED[name]("E").text, encoding="utf-8")
        return path

    return write


FORMATS: dict[str, tuple[Callable[[Path], Path], Callable[[Path], Any]]] = {
    "scene": (_scene, read_scene),
    "record": (_record, ds.GroundMotion.from_file),
    **{f"record, {name}": (_recorded(name), ds.GroundMotion.from_file) for name in RECORDED},
    "cbf": (_program, _read_program),
    "fclib-global": (lambda folder: ds.write_fclib(folder / "global.hdf5", _step()), ds.read_fclib),
    "fclib-local": (_local, ds.read_fclib),
    "steps": (_steps, _read_steps),
    "result": (_result, _read_result),
}
"""Of each format a writer and a reader, which checks what it read."""


def outcome(read: Callable[[Path], Any], path: Path) -> str:
    """How reading ends, "read" or "refused"; anything else is a failure of the test."""
    start = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            read(path)
            said = ""
        except ds.DrystoneError as error:
            said = str(error)
    assert time.perf_counter() - start < SECONDS
    assert not said or (path.name in said and len(said) < 1000)
    return "refused" if said else "read"


def damaged(content: bytes, random: np.random.Generator) -> bytes:
    """The content with a few bytes changed, cut off, put in, taken out, set to zero or doubled."""
    kind = random.choice(["flip", "flip", "bits", "cut", "insert", "remove", "zero", "double"])
    data = bytearray(content)
    at = int(random.integers(len(data)))
    length = int(random.integers(1, 64))
    if kind == "flip":
        for place in random.integers(len(data), size=random.integers(1, 9)):
            data[place] = random.integers(256)
    elif kind == "bits":
        data[at] ^= 1 << int(random.integers(8))
    elif kind == "cut":
        del data[at:]
    elif kind == "insert":
        words = [
            b"9" * 30,
            b"1e400",
            b"-",
            b"nan",
            b"[[[",
            b"\0",
            b"\n",
            b"]",
            b"=",
            b"inf",
            bytes(random.bytes(length)),
        ]
        data[at:at] = words[int(random.integers(len(words)))]
    elif kind == "remove":
        del data[at : at + length]
    elif kind == "zero":
        data[at : at + length] = bytes(len(data[at : at + length]))
    else:
        data[at:at] = data[at : at + length]
    return bytes(data)


@pytest.mark.parametrize("name", FORMATS)
def test_files_with_random_damage(name: str, tmp_path: Path) -> None:
    make, read = FORMATS[name]
    path = make(tmp_path)
    content = path.read_bytes()
    assert outcome(read, path) == "read"
    random = np.random.default_rng(sum(name.encode()))
    ends = []
    for _ in range(DAMAGED):
        path.write_bytes(damaged(content, random))
        ends.append(outcome(read, path))
    assert "refused" in ends


HOSTILE: list[str] = [
    "5", "-1", "0", "1.5", "true", '""', '"x"', '"a\\u0000b"', "[]", "{}", '["b"]', "[1, 2]", "[[1, 2], [3]]",
    "nan", "inf", "1e308", "1e-320", "1979-05-27T07:32:00Z", '"../.."', "9" * 400, "{ a = 1 }",
]  # fmt: skip
"""Values as a scene may have them, of every type there is."""


def _toml(value: Any, place: tuple[Any, ...], hostile: str, at: tuple[Any, ...] = ()) -> str:
    """A value as TOML on one line, ``hostile`` at the place ``place`` in it."""
    if at == place:
        return hostile
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(one, place, hostile, (*at, key))}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(one, place, hostile, (*at, i)) for i, one in enumerate(value)) + "]"
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value).replace("'", '"')


def _places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if at:
        yield at
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in parts:
        yield from _places(one, (*at, key))


def test_every_field_of_a_scene_takes_or_refuses_values_of_any_type(tmp_path: Path) -> None:
    path = _scene(tmp_path)
    content = tomllib.loads(SCENE)
    places = list(_places(content))
    ends = []
    for i, place in enumerate(places):
        for value in HOSTILE[i % 3 :: 3]:  # each place a third of them
            lines = [f"{key} = {_toml(one, place, value, (key,))}" for key, one in content.items()]
            path.write_text("\n".join(lines), encoding="utf-8")
            ends.append(outcome(read_scene, path))
    assert len(ends) > 400
    assert ends.count("refused") > 0.8 * len(ends)


def test_toml_that_is_no_scene(tmp_path: Path) -> None:
    path = tmp_path / "scene.toml"
    cases = {
        "friction = " + "[" * 5000 + "]" * 5000: "brackets are nested too deeply",
        "friction = " + "{a=" * 5000: "brackets are nested too deeply",
        "friction = " + "9" * 5000: "is not valid TOML: ",
        "friction = 1" + "0" * 400: "friction must be finite",
        'block = ["b"]': r"\[\[block\]\] 0 must be a table of keys and values; got 'b'",
        'friction = { pairs = [{ a = ["g"], b = "*", value = 1 }] }': "a of pair 0 of friction must be text; got .'g'",
        SCENE.replace('a = "base"\nb', 'a = ["g"]\nb'): r"a of \[\[joint\]\] 0 must be text",
        SCENE.replace("quake.txt", "/dev/zero"): "names the file '/dev/zero', outside the scene's own folder",
        SCENE.replace("quake.txt", "a\\u0000b"): "without NUL characters",
        SCENE.replace("quake.txt", "."): "it is a folder",
        SCENE.replace("[0, 0, -100]", "[0, 0, 1" + "0" * 400 + "]"): r"\[\[load\]\] 0: force.* must be finite",
    }
    (tmp_path / "quake.txt").write_text(RECORD)
    for text, message in cases.items():
        path.write_text(text)
        with pytest.raises(ds.DrystoneError, match=f"scene file '.*scene.toml'.*{message}"):
            read_scene(path)


READERS: dict[str, Callable[[Any], Any]] = {
    "scene": read_scene,
    "record": ds.GroundMotion.from_file,
    "cbf": ConicProgram.read_cbf,
    "fclib": ds.read_fclib,
    "steps": list_steps,
    "result": ds.open,
}


@pytest.mark.parametrize("name", READERS)
def test_what_is_no_regular_file_is_refused_at_once(name: str, tmp_path: Path) -> None:
    suffix = ".npz" if name == "result" else ""
    pipe, link, none = (tmp_path / f"{word}{suffix}" for word in ("pipe", "zero", "none"))
    os.mkfifo(pipe)
    link.symlink_to("/dev/zero")
    for path in (pipe, link, none, tmp_path / "sub" / f"a{suffix}", "a\0b", "", 5, None, b"x", tmp_path / ("n" * 300)):
        start = time.perf_counter()
        with pytest.raises(ds.DrystoneError):
            READERS[name](path)
        assert time.perf_counter() - start < SECONDS


@pytest.mark.parametrize(
    "text",
    [
        "VER\n3\nOBJSENSE\nMIN\nVAR\n{n} 1\nF {n}\n",
        "VER\n3\nOBJSENSE\nMIN\nVAR\n1 1\nF 1\nCON\n{n} 1\nL+ {n}\n",
        "VER\n3\nOBJSENSE\nMIN\nVAR\n1 {n}\nF 1\n",
        "VER\n3\nOBJSENSE\nMIN\nVAR\n1 1\nF 1\nOBJACOORD\n{n}\n0 1\n",
        "VER\n{n}\n",
    ],
)
@pytest.mark.parametrize("count", ["1" + "0" * 18, "1" + "0" * 12, "9" * 5000, "²"])
def test_counts_of_a_program_beyond_its_file_take_no_memory(text: str, count: str, tmp_path: Path) -> None:
    path = tmp_path / "program.cbf"
    path.write_text(text.format(n=count), encoding="utf-8")
    start = time.perf_counter()
    with pytest.raises(ds.DrystoneError, match=r"program\.cbf"):
        ConicProgram.read_cbf(path)
    assert time.perf_counter() - start < SECONDS
