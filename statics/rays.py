"""Proofs that a conic program has no solution: rays, whoever finds them.

A program is unbounded along a ray of its variables, and infeasible where its multipliers have one:

    unbounded    q'd < 0,   P d = 0,   -A d ∈ K          infeasible    b'z < 0,   A'z = 0,   z ∈ K*
"""

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from ..programs import ConicProgram

__all__ = ["ENDS", "is_ray", "ray_program"]

Array = NDArray[np.float64]

ENDS = ("infeasible", "unbounded")
"""What a program may be in place of solved."""
EXACT = 1e-6
"""What a ray may lack to its equations and its cone, over what it gains."""


def is_ray(program: ConicProgram, end: str, ray: Array) -> bool:
    """Whether d (n,) proves the program unbounded, or z (m,) infeasible, as ``end`` says."""
    if not np.isfinite(ray).all():
        return False
    if end == "unbounded":
        gained, left = -float(program.q @ ray), np.asarray(program.P @ ray)
        outside = program.cones.distance(-np.asarray(program.A @ ray))
    else:
        gained, left = -float(program.b @ ray), np.asarray(program.A.T @ ray)
        outside = program.cones.distance(ray, dual=True)
    return gained > 0.0 and max(float(np.max(np.abs(left), initial=0.0)), outside) <= EXACT * gained


def ray_program(program: ConicProgram, end: str) -> ConicProgram:
    """The program of the least ray that gains one."""
    (m, n), zero = program.size, program.zero
    if end == "unbounded":
        curved = program.P[np.flatnonzero(np.diff(program.P.tocsr().indptr))]
        A, size = sp.vstack([program.q.reshape(1, -1), curved, program.A]), n
        zero += 1 + curved.shape[0]
    else:
        rows = sp.eye_array(m).tocsr()[zero:]
        A, size, zero = sp.vstack([program.b.reshape(1, -1), program.A.T, -rows]), m, 1 + n
    return ConicProgram(
        P=sp.eye_array(size).tocsc(),
        q=np.zeros(size),
        A=A.tocsc(),
        b=-np.eye(1, A.shape[0])[0],
        zero=zero,
        nonnegative=program.nonnegative,
        second_order=program.second_order,
        name=f"ray of what is {end}",
    )
