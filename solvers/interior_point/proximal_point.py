"""Coulomb's law by the proximal point method: steps whose contacts give way a little, one after the other.

The impulses of rigid masonry are not unique, and the law's path (`drystone.solvers.interior_point.coulomb_path`) has
no definite way between them: it comes to a stand where blocks wedge. With the compliance e m_i at contact i, m_i a
third of the trace of its block of N, about the impulses gamma_k,

    Y  ∋  gamma_k+1   ⊥   u + e m_i (gamma_k+1 - gamma_k) + mu |u_t| n   ∈  Y*,     u = D'v + offset + E gamma_k+1,

|u_t| that of the whole sum, Newton's method (`drystone.solvers.newton.coulomb`) takes 3 to 15 iterations. gamma_0 are
those at which the path ended. What a round leaves of the law is e m_i |gamma_k+1 - gamma_k|, which falls by itself.
After a round that is solved e is made smaller, after one that is not larger, and it stays so until rounds bring little:
then impulses drift in a direction in which they are not unique, until some contact changes its status, and a smaller e
makes longer steps there. The law is not monotone, so nothing proves that this ends.

Where all contacts have a compliance of their own the impulses are unique near an answer, and Newton's method finds them
to rounding without another: that is tried first, and again after every round.

(R. T. Rockafellar, Monotone operators and the proximal point algorithm, SIAM Journal on Control and Optimization 14
(1976) 877-898; V. Acary, M. Brémond, O. Huber, On solving contact problems with Coulomb friction: formulations and
numerical comparisons, in: Advanced Topics in Nonsmooth Dynamics, Springer, 2018, 375-457, section 5.)
"""

from dataclasses import replace

import numpy as np

from ..first_order.base import metric
from ..newton.coulomb import coulomb_newton
from ..newton.proximal import evened
from ..structured.arrays import Arrays, Iterate
from ..structured.residuals import residuals_of
from ..structured.schur import Schur

__all__ = ["law_error", "proximal_point"]

AIM, STRIVE = 0.01, 20
"""Share of the accuracy at which rounds end, and iterations in which they have to halve what is left; else the accuracy
itself will do. What steps leave adds up: rocked for 0.25 s, a wall of 217 bricks is 80.2 to 81.1 mm off its place, as
rounding has it, with a share of 0.1, and 81.30 to 81.41 with 0.01, where steps exact to 1e-6 have 81.31 (dt 1e-3 s),
for a quarter more work. With 50 iterations houses that fall apart take a third more time for nothing."""
SOFTNESS = 5e-2
"""Compliance of the contacts in the first round, over a third of the trace of a contact's N. With a fifth of it, walls
take half as many iterations again, since Newton's method does not get there in one round of two."""
FIRMER = 3.0
"""The compliance of a round over that of the next where it is solved, and of the next over it where it is not."""
ITERATIONS = 25
"""Newton iterations in a round, at most."""
SLOW = 0.5
"""What a round leaves of the law, over what an earlier one left, from which on it brought little: a smaller compliance
is allowed again then."""


def law_error(step: Arrays, found: Iterate) -> float:
    """`Certificate.error` of impulses in their cones, up to the scale of each contact's work."""
    reached = residuals_of(step, found.impulse)
    return float(max(reached.worst, reached.natural))


def proximal_point(step: Arrays, start: Iterate, schur: Schur, accuracy: float, most: int) -> Iterate:
    """The impulses nearest to the law of ``step``, from those of ``start``.

    ``schur``: prepared for the step. ``accuracy``: `law_error` that is asked for; ``most``: iterations at most.
    """
    scale, alike = metric(step)[:, None], evened(step.E)
    unique = bool(np.all(step.E > 0.0))
    least = law_error(step, start)
    centre, best, last = start.impulse, start, least
    softness, hardest = SOFTNESS, 0.0
    plain, spent = unique, Iterate(start.impulse, 0)
    mark, since = least, 0
    for _ in range(most):
        if spent.iterations >= (since + STRIVE if least <= accuracy and not unique else most):
            break
        soft = alike if plain else alike + softness * scale
        found = coulomb_newton(step, centre, soft, schur, min(ITERATIONS, most - spent.iterations))
        spent = found.after(spent)
        if found.end.converged:
            left = law_error(step, found)
            slow, exact = SLOW * last < left, plain and not alike.any()
            if left < least:
                least, best = left, found
            if left <= 0.5 * mark:
                mark, since = left, spent.iterations
            if exact or (not unique and left <= AIM * accuracy):
                break
            hardest = hardest / FIRMER if slow else hardest
            centre, last = found.impulse, left
            softness = max(softness / FIRMER, hardest)
            plain = unique
        elif plain:
            plain = False
        else:
            hardest = softness = FIRMER * softness
    return replace(best, iterations=spent.iterations, factorisations=spent.factorisations)
