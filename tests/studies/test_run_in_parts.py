"""Long runs in parts: the parts are the whole run, and are not made twice."""

from pathlib import Path

import numpy as np
import pytest

import drystone as ds
from drystone.results import Checkpoint, Trajectory
from drystone.structures import block
from drystone.studies.reproductions.resumable import run_in_parts

MOTION = ds.GroundMotion.one_sine(3.0, 0.2)
BARE = {"record_contacts": False}


class Simulated:
    """Parts of the run of a rocking block, counted; ``until``: as the option of a run."""

    def __init__(self, until: str = "end") -> None:
        self.made, self.until = 0, until

    def __call__(self, length: float, start: Checkpoint | None) -> Trajectory:
        self.made += 1
        options = {**BARE, "until": self.until}
        return ds.simulate(block(0.2, 0.5, 1.0), length, 5e-3, motion=MOTION, start=start, options=options)


def test_parts_are_the_whole_run_to_the_last_bit(tmp_path: Path) -> None:
    whole = Simulated()(0.6, None)
    parted = run_in_parts(Simulated(), 0.6, 0.15, tmp_path, "rocking")
    assert len(parted.parts) == 4
    assert np.array_equal(parted.time, whole.time)
    assert np.array_equal(np.concatenate([part.position[1:] for part in parted.parts]), whole.position[1:])
    assert len(parted.steps) == len(whole.steps)
    assert parted.energy["total"].tolist() == whole.energy["total"].tolist()
    part, k = parted.at(0.32)
    assert part.time[k] == pytest.approx(0.32)


def test_parts_that_are_there_are_not_made_again(tmp_path: Path) -> None:
    first, second, third = Simulated(), Simulated(), Simulated()
    run_in_parts(first, 0.3, 0.15, tmp_path, "rocking")
    longer = run_in_parts(second, 0.45, 0.15, tmp_path, "rocking")
    again = run_in_parts(third, 0.45, 0.15, tmp_path, "rocking")
    assert (first.made, second.made, third.made) == (2, 1, 0)
    assert again.wall == pytest.approx(longer.wall)
    assert np.array_equal(again.last.position, longer.last.position)


def test_a_certain_verdict_ends_the_parts(tmp_path: Path) -> None:
    fast = ds.GroundMotion.one_sine(12.0, 0.4)

    def falling(length: float, start: Checkpoint | None) -> Trajectory:
        options = {**BARE, "until": "verdict"}
        return ds.simulate(block(0.2, 0.5, 1.0), length, 5e-3, motion=fast, start=start, options=options)

    parted = run_in_parts(falling, 5.0, 0.5, tmp_path, "falling")
    assert parted.last.verdict().collapsed
    assert len(parted.parts) < 10


def test_a_part_that_does_not_follow_is_refused(tmp_path: Path) -> None:
    run_in_parts(Simulated(), 0.45, 0.15, tmp_path, "rocking")
    (tmp_path / "rocking-2.h5").replace(tmp_path / "rocking-1.h5")
    with pytest.raises(ds.DrystoneError, match="does not begin where the part before it ends"):
        run_in_parts(Simulated(), 0.3, 0.15, tmp_path, "rocking")
