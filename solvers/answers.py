"""What a stranger's code may give in place of an answer: other types, other shapes, exceptions."""

import numpy as np

from ..errors import said

__all__ = ["PASSES", "array_defect"]

PASSES = (KeyboardInterrupt, SystemExit, GeneratorExit)
"""What is never caught: the user's and the interpreter's own wish to end. A backend's panic in Rust is no `Exception`
either, but a failure of that backend alone.
"""


def array_defect(name: str, value: object, shape: tuple[int, ...]) -> str:
    """Why a value of a solver's answer is no array of real numbers of this shape, "" where it is one."""
    try:
        array = np.asarray(value)
    except Exception as error:  # rows of different lengths
        return f"{name} of its answer is no array ({said(error)})"
    if array.dtype.kind not in "fiu":
        return f"{name} of its answer has the type {array.dtype}; expected float64"
    if array.shape != shape:
        return f"{name} of its answer has shape {array.shape}; expected {shape}"
    return ""
