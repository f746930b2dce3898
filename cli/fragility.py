"""`drystone fragility`: how likely a structure collapses under recorded motions of growing intensity."""

from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import DrystoneError
from ..summary import counted, listed, with_units
from .answer import Answer
from .campaign_options import campaign_of, numbers
from .tables import show, show_facts

if TYPE_CHECKING:
    from ..assessment.fragility import StripeAnalysis
    from ..ground_motion import IntensityMeasure

__all__ = ["INTENSITIES", "execute"]

INTENSITIES = "0.5,0.75,1,1.5,2,2.5"
"""Peak ground accelerations of Nodargi and Bisegna (2024), section 4.5.3 (g)."""


def execute(
    scene: str,
    records: str | None,
    pattern: str,
    fema: str | None,
    units: str | None,
    measure: str,
    intensities: str,
    axis: str,
    whole: bool,
    bootstrap: int,
    seed: int,
    answer: Answer,
    **runs: Any,
) -> int:
    """Make the runs that the store does not hold yet; print the function, write tables, NRML and the figure."""
    from ..assessment.domain import scene_capacity
    from ..assessment.fragility import scene_stripes
    from ..files import write_table
    from ..ground_motion import IntensityMeasure
    from ..model.gravity import STANDARD_GRAVITY

    line = numbers(axis, "--axis", 3)
    kind = IntensityMeasure(measure)
    scale = STANDARD_GRAVITY if kind.is_acceleration else 1.0
    levels = [one * scale for one in numbers(intensities, "--intensities")]
    if (records is None) == (fema is None):
        raise DrystoneError("give either --records DIR or --fema SET, the source of the recorded motions")
    motions = _fema(fema, line) if records is None else _files(Path(records), pattern, units, line, answer)
    with campaign_of(scene, "fragility", quiet=answer.quiet, **runs) as (campaign, target):
        found = None if whole else scene_capacity(campaign, line)
        least = None if found is None else min(found.values())
        analysis = scene_stripes(
            campaign, motions, levels, measure=kind, capacity=least, bootstrap=bootstrap, seed=seed
        )
    written = [
        write_table(analysis.runs, target / "runs.csv"),
        write_table(analysis.stripes.reset_index(), target / "stripes.csv"),
        *_write(analysis, kind, target),
    ]
    answer.tell(f"# stripes, {kind.name} ({kind.unit})\n\n{show(_shares(analysis))}\n")
    answer.result(f"{analysis.fragility or analysis.reason}")
    answer.tell("")
    answer.written(written)
    answer.give(*_values(analysis, kind))
    return 0


def _values(analysis: "StripeAnalysis", kind: "IntensityMeasure") -> tuple[dict[str, Any], dict[str, str]]:
    found = analysis.fragility
    told = {
        "measure": kind.name, "reason": analysis.reason or None,
        "median": None if found is None else found.median,
        "dispersion": None if found is None else found.dispersion,
        "stripes": _shares(analysis), "runs": analysis.runs,
    }  # fmt: skip
    return told, {"median": kind.unit, "dispersion": "1", "intensity": kind.unit}


def _shares(analysis: "StripeAnalysis") -> Any:
    import pandas as pd

    found = analysis.stripes
    columns = {"intensity": found.columns, "runs": found.notna().sum().to_numpy(), "collapses": found.sum().to_numpy()}
    return with_units(pd.DataFrame(columns), {"runs": "1", "collapses": "1"})


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


def _files(
    place: Path, pattern: str, units: str | None, line: list[float], answer: Answer
) -> dict[str, dict[str, Any]]:
    """Every file of a folder with a name of this pattern, a component each, along the same line; vertical ones are left
    out with a word.
    """
    from ..files.scene_tables import read_motion

    if not place.is_dir():
        raise DrystoneError(f"--records is {str(place)!r}; it must be a folder with files of recorded components")
    there = sorted(path for path in place.iterdir() if path.is_file() and not path.name.startswith("."))
    files = [path for path in there if fnmatchcase(path.name, pattern)]
    if not files:
        raise DrystoneError(
            f"of {counted(len(there), 'file')} in the folder {str(place)!r} no name is like {pattern!r}; "
            "put recorded components into it, one in each file"
        )
    vertical = [path.name for path in files if _is_vertical(path, units)]
    files = [path for path in files if path.name not in vertical]
    if not files:
        raise DrystoneError(f"the folder {str(place)!r} has vertical components alone: {listed(vertical)}")
    if vertical:
        answer.tell(show_facts([("left out", f"{listed(vertical)}, vertical")]))
    told: dict[str, Any] = {"kind": "record", "direction": line} | ({} if units is None else {"units": units})
    tables = {path.name: {**told, "file": str(path.resolve())} for path in files}
    for name, table in tables.items():
        try:
            read_motion({"motion": table}, place)
        except DrystoneError as error:
            raise DrystoneError(
                f"{name} of the folder {str(place)!r}: {error}. If it is no record, leave it out with --pattern '*.AT2'"
            ) from error
    return tables


def _is_vertical(path: Path, units: str | None) -> bool:
    """Whether a file says of all it holds that it is vertical; what is no record is told later."""
    from ..ground_motion import read_records
    from ..ground_motion.records.units import DOWN, UP

    try:
        return all(one.orientation in (UP, DOWN) for one in read_records(path, units=units))
    except DrystoneError:
        return False


def _write(analysis: "StripeAnalysis", measure: "IntensityMeasure", target: Path) -> list[Path]:
    from ..assessment.fragility import fragility_figure
    from ..files import write_figure
    from ..model.gravity import STANDARD_GRAVITY

    found = analysis.fragility
    if found is None:
        return []
    written = [
        found.to_csv(target / "fragility.csv"),
        write_figure(fragility_figure(found), target / "fragility.png"),
        found.view(target.name).save(target / "fragility.html"),
    ]
    if measure.openquake is None:
        return written
    scale = 1.0 / STANDARD_GRAVITY if measure.is_acceleration else 100.0
    return [*written, found.to_nrml(target / "fragility.xml", measure.openquake, name=target.name, scale=scale)]
