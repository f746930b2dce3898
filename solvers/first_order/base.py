"""What the first-order methods share: kernels over contacts, settings that are checked, and when to stop.

They solve the step in its impulses, with H = I as in `drystone.solvers.structured.base`,

    min over gamma in Y   f(gamma) = 1/2 gamma'N gamma + gamma'r,    N = D'D + E,   r = D'k + offset,

whose gradient is the contact velocity u = N gamma + r. N is never assembled: N x = D'(D x) + E x costs one pass over
the contacts. Only of a local problem N = W is given: N x costs one pass over its blocks of 3 by 3. The measure of an
iterate is its natural residual, the largest over the contacts of

    |gamma_i - P_Y(gamma_i - u_i)| / max(1, |gamma_i|),

zero at a solution and nowhere else. What decides when to stop is a little stricter, so that the certificate agrees:
the residual over max(1, min(|gamma_i|, |u_i|)), which bounds primal residual and complementarity, and the gap gamma'u.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from math import inf, isnan, nan, sqrt
from time import perf_counter
from typing import Any, ClassVar, Final

import numpy as np
from numba.core import event

from ...checks import one_of
from ...numerics.compiled import FloatArray, IntArray, inlined, kernel
from ...numerics.contact_operator import RIGID, add_momentum, add_speed
from ...numerics.friction_cone import project, projected
from ...summary import counted
from ..structured.arrays import Arrays, Iterate, Rows, Sides
from ..structured.base import StructuredSolver
from ..structured.convergence import End, Goal
from ..structured.settings import Setting

__all__ = [
    "FirstOrderSolver",
    "SIDES",
    "Run",
    "add_row",
    "contact_speeds",
    "delassus",
    "energy",
    "iterations_at_once",
    "metric",
    "residual",
]

ROUND = 50
"""Most iterations between two looks at the clock; the methods also take their velocities afresh there."""
WORK = 1e8
"""Most multiplications between two looks at the clock, about a tenth of a second.

Neither is of the machine: answers do not depend on its speed.
"""
SIDES: Final = 4
"""Length of a `Sides`, by which kernels tell it from `Rows`."""


class Run(ABC):
    """A method under way on one step: its answer so far, ``impulse`` (C, 3) in Y, and the `residual` of that."""

    impulse: FloatArray
    residual: float
    factorisations: int = 0

    @abstractmethod
    def advance(self, iterations: int, target: float, late: Callable[[], bool]) -> int:
        """Iterate until the residual is within ``target``, at most so often; how often it was, 0 where it cannot.

        ``late`` says whether the time is over; who takes long for one iteration asks it on the way.
        """


class FirstOrderSolver(StructuredSolver):
    """A method whose iteration costs a pass or two over the contacts and needs nothing but projections on Y.

    Settings of all: ``max_iterations``, ``time_limit`` (s; a run that meets it cannot be repeated exactly). The time to
    compile what is called for the first time does not count; one factorisation or one iteration is not interrupted.
    Iterations end at the natural residual `target`, a tenth of ``accuracy`` unless ``tolerance`` says otherwise.
    """

    takes_local = True
    parts = ("iterate", "run")
    limit: ClassVar[int] = 20_000
    numbers: ClassVar[dict[str, Setting]] = {}

    def __init__(self, tolerance: float | None = None, polish: bool = True, **settings: Any) -> None:
        super().__init__(tolerance, polish, **settings)
        numbers = self._numbers()
        self.values = {
            name: setting.check(self.name, name, self.settings.get(name, setting.default))
            for name, setting in numbers.items()
        }
        self.chosen = {
            name: one_of(self.settings.get(name, options[0]), options, f"{name} of {self.name}")
            for name, options in self.choices().items()
        }

    @classmethod
    def choices(cls) -> dict[str, tuple[str, ...]]:
        """The settings that are one of some words, and these words, the default first."""
        return {}

    @classmethod
    def _numbers(cls) -> dict[str, Setting]:
        common = {
            "max_iterations": Setting(cls.limit, 1, inf, whole=True, meaning="Iterations at most."),
            "time_limit": Setting(inf, 0.0, inf, meaning="Time at most.", unit="s"),
        }
        return common | cls.numbers

    def setting_names(self) -> Iterable[str]:
        """``max_iterations``, ``time_limit`` and those of the method."""
        return (*self._numbers(), *self.choices())

    @abstractmethod
    def run(self, step: Arrays, impulse: FloatArray) -> Run:
        """The method set up on a step, at impulses (C, 3) in Y."""

    def iterate(self, step: Arrays, guess: Iterate | None, target: float) -> Iterate:
        """From the guess, projected on Y, to the target or a limit."""
        limit, time_limit = int(self.values["max_iterations"]), self.values["time_limit"]
        done, end, reason, at_once, goal = 0, End.CONVERGED, "", iterations_at_once(step), Goal(target)
        with _clock(time_limit) as late:
            run = self.run(step, np.zeros_like(step.offset) if guess is None else project(guess.impulse, step.mu))
            while not goal.met(run.residual):
                if done >= limit:
                    end, reason = End.ITERATION_LIMIT, ", the limit"
                    break
                if late():
                    end, reason = End.TIME_LIMIT, f" in {time_limit:g} s, the time limit"
                    break
                further = run.advance(min(at_once, limit - done), target, late)
                done += further
                if isnan(run.residual) or (not further and not late()):
                    end, reason = End.STALLED, " and no way on"
                    break
        reached = f"at a natural residual of {run.residual:.1e}; asked for {target:.1e}"
        return Iterate(run.impulse, done, run.factorisations, end, f"{counted(done, 'iteration')}{reason}, {reached}")


@contextmanager
def _clock(limit: float) -> Iterator[Callable[[], bool]]:
    """Whether more than ``limit`` seconds have passed since, without those in which Numba compiled."""
    if limit == inf:
        yield lambda: False
        return
    with event.install_listener("numba:compile", event.TimingListener()) as compiling:
        start = perf_counter()
        yield lambda: perf_counter() - start - (compiling.duration if compiling.done else 0.0) > limit


def iterations_at_once(step: Arrays) -> int:
    """How many iterations lie between two looks at the clock; see `WORK`."""
    operator = step.gram
    entries = operator.D.size if isinstance(operator, Sides) else operator.W.size
    return int(min(ROUND, max(1, WORK // max(1, 2 * entries))))


def metric(step: Arrays) -> FloatArray:
    """A scalar for each contact, (C,): a third of the trace of its diagonal block of N; one where that is zero."""
    trace = step.traces() / 3.0
    return np.where(trace > 0.0, trace, 1.0)


@kernel
def residual(impulse: FloatArray, contact: FloatArray, mu: FloatArray, energy: float) -> float:
    """How far impulses (C, 3) in Y with contact velocities u (C, 3) are from a solution; NaN where one is NaN.

    The larger of |gamma'u| / ``energy``, the duality gap of the certificate, and of the contacts' natural residuals
    |gamma_i - P_Y(gamma_i - u_i)| / max(1, min(|gamma_i|, |u_i|)).
    """
    worst, work = 0.0, 0.0
    for c in range(len(mu)):
        g0, g1, g2 = impulse[c, 0], impulse[c, 1], impulse[c, 2]
        u0, u1, u2 = contact[c, 0], contact[c, 1], contact[c, 2]
        p0, p1, p2 = projected(g0 - u0, g1 - u1, g2 - u2, mu[c])
        away = (g0 - p0) ** 2 + (g1 - p1) ** 2 + (g2 - p2) ** 2
        size = max(1.0, min(g0 * g0 + g1 * g1 + g2 * g2, u0 * u0 + u1 * u1 + u2 * u2))
        worst = max(worst, away / size)
        work += g0 * u0 + g1 * u1 + g2 * u2
    if isnan(work):  # `max` passes over what is no number
        return nan
    return max(sqrt(worst), abs(work) / energy)


# The kernels below take either operator. Its length is known when they are compiled: the other branch is left out.


@kernel
def delassus(operator: Sides | Rows, x: FloatArray, product: FloatArray) -> None:
    """N x for x (C, 3) in ``product`` (C, 3): D'(D x) + E x, with D x in ``operator.moved``, or W x."""
    if len(operator) == SIDES:
        n = operator.D.shape[2]
        if n == RIGID:  # see `drystone.numerics.contact_operator`
            _by_sides(operator.D, operator.blocks, operator.E, x, operator.moved, product, RIGID)
        else:
            _by_sides(operator.D, operator.blocks, operator.E, x, operator.moved, product, n)
    else:
        _by_rows(operator.W, operator.column, operator.start, x, product)


@inlined
def _by_rows(W: FloatArray, column: IntArray, start: IntArray, x: FloatArray, product: FloatArray) -> None:
    for c in range(len(x)):
        product[c, 0], product[c, 1], product[c, 2] = add_row(W, column, start, x, 0.0, 0.0, 0.0, c)


@inlined
def add_row(
    W: FloatArray, column: IntArray, start: IntArray, x: FloatArray, y0: float, y1: float, y2: float, c: int
) -> tuple[float, float, float]:
    """(y0, y1, y2) + W x at contact ``c``, for x (C, 3)."""
    for entry in range(start[c], start[c + 1]):
        x0, x1, x2 = x[column[entry], 0], x[column[entry], 1], x[column[entry], 2]
        y0 += W[entry, 0, 0] * x0 + W[entry, 0, 1] * x1 + W[entry, 0, 2] * x2
        y1 += W[entry, 1, 0] * x0 + W[entry, 1, 1] * x1 + W[entry, 1, 2] * x2
        y2 += W[entry, 2, 0] * x0 + W[entry, 2, 1] * x1 + W[entry, 2, 2] * x2
    return y0, y1, y2


@inlined
def _by_sides(
    D: FloatArray, blocks: IntArray, E: FloatArray, x: FloatArray, moved: FloatArray, product: FloatArray, n: int
) -> None:
    moved[:] = 0.0
    for c in range(len(blocks)):
        add_momentum(D, blocks, x[c, 0], x[c, 1], x[c, 2], moved, c, n)
    for c in range(len(blocks)):
        y0, y1, y2 = E[c, 0] * x[c, 0], E[c, 1] * x[c, 1], E[c, 2] * x[c, 2]
        product[c, 0], product[c, 1], product[c, 2] = add_speed(D, blocks, moved, y0, y1, y2, c, n)


def energy(step: Arrays) -> float:
    """What the gap is measured in: 1/2 k'k, the kinetic energy of the scaled step, at least one."""
    return max(1.0, step.energy)


def contact_speeds(step: Arrays, impulse: FloatArray) -> FloatArray:
    """u = D'(k + D gamma) + offset + E gamma, (C, 3)."""
    return step.contact_velocity(step.velocity(impulse), impulse)
