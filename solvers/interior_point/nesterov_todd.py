"""Nesterov-Todd scaling of second-order cones of dimension 3 in closed form, contact by contact.

Variables of the cone Q = { x_0 >= |x_t| }: x = (mu gamma_n, gamma_t) and s = (u_n/mu, u_t); contacts without friction
(``mu`` = 0) have the half-line in x_0 alone and zero tangential parts, for which the same formulas hold. With
J = diag(1, -1, -1) the scaling point is

    T = W^2 = eta^2 (2 w w' - J),    W = eta [w_0, w_t'; w_t, I + w_t w_t'/(1 + w_0)],    w'J w = 1,

with T x = s and W x = W^-1 s = lambda (Y. E. Nesterov, M. J. Todd, Self-scaled barriers and interior-point methods
for convex programming, Mathematics of Operations Research 22 (1997) 1-42; in the form of M. S. Andersen, J. Dahl,
Z. Liu, L. Vandenberghe, Interior-point methods for large-scale cone programming, in Optimization for Machine
Learning, 2011, section 1.4.2).

The functions take arrays in any order, and are five times as fast where each component lies by itself (Fortran's
order, in which the paths have them): a loop without branches, sums and many outputs is compiled for eight contacts at a
time.
"""

import math

import numpy as np

from ...numerics.compiled import FloatArray, fused, fused_inlined, summed

__all__ = [
    "centrality",
    "centring",
    "gap_along",
    "inverse_roots",
    "inverse_weights",
    "longest_step",
    "margins",
    "quadratic",
    "reach",
    "recentring",
    "scaling",
    "smooth_parts",
    "times",
]

Vector = tuple[float, float, float]


@fused
def scaling(x: FloatArray, s: FloatArray, eta: FloatArray, w: FloatArray) -> None:
    """Write ``eta`` (C,) and ``w`` (C, 3) of the scaling point of ``x`` and ``s`` (C, 3), both inside the cones."""
    for c in range(len(x)):
        x0, x1, x2 = x[c, 0], x[c, 1], x[c, 2]
        s0, s1, s2 = s[c, 0], s[c, 1], s[c, 2]
        xt, st = math.sqrt(x1 * x1 + x2 * x2), math.sqrt(s1 * s1 + s2 * s2)
        det = (s0 - st) * (s0 + st)
        e = math.sqrt(det / ((x0 - xt) * (x0 + xt)))
        # det(s + e J x), a sum of positive terms alone
        size = 1.0 / math.sqrt(2.0 * (det + e * (x0 * s0 + x1 * s1 + x2 * s2)))
        eta[c] = math.sqrt(e)
        w[c, 0], w[c, 1], w[c, 2] = size * (s0 + e * x0), size * (s1 - e * x1), size * (s2 - e * x2)


@fused
def inverse_weights(E: FloatArray, mu: FloatArray, eta: FloatArray, w: FloatArray) -> FloatArray:
    """(E + T)^-1, (C, 3, 3), for a diagonal ``E`` (C, 3), from the factors L D L' of E + T."""
    inverse = np.empty((3, 3, len(eta)))
    for c in range(len(eta)):
        rough, e = mu[c] > 0.0, eta[c] * eta[c]
        w0, w1, w2 = w[c, 0], w[c, 1], w[c, 2]
        p = 1.0 / (E[c, 0] + e * (2.0 * w0 * w0 - 1.0))
        l1, l2 = 2.0 * e * w0 * w1 * p, 2.0 * e * w0 * w2 * p
        # Schur complement of the first pivot, without the difference of its large terms
        shrink = 2.0 * e * (E[c, 0] - e) * p
        b = E[c, 1] + e + shrink * w1 * w1
        q = 1.0 / b
        l3 = shrink * w1 * w2 * q
        r = 1.0 / (E[c, 2] + e + shrink * w2 * w2 - l3 * l3 * b)
        q, r = (q if rough else 0.0), (r if rough else 0.0)
        m = l1 * l3 - l2
        first, second, third = -l1 * q - m * l3 * r, m * r, -l3 * r
        inverse[0, 0, c] = p + l1 * l1 * q + m * m * r
        inverse[0, 1, c] = first
        inverse[1, 0, c] = first
        inverse[0, 2, c] = second
        inverse[2, 0, c] = second
        inverse[1, 1, c] = q + l3 * l3 * r
        inverse[1, 2, c] = third
        inverse[2, 1, c] = third
        inverse[2, 2, c] = r
    return inverse.T


@fused
def inverse_roots(E: FloatArray, mu: FloatArray, eta: FloatArray, w: FloatArray) -> FloatArray:
    """R (C, 3, 3), upper triangular, with R R' = (E + T)^-1 as of `inverse_weights`.

    Each column is exact to rounding of itself, while the entries of (E + T)^-1 are to rounding of the largest: of its
    eigenvalues, 1e9 and 1e-9 where a contact slides, these leave the larger.
    """
    roots = np.zeros((len(eta), 3, 3))
    for c in range(len(eta)):
        e = eta[c] * eta[c]
        w0, w1, w2 = w[c, 0], w[c, 1], w[c, 2]
        p = 1.0 / (E[c, 0] + e * (2.0 * w0 * w0 - 1.0))
        roots[c, 0, 0] = math.sqrt(p)
        if mu[c] > 0.0:
            l1, l2 = 2.0 * e * w0 * w1 * p, 2.0 * e * w0 * w2 * p
            shrink = 2.0 * e * (E[c, 0] - e) * p
            b = E[c, 1] + e + shrink * w1 * w1
            l3 = shrink * w1 * w2 / b
            q, r = 1.0 / math.sqrt(b), 1.0 / math.sqrt(E[c, 2] + e + shrink * w2 * w2 - l3 * l3 * b)
            roots[c, 0, 1], roots[c, 1, 1] = -l1 * q, q
            roots[c, 0, 2], roots[c, 1, 2], roots[c, 2, 2] = (l1 * l3 - l2) * r, -l3 * r, r
    return roots


@fused
def quadratic(x: FloatArray, mu: FloatArray) -> FloatArray:
    """P(x) = 2 x x' - det(x) J, (C, 3, 3), det(x) = x_0^2 - |x_t|^2: the inverse Hessian of -log det(x), twice."""
    product = np.zeros((3, 3, len(x))).T  # in the order of the other weights
    for c in range(len(x)):
        x0, x1, x2 = x[c, 0], x[c, 1], x[c, 2]
        if mu[c] == 0.0:
            product[c, 0, 0] = x0 * x0
            continue
        tangent = math.sqrt(x1 * x1 + x2 * x2)
        det = max((x0 - tangent) * (x0 + tangent), 0.0)
        product[c, 0, 0] = 2.0 * x0 * x0 - det
        product[c, 1, 1] = 2.0 * x1 * x1 + det
        product[c, 2, 2] = 2.0 * x2 * x2 + det
        product[c, 0, 1] = product[c, 1, 0] = 2.0 * x0 * x1
        product[c, 0, 2] = product[c, 2, 0] = 2.0 * x0 * x2
        product[c, 1, 2] = product[c, 2, 1] = 2.0 * x1 * x2
    return product


@fused
def times(matrices: FloatArray, x: FloatArray) -> FloatArray:
    """A_c x_c for ``matrices`` (C, 3, 3) and ``x`` (C, 3)."""
    product = np.empty_like(x)
    for c in range(len(x)):
        for i in range(3):
            row = matrices[c, i]
            product[c, i] = row[0] * x[c, 0] + row[1] * x[c, 1] + row[2] * x[c, 2]
    return product


@fused_inlined
def _scaled(eta: float, w0: float, w1: float, w2: float, x: Vector) -> Vector:
    """W x; with 1/eta and -w_t it is W^-1 x."""
    inner = w1 * x[1] + w2 * x[2]
    share = x[0] + inner / (1.0 + w0)
    return eta * (w0 * x[0] + inner), eta * (x[1] + share * w1), eta * (x[2] + share * w2)


@fused
def _divided(aim: FloatArray, x: FloatArray, r: FloatArray, eta: FloatArray, w: FloatArray) -> FloatArray:
    r"""``aim`` + W (lambda \ r), (C, 3), with lambda = W x and ``r`` (3, C)."""
    out = np.empty_like(x)
    for c in range(len(x)):
        h, w0, w1, w2, r0, r1, r2 = eta[c], w[c, 0], w[c, 1], w[c, 2], r[0, c], r[1, c], r[2, c]
        l0, l1, l2 = _scaled(h, w0, w1, w2, (x[c, 0], x[c, 1], x[c, 2]))
        tangent = math.sqrt(l1 * l1 + l2 * l2)
        p = (l0 * r0 - l1 * r1 - l2 * r2) / ((l0 - tangent) * (l0 + tangent))
        q0, q1, q2 = _scaled(h, w0, w1, w2, (p, (r1 - p * l1) / l0, (r2 - p * l2) / l0))
        out[c, 0], out[c, 1], out[c, 2] = aim[c, 0] + q0, aim[c, 1] + q1, aim[c, 2] + q2
    return out


@fused
def centring(
    x: FloatArray, s: FloatArray, dx: FloatArray, ds: FloatArray, eta: FloatArray, w: FloatArray, centre: float
) -> FloatArray:
    r"""The c (C, 3) with c + T dx + ds = 0 for Mehrotra's corrected, centred direction:

        c = s + W (lambda \ ((W^-1 ds) o (W dx) - centre e)),

    o the Jordan product a o b = (a'b, a_0 b_t + b_0 a_t), lambda \ its inverse, e its unit; ``dx`` and ``ds`` of
    the predictor.
    """
    r = np.empty((3, len(x)))
    for c in range(len(x)):
        h, w0, w1, w2 = eta[c], w[c, 0], w[c, 1], w[c, 2]
        a0, a1, a2 = _scaled(h, w0, w1, w2, (dx[c, 0], dx[c, 1], dx[c, 2]))
        b0, b1, b2 = _scaled(1.0 / h, w0, -w1, -w2, (ds[c, 0], ds[c, 1], ds[c, 2]))
        r[0, c] = a0 * b0 + a1 * b1 + a2 * b2 - centre
        r[1, c], r[2, c] = a0 * b1 + b0 * a1, a0 * b2 + b0 * a2
    return _divided(s, x, r, eta, w)


@fused
def recentring(
    aim: FloatArray,
    x: FloatArray,
    s: FloatArray,
    dx: FloatArray,
    ds: FloatArray,
    eta: FloatArray,
    w: FloatArray,
    low: float,
    high: float,
) -> FloatArray:
    """``aim`` (C, 3) of a direction ``dx``, ``ds``, changed by what a full step along it leaves far from the centre.

    The eigenvalues of (W (x + dx)) o (W^-1 (s + ds)) are to lie between ``low`` and ``high``, below and above the
    centre; those that do not are led back, by no more than ``high`` (J. Gondzio, Multiple centrality correctors in a
    primal-dual method for linear programming, Computational Optimization and Applications 6 (1996) 137-156).
    """
    back = np.empty((3, len(x)))
    for c in range(len(x)):
        h, w0, w1, w2 = eta[c], w[c, 0], w[c, 1], w[c, 2]
        l0, l1, l2 = _scaled(h, w0, w1, w2, (x[c, 0], x[c, 1], x[c, 2]))
        a0, a1, a2 = _scaled(h, w0, w1, w2, (dx[c, 0], dx[c, 1], dx[c, 2]))
        b0, b1, b2 = _scaled(1.0 / h, w0, -w1, -w2, (ds[c, 0], ds[c, 1], ds[c, 2]))
        a0, a1, a2, b0, b1, b2 = l0 + a0, l1 + a1, l2 + a2, l0 + b0, l1 + b1, l2 + b2
        p0, p1, p2 = a0 * b0 + a1 * b1 + a2 * b2, a0 * b1 + b0 * a1, a0 * b2 + b0 * a2
        tangent = math.sqrt(p1 * p1 + p2 * p2)
        first, second = _led_back(p0 + tangent, low, high), _led_back(p0 - tangent, low, high)
        share = 0.5 * (first - second) / tangent
        share = share if tangent > 0.0 else 0.0
        back[0, c], back[1, c], back[2, c] = -0.5 * (first + second), -share * p1, -share * p2
    return _divided(aim, x, back, eta, w)


@fused_inlined
def _led_back(value: float, low: float, high: float) -> float:
    """What leads a value between ``low`` and ``high``, not below -``high``."""
    inside = low if value < low else value
    inside = high if inside > high else inside
    back = inside - value
    return -high if back < -high else back


@fused
def longest_step(x: FloatArray, dx: FloatArray, mu: FloatArray) -> float:
    """The largest a with x + a dx in all cones, for ``x`` (C, 3) inside them; infinite where no a leaves them."""
    speed = np.empty(len(x))  # 1/a of each
    for c in range(len(x)):
        x0, x1, x2, d0, d1, d2 = x[c, 0], x[c, 1], x[c, 2], dx[c, 0], dx[c, 1], dx[c, 2]
        xt = math.sqrt(x1 * x1 + x2 * x2)
        constant = (x0 - xt) * (x0 + xt)
        constant = constant if constant > 0.0 else 0.0
        half, square = x0 * d0 - x1 * d1 - x2 * d2, d0 * d0 - d1 * d1 - d2 * d2
        under = half * half - square * constant
        under = under if under > 0.0 else 0.0
        reach = math.sqrt(under)
        fast, slow, line = (reach - half) / constant, -square / (half + reach), -d0 / x0
        root = fast if half < 0.0 else slow
        root = root if (square < 0.0) | ((half < 0.0) & (under > 0.0)) else 0.0
        root = root if mu[c] > 0.0 else 0.0
        speed[c] = root if root > line else line
    fastest = 0.0
    for c in range(len(speed)):
        fastest = speed[c] if speed[c] > fastest else fastest
    return 1.0 / fastest if fastest > 0.0 else np.inf


@fused
def reach(x: FloatArray, dx: FloatArray, s: FloatArray, ds: FloatArray, mu: FloatArray, share: float) -> float:
    """A ``share`` of the largest a with x + a dx and s + a ds in all cones, at most 1."""
    return min(1.0, share * min(longest_step(x, dx, mu), longest_step(s, ds, mu)))


@fused
def margins(x: FloatArray, mu: FloatArray) -> float:
    """The least x_0 - |x_t|, x_0 without friction: how far inside its cones ``x`` (C, 3) is."""
    least = np.inf
    for c in range(len(x)):
        outside = 0.0 if mu[c] == 0.0 else math.sqrt(x[c, 1] ** 2 + x[c, 2] ** 2)
        least = min(least, x[c, 0] - outside)
    return least


@fused
def centrality(x: FloatArray, dx: FloatArray, s: FloatArray, ds: FloatArray, length: float) -> tuple[float, float]:
    """At x + a dx and s + a ds, a = ``length``: the least eigenvalue of lambda o lambda of all contacts, and x's.

    The eigenvalue (lambda_0 - |lambda_t|)^2 follows from x's = lambda_0^2 + |lambda_t|^2 and lambda_0^2 - |lambda_t|^2
    = (det x det s)^(1/2); on the central path it is x's/C for every contact. It is -1 outside the cones.
    """
    values, products = np.empty(len(x)), np.empty(len(x))
    for c in range(len(x)):
        p, q = x[c, 0] + length * dx[c, 0], s[c, 0] + length * ds[c, 0]
        p1, p2 = x[c, 1] + length * dx[c, 1], x[c, 2] + length * dx[c, 2]
        q1, q2 = s[c, 1] + length * ds[c, 1], s[c, 2] + length * ds[c, 2]
        pt, qt = math.sqrt(p1 * p1 + p2 * p2), math.sqrt(q1 * q1 + q2 * q2)
        product = p * q + p1 * q1 + p2 * q2
        root = math.sqrt((p - pt) * (p + pt) * (q - qt) * (q + qt))
        rest = product - root
        both = math.sqrt(0.5 * (product + root)) + math.sqrt(0.5 * (rest if rest > 0.0 else 0.0))
        small = root / both
        values[c] = small * small if (p > pt) & (q > qt) else -1.0
        products[c] = product
    least, gap = np.inf, 0.0
    for c in range(len(values)):
        least = values[c] if values[c] < least else least
        gap += products[c]
    return least, gap


@summed
def gap_along(x: FloatArray, dx: FloatArray, s: FloatArray, ds: FloatArray, length: float) -> float:
    """The gap (x + a dx)'(s + a ds), a = ``length``."""
    gap = 0.0
    for j in range(3):
        for c in range(len(x)):
            gap += (x[c, j] + length * dx[c, j]) * (s[c, j] + length * ds[c, j])
    return gap


@fused
def smooth_parts(z: FloatArray, mu: FloatArray, centre: float) -> tuple[FloatArray, FloatArray]:
    """x and s (C, 3) inside the cones with x - s = z and x o s = ``centre`` e, from the spectral values of z."""
    x, s = np.zeros_like(z), np.zeros_like(z)
    for c in range(len(z)):
        tangent = 0.0 if mu[c] == 0.0 else math.sqrt(z[c, 1] ** 2 + z[c, 2] ** 2)
        high, low = z[c, 0] + tangent, z[c, 0] - tangent
        first, second = math.sqrt(high * high + 4.0 * centre), math.sqrt(low * low + 4.0 * centre)
        # the smaller of the two parts as a quotient, without cancellation
        x1 = 0.5 * (first + high) if high > 0.0 else 2.0 * centre / (first - high)
        x2 = 0.5 * (second + low) if low > 0.0 else 2.0 * centre / (second - low)
        s1, s2 = centre / x1, centre / x2
        x[c, 0], s[c, 0] = 0.5 * (x1 + x2), 0.5 * (s1 + s2)
        if tangent > 0.0:
            for j in range(1, 3):
                x[c, j] = 0.5 * (x1 - x2) * z[c, j] / tangent
                s[c, j] = 0.5 * (s1 - s2) * z[c, j] / tangent
    return x, s
