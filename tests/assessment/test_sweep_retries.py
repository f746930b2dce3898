"""Rows of a sweep that are made again or found under a former name, and processes that wait for another run or not."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import drystone as ds
from drystone.assessment.sweeps import read_plan, read_store, simulate_case, worker
from drystone.assessment.sweeps.cases import key_of
from drystone.assessment.sweeps.store import Entry, opened
from drystone.assessment.sweeps.task import FORMER, load, present

from .made_here import made_in_this_process  # noqa: F401 - a fixture

TASK = f"{Path(__file__).with_name('sweep_tasks.py')}:add"


def test_runs_that_were_timed_out_are_run_again_when_asked_and_their_rows_replaced(tmp_path: Path) -> None:
    def made(retry: bool = False) -> pd.DataFrame:
        return ds.sweep(TASK, [{"a": 1}], store, workers=1, retry_failed=retry)

    store = tmp_path / "runs.sqlite"
    first = made()
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("update runs set state = 'timed out', reason = 'no result', result = null")
    kept = made()
    assert (kept["outcome"][0], kept["failure"][0]) == ("timed out", "no result")
    pd.testing.assert_frame_equal(first, made(retry=True), check_exact=True)
    assert read_store(store)["outcome"].tolist() == ["done"]
    pd.testing.assert_frame_equal(first, made(), check_exact=True)


@pytest.mark.parametrize(
    ("state", "ended"), [(worker.DONE, "rest"), (worker.FAILED, "rest"), (worker.TIMED_OUT, "end"), (None, "end")]
)
def test_a_process_waits_for_the_next_run_unless_it_is_at_work_still(
    state: str | None, ended: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One without an answer, which had ended before it was asked, is ended and another one is asked."""
    called = list[str]()

    class Fake:
        versions: dict[str, str] = {}  # noqa: RUF012

        def __init__(self, state: str | None) -> None:
            self.state = state

        def ask(self, parameters: Any) -> worker.Outcome | None:
            return None if self.state is None else worker.Outcome(self.state)

        def rest(self) -> None:
            called.append("rest")

        def end(self) -> None:
            called.append("end")

    waiting = [Fake(worker.DONE), Fake(state)]
    monkeypatch.setattr(worker, "_taken", lambda _: waiting.pop())
    outcome = worker.run_in_child(worker.Setting("one", "task", {}, 1.0, 1), {"a": 1})
    assert outcome.state == (state or worker.DONE)
    assert called == ([ended] if state else ["end", "rest"])


COLUMN: dict[str, Any] = {"scene": "column", "run.duration": 0.02, "run.dt": 0.01}
DRUMS: dict[str, Any] = {"structure.count": 1}


def stored_before(store: Path, name: str, state: str) -> None:
    """A row such as a version kept in which the task had that name."""
    with opened(store) as kept:
        number = kept.settings(name, COLUMN)
        result = {"state": "as it was"} if state == worker.DONE else None
        kept.add(number, [Entry(key_of(name, COLUMN, DRUMS), DRUMS, state, None, result, "2025-01-01", 1.0, {})])


@pytest.mark.parametrize(("former", "name"), FORMER.items())
@pytest.mark.filterwarnings("ignore:rows of the store were made by drystone")
def test_rows_that_were_kept_under_a_former_name_of_the_task_are_found(former: str, name: str, tmp_path: Path) -> None:
    assert load(name) is simulate_case
    assert present(former) == name
    store = tmp_path / "runs.sqlite"
    stored_before(store, former, worker.DONE)
    for task in (former, name):
        assert ds.sweep(task, [DRUMS], store, workers=1, common=COLUMN)["state"].tolist() == ["as it was"]
    assert read_store(store)["task"].tolist() == [former]


@pytest.mark.usefixtures("made_in_this_process")
@pytest.mark.filterwarnings("ignore:rows of the store were made by drystone")
def test_a_row_that_is_made_again_comes_before_that_of_a_former_name(tmp_path: Path) -> None:
    former, name = next(iter(FORMER.items()))
    store = tmp_path / "runs.sqlite"
    stored_before(store, former, worker.FAILED)
    assert ds.sweep(name, [DRUMS], store, workers=1, common=COLUMN)["outcome"].tolist() == ["failed"]
    for retry in (True, False):
        table = ds.sweep(name, [DRUMS], store, workers=1, common=COLUMN, retry_failed=retry)
        assert table["outcome"].tolist() == ["done"]
    assert read_store(store)["task"].tolist() == [former, name]


def test_a_sweep_file_may_name_the_task_as_an_earlier_version_did(tmp_path: Path) -> None:
    former, name = next(iter(FORMER.items()))
    file = tmp_path / "plan.toml"
    file.write_text(f'task = "{former}"\n[set]\nscene = "column"\n[grid]\nrun.dt = [0.01]\n', encoding="utf-8")
    assert read_plan(file).task == name
