"""The study of the tables that no other study makes: its reference, and that its checks can fail."""

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from drystone.errors import DrystoneError, UnknownNameError
from drystone.integrators import simulate
from drystone.model.gravity import ONE_G
from drystone.statics import limit_load
from drystone.studies.benchmarks import documented, precision_runs
from drystone.studies.benchmarks.precision_cases import newmark_slips


def test_the_reference_of_sliding_is_newmarks_equation() -> None:
    """w' = -a - mu g sign(w) by small steps, whose slips are within 1e-4 of their range."""
    dt, grip, slip, w, path = 1e-5, 0.3 * ONE_G, 0.0, 0.0, [0.0]
    middle = (np.arange(300_000) + 0.5) * dt
    for push in (-ONE_G * np.sin(2.0 * np.pi * middle)).tolist():
        free = w + dt * push
        last, w = w, float(np.sign(free)) * max(abs(free) - grip * dt, 0.0)
        slip += 0.5 * dt * (last + w)
        path.append(slip)
    times = np.linspace(0.0, 3.0, 301)
    known = newmark_slips(times, ONE_G, cycles=3)
    assert np.max(np.abs(np.array(path[::1000]) - known)) < 1e-4 * np.ptp(known)


@pytest.mark.slow
def test_late_impacts_fail_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert documented.run(tmp_path, quick=True, tables="impacts").checks[0].passed
    late = partial(simulate, integrator="backward-euler")
    monkeypatch.setattr(precision_runs, "simulate", lambda *given, integrator, **more: late(*given, **more))
    assert not documented.run(tmp_path, quick=True, tables="impacts").checks[0].passed


def test_solvers_without_an_answer_do_not_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert documented.run(tmp_path, quick=True, tables="limit-loads").checks[0].passed

    def failing(*given: Any, solver: str, **more: Any) -> Any:
        if solver == "clarabel":
            raise DrystoneError("no answer")
        return limit_load(*given, solver=solver, **more)

    monkeypatch.setattr(documented, "limit_load", failing)
    assert not documented.run(tmp_path, quick=True, tables="limit-loads").checks[0].passed


def test_an_unknown_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="at-rest"):
        documented.run(tmp_path, tables="nothing")
