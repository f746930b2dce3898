"""Distance of two convex point sets: Gilbert, Johnson and Keerthi with the signed-volumes sub-algorithm.

M. Montanari, N. Petrinic, E. Barbieri, Improving the GJK algorithm for faster and more reliable distance
queries between convex objects, ACM Transactions on Graphics 36(3), 2017. A simplex that does not contain the
nearest point is searched through the sub-simplices opposite to its negative barycentric coordinates only;
degenerate simplices are searched through all of theirs.
"""

import math

from ..numerics.compiled import FloatArray, IntArray, inlined, kernel
from ..numerics.vectors import Vector, combined, cross, dot, row, scaled, subtract

__all__ = [
    "farthest",
    "gjk",
    "nearest_on_segment",
    "nearest_on_tetrahedron",
    "nearest_on_triangle",
    "witness",
]

ITERATIONS = 128
"""Bound on the iterations. The distance falls strictly in each, so there is no cycle; 4 to 10 are usual."""

CONVERGED = 1e-15
"""Relative duality gap |v|^2 - v.w at which the nearest point is exact to rounding."""

FLAT = 1e-24
"""Squared sine of the angle of two edges below which a triangle counts as a segment."""

FLAT_VOLUME = 1e-12
"""Volume over the product of three edges below which a tetrahedron counts as flat."""


@inlined
def farthest(points: FloatArray, start: int, stop: int, direction: Vector) -> int:
    """Index in start:stop of the first point (n, 3) with the largest projection on the direction."""
    best = start
    top = -math.inf
    for i in range(start, stop):
        height = points[i, 0] * direction[0] + points[i, 1] * direction[1] + points[i, 2] * direction[2]
        if height > top:
            top = height
            best = i
    return best


@inlined
def nearest_on_segment(a: Vector, b: Vector) -> tuple[float, Vector, float, float]:
    """Point of the segment ab nearest to the origin: squared distance, point, weights of a and b."""
    along = subtract(b, a)
    length = dot(along, along)
    part = 0.0
    if length > 0.0:
        part = min(max(-dot(a, along) / length, 0.0), 1.0)
    point = b if part == 1.0 else combined(a, along, part)
    return dot(point, point), point, 1.0 - part, part


@inlined
def nearest_on_triangle(a: Vector, b: Vector, c: Vector) -> tuple[float, Vector, float, float, float]:
    """Point of the triangle abc nearest to the origin: squared distance, point, weights of a, b and c.

    The point is taken along the normal, so that its direction is exact also very near the plane. A normal carries the
    rounding of the coordinates over the sine of the edges' angle, and so does the point's place.
    """
    ab = subtract(b, a)
    ac = subtract(c, a)
    normal = cross(ab, ac)
    area = dot(normal, normal)
    flat = area <= FLAT * dot(ab, ab) * dot(ac, ac)
    part_a = part_b = part_c = 0.0
    if not flat:
        point = scaled(normal, dot(a, normal) / area)
        to_a = subtract(a, point)
        to_b = subtract(b, point)
        to_c = subtract(c, point)
        part_a = dot(normal, cross(to_b, to_c))
        part_b = dot(normal, cross(to_c, to_a))
        part_c = dot(normal, cross(to_a, to_b))
        if part_a > 0.0 and part_b > 0.0 and part_c > 0.0:
            total = part_a + part_b + part_c
            return dot(point, point), point, part_a / total, part_b / total, part_c / total
    best = (math.inf, a, 1.0, 0.0, 0.0)
    if flat or part_a <= 0.0:
        squared, point, first, second = nearest_on_segment(b, c)
        best = (squared, point, 0.0, first, second)
    if flat or part_b <= 0.0:
        squared, point, first, second = nearest_on_segment(a, c)
        if squared < best[0]:
            best = (squared, point, first, 0.0, second)
    if flat or part_c <= 0.0:
        squared, point, first, second = nearest_on_segment(a, b)
        if squared < best[0]:
            best = (squared, point, first, second, 0.0)
    return best


@inlined
def _coefficients(u: Vector, v: Vector, w: Vector, target: Vector) -> tuple[float, float, float]:
    """Numbers x, y, z with x u + y v + z w = target, for three independent vectors.

    Modified Gram-Schmidt with the target as a fourth column is backward stable: Å. Björck, Solving linear least
    squares problems by Gram-Schmidt orthogonalization, BIT 7, 1967. The sum misses the target by rounding however
    thin the tetrahedron; with quotients of volumes (Cramer's rule) it misses by rounding over the relative volume.
    """
    squared = dot(u, u)
    uv = dot(u, v) / squared
    uw = dot(u, w) / squared
    x = dot(u, target) / squared
    v = combined(v, u, -uv)
    w = combined(w, u, -uw)
    target = combined(target, u, -x)
    squared = dot(v, v)
    vw = dot(v, w) / squared
    y = dot(v, target) / squared
    w = combined(w, v, -vw)
    target = combined(target, v, -y)
    z = dot(w, target) / dot(w, w)
    y -= vw * z
    return x - uv * y - uw * z, y, z


@kernel
def nearest_on_tetrahedron(
    a: Vector, b: Vector, c: Vector, d: Vector
) -> tuple[float, Vector, float, float, float, float]:
    """Point of the tetrahedron abcd nearest to the origin: squared distance, point, weights of a to d."""
    ab = subtract(b, a)
    ac = subtract(c, a)
    ad = subtract(d, a)
    volume = dot(ab, cross(ac, ad))
    size = math.sqrt(dot(ab, ab) * dot(ac, ac) * dot(ad, ad))
    flat = abs(volume) <= FLAT_VOLUME * size
    part_a = part_b = part_c = part_d = 0.0
    if not flat:
        part_b, part_c, part_d = _coefficients(ab, ac, ad, scaled(a, -1.0))
        part_a = 1.0 - part_b - part_c - part_d
        if part_a > 0.0 and part_b > 0.0 and part_c > 0.0 and part_d > 0.0:
            return 0.0, (0.0, 0.0, 0.0), part_a, part_b, part_c, part_d
    best = (math.inf, a, 1.0, 0.0, 0.0, 0.0)
    if flat or part_a <= 0.0:
        squared, point, first, second, third = nearest_on_triangle(b, c, d)
        best = (squared, point, 0.0, first, second, third)
    if flat or part_b <= 0.0:
        squared, point, first, second, third = nearest_on_triangle(a, c, d)
        if squared < best[0]:
            best = (squared, point, first, 0.0, second, third)
    if flat or part_c <= 0.0:
        squared, point, first, second, third = nearest_on_triangle(a, b, d)
        if squared < best[0]:
            best = (squared, point, first, second, 0.0, third)
    if flat or part_d <= 0.0:
        squared, point, first, second, third = nearest_on_triangle(a, b, c)
        if squared < best[0]:
            best = (squared, point, first, second, third, 0.0)
    return best


@inlined
def _corner(points_a: FloatArray, points_b: FloatArray, corners: IntArray, i: int) -> Vector:
    return subtract(row(points_a, corners[i, 0]), row(points_b, corners[i, 1]))


@inlined
def _nearest(
    points_a: FloatArray, points_b: FloatArray, corners: IntArray, count: int
) -> tuple[float, Vector, float, float, float, float]:
    """Nearest point of the simplex of 2 to 4 corners: squared distance, point, weights."""
    a = _corner(points_a, points_b, corners, 0)
    b = _corner(points_a, points_b, corners, 1)
    if count == 2:
        squared, point, part_a, part_b = nearest_on_segment(a, b)
        return squared, point, part_a, part_b, 0.0, 0.0
    c = _corner(points_a, points_b, corners, 2)
    if count == 3:
        squared, point, part_a, part_b, part_c = nearest_on_triangle(a, b, c)
        return squared, point, part_a, part_b, part_c, 0.0
    return nearest_on_tetrahedron(a, b, c, _corner(points_a, points_b, corners, 3))


@kernel
def gjk(
    points_a: FloatArray,
    start_a: int,
    stop_a: int,
    points_b: FloatArray,
    start_b: int,
    stop_b: int,
    corners: IntArray,
    weights: FloatArray,
) -> tuple[float, Vector, int]:
    """Distance (m) of the hulls of two ranges of points (n, 3), unit direction from a to b, simplex size.

    ``corners`` (4, 2) receives the indices of the points of a and b at the simplex of nearest points,
    ``weights`` (4,) their barycentric weights. Hulls that meet have distance 0 and direction (0, 0, 0).
    """
    corners[0, 0] = start_a
    corners[0, 1] = start_b
    weights[0] = 1.0
    count = 1
    nearest = _corner(points_a, points_b, corners, 0)
    squared = dot(nearest, nearest)
    for _ in range(ITERATIONS):
        i = farthest(points_a, start_a, stop_a, scaled(nearest, -1.0))
        k = farthest(points_b, start_b, stop_b, nearest)
        new = subtract(row(points_a, i), row(points_b, k))
        if squared == 0.0 or squared - dot(nearest, new) <= CONVERGED * squared:
            break
        known = False
        for j in range(count):
            known = known or (corners[j, 0] == i and corners[j, 1] == k)
        if known:
            break
        corners[count, 0] = i
        corners[count, 1] = k
        answer = _nearest(points_a, points_b, corners, count + 1)
        if not answer[0] < squared:
            break
        squared = answer[0]
        nearest = answer[1]
        count = _compress(corners, weights, answer[2:], count + 1)
        if count == 4:
            break
    if squared == 0.0:
        return 0.0, (0.0, 0.0, 0.0), count
    distance = math.sqrt(squared)
    return distance, scaled(nearest, -1.0 / distance), count


@inlined
def _compress(corners: IntArray, weights: FloatArray, parts: tuple[float, float, float, float], count: int) -> int:
    """Keep the corners with a positive weight, and return their number."""
    kept = 0
    for i in range(count):
        if parts[i] > 0.0:
            corners[kept, 0] = corners[i, 0]
            corners[kept, 1] = corners[i, 1]
            weights[kept] = parts[i]
            kept += 1
    return kept


@kernel
def witness(points: FloatArray, corners: IntArray, side: int, weights: FloatArray, count: int) -> Vector:
    """Nearest point on one of the hulls (side 0 or 1) from the simplex that `gjk` left behind."""
    point = (0.0, 0.0, 0.0)
    for i in range(count):
        point = combined(point, row(points, corners[i, side]), weights[i])
    return point
