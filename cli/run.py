"""`drystone run`: one scene, its summary and its results."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import DrystoneError
from ..summary import counted
from .messages import folder, number, options, reported_warnings, shows_bars
from .outcome import summary, write_pictures
from .tables import show_facts

if TYPE_CHECKING:
    from ..files import RunSettings, SceneFile
    from ..results import Trajectory

__all__ = ["CONTACTS", "execute"]

SETTINGS = ("duration", "dt", "formulation", "form", "solver", "integrator", "record_every")
CONTACTS = 50
"""Steps whose contacts are stored if nothing is said; those of 200 blocks take some 100 kB a step, most of a file."""
SUGGEST = "suggest"
"""In the place of a time step: the one that `drystone.suggest_dt` gives."""
MOST_WARNINGS = 100
"""Warnings that are stored with a run; of all of them their number."""


def execute(
    scene: str,
    option: list[str],
    arguments: list[str],
    contacts: str,
    out: str | None,
    progress: bool,
    quiet: bool,
    **settings: Any,
) -> int:
    """Run a scene, print the summary and store the results; what a stopped run reached is stored too.

    Whatever stops it: an error, an interrupt, a request to end (SIGTERM).
    """
    from ..files import read_scene

    read = read_scene(scene, options(arguments))
    given = {key: settings[key] for key in SETTINGS if settings[key] is not None and key != "dt"}
    run = _with_step(read, read.run.changed(**given, options=options(option)), settings["dt"], quiet)
    kept = steps_with_contacts(contacts)
    target = folder(Path("runs") / read.name if out is None else out)
    stopped: BaseException | None = None
    with reported_warnings(quiet) as messages:
        try:
            trajectory = _simulate(read, run, shows_bars(progress, quiet))
        except BaseException as stop:  # an interrupt as well: what was computed is stored before it goes on
            stopped, trajectory = stop, _reached(stop)
    about = _about(read, run, trajectory, messages)
    written = _store(read.name, trajectory, about, kept, target)
    if not quiet:
        print(summary(read.name, trajectory, about))
        print(f"warnings             {len(messages)}")
        print(show_facts([("results", ", ".join(str(path) for path in written))]))
        _tell_contacts(trajectory, kept)
    if isinstance(stopped, DrystoneError):
        raise DrystoneError(f"{stopped} (what was computed before is in {str(target)!r})") from stopped
    if stopped is not None:
        reached = f"{trajectory.time[-1]:.6g} s"
        print(f"drystone: stopped at {reached}; the run so far is in {str(target)!r}", file=sys.stderr)
        raise stopped
    return 0


def steps_with_contacts(text: str) -> int | None:
    """Of how many steps contacts are stored, at most: None for all."""
    words = {"all": None, "last": 1, "none": 0}
    if text in words:
        return words[text]
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    raise DrystoneError(f"--contacts is {text!r}; it must be all, last, none or a number of steps")


def _with_step(scene: "SceneFile", run: "RunSettings", dt: str | None, quiet: bool) -> "RunSettings":
    """The settings with the time step that was given, or with the one suggested, which is told."""
    from ..integrators import suggest_dt

    if dt is None:
        return run
    if dt != SUGGEST:
        return run.changed(dt=number(dt, "--dt"))
    advice = suggest_dt(
        scene.assembly, scene.motion, integrator=run.integrator, formulation=run.formulation, gravity=scene.gravity,
        options=run.options,
    )  # fmt: skip
    if not quiet:
        print(f"{advice}\n")
    return run.changed(dt=advice.dt)


def _tell_contacts(trajectory: "Trajectory", kept: int | None) -> None:
    there = sum(record is not None for record in trajectory.records)
    if kept is not None and there > kept:
        spread = f"of {counted(kept, 'step')}, evenly spread"
        which = "of the last step" if kept == 1 else spread if kept else "of no step"
        print(show_facts([("contacts stored", f"{which}, of {there} recorded; --contacts all stores them all")]))


def _simulate(scene: "SceneFile", run: "RunSettings", progress: bool) -> "Trajectory":
    from ..integrators import simulate

    return simulate(**scene.arguments(run), progress=progress)


def _reached(stop: BaseException) -> "Trajectory":
    """What a run made before it was stopped; the stop itself again where it made nothing."""
    from ..results import Trajectory

    made = getattr(stop, "trajectory", None)
    if not isinstance(made, Trajectory):
        raise stop
    return made


def _about(scene: "SceneFile", run: "RunSettings", trajectory: "Trajectory", messages: Sequence[str]) -> dict[str, Any]:
    """What is stored of a run beside its history: plain values, anything else as text."""
    from .. import __version__

    end = float(trajectory.time[-1])
    return {
        "drystone": __version__,
        "scene": scene.name,
        "settings": {key: getattr(run, key) for key in SETTINGS},
        "options": {key: str(value) for key, value in run.options.items()},
        "settlements": {", ".join(one.blocks): one.fraction(end) for one in scene.settlements},
        "warnings": list(messages[:MOST_WARNINGS]),
        "warning_count": len(messages),
    }


def _store(name: str, trajectory: "Trajectory", about: dict[str, Any], kept: int | None, target: Path) -> list[Path]:
    from ..files import save, with_contacts, write_table

    return [
        save(with_contacts(trajectory, kept), target / "trajectory.npz", about),
        write_table(trajectory.energy, target / "energy.csv"),
        write_table(trajectory.steps, target / "steps.csv"),
        *write_pictures(name, trajectory, target),
    ]
