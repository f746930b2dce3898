"""Runs of one scene that differ in the motion of the ground, made by the engine of sweeps and kept in its store."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..checks import file_path, options_table, sequence_of
from ..errors import DrystoneError, shown
from ..files import read_scene
from ..files.scene import SceneFile, scene_tables
from ..structures import STRUCTURES
from ..summary import Summarised, counted, with_units
from ..user_code import imported_once
from .evaluation import COLLAPSED
from .sweeps import sweep
from .sweeps.cases import FAILURE, OUTCOME, read_cases, read_common
from .sweeps.plan import PAGE, SIMULATE
from .sweeps.simulation import check_cases

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Campaign"]

TAKEN = ("scene", "folder", "parts")
"""Arguments of the task that a campaign gives itself; no table of a scene has such a name."""


@dataclass(frozen=True)
class Campaign(Summarised):
    """A scene and how its runs are made.

    ``scene``: name of a structure or path of a scene file. ``store``: path of the SQLite file of the runs; those that
    it holds are not made again. ``changes``: values of the scene's tables in all runs, by keys with dots (see
    `drystone.read_scene`). ``workers``, ``executor``, ``time_limit`` (s), ``retry_failed``, ``progress``: as in
    `drystone.sweep`. ``parts``: Python files and modules that every run imports first.

    >>> import drystone as ds, pathlib, tempfile
    >>> cases = [{"motion.amplitude": a, "motion.half_period": 0.1, "run.duration": 1.0} for a in (1.0, 2.0)]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     campaign = ds.Campaign("column", pathlib.Path(folder) / "runs.sqlite", {"run.dt": 0.01}, workers=1)
    ...     table = campaign.runs({"kind": "one-sine"}, cases)
    >>> table[["motion.amplitude", "state", "certain"]].values.tolist()
    [[1.0, 'stood', True], [2.0, 'stood', True]]
    """

    scene: str | Path
    store: str | Path
    changes: Mapping[str, Any] = field(default_factory=dict)
    workers: int | None = None
    executor: Any = None
    time_limit: float | None = None
    retry_failed: bool = False
    progress: bool = False
    parts: Sequence[str] = ()

    def __post_init__(self) -> None:
        file_path(self.scene, "scene")
        file_path(self.store, "path of the store")
        options_table(self.changes, "changes")
        sequence_of(self.parts, str, "parts (files and modules)")

    @property
    def folder(self) -> Path:
        """Where the files that the scene names are looked for."""
        return Path() if self._built_in else Path(self.scene).resolve().parent

    @property
    def _built_in(self) -> bool:
        self._import()
        return isinstance(self.scene, str) and self.scene in STRUCTURES

    def read(self) -> SceneFile:
        """The scene with its changes."""
        self._import()
        return read_scene(self.scene, changes=self.changes)

    def _import(self) -> None:
        """Register the parts here too, where the scene is read: it may be one of them."""
        for one in self.parts:
            imported_once(one)

    def runs(
        self, motion: Mapping[str, Any], cases: Sequence[Mapping[str, Any]], *, pages: str | Path | None = None
    ) -> "pd.DataFrame":
        """The table of the runs of ``cases``, which change values of a scene whose table of the motion is ``motion``.

        Values that vary, by keys with dots, the verdicts, and ``warning``, of what a run warned (None for nothing), one
        row for each case in their order. A warning says in how many runs that was. DrystoneError where
        runs failed or were out of time: how many, and why the first; all others are in the store. Also where rows of
        the store do not tell whether the structure collapsed. ``pages``: a folder;
        each run is then made once more as a page in it, and the table has ``page`` (the file's name) and ``size`` (MB).
        """
        rows, changes = read_cases(cases), options_table(self.changes, "changes")
        for name in TAKEN:
            if name in changes:
                raise DrystoneError(f"changes has the key {name!r}; a scene has no such table")
        self._import()
        content = {**scene_tables(self.scene), "motion": options_table(motion, "motion")}
        common: dict[str, Any] = {"scene": json.dumps(read_common(content), sort_keys=True), **changes}
        check_cases(content, changes, rows, self.folder)
        common |= {} if self._built_in else {"folder": str(self.folder)}
        common |= {"parts": list(self.parts)} if self.parts else {}
        common |= {"pages": str(file_path(pages, "folder of the pages").resolve())} if pages is not None else {}
        table = sweep(
            SIMULATE if pages is None else PAGE, rows, self.store, executor=self.executor, workers=self.workers,
            time_limit=self.time_limit, common=common, retry_failed=self.retry_failed, progress=self.progress,
        )  # fmt: skip
        failed = table[table[OUTCOME] != "done"]
        if len(failed):
            first = failed.iloc[0]
            raise DrystoneError(
                f"{counted(len(failed), 'run')} of {len(table)} gave no result; the first, with "
                f"{shown(rows[failed.index[0]])}, {first[OUTCOME]}: {first[FAILURE]}. The others are in "
                f"{str(self.store)!r}; mend the cause and run again, with retry_failed where the cases stay the same"
            )
        if pages is None:
            self._check_outcomes(table)
        return with_units(table.drop(columns=[OUTCOME, FAILURE]), table.attrs["units"])

    def _check_outcomes(self, table: "pd.DataFrame") -> None:
        """DrystoneError where rows do not say whether the structure collapsed, which is not the same as no."""
        silent = table[COLLAPSED].isna() if COLLAPSED in table else table[OUTCOME].notna()
        if silent.any():
            raise DrystoneError(
                f"{counted(int(silent.sum()), 'row')} of {len(table)} of the store {str(self.store)!r} have no "
                f"{COLLAPSED!r}: they were made by another version of drystone; give another store to make them anew"
            )
