"""`drystone run` and `drystone resume`: one scene, its summary and its results."""

import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import DrystoneError
from ..summary import counted
from .answer import Answer
from .campaign_options import numbers
from .messages import folder, options, reported_warnings, shows_bars
from .outcome import in_short, recorded_step, summary, values, write_pictures
from .parsing import SUGGEST
from .tables import show_facts

if TYPE_CHECKING:
    from ..files import ResultStore, RunSettings, SceneFile
    from ..ground_motion import GroundMotion
    from ..results import Trajectory

__all__ = ["CONTACTS", "STATES", "execute", "resume"]

SETTINGS = ("duration", "dt", "formulation", "form", "solver", "integrator", "record_every")
CONTACTS = 50
"""Steps whose contacts are stored if nothing is said; those of 200 blocks take some 100 kB a step, most of a file."""
STATES = 1000
"""Recorded states if nothing is said, at most: enough for pictures and histories of a minute. What is between them is
computed again from checkpoints where it is asked for."""
RESULT = "result.h5"
AFTER = 1.0
"""How long a run goes on after a motion of the command's own if nothing is said (s)."""
MOST_WARNINGS = 100
"""Warnings that are stored with a run; of all of them their number."""


def execute(
    scene: str,
    option: list[str],
    arguments: list[str],
    contacts: str,
    out: str | None,
    record: str | None,
    pulse: str | None,
    progress: bool,
    answer: Answer,
    **settings: Any,
) -> int:
    """Run a scene, print the summary and store the results as the run goes; nothing that is there is touched.

    What an error, an interrupt or a request to end (SIGTERM) leaves is an unfinished run, which `resume` goes on with.
    """
    from ..files import ResultStore, read_scene
    from ..integrators import simulate
    from .compile_ahead import expected

    expected()
    quiet = answer.quiet
    shaken = _shaken(record, pulse)
    read = read_scene(scene, options(arguments), changes=shaken)
    given = {key: settings[key] for key in SETTINGS if settings[key] is not None and key != "dt"}
    run = _with_step(read, read.run.changed(**given, options=options(option)), settings["dt"], answer)
    if shaken and settings["duration"] is None and not _has_duration(scene):
        run = run.changed(duration=_until_after(read.motion, run.dt))
    if settings["record_every"] is None:
        run = run.changed(record_every=max(run.record_every, math.ceil(run.duration / run.dt / STATES)))
    wanted = _free_folder(Path("runs") / read.name if out is None else Path(out))
    with _made(wanted) as target, reported_warnings(quiet) as messages:
        store = ResultStore(target / RESULT, steps_with_contacts(contacts), lambda: _about(read, run, messages))
        try:
            made = partial(simulate, **read.arguments(run), progress=shows_bars(progress, quiet), store=store)
            _followed(made, target, store)
        except DrystoneError:
            if not store.done:
                store.discard()
            raise
    return _tell(target, answer)


def _shaken(record: str | None, pulse: str | None) -> dict[str, Any]:
    """The table [motion] of a record, or of a pulse: amplitude in g, half-period in s."""
    from ..model.gravity import ONE_G

    if record is not None:
        path = Path(record).resolve()
        _check_record(path)
        return {"motion": {"kind": "record", "file": str(path)}}
    if pulse is None:
        return {}
    amplitude, half_period = numbers(pulse, "--pulse", 2)
    return {"motion": {"kind": "one-sine", "amplitude": ONE_G * amplitude, "half_period": half_period}}


def _has_duration(scene: str) -> bool:
    """Whether the file of a scene says how long it runs; built-in scenes are made for their own motion."""
    from ..files.scene import scene_tables
    from ..structures import STRUCTURES

    return scene not in STRUCTURES and "duration" in scene_tables(scene).get("run", {})


def _until_after(motion: "GroundMotion | None", dt: float) -> float:
    """Duration (s) in whole steps, the last of which ends `AFTER` the motion."""
    whole = (0.0 if motion is None else motion.duration) + AFTER
    return dt * math.ceil(whole / dt * (1.0 - 1e-9))


def _check_record(path: Path) -> None:
    """Say of the option what is wrong with its file, and where to say what a file does not tell; not of the scene."""
    from ..disk import is_file
    from ..files.recorded import recorded

    try:
        recorded(path)
    except DrystoneError as error:
        more = "; what a file does not tell is said in a scene: units, dt, direction, ... in the table [motion]"
        raise DrystoneError(f"--record: {error}{more if is_file(path) else ''}") from error


def resume(result: str, progress: bool, answer: Answer) -> int:
    """Continue a run that was interrupted; the result is the same bit for bit as that of a whole run."""
    from ..files import ResultStore, open_run
    from ..integrators import simulate
    from .compile_ahead import expected

    expected()
    quiet = answer.quiet
    with reported_warnings(quiet) as messages:
        stored = open_run(result)
        store = ResultStore.resumed(stored.path, lambda: _with_warnings(stored.about, messages))
        target = stored.path.parent
        if store.ended:
            store.join()
        else:
            if not stored.remains:
                store.again()
                stored = open_run(result)
            made = partial(simulate, **stored.remaining(), progress=shows_bars(progress, quiet), store=store)
            _followed(made, target, store)
    return _tell(target, answer, store.path)


def _followed(made: "Callable[[], Trajectory]", target: Path, store: "ResultStore") -> None:
    """Make a run; if it stops, say where its results are and how to continue it."""
    again = f"`drystone resume {target}` continues it"
    try:
        made()
    except DrystoneError as error:
        if not store.done:  # again it would end as it did
            raise
        raise DrystoneError(f"{error} (the run so far is in {str(target)!r}; {again})") from error
    except BaseException:
        if store.states:
            on = f"; {again}" if store.folder.is_dir() else ""  # else it has reached its end
            print(
                f"drystone: stopped at {store.reached:.6g} s; the run so far is in {str(target)!r}{on}", file=sys.stderr
            )
        raise


def _tell(target: Path, answer: Answer, path: Path | None = None) -> int:
    """Tables and pictures of a run that has ended, beside it, and its summary."""
    from ..files import open_run, write_table

    stored = open_run(target if path is None else path)
    trajectory, about = stored.trajectory, stored.about
    name = str(about.get("scene", stored.path.stem))
    written = [
        stored.path,
        write_table(trajectory.energy, target / "energy.csv"),
        write_table(trajectory.steps, target / "steps.csv"),
        *write_pictures(name, trajectory, target),
    ]
    if answer.quiet:
        answer.result(show_facts([("verdict", in_short(trajectory)), ("results", str(target))]))
    answer.tell(summary(name, trajectory, about))
    answer.tell(f"warnings             {about.get('warning_count', 0)}")
    answer.written(written)
    _tell_contacts(trajectory, answer)
    answer.give(*values(name, trajectory, about))
    return 0


def _free_folder(path: Path) -> Path:
    """The folder, or the first with a number added that holds no results."""
    from ..disk import is_folder
    from ..files import locate

    number, candidate = 1, path
    while is_folder(candidate) and locate(candidate).exists():
        number += 1
        candidate = path.with_name(f"{path.name}-{number}")
    return candidate


@contextmanager
def _made(path: Path) -> Iterator[Path]:
    """The folder, made if it is not there; what was made goes again if a run is refused before it has results."""
    made = [one for one in (path, *path.parents) if not one.exists()]
    folder(path)
    try:
        yield path
    except BaseException:
        with suppress(OSError):  # of a folder that holds something
            for one in made:
                one.rmdir()
        raise


def steps_with_contacts(text: str) -> int | None:
    """Of how many steps contacts are stored, at most: None for all."""
    words = {"all": None, "last": 1, "none": 0}
    if text in words:
        return words[text]
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    raise DrystoneError(f"--contacts is {text!r}; it must be all, last, none or a number of steps")


def _with_step(scene: "SceneFile", run: "RunSettings", dt: str | None, answer: Answer) -> "RunSettings":
    """The settings with the time step that was given, or with the one suggested, which is told."""
    from ..integrators import suggest_dt

    if dt is None:
        return run
    if dt != SUGGEST:
        return run.changed(dt=float(dt))
    advice = suggest_dt(
        scene.assembly, scene.motion, integrator=run.integrator, formulation=run.formulation, gravity=scene.gravity,
        options=run.options,
    )  # fmt: skip
    answer.tell(f"{advice}\n")
    return run.changed(dt=advice.dt)


def _tell_contacts(trajectory: "Trajectory", answer: Answer) -> None:
    from ..results.trajectory import steps_with_contacts as kept

    there, steps = len(kept(trajectory)), len(trajectory.steps)
    if there < steps:
        kind = recorded_step(trajectory)
        spread = "of the last step" if there == 1 else f"of {counted(there, kind)}, evenly spread"
        answer.tell(show_facts([("contacts stored", f"{spread}, of {steps}; --contacts all stores all")]))


def _about(scene: "SceneFile", run: "RunSettings", messages: Sequence[str]) -> dict[str, Any]:
    """What is stored of a run beside its history: plain values, anything else as text."""
    from .. import __version__

    about = {
        "drystone": __version__,
        "scene": scene.name,
        "settings": {key: getattr(run, key) for key in SETTINGS},
        "options": {key: str(value) for key, value in run.options.items()},
        "settlements": {", ".join(one.blocks): [one.start, one.duration] for one in scene.settlements},
    }
    return _with_warnings(about, messages)


def _with_warnings(about: Mapping[str, Any], messages: Sequence[str]) -> dict[str, Any]:
    """The same with these warnings beside those that it has."""
    given = [*about.get("warnings", []), *messages]
    count = int(about.get("warning_count", 0)) + len(messages)
    return {**about, "warnings": given[:MOST_WARNINGS], "warning_count": count}
