"""A lognormal fragility function: what was fitted, how well it is known, and tables of it for other programs."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element

import numpy as np
from scipy.special import ndtr, ndtri

from ...checks import LARGEST, SMALLEST, FloatArray, finite_array, finite_number, one_of, positive_number, text
from ...disk import replacing
from ...errors import DrystoneError
from ...files.writing import write_table
from ...page import Axis, Chart, Line, Page, Points, described_rows
from ...summary import Facts, Summarised, span, with_units
from .nrml import continuous_function, discrete_function, document, measure_type, name_of_function, scale_of

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Fragility", "Replicates"]

Interval = tuple[float, float]

REACH = 4.0
"""How many dispersions a table and an NRML function reach to both sides of the median: from probability 3e-5 to 1 -
3e-5."""
POINTS = 81
"""Intensities of a table where none are given."""
STEEPEST = 8.0
"""Largest dispersion that NRML can carry: mean and standard deviation of the intensity grow as exp(beta^2/2)."""
BEYOND = 1.1
"""How far the curve of a page or a figure goes beyond the largest intensity of the data."""
DRAWN = 200
"""Points of that curve."""


@dataclass(frozen=True, eq=False)
class Replicates:
    """What the fit makes of K samples drawn anew, each (K,): the median lies between ``low`` and ``high``.

    The two are one number, but where a sample separates (``dispersion`` 0) or does not grow with the intensity
    (infinite, and the median anywhere).
    """

    low: FloatArray
    high: FloatArray
    dispersion: FloatArray

    def interval(self, dispersion: float, confidence: float) -> tuple[Interval, Interval]:
        """Intervals of the median and of the ``dispersion``, the wider ends where a replicate gives only bounds.

        Percentiles of the median; of the dispersion the basic interval of ln beta, whose ends are the estimate less the
        percentiles of its error (A. C. Davison, D. V. Hinkley, Bootstrap Methods and their Application, 1997, eq 5.6):
        estimates from few records are too small, and percentiles of theirs more so.
        """
        tail = 0.5 * (1.0 - confidence)
        small, large = _ends(self.dispersion, self.dispersion, tail)
        ends = (dispersion**2 / large if large > 0.0 else 0.0, dispersion**2 / small if small > 0.0 else np.inf)
        return _ends(self.low, self.high, tail), ends

    def band(self, intensity: FloatArray, confidence: float) -> tuple[FloatArray, FloatArray]:
        """Percentiles (n,) of the probabilities at each intensity (n,)."""
        tail, low, high = 0.5 * (1.0 - confidence), np.empty(len(intensity)), np.empty(len(intensity))
        for i, x in enumerate(intensity):
            low[i] = np.quantile(_probability(x, self.high, self.dispersion, 0.0), tail, method="lower")
            high[i] = np.quantile(_probability(x, self.low, self.dispersion, 1.0), 1.0 - tail, method="higher")
        return low, high

    @property
    def undetermined(self) -> float:
        """Share of the replicates that have no estimate."""
        return float(np.mean((self.dispersion == 0.0) | np.isinf(self.dispersion)))


@dataclass(frozen=True, eq=False)
class Fragility(Summarised):
    """A lognormal fragility function (Nodargi and Bisegna 2024, eq 24)

        P(collapse | x) = Phi(ln(x / theta) / beta)

    ``median`` theta, in the unit of the intensities; ``dispersion`` beta, of ln x. ``log_likelihood``: at the estimate.
    ``stripes``: what it was fitted to, see `drystone.fit_fragility` and `drystone.fit_capacities`; ``method``: how.
    ``confidence``: of the intervals, by the bootstrap's ``replicates``; None where there are none. An end of 0 or
    infinity says that the data does not bound it. ``measure``, ``unit``: what the intensity is. ``of_capacities``:
    whether each row of ``stripes`` is a record's capacity, not a stripe of runs; figures then show their distribution.

    >>> import drystone as ds
    >>> ds.fit_fragility([0.5, 1.0, 2.0], [1, 5, 9], [10, 10, 10]).probability([1.0]).round(3).tolist()
    [0.5]
    """

    median: float
    dispersion: float
    log_likelihood: float
    stripes: "pd.DataFrame"
    method: str
    confidence: float
    replicates: Replicates | None = None
    measure: str = "intensity"
    unit: str = "1"
    of_capacities: bool = False
    median_interval: Interval | None = field(init=False)
    dispersion_interval: Interval | None = field(init=False)

    def __post_init__(self) -> None:
        again = self.replicates
        median, dispersion = again.interval(self.dispersion, self.confidence) if again else (None, None)
        object.__setattr__(self, "median_interval", median)
        object.__setattr__(self, "dispersion_interval", dispersion)

    def probability(self, intensity: Any) -> FloatArray:
        """Probability of collapse (n,) at intensities (n,), not negative."""
        x = finite_array(intensity, (None,), "intensity", least=0.0)
        return np.asarray(_probability(x, self.median, self.dispersion, 1.0))

    def in_units(self, unit: str, size: float) -> "Fragility":
        """The same function of intensities in another ``unit``, of which one is ``size`` of the present ones.

        >>> import drystone as ds
        >>> found = ds.fit_fragility([4.905, 9.81, 19.62], [1, 5, 9], [10, 10, 10], measure="pga", unit="m/s2")
        >>> round(found.in_units("g", 9.81).median, 6)
        1.0
        """
        unit, size = text(unit, "unit", empty=False), positive_number(size, "size of the unit")
        stripes = self.stripes.assign(intensity=self.stripes["intensity"] / size)
        known = self.replicates
        scaled = None if known is None else Replicates(known.low / size, known.high / size, known.dispersion)
        units = {**self.stripes.attrs["units"], "intensity": unit}
        return replace(
            self, median=self.median / size, stripes=with_units(stripes, units), replicates=scaled, unit=unit
        )

    def intensity(self, probability: Any) -> float:
        """The intensity at which collapse has this probability, between 0 and 1: theta exp(beta Phi^-1(P))."""
        p = finite_number(probability, "probability", above=0.0, below=1.0)
        return float(self.median * np.exp(self.dispersion * ndtri(p)))

    def table(self, intensity: Any = None) -> "pd.DataFrame":
        """Table with the columns intensity, probability, low, high: the last two are the confidence band, or NaN.

        ``intensity`` (n,): None for 81 from exp(-4 beta) to exp(4 beta) times the median.
        """
        import pandas as pd

        x = self._levels() if intensity is None else finite_array(intensity, (None,), "intensity", least=0.0)
        low = high = np.full(len(x), np.nan)
        if self.replicates is not None:
            low, high = self.replicates.band(x, self.confidence)
        columns = {"intensity": x, "probability": self.probability(x), "low": low, "high": high}
        units = {"intensity": self.unit, "probability": "1", "low": "1", "high": "1"}
        return with_units(pd.DataFrame(columns), units)

    def view(self, title: str = "Fragility") -> Page:
        """The page of the function: the curve with its band, and a point for each stripe or capacity, which tells it.

        ``save(path)`` of it writes one HTML file; a notebook shows it in place. ``title``: its heading.
        """
        stripes = self.stripes.sort_values("intensity")
        stripes.attrs = self.stripes.attrs
        x = stripes["intensity"].to_numpy(dtype=float)
        share = stripes["collapses"].cumsum() / len(stripes) if self.of_capacities else stripes["fraction"]
        curve = self.table(np.linspace(0.0, BEYOND * float(x.max()), DRAWN))
        band = self.replicates is not None
        low, high = (curve[name].to_numpy(dtype=float) if band else None for name in ("low", "high"))
        name = f"lognormal function{f', {100 * self.confidence:g} % band' if band else ''}"
        columns = curve["intensity"].to_numpy(dtype=float), curve["probability"].to_numpy(dtype=float)
        told = "records whose capacity is smaller" if self.of_capacities else "collapses of a stripe"
        points = Points(told, x, share.to_numpy(dtype=float), described_rows(stripes), 2)
        axes = Axis(self.measure, self.unit, (0.0, float(columns[0][-1]))), Axis("probability", "1", (-0.02, 1.02))
        facts = tuple((label, said) for label, said in self._summary() if label)
        headline = f"median {self.median:.3g} {'' if self.unit == '1' else self.unit}".rstrip()
        line = Line(name, *columns, 1, low=low, high=high)
        return Page(Chart(text(title, "title"), headline, facts, *axes, (points,), (line,)))

    def to_csv(self, path: str | Path, intensity: Any = None) -> Path:
        """Write `table` as CSV and return the path."""
        return write_table(self.table(intensity), path)

    def to_nrml(
        self,
        path: str | Path,
        measure: str,
        *,
        name: str = "drystone",
        state: str = "collapse",
        format: str = "continuous",
        scale: float | None = None,
        least: float | None = None,
        most: float | None = None,
        levels: Any = None,
    ) -> Path:
        """Write a fragility model of OpenQuake (NRML 0.5) and return the path.

        ``measure``: OpenQuake's intensity measure type, such as "PGA" or "SA(0.5)". ``scale`` takes the intensities to
        its unit: g for accelerations (1 / 9.81 of m/s2), cm/s for PGV; None for what follows from ``unit``, 1 where
        that is not told. ``name``: the taxonomy of the assets it is for; ``state``: the limit state. ``format``:
        "continuous", or "discrete" with ``levels`` (n,), by default those of `table`. ``least``: intensity up to which
        there is no damage, ``most``: beyond which the probability grows no more, both in the unit of this function, by
        default exp(-4 beta) and exp(4 beta) times the median.
        """
        one_of(format, ("continuous", "discrete"), "format")
        kind, state = measure_type(measure), name_of_function(state, "limit state")
        name = name_of_function(name, "name of the function")
        write = self._continuous if format == "continuous" else self._discrete
        taken = scale_of(kind, self.unit) if scale is None else positive_number(scale, "scale", most=1e6)
        function = write(taken, least, most, levels, kind, state)
        unit = "" if self.unit == "1" else f" {self.unit}"
        said = f"lognormal, median {self.median:.6g}{unit}, dispersion {self.dispersion:.6g}; {self.method}"
        with replacing(path, "fragility model") as temporary:
            temporary.write_bytes(document(function, name, state, text(said, "description")))
        return Path(path)

    def _continuous(self, scale: float, least: Any, most: Any, levels: Any, measure: str, state: str) -> Element:
        if levels is not None:
            raise DrystoneError("levels belong to the format 'discrete'; leave them out, or choose that")
        if self.dispersion > STEEPEST:
            raise DrystoneError(f"NRML cannot carry a dispersion of {self.dispersion:.4g}; at most {STEEPEST:g}")
        reach = self._levels()
        low = float(reach[0]) if least is None else positive_number(least, "least intensity")
        high = float(reach[-1]) if most is None else positive_number(most, "largest intensity")
        if low >= high:
            raise DrystoneError(f"the least intensity, {low:g}, must be below the largest, {high:g}")
        return continuous_function(scale * self.median, self.dispersion, scale * low, scale * high, measure, state)

    def _discrete(self, scale: float, least: Any, most: Any, levels: Any, measure: str, state: str) -> Element:
        if most is not None:
            raise DrystoneError("the largest intensity of a discrete function is its last level; leave `most` out")
        reach = self._levels()
        low = float(reach[0]) if least is None else positive_number(least, "least intensity")
        x = reach[reach > low] if levels is None else finite_array(levels, (None,), "levels", above=0.0)
        if not len(x) or np.any(np.diff(x) <= 0.0) or x[0] <= low:
            raise DrystoneError(f"levels must increase, all of them above {low:g}, up to which there is no damage")
        return discrete_function(scale * x, self.probability(x), scale * low, measure, state)

    def _levels(self) -> FloatArray:
        middle, reach = np.log(self.median), REACH * self.dispersion
        low, high = np.clip([middle - reach, middle + reach], np.log(SMALLEST), np.log(LARGEST))
        return np.asarray(np.exp(np.linspace(low, high, POINTS)))

    def _summary(self) -> Facts:
        unit = "" if self.unit == "1" else f" {self.unit}"
        yield "", f"of {self.measure}"
        yield "median", f"{self.median:.4g}{unit}{_told(self.median_interval, self.confidence)}"
        yield "dispersion", f"{self.dispersion:.4g}{_told(self.dispersion_interval, self.confidence)}"
        yield "fitted by", self.method
        yield "intensities", span(self.stripes["intensity"].to_numpy(), "" if self.unit == "1" else self.unit)
        yield "log-likelihood", f"{self.log_likelihood:.6g}"
        if self.replicates is not None and self.replicates.undetermined:
            yield "bootstrap", f"{self.replicates.undetermined:.1%} of the samples give only bounds"


def _probability(x: Any, median: Any, dispersion: Any, at_once: float) -> Any:
    """Phi(ln(x/median)/dispersion); ``at_once``: what it is at the median itself where the dispersion vanishes.

    With an infinite dispersion it is 1 - at_once where the median is infinite, at_once where that is 0.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        logarithm = np.log(x) - np.log(median)
        p = ndtr(logarithm / dispersion)
    step = np.where(logarithm > 0.0, 1.0, np.where(logarithm < 0.0, 0.0, at_once))
    return np.where((np.asarray(dispersion) == 0.0) | np.isinf(median) | (np.asarray(median) == 0.0), step, p)


def _ends(low: FloatArray, high: FloatArray, tail: float) -> Interval:
    return float(np.quantile(low, tail, method="lower")), float(np.quantile(high, 1.0 - tail, method="higher"))


def _told(interval: Interval | None, confidence: float) -> str:
    return "" if interval is None else f", {100 * confidence:g}% from {interval[0]:.4g} to {interval[1]:.4g}"
