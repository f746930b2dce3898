"""`drystone fragility`: how likely a structure collapses under recorded motions of growing intensity."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import DrystoneError
from ..summary import with_units
from .answer import Answer
from .campaign_options import campaign_of, numbers
from .record_folder import record_tables
from .tables import show

if TYPE_CHECKING:
    from ..assessment.campaign import Campaign
    from ..assessment.fragility import StripeAnalysis
    from ..ground_motion import IntensityMeasure

__all__ = ["INTENSITIES", "execute"]

PLAN = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
"""Axes of east and north."""

INTENSITIES = "0.5,0.75,1,1.5,2,2.5"
"""Peak ground accelerations of Nodargi and Bisegna (2024), section 4.5.3 (g)."""


def execute(
    scene: str,
    records: str | None,
    pattern: str,
    fema: str | None,
    units: str | None,
    measure: str,
    intensities: str | None,
    axis: str,
    accelerations: str,
    single: bool,
    whole: bool,
    after: float | None,
    bootstrap: int,
    seed: int,
    answer: Answer,
    **runs: Any,
) -> int:
    """Make the runs that the store does not hold yet; print the function, write tables, NRML and the figure."""
    from ..assessment.domain import ACCELERATIONS, AFTER
    from ..assessment.fragility import scene_stripes
    from ..files import write_table
    from ..ground_motion import IntensityMeasure

    line = numbers(axis, "--axis", 3)
    kind = IntensityMeasure(measure)
    unit, scale = (accelerations, ACCELERATIONS[accelerations]) if kind.is_acceleration else (kind.unit, 1.0)
    given = ACCELERATIONS["g"] if intensities is None and kind.is_acceleration else scale
    levels = [one * given for one in numbers(intensities or INTENSITIES, "--intensities")]
    if not min(levels) > 0.0:
        raise DrystoneError(f"--intensities is {intensities!r}; all of them must be above 0")
    if (records is None) == (fema is None):
        raise DrystoneError("give either --records DIR or --fema SET, the source of the recorded motions")
    if records is None:
        motions, pairs = _fema(fema, line), False
    else:
        motions, pairs = record_tables(Path(records), pattern, units, line, answer, single)
    with campaign_of(scene, "fragility", quiet=answer.quiet, **runs) as (campaign, target):
        least = None if whole else _least_capacity(campaign, PLAN if pairs else [line])
        analysis = scene_stripes(
            campaign, motions, levels, measure=kind, capacity=least, after=AFTER if after is None else after,
            bootstrap=bootstrap, seed=seed,
        )  # fmt: skip
    answer.tell(f"# stripes, {kind.name} ({unit})\n\n{show(_shares(analysis, unit, scale))}\n")
    found = analysis.fragility
    answer.result(_reason(analysis, kind, unit, scale) if found is None else f"{found.in_units(unit, scale)}")
    answer.tell("")
    tables = [
        write_table(analysis.runs, target / "runs.csv"),
        write_table(analysis.stripes.reset_index(), target / "stripes.csv"),
    ]
    answer.written([*tables, *_write(analysis, kind, (unit, scale), target)])
    answer.give(*_values(analysis, kind, unit, scale))
    return 0


def _values(
    analysis: "StripeAnalysis", kind: "IntensityMeasure", unit: str, scale: float
) -> tuple[dict[str, Any], dict[str, str]]:
    found = analysis.fragility
    runs = analysis.runs.assign(intensity=analysis.runs["intensity"] / scale)
    runs = with_units(runs, {**analysis.runs.attrs["units"], "intensity": unit})
    told = {
        "measure": kind.name, "reason": _reason(analysis, kind, unit, scale) if found is None else None,
        "median": None if found is None else found.median / scale,
        "dispersion": None if found is None else found.dispersion,
        "stripes": _shares(analysis, unit, scale), "runs": runs,
    }  # fmt: skip
    return told, {"median": unit, "dispersion": "1", "intensity": unit}


def _reason(analysis: "StripeAnalysis", kind: "IntensityMeasure", unit: str, scale: float) -> str:
    """Why there is no function, with intensities in the ``unit``: what the fit to the stripes says in it."""
    from ..assessment.fragility import fit_fragility

    try:
        fit_fragility(
            records=analysis.stripes.rename(columns=lambda one: one / scale), bootstrap=0, measure=kind.name, unit=unit
        )
    except DrystoneError as error:
        return str(error)
    return analysis.reason


def _least_capacity(campaign: "Campaign", axes: Sequence[Sequence[float]]) -> float | None:
    """The acceleration (m/s2) below which nothing moves, of those along the ``axes``; None where that is not known.

    What the structure bears is convex: in directions between two axes at a right angle it bears 1/sqrt(2) of the lesser
    capacity at least.
    """
    from ..assessment.domain import scene_capacity

    found = [scene_capacity(campaign, axis) for axis in axes]
    known = [one for capacities in found if capacities is not None for one in capacities.values()]
    if any(one is None for one in found):
        return None
    return min(known) / len(axes) ** 0.5


def _shares(analysis: "StripeAnalysis", unit: str, scale: float) -> Any:
    import pandas as pd

    found = analysis.stripes
    columns = {
        "intensity": found.columns.to_numpy(dtype=float) / scale,
        "runs": found.notna().sum().to_numpy(),
        "collapses": found.sum().to_numpy(),
    }
    return with_units(pd.DataFrame(columns), {"intensity": unit, "runs": "1", "collapses": "1"})


def _fema(suite: str | None, line: list[float]) -> dict[str, dict[str, Any]]:
    """The components of a set of FEMA P695, each along the same line."""
    from ..ground_motion import fema_p695

    rows = fema_p695(suite or "").table.to_dict("records")
    common = {"kind": "fema-p695", "suite": suite, "direction": line}
    return {
        f"{row['record']}{row['component']}": {
            **common,
            "record": int(row["record"]),
            "component": str(row["component"]),
        }
        for row in rows
    }


def _write(
    analysis: "StripeAnalysis", measure: "IntensityMeasure", shown: tuple[str, float], target: Path
) -> list[Path]:
    """The function as CSV and for OpenQuake, and in the unit that is ``shown`` as figure and page."""
    from ..assessment.fragility import fragility_figure
    from ..assessment.fragility.nrml import fitting_name
    from ..files import write_figure
    from ..model.gravity import ONE_G

    found = analysis.fragility
    if found is None:
        return []
    written = [
        found.to_csv(target / "fragility.csv"),
        write_figure(fragility_figure(found.in_units(*shown)), target / "fragility.png"),
        found.in_units(*shown).view(target.name).save(target / "fragility.html"),
    ]
    if measure.openquake is None:
        return written
    scale = 1.0 / ONE_G if measure.is_acceleration else 100.0
    name = fitting_name(target.name)
    return [*written, found.to_nrml(target / "fragility.xml", measure.openquake, name=name, scale=scale)]
