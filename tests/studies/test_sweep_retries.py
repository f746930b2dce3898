"""Rows of a sweep that are made again, and processes that wait for another run or do not."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import drystone as ds
from drystone.studies.sweeps import read_store, worker

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
