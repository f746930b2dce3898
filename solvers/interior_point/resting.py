"""Steps in which nothing moves at the contacts that carry, from the impulses of the last such step.

In the variables of the cones (`drystone.solvers.interior_point.solver`) the impulses of such a step are all those x
inside the cones for which the contacts that carry rest, u = D'(k + D x) + offset = 0. Many do. Those nearest to the
last step's are taken where they are well inside the cones, else those on the way to the analytic centre, which has
the largest sum of log det(x_i). Newton's step to it is

    x + dx = x + P(x) (x^-1 - D'y)     with     u = 0,

P(x) = 2 x x' - det(x) J the quadratic representation, in whose metric a step shorter than 1 stays inside the cones.
Contacts here give way a little, u = -t P(x)^-1 dx, and the same factors of I + D P(x)/t D' divide what is left by a
large number again and again (method of multipliers): one factorisation brings all contacts to rest to rounding.

What carries nothing has no weight. Whether it is content, too, the certificate tells.

(G. Sonnevend, An "analytical centre" for polyhedrons and new classes of global algorithms for linear (smooth, convex)
programming, Lecture Notes in Control and Information Sciences 84 (1986) 866-875; Y. Nesterov, A. Nemirovskii,
Interior-point polynomial algorithms in convex programming, SIAM, 1994.)
"""

import numpy as np
import numpy.typing as npt

from ...numerics.compiled import FloatArray
from ...numerics.contact_operator import apply, apply_transpose
from ..structured.arrays import Arrays, Iterate
from ..structured.schur import Schur
from .nesterov_todd import longest_step, quadratic, times

BoolArray = npt.NDArray[np.bool_]

__all__ = ["hold", "resting"]

SOFT = 1e-9
"""What a contact gives way, t above."""
CARRIES, LIVELY = 1e-6, 0.02
"""Impulse of a contact that carries, and the contact velocity of one at which the step is not one at rest."""
PASSES, REST = 6, 1e-13
"""Solves with the same factors at most, and the contact velocity at which no more are needed."""
AMPLE, CENTRE = 3.0, 0.5
"""Impulses change as little as they can where the boundary of the cones is so many times farther away; elsewhere a step
towards the centre is added, of this share of the way to the boundary at most.
"""


def resting(step: Arrays, contact: FloatArray, impulse: FloatArray) -> bool:
    """Whether the contacts that carry under ``impulse`` (C, 3) hardly move, u being ``contact`` (C, 3), all rigid."""
    speed = float(np.max(np.abs(contact[impulse[:, 0] > CARRIES]), initial=0.0))
    return speed <= LIVELY and not np.any(step.E > 0.0)


def hold(step: Arrays, x: FloatArray, schur: Schur) -> Iterate:
    """Impulses near ``x`` (C, 3) that keep the contacts at rest; with a message where there are none to be found.

    ``step``: without compliance, in the variables of the cones, and ``schur`` prepared for it.
    """
    carries, weight = x[:, 0] > CARRIES, quadratic(x, step.mu) / SOFT
    if not schur.factorise(weight, step.D):
        return Iterate(x, 1, 1, "the matrix is no longer positive definite")
    goal = _rested(step, schur, weight, carries, x, x, AMPLE)
    if goal is None:
        pulled = apply_transpose(step.D, step.blocks, apply(step.D, step.blocks, x, step.bodies))
        centring = x + _yielding(step, schur, weight, pulled)
        share = min(1.0, CENTRE * longest_step(x, centring, step.mu))
        goal = _rested(step, schur, weight, carries, x, x + share * centring, 1.0)
    return Iterate(x, 1, 1, "impulses leave the cones") if goal is None else Iterate(goal, 1, 1)


def _rested(
    step: Arrays, schur: Schur, weight: FloatArray, carries: BoolArray, x: FloatArray, goal: FloatArray, ample: float
) -> FloatArray | None:
    """Impulses near ``goal`` with the contacts at rest; None where ``ample`` times the way to them leaves the cones."""
    for _ in range(PASSES):
        u = step.contact_velocity(step.velocity(goal), goal)
        if np.max(np.abs(u[carries]), initial=0.0) <= REST:
            break
        goal = goal + _yielding(step, schur, weight, u)
        if longest_step(x, goal - x, step.mu) <= ample:
            return None
    return goal


def _yielding(step: Arrays, schur: Schur, weight: FloatArray, u: FloatArray) -> FloatArray:
    """Dx (C, 3) = -A (u + D'D dx), A = P(x)/t as ``weight``: what brings contact velocities ``u`` to rest."""
    dv = schur.solve(-apply(step.D, step.blocks, times(weight, u), step.bodies))
    return -times(weight, u + apply_transpose(step.D, step.blocks, dv))
