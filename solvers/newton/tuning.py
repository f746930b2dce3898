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
        1e-8,
        1e-14,
        1.0,
        "R to which it shrinks: a round divides the error by some hundred thousand, less in sliding.",
        effect="half +0.2 (+0.2) %; double -0.2 (-0.0) %",
    )
    proximal_far: float = tuned(
        1e-2,
        1e-14,
        1.0,
        "R of the first round of a start that is far off, or the worst entry of its certificate where that is less.",
        without={"proximal_far": 1e-8},
        effect="half -0.8 (+3.3) %; double +1.4 (+2.4) %; without -10.7 (+5.0) %, 16 lost",
    )
    shrink: float = tuned(
        3.0,
        1.01,
        1e6,
        "R is divided by this after each round.",
        effect="half +15.0 (+8.9) %, 8 lost; double -8.1 (-22.1) %, 1 won",
    )
    proximal_settled: float = tuned(
        1e-4,
        1e-14,
        1.0,
        "R of a start that is nearly right: gaps of rounding size move its impulses by their size over R alone.",
        without={"proximal_settled": 1e-8},
        effect="half -2.8 (-6.2) %, 1 won; double -1.7 (+3.1) %, 1 lost, 1 won; without +11.3 (+15.4) %, 1 won",
    )
    settled: float = tuned(
        1e-6,
        0.0,
        1.0,
        "Worst entry of a certificate up to which a start is nearly right.",
        without={"settled": 0.0},
        effect="half +0.0 (+0.0) %; double +0.0 (+0.0) %; without -30.6 (-16.5) %, 1 won",
    )
    settled_target: float = tuned(
        1e-11,
        0.0,
        1.0,
        "Worst entry to reach from there, unless a round brings little: what is left would add up in time.",
        without={"settled_target": 1.0},
        effect="half +2.7 (+0.1) %; double -18.2 (-0.3) %; without -30.8 (-1.0) %",
    )
    futile_rounds: int = tuned(
        8, 1, 1000, "So many such rounds in a row end it.", effect="half -2.1 (-2.4) %, 7 lost; double +0.0 (+0.0) %"
    )
    natural: float = tuned(
        1e-7,
        0.0,
        inf,
        "Natural residual to reach beside the certificate.",
        without={"natural": inf},
        effect="half +0.0 (+0.0) %; double +0.0 (+0.0) %; without +0.0 (+0.0) %",
    )
    natural_unique: float = tuned(
        1e-9,
        0.0,
        inf,
        "Natural residual where compliance makes impulses unique, since it divides it into their errors.",
        unit="compliance",
        without={"natural_unique": inf},
        effect="half +1.6 (+0.0) %; double -0.2 (-0.0) %; without -5.4 (-2.0) %",
    )
    gradient: float = tuned(
        1e-9,
        0.0,
        1.0,
        "Gradient at which Newton's method ends in rigid steps.",
        effect="half +0.1 (-0.6) %; double -2.0 (-1.4) %",
    )
    gradient_compliant: float = tuned(
        1e-12,
        0.0,
        1.0,
        "Gradient at which it ends where some contact is compliant.",
        effect="half +0.0 (+0.0) %; double +0.0 (+0.0) %",
    )
    gradient_rough: float = tuned(
        10.0,
        0.0,
        1e6,
        "As long as R shrinks, it ends at this gradient.",
        unit="R",
        without={"gradient_rough": 0.0},
        effect="half -0.7 (+0.6) %; double +1.4 (+1.3) %; without +0.6 (+8.7) %",
    )
    sweeps: int = tuned(
        12,
        0,
        10_000,
        "Gradient sweeps over the start of a step that is compliant everywhere.",
        without={"sweeps": 0},
        effect="half -0.1 (+3.6) %; double +15.3 (+10.7) %; without -2.0 (+11.2) %",
    )
    sweep_step: float = tuned(
        3.0,
        0.01,
        100.0,
        "Size of a sweep's gradient steps, over those that are safe if each contact's error is its own.",
        without={"sweeps": 0},
        effect="half +2.8 (+5.1) %; double +109.6 (+117.1) %; without -2.0 (+11.2) %",
    )
    swept_from: float = tuned(
        1e-3,
        0.0,
        inf,
        "Worst entry of the start's certificate from which they are made: what is nearer takes Newton's method an "
        "iteration or two in any case.",
        without={"swept_from": 0.0},
        effect="half +4.5 (+2.9) %; double -4.3 (-1.6) %; without +14.1 (+8.0) %",
    )
    flat: float = tuned(
        0.1,
        1e-6,
        0.99,
        "Slope at which a line search ends.",
        unit="first slope",
        effect="half +0.2 (+0.2) %; double +0.5 (+0.7) %",
    )
    searches: int = tuned(
        40,
        1,
        1000,
        "Evaluations of a line search; bisection alone reaches the rounding by then.",
        without={"searches": 1000},
        effect="half -0.0 (-0.0) %; double +0.0 (+0.0) %; without +0.0 (+0.0) %",
    )
    stagnant: int = tuned(
        50,
        1,
        10**9,
        "Iterations without a lower gradient after which Newton's method ends where that is nearly what was asked for.",
        without={"stagnant": 10**9},
        effect="half +0.0 (+0.0) %; double +0.0 (+0.0) %; without +0.0 (+0.0) %",
    )
    stagnant_near: float = tuned(
        1000.0,
        1.0,
        1e9,
        "Nearly is within this of it: the rest is rounding, or left to the next round.",
        unit="gradient asked for",
        without={"stagnant": 10**9},
        effect="half +0.0 (+0.0) %; double +0.0 (+0.0) %; without +0.0 (+0.0) %",
    )


@dataclass(frozen=True)
class PolishTuning(Tuning):
    """Numbers of `drystone.solvers.polish`."""

    owner: ClassVar[str] = "polish"

    iterations: int = tuned(
        30,
        0,
        10_000,
        "Newton iterations that polish an answer.",
        without={"iterations": 0},
        effect="half -6.8 (-35.2) %, 7 lost; double +8.3 (+36.4) %, 3 won; without -13.9 (-89.6) %, 27 lost",
    )
    near: float = tuned(
        1e-4,
        0.0,
        1.0,
        "Worst entry of the certificate up to which a conic answer is polished: the root of the accuracy, which one "
        "step of Newton's method would square. From anything larger it finds an answer of its own.",
        without={"near": 0.0},
        effect="half +0.0 (+0.0) %; double +0.0 (+0.0) %; without -31.2 (-97.8) %, 27 lost",
    )
