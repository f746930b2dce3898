"""The methods whose numbers `tuning` turns, and the problems that each of them is measured on."""

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from ...files.problems import read_step
from ...formulations import StepProblem
from ...ground_motion import GroundMotion
from ...integrators import simulate
from ...model import Assembly
from ...programs import StepLike
from ...solvers import WarmStart, attempted_coulomb, get_solver
from ...solvers.base import Solver
from ...solvers.choice import AutoTuning
from ...solvers.first_order.base import FirstOrderSolver
from ...solvers.interior_point.coulomb_tuning import CoulombTuning
from ...solvers.interior_point.limit_path import LimitState, limit_path
from ...solvers.interior_point.tuning import InteriorPointTuning, LimitTuning
from ...solvers.newton.tuning import NewtonTuning
from ...solvers.registry import solver_class
from ...solvers.structured.arrays import Arrays
from ...solvers.structured.settings import Setting, Tuning
from ...statics.limit_state import ACCURACY, TARGET, certificate
from ...statics.programs import LimitPoint
from ...statics.system import StaticSystem
from ...structures import arch, dome, house, wall
from .problem_set import RECIPES

__all__ = ["FIRST_ORDER", "METHODS", "Case", "Outcome", "Solve", "cases", "changes", "numbers_of"]

STANDS = 1e-9
"""Displacement of what stands, at the end of its run (m)."""
MOST = 2000
"""Iterations at most, where a method would take its time to fail."""
G = 9.81


@dataclass(frozen=True)
class Outcome:
    """What one solve took, and whether it solved."""

    solved: bool
    iterations: int
    factorisations: int


Solve = Callable[[Mapping[str, float]], Outcome]
"""Solves one problem with these numbers in the place of the defaults."""


@dataclass(frozen=True)
class Case:
    """A problem and a start of it; ``made`` makes what solves it. ``solver`` names its method."""

    solver: str
    problem: str
    start: str
    made: Callable[[], Solve]


# ---------------- methods


@cache
def _step(path: Path, name: str) -> tuple[StepLike, WarmStart]:
    saved = read_step(path, name)
    problem = saved.problem
    _ = problem.scaled  # made once for all variants
    return problem, saved.guess


def _solved(solver: str, make: Callable[[Mapping[str, float]], Solver], path: Path, name: str, start: str) -> Solve:
    """A step of the problem set: "cold", "warm" from its run's impulses, "near" from a coarse answer."""
    problem, carried = _step(path, name)
    guess = carried if start == "warm" else None
    if start == "near":
        found = get_solver("interior-point", tolerance=1e-7, polish=False).solve(problem)
        guess = WarmStart(found.velocity, found.impulse)

    def solve(numbers: Mapping[str, float]) -> Outcome:
        answer = make(numbers).solve(problem, "kinematic", guess)
        return Outcome(answer.solved, answer.iterations, answer.factorisations)

    return solve


def _interior_point(numbers: Mapping[str, float]) -> Solver:
    return get_solver("interior-point", polish=False, tuning=numbers)


def _auto(numbers: Mapping[str, float]) -> Solver:
    return get_solver("auto", tuning=numbers)


def _newton(numbers: Mapping[str, float]) -> Solver:
    return get_solver("newton", max_iterations=MOST // 5, tuning=numbers)


def _first_order(name: str, numbers: Mapping[str, float]) -> Solver:
    solver, _, local = name.partition(":")
    settings = {"local": local} if local else {}
    return get_solver(solver, max_iterations=MOST, polish=False, **settings, **numbers)


def _shaken(
    make: Callable[[], Assembly],
    acceleration: float,
    dt: float,
    steps: int,
    stands: bool,
    solver: Callable[[Mapping[str, float]], Solver] = _interior_point,
    stiffness: float | None = None,
) -> Solve:
    """A run of that many steps on ground shaken by an acceleration (g), 2 Hz; ``stiffness``: of the contact points
    (N/m) where they are compliant.
    """
    assembly = make()
    motion = GroundMotion.harmonic(acceleration * G, 2.0, duration=10.0)
    how: dict[str, Any] = {}
    if stiffness is not None:
        how = {"formulation": "compliant", "options": {"normal_stiffness": stiffness}}

    def solve(numbers: Mapping[str, float]) -> Outcome:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            run = simulate(assembly, steps * dt, dt, solver=solver(numbers), motion=motion, **how)
        ride = run.position - run.position[:, :1]
        still = not stands or float(np.max(np.abs(ride - ride[0]))) <= STANDS
        own = len(run.steps) == steps and not bool(run.steps["helped"].any())
        own = own and (solver is _auto or int(run.steps["attempts"].max()) == 1)
        return Outcome(still and own, int(run.steps["iterations"].sum()), 0)

    return solve


RUNS: dict[str, Callable[[], Solve]] = {
    "standing-wall-50": partial(_shaken, lambda: wall(7, 7), 0.15, 1e-3, 30, True),
    "standing-wall-200": partial(_shaken, lambda: wall(16, 12), 0.3, 1e-3, 10, True),
    "standing-arch-15": partial(_shaken, lambda: arch(10.0, 0.2, 180.0, 15), 0.02, 1e-3, 30, True),
    "rocking-arch-7": partial(_shaken, arch, 1.0, 5e-3, 30, False),
}

COMPLIANT = {
    f"{state}-wall-{blocks}-at-{stiffness:.0e}": partial(
        _shaken, make, acceleration, 2e-3, 60, False, stiffness=stiffness
    )
    for blocks, make in {50: lambda: wall(7, 7), 200: lambda: wall(14, 15)}.items()
    for state, acceleration in {"standing": 0.2, "rocking": 1.2}.items()
    for stiffness in (6e11, 1e10, 1e9, 1e8, 1e7)
}
"""Runs of walls whose contact points are compliant: what makes them for a solver. 6e11 N/m is about the default."""

SOFT = ("1e+09", "1e+08")
"""Ends of the names of those that newton is for."""

LIMITS: dict[str, Callable[[], Assembly]] = {
    "limit-arch-7": arch,
    "limit-arch-25": lambda: arch(10.0, 0.15, 180.0, 25),
    "limit-wall-50": lambda: wall(7, 7),
    "limit-wall-200": lambda: wall(16, 12),
    "limit-dome-50": lambda: dome(5.0, 0.15, 5, 10),
    "limit-dome-200": lambda: dome(5.0, 0.15, 10, 20),
    "limit-house-50": lambda: house(4, 4, 4),
    "limit-house-200": lambda: house(8, 6, 8, door=(2, 4)),
}
DIRECTIONS = {"along": (1.0, 0.0, 0.0), "aslant": (-0.3, 0.5, 0.1), "up": (0.0, 0.0, 1.0)}


def _limit(make: Callable[[], Assembly], direction: str) -> Solve:
    system = StaticSystem.of(make(), (0.0, 0.0, -1.0), DIRECTIONS[direction])
    step = Arrays.of(system.scaled)

    def residual(state: LimitState) -> float:
        point = LimitPoint(state.multiplier, state.force, state.mechanism)
        return certificate(system, point, state.status).worst

    def solve(numbers: Mapping[str, float]) -> Outcome:
        found = limit_path(step, system.scaled_live, residual, TARGET, ACCURACY, LimitTuning.of(numbers))
        return Outcome(found.worst <= ACCURACY, found.iterations, found.iterations)

    return solve


def _coulomb(path: Path, name: str, start: str) -> Solve:
    """A step of the problem set with Coulomb's law itself."""
    problem, carried = _step(path, name)
    assert isinstance(problem, StepProblem)
    meant = problem.assuming(np.zeros(problem.k.shape))
    guess = carried if start == "from its run" else None

    def solve(numbers: Mapping[str, float]) -> Outcome:
        solver = get_solver("interior-point", polish=False, coulomb_tuning=numbers)
        _, answer = attempted_coulomb(solver, meant, "kinematic", guess)
        return Outcome(answer.solved, answer.iterations, answer.factorisations)

    return solve


FIRST_ORDER = ("gauss-seidel", "gauss-seidel:projection", "spg", "apgd", "admm")
METHODS: dict[str, type[Tuning] | None] = {
    "auto": AutoTuning,
    "interior-point": InteriorPointTuning,
    "limit path": LimitTuning,
    "coulomb path": CoulombTuning,
    "newton": NewtonTuning,
    **dict.fromkeys(FIRST_ORDER, None),
}
"""Methods with numbers, and the class of these; None of those that have them as settings."""


def numbers_of(method: str) -> dict[str, Setting]:
    """The numbers of a method."""
    tuning = METHODS[method]
    if tuning is not None:
        return dict(tuning.settings())
    kind = solver_class(method.partition(":")[0])
    assert issubclass(kind, FirstOrderSolver)
    return kind.numbers


def changes(name: str, setting: Setting) -> Iterator[tuple[str, dict[str, float]]]:
    """The variants of a number that differ from its default, kept within its range: what they are called and set."""
    for variant, factor in (("half", 0.5), ("double", 2.0)):
        value = min(max(factor * setting.default, setting.least), setting.most)
        value = round(value) if setting.whole else value
        if value != setting.default:
            yield variant, {name: value}
    if setting.without:
        yield "without", dict(setting.without)


# ---------------- problems


def _names(most: int, least: int = 0, parts: Sequence[str] = ("",)) -> list[str]:
    return [
        name
        for recipe in RECIPES
        if least <= recipe.size <= most
        for name in recipe.names().values()
        if any(part in name for part in parts)
    ]


LARGE = ("wall-1000-r", "wall-1000-sliding", "wall-1000-colliding", "house-1000-r", "dome-1000-rocking")
"""Parts of the names of the problems of 1000 blocks that are measured."""
UNIQUE = ("compliant",)
"""And of those whose impulses are unique."""


def cases(method: str, path: Path) -> Iterator[Case]:
    """The problems of a method, small ones first."""
    if method == "interior-point":
        steps = [(name, start) for name in _names(200) for start in ("cold", "warm")]
        steps += [(name, "warm") for name in _names(1000, 1000, LARGE)]
        made: Callable[[Mapping[str, float]], Solver] = _interior_point
        for name, run in RUNS.items():
            yield Case(method, name, "run", run)
    elif method == "auto":
        steps, made = [], _auto
        for name, run in COMPLIANT.items():
            yield Case(method, name, "run", partial(run, solver=_auto))
    elif method == "newton":
        steps = [(name, start) for name in _names(50) for start in ("cold", "warm")]
        steps += [(name, "near") for name in _names(200)]
        steps += [(name, "warm") for name in _names(200, 200)]
        steps += [(name, start) for name in _names(1000, 0, UNIQUE) for start in ("cold", "warm")]
        made = _newton
        for name, run in COMPLIANT.items():
            if name.endswith(SOFT):
                yield Case(method, name, "run", partial(run, solver=_newton))
    elif method == "limit path":
        steps = []
        for name, make in LIMITS.items():
            for direction in DIRECTIONS:
                yield Case(method, name, direction, partial(_limit, make, direction))
    elif method == "coulomb path":
        steps = []
        for name in _names(200):
            if "compliant" not in name:
                for start in ("from nothing", "from its run"):
                    yield Case(method, name, start, partial(_coulomb, path, name, start))
    else:
        steps = [(name, start) for name in _names(50) for start in ("cold", "warm")]
        steps += [(name, "warm") for name in _names(200, 200, ("resting",))]
        made = partial(_first_order, method)
    for name, start in dict.fromkeys(steps):
        yield Case(method, name, start, partial(_solved, method, made, path, name, start))
