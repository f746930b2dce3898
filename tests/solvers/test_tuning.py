"""The numbers that steer the structured solvers, what is good enough, and how a method ended."""

import pickle
from dataclasses import FrozenInstanceError, fields, replace
from math import inf, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.errors import DrystoneError, UnknownNameError
from drystone.solvers import WarmStart, get_solver
from drystone.solvers.choice import AutoTuning
from drystone.solvers.first_order.base import FirstOrderSolver
from drystone.solvers.interior_point.coulomb_tuning import CoulombTuning
from drystone.solvers.interior_point.tuning import InteriorPointTuning, LimitTuning, PathTuning
from drystone.solvers.newton.tuning import NewtonTuning
from drystone.solvers.registry import SOLVERS, solver_class
from drystone.solvers.structured.arrays import Iterate
from drystone.solvers.structured.convergence import End, Goal
from drystone.solvers.structured.settings import Setting, Tuning
from drystone.structures import wall

from ..steps import steps_of

TUNINGS: tuple[type[Tuning], ...] = (
    AutoTuning, InteriorPointTuning, LimitTuning, CoulombTuning, NewtonTuning,
)  # fmt: skip
TUNED: dict[str, type[Tuning]] = {"auto": AutoTuning, "interior-point": InteriorPointTuning, "newton": NewtonTuning}
FIRST_ORDER = {name: kind for name in SOLVERS if issubclass(kind := solver_class(name), FirstOrderSolver)}

COMMON = {name for name, _ in PathTuning.settings()}
NUMBERS: list[tuple[str, str, Setting]] = [
    *((tuning.owner, name, setting) for tuning in TUNINGS for name, setting in tuning.settings()),
    *((name, key, setting) for name, kind in FIRST_ORDER.items() for key, setting in kind.numbers.items()),
]


@pytest.mark.parametrize(("owner", "name", "setting"), NUMBERS, ids=[f"{one[0]}-{one[1]}" for one in NUMBERS])
def test_every_number_explains_itself(owner: str, name: str, setting: Setting) -> None:
    """What it is and when one would turn it, a default within its range, and values without its rule, admitted."""
    assert setting.meaning[0].isupper()
    assert setting.meaning.endswith(".")
    assert "Raise it" in setting.meaning or "Lower it" in setting.meaning
    assert setting.least <= setting.default <= setting.most
    siblings = {key: one for solver, key, one in NUMBERS if solver == owner}
    for key, value in setting.without.items():
        assert siblings[key].check(owner, key, value) == value


def test_numbers_are_few() -> None:
    """Forty at most; one that two methods inherit is one."""
    assert len({(owner if name not in COMMON else "path", name) for owner, name, _ in NUMBERS}) <= 40


def rows_of_the_table() -> dict[tuple[str, str], tuple[str, str]]:
    """Value and effect of each number in the tables of docs/tuning.md, by method and name."""
    path = Path(ds.__file__).parent / "docs" / "tuning.md"
    if not path.exists():
        pytest.skip("drystone is installed without its documentation")
    found, method = {}, ""
    for line in path.read_text(encoding="utf-8").partition("\n---\n")[2].splitlines():
        method = line.removeprefix("## ") if line.startswith("## ") else method
        if line.startswith("| `"):
            name, _, _, value, effect = (cell.strip() for cell in line.strip("|").split("|"))
            found[method, name.strip("`")] = value, effect
    return found


@pytest.mark.parametrize(("owner", "name", "setting"), NUMBERS, ids=[f"{one[0]}-{one[1]}" for one in NUMBERS])
def test_the_table_of_the_documentation_is_of_these_numbers(owner: str, name: str, setting: Setting) -> None:
    """Measured at the default that it has."""
    value, effect = rows_of_the_table()[owner, name]
    assert float(value) == pytest.approx(setting.default, rel=1e-5)  # six digits are printed
    assert effect


def test_the_table_has_no_other_numbers() -> None:
    known = {(owner, name) for owner, name, _ in NUMBERS}
    assert {(owner.partition(":")[0], name) for owner, name in rows_of_the_table()} == known


@pytest.mark.parametrize(("owner", "name", "setting"), NUMBERS, ids=[f"{one[0]}-{one[1]}" for one in NUMBERS])
def test_numbers_outside_their_range_are_refused(owner: str, name: str, setting: Setting) -> None:
    outside: list[Any] = [setting.least - 1.0, "much", None, nan]
    outside += [setting.most * 2.0 + 1.0] if setting.most < inf else []
    outside += [setting.default + 0.5] if setting.whole else []
    for value in outside:
        with pytest.raises(DrystoneError, match=f"setting {name} of {owner}"):
            setting.check(owner, name, value)


@pytest.mark.parametrize("tuning", TUNINGS)
def test_a_tuning_is_frozen_checked_and_compared(tuning: type[Tuning]) -> None:
    default = tuning.of(None)
    first = fields(tuning)[0].name
    with pytest.raises(FrozenInstanceError):
        setattr(default, first, 1.0)
    assert tuning.of({}) == default
    assert tuning.of(default) is default
    assert pickle.loads(pickle.dumps(default)) == default
    with pytest.raises(DrystoneError, match=f"setting {first} of {tuning.owner}"):
        replace(default, **{first: -1.0})


@pytest.mark.parametrize("solver", TUNED)
def test_a_tuning_is_given_as_object_or_by_name(solver: str) -> None:
    tuning = TUNED[solver]
    other = next(one for one in TUNINGS if one is not tuning)
    name, setting = next(iter(tuning.settings()))
    value = 0.5 * setting.default
    by_name, whole = (get_solver(solver, tuning=given) for given in ({name: value}, tuning(**{name: value})))
    assert by_name.tuning == whole.tuning == tuning(**{name: value})  # type: ignore[attr-defined]
    with pytest.raises(UnknownNameError, match=f"number in the tuning of {solver} 'nonsense'"):
        get_solver(solver, tuning={"nonsense": 1.0})
    with pytest.raises(DrystoneError, match=f"tuning of {solver} must be {tuning.__name__}"):
        get_solver(solver, tuning=other())
    with pytest.raises(DrystoneError, match=f"setting {name} of {solver}"):
        get_solver(solver, tuning={name: "a little"})


@pytest.mark.parametrize("solver", TUNED)
def test_the_default_tuning_is_what_is_taken_without_one(solver: str) -> None:
    problem = steps_of("shaken arch", "nodargi-bisegna")[1]
    plain, given = (get_solver(solver, **one).solve(problem) for one in ({}, {"tuning": TUNED[solver]()}))
    assert np.array_equal(plain.impulse, given.impulse)


def test_numbers_reach_the_compiled_kernels() -> None:
    """Gradient steps are compiled; without them the same guess takes another way to the same answer."""
    step = ds.step_problem(wall(4, 4), 1e-2, gravity=(3.0, 0.0, -9.81))
    before = ds.solve(ds.step_problem(wall(4, 4), 1e-2))
    guess = WarmStart(before.velocity, before.impulse)
    swept, plain = (
        get_solver("interior-point", polish=False, tuning=tuning).solve(step, warm_start=guess)
        for tuning in ({}, {"gradient_steps": 0})
    )
    assert not np.array_equal(swept.impulse, plain.impulse)
    assert (swept.status, plain.status) == ("solved", "solved")


def test_every_end_has_a_sentence_of_its_own_and_one_is_good() -> None:
    assert len({end.value for end in End}) == len(End)
    assert [end for end in End if end.converged] == [End.CONVERGED]
    nothing = np.zeros((0, 3))
    assert Iterate(nothing, 0).message == ""
    assert Iterate(nothing, 0, end=End.STALLED).message == End.STALLED.value
    assert Iterate(nothing, 0, end=End.TIME_LIMIT, detail="5 s").message == "5 s"
    assert Iterate(nothing, 7, end=End.ITERATION_LIMIT).message == "7 iterations, the limit"
    assert Iterate(nothing, 2, end=End.STALLED).after(Iterate(nothing, 3)).end is End.STALLED


def test_what_is_good_enough() -> None:
    goal = Goal(1e-8, acceptable=1e-6, natural=1e-7)
    assert goal.met(1e-8, 1e-7)
    assert not goal.met(1e-8, 2e-7)
    assert not goal.met(2e-8, 0.0)
    assert goal.met(1e-6, 1.0, slow=True)
    assert not goal.met(2e-6, 0.0, slow=True)
    assert not goal.met(nan)
    assert Goal(1e-8).met(1e-8, 1e9)
    assert not Goal(1e-8).met(2e-8, slow=True)
