"""`drystone record`: what a file of a recorded ground motion says, what is in it, and its response spectrum."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import DrystoneError
from .answer import Answer
from .messages import folder
from .tables import show, show_facts

if TYPE_CHECKING:
    import pandas as pd

    from ..ground_motion import GroundMotion, Record

__all__ = ["execute"]

DRIFT = 0.05
"""Share of its peak that the velocity at the end may have before a correction is advised."""
FAR = 0.5
"""The same of the displacement: records that are processed end near zero, unless the ground itself was displaced."""


def execute(
    files: list[str],
    units: str | None,
    dt: float | None,
    no_check: bool,
    damping: float,
    out: str | None,
    answer: Answer,
) -> int:
    """Print what was understood of the files' components; store their spectrum and a picture where ``out`` is given."""
    from ..checks import finite_number
    from ..ground_motion import GroundMotion, read_records
    from ..ground_motion.processing import MOST_DAMPING

    finite_number(damping, "damping", least=0.0, most=MOST_DAMPING)
    records = read_records(files, units=units, dt=dt, check_peak=not no_check)
    for record in records:
        answer.tell(show_facts(_facts(record)) + "\n")
    answer.give({"records": [dict(_facts(record)) for record in records]})
    try:
        motion = GroundMotion.from_records(records)
    except DrystoneError as error:
        if out is not None or len(records) == 1:
            raise
        answer.result(show_facts([("together", f"no one motion: {error}")]))
        return 0
    table = motion.intensity()
    answer.result(show(_titled(table)))
    answer.give({"intensity": table})
    for line in _drift(table):
        answer.tell(show_facts([("warning", line)]))
    if out is not None:
        written = _store(motion, damping, folder(out), _title([Path(file).name for file in files]))
        answer.written(written)
    return 0


def _title(names: list[str]) -> str:
    """The names of all files in short: what they have in common once."""
    differs = (i for i, letters in enumerate(zip(*names, strict=False)) if len(set(letters)) > 1)
    same = next(differs, min(map(len, names)))
    common, rest = names[0][:same].rstrip("._- "), [name[same:] for name in names]
    if len(set(names)) == 1:
        return names[0]
    return f"{common}: {', '.join(rest)}" if len(common) > 2 and all(rest) else ",\n".join(names)


def _titled(table: "pd.DataFrame") -> "pd.DataFrame":
    """The table with the unit behind the name of each column."""
    units = table.attrs["units"]
    titles = {name: f"{name} ({units[name]})" for name in table if units[name] not in ("", "1")}
    return table.rename(columns=titles)


def _drift(table: "pd.DataFrame") -> Iterator[str]:
    """What is wrong with the end of a record, and what mends it: the ground is to be at rest, about where it was."""
    drifting = False
    for row in table.to_dict("records"):
        speed, way = abs(row["velocity_at_end"]), abs(row["displacement_at_end"])
        if speed > DRIFT * row["pgv"]:
            drifting = True
            share = speed / row["pgv"]
            yield f"the ground still moves at the end along {row['direction']}, by {speed:.3g} m/s, {share:.0%} of PGV"
        if way > FAR * row["pgd"]:
            drifting = True
            share = way / row["pgd"]
            yield f"the ground ends {way:.3g} m from where it began along {row['direction']}, {share:.0%} of PGD"
    if drifting:
        yield (
            "correct the baseline or filter: in [motion] of a scene baseline = 1 and low = 0.1 (Hz), then to_rest = "
            "true; in Python motion.baseline_corrected(1).filtered(low=0.1).brought_to_rest()"
        )


def _facts(record: "Record") -> list[tuple[str, str]]:
    pointing = f"{record.orientation:g} degrees" if isinstance(record.orientation, float) else record.orientation
    step = "uneven" if record.dt is None else f"{record.dt:.6g} s"
    told = [
        ("file", record.path.name if record.path else ""),
        ("format", record.form),
        ("component", f"{record.component or 'not named'}, {pointing or 'orientation not given'}"),
        ("samples", f"{len(record.time)}, dt {step}, {record.time[-1]:.6g} s"),
        ("units", record.units),
        ("stated peak", "none" if record.stated_peak is None else f"{abs(record.stated_peak):.6g} m/s2"),
        ("peak of the samples", f"{record.peak:.6g} m/s2"),
    ]
    return told + [(name, value) for name, value in record.facts.items() if value]


def _store(motion: "GroundMotion", damping: float, target: Path, title: str) -> list[Path]:
    from ..files import write_figure, write_table
    from ..view import motion_figure

    paths = [target / name for name in ("spectrum.csv", "intensity.csv", "motion.png")]
    write_table(motion.response_spectrum(damping=damping), paths[0])
    write_table(motion.intensity(), paths[1])
    write_figure(motion_figure(motion, damping, title=title), paths[2])
    return paths
