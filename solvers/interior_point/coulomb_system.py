"""The linear system of the interior point with Coulomb's law: De Saxcé's correction, its weights, its expansion.

In the variables of the cones the law has s = u + |u_t| e_0 in place of s = u, u = D'v + offset + E x. Its derivative is

    ds = N (D'dv + E dx),     N = [[1, t'], [0, I]],     t = u_t / |u_t|,

of which a path that comes to a stand takes a share of t only.
"""

import math

import numpy as np

from ...numerics.compiled import FloatArray, fused

__all__ = ["absorbed", "corrected", "expanded_with_friction", "frictional_sides", "frictional_weights"]


@fused
def corrected(contact: FloatArray, mu: FloatArray) -> FloatArray:
    """u + |u_t| e_0, (C, 3), of contact velocities u (C, 3) in the variables of the cones."""
    out = contact.copy()
    for c in range(len(out)):
        if mu[c] > 0.0:
            out[c, 0] += math.sqrt(contact[c, 1] ** 2 + contact[c, 2] ** 2)
    return out


@fused
def absorbed(
    motion: FloatArray, x: FloatArray, s: FloatArray, t: FloatArray, slip: FloatArray, share: float, mu: FloatArray
) -> tuple[float, float]:
    """Add the correction to ``motion`` u - s (C, 3), with what its curvature left taken into ``s``; write ``t`` (C, 2)
    and ``slip`` |u_t| (C,).

    Along the direction before the correction was |u_t| + share t'du_t, and what it really is lies above for a whole
    share, since it is convex: as much is added to s_0, which does not leave its cone by it. Returned: the largest entry
    of ``motion`` and the gap x's.
    """
    largest, gap = 0.0, 0.0
    for c in range(len(x)):
        if mu[c] > 0.0:
            a, b = motion[c, 1] + s[c, 1], motion[c, 2] + s[c, 2]
            now = math.sqrt(a * a + b * b)
            expected = slip[c] + share * (t[c, 0] * a + t[c, 1] * b - slip[c])
            excess = max(now - expected, 0.0)
            s[c, 0] += excess
            motion[c, 0] += now - excess
            inverse = 1.0 / now if now > 0.0 else 0.0
            t[c, 0], t[c, 1], slip[c] = a * inverse, b * inverse, now
        for j in range(3):
            largest = max(largest, abs(motion[c, j]))
            gap += x[c, j] * s[c, j]
    return largest, gap


@fused
def frictional_weights(weight: FloatArray, E: FloatArray, t: FloatArray) -> tuple[FloatArray, FloatArray]:
    """A = (N E + R + T)^-1 and A N, (C, 3, 3), from ``weight`` (E + R + T)^-1, for diagonal ``E`` and ``t`` (C, 2).

    N E is E + e_0 c', c = (0, E_1 t_1, E_2 t_2), so that A follows by Sherman and Morrison's formula.
    """
    inverse, gain = weight.copy(), np.empty_like(weight)
    for i in range(len(weight)):
        p, q = t[i, 0], t[i, 1]
        y, z = E[i, 1] * p, E[i, 2] * q
        a = inverse[i]
        if y != 0.0 or z != 0.0:
            share = 1.0 / (1.0 + y * a[1, 0] + z * a[2, 0])
            r0, r1, r2 = y * a[1, 0] + z * a[2, 0], y * a[1, 1] + z * a[2, 1], y * a[1, 2] + z * a[2, 2]
            for j in range(3):
                first = share * a[j, 0]
                a[j, 0] -= first * r0
                a[j, 1] -= first * r1
                a[j, 2] -= first * r2
        for j in range(3):
            gain[i, j, 0] = a[j, 0]
            gain[i, j, 1] = a[j, 1] + p * a[j, 0]
            gain[i, j, 2] = a[j, 2] + q * a[j, 0]
    return inverse, gain


def frictional_sides(root: FloatArray, E: FloatArray, t: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """A = N'R, R and M = R'(N - I) E R, (C, 3, 3), from the ``root`` R of R R' = (E + R + T)^-1.

    (N (D'D + E) + R + T) dx = N h is (I + M + A'D'D R) y = A'h with dx = R y.
    """
    left, more = root.copy(), np.einsum("ci,cj->cij", root[:, 0], np.einsum("ck,ckj->cj", t * E[:, 1:], root[:, 1:]))
    left[:, 1:] += t[:, :, None] * root[:, :1]
    return left, root, more


@fused
def expanded_with_friction(
    weight: FloatArray,
    E: FloatArray,
    proximal: float,
    t: FloatArray,
    motion: FloatArray,
    c: FloatArray,
    ds: FloatArray,
) -> FloatArray:
    """dx = -A (motion + c + N D'dv), (C, 3); ``ds`` from D'dv to N (D'dv + E dx) + R dx + motion."""
    dx = np.empty_like(motion)
    for i in range(len(motion)):
        p, q = t[i, 0], t[i, 1]
        u0 = ds[i, 0] + p * ds[i, 1] + q * ds[i, 2] + motion[i, 0]
        u1, u2 = ds[i, 1] + motion[i, 1], ds[i, 2] + motion[i, 2]
        h0, h1, h2 = -u0 - c[i, 0], -u1 - c[i, 1], -u2 - c[i, 2]
        d0 = weight[i, 0, 0] * h0 + weight[i, 0, 1] * h1 + weight[i, 0, 2] * h2
        d1 = weight[i, 1, 0] * h0 + weight[i, 1, 1] * h1 + weight[i, 1, 2] * h2
        d2 = weight[i, 2, 0] * h0 + weight[i, 2, 1] * h1 + weight[i, 2, 2] * h2
        dx[i, 0], dx[i, 1], dx[i, 2] = d0, d1, d2
        y, z = E[i, 1] * d1, E[i, 2] * d2
        ds[i, 0] = u0 + E[i, 0] * d0 + p * y + q * z + proximal * d0
        ds[i, 1] = u1 + y + proximal * d1
        ds[i, 2] = u2 + z + proximal * d2
    return dx
