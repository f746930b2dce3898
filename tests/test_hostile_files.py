"""Damaged and hostile files of every format: each reads to a valid object or is one DrystoneError, at once."""

import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.files import load, read_scene, save
from drystone.files.problems import SavedStep, add_step, list_steps, read_step
from drystone.integrators import Trajectory
from drystone.solvers import ConicProgram, WarmStart
from drystone.structures import column

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
    return save(ds.simulate(column(2), 0.006, 0.002), folder / "run.npz")


def _read_result(path: Path) -> None:
    read = load(path)
    assert isinstance(read, Trajectory)
    assert read.position.shape == (len(read.time), len(read.names), 3)
    for i, record in enumerate(read.records):
        if record is not None:
            read.contacts(i)


def _read_program(path: Path) -> None:
    program = ConicProgram.read_cbf(path)
    assert program.A.shape == program.size


FORMATS: dict[str, tuple[Callable[[Path], Path], Callable[[Path], Any]]] = {
    "scene": (_scene, read_scene),
    "record": (_record, ds.GroundMotion.from_file),
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
        message = None
        try:
            read(path)
        except ds.DrystoneError as error:
            message = str(error)
    assert time.perf_counter() - start < SECONDS
    if message is None:
        return "read"
    assert len(message) < 1000
    assert path.name in message
    return "refused"


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
