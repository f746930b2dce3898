"""The methods whose numbers `tuning` turns, and the problems that each of them is measured on."""

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...errors import StepFailedError
from ...files.problems import read_step
from ...formulations import StepProblem
from ...ground_motion import GroundMotion
from ...integrators import simulate
from ...model import Assembly
from ...model.gravity import ONE_G
from ...solvers import WarmStart, attempted_coulomb, get_solver
from ...solvers.structured.settings import Setting
from ...statics.limit_state import limit_state
from ...statics.system import StaticSystem
from ...structures import arch, dome, house, wall
from .problem_set import DOMES, HOUSES, RECIPES, WALLS

__all__ = ["FIRST_ORDER", "METHODS", "Case", "Numbers", "Outcome", "cases", "changes", "numbers_of"]

STANDS = 1e-9
"""Displacement of what stands, at the end of its run (m)."""
MOST = 2000
"""Iterations at most, where a method would take its time to fail."""


class Outcome(NamedTuple):
    """What one solve took, and whether it solved."""

    iterations: int
    factorisations: int
    solved: bool


Numbers = Mapping[str, float]
"""Numbers of a method that are not its defaults."""


class Case(NamedTuple):
    """A problem and a start of it; ``solve`` solves it with some numbers."""

    problem: str
    start: str
    solve: Callable[[Numbers], Outcome]


# ---------------- methods

SLOW: dict[str, Any] = {"max_iterations": MOST, "polish": False}
METHODS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "auto": ("auto", "tuning", {}),
    "interior-point": ("interior-point", "tuning", {"polish": False}),
    "limit path": ("interior-point", "limit_tuning", {}),
    "coulomb path": ("interior-point", "coulomb_tuning", {"polish": False}),
    "newton": ("newton", "tuning", {"max_iterations": MOST // 5}),
    "gauss-seidel": ("gauss-seidel", "", SLOW),
    "gauss-seidel:projection": ("gauss-seidel", "", {**SLOW, "local": "projection"}),
    **{name: (name, "", SLOW) for name in ("spg", "apgd", "admm")},
}
"""Methods with numbers: the solver, its setting that takes them, "" where each is a setting, and its other settings."""
FIRST_ORDER = tuple(method for method, (_, setting, _) in METHODS.items() if not setting)


def _solver(method: str, numbers: Numbers) -> Any:
    name, setting, others = METHODS[method]
    return get_solver(name, **others, **({setting: numbers} if setting else numbers))


def numbers_of(method: str) -> dict[str, Setting]:
    """The numbers of a method."""
    solver, setting = _solver(method, {}), METHODS[method][1]
    return dict(getattr(solver, setting).settings()) if setting else solver.numbers


def changes(name: str, setting: Setting) -> Iterator[tuple[str, dict[str, float]]]:
    """The variants of a number that differ from its default, kept within its range: what they are called and set."""
    for variant, factor in (("half", 0.5), ("double", 2.0)):
        value = min(max(factor * setting.default, setting.least), setting.most)
        value = round(value) if setting.whole else value
        if value != setting.default:
            yield variant, {name: value}
    if setting.without:
        yield "without", dict(setting.without)


# ---------------- what is solved


@lru_cache(maxsize=1)
def _start(path: Path, name: str, start: str, coulomb: bool) -> tuple[Any, WarmStart | None]:
    """A step of the problem set: "cold", "warm" from its run's impulses, "near" from a coarse answer.

    With Coulomb's law itself the first two are called "from nothing" and "from its run".
    """
    saved = read_step(path, name)
    problem, guess = saved.problem, saved.guess if start in ("warm", "from its run") else None
    if coulomb:
        assert isinstance(problem, StepProblem)
        problem = problem.assuming(np.zeros(problem.k.shape))
    if start == "near":
        found = get_solver("interior-point", tolerance=1e-7, polish=False).solve(problem)
        guess = WarmStart(found.velocity, found.impulse)
    _ = problem.scaled  # made once for all variants
    return problem, guess


def _step(method: str, path: Path, name: str, start: str, numbers: Numbers) -> Outcome:
    coulomb, solver = method == "coulomb path", _solver(method, numbers)
    problem, guess = _start(path, name, start, coulomb)
    if coulomb:
        _, answer = attempted_coulomb(solver, problem, "kinematic", guess)
    else:
        answer = solver.solve(problem, "kinematic", guess)
    return Outcome(answer.iterations, answer.factorisations, answer.solved)


def _run(
    method: str, make: Callable[[], Assembly], acceleration: float, dt: float, steps: int, stands: bool,
    stiffness: float, numbers: Numbers,
) -> Outcome:  # fmt: skip
    """A run of that many steps on ground shaken by an acceleration (g), 2 Hz; ``stiffness``: of the contact points
    (N/m) where they are compliant, else 0.
    """
    motion = GroundMotion.harmonic(acceleration * ONE_G, 2.0, duration=10.0)
    compliant = {"formulation": "compliant", "options": {"normal_stiffness": stiffness}}
    law: dict[str, Any] = compliant if stiffness else {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = simulate(make(), steps * dt, dt, solver=_solver(method, numbers), motion=motion, **law)
    ride = run.position - run.position[:, :1]
    still = not stands or float(np.max(np.abs(ride - ride[0]))) <= STANDS
    own = len(run.steps) == steps and not bool(run.steps["helped"].any())
    own = own and (method == "auto" or int(run.steps["attempts"].max()) == 1)
    return Outcome(int(run.steps["iterations"].sum()), 0, still and own)


def _limit(make: Callable[[], Assembly], direction: str, numbers: Numbers) -> Outcome:
    """The limit program of a structure under a body force."""
    system = StaticSystem.of(make(), (0.0, 0.0, -1.0), DIRECTIONS[direction])
    try:
        found = limit_state(system, "static", _solver("limit path", numbers))
    except StepFailedError:
        return Outcome(0, 0, solved=False)
    return Outcome(found.iterations, found.iterations, solved=True)


# ---------------- problems

RUNS: dict[str, tuple[Any, ...]] = {
    "standing-wall-50": (lambda: wall(*WALLS[50]), 0.15, 1e-3, 30, True, 0.0),
    "standing-wall-200": (lambda: wall(*WALLS[200]), 0.3, 1e-3, 10, True, 0.0),
    "standing-arch-15": (lambda: arch(10.0, 0.2, 180.0, 15), 0.02, 1e-3, 30, True, 0.0),
    "rocking-arch-7": (arch, 1.0, 5e-3, 30, False, 0.0),
}
"""Runs with rigid contacts: what `_run` makes them of."""
COMPLIANT: dict[str, tuple[Any, ...]] = {
    f"{state}-wall-{blocks}-at-{stiffness:.0e}": (make, acceleration, 2e-3, 60, False, stiffness)
    for blocks, make in {50: lambda: wall(7, 7), 200: lambda: wall(14, 15)}.items()
    for state, acceleration in {"standing": 0.2, "rocking": 1.2}.items()
    for stiffness in (6e11, 1e10, 1e9, 1e8, 1e7)
}
"""Those of walls whose contact points are compliant. 6e11 N/m is about the default."""
SOFT = ("1e+09", "1e+08")
"""Ends of the names of those that newton is for."""

LIMITS: dict[str, Callable[[], Assembly]] = {
    "limit-arch-7": arch, "limit-arch-25": lambda: arch(10.0, 0.15, 180.0, 25),
    "limit-wall-50": lambda: wall(*WALLS[50]), "limit-wall-200": lambda: wall(*WALLS[200]),
    "limit-dome-50": lambda: dome(5.0, 0.15, *DOMES[50]), "limit-dome-200": lambda: dome(5.0, 0.15, *DOMES[200]),
    "limit-house-50": lambda: house(*HOUSES[50]), "limit-house-200": lambda: house(*HOUSES[200], door=(2, 4)),
}  # fmt: skip
DIRECTIONS = {"along": (1.0, 0.0, 0.0), "aslant": (-0.3, 0.5, 0.1), "up": (0.0, 0.0, 1.0)}

LARGE = ("wall-1000-r", "wall-1000-sliding", "wall-1000-colliding", "house-1000-r", "dome-1000-rocking")
"""Parts of the names of the problems of 1000 blocks that are measured."""
BOTH = ("cold", "warm")


def _names(most: int, least: int = 0, parts: Sequence[str] = ("",)) -> list[str]:
    """Problems of that many blocks with one of these parts in their names."""
    chosen = [recipe for recipe in RECIPES if least <= recipe.size <= most]
    return [name for recipe in chosen for name in recipe.names().values() if any(part in name for part in parts)]


def _steps(method: str) -> list[tuple[str, str]]:
    """The steps of the problem set that a method solves, with their starts."""
    starts: list[tuple[Sequence[str], Sequence[str]]] = []
    if method == "interior-point":
        starts = [(_names(200), BOTH), (_names(1000, 1000, LARGE), ("warm",))]
    elif method == "coulomb path":
        starts = [([name for name in _names(200) if "compliant" not in name], ("from nothing", "from its run"))]
    elif method == "newton":
        starts = [(_names(50), BOTH), (_names(200), ("near",)), (_names(200, 200), ("warm",))]
        starts += [(_names(1000, 0, ("compliant",)), BOTH)]
    elif method in FIRST_ORDER:
        starts = [(_names(50), BOTH), (_names(200, 200, ("resting",)), ("warm",))]
    return list(dict.fromkeys(pair for each in starts for pair in product(*each)))


def cases(method: str, path: Path) -> Iterator[Case]:
    """The problems of a method, small ones first."""
    soft = {name: run for name, run in COMPLIANT.items() if name.endswith(SOFT)}
    runs = {"interior-point": RUNS, "auto": COMPLIANT, "newton": soft}.get(method, {})
    for name, run in runs.items():
        yield Case(name, "run", partial(_run, method, *run))
    if method == "limit path":
        for name, direction in product(LIMITS, DIRECTIONS):
            yield Case(name, direction, partial(_limit, LIMITS[name], direction))
    for name, start in _steps(method):
        yield Case(name, start, partial(_step, method, path, name, start))
