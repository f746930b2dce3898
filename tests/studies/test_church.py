"""The church's run is stored as it goes: what is there is not made again, and what was ended goes on."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import drystone as ds
from drystone.structures import block
from drystone.studies import histories
from drystone.studies.histories import kept_as, mean_times
from drystone.studies.reproductions import church


def test_a_stored_run_is_not_made_again_and_an_ended_one_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, Any] = {
        "assembly": block(0.2, 0.5, 1.0),
        "duration": 0.2,
        "dt": 5e-3,
        "motion": ds.GroundMotion.one_sine(3.0, 0.2),
        "record_every": 4,
        "options": {"record_contacts": False},
    }
    whole = church._stored(tmp_path / "whole.h5", given)
    is_due = ds.ResultStore.is_due

    def interrupted(self: ds.ResultStore, size: int) -> bool:
        if self.states > 2:
            raise KeyboardInterrupt
        return is_due(self, size)

    with monkeypatch.context() as context:
        context.setattr(ds.ResultStore, "is_due", interrupted)
        context.setattr("drystone.files.result_store.EVERY", 0.0)
        context.setattr("drystone.files.result_store.SHARE", 0.0)
        with pytest.raises(KeyboardInterrupt):
            church._stored(tmp_path / "ended.h5", given)
    again = church._stored(tmp_path / "ended.h5", given)
    assert np.array_equal(again.position, whole.position)
    with monkeypatch.context() as context:
        context.setattr(church, "simulate", None)
        assert np.array_equal(church._stored(tmp_path / "ended.h5", given).position, whole.position)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["ended.h5", "whole.h5"]


def test_runs_of_something_else_are_kept_under_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    building, pulse = block(0.2, 0.5, 1.0), ds.GroundMotion.one_sine(3.0, 0.2)
    others = [
        kept_as(building, None), kept_as(building, pulse), kept_as(building, pulse.scaled(1.1)),
        kept_as(block(0.2, 0.5, 1.1), pulse), kept_as(building, pulse, "coulomb"),
    ]  # fmt: skip
    assert len(set(others)) == len(others)
    assert kept_as(block(0.2, 0.5, 1.0), pulse) == others[1]
    monkeypatch.setattr(histories, "__version__", "99.9")
    assert kept_as(building, pulse) not in others


def test_times_are_of_steps_whatever_a_row_holds() -> None:
    often = pd.DataFrame({"solve_time": [0.1] * 6, "steps": 1})
    seldom = pd.DataFrame({"solve_time": [0.3] * 2, "steps": 3})
    assert mean_times(often, "solve") == pytest.approx({"solve_ms": 100.0})
    assert mean_times(seldom, "solve") == pytest.approx({"solve_ms": 100.0})
