"""The numbers of the proximal Newton rounds and of polishing by them.

Each has its meaning, its unit, the range in which it may sensibly lie, and as ``effect`` its line of docs/tuning.md.
"""

from dataclasses import dataclass
from math import inf
from typing import ClassVar

from ..structured.settings import Tuning, tuned

__all__ = ["NewtonTuning", "PolishTuning"]


@dataclass(frozen=True)
class NewtonTuning(Tuning):
    """Numbers of `drystone.solvers.newton.proximal`, in variables of the scaled step.

    R is the proximal term where E = 0. At a small one, at once, Newton's method would take thousands of iterations from
    a start that is far off; a larger one keeps what the step leaves undetermined as it was.
    """

    owner: ClassVar[str] = "newton"

    proximal: float = tuned(
        1e-8, 1e-14, 1.0, "R to which it shrinks: a round divides the error by some hundred thousand, less in sliding."
    )
    proximal_far: float = tuned(
        1e-2,
        1e-14,
        1.0,
        "R of the first round of a start that is far off, or the worst entry of its certificate where that is less.",
        without={"proximal_far": 1e-8},
    )
    shrink: float = tuned(3.0, 1.01, 1e6, "R is divided by this after each round.")
    proximal_settled: float = tuned(
        1e-4,
        1e-14,
        1.0,
        "R of a start that is nearly right: gaps of rounding size move its impulses by their size over R alone.",
        without={"proximal_settled": 1e-8},
    )
    settled: float = tuned(
        1e-6,
        0.0,
        1.0,
        "Worst entry of a certificate up to which a start is nearly right.",
        without={"settled": 0.0},
    )
    settled_target: float = tuned(
        1e-11,
        0.0,
        1.0,
        "Worst entry to reach from there, unless a round brings little: what is left would add up in time.",
        without={"settled_target": 1.0},
    )
    futile_rounds: int = tuned(8, 1, 1000, "So many such rounds in a row end it.")
    natural: float = tuned(
        1e-7, 0.0, inf, "Natural residual to reach beside the certificate.", without={"natural": inf}
    )
    natural_unique: float = tuned(
        1e-9,
        0.0,
        inf,
        "Natural residual where compliance makes impulses unique, since it divides it into their errors.",
        unit="compliance",
        without={"natural_unique": inf},
    )
    gradient: float = tuned(1e-9, 0.0, 1.0, "Gradient at which Newton's method ends in rigid steps.")
    gradient_compliant: float = tuned(1e-12, 0.0, 1.0, "Gradient at which it ends where some contact is compliant.")
    gradient_rough: float = tuned(
        10.0, 0.0, 1e6, "As long as R shrinks, it ends at this gradient.", unit="R", without={"gradient_rough": 0.0}
    )
    flat: float = tuned(0.1, 1e-6, 0.99, "Slope at which a line search ends.", unit="first slope")
    searches: int = tuned(
        40, 1, 1000, "Evaluations of a line search; bisection alone reaches the rounding by then.",
        without={"searches": 1000},
    )  # fmt: skip
    stagnant: int = tuned(
        50,
        1,
        10**9,
        "Iterations without a lower gradient after which Newton's method ends where that is nearly what was asked for.",
        without={"stagnant": 10**9},
    )
    stagnant_near: float = tuned(
        1000.0,
        1.0,
        1e9,
        "Nearly is within this of it: the rest is rounding, or left to the next round.",
        unit="gradient asked for",
        without={"stagnant": 10**9},
    )


@dataclass(frozen=True)
class PolishTuning(Tuning):
    """Numbers of `drystone.solvers.polish`."""

    owner: ClassVar[str] = "polish"

    iterations: int = tuned(30, 0, 10_000, "Newton iterations that polish an answer.", without={"iterations": 0})
    near: float = tuned(
        1e-4,
        0.0,
        1.0,
        "Worst entry of the certificate up to which a conic answer is polished: the root of the accuracy, which one "
        "step of Newton's method would square. From anything larger it finds an answer of its own.",
        without={"near": 0.0},
    )
