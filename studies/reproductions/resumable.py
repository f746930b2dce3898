"""Long runs in parts that are kept: a study that was ended goes on from the last part."""

import time as clock
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from ...errors import DrystoneError
from ...files.results import open_run, save
from ...results import Checkpoint, Trajectory

__all__ = ["PartedRun", "run_in_parts"]


@dataclass(frozen=True)
class PartedRun:
    """A run made in ``parts``, one after the other; ``wall``: time that they took, also in earlier sittings (s)."""

    parts: tuple[Trajectory, ...]
    wall: float

    @property
    def steps(self) -> pd.DataFrame:
        """The table of the steps of all parts."""
        return pd.concat([part.steps for part in self.parts], ignore_index=True)

    @property
    def energy(self) -> pd.DataFrame:
        """The ledger at all recorded times."""
        later = [part.energy.iloc[1:] for part in self.parts[1:]]
        return pd.concat([self.parts[0].energy, *later], ignore_index=True)

    @property
    def time(self) -> np.ndarray:
        """All recorded times (s)."""
        return np.concatenate([self.parts[0].time, *(part.time[1:] for part in self.parts[1:])])

    def at(self, time: float) -> tuple[Trajectory, int]:
        """The part and the place in it of the recorded state nearest to ``time`` (s)."""
        part = next((one for one in self.parts if time <= one.time[-1] + 1e-9), self.parts[-1])
        return part, int(np.argmin(np.abs(part.time - time)))

    @property
    def last(self) -> Trajectory:
        """The last part."""
        return self.parts[-1]


def run_in_parts(
    simulated: Callable[[float, Checkpoint | None], Trajectory], duration: float, length: float, folder: Path, name: str
) -> PartedRun:
    """The run of ``duration`` (s) in parts of ``length`` (s), kept as <name>-<number>.h5 in ``folder``.

    ``simulated``: makes a part from its duration and the checkpoint that it starts from, None for the beginning. Parts
    that are there are read; one of another scene is refused by its checkpoint. A part that ends before its time, its
    verdict being certain, is the last.
    """
    folder.mkdir(parents=True, exist_ok=True)
    parts: list[Trajectory] = []
    wall, start = 0.0, None
    for number in range(round(duration / length)):
        path = folder / f"{name}-{number}.h5"
        if path.exists():
            stored = open_run(path)
            part, spent = stored.trajectory, float(stored.about.get("wall", 0.0))
        else:
            began = clock.perf_counter()
            part = simulated(min(length, duration - number * length), start)
            spent = clock.perf_counter() - began
            save(part, path, {"wall": spent})
        if start is not None and abs(part.time[0] - start.moment.state.time) > 1e-9:
            raise DrystoneError(
                f"{str(path)!r} does not begin where the part before it ends; move it away to make it anew"
            )
        parts.append(part)
        wall, start = wall + spent, part.checkpoint()
        if part.time[-1] < (number + 1) * length - 1e-9:
            break
    return PartedRun(tuple(parts), wall)
