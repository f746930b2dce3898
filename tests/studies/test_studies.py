"""The studies at quick size, and the exact rocking block they compare with."""

import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from itertools import islice, product
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import numpy as np
import pandas as pd
import pytest

from drystone.assessment.sweeps import engine
from drystone.errors import DrystoneError, NotInstalledError
from drystone.integrators import simulate
from drystone.model import Assembly
from drystone.studies import Check
from drystone.studies.registry import STUDIES, get_study
from drystone.studies.reproductions import housner
from drystone.studies.reproductions.rocking import RockingBlock

from ..assessment.made_here import made_here
from ..marks import with_slow

LONG = (
    "block-3d", "church", "contact-laws", "cylinder-dome", "documented", "drum-column", "elastic-wall",
    "minimum-thickness", "natural-arch", "oppenheim-arch", "rigid-or-elastic", "shaken-wall", "solver-performance",
    "stone-house", "stone-house-domain", "towers", "work-precision",
)  # fmt: skip
"""Studies whose quick form takes long: three quarters of the time of all."""
EXACT = 1e-9  # the reference numbers have 11 digits

FAULTS: dict[str, Callable[[Any], Any]] = {
    "nothing is found": lambda x: np.zeros_like(x) if isinstance(x, np.ndarray) else 0.0,
    "more": lambda x: 1.5 * x + 1,
    "less": lambda x: 0.5 * x - 1,
    "the last first": lambda x: x[::-1] if isinstance(x, np.ndarray) else -x,
    "every other one off": lambda x: x + (np.arange(x.size) % 2).reshape(x.shape) if isinstance(x, np.ndarray) else x,
    "drifting": lambda x: x + np.linspace(0.0, 1.0, x.size).reshape(x.shape) if isinstance(x, np.ndarray) else x + 1,
    "one in two parts": lambda x: x,  # texts differ, see `wrong`
}
"""What may be wrong with the numbers that a study judges, all of them finite: NaN would fail most comparisons."""


@dataclass
class Boundaries:
    """A failure domain with boundaries of its own: a quick run has two half-periods, of which little can be told."""

    table: pd.DataFrame
    capacity: dict[int, float]
    edges: dict[int, pd.DataFrame]

    def boundary(self, direction: int) -> pd.DataFrame:
        return self.edges[direction]

    @property
    def directions(self) -> tuple[int, ...]:
        return tuple(self.edges)


@dataclass
class Fit:
    """Median (m/s2) and dispersion of a fragility function, to which a quick run has too few collapses."""

    median: float = 9.6
    dispersion: float = 0.42


EDGE = pd.DataFrame({"half_period": [0.2, 0.4, 0.9], "unsafe": [5.0, 4.9, 4.8], "islands": [0, 1, 0]})


def _timed(best: pd.DataFrame) -> pd.DataFrame:
    """Times (s) of solvers that no noise moves: read the other way round, those of `auto` are above Clarabel's."""
    kind = best["solver"].str.partition("-")[0]
    return best.assign(time=kind.map({"auto": 1e-3, "clarabel": 1e-2, "interior": 2e-2}).fillna(1e-1))


def _larger(best: pd.DataFrame) -> pd.DataFrame:
    """Steps as those measured of resting walls of 4000, 5000 and 10 000 blocks, in 3 GB."""
    walls: dict[str, Any] = {"structure": "wall", "state": "resting", "formulation": "nodargi-bisegna"}
    parts = [
        best.assign(
            **walls, peak_memory=3e3, size=n, blocks=n, time=best["time"] * n / 4e3, problem=best["problem"] + f"-{n}"
        )
        for n in (4000, 5000, 10_000)
    ]
    return pd.concat(parts, ignore_index=True)


READ = [
    "problem", "blocks", "structure", "state", "size", "formulation", "solver", "tolerance", "start", "status", "time",
    "chosen", "worst", "accuracy", "value", "peak_memory",
]  # fmt: skip
"""Columns of the runs of solvers that their checks read; faults in the others would not be seen."""

FOLLOWED = pd.DataFrame({"state": ["moved"], "certain": [True]})
"""A run that was followed longer, where the quick form has none."""
MORE: dict[str, Callable[..., tuple[Any, ...]]] = {
    "church": lambda building, rest, shaken, _, law: (building, rest, shaken, {1: 2.4, -1: 2.0}, law),
    "towers": lambda table, runs, _: (pd.concat([table, table.assign(friction=0.7)]), runs, False),
    "minimum-thickness": lambda table, curve, slide, _: (table, curve, slide, 64),
    "stone-house-domain": lambda domain, followed, _: (
        Boundaries(domain.table, domain.capacity, {1: EDGE, -1: EDGE}), FOLLOWED if followed.empty else followed, False,
    ),
    "stone-house-fragility": lambda analysis, friction, _: (replace(analysis, fragility=Fit()), friction, False),
    "solver-performance": lambda runs, best: (runs[READ], _larger(_timed(best))[READ]),
}  # fmt: skip
"""Arguments with what the checks of a full run ask for beside those of a quick one."""


def wrong(value: Any, fault: str, place: int = 0) -> Any:
    """`value`, what a study found, with a fault in every number that it holds; ``place``: where in a list it stands."""
    change = FAULTS[fault]
    if isinstance(value, Assembly | Check):
        return value
    if isinstance(value, pd.DataFrame):
        columns = {name: wrong(value[name].to_numpy(), fault) for name in value}
        return pd.DataFrame(columns, index=value.index, columns=value.columns)
    if isinstance(value, dict):
        return {key: wrong(part, fault, i) for i, (key, part) in enumerate(value.items())}
    if isinstance(value, list | tuple):
        parts = [wrong(part, fault, i) for i, part in enumerate(value)]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    if is_dataclass(value) and not isinstance(value, type):
        return with_parts(value, {part.name: wrong(getattr(value, part.name), fault) for part in fields(value)})
    if (isinstance(value, np.ndarray) and value.dtype == bool) or isinstance(value, bool):
        return np.logical_not(value) if fault == "nothing is found" else value
    if isinstance(value, str) and fault == "one in two parts":
        return f"{value}{place}"
    numbers = isinstance(value, np.ndarray) and value.dtype.kind in "fi"
    return change(value) if numbers or isinstance(value, float | int | np.floating) else value


def with_parts(value: Any, parts: dict[str, Any]) -> Any:
    """A dataclass with other values of some fields, also of those that its construction refuses."""
    made = object.__new__(type(value))
    for part in fields(value):
        object.__setattr__(made, part.name, parts.get(part.name, getattr(value, part.name)))
    return made


def wrong_in_part(value: Any, fault: str, deep: bool) -> Iterator[Any]:
    """`value` with the fault in one part of it after the other, and with one part in place of the next.

    ``deep``: parts of the fields of dataclasses, too.
    """
    if isinstance(value, Assembly | Check):
        return
    if isinstance(value, pd.DataFrame):
        for name in value:
            changed = wrong(value[[name]], fault)
            if not changed.equals(value[[name]]):
                yield pd.concat([changed if one == name else value[[one]] for one in value], axis=1)
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from ({**value, key: one} for one in (wrong(part, fault), *wrong_in_part(part, fault, deep)))
        kept = list(value.values())
        yield dict(zip(value, kept[-1:] + kept[:-1], strict=True))
    elif isinstance(value, list | tuple):
        new: Any = getattr(value, "_make", type(value))  # of a named tuple
        for i, part in enumerate(value):
            for one in (wrong(part, fault, i), *wrong_in_part(part, fault, deep)):
                yield new([*value[:i], one, *value[i + 1 :]])
        if not hasattr(value, "_fields"):
            yield new([*value[-1:], *value[:-1]])
    elif is_dataclass(value) and not isinstance(value, type):
        for part in fields(value):
            found = getattr(value, part.name)
            inside = wrong_in_part(found, fault, deep) if deep else ()
            yield from (with_parts(value, {part.name: one}) for one in (wrong(found, fault), *inside))


def faulty(module: Any, arguments: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Arguments of the checks and functions of the module, with a fault in one of them.

    First a fault is in all of one argument, or of what one of the functions returns that the checks ask; then in a part
    of one. Arguments that are whole numbers, switches or texts are settings.
    """
    checks = module._checks
    inner = [part for part in checks.__code__.co_consts if isinstance(part, CodeType)]  # comprehensions, in Python 3.11
    names = {name for part in (checks.__code__, *inner) for name in part.co_names if not name.startswith("check_")}
    asked = {name: getattr(module, name, None) for name in sorted(names)}
    functions = {name: function for name, function in asked.items() if isinstance(function, FunctionType)}

    for fault in FAULTS:
        for one, found in enumerate(arguments):
            if not isinstance(found, int | str):
                yield (*arguments[:one], wrong(found, fault), *arguments[one + 1 :]), {}
        for name, of in functions.items():
            yield arguments, {name: lambda *a, _of=of, _by=fault, **k: wrong(_of(*a, **k), _by)}
    for deep, fault in product((False, True), FAULTS):
        for one, found in enumerate(arguments):
            if not isinstance(found, int | str):
                for part in wrong_in_part(found, fault, deep):
                    yield (*arguments[:one], part, *arguments[one + 1 :]), {}
        for name, of in functions.items():
            for i in range(PARTS):
                all_seen: list[bool] = []

                def in_part(*a: Any, _of: Any = of, _by: str = fault, _deep: bool = deep, _i: int = i, **k: Any) -> Any:
                    found = list(islice(wrong_in_part(_of(*a, **k), _by, _deep), _i + 1))
                    all_seen.append(len(found) <= _i)  # noqa: B023 - called before the next is made
                    return [None, *found][-1]

                yield arguments, {name: in_part}
                if all(all_seen):
                    break


PARTS = 8
"""Parts of what a function returns that are made wrong one by one; the last where there are fewer, None for none."""


def failures(module: Any, arguments: tuple[Any, ...]) -> tuple[set[str], set[str]]:
    """Ids of the checks that a study's module makes of what it found, and of those that fail with some fault."""
    seen: set[str] = {check.id for check in module._checks(*arguments)}
    failed: set[str] = set()
    for given, functions in faulty(module, arguments):
        with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for name, function in functions.items():
                patch.setattr(module, name, function)
            try:
                failed |= {check.id for check in module._checks(*given) if not check.passed}
            except (ArithmeticError, AttributeError, DrystoneError, LookupError, TypeError, ValueError):
                continue  # a study may refuse such a thing
        if seen <= failed:
            break
    return seen, seen & failed


@pytest.fixture(autouse=True, scope="module")
def runs_of_campaigns_are_made_here() -> Iterator[None]:
    """A process takes longer to start than they do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "run_in_child", lambda setting, run: made_here(replace(setting, limit=None), run))
        yield


def test_the_event_driven_solution_has_the_reference_numbers() -> None:
    """H1, H2 and H3 as computed independently, g = 9.81."""
    block = RockingBlock(0.30, 1.0)
    motion = block.free_rocking(np.radians(15.0), 6)
    times = [1.12167192692, 2.13567008473, 2.89745601501, 3.51144113913, 4.0217213839, 4.45308107613]
    peaks = [8.534038381, 5.939441911, 4.307728257, 3.186383233, 2.384055378]
    assert motion.impacts == pytest.approx(times, rel=EXACT)
    assert np.degrees(motion.peaks) == pytest.approx(peaks, rel=EXACT)
    assert block.restitution == pytest.approx(0.8761467889908257, rel=1e-12)


@pytest.mark.filterwarnings("ignore:survivals without a certain verdict")  # which stone-house-domain follows
@pytest.mark.parametrize("name", with_slow(STUDIES, *LONG))
def test_quick_studies_pass_their_checks_and_each_can_fail(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The study's own function judges what it found, and the same with faults planted in it."""
    study = get_study(name)
    module: Any = sys.modules[study.__module__]
    judged: list[tuple[Any, ...]] = []
    checks = module._checks

    def watched(*arguments: Any) -> Any:
        judged.append(arguments)
        return checks(*arguments)

    monkeypatch.setattr(module, "_checks", watched)
    try:
        result = study(tmp_path, quick=True, progress=False)
    except NotInstalledError as missing:
        pytest.skip(str(missing))
    failed = [check for check in result.checks if not check.passed]
    assert not failed
    assert result.checks
    written = result.save(tmp_path)
    assert any(path.suffix == ".png" for path in written)
    assert any(path.suffix == ".csv" for path in written)
    assert judged
    monkeypatch.undo()
    for arguments in judged:
        whole = tuple(False if given is True else given for given in arguments)  # not quick
        ids = {check.id for check in checks(*arguments)}
        seen, can_fail = failures(module, MORE[name](*arguments) if name in MORE else whole)
        assert ids <= seen
        assert seen == can_fail


@pytest.mark.slow
def test_the_checks_of_housner_fail_with_a_scheme_of_first_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its impacts come 8 ms too late in each second at dt = 1e-3 s."""
    monkeypatch.setattr(housner, "simulate", partial(simulate, integrator="backward-euler"))
    failed = {check.id for check in housner.run(tmp_path, quick=True).checks if not check.passed}
    assert {"H1.1", "H1.2", "H1.rate", "H2.1"} <= failed
