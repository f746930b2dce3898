"""The studies at quick size, and the exact rocking block they compare with."""

import sys
import warnings
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import numpy as np
import pandas as pd
import pytest

from drystone.errors import DrystoneError, NotInstalledError
from drystone.integrators import simulate
from drystone.model import Assembly
from drystone.studies import Check
from drystone.studies.registry import STUDIES, get_study
from drystone.studies.reproductions import housner
from drystone.studies.reproductions.rocking import RockingBlock

EXACT = 1e-9  # the reference numbers have 11 digits

FAULTS: dict[str, Callable[[Any], Any]] = {
    "nothing is found": lambda x: np.zeros_like(x) if isinstance(x, np.ndarray) else 0.0,
    "more": lambda x: 1.5 * x + 1,
    "less": lambda x: 0.5 * x - 1,
    "the last first": lambda x: x[::-1] if isinstance(x, np.ndarray) else -x,
    "every other one off": lambda x: x + (np.arange(x.size) % 2).reshape(x.shape) if isinstance(x, np.ndarray) else x,
    "one in two parts": lambda x: x,  # texts differ, see `wrong`
}
"""What may be wrong with the numbers that a study judges, all of them finite: NaN would fail most comparisons."""


NOT_SHOWN = {
    *(
        "stone-house",
        "stone-house-domain",
        "stone-house-fragility",
        "church",
    ),
    *("capacity", "dome", "drum-column", "solver-performance", "work-precision", "contact-laws"),
}
"""Studies of which it is not shown yet that each check fails with one of these faults."""


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
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        return type(value)(wrong(part, fault, i) for i, part in enumerate(value))
    if is_dataclass(value) and not isinstance(value, type):
        made = object.__new__(type(value))  # what its construction refuses is meant
        for part in fields(value):
            object.__setattr__(made, part.name, wrong(getattr(value, part.name), fault))
        return made
    if (isinstance(value, np.ndarray) and value.dtype == bool) or isinstance(value, bool):
        return np.logical_not(value) if fault == "nothing is found" else value
    if isinstance(value, str) and fault == "one in two parts":
        return f"{value}{place}"
    numbers = isinstance(value, np.ndarray) and value.dtype.kind in "fi"
    return change(value) if numbers or isinstance(value, float | int | np.floating) else value


def failures(module: Any, arguments: tuple[Any, ...]) -> tuple[set[str], set[str]]:
    """Ids of the checks that a study's module makes of what it found, and of those that fail with some fault.

    A fault is in one argument, or in what one of the functions returns that the checks ask. Arguments that are whole
    numbers, switches or texts are settings.
    """
    checks = module._checks
    inner = [part for part in checks.__code__.co_consts if isinstance(part, CodeType)]  # comprehensions, in Python 3.11
    names = {name for part in (checks.__code__, *inner) for name in part.co_names if not name.startswith("check_")}
    asked = {name: getattr(module, name, None) for name in sorted(names)}
    seen: set[str] = set()
    failed: set[str] = set()

    def judge(*faulty: Any) -> None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                made = list(checks(*faulty))
        except (ArithmeticError, DrystoneError, LookupError, TypeError, ValueError):  # a study may refuse such a thing
            return
        seen.update(check.id for check in made)
        failed.update(check.id for check in made if not check.passed)

    for fault in FAULTS:
        for one, found in enumerate(arguments):
            if not isinstance(found, int | str):
                judge(*arguments[:one], wrong(found, fault), *arguments[one + 1 :])
        for name, function in asked.items():
            if isinstance(function, FunctionType):
                with pytest.MonkeyPatch.context() as patch:
                    patch.setattr(module, name, lambda *a, _of=function, _by=fault, **k: wrong(_of(*a, **k), _by))
                    judge(*arguments)
    return seen, failed


def test_the_event_driven_solution_has_the_reference_numbers() -> None:
    """H1, H2 and H3 as computed independently, g = 9.81."""
    block = RockingBlock(0.30, 1.0)
    motion = block.free_rocking(np.radians(15.0), 6)
    times = [1.12167192692, 2.13567008473, 2.89745601501, 3.51144113913, 4.0217213839, 4.45308107613]
    peaks = [8.534038381, 5.939441911, 4.307728257, 3.186383233, 2.384055378]
    assert motion.impacts == pytest.approx(times, rel=EXACT)
    assert np.degrees(motion.peaks) == pytest.approx(peaks, rel=EXACT)
    assert block.restitution == pytest.approx(0.8761467889908257, rel=1e-12)


@pytest.mark.parametrize("name", STUDIES)
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
    if name in NOT_SHOWN:
        return
    for arguments in judged:
        seen, can_fail = failures(module, arguments)
        assert {check.id for check in checks(*arguments)} <= seen
        assert seen == can_fail


def test_the_checks_of_housner_fail_with_a_scheme_of_first_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its impacts come 8 ms too late in each second at dt = 1e-3 s."""
    monkeypatch.setattr(housner, "simulate", partial(simulate, integrator="backward-euler"))
    failed = {check.id for check in housner.run(tmp_path, quick=True).checks if not check.passed}
    assert {"H1.1", "H1.2", "H1.rate", "H2.1"} <= failed
