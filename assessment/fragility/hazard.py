"""The mean annual rate of collapse: a fragility function and the hazard of a site.

    rate = integral of P(collapse | x) |d lambda(x)|

lambda (1/year) is how often an intensity x is exceeded. Between the points of its table ln lambda is linear in ln x,
lambda = lambda_i (x / x_i)^-k, where the integral has a closed form: in parts, with u = ln x, t = (u - ln theta)/beta,

    [-lambda Phi(t)]  +  lambda_i exp(k (u_i - ln theta) + k^2 beta^2/2) [Phi(t + k beta)]

from the first to the second point. For one power law lambda = k0 x^-k it gives k0 theta^-k exp(k^2 beta^2 / 2).

References: C. A. Cornell, F. Jalayer, R. O. Hamburger, D. A. Foutch, Probabilistic basis for 2000 SAC FEMA steel moment
frame guidelines, Journal of Structural Engineering 128 (2002) 526-533; J. W. Baker, B. A. Bradley, P. J. Stafford,
Seismic Hazard and Risk Analysis, Cambridge University Press 2021.
"""

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import log_ndtr, ndtr

from ...checks import FloatArray, finite_array, instance_of, positive_number
from ...errors import DrystoneError
from ...summary import Facts, Summarised
from .curve import Fragility

__all__ = ["AnnualRate", "mean_annual_rate"]

MATTERS = 0.01
"""Share of the rate from which what is guessed beyond the table is worth a warning."""


@dataclass(frozen=True)
class AnnualRate(Summarised):
    """Mean annual rate of collapse (1/year) in three parts: ``below``, ``inside`` and ``above`` the hazard's table.

    ``below`` and ``above`` continue the power laws of the first and of the last two points. Whatever the hazard is
    above, that part lies between the two ``above_bounds``: all of it at the last intensity, or where collapse is sure.
    """

    below: float
    inside: float
    above: float
    above_bounds: tuple[float, float]

    @property
    def rate(self) -> float:
        """The three parts together (1/year)."""
        return self.below + self.inside + self.above

    def probability(self, years: float) -> float:
        """Probability of a collapse within so many years, of a Poisson process: 1 - exp(-rate years)."""
        return float(-np.expm1(-self.rate * positive_number(years, "years")))

    def _summary(self) -> Facts:
        yield "", f"of {self.rate:.4g} 1/year"
        yield "inside the table", f"{self.inside:.4g} 1/year"
        yield "below it", f"{self.below:.4g} 1/year, its power law continued"
        low, high = self.above_bounds
        yield "above it", f"{self.above:.4g} 1/year, its power law continued; surely from {low:.4g} to {high:.4g}"


def mean_annual_rate(fragility: Fragility, hazard: Any) -> AnnualRate:
    """Mean annual rate of collapse with a ``hazard`` curve (n, 2): intensities, which increase, in the unit of the
    fragility function, and the annual rates at which they are exceeded (1/year), which do not increase.

    Exact where ln rate is linear in ln intensity between the points. A warning where more than 1 % of the rate comes
    from below the table, or is uncertain above it. DrystoneError for a curve that is no such table, or so steep at its
    beginning that its continuation has no finite rate.

    >>> import drystone as ds
    >>> fragility = ds.fit_fragility([0.5, 1.0, 2.0, 4.0], [0, 4, 8, 10], [10, 10, 10, 10])
    >>> found = ds.mean_annual_rate(fragility, [(0.05, 0.4), (0.5, 4e-3), (5.0, 4e-5), (50.0, 4e-7)])
    >>> round(found.rate, 6)  # 1e-3 / theta^2 exp(2 beta^2)
    0.000992
    """
    instance_of(fragility, Fragility, "fragility", "such as drystone.fit_fragility returns")
    x, rates = _curve(hazard)
    u, middle, beta = np.log(x), np.log(fragility.median), fragility.dispersion
    fall = -np.diff(np.log(rates)) / np.diff(u)
    p = ndtr((u - middle) / beta)
    parts = rates[:-1] * p[:-1] - rates[1:] * p[1:] + _carried(u[:-1], u[1:], fall, rates[:-1], middle, beta)
    infinite = np.array([-np.inf]), np.array([np.inf])
    under = _carried(u[:1], u[:1], fall[:1], rates[:1], middle, beta, start=infinite[0])[0] - rates[0] * p[0]
    over = _carried(u[-1:], infinite[1], fall[-1:], rates[-1:], middle, beta)[0] + rates[-1] * p[-1]
    if not np.isfinite(under):
        raise DrystoneError(
            f"the hazard curve falls as x^-{fall[0]:.4g} at its beginning, and so continued downwards gives "
            "no finite rate of collapse; begin it at smaller intensities"
        )
    found = AnnualRate(
        max(float(under), 0.0), float(np.sum(np.maximum(parts, 0.0))), min(float(over), float(rates[-1])),
        (float(rates[-1] * p[-1]), float(rates[-1])),
    )  # fmt: skip
    _warn(found, x)
    return found


def _carried(
    u: FloatArray, end: FloatArray, fall: FloatArray, rates: FloatArray, middle: float, beta: float, start: Any = None
) -> FloatArray:
    """The second term of the closed form, from ``start`` (None: u) to ``end``; ``rates``: at u, where the law holds."""
    t = [(one - middle) / beta + fall * beta for one in (u if start is None else start, end)]
    upper = t[0] > 0.0  # there the difference is taken of the upper tails, which are the small ones
    large = log_ndtr(np.where(upper, -t[0], t[1]))
    small = log_ndtr(np.where(upper, -t[1], t[0]))
    with np.errstate(all="ignore"):
        difference = large + np.log1p(-np.exp(small - large))
        carried = np.exp(np.log(rates) + fall * (u - middle) + 0.5 * (fall * beta) ** 2 + difference)
    return np.asarray(np.where(np.isneginf(difference) | np.isnan(difference), 0.0, carried))


def _curve(hazard: Any) -> tuple[FloatArray, FloatArray]:
    table = finite_array(hazard, (None, 2), "hazard (intensities, annual rates)", above=0.0)
    if len(table) < 2 or np.any(np.diff(table[:, 0]) <= 0.0) or np.any(np.diff(table[:, 1]) > 0.0):
        raise DrystoneError("the hazard needs two points or more, whose intensities increase and rates do not")
    finite_array(1.0 / table, (None, 2), "1 / hazard")
    return table[:, 0], table[:, 1]


def _warn(found: AnnualRate, x: FloatArray) -> None:
    low, high = found.above_bounds
    if found.below > MATTERS * found.rate:
        warnings.warn(
            f"{found.below / found.rate:.0%} of the rate of collapse comes from intensities below {x[0]:.4g}, where "
            "the hazard curve begins; begin it lower",
            stacklevel=3,
        )
    if high - low > MATTERS * found.rate:
        warnings.warn(
            f"above the intensity {x[-1]:.4g}, where the hazard curve ends, the rate of collapse may be anything from "
            f"{low:.3g} to {high:.3g} 1/year; {found.rate:.3g} 1/year continues its power law. Let it go further",
            stacklevel=3,
        )
