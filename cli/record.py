"""`drystone record`: what a file of a recorded ground motion says, what is in it, and its response spectrum."""

from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import DrystoneError
from .answer import Answer
from .messages import folder
from .tables import show, show_facts

if TYPE_CHECKING:
    from ..ground_motion import GroundMotion, Record

__all__ = ["execute"]

DRIFT = 0.05
"""Share of its peak that the velocity at the end may have before a correction is advised."""


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
    from ..ground_motion import GroundMotion, read_records

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
    answer.result(show(table))
    answer.give({"intensity": table})
    drifts = table[table["velocity_at_end"].abs() > DRIFT * table["pgv"]]
    if len(drifts):
        told = zip(drifts["velocity_at_end"], drifts["direction"], strict=True)
        moving = ", ".join(f"{speed:.3g} m/s along {name}" for speed, name in told)
        answer.tell(
            show_facts([("warning", f"the ground still moves at the end, {moving}: correct the baseline or filter")])
        )
    if out is not None:
        written = _store(motion, damping, folder(out), Path(files[0]).name)
        answer.written(written)
    return 0


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
