"""The engine of sweeps: the same table whoever makes its rows, however often it is ended, and whatever its runs do."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import drystone as ds
from drystone.assessment.sweeps import engine, read_store, worker
from drystone.cli.tabulate import runs_of
from drystone.numerics.threads import VARIABLE, processors

TASKS = Path(__file__).with_name("sweep_tasks.py")
CASES: list[dict[str, Any]] = [{"a": a, "b": b} for a in (0, 1.5, 2, -3) for b in (0.1, 1e-300)]
posix = pytest.mark.skipif(os.name != "posix", reason="signals")


def task(name: str) -> str:
    return f"{TASKS}:{name}"


def same(first: pd.DataFrame, second: pd.DataFrame) -> None:
    pd.testing.assert_frame_equal(first, second, check_exact=True)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "runs.sqlite"


def test_the_table_has_parameters_results_and_how_runs_ended_in_the_order_of_the_cases(store: Path) -> None:
    table = ds.sweep(task("add"), CASES, store, workers=2, common={"offset": 0.25})
    assert list(table.columns) == ["a", "b", "sum", "third", "even", "word", "outcome", "failure", "warning"]
    for row, case in zip(table.to_dict("records"), CASES, strict=True):
        assert (row["a"], row["b"]) == (case["a"], case["b"])
        assert row["sum"] == case["a"] + case["b"] + 0.25  # to the last bit
        assert row["third"] == case["a"] / 3.0
        assert row["even"] is (case["a"] % 2 == 0)
    assert set(table["outcome"]) == {"done"}
    assert table["failure"].isna().all()
    assert table["warning"].isna().all()


def test_what_runs_warn_of_is_in_the_table_in_the_store_and_told_each_time(store: Path) -> None:
    given = [{"times": times} for times in (0, 1, 3)]
    told = r"2 runs of 3 warned \(column 'warning' of the table\); the first, with {'times': 1}: step 0 is strange$"
    texts = ["", "step 0 is strange", "3 warnings, the first: step 0 is strange"]
    for _ in range(2):  # made, and found in the store
        with pytest.warns(UserWarning, match=told):
            table = ds.sweep(task("warning_of"), given, store, workers=1)
        assert table["warning"].fillna("").tolist() == texts
    assert table["failure"].isna().all()
    kept = read_store(store).sort_values("parameters")
    assert kept["warning"].fillna("").tolist() == texts
    assert kept["failure"].isna().all()


def test_what_the_store_holds_is_not_run_again(store: Path, tmp_path: Path) -> None:
    lines = tmp_path / "lines"
    given = [{"a": a} for a in (3, 1, 3, 2)]
    common = {"file": str(lines)}
    first = ds.sweep(task("counted"), given, store, workers=1, common=common)
    same(first, ds.sweep(task("counted"), given, store, workers=2, common=common))
    assert sorted(lines.read_text(encoding="utf-8").split()) == ["1", "2", "3"], "each case once, twins too"
    more = ds.sweep(task("counted"), [{"a": 5}, *given], store, workers=1, common=common)
    assert lines.read_text(encoding="utf-8").split().count("5") == 1
    assert more["double"].tolist() == [10, 6, 2, 6, 4]
    assert len(read_store(store)) == 4


def test_failed_runs_are_rows_and_run_again_only_when_asked(store: Path, tmp_path: Path) -> None:
    lines = tmp_path / "lines"
    given, common = [{"a": -1}, {"a": 1}], {"file": str(lines)}
    for _ in range(2):
        table = ds.sweep(task("counted"), given, store, workers=1, common=common)
        assert table["outcome"].tolist() == ["failed", "done"]
        assert table["failure"][0] == "ValueError: negative"
    assert lines.read_text(encoding="utf-8").split() == ["-1", "1"]
    ds.sweep(task("counted"), given, store, workers=1, common=common, retry_failed=True)
    assert lines.read_text(encoding="utf-8").split() == ["-1", "1", "-1"]


FAILURES = {
    "raise": ("failed", "ValueError: nothing goes"),
    "exit": ("failed", "SystemExit: 3"),
    "leave": ("failed", "the process ended with exit code 3"),
    "SIGKILL": ("failed", "the process was ended by signal 9"),
    "SIGSEGV": ("failed", "the process was ended by signal 11"),
    "hang": ("timed out", "no result within 1 s"),
    "list": ("failed", "x of the result must be a number"),
    "object": ("failed", "x of the result must be a number"),
    "taken": ("failed", "the result has the name 'how', which is that of another column"),
    "nothing": ("failed", "the result must be a mapping"),
}


@posix
def test_runs_that_crash_or_hang_are_rows_and_the_others_go_on(store: Path) -> None:
    given = [{"how": how} for failure in FAILURES for how in (failure, f"well after {failure}")]
    table = ds.sweep(task("ending"), given, store, workers=2, time_limit=1.0).set_index("how")
    for how, (outcome, reason) in FAILURES.items():
        assert table.loc[how, "outcome"] == outcome
        assert str(table.loc[how, "failure"]).startswith(reason)
        assert np.isnan(table["x"][how])
        assert table.loc[f"well after {how}", "outcome"] == "done"
        assert table.loc[f"well after {how}", "x"] == 1.5


def test_nan_and_infinity_are_results(store: Path) -> None:
    for _ in range(2):
        table = ds.sweep(task("ending"), [{"how": "nan"}, {"how": "well"}], store, workers=1)
        assert table["outcome"].tolist() == ["done", "done"]
        assert np.isnan(table["x"][0])
        assert table["y"].tolist() == [-np.inf, 2.0]


def test_a_task_of_a_users_own_waits_for_nothing_that_simulates(store: Path) -> None:
    """Its process is at work in 0.3 s; with compiled functions and files of results it took 2.3 s."""
    modules = ["drystone", "drystone.files", "drystone.integrators", "numba", "scipy", "pandas"]
    table = ds.sweep(task("imported"), [{"module": name} for name in modules], store, workers=1)
    assert table["is_there"].tolist() == [True] + [False] * 5


def test_what_a_task_prints_and_reads_does_not_disturb(store: Path) -> None:
    assert ds.sweep(task("talking"), [{"a": 1}, {"a": 2}], store, workers=1)["read"].tolist() == ["nothing"] * 2


def executors() -> dict[str, Callable[[], Executor]]:
    return {"threads": lambda: ThreadPoolExecutor(2), "processes": lambda: ProcessPoolExecutor(2)}


@pytest.mark.filterwarnings("ignore:This process.*is multi-threaded:DeprecationWarning")
@pytest.mark.parametrize("workers", [3, "threads", "processes"])
def test_any_executor_and_any_number_of_workers_give_the_same_table(workers: int | str, tmp_path: Path) -> None:
    given = [*CASES, {"a": 7}, {"a": 1, "b": 2**40}]
    one = ds.sweep(task("add"), given, tmp_path / "one", workers=1)
    if isinstance(workers, int):
        same(one, ds.sweep(task("add"), given, tmp_path / "more", workers=workers))
        return
    with executors()[workers]() as executor:
        same(one, ds.sweep(task("add"), given, tmp_path / "more", executor=executor, workers=2))


KILLED = """
import sys
from drystone.assessment.sweeps import sweep
print("begun", flush=True)
sweep(sys.argv[1], [{"a": a} for a in range(int(sys.argv[3]))], sys.argv[2], workers=2)
print("ended", flush=True)
"""


@pytest.mark.slow
@posix
@pytest.mark.parametrize("kills", [4, pytest.param(10, marks=pytest.mark.slow)])
def test_killed_at_random_moments_and_resumed_a_sweep_gives_the_same_table(kills: int, tmp_path: Path) -> None:
    """SIGKILL, which no program can prepare for: from the first moment on, or while rows are being written."""
    count, rng, store = 30 * kills, np.random.default_rng(7), tmp_path / "killed"
    ds.sweep(task("slowly"), [], store)
    kept, before = list[int](), dict[Any, Any]()
    for _ in range(kills):
        process = subprocess.Popen(
            [sys.executable, "-c", KILLED, task("slowly"), str(store), str(count)], stdout=subprocess.PIPE, text=True
        )
        with process:
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n"
            if rng.random() < 0.6:
                _until(lambda: len(read_store(store)) > len(before))  # noqa: B023 - called before the next one
                time.sleep(rng.uniform(0.0, 0.4))
            else:
                time.sleep(rng.uniform(0.0, 1.5))
            process.kill()
            assert process.stdout.read() == ""
        rows = read_store(store).set_index("key")[["parameters", "result", "started", "wall_time"]].T.to_dict("list")
        assert before == {key: rows.get(key) for key in before}, "no row is lost or written again"
        kept.append(len(rows))
        before = rows
    assert 0 < kept[-1] < count, "kills came while there was something to do"
    assert len(set(kept)) > 1, "and while rows were written"
    resumed = ds.sweep(task("slowly"), [{"a": a} for a in range(count)], store, workers=3)
    same(resumed, ds.sweep(task("slowly"), [{"a": a} for a in range(count)], tmp_path / "undisturbed", workers=3))
    assert read_store(store)["key"].is_unique


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{process}/stat")
    return not (stat.exists() and stat.read_text(encoding="ascii").rpartition(")")[2].split()[0] == "Z")


def _until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@posix
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_the_processes_of_runs_end_with_the_sweep(number: signal.Signals, store: Path, tmp_path: Path) -> None:
    file = tmp_path / "process"
    program = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "  # ignored under nohup
    program += f"import drystone as ds; ds.sweep({task('waiting')!r}, [{{'a': 1}}], {str(store)!r}, workers=2, "
    program += f"common={{'file': {str(file)!r}}})"
    with subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.DEVNULL) as process:
        _until(lambda: file.exists() and bool(file.read_text(encoding="utf-8")))
        process.send_signal(number)
        try:
            _until(lambda: process.poll() is not None)
        finally:
            process.kill()
    child = int(file.read_text(encoding="utf-8"))
    _until(lambda: not _is_there(child), 20.0)
    assert read_store(store).empty, "a run that was in flight is no row"


def test_two_sweeps_at_a_time_on_one_store_are_refused_and_readers_are_not(store: Path, tmp_path: Path) -> None:
    class Asking(ThreadPoolExecutor):
        """Within a sweep, asks for another one."""

        def submit(self, *given: Any, **more: Any) -> Any:
            with pytest.raises(ds.DrystoneError, match="another sweep works with the store"):
                ds.sweep(task("add"), CASES, store)
            read_store(store)
            return super().submit(*given, **more)

    with Asking(1) as executor:
        assert len(ds.sweep(task("add"), CASES[:3], store, executor=executor)) == 3
    assert len(ds.sweep(task("add"), CASES, store, workers=1)) == len(CASES)


@posix
def test_a_store_is_locked_whatever_links_lead_to_it(store: Path, tmp_path: Path) -> None:
    class Asking(ThreadPoolExecutor):
        def submit(self, *given: Any, **more: Any) -> Any:
            for one in places:
                with pytest.raises(ds.DrystoneError, match="another sweep works with the store"):
                    ds.sweep(task("add"), CASES, one)
            return super().submit(*given, **more)

    link, folder = tmp_path / "a link", tmp_path / "a folder"
    link.symlink_to(store)
    folder.symlink_to(tmp_path, target_is_directory=True)
    places = [store, link, folder / store.name]
    for i, place in enumerate(places, start=1):
        with Asking(1) as executor:
            ds.sweep(task("add"), CASES[:i], place, executor=executor)
        assert [len(read_store(one)) for one in places] == [i, i, i]
    assert sorted(one.name for one in tmp_path.iterdir()) == sorted(
        ["a folder", "a link", store.name, f"{store.name}.lock"]
    )


def test_one_store_holds_several_sweeps_and_their_provenance(store: Path) -> None:
    first = ds.sweep(task("add"), CASES, store, workers=1)
    other = ds.sweep(task("add"), CASES[:2], store, workers=1, common={"offset": 1.0})
    assert other["sum"].tolist() == [value + 1.0 for value in first["sum"][:2]]
    ds.sweep(task("talking"), [{"a": 1}], store, workers=1)
    rows = read_store(store)
    assert len(rows) == len(CASES) + 3
    assert rows["task"].unique().tolist() == ["sweep_tasks.py:add", "sweep_tasks.py:talking"]
    assert rows["common"].unique().tolist() == ["{}", '{"offset":1.0}']
    assert rows["drystone"].unique().tolist() == [ds.__version__]
    assert rows["numpy"].unique().tolist() == [np.__version__]
    assert (rows["wall_time"] >= 0).all()
    assert (pd.to_datetime(rows["started"]).diff().dropna() >= pd.Timedelta(0)).all()


def test_other_versions_in_the_store_are_told(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def double(a):\n    return {'double': 2 * a}\n", encoding="utf-8")
    ds.sweep(f"{file}:double", [{"a": 1}], store, workers=1)
    monkeypatch.setattr(engine, "__version__", "99.9")
    with pytest.warns(UserWarning, match=rf"made by drystone {ds.__version__}; this is 99\.9"):
        ds.sweep(f"{file}:double", [{"a": 1}], store, workers=1)
    monkeypatch.undo()
    file.write_text("def double(a):\n    return {'double': 3 * a}\n", encoding="utf-8")
    with pytest.warns(UserWarning, match="another text of the file"):
        table = ds.sweep(f"{file}:double", [{"a": 1}, {"a": 2}], store, workers=1)
    assert table["double"].tolist() == [2, 6], "what is new is computed by the new text"


def test_threads_of_runs_are_shared_unless_the_user_has_set_them(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (*worker.SHARED, *worker.SINGLE):
        monkeypatch.delenv(name, raising=False)
    row = ds.sweep(task("threads"), [{"a": 1}], store, workers=2).iloc[0]
    assert {row[name] for name in worker.SHARED} == {str(max(1, processors() // 2))}
    assert {row[name] for name in worker.SINGLE} == {"1"}, "or sums would depend on the number of workers"
    monkeypatch.setenv(VARIABLE, "1")
    monkeypatch.setenv("OMP_NUM_THREADS", "5")
    row = ds.sweep(task("threads"), [{"a": 1}], tmp_path / "other", workers=1).iloc[0]
    assert (row[VARIABLE], row["OMP_NUM_THREADS"]) == ("1", "5")


def test_a_task_is_prepared_in_every_process_beyond_the_time_limit(store: Path) -> None:
    table = ds.sweep(task("prepared"), [{"a": a} for a in range(4)], store, workers=2, time_limit=0.9)
    assert table["was"].tolist() == [True] * 4


def test_where_no_run_can_work_the_sweep_says_so(store: Path) -> None:
    with pytest.raises(ds.DrystoneError, match="unready cannot be run: ImportError: no such thing"):
        ds.sweep(task("unready"), [{"a": 1}], store, workers=1)
    assert read_store(store).empty


class Futureless(ThreadPoolExecutor):
    """Answers with something that is no future."""

    def submit(self, *given: Any, **more: Any) -> Any:
        return 5


def ended_pool() -> ThreadPoolExecutor:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    return pool


@pytest.mark.parametrize(
    ("executor", "said"),
    [
        (ended_pool, "the executor failed: RuntimeError: .*; start the sweep again to go on"),
        (Futureless, "the executor failed: AttributeError: 'int' object has no attribute 'add_done_callback'"),
        (lambda: ThreadPoolExecutor, "executor must be an object with the methods of concurrent.futures.Executor"),
    ],
)
def test_an_executor_that_takes_no_run_is_one_clear_error(executor: Callable[[], Any], said: str, store: Path) -> None:
    with pytest.raises(ds.DrystoneError, match=said):
        ds.sweep(task("add"), CASES, store, executor=executor(), workers=1)


def test_a_store_beside_which_nothing_can_be_written_is_read(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder that is read-only the file of the lock cannot be made; root may write everywhere."""
    ds.sweep(task("add"), CASES[:1], store, workers=1)
    store.with_name(store.name + ".lock").unlink()
    connect = sqlite3.connect

    def refusing(path: Any, **settings: Any) -> sqlite3.Connection:
        there = Path(path).suffix != ".lock"
        return connect(path, **settings) if there else connect(f"file:{path}?mode=ro", uri=True, **settings)

    monkeypatch.setattr(sqlite3, "connect", refusing)
    with pytest.raises(ds.DrystoneError, match=r"cannot write beside the store .* read what it holds"):
        ds.sweep(task("add"), CASES[:1], store, workers=1)
    assert len(read_store(store)) == 1


def test_tables_of_a_store_have_runs_that_failed_and_parameters_of_any_name(store: Path) -> None:
    ds.sweep(task("keyed"), [{"how": "raise", "key": 1}, {"how": "well", "key": 2}], store, workers=1)
    table = runs_of(store).sort_values("parameter.key")
    assert table["parameter.key"].tolist() == [1, 2]
    assert table["outcome"].tolist() == ["failed", "done"]
    assert table["result.x"].isna().tolist() == [True, False]
    assert table.columns.is_unique


def test_an_executor_that_fails_ends_the_sweep_and_rows_stay(store: Path) -> None:
    class Failing(ThreadPoolExecutor):
        count = 0

        def submit(self, function: Any, *given: Any, **more: Any) -> Any:  # type: ignore[override]
            self.count += 1
            return super().submit(function, *given, **more) if self.count < 3 else super().submit(int, "x")

    with Failing(1) as executor, pytest.raises(ds.DrystoneError, match="the executor failed: ValueError"):
        ds.sweep(task("add"), CASES, store, executor=executor, workers=1)
    assert 0 < len(read_store(store)) < len(CASES)
    assert len(ds.sweep(task("add"), CASES, store, workers=1)) == len(CASES)


def test_functions_of_modules_and_files_are_tasks(store: Path, tmp_path: Path) -> None:
    assert ds.sweep("math:fsum", [], store).empty
    program = tmp_path / "script.py"
    program.write_text(
        "import sys, drystone as ds\ndef double(a):\n    return {'double': 2 * a}\nif __name__ == '__main__':\n"
        "    print(ds.sweep(double, [{'a': 2}], sys.argv[1], workers=1)['double'].tolist())\n",
        encoding="utf-8",
    )
    answer = subprocess.run([sys.executable, program, store], capture_output=True, text=True, check=True)
    assert answer.stdout == "[4]\n"
    assert read_store(store)["task"].tolist() == ["script.py:double"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("nonsense", "a task is"),
        ("math:nothing", "no function 'nothing'"),
        ("no.such.module:x", "cannot import no.such.module"),
        ("nowhere.py:x", "there is no Python file"),
        (lambda a: {}, "not within another function"),
        (task("nothing"), "no function 'nothing'"),
    ],
)
def test_a_task_that_is_none_is_one_error(given: Any, message: str, store: Path) -> None:
    with pytest.raises(ds.DrystoneError, match=message):
        ds.sweep(given, CASES, store)


@pytest.mark.parametrize(
    ("cases", "more", "message"),
    [
        ([{"a": [1]}], {}, "a of case 0 must be a number"),
        ([{"a": 1}, {"a": 2**70}], {}, "a of case 1 must be a number"),
        ([{"a": 1, "outcome": 2}], {}, "'outcome', which is that of another column"),
        ([{"a": 1, "warning": 2}], {}, "'warning', which is that of another column"),
        ([{"a": 1, "c": 2}], {}, "cannot be called with case 0: .*'c'"),
        ([{"b": 1}], {}, "cannot be called with case 0: .*'a'"),
        ([{"a": 1}], {"common": {"a": 2}}, "'a' is given twice"),
        ([{"a": 1}], {"executor": 5}, "executor must be an object with the methods"),
        ([{"a": 1}], {"workers": 0}, "workers must be a whole number"),
        ([{"a": 1}], {"time_limit": 0.0}, "time_limit .* must be above 0"),
    ],
)
def test_cases_and_settings_that_are_none_are_one_error(
    cases: Any, more: dict[str, Any], message: str, store: Path
) -> None:
    with pytest.raises(ds.DrystoneError, match=message):
        ds.sweep(task("add"), cases, store, **more)


def test_what_is_no_store_is_one_error(tmp_path: Path) -> None:
    text, other, later = (tmp_path / name for name in ("text", "other", "later"))
    text.write_text("no database at all, and long enough to be told from one\n" * 20, encoding="utf-8")
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("create table mine (x)")
    ds.sweep(task("add"), [], later)
    with closing(sqlite3.connect(later)) as connection:
        connection.execute("pragma user_version = 9")
    for path, message in (
        (text, "not a database"),
        (other, "no store of a sweep"),
        (later, "has the format 9"),
        (tmp_path, "cannot use the store"),
        (tmp_path / "no folder" / "x", "cannot use the store"),
    ):
        for call in (partial(ds.sweep, task("add"), []), read_store):
            with pytest.raises(ds.DrystoneError, match=f"{message}|there is no store"):
                call(path)


SCRIPT = """
import drystone as ds
from drystone.structures import column

@ds.register_structure
def my_tower(count=2):
    return column(count)

def heights(count):
    return {"height": float(my_tower(count).centroid[:, 2].max())}

if __name__ == "__main__":
    print(len(ds.sweep(heights, [{"count": 1}], "heights.sqlite", workers=1).query("outcome == 'done'")))
    made = ds.Campaign("my-tower", "runs.sqlite", {"run.dt": 0.01}, workers=1, parts=["script.py"])
    motion = {"kind": "one-sine", "half_period": 0.1, "amplitude": 1.0}
    print(made.runs(motion, [{"run.duration": 0.02}])["state"].tolist())
"""


def test_parts_of_the_script_that_runs_are_not_registered_twice(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT, encoding="utf-8")
    words = [sys.executable, "script.py"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.stdout.splitlines() == ["1", "['stood']"], done.stderr


def test_a_child_that_has_waited_too_long_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends by itself; the case that comes next is not the one to pay for it."""
    setting = worker.Setting("test", task("add"), {}, 10.0, 1)
    try:
        assert worker.run_in_child(setting, {"a": 1}).state == worker.DONE
        (child,) = (one for one in worker._idle if one.setting is setting)
        child._lines.put('{"idle": true}\n')
        assert worker.run_in_child(setting, {"a": 2}).result == {
            "sum": 3.0, "third": 2 / 3, "even": True, "word": "even"
        }  # fmt: skip
        assert child not in worker._children
    finally:
        worker.end_children("test")


def dask_cluster(folder: Path) -> Iterator[str]:
    """The address of a scheduler with two workers, all processes of this machine."""
    file, quiet = folder / "scheduler.json", {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    base, local = [sys.executable, "-m", "dask"], ["--host", "127.0.0.1", "--scheduler-file", str(file)]
    started = [subprocess.Popen([*base, "scheduler", *local, "--port", "0", "--no-dashboard"], **quiet)]  # type: ignore[call-overload]
    try:
        _until(lambda: file.exists() and bool(file.read_text(encoding="utf-8").strip()))
        for name in "ab":
            words = ["worker", *local, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--name", name]
            words += ["--local-directory", str(folder)]
            started.append(subprocess.Popen([*base, *words], **quiet))  # type: ignore[call-overload]
        yield str(file)
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait()


OVER_MPI = """
import sys, drystone as ds
from mpi4py.futures import MPIPoolExecutor
if __name__ == "__main__":
    add, ending, store, cases, given = *sys.argv[1:4], *map(eval, sys.argv[4:])
    with MPIPoolExecutor() as executor:
        ds.sweep(add, cases, store, executor=executor, workers=2)
        ds.sweep(ending, given, store, executor=executor, time_limit=1.0)
"""


@posix
def test_mpi_gives_the_same_table(tmp_path: Path) -> None:
    """One process with the store and two that work, as docs/sweeps.md starts them; crashes and hangs included."""
    pytest.importorskip("mpi4py", reason="the extra drystone[mpi] is not installed")
    beside = Path(sys.executable).with_name("mpiexec")  # where `pip install mpich` puts it
    mpiexec = str(beside) if beside.exists() else shutil.which("mpiexec")
    if mpiexec is None:
        pytest.skip("no mpiexec is installed, which starts the processes")
    given = [{"how": how} for how in ("well", "SIGKILL", "raise", "hang", "nan")]
    program, store = tmp_path / "program.py", tmp_path / "mpi"
    program.write_text(OVER_MPI, encoding="utf-8")
    words = [mpiexec, "-n", "3", sys.executable, "-m", "mpi4py.futures", str(program), task("add"), task("ending")]
    subprocess.run([*words, str(store), repr(CASES), repr(given)], check=True, timeout=120.0)
    more: dict[str, Any] = {"time_limit": 1.0, "workers": 1}
    for name, cases, settings in (("add", CASES, {}), ("ending", given, more)):
        one = ds.sweep(task(name), cases, tmp_path / "one", **settings)
        kept = len(read_store(store))
        same(one, ds.sweep(task(name), cases, store, **settings))
        assert len(read_store(store)) == kept, "all rows were made over MPI"
