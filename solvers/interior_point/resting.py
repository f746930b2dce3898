"""Steps in which nothing moves at the contacts that carry, from the impulses of the last such step.

In the variables of the cones (`drystone.solvers.interior_point.solver`) the impulses of such a step are all those x
inside the cones for which the contacts that carry rest, u = D'(k + D x) + offset = 0. Many do. Those nearest to the
last step's are taken, in the metric of P(x) = 2 x x' - det(x) J, the quadratic representation, in which a step shorter
than 1 stays inside the cones. Contacts here give way a little, u = -t P(x)^-1 dx, and the same factors of
I + D P(x)/t D' divide what is left by a large number again and again (method of multipliers): one factorisation brings
all contacts to rest to rounding.

What carries nothing has no weight. Whether it moves, the certificate tells.

Blocks that deform vibrate while they come to rest: what parts faster than it carries does not carry any more.

(Y. Nesterov, A. Nemirovskii, Interior-point polynomial algorithms in convex programming, SIAM, 1994.)
"""

import numpy as np
import numpy.typing as npt

from ...numerics.compiled import FloatArray
from ...numerics.contact_operator import RIGID
from ..structured.arrays import Arrays, Iterate
from ..structured.convergence import End
from ..structured.schur import Schur
from .nesterov_todd import longest_step, quadratic, times
from .tuning import InteriorPointTuning

BoolArray = npt.NDArray[np.bool_]

__all__ = ["at_rest", "resting_impulses"]

CARRYING = 1e-6
"""A contact carries from this impulse of the scaled step on, and is not left out."""
COMPLIANCE = 1e-9
"""What a contact at rest gives way, in the metric of its cone: each pass divides what is left by about its inverse."""
VIBRATING = 1e-3
"""Share of the tuning's ``rest_speed`` up to which steps of blocks that deform are tried: they vibrate, and where they
do so faster four trials of five fail."""
PASSES = 6
"""Solves with the same factors that bring a step to rest, at most."""
RESIDUAL = 1e-13
"""Contact velocity of the scaled step at which no more are needed: rounding."""


def at_rest(step: Arrays, contact: FloatArray, impulse: FloatArray, tuning: InteriorPointTuning) -> bool:
    """Whether the contacts that carry under ``impulse`` (C, 3) hardly move, u being ``contact`` (C, 3), all rigid."""
    speed = float(np.max(np.abs(contact[impulse[:, 0] > CARRYING]), initial=0.0))
    most = tuning.rest_speed if step.dofs == RIGID else VIBRATING * tuning.rest_speed
    return speed <= most and not np.any(step.E > 0.0)


def resting_impulses(step: Arrays, x: FloatArray, schur: Schur) -> Iterate:
    """Impulses near ``x`` (C, 3) that keep the contacts at rest, where there are some to be found.

    ``step``: without compliance, in the variables of the cones, and ``schur`` prepared for it.
    """
    carries = x[:, 0] > CARRYING
    if step.dofs > RIGID:
        carries &= x[:, 0] > step.contact_velocity(step.velocity(x), x)[:, 0]
        x = np.asfortranarray(np.where(carries[:, None], x, 0.0))
    weight = quadratic(x, step.mu) / COMPLIANCE
    if not schur.factorise(weight, step.operator):
        return Iterate(x, 1, 1, End.NOT_POSITIVE_DEFINITE)
    resting = x
    for _ in range(PASSES):
        u = step.contact_velocity(step.velocity(resting), resting)
        if np.max(np.abs(u[carries]), initial=0.0) <= RESIDUAL:
            break
        resting = resting + _brought_to_rest(step, schur, weight, u)
        if longest_step(x, resting - x, step.mu) <= 1.0:
            return Iterate(x, 1, 1, End.OUTSIDE_CONES)
    return Iterate(resting, 1, 1)


def _brought_to_rest(step: Arrays, schur: Schur, weight: FloatArray, u: FloatArray) -> FloatArray:
    """dx (C, 3) that brings contact velocities ``u`` to rest: A D' S^-1 dv, dv = -S^-1 D A u, A as ``weight``.

    It is dx = -A (u + D'dv) without A u_0, u_0 the part of ``u`` that no motion has: rounding of gaps, since a joint
    has more contacts than its blocks degrees of freedom. That part moves nothing and would be added pass by pass, as
    forces at corners that balance each other: bonded walls at rest had them of their weight, and broke.
    """
    dv = schur.solve(-step.operator.apply(times(weight, u)))
    return times(weight, step.operator.apply_transpose(schur.solve(dv)))
