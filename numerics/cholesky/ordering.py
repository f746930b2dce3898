"""Elimination orders of the contact graph: nested dissection down to small parts, minimum degree within them.

A part is cut along fields, functions of its vertices: the positions where they are known, else (and beside them)
distances in the graph. Along each field the separators of all cuts are counted in one pass; the best cut of the best
field splits the part, its separator is eliminated after both halves. The small parts are ordered by minimum degree,
the neighbours outside them counted.
(A. George, Nested dissection of a regular finite element mesh, SIAM Journal on Numerical Analysis 10 (1973) 345-363;
A. George, J. W. H. Liu, An automatic nested dissection algorithm for irregular finite element problems, SIAM Journal
on Numerical Analysis 15 (1978) 1053-1069; F. Pellegrini, J. Roman, P. Amestoy, Hybridizing nested dissection and halo
approximate minimum degree for efficient sparse matrix ordering, Concurrency 12 (2000) 69-84.)
"""

import numpy as np

from ..compiled import FloatArray, IntArray, compiled

__all__ = ["LEAF", "adjacency", "landmark_fields", "nested_dissection"]

LEAF = 40
"""Blocks up to which a part is ordered by minimum degree."""
BALANCE = 0.3
"""Least share of a part on either side of a cut."""
SKEW = 1.0
"""How much an uneven cut counts: a separator of s blocks between halves a, b costs s (1 + SKEW ((a - b)/(a + b))^2)."""


@compiled
def adjacency(bodies: int, pairs: IntArray) -> tuple[IntArray, IntArray]:
    """The graph's rows: start (B + 1,) and neighbours (2P,) of every body."""
    start = np.zeros(bodies + 1, dtype=np.int64)
    for p in range(len(pairs)):
        start[pairs[p, 0] + 1] += 1
        start[pairs[p, 1] + 1] += 1
    for b in range(bodies):
        start[b + 1] += start[b]
    place = start[:-1].copy()
    neighbours = np.empty(2 * len(pairs), dtype=np.int64)
    for p in range(len(pairs)):
        for side in range(2):
            body = pairs[p, side]
            neighbours[place[body]] = pairs[p, 1 - side]
            place[body] += 1
    return start, neighbours


def nested_dissection(start: IntArray, neighbours: IntArray, position: FloatArray, leaf: int = LEAF) -> IntArray:
    """The bodies in the order of their elimination (B,). ``position``: (B, d) fields to cut along, d may be 0."""
    bodies = len(start) - 1
    order, place = np.arange(bodies), np.arange(bodies)
    halo = np.full(bodies, -1)
    parts = [(0, bodies)]
    while parts:
        low, high = parts.pop()
        first, second = 0, 0
        if high - low > leaf:
            first, second = _cut(start, neighbours, position, order, place, low, high)
        if first and second:
            parts += [(low, low + first), (low + first, low + first + second)]
        else:
            _minimum_degree(start, neighbours, order, place, halo, low, high)
    return order


def landmark_fields(bodies: int, pairs: IntArray, landmarks: int) -> FloatArray:
    """Fields (B, d) for `nested_dissection` of a graph without positions: distances from bodies far from each other,
    the ``landmarks``, and the differences of each two.

    Along a distance cuts bend round its landmark; along a difference they go straight through the structure.
    """
    start, neighbours = adjacency(bodies, pairs)
    all_of_them = np.arange(bodies)
    distances = np.empty((landmarks, bodies))
    last = _distances(start, neighbours, all_of_them, all_of_them, 0, 0, distances[0])
    for i in range(landmarks):
        _distances(start, neighbours, all_of_them, all_of_them, 0, last, distances[i])
        last = int(np.argmax(np.min(distances[: i + 1], axis=0)))
    one, other = np.triu_indices(landmarks, 1)
    return np.ascontiguousarray(np.concatenate([distances, distances[one] - distances[other]]).T)


@compiled
def _cut(
    start: IntArray, neighbours: IntArray, position: FloatArray, order: IntArray, place: IntArray, low: int, high: int
) -> tuple[int, int]:
    """Reorder a part into first half, second half, separator; the sizes of the halves."""
    size = high - low
    fields = _fields(start, neighbours, position, order, place, low, high)
    best, best_cut, best_side, best_ranks = np.inf, 0, 0, np.zeros(size, dtype=np.int64)
    for f in range(len(fields)):
        ranks = _ranks(fields[f])
        cost, cut, side = _best_cut(start, neighbours, order, place, low, ranks)
        if cost < best:
            best, best_cut, best_side, best_ranks = cost, cut, side, ranks
    if best == np.inf:
        return 0, 0
    members = order[low:high].copy()
    group = np.empty(size, dtype=np.int64)
    for i in range(size):
        group[i] = 0 if best_ranks[i] < best_cut else 1
    for i in range(size):
        if group[i] == best_side:
            for e in range(start[members[i]], start[members[i] + 1]):
                j = place[neighbours[e]] - low
                if 0 <= j < size and (best_ranks[j] < best_cut) == (best_side == 1):
                    group[i] = 2
                    break
    at, sizes = low, np.zeros(3, dtype=np.int64)
    for which in range(3):
        for i in range(size):
            if group[i] == which:
                order[at] = members[i]
                at += 1
                sizes[which] += 1
    for i in range(low, high):
        place[order[i]] = i
    return sizes[0], sizes[1]


@compiled
def _ranks(values: FloatArray) -> IntArray:
    """The place of every value among them, by merging sorted runs; equal ones keep their order."""
    size, width = len(values), 1
    order, merged = np.arange(size), np.empty(size, dtype=np.int64)
    while width < size:
        for low in range(0, size, 2 * width):
            middle, high = min(low + width, size), min(low + 2 * width, size)
            a, b = low, middle
            for at in range(low, high):
                if a < middle and (b >= high or values[order[a]] <= values[order[b]]):
                    merged[at] = order[a]
                    a += 1
                else:
                    merged[at] = order[b]
                    b += 1
        order, merged = merged, order
        width *= 2
    for i in range(size):
        merged[order[i]] = i
    return merged


@compiled
def _best_cut(
    start: IntArray, neighbours: IntArray, order: IntArray, place: IntArray, low: int, ranks: IntArray
) -> tuple[float, int, int]:
    """The best cut of a part in the order ``ranks``: its cost, ranks on the first side, side of the separator.

    A vertex is in the separator taken from the first side while the cut lies between it and its last neighbour, and
    in the one from the second side while the cut lies between its first neighbour and it.
    """
    size = len(ranks)
    count = np.zeros((2, size + 1), dtype=np.int64)
    for i in range(size):
        body, rank = order[low + i], ranks[i]
        least, most = rank, rank
        for e in range(start[body], start[body + 1]):
            j = place[neighbours[e]] - low
            if 0 <= j < size:
                least, most = min(least, ranks[j]), max(most, ranks[j])
        count[0, rank + 1] += 1
        count[0, most + 1] -= 1
        count[1, least + 1] += 1
        count[1, rank + 1] -= 1
    best, best_cut, best_side = np.inf, 0, 0
    separator = np.zeros(2, dtype=np.int64)
    for cut in range(size + 1):
        for side in range(2):
            separator[side] += count[side, cut]
            first = cut - (separator[0] if side == 0 else 0)
            second = size - cut - (separator[1] if side == 1 else 0)
            if min(first, second) >= BALANCE * size:
                uneven = (first - second) / (first + second)
                cost = separator[side] * (1.0 + SKEW * uneven * uneven) + 1e-3 * uneven * uneven
                if cost < best:
                    best, best_cut, best_side = cost, cut, side
    return best, best_cut, best_side


@compiled
def _fields(
    start: IntArray, neighbours: IntArray, position: FloatArray, order: IntArray, place: IntArray, low: int, high: int
) -> FloatArray:
    """The fields of a part (F, n): coordinates, and distances from both ends of it and their difference."""
    size, given = high - low, position.shape[1]
    fields = np.empty((given + 3, size))
    for i in range(size):
        for d in range(given):
            fields[d, i] = position[order[low + i], d]
    one, other = fields[given], fields[given + 1]
    end = _distances(start, neighbours, order, place, low, 0, one)
    end = _distances(start, neighbours, order, place, low, end, other)
    end = _distances(start, neighbours, order, place, low, end, one)
    _distances(start, neighbours, order, place, low, end, other)
    for i in range(size):
        fields[given + 2, i] = one[i] - other[i]
    return fields


@compiled
def _distances(
    start: IntArray, neighbours: IntArray, order: IntArray, place: IntArray, low: int, first: int, distance: FloatArray
) -> int:
    """Distances (n,) within a part from its vertex number ``first``; the vertex found last.

    Components that are not joined follow each other.
    """
    size = len(distance)
    for i in range(size):
        distance[i] = -1.0
    queue = np.empty(size, dtype=np.int64)
    queue[0], distance[first] = first, 0.0
    head, tail, seed = 0, 1, 0
    while head < size:
        if head == tail:
            while distance[seed] >= 0.0:
                seed += 1
            queue[tail], distance[seed] = seed, distance[queue[tail - 1]] + 1.0
            tail += 1
        i = queue[head]
        head += 1
        for e in range(start[order[low + i]], start[order[low + i] + 1]):
            j = place[neighbours[e]] - low
            if 0 <= j < size and distance[j] < 0.0:
                distance[j] = distance[i] + 1.0
                queue[tail] = j
                tail += 1
    return queue[size - 1]


@compiled
def _minimum_degree(
    start: IntArray, neighbours: IntArray, order: IntArray, place: IntArray, halo: IntArray, low: int, high: int
) -> None:
    """Order a small part by minimum degree, on the full matrix of its graph with the halo of its neighbours.

    ``halo`` (B,): room for their numbers, -1 before and after.
    """
    size = high - low
    members = order[low:high].copy()
    total = size
    for i in range(size):
        for e in range(start[members[i]], start[members[i] + 1]):
            other = neighbours[e]
            if not low <= place[other] < high and halo[other] < 0:
                halo[other] = total
                total += 1
    joined = np.zeros((total, total), dtype=np.bool_)
    for i in range(size):
        for e in range(start[members[i]], start[members[i] + 1]):
            other = neighbours[e]
            j = place[other] - low if low <= place[other] < high else halo[other]
            joined[i, j] = joined[j, i] = True
    degree = np.empty(total, dtype=np.int64)
    for i in range(total):
        degree[i] = 0
        for j in range(total):
            degree[i] += joined[i, j]
    done = np.zeros(size, dtype=np.bool_)
    around = np.empty(total, dtype=np.int64)
    for step in range(size):
        pivot = -1
        for i in range(size):
            if not done[i] and (pivot < 0 or degree[i] < degree[pivot]):
                pivot = i
        done[pivot] = True
        order[low + step] = members[pivot]
        count = 0
        for j in range(total):
            if joined[pivot, j]:
                around[count] = j
                count += 1
                joined[j, pivot] = False
                degree[j] -= 1
        for a in range(count):
            for b in range(a):
                i, j = around[a], around[b]
                if not joined[i, j]:
                    joined[i, j] = joined[j, i] = True
                    degree[i] += 1
                    degree[j] += 1
    for i in range(low, high):
        place[order[i]] = i
    for i in range(size):
        for e in range(start[members[i]], start[members[i] + 1]):
            halo[neighbours[e]] = -1
