"""Runs of one scene that differ in the motion of the ground, made by the engine of sweeps and kept in its store."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import DrystoneError, shown
from ..files import read_scene
from ..files.scene import SceneFile, scene_tables
from ..structures import STRUCTURES
from ..summary import Summarised, counted
from .sweeps import sweep
from .sweeps.cases import FAILURE, OUTCOME
from .sweeps.plan import SIMULATE

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Campaign"]


@dataclass(frozen=True)
class Campaign(Summarised):
    """A scene and how its runs are made.

    ``scene``: name of a structure or path of a scene file. ``store``: path of the SQLite file of the runs; those that
    it holds are not made again. ``changes``: values of the scene's tables in all runs, by keys with dots (see
    `drystone.read_scene`). ``workers``, ``executor``, ``time_limit`` (s), ``retry_failed``, ``progress``: as in
    `drystone.sweep`. ``parts``: Python files and modules that every run imports first.
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

    @property
    def folder(self) -> Path:
        """Where the files that the scene names are looked for."""
        return Path() if self._built_in else Path(self.scene).resolve().parent

    @property
    def _built_in(self) -> bool:
        return isinstance(self.scene, str) and self.scene in STRUCTURES

    def read(self) -> SceneFile:
        """The scene with its changes."""
        return read_scene(self.scene, changes=self.changes)

    def runs(self, motion: Mapping[str, Any], cases: Sequence[Mapping[str, Any]]) -> "pd.DataFrame":
        """The table of the runs of ``cases``, which change values of a scene whose table of the motion is ``motion``.

        Columns as those of `drystone.sweep`. DrystoneError where runs failed or were out of time: how many, and why
        the first; all others are in the store.
        """
        content = {**scene_tables(self.scene), "motion": dict(motion)}
        common: dict[str, Any] = {"scene": json.dumps(content, sort_keys=True), **self.changes}
        common |= {} if self._built_in else {"folder": str(self.folder)}
        common |= {"parts": list(self.parts)} if self.parts else {}
        table = sweep(
            SIMULATE, cases, self.store, executor=self.executor, workers=self.workers, time_limit=self.time_limit,
            common=common, retry_failed=self.retry_failed, progress=self.progress,
        )  # fmt: skip
        failed = table[table[OUTCOME] != "done"]
        if len(failed):
            first = failed.iloc[0]
            raise DrystoneError(
                f"{counted(len(failed), 'run')} of {len(table)} gave no result; the first, {shown(dict(cases[failed.index[0]]))}, "
                f"{first[OUTCOME]}: {first[FAILURE]}. The others are in {str(self.store)!r}; mend the cause and run again, "
                "with retry_failed where the cases stay the same"
            )
        return table
