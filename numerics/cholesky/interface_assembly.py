"""S = I + D^ W D^' from the interfaces of the contacts, see `drystone.numerics.interfaces`.

The weights of an interface's contacts add up to K = Σ A W A', A = [I; [p]x] diag(factor), 6 x 6 in its frame. With K
turned into the directions of space and T_s = ± [I, 0; [a_s]x, I] for the sides, T_s K T_r' is what the interface gives
to the block of s and r; L^-1 comes from both sides once all interfaces are there.
"""

import numpy as np

from ..compiled import FloatArray, IntArray, fused, fused_inlined
from ..contact_operator import RIGID
from ..interfaces import Interfaces

__all__ = ["assemble_interfaces", "assemble_interfaces_unsymmetric"]


@fused
def assemble_interfaces(
    faces: Interfaces, slot: IntArray, factor: FloatArray, weight: FloatArray, pairs: IntArray
) -> tuple[FloatArray, FloatArray]:
    """As `drystone.numerics.cholesky.assembly.assemble`, for D^ = L^-1 D with its columns times ``factor`` (C, 3).

    ``slot`` (C,) and ``pairs`` (P, 2) of `pairs_of`.
    """
    diagonal, lower = np.zeros((len(faces.mass), RIGID, RIGID)), np.zeros((len(pairs), RIGID, RIGID))
    K, turned = np.zeros((RIGID, RIGID)), np.empty((RIGID, RIGID))
    for f in range(len(faces.bodies)):
        if not _gather(faces, f, factor, weight, K):
            continue
        _turn(faces.frame, f, K, turned)
        for side in range(2):
            if faces.bodies[f, side] >= 0:
                _add(faces.arms, f, side, side, turned, diagonal, faces.bodies[f, side])
        pair = slot[faces.start[f]]
        if pair >= 0:
            larger = 1 if faces.bodies[f, 1] > faces.bodies[f, 0] else 0
            _add(faces.arms, f, larger, 1 - larger, turned, lower, pair)
    _whiten_diagonal(faces, diagonal)
    _whiten_pairs(faces, pairs, lower)
    return diagonal, lower


@fused
def assemble_interfaces_unsymmetric(
    faces: Interfaces, slot: IntArray, factor: FloatArray, weight: FloatArray, pairs: IntArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """As `drystone.numerics.cholesky.assembly.assemble_unsymmetric`, for D^ of `assemble_interfaces`."""
    diagonal = np.zeros((len(faces.mass), RIGID, RIGID))
    lower, upper = np.zeros((len(pairs), RIGID, RIGID)), np.zeros((len(pairs), RIGID, RIGID))
    K, turned, other = np.zeros((RIGID, RIGID)), np.empty((RIGID, RIGID)), np.empty((RIGID, RIGID))
    for f in range(len(faces.bodies)):
        _gather_unsymmetric(faces, f, factor, weight, K)
        _turn(faces.frame, f, K, turned)
        for side in range(2):
            if faces.bodies[f, side] >= 0:
                _add(faces.arms, f, side, side, turned, diagonal, faces.bodies[f, side])
        pair = slot[faces.start[f]]
        if pair >= 0:
            larger = 1 if faces.bodies[f, 1] > faces.bodies[f, 0] else 0
            for i in range(RIGID):
                for j in range(RIGID):
                    other[i, j] = turned[j, i]
            _add(faces.arms, f, larger, 1 - larger, turned, lower, pair)
            _add(faces.arms, f, larger, 1 - larger, other, upper, pair)
    _whiten_diagonal(faces, diagonal)
    _whiten_pairs(faces, pairs, lower)
    _whiten_pairs(faces, pairs, upper)
    return diagonal, lower, upper


@fused_inlined
def _gather(faces: Interfaces, f: int, factor: FloatArray, weight: FloatArray, K: FloatArray) -> bool:
    """``K`` (6, 6) of an interface for symmetric weights; False where it is zero."""
    a, b, c, d, e, g = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    h00, h01, h02, h10, h11, h12, h20, h21, h22 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    m00, m01, m02, m11, m12, m22 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(faces.start[f], faces.start[f + 1]):
        x, y, z = factor[i, 0], factor[i, 1], factor[i, 2]
        w00, w01, w02 = x * x * weight[i, 0, 0], x * y * weight[i, 0, 1], x * z * weight[i, 0, 2]
        w11, w12, w22 = y * y * weight[i, 1, 1], y * z * weight[i, 1, 2], z * z * weight[i, 2, 2]
        p, q, r = faces.place[i, 0], faces.place[i, 1], faces.place[i, 2]
        a, b, c, d, e, g = a + w00, b + w01, c + w02, d + w11, e + w12, g + w22
        # H = [p]x W, row after row
        s00, s01, s02 = q * w02 - r * w01, q * w12 - r * w11, q * w22 - r * w12
        s10, s11, s12 = r * w00 - p * w02, r * w01 - p * w12, r * w02 - p * w22
        s20, s21, s22 = p * w01 - q * w00, p * w11 - q * w01, p * w12 - q * w02
        h00, h01, h02 = h00 + s00, h01 + s01, h02 + s02
        h10, h11, h12 = h10 + s10, h11 + s11, h12 + s12
        h20, h21, h22 = h20 + s20, h21 + s21, h22 + s22
        # M = H [p]x': its rows are p x those of H
        m00, m01, m02 = m00 + q * s02 - r * s01, m01 + r * s00 - p * s02, m02 + p * s01 - q * s00
        m11, m12, m22 = m11 + r * s10 - p * s12, m12 + p * s11 - q * s10, m22 + p * s21 - q * s20
    if a == 0.0 and d == 0.0 and g == 0.0:
        return False  # open contacts alone: the weights are positive semidefinite
    K[0, 0], K[0, 1], K[0, 2], K[1, 1], K[1, 2], K[2, 2] = a, b, c, d, e, g
    K[1, 0], K[2, 0], K[2, 1] = b, c, e
    K[3, 0], K[3, 1], K[3, 2] = h00, h01, h02
    K[4, 0], K[4, 1], K[4, 2] = h10, h11, h12
    K[5, 0], K[5, 1], K[5, 2] = h20, h21, h22
    for i in range(3):
        for j in range(3):
            K[i, 3 + j] = K[3 + j, i]
    K[3, 3], K[3, 4], K[3, 5], K[4, 4], K[4, 5], K[5, 5] = m00, m01, m02, m11, m12, m22
    K[4, 3], K[5, 3], K[5, 4] = m01, m02, m12
    return True


@fused_inlined
def _gather_unsymmetric(faces: Interfaces, f: int, factor: FloatArray, weight: FloatArray, K: FloatArray) -> None:
    """``K`` (6, 6) of an interface for any weights."""
    for i in range(RIGID):
        for j in range(RIGID):
            K[i, j] = 0.0
    for c in range(faces.start[f], faces.start[f + 1]):
        p, q, r = faces.place[c, 0], faces.place[c, 1], faces.place[c, 2]
        for j in range(3):
            x, y, z = weight[c, 0, j] * factor[c, 0], weight[c, 1, j] * factor[c, 1], weight[c, 2, j] * factor[c, 2]
            x, y, z = factor[c, j] * x, factor[c, j] * y, factor[c, j] * z
            # column j of W and of H = [p]x W, and what they give to those of W [p]x' and H [p]x'
            _add_column(K, 0, j, p, q, r, x, y, z)
            _add_column(K, 3, j, p, q, r, q * z - r * y, r * x - p * z, p * y - q * x)


@fused_inlined
def _add_column(K: FloatArray, row: int, j: int, p: float, q: float, r: float, x: float, y: float, z: float) -> None:
    """Add column j = (x, y, z) of a matrix to ``K`` from a row on, and its product with [p]x' three columns on.

    Row j of [p]x' has p_k in column i and -p_i in column k where j, i, k follow each other around.
    """
    i, k = (j + 1) % 3, (j + 2) % 3
    after = q if j == 0 else r if j == 1 else p  # p_i
    last = r if j == 0 else p if j == 1 else q  # p_k
    K[row, j] += x
    K[row + 1, j] += y
    K[row + 2, j] += z
    K[row, 3 + i] += last * x
    K[row + 1, 3 + i] += last * y
    K[row + 2, 3 + i] += last * z
    K[row, 3 + k] -= after * x
    K[row + 1, 3 + k] -= after * y
    K[row + 2, 3 + k] -= after * z


@fused_inlined
def _turn(frame: FloatArray, f: int, K: FloatArray, turned: FloatArray) -> None:
    """``turned`` (6, 6) := R'K R block by block, for the frame R of an interface."""
    for j in range(RIGID):
        for part in range(0, RIGID, 3):
            x, y, z = K[part, j], K[part + 1, j], K[part + 2, j]
            for i in range(3):
                turned[part + i, j] = frame[f, 0, i] * x + frame[f, 1, i] * y + frame[f, 2, i] * z
    for i in range(RIGID):
        for part in range(0, RIGID, 3):
            x, y, z = turned[i, part], turned[i, part + 1], turned[i, part + 2]
            for j in range(3):
                turned[i, part + j] = frame[f, 0, j] * x + frame[f, 1, j] * y + frame[f, 2, j] * z


@fused_inlined
def _add(arms: FloatArray, f: int, side: int, other: int, turned: FloatArray, to: FloatArray, number: int) -> None:
    """Add T_s K T_r' of two sides s and r to a block, K as ``turned``."""
    sign = 1.0 if side == other else -1.0
    p, q, r = sign * arms[f, other, 0], sign * arms[f, other, 1], sign * arms[f, other, 2]
    for i in range(RIGID):
        x, y, z = turned[i, 0], turned[i, 1], turned[i, 2]
        k, m, n = turned[i, 3], turned[i, 4], turned[i, 5]
        if i >= 3:
            # row i - 3 of [a]x times the rows above
            j, o = (i - 2) % 3, (i - 1) % 3
            a, b = arms[f, side, j], arms[f, side, o]
            x, k = x + a * turned[o, 0] - b * turned[j, 0], k + a * turned[o, 3] - b * turned[j, 3]
            y, m = y + a * turned[o, 1] - b * turned[j, 1], m + a * turned[o, 4] - b * turned[j, 4]
            z, n = z + a * turned[o, 2] - b * turned[j, 2], n + a * turned[o, 5] - b * turned[j, 5]
        to[number, i, 0] += sign * x
        to[number, i, 1] += sign * y
        to[number, i, 2] += sign * z
        to[number, i, 3] += sign * k + q * z - r * y
        to[number, i, 4] += sign * m + r * x - p * z
        to[number, i, 5] += sign * n + p * y - q * x


@fused_inlined
def _whiten_pairs(faces: Interfaces, pairs: IntArray, blocks: FloatArray) -> None:
    """``blocks`` (P, 6, 6) := L^-1 S L^-T, rows of the first body of each pair and columns of the second."""
    for p in range(len(pairs)):
        _whiten(faces, pairs[p, 0], pairs[p, 1], blocks, p)


@fused_inlined
def _whiten_diagonal(faces: Interfaces, blocks: FloatArray) -> None:
    """``blocks`` (B, 6, 6) := I + L^-1 S L^-T."""
    for body in range(len(blocks)):
        _whiten(faces, body, body, blocks, body)
        for i in range(RIGID):
            blocks[body, i, i] += 1.0


@fused_inlined
def _whiten(faces: Interfaces, row: int, column: int, blocks: FloatArray, number: int) -> None:
    """One of the ``blocks`` := L^-1 S L^-T, L^-1 of the bodies ``row`` and ``column``."""
    for j in range(RIGID):
        x, y, z = blocks[number, 3, j], blocks[number, 4, j], blocks[number, 5, j]
        for i in range(3):
            blocks[number, i, j] *= faces.mass[row]
        blocks[number, 3, j] = faces.turning[row, 0, 0] * x
        blocks[number, 4, j] = faces.turning[row, 1, 0] * x + faces.turning[row, 1, 1] * y
        z = faces.turning[row, 2, 0] * x + faces.turning[row, 2, 1] * y + faces.turning[row, 2, 2] * z
        blocks[number, 5, j] = z
    for i in range(RIGID):
        x, y, z = blocks[number, i, 3], blocks[number, i, 4], blocks[number, i, 5]
        for j in range(3):
            blocks[number, i, j] *= faces.mass[column]
        blocks[number, i, 3] = faces.turning[column, 0, 0] * x
        blocks[number, i, 4] = faces.turning[column, 1, 0] * x + faces.turning[column, 1, 1] * y
        z = faces.turning[column, 2, 0] * x + faces.turning[column, 2, 1] * y + faces.turning[column, 2, 2] * z
        blocks[number, i, 5] = z
