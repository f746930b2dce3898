"""Broad phase: which pieces may touch, from axis-aligned boxes in a tree.

The tree is implicit: boxes sorted along a Morton curve through their centres, four neighbours to a parent,
level upon level. Built in one sort, it needs no tuning to cell size or axis: walls, domes and heaps, and a
few huge boxes among thousands of small ones (each huge box widens one node per level), stay near n log n.
A sweep along one axis degrades to n^(3/2) in a wall, a grid wants blocks of one size.
"""

import math

import numpy as np

from ..numerics.compiled import FloatArray, IntArray, compiled

__all__ = ["approach_speeds", "candidate_pairs", "overlapping_boxes"]

FANOUT = 4
"""Children of a node."""

BITS = 20
"""Bits per axis of the Morton code."""

STACK = 256
"""Nodes that can wait in a traversal: three per level at most, and 2^63 boxes make 32 levels."""


@compiled
def _morton_codes(boxes: FloatArray) -> IntArray:
    """(n,) positions of the centres of boxes (n, 2, 3) along a Morton curve with cubic cells."""
    count = len(boxes)
    low = np.empty(3)
    extent = 0.0
    for j in range(3):
        low[j] = np.inf
        high = -np.inf
        for i in range(count):
            centre = 0.5 * (boxes[i, 0, j] + boxes[i, 1, j])
            low[j] = min(low[j], centre)
            high = max(high, centre)
        extent = max(extent, high - low[j])
    scale = (2**BITS - 1) / extent if extent > 0.0 else 0.0
    codes = np.zeros(count, np.int64)
    for i in range(count):
        for j in range(3):
            cell = int((0.5 * (boxes[i, 0, j] + boxes[i, 1, j]) - low[j]) * scale)
            for bit in range(BITS):
                codes[i] |= ((cell >> bit) & 1) << (3 * bit + j)
    return codes


@compiled
def _build_tree(boxes: FloatArray, order: IntArray) -> tuple[FloatArray, IntArray]:
    """Boxes of all nodes (N, 2, 3), leaves in `order` first, and the first node of every level (levels + 1,)."""
    level = np.zeros(34, np.int64)
    levels = 0
    size = len(boxes)
    while True:
        level[levels + 1] = level[levels] + size
        levels += 1
        if size == 1:
            break
        size = (size + FANOUT - 1) // FANOUT
    nodes = np.empty((level[levels], 2, 3))
    for i in range(len(boxes)):
        for j in range(3):
            nodes[i, 0, j] = boxes[order[i], 0, j]
            nodes[i, 1, j] = boxes[order[i], 1, j]
    for k in range(1, levels):
        for i in range(level[k], level[k + 1]):
            first = level[k - 1] + FANOUT * (i - level[k])
            for j in range(3):
                low = nodes[first, 0, j]
                high = nodes[first, 1, j]
                for child in range(first + 1, min(first + FANOUT, level[k])):
                    low = min(low, nodes[child, 0, j])
                    high = max(high, nodes[child, 1, j])
                nodes[i, 0, j] = low
                nodes[i, 1, j] = high
    return nodes, level[: levels + 1]


@compiled
def _boxes_meet(boxes: FloatArray, i: int, k: int) -> bool:
    meet = True
    for j in range(3):
        meet = meet and boxes[i, 0, j] <= boxes[k, 1, j] and boxes[k, 0, j] <= boxes[i, 1, j]
    return meet


@compiled
def _pairs_in_tree(boxes: FloatArray, order: IntArray, owner: IntArray, fixed: IntArray) -> IntArray:
    """Unsorted codes first * n + second of all pairs of boxes that meet and may touch."""
    nodes, level = _build_tree(boxes, order)
    count = len(order)
    top = len(level) - 2
    codes = np.empty(8 * count + 64, np.int64)
    found = 0
    stack = np.zeros((STACK, 2), np.int64)
    for position in range(count):
        piece = order[position]
        stack[0, 0] = top
        stack[0, 1] = 0
        waiting = 1
        while waiting > 0:
            waiting -= 1
            k = stack[waiting, 0]
            i = stack[waiting, 1]
            if (i + 1) * FANOUT**k <= position + 1 or not _boxes_meet(nodes, position, level[k] + i):
                continue
            if k > 0:
                for child in range(FANOUT * i, min(FANOUT * (i + 1), level[k] - level[k - 1])):
                    stack[waiting, 0] = k - 1
                    stack[waiting, 1] = child
                    waiting += 1
                continue
            other = order[i]
            a, b = (piece, other) if owner[piece] < owner[other] else (other, piece)
            if owner[a] == owner[b] or (fixed[owner[a]] and fixed[owner[b]]):
                continue
            if found == len(codes):
                codes = np.concatenate((codes, np.empty_like(codes)))
            codes[found] = a * count + b
            found += 1
    return codes[:found]


def overlapping_boxes(boxes: FloatArray, owner: IntArray, fixed: IntArray) -> IntArray:
    """Return the pairs of pieces (M, 2) whose boxes (P, 2, 3) meet, in ascending order.

    ``owner`` (P,) is the block of each piece, ``fixed`` (B_all,) not zero where a block is fixed. Pieces of
    one block and pieces of two fixed blocks do not pair. The piece of the block with the lower index is first.
    """
    order = np.argsort(_morton_codes(boxes), kind="stable")
    codes = np.sort(_pairs_in_tree(boxes, order, owner, fixed))  # NumPy's: Numba takes 6 s to compile one
    return _decoded(codes, len(boxes))


@compiled
def _decoded(codes: IntArray, count: int) -> IntArray:
    """Pairs (M, 2) of pieces of their codes (M,), see `_pairs_in_tree`."""
    pairs = np.empty((len(codes), 2), np.int64)
    for k in range(len(codes)):
        pairs[k, 0], pairs[k, 1] = codes[k] // count, codes[k] % count
    return pairs


@compiled
def approach_speeds(pairs: IntArray, owner: IntArray, radius: FloatArray, velocity: FloatArray) -> FloatArray:
    """(B_all,) largest bound on the approach speed (m/s) of each block over its pairs of pieces (M, 2).

    r_ab = |v_b - v_a| + |w_a| radius_a + |w_b| radius_b bounds the relative speed of any two of their points.
    """
    fastest = np.zeros(len(velocity))
    for k in range(len(pairs)):
        a = owner[pairs[k, 0]]
        b = owner[pairs[k, 1]]
        squared = spin_a = spin_b = 0.0
        for j in range(3):
            squared += (velocity[b, j] - velocity[a, j]) ** 2
            spin_a += velocity[a, 3 + j] ** 2
            spin_b += velocity[b, 3 + j] ** 2
        speed = math.sqrt(squared)
        speed += math.sqrt(spin_a) * radius[pairs[k, 0]] + math.sqrt(spin_b) * radius[pairs[k, 1]]
        fastest[a] = max(fastest[a], speed)
        fastest[b] = max(fastest[b], speed)
    return fastest


@compiled
def _grown(boxes: FloatArray, margin: float, horizon: float, speed: FloatArray) -> FloatArray:
    """Boxes (P, 2, 3) grown by half the margin and by horizon times speed (P,) on all sides."""
    grown = np.empty_like(boxes)
    for i in range(len(boxes)):
        growth = 0.5 * margin + horizon * speed[i]
        for j in range(3):
            grown[i, 0, j] = boxes[i, 0, j] - growth
            grown[i, 1, j] = boxes[i, 1, j] + growth
    return grown


@compiled
def _speeds(owner: IntArray, radius: FloatArray, velocity: FloatArray) -> FloatArray:
    """(P,) bound on the speed of each piece (m/s), seen from the mean velocity of all blocks."""
    mean, speed = np.zeros(3), np.empty(len(owner))
    for b in range(len(velocity)):
        for j in range(3):
            mean[j] += velocity[b, j] / len(velocity)
    for i in range(len(owner)):
        along = spin = 0.0
        for j in range(3):
            along += (velocity[owner[i], j] - mean[j]) ** 2
            spin += velocity[owner[i], 3 + j] ** 2
        speed[i] = math.sqrt(along) + math.sqrt(spin) * radius[i]
    return speed


@compiled
def _within_reach(
    boxes: FloatArray, pairs: IntArray, owner: IntArray, fastest: FloatArray, margin: float, horizon: float
) -> tuple[IntArray, FloatArray]:
    """The pairs whose boxes are no farther apart along any axis than their distance, and these (M,) (m).

    ``fastest`` (B_all,): approach speeds of the blocks (m/s).
    """
    kept, distance = np.empty_like(pairs), np.empty(len(pairs))
    count = 0
    for k in range(len(pairs)):
        a = pairs[k, 0]
        b = pairs[k, 1]
        reach = margin + horizon * max(fastest[owner[a]], fastest[owner[b]])
        near = True
        for j in range(3):
            near = near and boxes[a, 0, j] - boxes[b, 1, j] <= reach
            near = near and boxes[b, 0, j] - boxes[a, 1, j] <= reach
        if near:
            kept[count, 0], kept[count, 1], distance[count] = a, b, reach
            count += 1
    return kept[:count], distance[:count]


def candidate_pairs(
    boxes: FloatArray,
    owner: IntArray,
    radius: FloatArray,
    fixed: IntArray,
    velocity: FloatArray,
    margin: float,
    horizon: float,
) -> tuple[IntArray, FloatArray]:
    """Return pairs of pieces (M, 2) that may touch, ascending, and their pair distances (M,) in m.

    ``boxes`` (P, 2, 3) m; ``owner`` (P,) block of each piece; ``radius`` (P,) m; ``fixed`` (B_all,);
    ``velocity`` (B_all, 6); ``margin`` m; ``horizon`` s. The pair distance is
    margin + horizon * max(m_a, m_b), m_a the largest approach speed bound of block a over the pairs whose
    boxes meet when grown by half the margin and by horizon * (speed relative to the mean velocity of all
    blocks): what rides on the same moving ground has no speed here.
    """
    speed = _speeds(owner, radius, velocity)
    pairs = overlapping_boxes(_grown(boxes, margin, horizon, speed), owner, fixed)
    if horizon == 0.0:
        return pairs, np.full(len(pairs), margin)
    fastest = approach_speeds(pairs, owner, radius, velocity)
    pairs = overlapping_boxes(_grown(boxes, margin, horizon, fastest[owner]), owner, fixed)
    return _within_reach(boxes, pairs, owner, fastest, margin, horizon)
