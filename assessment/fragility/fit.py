"""Fragility functions from stripes: how many of so many runs collapsed at each intensity."""

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import gammaln, ndtr

from ...checks import FloatArray, finite_array, finite_number, text, whole_number, work_size
from ...errors import DrystoneError, shown
from ...summary import counted, with_units
from .curve import Fragility, Replicates
from .likelihood import Estimates, Observations, estimates

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MOST_DRAWN", "bootstrap_of", "fit_fragility", "replicates_of", "stripes_of", "with_unit"]

MOST_REPLICATES = 100_000
"""Samples that a bootstrap may draw: percentiles of 95 % are then known to 0.1 % of the probability."""
MOST_DRAWN = 5 * 10**6
"""Numbers that a bootstrap may draw (its samples times the intensities or records): a second of work each million."""
MOST_RUNS = 10**9
"""Runs of one stripe."""


def fit_fragility(
    intensity: Any = None,
    collapses: Any = None,
    runs: Any = None,
    *,
    records: Any = None,
    bootstrap: int = 1000,
    seed: int = 0,
    confidence: float = 0.95,
    measure: str = "intensity",
    unit: str = "1",
) -> Fragility:
    """Fragility function of largest likelihood to ``collapses`` (m,) out of ``runs`` (m,) at intensities (m,),

        L = sum over j   ln C(n_j, z_j) + z_j ln P_j + (n_j - z_j) ln(1 - P_j),     P_j = Phi(ln(x_j / theta) / beta)

    (Nodargi and Bisegna 2024, eq 25; Baker 2015), a regression with a probit link on ln x, solved to rounding.

    ``records`` (R, m) instead of the counts: for each record, and each intensity it was scaled to, True where the
    structure collapsed, NaN where there was no run. Of a pandas table the columns may be the intensities. Intervals are
    then those of a bootstrap that draws whole records. From counts alone it draws collapses from the fitted function,
    which is right for stripes of different records; of the same records in all stripes, whose runs are not independent,
    these intervals are too short (of 80 records 90 % intervals of the median held it in 72 % of trials).
    ``bootstrap``: samples drawn, 0 for no intervals; ``seed`` of the generator; ``confidence`` of the
    intervals. ``measure``, ``unit``: of the intensity, in tables and figures.

    DrystoneError for data without an estimate: a single intensity, no collapse, no survival, stripes that separate (no
    collapse below an intensity, nothing else above: beta would be 0), collapses that do not grow with the intensity.

    >>> import drystone as ds
    >>> fragility = ds.fit_fragility([0.5, 1.0, 2.0, 4.0], [0, 4, 8, 10], [10, 10, 10, 10], unit="m/s2")
    >>> round(fragility.median, 3), round(fragility.dispersion, 3)
    (1.242, 0.461)
    """
    bootstrap = whole_number(bootstrap, "bootstrap (samples)", 0, MOST_REPLICATES)
    confidence = finite_number(confidence, "confidence", above=0.0, below=1.0)
    generator = np.random.default_rng(whole_number(seed, "seed", 0))
    measure, unit = text(measure, "measure"), text(unit, "unit", empty=False)
    table = None if records is None else _outcomes(records)
    x = _intensities(intensity, records, None if table is None else table.shape[1])
    z, n = _counts(collapses, runs, len(x)) if table is None else _counted(table, collapses, runs)
    order = np.argsort(x, kind="stable")
    x, z, n = x[order], z[order], n[order]
    fitted = estimates(_binomial(np.log(x), z[None], n[None]))
    _refuse(x, z, n, fitted, unit)
    median, beta = float(fitted.low[0]), float(fitted.dispersion[0])
    ordered = None if table is None else table[:, order]
    replicates = _resampled(x, n, ordered, ndtr(np.log(x / median) / beta), bootstrap, generator) if bootstrap else None
    binomial = float(np.sum(gammaln(n + 1.0) - gammaln(z + 1.0) - gammaln(n - z + 1.0)))
    how = "maximum likelihood over " + counted(len(x), "stripe")
    how += "" if table is None else f" of {counted(len(table), 'record')}"
    return Fragility(
        median, beta, float(fitted.log_likelihood[0]) + binomial, stripes_of(x, z, n, unit), how, confidence,
        replicates, measure, unit,
    )  # fmt: skip


def _resampled(
    x: FloatArray,
    n: FloatArray,
    table: FloatArray | None,
    probability: FloatArray,
    samples: int,
    generator: np.random.Generator,
) -> Replicates:
    """Estimates from records of the ``table`` (R, m) drawn anew, or from collapses drawn with this probability (m,)."""
    work_size(float(samples) * (len(x) + (0 if table is None else len(table))), MOST_DRAWN, "numbers to be drawn",
              "Draw fewer samples (bootstrap).")  # fmt: skip
    if table is None:
        drawn = generator.binomial(n.astype(np.int64), probability, (samples, len(x)))
        again = _binomial(np.log(x), drawn.astype(np.float64), np.broadcast_to(n, drawn.shape))
    else:
        weights = bootstrap_of(len(table), samples, generator)
        again = _binomial(np.log(x), weights @ np.nan_to_num(table), weights @ np.isfinite(table))
    return replicates_of(estimates(again))


def with_unit(intensity: float, unit: str) -> str:
    """An intensity as messages tell it."""
    return f"{intensity:.4g}{'' if unit == '1' else f' {unit}'}"


def bootstrap_of(count: int, samples: int, generator: np.random.Generator) -> FloatArray:
    """How often each of ``count`` records is drawn, (samples, count)."""
    return generator.multinomial(count, np.full(count, 1.0 / count), samples).astype(np.float64)


def replicates_of(found: Estimates) -> Replicates:
    """The estimates of samples drawn anew."""
    return Replicates(found.low, found.high, found.dispersion)


def _binomial(logarithm: FloatArray, collapses: FloatArray, runs: FloatArray) -> Observations:
    return Observations(logarithm, collapses, runs - collapses, np.zeros_like(collapses))


def _outcomes(records: Any) -> FloatArray:
    """The table of records as numbers 1, 0 and NaN."""
    said = "records must be a table (records, intensities) of True, False and, where there was no run, NaN"
    try:
        values = np.asarray(records)
        shape = values.shape
        table = np.array([np.nan if one is None else float(one) for one in values.ravel().tolist()])
    except (TypeError, ValueError, OverflowError, RuntimeError) as error:
        raise DrystoneError(f"{said}; got {shown(records)}") from error
    if len(shape) != 2 or not table.size:
        raise DrystoneError(f"{said}; got the shape {shape}")
    table = table.reshape(shape)
    if np.any(np.isfinite(table) & (table != 0.0) & (table != 1.0)) or np.any(np.isinf(table)):
        raise DrystoneError(f"{said}; got other numbers")
    if not np.all(np.any(np.isfinite(table), axis=0)):
        raise DrystoneError("every intensity of the records needs a run; leave those without one out")
    return table


def _intensities(intensity: Any, records: Any, count: int | None) -> FloatArray:
    if intensity is None:
        if not hasattr(records, "columns"):
            raise DrystoneError("give the intensities, or records as a table whose columns are the intensities")
        intensity = list(records.columns)
    x = finite_array(intensity, (count,), "intensity", above=0.0)
    if len(np.unique(x)) < 2:
        raise DrystoneError(
            "a fragility function needs runs at two intensities or more; got "
            f"{counted(len(np.unique(x)), 'intensity', 'intensities')}"
        )
    finite_array(1.0 / x, (None,), "1 / intensity")
    return x


def _counts(collapses: Any, runs: Any, count: int) -> tuple[FloatArray, FloatArray]:
    """Collapses and runs as whole numbers."""
    n = finite_array(runs, (count,), "runs", least=1.0, largest=MOST_RUNS)
    z = finite_array(collapses, (count,), "collapses", least=0.0, largest=MOST_RUNS)
    if np.any(z > n) or np.any(z != np.floor(z)) or np.any(n != np.floor(n)):
        raise DrystoneError("collapses and runs must be whole numbers, and no more collapses than runs")
    return z, n


def _counted(table: FloatArray, collapses: Any, runs: Any) -> tuple[FloatArray, FloatArray]:
    """Those of the records, with which any that are given agree."""
    z, n = np.nansum(table, axis=0), np.sum(np.isfinite(table), axis=0).astype(np.float64)
    for given, own, what in ((collapses, z, "collapses"), (runs, n, "runs")):
        if given is not None and not np.array_equal(finite_array(given, (len(own),), what), own):
            raise DrystoneError(f"{what} and records disagree; leave {what} out, they follow from the records")
    return z, n


def _refuse(x: FloatArray, z: FloatArray, n: FloatArray, fitted: Estimates, unit: str) -> None:
    """An error that says why there is no estimate, and what to do."""
    if fitted.known[0]:
        return
    if not np.any(z):
        raise DrystoneError(
            f"no run collapsed up to the intensity {with_unit(x[-1], unit)}: all that is known of the median is "
            "that it is larger; add stripes at larger intensities"
        )
    if np.all(z == n):
        raise DrystoneError(
            f"every run collapsed, from the intensity {with_unit(x[0], unit)} on: all that is known of the median "
            "is that it is smaller; add stripes at smaller intensities"
        )
    if fitted.dispersion[0] == 0.0:
        low, high = float(fitted.low[0]), float(fitted.high[0])
        where = f"at {with_unit(low, unit)}" if low == high else f"between {low:.4g} and {with_unit(high, unit)}"
        raise DrystoneError(
            f"the stripes separate: no collapse below and nothing but collapses above. The median lies {where}, and "
            "the most likely dispersion is 0; add stripes around there, or records"
        )
    raise DrystoneError(
        "collapses do not grow with the intensity, and no fragility function fits them; add records, or stripes over a "
        "wider range, and see whether the intensity measure says anything of this structure"
    )


def stripes_of(x: FloatArray, z: FloatArray, n: FloatArray, unit: str) -> "pd.DataFrame":
    """The table of ``z`` (m,) collapses out of ``n`` (m,) runs at intensities (m,)."""
    import pandas as pd

    table = pd.DataFrame({"intensity": x, "runs": n.astype(int), "collapses": z.astype(int), "fraction": z / n})
    return with_units(table, {"intensity": unit, "runs": "1", "collapses": "1", "fraction": "1"})
