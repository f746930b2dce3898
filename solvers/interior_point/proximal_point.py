"""Coulomb's law of rigid contacts by the proximal point method: steps whose contacts give way a little, in turn.

The impulses of rigid masonry are not unique, and the law's path (`drystone.solvers.interior_point.coulomb_path`) has
no definite way between them: it comes to a stand where blocks wedge. With the compliance e m_i at contact i, m_i a
third of the trace of its block of N, about the impulses gamma_k,

    Y  ∋  gamma_k+1   ⊥   u + e m_i (gamma_k+1 - gamma_k) + mu |u_t| n   ∈  Y*,     u = D'v + offset + E gamma_k+1,

|u_t| that of the whole sum, the path is short. gamma_0 are those at which the path ended. What a round leaves of the
law is e m_i |gamma_k+1 - gamma_k|, which falls by itself. After a round that is solved e is made smaller, after one
that is not larger, and it stays so until rounds bring little: then impulses drift in a direction in which they are not
unique, until some contact changes its status, and a smaller e makes longer steps there. The law is not monotone, so
nothing proves that this ends; steps in which joints of a house wedge take 3 to 60 rounds.

(R. T. Rockafellar, Monotone operators and the proximal point algorithm, SIAM Journal on Control and Optimization 14
(1976) 877-898; V. Acary, M. Brémond, O. Huber, On solving contact problems with Coulomb friction: formulations and
numerical comparisons, in: Advanced Topics in Nonsmooth Dynamics, Springer, 2018, 375-457, section 5.)
"""

from collections.abc import Callable
from dataclasses import replace
from math import inf

from ..first_order.base import metric
from ..newton.proximal import residuals_of
from ..structured.arrays import Arrays, Iterate

__all__ = ["law_error", "proximal_point"]

AIM = 0.1
"""Share of the accuracy at which rounds end. Errors of steps add up: with 1 a rocking wall of 217 bricks is 0.5 mm off
of 81 mm, with 0.1 0.02 mm, for a fifth more work."""
SOFTNESS = 1e-3
"""Compliance of the contacts in the first round, over a third of the trace of a contact's N."""
FIRMER, SOFTER = 3.0, 2.0
"""The compliance of a round that is solved over that of the next; that of a round over one before it that was not."""
ITERATIONS, ROUNDS = 20, 100
"""Iterations of the path in a round, and rounds, at most. With half as many iterations, or with 30 rounds, two of 70
steps of docs/tuning.md are solved no more."""
SLOW = 0.5
"""What a round leaves of the law, over what an earlier one left, from which on it brought little: within the accuracy
it is the last then, elsewhere a smaller compliance is allowed again."""
EXACT = 0.3
"""Error of a round, over what it leaves of the law, up to which it is solved."""


def law_error(step: Arrays, found: Iterate) -> float:
    """`Certificate.error` of impulses in their cones, up to the scale of each contact's work."""
    reached = residuals_of(step, found.impulse)
    return float(max(reached.worst, reached.natural))


def proximal_point(
    step: Arrays,
    start: Iterate,
    solve: Callable[[Arrays, Iterate, float, int], Iterate],
    accuracy: float,
    rounds: int = ROUNDS,
) -> Iterate:
    """The impulses nearest to the law of ``step``, from those of ``start``, which lie in their cones.

    ``solve``: a round, from the softened step, a guess, the worst entry of the certificate to reach, which is the
    square of the error, and the most iterations. ``accuracy``: `law_error` that is asked for; ``rounds``: at most.
    """
    scale, softness, hardest = metric(step)[:, None], SOFTNESS, 0.0
    guess, best, least, last = start, start, inf, inf
    centre, spent = start.impulse, Iterate(start.impulse, 0)
    for _ in range(rounds):
        give = softness * scale
        softened = replace(step, E=step.E + give, offset=step.offset - give * centre)
        found = solve(softened, guess, (AIM * accuracy) ** 2, ITERATIONS)
        spent = found.after(spent)
        left, error = law_error(step, found), law_error(softened, found)
        solved = error <= EXACT * left
        ends = left <= AIM * accuracy or (solved and SLOW * least < left <= accuracy)
        if left < least:
            least, best = left, found
        if ends:
            break
        if solved:
            if left > SLOW * last:
                hardest /= SOFTER
            centre, last = found.impulse, left
            softness = max(softness / FIRMER, hardest)
        else:
            softness = min(SOFTER * softness, 1.0)
            hardest = softness
        guess = Iterate(found.impulse, 0, velocity=step.velocity(found.impulse))
    return replace(best, iterations=spent.iterations, factorisations=spent.factorisations)
