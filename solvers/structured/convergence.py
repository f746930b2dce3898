"""When an answer is good enough, and how a method ended: the same for all structured solvers."""

from dataclasses import dataclass
from enum import Enum
from math import inf

__all__ = ["End", "Goal"]


class End(Enum):
    """How a method ended; the value is the sentence that a user reads."""

    CONVERGED = "the answer is good enough"
    ITERATION_LIMIT = "the limit of iterations was reached"
    TIME_LIMIT = "the time limit was reached"
    STALLED = "no progress any more"
    SHORT_STEPS = "steps became too short"
    POOR_START = "the first steps are short"
    NOT_POSITIVE_DEFINITE = "the matrix is no longer positive definite"
    NOT_AT_REST = "contacts that carried nothing move"
    OUTSIDE_CONES = "impulses leave the cones"
    NOT_BEGUN = "not begun"

    @property
    def converged(self) -> bool:
        """Whether the answer is good enough."""
        return self is End.CONVERGED


@dataclass(frozen=True)
class Goal:
    """What is good enough. All residuals are dimensionless, of the scaled step.

    ``target``: worst entry of the certificate to reach, together with the ``natural`` residual; ``acceptable``: worst
    entry that will do where iterations hardly improve it any more.
    """

    target: float
    acceptable: float = 0.0
    natural: float = inf

    def met(self, worst: float, natural: float = 0.0, slow: bool = False) -> bool:
        """Whether an answer with these residuals will do; ``slow``: iterations hardly improve it any more."""
        return (worst <= self.target and natural <= self.natural) or (slow and worst <= self.acceptable)
