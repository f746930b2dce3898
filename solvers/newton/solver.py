"""Semismooth Newton on the dual-regularised step, inside a proximal-point loop on the impulses."""

from dataclasses import replace
from typing import Any

import numpy as np

from ...checks import finite_number, whole_number, yes_no
from ...numerics.friction_cone import project
from ..structured.arrays import Arrays, Iterate
from ..structured.base import StructuredSolver
from ..structured.gradient_steps import descended
from ..structured.residuals import residuals_of
from .proximal import proximal_newton
from .tuning import NewtonTuning

__all__ = ["NewtonSolver"]

GRADIENT_STEP = 3.0
"""Size of the gradient steps, over those that are safe if each contact's error is its own."""
GRADIENT_FROM = 1e-3
"""Worst entry of the start's certificate from which gradient steps are made: what is nearer takes Newton's method an
iteration or two in any case."""


class NewtonSolver(StructuredSolver):
    """Proximal-point steps on the impulses (an augmented Lagrangian method), each solved by semismooth Newton.

    A round solves the step with R on the diagonal where it is rigid,

        v = k + D gamma,     Y  ∋  gamma   ⊥   D'v + offset + E gamma + R (gamma - gamma0)   ∈  Y*,

    from its dual, the smooth strictly convex function of the velocities f(v) of `drystone.solvers.newton.proximal`, by
    Newton's method with an exact line search: one factorisation of the nB x nB matrix I + D W D' an iteration. The
    next round starts from gamma0 = gamma. A step that is compliant everywhere needs one round. The impulses stay
    near those of the start where the rigid step leaves them undetermined: a start that is nearly right is kept near by
    a larger R. One that is far off begins with a larger R, too, which shrinks from round to round.
    Where all contacts are compliant it is first improved by gradient steps, which take the place of iterations.

    Settings: ``proximal`` R in the scaled step, to which it shrinks; ``max_iterations`` of Newton's method in all
    rounds together; ``tuning``, a `NewtonTuning` or the numbers of it that differ, by name. ``polish`` changes nothing:
    answers are what polishing gives.
    """

    name = "newton"
    description = "semismooth Newton on the dual-regularised step, proximal in the impulses, warm-started"
    target_ratio = 0.7
    reference = "Rockafellar 1976; Qi and Sun 1993"

    def __init__(self, tolerance: float | None = None, polish: bool = True, **settings: Any) -> None:
        yes_no(polish, f"polish of {self.name}")
        super().__init__(tolerance, False, **settings)  # its answers are what polishing gives
        tuning = NewtonTuning.of(self.settings.get("tuning"))
        proximal = finite_number(self.settings.get("proximal", tuning.proximal), "proximal", above=0.0, below=1.0)
        self.tuning = replace(tuning, proximal=proximal)
        self.most = whole_number(self.settings.get("max_iterations", 10000), "max_iterations")

    def setting_names(self) -> tuple[str, ...]:
        """``proximal``, ``max_iterations`` and ``tuning``."""
        return ("proximal", "max_iterations", "tuning")

    def iterate(self, step: Arrays, guess: Iterate | None, target: float) -> Iterate:
        """Impulses of the scaled step."""
        impulse = np.zeros_like(step.offset) if guess is None else project(guess.impulse, step.mu)
        tuning = self.tuning
        if np.all(step.E > 0.0) and residuals_of(step, impulse).worst > GRADIENT_FROM:
            impulse = descended(step, impulse, tuning.gradient_steps, GRADIENT_STEP)
        self.schur.prepare(step)
        return proximal_newton(step, impulse, self.schur, target, tuning, self.most)
