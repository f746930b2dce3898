"""The contact operator D by its interfaces: the contacts of one pair of rigid blocks that share a frame.

A contact of an interface is a point at p from the interface's own, both blocks touching there. With the rows n, t1, t2
of its frame R, right-handed, p along them and the arms a_s from the blocks' centres to the interface's own point, the
impulse gamma of the contact is a force R'gamma and a moment R'(p x gamma) there, so that

    u = rho (R w + (R omega) x p),     w = Σ_s ± (v_s + omega_s x a_s),     omega = Σ_s ± omega_s

for the velocities v_s, omega_s of its blocks: six numbers an interface, and three a contact for p, in place of the 36
of D's blocks. Masses come in at the blocks, H = L L' with L^-1 = diag(1/m^(1/2) I, L_J^-1), and the weights W of
contacts add up to one 6 x 6 matrix an interface, Σ rho^2 [W, W [p]x'; [p]x W, [p]x W [p]x'], before they come to the
blocks.
"""

from typing import NamedTuple

import numpy as np

from .compiled import FloatArray, IntArray, compiled, fused, fused_inlined, inlined
from .contact_operator import RIGID

__all__ = ["Interfaces", "apply", "apply_transpose", "find_interfaces"]

LEAST = 2.0
"""Contacts an interface on average from which interfaces are used: with fewer D's blocks take no more room."""
MATCH = 1e-13
"""Differences of D from its interfaces that are rounding, over arms (m) and one. With a smaller one D's blocks are used
needlessly, with a larger one contact velocities err by as much.
"""


class Interfaces(NamedTuple):
    """The F interfaces of C contacts between B movable blocks, in the contacts' order.

    ``start`` (F + 1,): contacts of interface f are those from ``start[f]`` to ``start[f + 1]``; ``bodies`` (F, 2): its
    blocks, -1 for a fixed one; ``frame`` (F, 3, 3): rows n, t1, t2; ``arms`` (F, 2, 3): from the blocks' centres to its
    point; ``place`` (C, 3): p of the contacts, along n, t1, t2; ``size`` (C,): rho; ``mass`` (B,): 1/m^(1/2) of the
    blocks; ``turning`` (B, 3, 3): L_J^-1, lower triangular.
    """

    start: IntArray
    bodies: IntArray
    frame: FloatArray
    arms: FloatArray
    place: FloatArray
    size: FloatArray
    mass: FloatArray
    turning: FloatArray


def find_interfaces(D: FloatArray, blocks: IntArray, whitening: FloatArray, size: FloatArray) -> Interfaces | None:
    """The interfaces of D^ = rho L^-1 D, None where it is of another form or they have too few contacts.

    ``D`` (C, 2, n, 3) and ``blocks`` (C, 2) as in a step, ``whitening`` L^-1 (B, n, n), ``size`` rho (C,).
    """
    if D.shape[2] != RIGID or not len(D) or not _separate(whitening):
        return None
    start = _starts(D, blocks)
    count = len(start) - 1
    if len(D) < LEAST * count:
        return None
    frame, arms, place = np.zeros((count, 3, 3)), np.zeros((count, 2, 3)), np.zeros((len(D), 3))
    if not _located(D, blocks, start, frame, arms, place):
        return None
    mass, turning = np.ascontiguousarray(whitening[:, 0, 0]), np.ascontiguousarray(whitening[:, 3:, 3:])
    return Interfaces(start, np.ascontiguousarray(blocks[start[:-1]]), frame, arms, place, size, mass, turning)


@compiled
def _separate(whitening: FloatArray) -> bool:
    """Whether L^-1 of every block is that of one mass and, apart from it, of moments of inertia."""
    for b in range(len(whitening)):
        for i in range(RIGID):
            for j in range(min(i + 1, 3)):
                alone = whitening[b, 0, 0] if i == j else 0.0
                if whitening[b, i, j] != alone:
                    return False
    return True


@compiled
def _starts(D: FloatArray, blocks: IntArray) -> IntArray:
    """The first contact of each interface, where blocks or directions differ from the last one's, and their number."""
    start = np.empty(len(D) + 1, np.int64)
    count = 0
    for c in range(len(D)):
        same = c > 0 and blocks[c, 0] == blocks[c - 1, 0] and blocks[c, 1] == blocks[c - 1, 1]
        if same:
            for side in range(2):
                for i in range(3):
                    for j in range(3):
                        same = same and D[c, side, i, j] == D[c - 1, side, i, j]
        if not same:
            start[count] = c
            count += 1
    start[count] = len(D)
    return start[: count + 1].copy()


@inlined
def _close(a: float, b: float, length: float) -> bool:
    """Whether two numbers of an operator with arms of such a length (m) are equal to rounding."""
    return abs(a - b) <= MATCH * (1.0 + length)


@inlined
def _right_handed(frame: FloatArray, f: int) -> bool:
    """Whether each row of a frame is the cross product of the next two."""
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        for m in range(3):
            n, o = (m + 1) % 3, (m + 2) % 3
            if not _close(frame[f, j, n] * frame[f, k, o] - frame[f, j, o] * frame[f, k, n], frame[f, i, m], 0.0):
                return False
    return True


@inlined
def _arm(D: FloatArray, c: int, side: int, frame: FloatArray, f: int, along: int) -> float:
    """A part of the arm r of a contact along its frame, from the moments r x f_i in D: (r x f_i) . f_j = r . f_k."""
    i, j = (along + 1) % 3, (along + 2) % 3
    part = 0.0
    for m in range(3):
        part += D[c, side, 3 + m, i] * frame[f, j, m]
    return part if side else -part


@inlined
def _fits(D: FloatArray, c: int, side: int, frame: FloatArray, f: int, r: tuple[float, float, float]) -> bool:
    """Whether D's block of a contact is that of forces along the frame with the arm r, given along it."""
    p, q, s = (r[0], r[1], r[2]) if side else (-r[0], -r[1], -r[2])
    worst = 0.0
    for m in range(3):
        x, y, z = frame[f, 0, m], frame[f, 1, m], frame[f, 2, m]
        worst = max(worst, abs(D[c, side, 3 + m, 0] - (s * y - q * z)))
        worst = max(worst, abs(D[c, side, 3 + m, 1] - (p * z - s * x)))
        worst = max(worst, abs(D[c, side, 3 + m, 2] - (q * x - p * y)))
    return worst <= MATCH * (1.0 + abs(p) + abs(q) + abs(s))


@compiled
def _located(
    D: FloatArray, blocks: IntArray, start: IntArray, frame: FloatArray, arms: FloatArray, place: FloatArray
) -> bool:
    """Write frames, arms and places; False where D is not what follows from them."""
    own = np.zeros((2, 3))  # the arms of the interface along its frame: those of its first contact
    for f in range(len(frame)):
        first = start[f]
        known = 1 if blocks[first, 1] >= 0 else 0
        for i in range(3):
            for m in range(3):
                frame[f, i, m] = D[first, known, m, i] if known else -D[first, known, m, i]
        both = blocks[first, 0] >= 0 and blocks[first, 1] >= 0
        for i in range(3):
            for m in range(3):
                if both and D[first, 0, m, i] != -D[first, 1, m, i]:
                    return False
        if not _right_handed(frame, f):
            return False
        for c in range(first, start[f + 1]):
            for side in range(2):
                if blocks[c, side] < 0:
                    continue
                r = (_arm(D, c, side, frame, f, 0), _arm(D, c, side, frame, f, 1), _arm(D, c, side, frame, f, 2))
                if not _fits(D, c, side, frame, f, r):
                    return False
                if c == first:
                    for m in range(3):
                        arms[f, side, m] = r[0] * frame[f, 0, m] + r[1] * frame[f, 1, m] + r[2] * frame[f, 2, m]
                        own[side, m] = r[m]
                length = abs(own[side, 0]) + abs(own[side, 1]) + abs(own[side, 2])
                for i in range(3):
                    away = r[i] - own[side, i]
                    if both and side == 1 and not _close(away, place[c, i], length):
                        return False
                    place[c, i] = away
    return True


@fused
def apply(faces: Interfaces, factor: FloatArray, impulse: FloatArray) -> FloatArray:
    """D^ gamma, (B, 6), for D^ = L^-1 D with its columns times ``factor`` (C, 3), in which rho is."""
    moved = np.zeros((len(faces.mass), RIGID))
    for f in range(len(faces.bodies)):
        force, moment = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        for i in range(faces.start[f], faces.start[f + 1]):
            p, q, r = faces.place[i, 0], faces.place[i, 1], faces.place[i, 2]
            x, y, z = factor[i, 0] * impulse[i, 0], factor[i, 1] * impulse[i, 1], factor[i, 2] * impulse[i, 2]
            force = (force[0] + x, force[1] + y, force[2] + z)
            moment = (moment[0] + q * z - r * y, moment[1] + r * x - p * z, moment[2] + p * y - q * x)
        a, b, c = _outwards(faces.frame, f, force)
        k, m, n = _outwards(faces.frame, f, moment)
        for side in range(2):
            body = faces.bodies[f, side]
            if body >= 0:
                sign = 1.0 if side else -1.0
                x, y, z = faces.arms[f, side, 0], faces.arms[f, side, 1], faces.arms[f, side, 2]
                moved[body, 0] += sign * a
                moved[body, 1] += sign * b
                moved[body, 2] += sign * c
                moved[body, 3] += sign * (k + y * c - z * b)
                moved[body, 4] += sign * (m + z * a - x * c)
                moved[body, 5] += sign * (n + x * b - y * a)
    for body in range(len(moved)):
        for i in range(3):
            moved[body, i] *= faces.mass[body]
        a, b, c = moved[body, 3], moved[body, 4], moved[body, 5]
        low = faces.turning[body]
        moved[body, 3] = low[0, 0] * a
        moved[body, 4] = low[1, 0] * a + low[1, 1] * b
        moved[body, 5] = low[2, 0] * a + low[2, 1] * b + low[2, 2] * c
    return moved


@fused
def apply_transpose(faces: Interfaces, factor: FloatArray, velocity: FloatArray, speed: FloatArray) -> None:
    """Write D^'v to ``speed`` (C, 3), for v ``velocity`` (B, 6) and D^ of `apply`."""
    moved = np.empty_like(velocity)
    for body in range(len(velocity)):
        for i in range(3):
            moved[body, i] = faces.mass[body] * velocity[body, i]
        a, b, c = velocity[body, 3], velocity[body, 4], velocity[body, 5]
        low = faces.turning[body]
        moved[body, 3] = low[0, 0] * a + low[1, 0] * b + low[2, 0] * c
        moved[body, 4] = low[1, 1] * b + low[2, 1] * c
        moved[body, 5] = low[2, 2] * c
    for f in range(len(faces.bodies)):
        a, b, c, k, m, n = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for side in range(2):
            body = faces.bodies[f, side]
            if body >= 0:
                sign = 1.0 if side else -1.0
                x, y, z = faces.arms[f, side, 0], faces.arms[f, side, 1], faces.arms[f, side, 2]
                p, q, r = moved[body, 3], moved[body, 4], moved[body, 5]
                a += sign * (moved[body, 0] + q * z - r * y)
                b += sign * (moved[body, 1] + r * x - p * z)
                c += sign * (moved[body, 2] + p * y - q * x)
                k, m, n = k + sign * p, m + sign * q, n + sign * r
        a, b, c = _inwards(faces.frame, f, (a, b, c))
        k, m, n = _inwards(faces.frame, f, (k, m, n))
        for i in range(faces.start[f], faces.start[f + 1]):
            p, q, r = faces.place[i, 0], faces.place[i, 1], faces.place[i, 2]
            speed[i, 0] = factor[i, 0] * (a + m * r - n * q)
            speed[i, 1] = factor[i, 1] * (b + n * p - k * r)
            speed[i, 2] = factor[i, 2] * (c + k * q - m * p)


@fused_inlined
def _outwards(frame: FloatArray, f: int, x: tuple[float, float, float]) -> tuple[float, float, float]:
    """R'x of a frame R."""
    return (
        frame[f, 0, 0] * x[0] + frame[f, 1, 0] * x[1] + frame[f, 2, 0] * x[2],
        frame[f, 0, 1] * x[0] + frame[f, 1, 1] * x[1] + frame[f, 2, 1] * x[2],
        frame[f, 0, 2] * x[0] + frame[f, 1, 2] * x[1] + frame[f, 2, 2] * x[2],
    )


@fused_inlined
def _inwards(frame: FloatArray, f: int, x: tuple[float, float, float]) -> tuple[float, float, float]:
    """R x of a frame R."""
    return (
        frame[f, 0, 0] * x[0] + frame[f, 0, 1] * x[1] + frame[f, 0, 2] * x[2],
        frame[f, 1, 0] * x[0] + frame[f, 1, 1] * x[1] + frame[f, 1, 2] * x[2],
        frame[f, 2, 0] * x[0] + frame[f, 2, 1] * x[1] + frame[f, 2, 2] * x[2],
    )
