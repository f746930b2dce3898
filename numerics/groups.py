"""Groups of bodies that are connected."""

import numpy as np

from .compiled import IntArray, compiled, inlined

__all__ = ["connected_groups"]


@compiled
def connected_groups(pairs: IntArray, count: int) -> tuple[IntArray, int]:
    """Number (B,) of the group of each of ``count`` bodies, and how many groups there are.

    ``pairs`` (n, 2): bodies that are connected; pairs with a negative number connect nothing. Groups are numbered in
    the order of their first bodies.
    """
    first = np.arange(count)  # a body of the same group that comes before, at last the group's first
    for i in range(len(pairs)):
        a, b = pairs[i]
        if a >= 0 and b >= 0:
            a, b = _first_of(first, a), _first_of(first, b)
            first[max(a, b)] = min(a, b)
    group, number = np.empty(count, np.int64), 0
    for body in range(count):
        if first[body] == body:
            group[body] = number
            number += 1
        else:
            group[body] = group[first[body]]
    return group, number


@inlined
def _first_of(first: IntArray, body: int) -> int:
    while first[body] != body:
        first[body] = first[first[body]]
        body = first[body]
    return body
