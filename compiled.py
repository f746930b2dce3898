"""How the hot loops of every room are compiled, and their array types.

Numba's cache on disk looks at the file of a function, not at the files of the functions it calls: after a
change to one of these modules, delete ``__pycache__/*.nbi`` beside them.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numpy as np
import numpy.typing as npt
from numba import njit

__all__ = ["FloatArray", "IntArray", "compiled"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def compiled(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Compile with numba: cached on disk, without the interpreter's lock, in strict floating point.

    Divisions follow IEEE (no ZeroDivisionError), which also keeps the machine code and its compile time small.
    The plain Python function stays available as ``.py_func``.
    """
    return cast("Callable[Arguments, Result]", njit(cache=True, nogil=True, error_model="numpy")(function))
