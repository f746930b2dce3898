"""The BLAS and LAPACK routines of a factorisation for compiled code, on parts of flat arrays, matrices by columns.

The routines are those of SciPy, bound to names of our own before anything compiled is loaded: compiled code refers to
them by name, not by address, and so can be cached on disk.

The matrices are too small to be shared out to threads: on two processors a fifth is gained at best, and on a busy
machine a call of microseconds then waits for a processor for milliseconds. Where SciPy's BLAS is OpenBLAS, `one_thread`
sees to that.
"""

import ctypes
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.linalg.cython_blas
from llvmlite.binding import add_symbol
from numba import types
from numba.extending import get_cython_function_address

from ...compiled import FloatArray, compiled, kernel

__all__ = [
    "SmallIntArray",
    "multiply",
    "one_thread",
    "potrf",
    "scratch",
    "solve_lower",
    "solve_lower_transposed",
    "subtract_transposed",
    "syrk",
    "trsm",
]

SmallIntArray = npt.NDArray[np.int32]

_MODULES = {"dpotrf": "lapack", "dtrsm": "blas", "dsyrk": "blas", "dtrsv": "blas", "dgemv": "blas"}
for _name, _module in _MODULES.items():
    add_symbol(f"drystone_{_name}", get_cython_function_address(f"scipy.linalg.cython_{_module}", _name))


def _thread_functions() -> tuple[Any, Any] | None:
    """OpenBLAS's functions that get and set its number of threads; None where SciPy has another BLAS."""
    try:
        library = ctypes.CDLL(scipy.linalg.cython_blas.__file__)  # the symbols of what it is linked with, too
    except OSError:
        return None
    for prefix in ("scipy_openblas", "openblas"):
        if hasattr(library, f"{prefix}_set_num_threads"):
            return getattr(library, f"{prefix}_get_num_threads"), getattr(library, f"{prefix}_set_num_threads")
    return None


_THREADS = _thread_functions()

_CHAR, _INT, _DOUBLE = types.CPointer(types.uint8), types.CPointer(types.int32), types.CPointer(types.float64)


def _external(name: str, *arguments: Any) -> Any:
    return types.ExternalFunction(f"drystone_{name}", types.void(*arguments))


_dpotrf = _external("dpotrf", _CHAR, _INT, _DOUBLE, _INT, _INT)
_dtrsm = _external("dtrsm", *[_CHAR] * 4, *[_INT] * 2, _DOUBLE, _DOUBLE, _INT, _DOUBLE, _INT)
_dsyrk = _external("dsyrk", *[_CHAR] * 2, *[_INT] * 2, _DOUBLE, _DOUBLE, _INT, _DOUBLE, _DOUBLE, _INT)
_dtrsv = _external("dtrsv", *[_CHAR] * 3, _INT, _DOUBLE, _INT, _DOUBLE, _INT)
_dgemv = _external("dgemv", _CHAR, *[_INT] * 2, _DOUBLE, _DOUBLE, _INT, _DOUBLE, _INT, _DOUBLE, _DOUBLE, _INT)

_L, _N, _R, _T = (np.array([ord(letter)], dtype=np.uint8) for letter in "LNRT")
_ZERO, _ONE, _MINUS = np.array([0.0]), np.array([1.0]), np.array([-1.0])


class _OneThread:
    """OpenBLAS works with one thread inside; gives the number outside, 0 where it cannot be told."""

    def __init__(self) -> None:
        self.lock, self.inside, self.before = Lock(), 0, 0

    def __enter__(self) -> int:
        with self.lock:
            if _THREADS is not None and not self.inside:
                self.before = _THREADS[0]()
                _THREADS[1](1)
            self.inside += 1
            return self.before

    def __exit__(self, *failure: object) -> None:
        with self.lock:
            self.inside -= 1
            if _THREADS is not None and not self.inside:  # the last one of all threads
                _THREADS[1](self.before)


one_thread = _OneThread()


@compiled
def scratch() -> SmallIntArray:
    """Room for the integer arguments of a call; the last two are LAPACK's report and the 1 between vector entries."""
    return np.ones(5, dtype=np.int32)


@kernel
def potrf(a: FloatArray, size: int, rows: int, room: SmallIntArray) -> bool:
    """The Cholesky factor of a lower triangle of order ``size``, in place; False for a pivot that is not positive.

    ``rows``: distance between columns, here and below.
    """
    room[0], room[1] = size, rows
    _dpotrf(_L.ctypes, room[0:].ctypes, a.ctypes, room[1:].ctypes, room[3:].ctypes)
    return room[3] == 0


@kernel
def trsm(triangle: FloatArray, below: FloatArray, count: int, size: int, rows: int, room: SmallIntArray) -> None:
    """B := B L^(-T) of the ``count`` rows below a lower triangle of order ``size``, within the same columns."""
    room[0], room[1], room[2] = count, size, rows
    m, n, ld = room[0:].ctypes, room[1:].ctypes, room[2:].ctypes
    _dtrsm(_R.ctypes, _L.ctypes, _T.ctypes, _N.ctypes, m, n, _ONE.ctypes, triangle.ctypes, ld, below.ctypes, ld)


@kernel
def syrk(a: FloatArray, rows: int, size: int, count: int, product: FloatArray, room: SmallIntArray) -> None:
    """C := -A A', its lower triangle, from A (``size``, ``count``), into a square of order ``size``."""
    room[0], room[1], room[2] = size, count, rows
    n, k, ld = room[0:].ctypes, room[1:].ctypes, room[2:].ctypes
    _dsyrk(_L.ctypes, _N.ctypes, n, k, _MINUS.ctypes, a.ctypes, ld, _ZERO.ctypes, product.ctypes, n)


@kernel
def solve_lower(a: FloatArray, size: int, rows: int, x: FloatArray, room: SmallIntArray) -> None:
    """Solve L x = b in place."""
    room[0], room[1] = size, rows
    _dtrsv(_L.ctypes, _N.ctypes, _N.ctypes, room[0:].ctypes, a.ctypes, room[1:].ctypes, x.ctypes, room[4:].ctypes)


@kernel
def solve_lower_transposed(a: FloatArray, size: int, rows: int, x: FloatArray, room: SmallIntArray) -> None:
    """Solve L' x = b in place."""
    room[0], room[1] = size, rows
    _dtrsv(_L.ctypes, _T.ctypes, _N.ctypes, room[0:].ctypes, a.ctypes, room[1:].ctypes, x.ctypes, room[4:].ctypes)


@kernel
def multiply(
    a: FloatArray, count: int, size: int, rows: int, x: FloatArray, y: FloatArray, room: SmallIntArray
) -> None:
    """Write A x to y, A (``count``, ``size``)."""
    room[0], room[1], room[2] = count, size, rows
    m, n, ld, step = room[0:].ctypes, room[1:].ctypes, room[2:].ctypes, room[4:].ctypes
    _dgemv(_N.ctypes, m, n, _ONE.ctypes, a.ctypes, ld, x.ctypes, step, _ZERO.ctypes, y.ctypes, step)


@kernel
def subtract_transposed(
    a: FloatArray, count: int, size: int, rows: int, x: FloatArray, y: FloatArray, room: SmallIntArray
) -> None:
    """Subtract A' x from y, A (``count``, ``size``)."""
    room[0], room[1], room[2] = count, size, rows
    m, n, ld, step = room[0:].ctypes, room[1:].ctypes, room[2:].ctypes, room[4:].ctypes
    _dgemv(_T.ctypes, m, n, _MINUS.ctypes, a.ctypes, ld, x.ctypes, step, _ONE.ctypes, y.ctypes, step)
