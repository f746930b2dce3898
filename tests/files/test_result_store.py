"""Runs written as they go: the same numbers as in memory, however they are parted, ended and taken up again."""

import re
import shutil
import signal
import subprocess
import sys
import time
import warnings
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

import drystone as ds
from drystone import disk
from drystone.cli import main
from drystone.files import hdf5, is_running, open_run, read_scene, result_store
from drystone.files.stored_fields import put_joined
from drystone.model.loads import LOADS, Load
from drystone.results import Trajectory
from drystone.structures import column, wall

from ..cli.blank_pictures import blank_pictures  # noqa: F401 - a fixture
from ..marks import with_slow
from ..test_disk import files_of_at_most

pytestmark = pytest.mark.usefixtures("blank_pictures")

STATES = ("time", "position", "rotation", "velocity", "ground", "ground_velocity")
SPENT = ("collision_time", "build_time", "solve_time", "broad_time", "narrow_time")
"""Columns of the table of steps that differ from run to run: times that were measured."""


def arguments(**more: Any) -> dict[str, Any]:
    """A wall that rocks, with a settlement, loads and bonds: whatever a run has to remember."""
    built = wall(3, 3, friction=0.6)
    joints = ds.Joint(tensile_strength=2e4, cohesion=3e4)
    assembly = ds.Assembly(built.blocks, built.friction, joints)
    return {
        "assembly": assembly, "duration": 0.08, "dt": 8e-3, "record_every": 2,
        "motion": ds.GroundMotion.harmonic(0.9 * 9.81, 2.0),
        "loads": [ds.PointForce(assembly.names[-1], (20.0, 0.0, -50.0))],
        "settlements": ds.Settlement(assembly.names[0], (0, 0, -0.002), start=0.02, duration=0.1),
        **more,
    }  # fmt: skip


def same(one: Trajectory, other: Trajectory) -> None:
    """To the last bit, measured times apart."""
    for name in STATES:
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    assert one.energy.equals(other.energy)
    assert one.steps.drop(columns=list(SPENT)).equals(other.steps.drop(columns=list(SPENT)))
    assert (one.at_rest, one.doubt, one.complete) == (other.at_rest, other.doubt, other.complete)
    for before, after in zip(one.joint_memories, other.joint_memories, strict=True):
        assert (before is None) == (after is None)
        if before is not None and after is not None:
            assert before.same_as(after)


@pytest.fixture(scope="module")
def known() -> Trajectory:
    """The run in memory."""
    return ds.simulate(**arguments())


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part for every step."""
    monkeypatch.setattr(result_store, "EVERY", 0.0)
    monkeypatch.setattr(result_store, "SHARE", 0.0)


class Interrupting(ds.ResultStore):
    """A store whose run is interrupted in the step after so many."""

    left = 5

    def is_due(self, size: int) -> bool:
        self.left -= 1
        if not self.left:
            raise KeyboardInterrupt
        return super().is_due(size)


def test_a_stored_run_is_that_in_memory(known: Trajectory, tmp_path: Path) -> None:
    store = ds.ResultStore(tmp_path / "run.h5", contacts=3)
    same(ds.simulate(**arguments(), store=store), known)
    assert [path.name for path in tmp_path.iterdir()] == ["run.h5"]


@pytest.mark.usefixtures("often")
def test_so_is_one_in_many_parts_and_its_contacts(known: Trajectory, tmp_path: Path) -> None:
    run = ds.simulate(**arguments(), store=ds.ResultStore(tmp_path / "run.h5", contacts=4))
    same(run, known)
    kept = [i for i, record in enumerate(run.records) if record is not None]
    assert len(kept) == 4
    assert kept[-1] == len(run.steps) - 1
    for i in kept:
        assert run.contacts(i).equals(known.contacts(i))


@pytest.mark.parametrize("rows", [1, 2, 7, 50, 51, 1000])
def test_contacts_are_kept_of_rows_evenly_spread(rows: int, tmp_path: Path) -> None:
    for most in (0, 1, 2, 3, 7, 49, 50, 51, None):
        store = ds.ResultStore(tmp_path / "run.h5", contacts=most)
        store._rows = rows  # as `begin` is told
        kept = [row for row in range(rows) if store.keeps_contacts(row)]
        assert len(kept) == (rows if most is None else min(most, rows))
        assert not kept or kept[-1] == rows - 1
        assert np.ptp(np.diff(kept)) <= 1 if len(kept) > 2 else True


@pytest.mark.usefixtures("often")
def test_any_contacts_are_computed_again(known: Trajectory, tmp_path: Path) -> None:
    ds.simulate(**arguments(), store=ds.ResultStore(tmp_path / "run.h5", contacts=0))
    stored = open_run(tmp_path / "run.h5")
    with pytest.raises(ds.DrystoneError, match=r"step 3 were not kept; there are those of \d+\. .* give a store more"):
        stored.trajectory.contacts(3)
    start, end = float(known.time[3]), float(known.time[4])
    again = ds.simulate(**stored.arguments(start, end))
    assert again.time[0] <= start
    assert again.contacts(-1).equals(known.contacts(3))


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize("method", with_slow(["seek", "write", "truncate"], "seek", "write"))
def test_an_interrupt_while_parts_are_joined_waits_for_hdf5(
    method: str, known: Trajectory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """HDF5 can crash where it is raised in a function of Python's that it calls."""
    raised: list[int] = []
    begun: list[int] = []
    real = getattr(hdf5._Disk, method)

    def interrupted(disk: Any, *given: Any) -> Any:
        begun.append(1)
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:  # not handed on: the tests would crash
            raised.append(1)
        return real(disk, *given)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with monkeypatch.context() as patched:
            patched.setattr(hdf5._Disk, method, interrupted)
            with pytest.raises(KeyboardInterrupt):
                ds.simulate(**arguments(), store=ds.ResultStore(tmp_path / "run.h5"))
    finally:
        signal.signal(signal.SIGINT, before)
    assert begun
    assert not raised
    assert [path.name for path in tmp_path.iterdir()] == ["run.unfinished"]
    with pytest.raises(ds.DrystoneError, match=r"nothing remains.*; `drystone resume` or .* makes one file of it"):
        ds.open_run(tmp_path / "run.h5").remaining()
    store = ds.ResultStore.resumed(tmp_path / "run.h5")
    assert store.ended
    store.join()
    same(store.trajectory(), known)


@pytest.mark.usefixtures("often")
def test_an_interrupt_ends_the_joining_of_parts_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the data set that is written, not after all."""
    made: list[str] = []

    def interrupted(group: Any, name: str, *given: Any) -> None:
        made.append(name)
        signal.raise_signal(signal.SIGINT)
        put_joined(group, name, *given)

    monkeypatch.setattr(result_store, "put_joined", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            ds.simulate(**arguments(), store=ds.ResultStore(tmp_path / "run.h5"))
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(made) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["run.unfinished"]


def test_an_interrupt_while_the_whole_file_takes_its_place_leaves_no_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And nobody is told to go on with them."""
    real = disk._to_disk

    def interrupted(path: Path) -> None:
        real(path)
        if path.name.startswith(".result-"):
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(disk, "_to_disk", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert main(["run", "column", "--duration", "0.01", "--out", str(tmp_path), "--quiet"]) == 130
    finally:
        signal.signal(signal.SIGINT, before)
    assert [path.name for path in tmp_path.iterdir()] == ["result.h5"]
    told = capsys.readouterr().err
    assert told.endswith("drystone: interrupted\n")
    assert "resume" not in told
    assert ds.open(tmp_path).complete


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize("left", with_slow([1, 2, 9], 2, 9))
def test_what_is_interrupted_goes_on_to_the_last_bit(left: int, known: Trajectory, tmp_path: Path) -> None:
    store = Interrupting(tmp_path / "run.h5", about={"scene": "wall"})
    store.left = left
    with pytest.raises(KeyboardInterrupt) as stopped:
        ds.simulate(**arguments(), store=store)
    assert not (tmp_path / "run.h5").exists()
    unfinished = open_run(tmp_path / "run.h5")
    assert not unfinished.finished
    reached = unfinished.trajectory
    assert not reached.complete
    count = left // 2 + 1
    assert len(reached.time) == len(stopped.value.trajectory.time) == count  # type: ignore[attr-defined]
    assert np.array_equal(reached.position, known.position[:count])
    assert unfinished.checkpoint().state.time == pytest.approx(left * 8e-3)  # no step that was made is lost
    assert unfinished.about == {"scene": "wall"}
    onward = ds.simulate(**unfinished.remaining(), store=ds.ResultStore.resumed(tmp_path / "run.h5"))
    same(onward, known)
    assert [path.name for path in tmp_path.iterdir()] == ["run.h5"]


@pytest.mark.usefixtures("often")
def test_a_run_that_an_earlier_version_began_goes_on(known: Trajectory, tmp_path: Path) -> None:
    """Its row of steps since the last recorded state lacks columns that came later."""
    store = Interrupting(tmp_path / "run.h5")
    store.left = 1
    with pytest.raises(KeyboardInterrupt):
        ds.simulate(**arguments(), store=store)
    resumed = ds.ResultStore.resumed(tmp_path / "run.h5")
    later = ("displacement", "displaced", "tie_force", "tie")
    resumed._row = {name: value for name, value in resumed._row.items() if name not in later}
    run = ds.simulate(**open_run(tmp_path / "run.h5").remaining(), store=resumed)
    assert np.array_equal(run.position, known.position)
    assert run.steps.displacement.iloc[2] == known.steps.displacement.iloc[2] > 0.0


@pytest.mark.slow
def test_rest_is_timed_across_an_interruption(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run up to its verdict ends at the same time: that blocks have been slow for long is in the checkpoint."""
    monkeypatch.setattr(result_store, "EVERY", 0.0)
    monkeypatch.setattr(result_store, "SHARE", 0.0)
    given: dict[str, Any] = {"assembly": column(2), "duration": 5.0, "dt": 0.02, "options": {"until": "verdict"}}
    whole = ds.simulate(**given)
    store = Interrupting(tmp_path / "run.h5")
    store.left = len(whole.time) - 10  # while they are slow
    with pytest.raises(KeyboardInterrupt):
        ds.simulate(**given, store=store)
    remaining = open_run(tmp_path / "run.h5").remaining()
    same(ds.simulate(**remaining, store=ds.ResultStore.resumed(tmp_path / "run.h5")), whole)
    assert whole.verdict().certain


@pytest.mark.slow
@pytest.mark.usefixtures("often")
def test_a_run_killed_amid_its_end_is_ended_by_going_on(
    known: Trajectory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the last step and what is known at the end, and between that and the joining of the parts."""

    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    for method in ("finish", "join"):
        folder = tmp_path / method
        folder.mkdir()
        with monkeypatch.context() as patch:
            patch.setattr(ds.ResultStore, method, killed)
            with pytest.raises(KeyboardInterrupt):
                ds.simulate(**arguments(), store=ds.ResultStore(folder / "result.h5"))
        assert main(["resume", str(folder), "--quiet"]) == 0
        same(ds.open(folder), known)


def test_results_that_are_there_are_never_touched(tmp_path: Path) -> None:
    given: dict[str, Any] = {"assembly": column(2), "duration": 0.02, "dt": 0.01}
    ds.simulate(**given, store=ds.ResultStore(tmp_path / "run.h5"))
    first = (tmp_path / "run.h5").read_bytes()
    for number in (2, 3):
        with pytest.warns(UserWarning, match=rf"run\.h5. holds results, which stay; .* to .*run-{number}\.h5"):
            store = ds.ResultStore(tmp_path / "run.h5")
        ds.simulate(**given, store=store)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run-2.h5", "run-3.h5", "run.h5"]
    assert (tmp_path / "run.h5").read_bytes() == first


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize("left", [0, 3])
def test_a_store_holds_one_run(left: int, tmp_path: Path) -> None:
    """A second one is refused before its first step, whether the first reached its end or was stopped."""
    store = Interrupting(tmp_path / "run.h5")
    store.left = left
    with pytest.raises(KeyboardInterrupt) if left else nullcontext():
        ds.simulate(**arguments(), store=store)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    with pytest.raises(ds.DrystoneError, match=r"holds a run already; give each run a store of its own, or"):
        ds.simulate(column(2), 0.03, 0.01, store=store)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


@pytest.mark.usefixtures("often")
def test_a_run_that_goes_on_can_be_read_and_not_resumed(tmp_path: Path) -> None:
    seen = []

    class Watched(ds.ResultStore):
        def add(self, part: Any) -> None:
            super().add(part)
            seen.append(len(ds.open(tmp_path / "run.h5").time))
            assert is_running(self.folder)
            with pytest.raises(ds.DrystoneError, match="still goes on in another process"):
                ds.ResultStore.resumed(tmp_path / "run.h5")

    ds.simulate(column(2), 0.05, 0.01, store=Watched(tmp_path / "run.h5"))
    assert seen == [1, 2, 3, 4, 5, 6]


def test_what_cannot_go_on_says_why(tmp_path: Path) -> None:
    with pytest.raises(ds.DrystoneError, match="is not an unfinished run"):
        ds.ResultStore.resumed(tmp_path / "run.h5")
    load = ds.PointForce("drum-1", lambda t: (t, 0.0, 0.0))
    ds.simulate(column(2), 0.02, 0.01, loads=load, store=ds.ResultStore(tmp_path / "run.h5"))
    with pytest.raises(ds.DrystoneError, match="loads that are functions of time are not stored; go on in Python"):
        open_run(tmp_path / "run.h5").arguments(0.0)
    ds.simulate(column(2), 0.02, 0.01, store=ds.ResultStore(tmp_path / "whole.h5"))
    with pytest.raises(ds.DrystoneError, match="nothing remains"):
        open_run(tmp_path / "whole.h5").remaining()
    with pytest.raises(ds.DrystoneError, match=r"files ending in \.h5"):
        ds.ResultStore(tmp_path / "run.npz")


COMMAND = """
import sys
from drystone.files import result_store
result_store.EVERY, result_store.SHARE = 0.05, 0.0
from drystone.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""The command, which writes a part every twentieth of a second."""


@pytest.mark.slow
def test_a_killed_command_is_resumed_to_the_last_bit(tmp_path: Path) -> None:
    """SIGKILL in a run and as it goes on, from the part written last."""
    words = ["run", "wall", "--set", "courses=3", "--set", "bricks_per_course=3", "--duration", "0.3", "--quiet"]
    assert main([*words, "--out", str(tmp_path / "known")]) == 0
    out = tmp_path / "out"
    words = [*words, "--out", str(out)]
    for wanted in (2, 4):
        child = subprocess.Popen([sys.executable, "-c", COMMAND, *words])
        until = time.monotonic() + 120.0
        while child.poll() is None and time.monotonic() < until:
            if len(list((out / "result.unfinished").glob("part-*"))) >= wanted:
                break
            time.sleep(0.01)
        child.kill()
        child.wait()
        assert (out / "result.unfinished").exists(), "the run was over before it was killed"
        words = ["resume", str(out), "--quiet"]
    assert main(words) == 0
    same(ds.open(out), ds.open(tmp_path / "known"))
    assert sorted(one.name for one in out.iterdir()) == sorted(one.name for one in (tmp_path / "known").iterdir())


@pytest.mark.slow
def test_a_full_disk_ends_the_command_and_loses_nothing(
    tmp_path: Path, often: None, capsys: pytest.CaptureFixture[str]
) -> None:
    """One message, no traceback; with room again the run is resumed bit for bit."""
    words = ["run", "wall", "--set", "courses=3", "--set", "bricks_per_course=3", "--duration", "0.015", "--quiet"]
    assert main([*words, "--out", str(tmp_path / "known")]) == 0
    head = max(path.stat().st_size for path in _parts_of(words, tmp_path / "parts"))
    out = tmp_path / "out"
    with files_of_at_most(head + 1000):  # each part fits, not the file of all
        assert main([*words, "--out", str(out)]) == 2
    told = capsys.readouterr().err
    assert re.search(r"cannot write .*; `drystone resume .*` continues it", told, re.DOTALL)
    assert "Traceback" not in told
    assert not (out / "result.h5").exists()
    assert main(["resume", str(out), "--quiet"]) == 0
    same(ds.open(out), ds.open(tmp_path / "known"))
    with files_of_at_most(1000):  # nothing fits
        assert main([*words, "--out", str(tmp_path / "nothing")]) == 2
    assert "cannot write" in capsys.readouterr().err


def _parts_of(words: list[str], out: Path) -> list[Path]:
    """Copies of the parts that a run has when it has ended."""
    kept: list[Path] = []

    class Kept(ds.ResultStore):
        def join(self) -> None:
            kept.extend(Path(shutil.copytree(self.folder, out)).iterdir())
            super().join()

    read = read_scene(words[1], {"courses": 3, "bricks_per_course": 3})
    run = read.run.changed(duration=0.015)
    ds.simulate(**read.arguments(run), store=Kept(out.with_suffix(".h5")))
    return [path for path in kept if path.suffix == ".h5"]


def test_a_run_without_gravity_is_stored_and_goes_on(tmp_path: Path) -> None:
    """Nothing is ever at rest there: the time of the next test of it was infinite, and the file could not be read."""
    assembly = ds.Assembly([ds.Block.box((1, 1, 1))])
    acting: dict[str, Any] = {"gravity": (0.0, 0.0, 0.0)}
    whole = ds.simulate(assembly, 0.02, 0.01, **acting, store=ds.ResultStore(tmp_path / "run.h5"))
    again = ds.simulate(**ds.open_run(tmp_path / "run.h5").arguments(start=0.0, end=0.02))
    assert np.array_equal(ds.open(tmp_path / "run.h5").position, whole.position)
    assert np.array_equal(again.position, whole.position)


@dataclass(frozen=True, eq=False)
class Table(Load):
    """A load of a user, whose fields may be anything."""

    name: ClassVar[str] = "table"
    forces: Any = None
    rows: Any = ()

    def add_to(self, total: Any, assembly: ds.Assembly, state: ds.State, time: float) -> None:
        total[1, :3] += 2.0 * np.asarray(self.forces)


def test_loads_come_back_with_the_arrays_and_numbers_that_they_hold(tmp_path: Path) -> None:
    """Arrays came back as lists, numbers beside texts as texts."""
    load = Table(np.array([100.0, 0.0, 0.0]), rows=(("drum-1", 2.5), (1, np.arange(3))))
    with LOADS.restored(), warnings.catch_warnings(action="error"):
        ds.register_load(Table)
        run = ds.simulate(column(2), 0.1, 0.01, loads=load, store=ds.ResultStore(tmp_path / "run.h5"))
        given = ds.open_run(tmp_path / "run.h5").arguments(0.0, 0.1)
        found = given["loads"].items[0]
        again = ds.simulate(**given)  # without the warning that something else acts
    assert isinstance(found.forces, np.ndarray)
    assert found.rows[0] == ["drum-1", 2.5]
    assert np.array_equal(found.rows[1][1], np.arange(3))
    assert np.array_equal(again.position[-1], run.position[-1])


@pytest.mark.parametrize("held", [Path("wind.csv"), ds.GroundMotion.one_sine(1.0, half_period=0.1), 1j])
def test_loads_that_hold_other_objects_do_not_end_a_run_that_is_stored(held: Any, tmp_path: Path) -> None:
    with LOADS.restored():
        ds.register_load(Table)
        run = ds.simulate(
            column(2), 0.02, 0.01, loads=Table((1, 0, 0), held), store=ds.ResultStore(tmp_path / "run.h5")
        )
        assert len(run.time) == 3
        with pytest.raises(
            ds.DrystoneError, match="the load Table holds something other than numbers, texts and arrays"
        ):
            ds.open_run(tmp_path / "run.h5").arguments(0.0, 0.02)
