"""Answers polished by proximal Newton steps: digits that a method leaves out, on the step's own blocks."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..numerics.friction_cone import project
from ..programs.step import StepLike
from .certificate import Certificate, certificate
from .newton.proximal import proximal_newton, sufficient
from .newton.tuning import NewtonTuning, PolishTuning
from .structured.arrays import Arrays
from .structured.convergence import Goal
from .structured.schur import OneForEachThread

__all__ = ["TUNING", "Polished", "polished"]

Array: TypeAlias = NDArray[np.float64]

TUNING, NEWTON = PolishTuning(), NewtonTuning()


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
    accuracy: float,
    near: float | None,
    workspace: OneForEachThread,
    tuning: PolishTuning = TUNING,
) -> Polished:
    """An answer in scaled variables, polished where that pays, in physical units, with its certificate.

    Only what has a certificate within ``near``, nothing where that is None: polishing adds digits to an answer and
    does not find one, and a comparison of methods shows what each reaches itself. Where nothing is better than the
    answer it stays. ``workspace``: of the solver whose answer it is, with the symbolic analysis of its last step.
    """
    scaled, restore = problem.scaled
    raw = restore(velocity, impulse)
    with np.errstate(all="ignore"):  # numbers too large to be squared have an infinite certificate
        found = certificate(problem, *raw)
    if near is None or found.worst > near or problem.is_local:  # which has no velocities
        return Polished(raw[0], raw[1], found, 0)
    step = Arrays.of(scaled)
    if Goal(near, natural=sufficient(step, NEWTON)).met(found.worst, found.natural):
        return Polished(raw[0], raw[1], found, 0)
    schur = workspace.schur
    schur.prepare(step)
    refined = proximal_newton(step, project(impulse, step.mu), schur, 0.1 * accuracy, NEWTON, tuning.iterations)
    candidate = restore(step.velocity(refined.impulse), refined.impulse)
    better = certificate(problem, *candidate)
    if better.natural < found.natural and better.worst <= max(found.worst, 0.5 * accuracy):
        return Polished(candidate[0], candidate[1], better, refined.iterations)
    return Polished(raw[0], raw[1], found, refined.iterations)
