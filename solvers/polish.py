"""Answers polished by proximal Newton steps: digits that a method leaves out, on the step's own blocks."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..numerics.friction_cone import project
from ..programs.step import StepLike
from .certificate import Certificate, certificate
from .newton.proximal import proximal_newton, sufficient
from .newton.tuning import NewtonTuning
from .structured.arrays import Arrays
from .structured.convergence import Goal
from .structured.schur import OneForEachThread

__all__ = ["NEAR", "Polished", "polished"]

Array: TypeAlias = NDArray[np.float64]

NEWTON = NewtonTuning()
NEAR = 1e-4
"""Worst entry of the certificate up to which a conic answer is polished: the root of the accuracy, which one step of
Newton's method would square. From anything larger it finds an answer of its own."""
ITERATIONS = 30
"""Newton iterations that polish an answer, at most: an end to what rounding keeps from its goal."""


class Polished(NamedTuple):
    """An answer in physical units, its certificate, and the Newton iterations that polished it."""

    velocity: Array
    impulse: Array
    certificate: Certificate
    iterations: int


def polished(
    problem: StepLike,
    velocity: Array,
    impulse: Array,
    found: Certificate,
    accuracy: float,
    near: float,
    workspace: OneForEachThread,
) -> Polished:
    """An answer in physical units with the certificate ``found``, sharpened where it has one within ``near``.

    Polishing adds digits to an answer and does not find one: a comparison of methods shows what each reaches itself.
    Where nothing is better than the answer it stays. ``workspace``: of the solver whose answer it is, with the symbolic
    analysis of its last step.
    """
    unchanged = Polished(velocity, impulse, found, 0)
    if found.worst > near:
        return unchanged
    scaled, restore = problem.scaled
    step = Arrays.of(scaled)
    if Goal(near, natural=sufficient(step, NEWTON)).met(found.worst, found.natural):
        return unchanged
    schur = workspace.schur
    schur.prepare(step)
    start = project(restore.forward(velocity, impulse)[1], step.mu)
    refined = proximal_newton(step, start, schur, 0.1 * accuracy, NEWTON, ITERATIONS)
    candidate = restore(step.velocity(refined.impulse), refined.impulse)
    better = certificate(problem, *candidate)
    if better.natural < found.natural and better.worst <= max(found.worst, 0.5 * accuracy):
        return Polished(candidate[0], candidate[1], better, refined.iterations)
    return unchanged._replace(iterations=refined.iterations)
