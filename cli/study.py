"""`drystone study`: published results again, and checks against them."""

import time as clock
from inspect import Parameter, signature
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Any, get_args

from ..checks import finite_number, instance_of, whole_number, yes_no
from ..errors import DrystoneError, NotInstalledError, UnknownNameError
from ..summary import counted
from .answer import Answer
from .messages import folder, options, reported_warnings, shows_bars
from .tables import LONGEST, show

if TYPE_CHECKING:
    from ..studies import Check, StudyResult

__all__ = ["execute"]

ALL = "all"


def execute(
    name: str,
    quick: bool,
    full: bool,
    check: bool,
    out: str | None,
    option: list[str],
    progress: bool,
    answer: Answer,
) -> int:
    """Run one study or all; with ``check`` the exit code is 1 if a check fails. ``option``: KEY=VALUE of the study.

    ``full``: the resolution of the paper, where a study's own is coarser. Of all studies those are left out, and told,
    that need what is not installed.
    """
    from ..files.writing import write_json
    from ..made_by import machine, versions
    from ..studies import STUDIES, StudyResult, get_study

    chosen = {key: get_study(key) for key in (STUDIES if name == ALL else [name])}
    given = options(option)
    if full and name != ALL and "full" not in signature(chosen[name]).parameters:
        raise DrystoneError(f"the study {name} has one resolution beside --quick; leave --full out")
    for key, study in chosen.items():
        parameters = signature(study).parameters
        known = [part for part in parameters if part not in ("out", "quick", "progress", "full")]
        for one, value in given.items():
            if one not in known:
                raise UnknownNameError(f"option of the study {key}", one, known)
            _check(value, parameters[one])
    passed, told = True, dict[str, Any]()
    for key, study in chosen.items():
        target = folder(Path("runs" if out is None else out) / key)
        more = {"full": True} if full and "full" in signature(study).parameters else {}
        began = clock.perf_counter()
        try:
            with reported_warnings(answer.quiet):
                made = study(target, quick, shows_bars(progress, answer.quiet), **more, **given)
        except NotInstalledError as error:
            if name != ALL:
                raise
            answer.result(f"# {key}\n\nleft out: {error}\n")
            continue
        wall = clock.perf_counter() - began
        result = instance_of(made, StudyResult, f"what the study {key} returns")
        written = [
            *result.save(target),
            write_json({**versions(), **machine(), "wall_time": wall, **given}, target / "about.json"),
        ]
        _report(result, check, answer)
        answer.written(written)
        answer.tell("")
        told[key] = {"passed": result.passed, "checks": [vars(one) for one in result.checks], "tables": result.tables}
        answer.give({"studies": told})
        passed = passed and result.passed
    return 1 if check and not passed else 0


def _check(value: Any, parameter: Parameter) -> None:
    """DrystoneError for an option that is no such number, or neither true nor false, as the study says it to be."""
    wanted, what = parameter.annotation, f"option {parameter.name}"
    if isinstance(wanted, UnionType) and type(None) in get_args(wanted):
        if value is None:
            return
        wanted, *others = (kind for kind in get_args(wanted) if kind is not type(None))
        wanted = None if others else wanted
    if wanted is float:
        finite_number(value, what)
    elif wanted is int:
        whole_number(value, what, 0)
    elif wanted is bool:
        yes_no(value, what)


def _report(result: "StudyResult", check: bool, answer: Answer) -> None:
    answer.tell(f"# {result.name}")
    for title, table in result.tables.items():
        rows = show(table) if len(table) <= LONGEST else f"{counted(len(table), 'row')}, see the file"
        answer.tell(f"\n{title}\n{rows}")
    answer.tell("")
    for one in result.checks if check else ():
        answer.result(_line(result.name, one))
    if check and not result.checks:
        answer.result(f"{result.name}: has no checks, nothing was checked")
    if answer.quiet and not check:
        good = sum(one.passed for one in result.checks)
        answer.result(f"{result.name}: {good} of {counted(len(result.checks), 'check')} passed")


def _line(study: str, check: "Check") -> str:
    outcome = "PASS" if check.passed else "FAIL"
    value, expected = (f"{x:.6g}" if isinstance(x, float) else x for x in (check.value, check.expected))
    allowed = f" ± {check.tolerance:.2g}" if check.tolerance else ""
    note = f" [{check.note}]" if check.note else ""
    return f"{outcome} {study} {check.id}: {check.what} = {value}, expected {expected}{allowed}{note}"
