"""The fragility of a scene: records scaled to several intensities, run by the engine of sweeps."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...checks import finite_array, finite_number, one_of, options_table
from ...errors import DrystoneError
from ...files.parts import read_motion
from ...model import GroundMotion
from ...summary import Facts, Summarised, counted
from ..campaign import Campaign
from .curve import Fragility
from .fit import fit_fragility
from .runs import StripeCase, multiple_stripes, stripe_table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MEASURES", "StripeAnalysis", "measure_of", "scene_stripes"]

MEASURES = {
    "pga": ("m/s2", 1.0), "pgv": ("m/s", 1.0), "pgd": ("m", 1.0), "arias": ("m/s", 2.0), "cav": ("m/s", 1.0),
}  # fmt: skip
"""Intensity measures by name: unit, and the power of the scale factor with which they grow. "sa:T" beside them: the
spectral pseudo-acceleration (m/s2) at the period T (s), 5 % damped."""
AFTER = 3.0
"""Time (s) for which a structure is followed after the end of a motion."""
FIRST, LAST = 0.8, 0.3
"""Shares of the pseudo-static capacity between which a record is cut: first and last acceleration, see `scene_stripes`."""


@dataclass(frozen=True, eq=False)
class StripeAnalysis(Summarised):
    """What a multiple stripe analysis found.

    ``runs``: every run with its record, intensity and verdict. ``stripes``: records by intensities, 1 where the structure
    collapsed, else 0. ``fragility``: fitted to them, None where there is no estimate, and ``reason`` then why.
    """

    runs: "pd.DataFrame"
    stripes: "pd.DataFrame"
    fragility: Fragility | None
    reason: str = ""

    def _summary(self) -> Facts:
        yield (
            "",
            f"of {counted(len(self.stripes), 'record')} at {counted(self.stripes.shape[1], 'intensity', 'intensities')}",
        )
        shares = [f"{level:.4g}: {share:.3g}" for level, share in self.stripes.mean().items()]
        yield "collapsed", ", ".join(shares)
        yield "fragility", self.reason if self.fragility is None else repr(self.fragility).replace("\n", "; ")


def measure_of(motion: GroundMotion, measure: str) -> float:
    """The intensity of a motion along its only direction, or the largest of its directions; see `MEASURES`."""
    if measure.startswith("sa:"):
        try:
            period = float(measure[3:])
        except ValueError as error:
            raise DrystoneError(
                f"measure is {measure!r}; the period must be a number of seconds, as in sa:0.5"
            ) from error
        return float(motion.response_spectrum([period])["pseudo_acceleration"].max())
    return float(motion.intensity()[one_of(measure, MEASURES, "measure")].max())


def scene_stripes(
    campaign: Campaign,
    motions: Mapping[str, Mapping[str, Any]],
    intensities: Any,
    *,
    measure: str = "pga",
    capacity: float | None = None,
    after: float = AFTER,
    bootstrap: int = 1000,
    seed: int = 0,
) -> StripeAnalysis:
    """A multiple stripe analysis: every record of ``motions`` scaled to every one of the ``intensities`` (m,).

    ``motions``: by the name of the record the table [motion] of a scene that reads it, without a scale. ``measure``: of the
    intensity, in SI units, see `MEASURES`. ``capacity`` (m/s2): the pseudo-static capacity of the structure, below which
    no acceleration moves it; a record is then run from where it first exceeds 0.8 of it (before that the structure rides
    on the ground) to where it last exceeds 0.3 of it; None runs whole records. ``after``: time (s) for which the structure
    is followed beyond the end. ``bootstrap``, ``seed``: as in `drystone.fit_fragility`.
    """
    levels = finite_array(intensities, (None,), "intensities", above=0.0)
    rest, power = finite_number(after, "after (s)", least=0.0), MEASURES.get(measure, ("m/s2", 1.0))[1]
    tables = {name: options_table(table, f"motion {name}") for name, table in motions.items()}
    read = {name: _read(name, table, campaign.folder) for name, table in tables.items()}
    sizes = {name: measure_of(motion, measure) for name, motion in read.items()}
    still = [name for name, size in sizes.items() if not size > 0.0]
    if still:
        raise DrystoneError(f"the records {', '.join(still[:5])} have no accelerations; leave them out")
    cases = multiple_stripes(list(tables), levels)
    common, varied = _parted(tables)
    if capacity is not None:
        common["strong"] = [0.0, 0.0]
    made = [_case(case, varied, read, sizes, power, capacity, rest) for case in cases]
    moving = [i for i, one in enumerate(made) if one is not None]
    table = campaign.runs(common, [one for one in made if one is not None])
    collapsed = np.zeros(len(cases), dtype=bool)
    collapsed[moving] = table["collapsed"].astype(bool)
    stripes = stripe_table(cases, collapsed.tolist())
    fragility, reason = None, ""
    try:
        unit = MEASURES.get(measure, ("m/s2", 1.0))[0]
        fragility = fit_fragility(records=stripes, bootstrap=bootstrap, seed=seed, measure=measure, unit=unit)
    except DrystoneError as error:
        reason = str(error)
    return StripeAnalysis(_table(cases, moving, table, collapsed), stripes, fragility, reason)


def _read(name: str, table: Mapping[str, Any], folder: Path) -> GroundMotion:
    """The motion of a record."""
    motion = read_motion({"motion": table}, folder)
    if motion is None:
        raise DrystoneError(f"the motion {name!r} is empty; give its table as a scene has it")
    return motion


def _parted(tables: Mapping[str, Mapping[str, Any]]) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """What no run changes, and by record the values that it has of its own, by keys with dots.

    Plain values and files are always a record's own, so that a run is the same one whatever others there are. Other
    lists, such as a direction, must be those of all records.
    """
    common: dict[str, Any] = {}
    varied: dict[str, dict[str, Any]] = {}
    for name, table in tables.items():
        own = varied[name] = {}
        for key, value in table.items():
            several = isinstance(value, list)
            if several and key == "file":
                own |= {f"motion.file.{i}": one for i, one in enumerate(value)}
            elif not several:
                own[f"motion.{key}"] = value
            shape = [""] * len(value) if key == "file" and several else value
            if several and common.setdefault(key, shape) != shape:
                raise DrystoneError(
                    f"{key} of the motion {name!r} is {value}; all records must have the same, or as many files"
                )
    return common, varied


def _case(
    case: StripeCase,
    varied: Mapping[str, Mapping[str, Any]],
    read: Mapping[str, GroundMotion],
    sizes: Mapping[str, float],
    power: float,
    capacity: float | None,
    rest: float,
) -> dict[str, Any] | None:
    """The values of the scene in one run; None where the record never reaches what moves the structure."""
    factor = (case.intensity / sizes[case.record]) ** (1.0 / power)
    motion = read[case.record].scaled(factor)
    values = {**varied[case.record], "motion.scale": factor}
    if capacity is not None:
        if motion.pga <= FIRST * capacity:
            return None
        limits = FIRST * capacity, LAST * capacity
        motion = motion.strong_part(*limits)
        values |= {"motion.strong.0": limits[0], "motion.strong.1": limits[1]}
    return values | {"run.duration": motion.duration + rest}


def _table(cases: list[StripeCase], moving: list[int], table: "pd.DataFrame", collapsed: np.ndarray) -> "pd.DataFrame":
    """Every run with its record and intensity; where the structure was known not to move, no verdict."""
    import pandas as pd

    verdicts = table[[name for name in table.columns if not name.startswith(("motion.", "run."))]].set_index(
        pd.Index(moving)
    )
    rows = pd.DataFrame({"record": [c.record for c in cases], "intensity": [c.intensity for c in cases]})
    return rows.join(verdicts.drop(columns="collapsed")).assign(collapsed=collapsed)
