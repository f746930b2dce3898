"""Files and objects of strangers (`hostile_strangers`): each ends well or in one DrystoneError, in 10 s and 500 MB."""

import resource
import sqlite3
import time
import warnings
from contextlib import closing
from pathlib import Path

import pytest

import drystone as ds
from drystone.assessment.sweeps import read_store

from .hostile_strangers import KINDS, PROGRAMS, Case, share, store_of_runs
from .marks import with_slow
from .registries import registries_restored
from .test_hostile_inputs import LONGEST, Late, within

SECONDS = 10.0
MEMORY = 500e3
"""Memory that a case may take beyond what the process has taken before (kB)."""
EVERY = 12
"""The quick share: every so many-th case."""
LEAST = 2000
"""Cases there must be at least."""


def fault(case: Case, folder: Path) -> str | None:
    """What is wrong with how a case ends; None where it ends well or in one short DrystoneError."""
    folder.mkdir()
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = None
    try:
        with within(SECONDS), warnings.catch_warnings(), registries_restored():
            warnings.simplefilter("ignore")
            case.act(folder)
    except ds.DrystoneError as error:
        message = str(error)
        message.encode()  # it can be printed
        found = None if 0 < len(message) <= LONGEST else f"a message of {len(message)} characters: {message:.80}"
    except Late:
        found = f"no end within {SECONDS:g} s of processor time"
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        found = f"{type(error).__name__}: {ascii(error)[:100]}"
    taken = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    if found is None and time.perf_counter() - start > 3 * SECONDS:
        found = f"took {time.perf_counter() - start:.1f} s"
    return found or (f"took {taken / 1e3:.0f} MB" if taken > MEMORY else None)


def faults(kind: str, every: int, folder: Path) -> dict[str, str]:
    found = ((case.name, fault(case, folder / str(i))) for i, case in enumerate(share(kind, every)))
    return {name: one for name, one in found if one is not None}


@pytest.mark.parametrize("kind", with_slow(KINDS, "result"))
def test_a_share_of_what_strangers_give(kind: str, tmp_path: Path) -> None:
    assert faults(kind, EVERY, tmp_path) == {}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_all_that_strangers_give(kind: str, tmp_path: Path) -> None:
    assert faults(kind, 1, tmp_path) == {}


@pytest.mark.parametrize("program", PROGRAMS[:5])
def test_a_store_with_views_or_triggers_is_refused(program: str, tmp_path: Path) -> None:
    """They would run when rows are read or added."""
    path = tmp_path / "runs.sqlite"
    path.write_bytes(store_of_runs())
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(program)
    with pytest.raises(ds.DrystoneError, match=r"the tables of a store alone; it holds 'the (view|trigger)"):
        read_store(path)


def test_strangers_give_much() -> None:
    assert sum(len(share(kind, 1)) for kind in KINDS) >= LEAST


def test_the_judge_sees_what_is_wrong(tmp_path: Path) -> None:
    def leaving(folder: Path) -> None:
        raise SystemExit(1)

    def refusing(folder: Path) -> None:
        raise ds.DrystoneError("x must be y")

    def taking(folder: Path) -> None:
        bytearray(10**9)[::4096] = bytes([1]) * (10**9 // 4096 + 1)

    assert fault(Case("leaving", leaving), tmp_path / "a") == "SystemExit: SystemExit(1)"
    assert fault(Case("refusing", refusing), tmp_path / "b") is None
    assert "MB" in str(fault(Case("taking", taking), tmp_path / "c"))
