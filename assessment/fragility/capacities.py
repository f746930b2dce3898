"""Fragility functions from incremental dynamic analysis: the intensity at which each record causes collapse.

References: D. Vamvatsikos, C. A. Cornell, Incremental dynamic analysis, Earthquake Engineering and Structural Dynamics
31 (2002) 491-514; J. W. Baker, Efficient analytical fragility function fitting using dynamic structural analysis,
Earthquake Spectra 31 (2015) 579-599.
"""

from typing import Any

import numpy as np

from ...checks import ROUNDING, FloatArray, finite_array, finite_number, text, whole_number, work_size
from ...errors import DrystoneError, shown
from ...summary import counted
from .curve import Fragility
from .fit import MOST_DRAWN, MOST_REPLICATES, bootstrap_of, replicates_of, stripes_of, with_unit
from .likelihood import HALF_LOG_TWO_PI, BoolArray, Estimates, Observations, estimates

__all__ = ["fit_capacities", "fit_outcomes"]


def fit_capacities(
    capacity: Any,
    limit: Any = None,
    *,
    bootstrap: int = 1000,
    seed: int = 0,
    confidence: float = 0.95,
    measure: str = "intensity",
    unit: str = "1",
) -> Fragility:
    """Fragility function from the intensity ``capacity`` (R,) at which each of R records causes collapse.

    Where all records do, by the moments of ln x: theta = exp(mean), beta the standard deviation with R - 1 (Baker
    2015). Where some do not, up to the intensity ``limit`` (a number, or (R,)) that was tried, their capacity is NaN or
    infinite, and the function is that of largest likelihood with these records as survivals of their limit: a truncated
    analysis.

    Intervals by a bootstrap over the records; ``bootstrap``, ``seed``, ``confidence``, ``measure`` and ``unit`` as in
    `drystone.fit_fragility`. The column ``collapses`` of ``stripes`` says which rows are collapses.

    DrystoneError for data without an estimate: fewer than two different intensities, no collapse.

    >>> import drystone as ds
    >>> fragility = ds.fit_capacities([1.0, 2.0, 4.0])
    >>> round(fragility.median, 6), round(fragility.dispersion / 0.693147, 4)
    (2.0, 1.0)
    """
    x, collapses = _checked(capacity, limit)
    none = np.zeros(len(x), dtype=bool)
    return fit_outcomes(x, collapses, ~collapses, none, bootstrap, seed, confidence, measure, unit)


def fit_outcomes(
    x: FloatArray,
    exact: BoolArray,
    survived: BoolArray,
    collapsed: BoolArray,
    bootstrap: int,
    seed: int,
    confidence: float,
    measure: str,
    unit: str,
) -> Fragility:
    """The fit to records of which each (R,) collapses exactly at ``x``, survived it, or had collapsed by it."""
    bootstrap = whole_number(bootstrap, "bootstrap (samples)", 0, MOST_REPLICATES)
    confidence = finite_number(confidence, "confidence", above=0.0, below=1.0)
    generator = np.random.default_rng(whole_number(seed, "seed", 0))
    measure, unit = text(measure, "measure"), text(unit, "unit", empty=False)
    work_size(float(bootstrap) * len(x), MOST_DRAWN, "numbers to be drawn", "Draw fewer samples (bootstrap).")

    def fitted(weights: FloatArray) -> Estimates:
        if np.all(exact):
            return _moments(np.log(x), weights)
        return estimates(Observations(np.log(x), weights * collapsed, weights * survived, weights * exact))

    found = fitted(np.ones((1, len(x))))
    _refuse(x, exact, found, unit)
    replicates = replicates_of(fitted(bootstrap_of(len(x), bootstrap, generator))) if bootstrap else None
    how = "moments" if np.all(exact) else "maximum likelihood, truncated,"
    stripes = stripes_of(x, (exact | collapsed).astype(np.float64), np.ones(len(x)), unit)
    return Fragility(
        float(found.low[0]), float(found.dispersion[0]), float(found.log_likelihood[0]), stripes,
        f"{how} of {counted(len(x), 'capacity', 'capacities')}", confidence,
        replicates, measure, unit, of_capacities=True,
    )  # fmt: skip


def _moments(y: FloatArray, weights: FloatArray) -> Estimates:
    """Mean and standard deviation of logarithms y (R,) drawn ``weights`` (K, R) times, each sample R in all."""
    count = len(y)
    mean = weights @ y / count
    squares = np.sum(weights * (y - mean[:, None]) ** 2, axis=1)
    beta = np.sqrt(squares / max(count - 1, 1))
    beta[beta < ROUNDING * np.max(np.abs(y), initial=1.0)] = 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        likelihood = -count * (np.log(beta) + HALF_LOG_TWO_PI) - 0.5 * squares / beta**2
    likelihood[beta == 0.0] = np.nan
    return Estimates(np.exp(mean), np.exp(mean), beta, likelihood)


def _checked(capacity: Any, limit: Any) -> tuple[FloatArray, BoolArray]:
    """The intensity of each record, and whether it collapses there; it survived it otherwise."""
    said = "capacity must be intensities (R,), NaN or infinite where a record brings no collapse"
    try:
        values = np.array([float(one) for one in np.asarray(capacity).ravel().tolist()])
        values = values.reshape(np.shape(capacity))
    except (TypeError, ValueError, OverflowError, RuntimeError) as error:
        raise DrystoneError(f"{said}; got {shown(capacity)}") from error
    if values.ndim != 1 or len(values) < 2:
        raise DrystoneError(f"{said}, two or more; got the shape {values.shape}")
    collapses = np.isfinite(values)
    most = np.full(len(values), np.nan)
    if limit is not None:
        most = np.broadcast_to(finite_array(limit, [(), (len(values),)], "limit", above=0.0), values.shape)
    elif not np.all(collapses):
        raise DrystoneError("some records bring no collapse: give the intensity up to which they were tried, limit=...")
    if np.any(collapses & (values > most)):
        raise DrystoneError("a capacity is larger than the limit up to which its record was tried")
    x = finite_array(np.where(collapses, values, most), (None,), "capacity", above=0.0)
    finite_array(1.0 / x, (None,), "1 / capacity")
    return x, collapses


def _refuse(x: FloatArray, exact: BoolArray, found: Estimates, unit: str) -> None:
    """An error that says why there is no estimate, and what to do."""
    if found.known[0]:
        return
    low, high = float(found.low[0]), float(found.high[0])
    if np.isinf(high):
        raise DrystoneError(
            f"no record causes collapse up to the intensity {with_unit(float(np.max(x)), unit)}: all that is "
            "known of the median is that it is larger; scale the records further"
        )
    if low == 0.0:
        raise DrystoneError(
            f"every record causes collapse at the intensity {with_unit(float(np.min(x)), unit)} already: all that "
            "is known of the median is that it is smaller; begin with smaller intensities"
        )
    where = f"at {with_unit(low, unit)}" if low == high else f"between {low:.4g} and {with_unit(high, unit)}"
    raise DrystoneError(
        f"{counted(int(np.sum(exact)), 'capacity is', 'capacities are')} known, all equal, and no other record speaks "
        f"against them: the median lies {where}, and the most likely dispersion is 0; add records"
    )
