"""How the hot loops of every room are compiled, and their array types.

Numba's cache on disk looks at the file of a function, not at the files of the functions it calls: after a
change to one of these modules, delete ``__pycache__/*.nbi`` beside them.
"""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import numpy as np
import numpy.typing as npt
from numba import njit

__all__ = [
    "FloatArray",
    "IntArray",
    "compiled",
    "fused",
    "fused_inlined",
    "fused_kernel",
    "inlined",
    "kernel",
    "summed",
]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def compiled(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Compile with numba: cached on disk, without the interpreter's lock, in strict floating point.

    Divisions follow IEEE (no ZeroDivisionError), which also keeps the machine code and its compile time small.
    The plain Python function stays available as ``.py_func``.
    """
    return _compiled(function)


def fused(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Compile as `compiled`, but a product and the sum it goes into are rounded once where the processor can.

    For the linear algebra of solvers, whose answers are judged afterwards; a tenth faster over all. Not for geometry,
    where a difference of equal products must be zero.
    """
    return _compiled(function, fastmath={"contract"})


def kernel(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Compile as `compiled` does a function that makes no array and returns none: it works in those it is given.

    Its caller keeps the arrays alive, so that references need not be counted, which in short functions with many
    arrays takes longer than their work.
    """
    return _compiled(function, _nrt=False)


def inlined(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """A `kernel` whose code is put in the place of every call: for short ones in the innermost loops."""
    return _compiled(function, _nrt=False, forceinline=True)


def fused_inlined(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """An `inlined` one, `fused`."""
    return _compiled(function, _nrt=False, forceinline=True, fastmath={"contract"})


def fused_kernel(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """A `kernel`, `fused`."""
    return _compiled(function, _nrt=False, fastmath={"contract"})


def summed(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """A `fused_kernel` whose sums run over several partial ones at a time, in an order of the compiler's."""
    return _compiled(function, _nrt=False, fastmath={"contract", "reassoc", "nsz"})


def _compiled(function: Callable[Arguments, Result], **options: Any) -> Callable[Arguments, Result]:
    options |= {"cache": True, "nogil": True}
    return cast("Callable[Arguments, Result]", njit(error_model="numpy", **options)(function))
