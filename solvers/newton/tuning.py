"""The numbers of the proximal Newton rounds.

Each has its meaning, its unit, its range, and when one would turn it. What turning it costs is in docs/tuning.md.
"""

from dataclasses import dataclass
from math import inf
from typing import ClassVar

from ..structured.settings import Tuning, tuned

__all__ = ["NewtonTuning"]


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
        "R to which it shrinks: a round divides the error by some hundred thousand, less in sliding. Raise it where "
        "the matrix is close to singular; it costs rounds.",
    )
    proximal_far: float = tuned(
        1e-2,
        1e-14,
        1.0,
        "R of the first round of a start that is far off, or the worst entry of its certificate where that is less. "
        "Raise it where cold starts do not converge; it costs rounds.",
        without={"proximal_far": 1e-8},
    )
    shrink: float = tuned(
        3.0,
        1.01,
        1e6,
        "R is divided by this after each round. Raise it where every round takes few iterations, lower it where rounds "
        "end without an answer; lower costs rounds.",
    )
    natural: float = tuned(
        1e-7,
        0.0,
        inf,
        "Natural residual to reach beside the certificate. Lower it where impulses are read off; it costs a round.",
        without={"natural": inf},
    )
    gradient_steps: int = tuned(
        12,
        0,
        10_000,
        "Gradient steps over the start of a step that is compliant everywhere. Lower it where contacts are stiff, "
        "which they hardly change; each costs two passes over the contacts.",
        without={"gradient_steps": 0},
    )
