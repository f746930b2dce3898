"""The study of the tables that no other study makes: its reference, and that its checks can fail."""

from functools import partial
from pathlib import Path

import numpy as np
import pytest

from drystone.errors import UnknownNameError
from drystone.integrators import simulate
from drystone.model.gravity import STANDARD_GRAVITY
from drystone.studies.benchmarks import documented, precision_runs
from drystone.studies.benchmarks.precision_cases import newmark_slips


def test_the_reference_of_sliding_is_newmarks_closed_form() -> None:
    """In the first cycle, before the ground of the closed form stops."""
    times = np.linspace(0.0, 1.0, 101)
    known = newmark_slips(times, STANDARD_GRAVITY)
    found = documented._newmark(times, 0.3 * STANDARD_GRAVITY)
    assert np.max(np.abs(found - known)) < 1e-4 * np.ptp(known)


def test_late_impacts_fail_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert documented.run(tmp_path, quick=True, tables="impacts").checks[0].passed
    late = partial(simulate, integrator="backward-euler")
    monkeypatch.setattr(precision_runs, "simulate", lambda *given, integrator, **more: late(*given, **more))
    assert not documented.run(tmp_path, quick=True, tables="impacts").checks[0].passed


def test_an_unknown_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="at-rest"):
        documented.run(tmp_path, tables="nothing")
