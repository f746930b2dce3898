"""What a step and a local problem must be, said in words where they are not.

Arrays of the right type are taken as they are and not copied; whatever else holds numbers of the right shape becomes
such an array.
"""

import warnings
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from ..checks import LARGEST, finite_array, index_array, instance_of, positive_number, yes_no
from ..collision import Contacts
from ..errors import DrystoneError, shown
from ..numerics.cholesky import blocks_of, get_factorisation
from ..numerics.compiled import FloatArray, compiled
from ..summary import counted
from .step_parts import StepParts

__all__ = ["check_step", "local_matrix", "numbers", "symmetric_blocks", "warn_of_indefinite", "without_definite"]

Array = NDArray[np.float64]

SYMMETRY = 1e-9
"""Defect of H = H' allowed, relative to the largest entry of the block: H is computed, not measured."""
LOCAL_SYMMETRY = 1e-6
"""Defect of W = W' allowed, relative to its largest entry; files hold rounded and summed matrices."""
ROUNDING, INDEFINITE = 1e-9, 1e-3
"""Least eigenvalue of W, in variables in which every contact's diagonal block has trace one, that is rounding; and that
which is none: what lies between may come from a file of few digits and is warned of.
"""
DECADE = 0.05
"""How exactly, in powers of ten, the least eigenvalue is found."""
SHORT = 10_000
"""Numbers whose sum of squares is one pass in place of two. OpenBLAS shares the sum of more among threads, which keep
processors busy while they wait for the next one.
"""


def check_step(step: StepParts) -> None:
    """`DrystoneError` where arrays, indices or numbers of a step are not what `StepProblem` says; converts them."""
    H = _masses(step.H)
    phi = numbers(step.phi, (None,), "phi of a step")
    (bodies, dofs), count = H.shape[:2], len(phi)
    put = object.__setattr__
    put(step, "H", H)
    put(step, "phi", phi)
    for name in ("bond", "rebound"):
        if not len(numbers(getattr(step, name), (None,), f"{name} of a step")):
            put(step, name, np.zeros(count))
    put(step, "k", numbers(step.k, (bodies, dofs), "k of a step"))
    riding, what = step.support_velocity, "support_velocity of a step"
    unset = isinstance(riding, np.ndarray) and not riding.size
    put(step, "support_velocity", np.zeros((bodies, dofs)) if unset else numbers(riding, (bodies, dofs), what))
    put(step, "D", numbers(step.D, (count, 2, dofs, 3), "D of a step"))
    for name in ("prescribed", "memory"):
        put(step, name, numbers(getattr(step, name), (count, 3), f"{name} of a step"))
    put(step, "rebound", numbers(step.rebound, (count,), "rebound of a step"))
    for name, shape in (("mu", (count,)), ("E", (count, 3)), ("bond", (count,))):
        put(step, name, numbers(getattr(step, name), shape, f"{name} of a step", least=0.0))
    put(step, "blocks", _indices(step.blocks, count, bodies))
    put(step, "dt", positive_number(step.dt, "dt of a step (s)"))
    put(step, "associated", yes_no(step.associated, "associated of a step"))
    if step.contacts is not None:
        instance_of(step.contacts, Contacts, "contacts of a step", "the Contacts of drystone.collision, or None")
        if step.contacts.count != count:
            contacts = counted(step.contacts.count, "contact")
            raise DrystoneError(f"a step has {count} gaps phi and {contacts}; they must agree")
    symmetric_blocks(H)


def numbers(value: Any, shape: tuple[int | None, ...], what: str, least: float = -np.inf) -> Array:
    """``value`` as finite floats of this shape (None = any length), ``least`` 0 or none; itself where it is such."""
    if type(value) is np.ndarray and value.dtype == np.float64:
        array = value
    else:
        array = finite_array(value, [(None,) * dimensions for dimensions in range(6)], what).copy()
    if array.shape != shape and (
        array.ndim != len(shape) or any(wanted not in (None, n) for wanted, n in zip(shape, array.shape, strict=True))
    ):
        expected = ", ".join("any" if wanted is None else str(wanted) for wanted in shape)
        raise DrystoneError(f"{what} has shape {array.shape}; expected ({expected})")
    if not array.size:
        return array
    small = array.size < SHORT and np.vdot(array, array) <= LARGEST**2  # then none is larger, and none is NaN
    if not small and not -LARGEST <= array.min() <= array.max() <= LARGEST:
        raise DrystoneError(f"{what} holds NaN, infinite or too large values; all must be finite")
    if least > -np.inf and array.min() < least:
        raise DrystoneError(f"{what} is {array.min():g} somewhere; it must not be negative")
    return array


def _masses(value: Any) -> Array:
    """H (B, n, n) as finite floats: where the number n of degrees of freedom of a body comes from."""
    H = numbers(value, (None, None, None), "H of a step")
    if H.shape[1] != H.shape[2] or not H.shape[1]:
        raise DrystoneError(
            f"H of a step has shape {H.shape}; expected (any, n, n) with the n degrees of freedom of a body, 6 of a "
            "rigid block"
        )
    return H


def _indices(value: Any, count: int, bodies: int) -> NDArray[np.int64]:
    """The blocks (C, 2) of the contacts: a wrong one would be read and written in compiled code."""
    what = "blocks of a step"
    quick = type(value) is np.ndarray and value.dtype == np.int64 and value.shape == (count, 2)
    if not (quick and (not count or (value.min() >= -1 and value.max() < bodies))):
        value = index_array(value, (count, 2), f"{what} (movable blocks, -1 for a fixed one)", bodies, least=-1).copy()
    blocks: NDArray[np.int64] = value
    same = np.flatnonzero(blocks[:, 0] == blocks[:, 1])
    if len(same):
        block = int(blocks[same[0], 0])
        between = "two fixed blocks" if block < 0 else f"block {block} and itself"
        raise DrystoneError(
            f"contact {same[0]} of a step is between {between}; a contact has two different blocks, one of them movable"
        )
    return blocks


def symmetric_blocks(H: Array) -> None:
    """`DrystoneError` where a block of H (B, n, n) is not symmetric."""
    if _is_symmetric(np.array(H, order="C")):  # for an array that may not be written it would be compiled once more
        return
    defect = np.max(np.abs(H - np.swapaxes(H, 1, 2)), axis=(1, 2), initial=0.0)
    size = np.max(np.abs(H), axis=(1, 2), initial=0.0)
    wrong = np.flatnonzero(defect > SYMMETRY * size)
    if len(wrong):
        raise DrystoneError(
            f"H of block {wrong[0]} of a step differs from its transpose by {defect[wrong[0]]:.3g}; a mass is "
            "symmetric: give (H + H') / 2"
        )


@compiled
def _is_symmetric(H: FloatArray) -> bool:
    for matrix in H:
        for i in range(len(matrix)):
            for j in range(i):
                if matrix[i, j] != matrix[j, i]:
                    return False
    return True


def without_definite(H: Array) -> DrystoneError:
    """What is raised where H (B, n, n) has no Cholesky factor."""
    least = np.linalg.eigvalsh(H)[:, 0]
    block = int(np.argmin(least))
    return DrystoneError(
        f"H of block {block} of a step is not positive definite, its least eigenvalue is {least[block]:.3g}; a mass is"
    )


def local_matrix(value: Any, count: int) -> sp.csc_array:
    """W (3C, 3C) of a local problem as a symmetric matrix of floats."""
    try:
        W = sp.csc_array(value, dtype=np.float64)
    except Exception as error:  # whatever SciPy says of what is no matrix
        raise DrystoneError(f"W of a local problem must be a matrix; got {shown(value)}") from error
    if W.shape != (3 * count, 3 * count):
        raise DrystoneError(f"W of a local problem has shape {W.shape}; with {count} mu it is {(3 * count, 3 * count)}")
    size = float(np.max(np.abs(W.data), initial=0.0))
    if not size <= LARGEST:
        raise DrystoneError("W of a local problem holds NaN, infinite or too large values; all must be finite")
    defect = float(np.max(np.abs((W - W.T).data), initial=0.0))
    if defect > LOCAL_SYMMETRY * size:
        raise DrystoneError(
            f"W of a local problem differs from its transpose by {defect:.3g}, {defect / size:.2g} of its largest "
            f"entry, where {LOCAL_SYMMETRY:g} is rounding; give (W + W') / 2 where it is meant to be symmetric"
        )
    if float(np.min(W.diagonal(), initial=0.0)) < -ROUNDING * size:
        raise DrystoneError("W of a local problem has a negative diagonal; it is positive semidefinite")
    return sp.csc_array(0.5 * (W + W.T)) if defect else W


def warn_of_indefinite(W: sp.csc_array) -> None:
    """A warning where ``W`` (3C, 3C), of traces one, is a little indefinite; `DrystoneError` where it is so by more.

    W + a I has a Cholesky factor where the least eigenvalue is above -a: one factorisation where W is sound.
    """
    blocks = _by_two(W)
    if blocks(ROUNDING):
        return
    low, high = np.log10(ROUNDING), np.log10(INDEFINITE)
    if not blocks(INDEFINITE):
        low, high = high, 0.5 + np.log10(1.0 + float(np.max(np.abs(W).sum(axis=0), initial=0.0)))
    while high - low > DECADE:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if blocks(10.0**middle) else (middle, high)
    message = (
        f"W of a local problem is not positive semidefinite: its least eigenvalue is {-(10.0**high):.2g} where the "
        "diagonal block of every contact is scaled to trace one"
    )
    if 10.0**high > INDEFINITE:
        raise DrystoneError(f"{message}; such a problem is not convex, and its answers mean nothing")
    warnings.warn(f"{message}; answers satisfy the contact law and need not be minima", stacklevel=4)


def _by_two(W: sp.csc_array) -> Any:
    """Whether W + a I is positive definite, as a function of a: in blocks of 6 by 6, of two contacts each."""
    diagonal, lower, pairs = blocks_of(W, 6)
    if W.shape[0] < 6 * len(diagonal):
        diagonal[-1, range(3, 6), range(3, 6)] = 1.0
    factor = get_factorisation()(len(diagonal), pairs, dofs=6)

    def definite(a: float) -> bool:
        return factor.factorise(diagonal + a * np.eye(6), lower)

    return definite
