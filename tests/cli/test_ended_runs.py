"""Runs that are killed and interrupted at random moments lose nothing: each goes on to the last bit."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.cli import main
from drystone.results import Trajectory

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sends signals of POSIX")

SCENES = {
    "wall of 200": ["wall", "--set", "courses=16", "--set", "bricks_per_course=12", "--duration", "0.25"],
    "house of 190": ["stone-house", "--duration", "0.1", "--dt", "2e-3"],
}
SPENT = ("collision_time", "build_time", "solve_time", "broad_time", "narrow_time")
"""Columns of the table of steps that are measured times."""
COMMAND = """
import sys
from drystone.files import result_store
result_store.EVERY, result_store.SHARE = 0.1, 0.0
from drystone.cli import process
process()
"""
"""The command, which writes a part every tenth of a second, so that runs of seconds have many."""
WITHIN = 2.0
"""Time (s) in which a command must have ended after a signal."""


def same(one: Trajectory, other: Trajectory) -> None:
    """To the last bit, measured times apart."""
    for name in ("time", "position", "rotation", "velocity", "ground"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    assert one.energy.equals(other.energy)
    assert one.steps.drop(columns=list(SPENT)).equals(other.steps.drop(columns=list(SPENT)))
    assert one.complete
    assert other.complete


@pytest.fixture(autouse=True)
def heard() -> Iterator[None]:
    """SIGINT as a terminal has it: a suite that runs in the background hands on to its children that it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="module", params=SCENES)
def known(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], Path, float]:
    """A scene's words, the folder of its run as it is without a signal, and how long that took (s)."""
    words, out = ["run", *SCENES[request.param], "--quiet"], tmp_path_factory.mktemp("known") / "known"
    command = [sys.executable, "-c", COMMAND, *words, "--out"]
    subprocess.run([*command, str(out / "first")], check=True)  # what must be compiled is
    start = time.monotonic()
    subprocess.run([*command, str(out)], check=True)
    return words, out, time.monotonic() - start


def ended_at(words: list[str], after: float, number: signal.Signals, twice: float | None = None) -> tuple[int, float]:
    """Exit code of the command that gets a signal after so many seconds, and time (s) from then to its end."""
    child = subprocess.Popen([sys.executable, "-c", COMMAND, *words], stderr=subprocess.DEVNULL)
    try:
        child.wait(after)
    except subprocess.TimeoutExpired:
        child.send_signal(number)
    sent = time.monotonic()
    if twice is not None:
        time.sleep(twice)
        if child.poll() is None:
            child.send_signal(number)
    code = child.wait(60.0)
    return code, time.monotonic() - sent


def goes_on(words: list[str], out: Path) -> list[str]:
    """The words that go on with what is in the folder, or begin it anew where nothing is there."""
    return ["resume", str(out), "--quiet"] if (out / "result.unfinished").exists() else words


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_a_killed_run_is_resumed_to_the_last_bit(
    seed: int, known: tuple[list[str], Path, float], tmp_path: Path
) -> None:
    """Twenty runs of each scene, each killed at a random moment."""
    words, reference, took = known
    out, drawn = tmp_path / "out", np.random.default_rng(seed)
    words = [*words, "--out", str(out)]
    ended_at(words, drawn.uniform(0.1, 0.95) * took, signal.SIGKILL)
    if not (out / "result.h5").exists():
        again = goes_on(words, out)
        if again is not words and not list((out / "result.unfinished").glob("part-*")):
            assert main(again) == 2  # killed before its first state: said so, and begun again
            again = [*words[:-1], str(tmp_path / "again")]
            out = tmp_path / "again"
        assert main(again) == 0
    same(ds.open(out), ds.open(reference))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_an_interrupted_run_loses_nothing(seed: int, known: tuple[list[str], Path, float], tmp_path: Path) -> None:
    """Ten runs of each scene, one or two Ctrl-C at a random moment; an older result is as it was."""
    words, reference, took = known
    older, drawn = tmp_path / "out", np.random.default_rng(100 + seed)
    assert main(["run", "column", "--duration", "0.02", "--out", str(older), "--quiet"]) == 0
    before = (older / "result.h5").read_bytes()
    out = tmp_path / "out-2"
    second = (None, 0.05, 0.5)[drawn.integers(3)]
    code, after = ended_at([*words, "--out", str(older)], drawn.uniform(0.1, 0.95) * took, signal.SIGINT, second)
    assert after < WITHIN
    assert code in (0, 130, -signal.SIGINT)
    assert (older / "result.h5").read_bytes() == before
    if not (out / "result.h5").exists():
        parts = out / "result.unfinished"
        if list(parts.glob("part-*")):
            reached = float(ds.open(out).time[-1])
            assert main(["resume", str(out), "--quiet"]) == 0
            assert float(ds.open(out).time[-1]) >= reached
        else:
            assert main([*words, "--out", str(tmp_path / "again")]) == 0
            out = tmp_path / "again"
    same(ds.open(out), ds.open(reference))


OTHERS: dict[str, list[Any]] = {
    "compare": ["compare", "column", "--steps", "400"],
    "limit": ["limit", "stone-house"],
    "equilibrium": ["equilibrium", "stone-house"],
    "study": ["study", "housner", "--out", "study"],
    "sweep": ["sweep", "plan.toml", "--workers", "2"],
    "domain": ["domain", "block", "--workers", "2", "--out", "domain"],
    "warm-up": ["warm-up"],
}
PLAN = 'scene = "wall"\n[set]\nrun.duration = 2.0\n[grid]\nrun.dt = [1e-3, 2e-3, 4e-3]\n'


@pytest.mark.slow
@pytest.mark.parametrize("command", OTHERS)
@pytest.mark.parametrize("seed", range(3))
def test_an_interrupt_ends_any_command(seed: int, command: str, tmp_path: Path) -> None:
    """Within two seconds, whatever it is at, from an empty cache of compiled code in one of three cases."""
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    drawn = np.random.default_rng([seed, *command.encode()])
    environment = dict(os.environ) | ({"NUMBA_CACHE_DIR": str(tmp_path / "cache")} if seed == 0 else {})
    child = subprocess.Popen(
        [sys.executable, "-m", "drystone", *OTHERS[command]], cwd=tmp_path, env=environment,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        code = child.wait(drawn.uniform(0.5, 6.0))
        assert code == 0
    except subprocess.TimeoutExpired:
        sent = time.monotonic()
        child.send_signal(signal.SIGINT)
        if seed == 2:
            time.sleep(0.1)
            child.send_signal(signal.SIGINT)
        assert child.wait(60.0) in (130, -signal.SIGINT)
        assert time.monotonic() - sent < WITHIN
