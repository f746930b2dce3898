"""Hostile arguments: every value of a catalogue for every argument of every public callable.

Each call ends well or in one DrystoneError, soon. The calls come from the signatures: a callable that is new in the
face or in a room must get a valid call in `hostile.calls`, or the first test fails; its arguments are then tried
without another word.
"""

import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from time import process_time
from types import FrameType
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

import drystone as ds
from drystone import structures
from drystone.assessment.sweeps import engine
from drystone.checks import LARGEST, SMALLEST
from drystone.errors import DrystoneError
from drystone.files import write_figure

from . import hostile
from .assessment.made_here import made_here
from .hostile import PARTS, RESULTS, VARIANTS, Call, calls, catalogue, extremes, parameters, public
from .marks import with_slow
from .registries import registries_restored

SECONDS, ENDLESS = 5.0, 60.0
"""Processor time of a call, and of the first of its kind, for which functions may have to be compiled (s)."""
ASLEEP = 12.0
"""How much longer than that a call may take in all, for what sleeps or waits: the machine may be busy."""
LEAST = 1100
"""Calls there must be at least."""
LONGEST = 600
"""Characters of a message."""

NAMES = [name for name in public() if name not in {*RESULTS, *PARTS}]


LONG = (
    "ResultStore.resumed", "church", "least_friction", "scene_domain", "scene_stripes", "spandrel_arch", "stone_house",
    "tower",
)  # fmt: skip
"""Those with the dearest calls: half of the time of all."""
MADE_HERE = ("Campaign.runs", "scene_domain", "scene_stripes")
"""Calls whose runs are made in this process: each value that is fine would start one, and `sweep` has its own calls."""


class Late(BaseException):
    """A call takes too long."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Interrupt what takes more processor time, where the system can."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def late(number: int, frame: FrameType | None) -> None:
        raise Late

    clocks = {signal.ITIMER_PROF: (signal.SIGPROF, seconds), signal.ITIMER_REAL: (signal.SIGALRM, ASLEEP * seconds)}
    before = {number: signal.signal(number, late) for number, _ in clocks.values()}
    for clock, (_, limit) in clocks.items():
        signal.setitimer(clock, limit)
    try:
        yield
    finally:
        for clock in clocks:
            signal.setitimer(clock, 0.0)
        for number, handler in before.items():
            signal.signal(number, handler)


def judged(function: Callable[..., Any], arguments: dict[str, Any]) -> str | None:
    """What is wrong with how a call ends; None where it ends well or in a short DrystoneError."""
    start = process_time()
    try:
        fault = _ending(function, arguments, ENDLESS)
        if process_time() - start > SECONDS:
            fault = _ending(function, arguments, SECONDS)
    except Late:
        return f"no end within {SECONDS:g} s"
    return fault


def _ending(function: Callable[..., Any], arguments: dict[str, Any], seconds: float) -> str | None:
    try:
        with within(seconds), warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.simplefilter("ignore", UserWarning)  # drystone's own; those of NumPy are RuntimeWarning
            function(**arguments)
    except DrystoneError as error:
        message = str(error)
        return None if 0 < len(message) <= LONGEST else f"a message of {len(message)} characters"
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:100]}"
    return None


def cases(name: str, call: Call) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Argument, value in words, and all arguments, for every argument and value."""
    function, valid = call
    for argument in dict.fromkeys([*parameters(function), *valid]):
        for words, value in catalogue():
            yield argument, words, {**valid, argument: value}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Call]:
    return calls(tmp_path_factory.mktemp("hostile"))


@pytest.fixture(autouse=True)
def nothing_stays_registered() -> Iterator[None]:
    with registries_restored():
        yield


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path such as "x" is a fine one to write to: not here."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True, scope="module")
def walls_are_laid_once() -> Iterator[None]:
    """Churches and towers, for each kind of walls: most values are refused by what comes after them."""
    modules, known = [sys.modules[f"drystone.structures.{name}"] for name in ("church", "tower")], {}
    lay = modules[0].lay_walls

    def laid(walls: list[Any], **settings: Any) -> Any:
        key = *walls, *((name, type(value), value) for name, value in settings.items())
        try:
            there = key in known
        except TypeError:  # a value that has no hash
            return lay(walls, **settings)
        if not there:
            known[key] = lay(walls, **settings)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        for module in modules:
            patch.setattr(module, "lay_walls", laid)
        yield


def test_every_public_callable_has_a_valid_call(table: dict[str, Call]) -> None:
    assert sorted(set(NAMES) - set(table)) == []
    assert sorted(set(table) - set(NAMES) - set(VARIANTS)) == []
    assert sorted({*RESULTS, *PARTS} - set(public())) == []


@pytest.mark.filterwarnings("ignore:survivals without a certain verdict")
@pytest.mark.parametrize("name", with_slow([*NAMES, *VARIANTS], *LONG))
def test_hostile_arguments(
    name: str, table: dict[str, Call], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    function, valid = table[name]
    if name in MADE_HERE:
        monkeypatch.setattr(engine, "run_in_child", lambda setting, run: made_here(replace(setting, limit=None), run))
    function(**valid)
    wrong = {
        f"{argument} = {words}": fault
        for argument, words, arguments in cases(name, table[name])
        if (fault := judged(function, arguments))
    }
    assert wrong == {}


@pytest.mark.parametrize("value", [SMALLEST, 1e-10, 1e10, LARGEST])
def test_numbers_that_are_valid_but_nobody_means(value: float) -> None:
    """Sizes, loads, times and laws at the ends of what is allowed: an answer or one DrystoneError here, too."""
    wrong = {what: fault for what, call in extremes(value).items() if (fault := judged(call, {}))}
    assert wrong == {}


def test_there_are_many_hostile_calls(table: dict[str, Call], record_property: Callable[[str, object], None]) -> None:
    number = sum(len(dict.fromkeys([*parameters(call[0]), *call[1]])) for call in table.values()) * len(catalogue())
    record_property("hostile_calls", number)  # told in the report of --junitxml
    assert number >= LEAST


def test_the_judge_sees_what_is_wrong() -> None:
    """Foreign exceptions, warnings of NumPy, endless loops and endless messages are found."""

    def foreign() -> None:
        raise TypeError("unhashable")

    def leaking() -> None:
        warnings.warn("overflow", RuntimeWarning, stacklevel=1)

    def endless() -> None:
        raise DrystoneError("x" * 10**4)

    def fine() -> None:
        raise DrystoneError("density must be positive; got -1")

    assert judged(foreign, {}) == "TypeError: unhashable"
    assert judged(leaking, {}) == "RuntimeWarning: overflow"
    assert judged(endless, {}) == "a message of 10000 characters"
    assert judged(fine, {}) is None
    assert judged(fine, {"surprise": 1}) is not None
    assert hostile.three() is not hostile.three()


def arch() -> ds.Assembly:
    return structures.arch(count=3, friction=0.9)


wild: Any = ds


AUDITED: dict[str, tuple[Callable[[], Any], str]] = {
    "number beyond float": (lambda: wild.Block.box((10**400, 1, 1)), "size must be finite"),
    "density beyond float": (lambda: wild.Block.box((1, 1, 1), density=10**400), "density of the block must be finite"),
    "NUL in a path": (lambda: wild.GroundMotion.from_file("a\0b"), "must be text without NUL characters"),
    "live load of text": (lambda: wild.limit_load(arch(), live="x"), "live, a body acceleration .* must be 3 numbers"),
    "gravity of text": (
        lambda: wild.simulate(arch(), 1, 1, gravity="down"),
        "gravity .* must be 3 numbers; got 'down'",
    ),
    "ragged velocities": (
        lambda: wild.State.initial(arch(), [[1], [1, 2]]),
        "initial velocity must be numbers",
    ),
    "list for a name": (
        lambda: wild.simulate(arch(), 1, 1, options={"collision": []}),
        r"unknown collision method \[\]; there are",
    ),
    "spins of 1e160": (
        lambda: wild.simulate(arch(), 1, 1, initial_velocity=np.full((3, 6), 1e160)),
        r"initial velocity must be at most 1e\+20 in size",
    ),
    "no blocks": (lambda: wild.Assembly(None), "blocks of an assembly must be a list of Block; got None"),
    "number of loads": (lambda: wild.Loads(5), "loads must be a list of .*; got 5"),
    "no support": (lambda: wild.Settlement(None), "must be a list of names; got None"),
    "union of numbers": (lambda: wild.Block.union([1, 2]), "must be a list of Block; entry 0 is 1"),
    "number of options": (lambda: wild.push(arch(), options=5), "options must be a mapping .*; got 5"),
    "tiny vertices": (lambda: wild.Block.from_vertices(1e-170 * np.eye(4, 3)), "the points enclose 0 m3"),
    "an endless run": (lambda: wild.simulate(arch(), 1e300, 1e-3), r"duration .* must be at most 1e\+20 in size"),
    "a run of 1e12 steps": (
        lambda: wild.simulate(arch(), 1e9, 1e-3),
        r"this would be 1e\+12 steps; at most 1,000",
    ),
    "tiny increments": (lambda: wild.push(arch(), increment=1e-12), r"this would be 1e\+14 steps; at most 1,000"),
    "tolerance of rounding": (lambda: wild.least_friction(arch(), tolerance=1e-17), "tolerance must be at least 1e-14"),
    "huge cohesion": (lambda: wild.Joint(cohesion=1e300), r"cohesion of a joint must be at most 1e\+20 in size"),
    "many voussoirs": (
        lambda: structures.arch(count=10**5),
        r"this would be 1e\+05 blocks; at most 50,000",
    ),
    "many rings": (lambda: structures.dome(rings=10**6), r"this would be 1.6e\+07 blocks; at most 50,000"),
    "an endless list": (lambda: wild.Loads(count()), "loads must be a list of .*; entry 0 is 0"),
    "a picture of no kind": (
        lambda: write_figure(Figure(), "picture"),
        "unknown kind of picture .* ''; there are: .*png",
    ),
}


@pytest.mark.parametrize("case", AUDITED)
def test_what_an_audit_met(case: str) -> None:
    call, message = AUDITED[case]
    with within(SECONDS), pytest.raises(DrystoneError, match=message):
        call()
