"""A store that a run is written to as it goes: a folder of parts while it goes on, one file when it has ended."""

import json
import os
import shutil
import time as clock
import warnings
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np

from ..checks import MOST_STEPS, file_path, options_table, whole_number
from ..disk import MEGABYTE, Lock, is_file, is_folder, reading, replacing
from ..errors import DrystoneError
from ..model import Scene
from ..results import Checkpoint, Trajectory
from ..results.run_store import RunPart
from ..results.watch import read_criteria
from ..summary import Facts, Summarised
from .contents import (
    Content,
    column_content,
    criteria_content,
    end_content,
    header_content,
    json_text,
    row_content,
)  # fmt: skip
from .fields import Fields
from .hdf5 import built, opened
from .results import ABOUT, HEAD, PARTS, SUFFIX, UNFINISHED, WHAT, locate, open_run, results_path, write_content
from .stored_checkpoint import checkpoint_arrays
from .stored_fields import StoredArrays, put_joined
from .stored_scene import scene_arrays

__all__ = ["CONTACTS", "ResultStore", "is_running"]

END, LOCK = f"end{SUFFIX}", "lock"
"""Names in the folder of an unfinished run of what is known at its end, and of what a running process holds."""

CONTACTS = 50
"""Steps whose contacts are stored if nothing is said; those of 200 blocks take some 100 kB a step, most of a file."""
EVERY = 10.0
"""Seconds of computing after which a part is written: what a crash of the machine costs at most, beside SHARE."""
SHARE = 0.05
"""The same as a share of the time that the run has taken, so that runs of hours have some hundred parts at most."""
WINDOW = 8 * MEGABYTE
"""Bytes of recorded states that are held in memory at most, about: a second of writing."""
ROOM = 1.2
"""Free space that joining the parts needs, over their own size."""


class ResultStore(Summarised):
    """A file of results, ``path`` (.h5), that `simulate` writes its run to as it goes.

    Until the run ends it is a folder ``<name>.unfinished`` of parts, each on the disk whole or not at all, which
    `drystone.open` reads as far as they go; `drystone resume` goes on with one that was ended, to the last bit. Then
    they become the file. Results that are there are never touched: where ``path`` is taken a number is added to the
    name, with a warning.

    ``contacts``: number of steps, evenly spread, whose contacts are stored (beside those of the last), None for all;
    `StoredRun.arguments` computes any others again. ``about``: what should be known of the run, as in `save`, or a
    function that tells it whenever a part is written. ``path`` of the object: where the file will be.

    >>> import drystone as ds, tempfile
    >>> from drystone.structures import column
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     run = ds.simulate(column(2), 0.05, 0.01, store=ds.ResultStore(f"{folder}/run.h5"))
    ...     print(len(ds.open(f"{folder}/run.h5").time))
    6
    """

    def __init__(
        self,
        path: str | Path,
        contacts: int | None = CONTACTS,
        about: Mapping[str, Any] | Callable[[], Mapping[str, Any]] | None = None,
    ) -> None:
        asked = results_path(path)
        self.path = _free(asked)
        if self.path != asked:
            warnings.warn(
                f"ResultStore: {str(asked)!r} holds results, which stay; the run goes to {str(self.path)!r}",
                stacklevel=2,
            )
        self._most = None if contacts is None else whole_number(contacts, "number of steps with contacts", least=0)
        self._about = about if callable(about) else options_table(about, "about")
        self.folder = self.path.with_suffix(UNFINISHED)
        """Where the parts are until the run has ended."""
        self._parts: list[Path] = []
        self._row: Mapping[str, Any] = {}
        self._states, self._rows, self._done, self.reached = 0, 0, 0, 0.0
        """``reached``: time of the last step that is in the store (s)."""
        self._lock: Lock | None = None

    @classmethod
    def resumed(cls, path: str | Path, about: Any = None) -> "ResultStore":
        """The store of a run that was ended before its end, to go on with.

        DrystoneError where there is none, and where the run still goes on in another process.
        """
        folder = locate(path)
        if folder.suffix != UNFINISHED or not is_folder(folder):
            raise DrystoneError(f"{str(folder)!r} is not an unfinished run; only those can be resumed")
        store = cls.__new__(cls)
        store.path, store.folder, store._about = folder.with_suffix(SUFFIX), folder, about
        store._lock = Lock(folder / LOCK, f"the run in {str(folder)!r}")
        run = open_run(folder)
        with reading(folder, WHAT):
            store._parts, store._states = sorted(folder.glob(PARTS)), len(run.trajectory.time)
            most = run.settings["contacts"]
            store._most = None if most is None else whole_number(most, "contacts of settings", least=0)
            store._rows = whole_number(run.settings["rows"], "rows of settings", most=MOST_STEPS)
            store._read_end()
        store._began = store._last = clock.monotonic()
        return store

    def _read_end(self) -> None:
        """What the last part says of the steps since the last recorded state."""
        with opened(self._parts[-1], WHAT) as file:
            content = Fields(StoredArrays(file))
            pending = json.loads(content.text("pending"))
            self._done, self._row = int(pending["done"]), options_table(pending["row"], "row")
            number = len(self._parts) - 1
            self.reached = float(content(f"checkpoints/{number}/state/time", "f"))

    @property
    def done(self) -> int:
        """Number of whole steps of the run that are in the store."""
        return self._done

    @property
    def row(self) -> Mapping[str, Any]:
        """The steps since the last recorded state, as a row of the table of steps that is not whole yet."""
        return self._row

    @property
    def ended(self) -> bool:
        """Whether the run has reached its end, and only the parts have still to be joined."""
        return is_file(self.folder / END)

    @property
    def states(self) -> int:
        """Number of recorded states that are in the store."""
        return self._states

    def begin(self, scene: Scene, origin: Checkpoint, settings: Mapping[str, Any], rows: int) -> None:
        """Make the folder and write what is there once; see `drystone.results.run_store.RunStore`."""
        if self._states:
            if self._lock is None:
                raise DrystoneError(
                    f"the store of {str(self.path)!r} holds a run already; give each run a store of its own, or go on "
                    "with that run: drystone.ResultStore.resumed(path)"
                )
            return  # resumed: what acts was read from the store itself
        self._rows = rows
        self._began = self._last = clock.monotonic()
        try:
            self.folder.mkdir(parents=True)
        except OSError as error:
            raise DrystoneError(f"cannot make the folder {str(self.folder)!r}: {error.strerror or error}") from error
        self._lock = Lock(self.folder / LOCK, f"the run in {str(self.folder)!r}")
        content = header_content(scene.assembly, scene.assembly.names, scene.gravity, scene.acts_until, origin)
        content |= {f"scene/{name}": array for name, array in scene_arrays(scene).items()}
        content |= _settings(settings, origin, rows, self._most)
        content |= criteria_content(read_criteria((settings.get("options") or {}).get("criteria")))
        write_content(self.folder / HEAD, content)

    def keeps_contacts(self, row: int) -> bool:
        """Whether the contacts of a row of the table of steps are among those that are stored: evenly spread, up to the
        last.
        """
        if self._most is None or self._most >= self._rows:
            return True
        if self._most < 2:
            return self._most == 1 and row == self._rows - 1
        apart, back = (self._rows - 1) / (self._most - 1), self._rows - 1 - row
        return bool(np.round(np.round(back / apart) * apart) == back)

    def is_due(self, size: int) -> bool:
        """Whether a part should be written now, with so many bytes in memory."""
        now = clock.monotonic()
        return size > WINDOW or now - self._last > max(EVERY, SHARE * (now - self._began))

    def add(self, part: RunPart) -> None:
        """Write the next part."""
        number = len(self._parts)
        content = {} if number else column_content(part.energy, part.steps)
        content |= row_content(part.states, part.energy, part.steps, part.records, part.joints)
        ends = checkpoint_arrays(part.end) | {"row": np.array(-1 if part.row else self._states + len(part.energy) - 1)}
        content["pending"] = np.array(json_text({"done": part.done, "row": _plain(part.row)}))
        content |= {f"checkpoints/{number}/{name}": array for name, array in ends.items()}
        path = self.folder / PARTS.replace("*", f"{number:06d}")
        write_content(path, content)
        self._parts.append(path)
        self._states += len(part.energy)
        self._done, self._row, self.reached = part.done, part.row, float(part.end.state.time)
        self._last = clock.monotonic()
        self._tell()

    def stop(self) -> None:
        """The run ends here before its end; the folder stays as it is."""
        self._tell()
        self._release()

    def discard(self) -> None:
        """Take away the folder of a run that ended before its first step: it holds what the scene says, and no more."""
        if self._states:
            self._release()
            shutil.rmtree(self.folder, ignore_errors=True)

    def finish(self, at_rest: bool, doubt: str) -> None:
        """Write what is known at the end, and `join`."""
        ending = end_content(True, at_rest, doubt) | {"about": np.array(json_text(self._told()))}
        try:
            write_content(self.folder / END, ending)
        except BaseException:
            self._release()
            raise
        self.join()

    def join(self) -> None:
        """Make the one file of the parts of a run that has ended, and take their folder away."""
        self.path = _free(self.path, self.folder)
        try:
            self._join()
        finally:
            self._release()
            if is_file(self.path):  # whole, even where an interrupt has come since
                shutil.rmtree(self.folder, ignore_errors=True)

    def again(self) -> None:
        """Drop the last part, of a run that was ended between its last step and what is known at its end."""
        with opened(self._parts[-1], WHAT) as file:
            self._states -= len(StoredArrays(file)["time"])
        self._parts.pop().unlink()
        self._read_end()

    def trajectory(self) -> Trajectory:
        """The run as far as it is in the store."""
        return open_run(self.path if self.path.is_file() else self.folder).trajectory

    def _join(self) -> None:
        """One file of all parts, a piece at a time."""
        size = sum(part.stat().st_size for part in self._parts)
        free = shutil.disk_usage(self.path.parent).free
        if free < ROOM * size:
            raise DrystoneError(
                f"cannot write {str(self.path)!r}: it needs {ROOM * size / MEGABYTE:.4g} MB, the disk has "
                f"{free / MEGABYTE:.4g} MB free; the run is whole in {str(self.folder)!r}, make room and resume it"
            )
        with ExitStack() as stack, built(self.path, WHAT) as (file, let_come):
            for name in (HEAD, END):
                once = stack.enter_context(opened(self.folder / name, WHAT))
                for key in once:
                    once.copy(key, file)
                    let_come()
            parts = [stack.enter_context(opened(part, WHAT)) for part in self._parts]
            names = dict.fromkeys(name for part in parts[:2] for name in StoredArrays(part))
            for name in names:
                if name != "pending" and not name.startswith("checkpoints/"):
                    put_joined(file, name, [part[name] for part in parts if name in part], let_come)
            for part in parts:
                for number in part["checkpoints"]:
                    part.copy(f"checkpoints/{number}", file.require_group("checkpoints"))
                let_come()

    def _release(self) -> None:
        """Let others go on with the run."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _told(self) -> Mapping[str, Any]:
        return self._about() if callable(self._about) else (self._about or {})

    def _tell(self) -> None:
        if is_folder(self.folder):
            with replacing(self.folder / ABOUT, WHAT) as temporary:
                temporary.write_text(json_text(self._told()), encoding="utf-8")

    def _summary(self) -> Facts:
        yield "file", str(self.path)
        yield "states", str(self._states)


def is_running(path: Path) -> bool:
    """Whether a process goes on with the unfinished run in this folder."""
    try:
        Lock(file_path(path, "folder of the run") / LOCK, "the run").release()
    except DrystoneError:
        return True
    except OSError:  # a folder that cannot be written to: not by this process then
        return False
    return False


def _free(path: Path, own: Path | None = None) -> Path:
    """The path, or the first with a number added that neither a file nor an unfinished run, but its ``own``, has."""
    number, candidate = 1, path
    while _taken(candidate) or _taken(candidate.with_suffix(UNFINISHED), own):
        number += 1
        candidate = path.with_name(f"{path.stem}-{number}{SUFFIX}")
    return candidate


def _taken(path: Path, own: Path | None = None) -> bool:
    return os.path.exists(path) and path != own  # noqa: PTH110 - False also for names that no file can have


def _settings(given: Mapping[str, Any], origin: Checkpoint, rows: int, contacts: int | None) -> Content:
    """Arguments of `simulate` that are names and numbers; which are not is said."""
    plain: dict[str, Any] = {"end": origin.state.time + float(given["duration"]), "rows": rows, "contacts": contacts}
    unset = []
    for name, value in given.items():
        if name == "duration":
            continue
        try:
            json_text({name: value})
            plain[name] = value
        except DrystoneError:
            unset.append(f"{name} was an object of its own")
    return {"settings": np.array(json_text(plain)), "unset": np.array("; ".join(unset))}


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row as JSON has it, each number exactly."""
    return {name: value.item() if isinstance(value, np.generic) else value for name, value in row.items()}
