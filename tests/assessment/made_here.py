"""Runs of sweeps in this process where tests are not of processes, each of which takes a second and a half to start."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

import pytest

from drystone.assessment.sweeps import engine
from drystone.assessment.sweeps.child import answer
from drystone.assessment.sweeps.worker import DONE, FAILED, Outcome, Setting, run_in_child
from drystone.made_by import versions

__all__ = ["made_here", "made_in_this_process", "runs_made_here"]


def made_here(setting: Setting, parameters: Mapping[str, Any] | None) -> Outcome:
    """As `run_in_child` makes a run, which makes those that may be out of time."""
    if setting.limit is not None:
        return run_in_child(setting, parameters)
    if parameters is None:
        return Outcome(DONE)
    started, begun = datetime.now(UTC).isoformat(timespec="milliseconds"), perf_counter()
    job = {"task": setting.task, "parameters": parameters, "common": setting.common, "limit": None, "follow": False}
    message = answer(job, lambda message: None)
    result, reason = message.get("result"), message.get("failed") or message.get("warning")
    state = FAILED if result is None else DONE
    return Outcome(state, result, reason, versions(), started, perf_counter() - begun)


@pytest.fixture
def made_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """For single tests of a module."""
    monkeypatch.setattr(engine, "run_in_child", made_here)


@pytest.fixture(autouse=True, scope="module")
def runs_made_here() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "run_in_child", made_here)
        yield
