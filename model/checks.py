"""The checks of what a user gives are those of the root, `drystone.checks`."""

from ..checks import (
    FloatArray,
    IntArray,
    finite_array,
    finite_number,
    positive_number,
    rotations,
    unit_vector,
    whole_number,
)

__all__ = [
    "FloatArray",
    "IntArray",
    "finite_array",
    "finite_number",
    "positive_number",
    "rotations",
    "unit_vector",
    "whole_number",
]
