"""The likelihood of a lognormal fragility function, and its largest value for many samples at once.

Of each intensity x it is known that the structure collapsed by it, survived it, or collapsed exactly there. With
eta = ln(x/theta)/beta = a + b ln x, where b = 1/beta and a = -ln(theta)/beta, the logarithm of the likelihood is

    sum over collapsed by x   ln Phi(eta)
        over survived x       ln Phi(-eta)
        over collapsed at x   ln b - eta^2/2 - ln(2 pi)/2

The first two are the binomial likelihood of stripes (Nodargi and Bisegna 2024, eq 25; Baker 2015) without its
binomial coefficients, the last two that of a truncated incremental dynamic analysis (Baker 2015). In a and b it is
concave: Phi is log-concave (Pratt 1981), and Olsen (1978) uses the same parameters for censored samples. So
Newton's method with shortened steps ends at the largest value, where there is one.

References: J. W. Baker, Efficient analytical fragility function fitting using dynamic structural analysis, Earthquake
Spectra 31 (2015) 579-599; R. J. Olsen, Note on the uniqueness of the maximum likelihood estimator for the Tobit model,
Econometrica 46 (1978) 1211-1215; J. W. Pratt, Concavity of the log likelihood, J. Am. Stat. Assoc. 76 (1981) 103-106;
A. Albert, J. A. Anderson, On the existence of maximum likelihood estimates in logistic regression models, Biometrika 71
(1984) 1-10.
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_ndtr

from ...checks import LARGEST, SMALLEST, FloatArray
from ...errors import DrystoneError

__all__ = ["HALF_LOG_TWO_PI", "BoolArray", "Estimates", "Observations", "estimates"]

BoolArray: TypeAlias = NDArray[np.bool_]

NEWTON_STEPS = 200
"""Most steps of Newton's method; from zero a dozen are usual."""
HALVINGS = 60
"""Most halvings of a step; those of a concave function end long before."""
DECREMENT = 1e-20
"""Newton's decrement (what a step gains of the likelihood, twice) for each observation at which it ends: eta was
then exact to 1e-10 before the last step, and is to rounding after it."""
HALF_LOG_TWO_PI = 0.5 * float(np.log(2.0 * np.pi))


@dataclass(frozen=True)
class Observations:
    """K samples at the same m intensities: ``logarithm`` (m,) of them, and how often each outcome was seen there.

    ``collapsed``, ``survived``, ``exact`` (K, m): collapses by, survivals of, and collapses exactly at an intensity.
    """

    logarithm: FloatArray
    collapsed: FloatArray
    survived: FloatArray
    exact: FloatArray


@dataclass(frozen=True)
class Estimates:
    """Of K samples, each (K,): the median lies between ``low`` and ``high``, which are one number where it is known.

    A ``dispersion`` of 0 with an interval for the median is the limit of a sample that separates: nothing collapsed
    below, everything above. Infinite, with the median between 0 and infinity, it is that of a sample whose collapses do
    not grow with the intensity. ``log_likelihood``: NaN in these two cases.
    """

    low: FloatArray
    high: FloatArray
    dispersion: FloatArray
    log_likelihood: FloatArray

    @property
    def known(self) -> BoolArray:
        """Whether a sample has an estimate."""
        return np.isfinite(self.log_likelihood)


def estimates(seen: Observations) -> Estimates:
    """The most likely median and dispersion of each sample."""
    low, high, apart, falling = _separation(seen)
    count = len(seen.collapsed)
    dispersion, likelihood = np.where(falling, np.inf, 0.0), np.full(count, np.nan)
    rest = np.flatnonzero(~apart & ~falling)
    if len(rest):
        centre = float(np.mean(seen.logarithm))
        scale = float(np.std(seen.logarithm))
        part = Observations(
            (seen.logarithm - centre) / scale, seen.collapsed[rest], seen.survived[rest], seen.exact[rest]
        )
        a, b, value = _largest(part)
        with np.errstate(all="ignore"):
            median = np.exp(centre - scale * a / b)
            beta = scale / b
        rises = (b > 0.0) & (median >= SMALLEST) & (median <= LARGEST) & (beta <= LARGEST)
        low[rest] = np.where(rises, median, 0.0)
        high[rest] = np.where(rises, median, np.inf)
        dispersion[rest] = np.where(rises, beta, np.inf)
        likelihood[rest] = np.where(rises, value - np.sum(part.exact, axis=1) * np.log(scale), np.nan)
    return Estimates(low, high, dispersion, likelihood)


def _separation(seen: Observations) -> tuple[FloatArray, FloatArray, BoolArray, BoolArray]:
    """The interval of the median of samples that separate, which do, and which do so the wrong way round.

    Those have no largest likelihood at a finite b (Albert and Anderson 1984); all others have one.
    """
    x = np.exp(seen.logarithm)
    (first, by), (least, most) = _ends(x, seen.collapsed), _ends(x, seen.exact)
    (earliest, last) = _ends(x, seen.survived)
    low, high = np.maximum(last, most), np.minimum(first, least)
    apart = low <= high
    falling = ~apart & (by <= earliest) & (most == 0.0)
    return np.where(falling, 0.0, low), np.where(falling, np.inf, high), apart, falling


def _ends(x: FloatArray, number: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The least and the largest (K,) of the intensities that were seen; infinite and 0 where none was."""
    return np.min(np.where(number > 0.0, x, np.inf), axis=1), np.max(np.where(number > 0.0, x, 0.0), axis=1)


def _largest(seen: Observations) -> tuple[FloatArray, FloatArray, FloatArray]:
    """a, b and the logarithm of the likelihood (K,) where that is largest, of samples that do not separate."""
    x, count = seen.logarithm, len(seen.collapsed)
    enough = DECREMENT * np.sum(seen.collapsed + seen.survived + seen.exact, axis=1)
    a, b = np.zeros(count), np.ones(count)
    value = _value(seen, a, b)
    for _ in range(NEWTON_STEPS):
        gradient, curvature = _slopes(seen, a, b)
        (ga, gb), (haa, hab, hbb) = gradient, curvature
        determinant = haa * hbb - hab * hab
        step_a, step_b = (hbb * ga - hab * gb) / determinant, (haa * gb - hab * ga) / determinant
        decrement = ga * step_a + gb * step_b
        share = np.where(decrement > enough, 1.0, 0.0)
        if not np.any(share):
            a, b = a + step_a, b + step_b
            return a, b, _value(seen, a, b)
        for _ in range(HALVINGS):
            tried = _value(seen, a + share * step_a, b + share * step_b)
            worse = ~(tried >= value - 1e-13 * np.abs(value))
            if not np.any(worse):
                break
            share[worse] *= 0.5
        share[worse] = 0.0
        if not np.any(share):
            return a, b, value
        a, b = a + share * step_a, b + share * step_b
        value = _value(seen, a, b)
    raise DrystoneError(
        f"the likelihood of the collapses has no largest value that Newton's method reaches: they nearly separate; "
        f"add intensities between x = {np.exp(np.min(x)):.4g} and {np.exp(np.max(x)):.4g} (standardised), or records"
    )


def _value(seen: Observations, a: FloatArray, b: FloatArray) -> FloatArray:
    """The logarithm of the likelihood (K,)."""
    eta = a[:, None] + b[:, None] * seen.logarithm
    number = np.sum(seen.exact, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        density = np.where(number > 0.0, number * (np.log(b) - HALF_LOG_TWO_PI), 0.0)
    terms = seen.collapsed * log_ndtr(eta) + seen.survived * log_ndtr(-eta) - 0.5 * seen.exact * eta * eta
    return np.asarray(np.sum(terms, axis=1) + density)


def _slopes(
    seen: Observations, a: FloatArray, b: FloatArray
) -> tuple[tuple[FloatArray, FloatArray], tuple[FloatArray, FloatArray, FloatArray]]:
    """The gradient, and the Hessian with its sign changed: its entries aa, ab, bb."""
    x = seen.logarithm
    eta = a[:, None] + b[:, None] * x
    normal = -0.5 * eta * eta - HALF_LOG_TWO_PI
    up, down = np.exp(normal - log_ndtr(eta)), np.exp(normal - log_ndtr(-eta))
    slope = seen.collapsed * up - seen.survived * down - seen.exact * eta
    bend = seen.collapsed * up * (up + eta) + seen.survived * down * (down - eta) + seen.exact
    number = np.sum(seen.exact, axis=1)
    per_b = 1.0 / np.where(number > 0.0, b, 1.0)  # without exact ones b may pass through 0
    gradient = np.sum(slope, axis=1), np.sum(slope * x, axis=1) + number * per_b
    return gradient, (
        np.sum(bend, axis=1),
        np.sum(bend * x, axis=1),
        np.sum(bend * x * x, axis=1) + number * per_b * per_b,
    )
