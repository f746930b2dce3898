"""Newton's method on a step with Coulomb's law and contacts that give way.

With a compliance R >= 0 about impulses gamma_0 the step is

    v = k + D gamma,     Y  ∋  gamma   ⊥   u + mu |u_t| n   ∈  Y*,     u = D'v + offset + E gamma + R (gamma - gamma_0).

Where S = E + R > 0 is diagonal, and the same in both tangential directions, impulses are functions of the velocities:
with w = D'v + offset - R gamma_0

    gamma_n = max(-w_n, 0)/S_n,     gamma_t = -w_t/S_t,  or mu gamma_n in its direction where that is less,

which is the return mapping of elastoplastic friction. So F(v) = v - k - D gamma(v) = 0 is all there is to solve, with
the generalised Jacobian I + D W D', W = -d gamma/dw, which is not symmetric where contacts slide. The law is not
monotone and F no gradient: steps are shortened until |F| falls, and nothing proves that they lead to an answer. Near
one they do within a few, to rounding.

(P. Alart, A. Curnier, A mixed formulation for frictional contact problems prone to Newton like solution methods,
Computer Methods in Applied Mechanics and Engineering 92 (1991) 353-375; J. C. Simo, T. A. Laursen, An augmented
Lagrangian treatment of contact problems involving friction, Computers and Structures 42 (1992) 97-116, for the return
mapping.)
"""

import math

import numpy as np

from ...numerics.compiled import FloatArray, fused
from ..structured.arrays import Arrays, Iterate
from ..structured.convergence import End
from ..structured.schur import Schur

__all__ = ["coulomb_newton", "returned", "tangents"]

ROUNDING = 1e-10
"""Largest entry of F, a velocity of the scaled step, with which it is solved."""
DECREASE = 0.1
"""Share of the step's length by which |F| has to fall."""
HALVINGS = 12
"""Of a step along which |F| does not fall; the one with the least |F| is taken then."""
FALLS, PATIENCE = 0.5, 5
"""There is progress where |F| falls to this share; after so many iterations without any the start was too far off."""


def coulomb_newton(
    step: Arrays, centre: FloatArray, soft: FloatArray, schur: Schur, most: int, patience: int = PATIENCE
) -> Iterate:
    """The impulses of a step with the compliance ``soft`` R (C, 3) about ``centre`` gamma_0 (C, 3), from there.

    ``schur``: prepared for the step; ``most``: iterations at most, ``patience`` without progress. `End.CONVERGED` where
    they solve it to rounding.
    """
    operator, total = step.operator, step.E + soft
    shift = step.offset - soft * centre
    v = step.velocity(centre)
    w = operator.apply_transpose(v) + shift
    impulse = returned(w, total, step.mu)
    residual = v - step.k - operator.apply(impulse)
    size = float(np.linalg.norm(residual))
    mark, since = size, 0
    for iteration in range(most + 1):
        if np.max(np.abs(residual), initial=0.0) <= ROUNDING:
            return Iterate(impulse, iteration, iteration)
        if iteration == most or not schur.factorise_unsymmetric(tangents(w, total, step.mu)):
            return Iterate(impulse, iteration, iteration + 1, End.STALLED)
        change = -schur.solve(residual)
        turned = operator.apply_transpose(change)
        length, before, least = 1.0, size, math.inf
        for _ in range(HALVINGS):
            tried = returned(w + length * turned, total, step.mu)
            left = v + length * change - step.k - operator.apply(tried)
            now = float(np.linalg.norm(left))
            if not now < least and least < before:
                break
            if now < least:
                least, best = now, (length, tried, left)
            if now <= (1.0 - DECREASE * length) * before:
                break
            length *= 0.5
        if not math.isfinite(least):
            return Iterate(impulse, iteration + 1, iteration + 1, End.STALLED)
        length, impulse, residual = best
        mark, since = (least, 0) if least <= FALLS * mark else (mark, since + 1)
        if since >= patience:
            return Iterate(impulse, iteration + 1, iteration + 1, End.STALLED)
        size, v, w = least, v + length * change, w + length * turned
    raise AssertionError("the last iteration returns")


@fused
def returned(w: FloatArray, soft: FloatArray, mu: FloatArray) -> FloatArray:
    """gamma(w), (C, 3), of ``w`` (C, 3) with compliances ``soft`` S (C, 3)."""
    impulse = np.zeros_like(w)
    for c in range(len(w)):
        normal = -w[c, 0] / soft[c, 0]
        if normal <= 0.0:
            continue
        a, b = -w[c, 1] / soft[c, 1], -w[c, 2] / soft[c, 2]
        tangent, bound = math.sqrt(a * a + b * b), mu[c] * normal
        share = bound / tangent if tangent > bound else 1.0
        impulse[c, 0], impulse[c, 1], impulse[c, 2] = normal, share * a, share * b
    return impulse


@fused
def tangents(w: FloatArray, soft: FloatArray, mu: FloatArray) -> FloatArray:
    """W = -d gamma/dw, (C, 3, 3): zero where a contact is open, S^-1 where it sticks, and where it slides along d

    1/S_n in (n, n),   mu d/S_n in (t, n),   mu gamma_n/|w_t| (I - d d') in (t, t).
    """
    weight = np.zeros((3, 3, len(w))).T  # in the order of the other weights
    for c in range(len(w)):
        normal = -w[c, 0] / soft[c, 0]
        if normal <= 0.0:
            continue
        a, b = -w[c, 1] / soft[c, 1], -w[c, 2] / soft[c, 2]
        tangent, bound = math.sqrt(a * a + b * b), mu[c] * normal
        weight[c, 0, 0] = 1.0 / soft[c, 0]
        if tangent <= bound:
            weight[c, 1, 1], weight[c, 2, 2] = 1.0 / soft[c, 1], 1.0 / soft[c, 2]
            continue
        d, e = a / tangent, b / tangent
        weight[c, 1, 0], weight[c, 2, 0] = mu[c] * d / soft[c, 0], mu[c] * e / soft[c, 0]
        bend = bound / (tangent * soft[c, 1])
        weight[c, 1, 1], weight[c, 2, 2] = bend * e * e, bend * d * d
        weight[c, 1, 2] = weight[c, 2, 1] = -bend * d * e
    return weight
