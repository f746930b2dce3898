"""Semismooth Newton on the dual-regularised step, inside a proximal-point loop on the impulses."""

from typing import Any

import numpy as np

from ..errors import DrystoneError
from .arrays import Arrays, Iterate
from .proximal import PROXIMAL, project, proximal_newton
from .structured import StructuredSolver

__all__ = ["NewtonSolver"]


class NewtonSolver(StructuredSolver):
    """Proximal-point steps on the impulses (an augmented Lagrangian method), each solved by semismooth Newton.

    A round solves the step with R on the diagonal where it is rigid,

        v = k + D gamma,     Y  ∋  gamma   ⊥   D'v + offset + E gamma + R (gamma - gamma0)   ∈  Y*,

    from its dual, the smooth strictly convex function of the velocities f(v) of `drystone.solvers.proximal`, by
    Newton's method with an exact line search: one factorisation of the 6B x 6B matrix I + D W D' an iteration. The
    next round starts from gamma0 = gamma. A step that is compliant everywhere needs one round. The impulses stay
    near those of the start where the rigid step leaves them undetermined: a start that is nearly right is kept near by
    a larger R. One that is far off begins with a larger R, too, which shrinks from round to round.

    Settings: ``proximal`` R in the scaled step, to which it shrinks; ``max_iterations`` of Newton's method in all
    rounds together.
    """

    name = "newton"
    description = "semismooth Newton on the dual-regularised step, proximal in the impulses, warm-started"
    share = 0.7
    reference = "Rockafellar 1976; Qi and Sun 1993"

    def __init__(self, tolerance: float | None = None, polish: bool = True, **settings: Any) -> None:
        super().__init__(tolerance, False, **settings)  # its answers are what polishing gives
        self.proximal = float(self.settings.get("proximal", PROXIMAL))
        self.most = self.settings.get("max_iterations", 10000)
        if not 0.0 < self.proximal < 1.0:
            raise DrystoneError(f"proximal is {self.proximal!r}; it must be between 0 and 1 (such as 1e-6)")
        if not (isinstance(self.most, int) and self.most > 0):
            raise DrystoneError(f"max_iterations is {self.most!r}; it must be a whole number, at least 1")

    def setting_names(self) -> tuple[str, ...]:
        """``proximal`` and ``max_iterations``."""
        return ("proximal", "max_iterations")

    def iterate(self, step: Arrays, guess: Iterate | None, target: float) -> Iterate:
        """Impulses of the scaled step."""
        impulse = np.zeros_like(step.offset) if guess is None else project(guess.impulse, step.mu)
        self.schur.prepare(step)
        return proximal_newton(step, impulse, self.schur, target, self.proximal, self.most)
