"""Coulomb's law as a sequence of convex programs: the correction s = mu |u_t| of the next from those before.

    s_0 given,     g_j = mu |u_t(v(s_j))|     until  |s_j - g_j| <= tolerance

at every contact, in the units of the certificate. The next s is the combination of the last `DEPTH` + 1 answers g, with
weights that sum to one, for which the same combination of s - g is least (D. G. Anderson, Iterative procedures for
nonlinear integral equations, Journal of the ACM 12 (1965) 547-560), at least zero. Where many contacts slide and
stick by turns s_j+1 = g_j itself stays 1e-4 to 1e-2 off.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .step import AnswerLike

__all__ = ["corrected"]

Array: TypeAlias = NDArray[np.float64]

FINE = 0.01
"""The programs go on down to this share of the tolerance, as long as each brings the error to `SLOW` of the last."""
SLOW = 0.9
"""Ratio of two errors in turn above which a program brought little."""
DEPTH, SINGULAR = 3, 1e-8
"""Programs before the last that the next one learns from, and the relative singular value that is zero."""


def corrected(tries: Sequence[tuple[Any, AnswerLike]], tolerance: float) -> Any:
    """The next step of the sequence after ``tries``, steps and their answers; None where the last assumed what came
    out, to `FINE` of the ``tolerance`` or to as much as programs bring.
    """
    wrong = [answer.friction_error for _, answer in tries[-2:]]
    if wrong[-1] <= FINE * tolerance:
        return None
    if wrong[-1] <= tolerance and len(wrong) == 2 and wrong[1] > SLOW * wrong[0]:
        return None
    latest = tries[-DEPTH - 1 :]
    assumed = np.array([problem.memory[:, 0] for problem, _ in latest])
    found = np.array([_correction(problem, answer) for problem, answer in latest])
    return tries[-1][0].correcting(_mixed(assumed, found))


def _mixed(assumed: Array, found: Array) -> Array:
    """The next s (C,) after the last ones (M, C), ``assumed`` and ``found``: Anderson's mixing, none below zero."""
    off = found - assumed
    weights = np.linalg.lstsq(np.diff(off, axis=0).T, off[-1], rcond=SINGULAR)[0]
    return np.asarray(np.maximum(found[-1] - weights @ np.diff(found, axis=0), 0.0))


def _correction(problem: Any, answer: AnswerLike) -> Array:
    """mu |u_t| (C,) of an answer."""
    contact = problem.contact_velocity(answer.velocity, answer.impulse)
    return np.asarray(problem.mu * np.hypot(contact[:, 1], contact[:, 2]))
