"""Stored results: exact round trips with the assembly, and one clear error for every file that is none."""

from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.files import open_run, read_scene, save, with_contacts
from drystone.results import Trajectory
from drystone.structures import STRUCTURES, column
from drystone.view import state_figure, thrust_figure

from ..marks import with_slow
from ..stored_arrays import arrays_of, damaged, rewritten, zipped


@pytest.fixture(scope="module")
def history() -> Trajectory:
    """Ten steps of the arch, every second kept."""
    scene = read_scene("arch")
    return ds.simulate(scene.assembly, 0.02, 0.002, motion=scene.motion, record_every=2)


NEEDED: dict[str, dict[str, Any]] = {
    "block": {"width": 0.6, "depth": 0.6, "height": 2.0},
    "church": {"brick": 0.85, "course": 1.1},
    "column": {"count": 3},
    "cylinder": {"courses": 2, "rings": 4, "sectors": 8},
    "wall": {"courses": 2, "bricks_per_course": 3},
}
"""Arguments of structures that have no defaults, and of a church of larger stones."""


def stored(assembly: ds.Assembly, history: Trajectory, folder: Path) -> ds.Assembly:
    """The assembly as it comes back from a stored run that has made no step; its tables have the columns of another."""
    count = len(assembly)
    run = Trajectory(
        names=assembly.names,
        time=np.zeros(1),
        position=assembly.centroid[None],
        rotation=np.broadcast_to(np.eye(3), (1, count, 3, 3)),
        velocity=np.zeros((1, count, 6)),
        ground=np.zeros((1, 3)),
        ground_velocity=np.zeros((1, 3)),
        energy=history.energy[:1],
        steps=history.steps[:0],
        records=(),
        complete=False,
        assembly=assembly,
    )
    read = ds.open(save(run, folder / "run.h5")).assembly
    assert read is not None
    return read


def test_a_stored_trajectory_comes_back_exactly(history: Trajectory, tmp_path: Path) -> None:
    read = ds.open(save(history, tmp_path / "run.h5"))
    assert read.names == history.names
    assert read.complete is True
    for name in ("time", "position", "rotation", "velocity", "ground", "ground_velocity"):
        assert np.array_equal(getattr(read, name), getattr(history, name)), name
    for name in ("energy", "steps"):
        before, after = getattr(history, name), getattr(read, name)
        assert after.equals(before), name
        assert after.dtypes.equals(before.dtypes), name


def test_stored_contacts_come_back_exactly(history: Trajectory, tmp_path: Path) -> None:
    read = ds.open(save(with_contacts(history, 3), tmp_path / "run.h5"))
    assert [record is None for record in read.records] == [False, True, False, True, False]
    for before, after in zip(history.records, read.records, strict=True):
        if before is not None and after is not None:
            assert np.array_equal(before.impulse, after.impulse)
            assert before.dt == after.dt
            for field in fields(before.contacts):
                a, b = getattr(before.contacts, field.name), getattr(after.contacts, field.name)
                assert np.array_equal(a, b), field.name
                assert a.dtype == b.dtype, field.name
    assert read.contacts(-1).equals(history.contacts(-1))
    with pytest.raises(ds.DrystoneError, match="were not kept"):
        read.contacts(1)


def test_a_run_whose_springs_are_lifted_goes_on_from_its_file(tmp_path: Path) -> None:
    """Springs of a block that slides under the associated law are less deep than its impulses say."""
    ground = ds.Block.box((2.0, 2.0, 0.1), (0.0, 0.0, -0.05), fixed=True, name="ground")
    block = ds.Block.box((0.3, 0.2, 0.4), (0.0, 0.0, 0.2), name="block")
    assembly = ds.Assembly([ground, block], joints=ds.Joint(normal_stiffness=1e7, tangential_stiffness=1e7))
    velocity = np.zeros((2, 6))
    velocity[1, 0] = 0.02
    start = ds.State.initial(assembly).with_velocity(velocity)
    whole = ds.simulate(assembly, 4e-3, 1e-3, start=start, integrator="backward-euler")
    read = ds.open(save(whole, tmp_path / "run.h5"))
    for before, after in zip(whole.records[1:], read.records[1:], strict=True):
        assert before is not None
        assert after is not None
        assert np.array_equal(before.left_pressed, after.left_pressed)
    further = [ds.simulate(assembly, 2e-3, 1e-3, start=run.checkpoint(1)) for run in (whole, read)]
    assert np.array_equal(further[0].position, further[1].position)
    first = whole.records[1]
    assert first is not None
    assert np.any(first.left_pressed < 0.9 * first.impulse[:, 0])


def test_contacts_are_kept_of_steps_spread_evenly_up_to_the_last(history: Trajectory) -> None:
    def kept(run: Trajectory) -> list[int]:
        return [i for i, record in enumerate(run.records) if record is not None]

    assert kept(with_contacts(history, None)) == kept(with_contacts(history, 9)) == [0, 1, 2, 3, 4]
    assert kept(with_contacts(history, 0)) == []
    assert kept(with_contacts(history, 1)) == [4]
    assert kept(with_contacts(history, 2)) == [0, 4]
    bare = with_contacts(history, 2)
    assert kept(with_contacts(bare, 1)) == [4]
    with pytest.raises(ds.DrystoneError, match="number of steps with contacts must be a whole number"):
        with_contacts(history, -1)


def test_a_run_without_contacts_and_a_stopped_run_are_stored(history: Trajectory, tmp_path: Path) -> None:
    bare = replace(history, records=(None,) * len(history.records), complete=False)
    read = ds.open(save(bare, tmp_path / "bare.h5"))
    assert list(read.records) == list(bare.records)
    assert read.complete is False


@pytest.mark.parametrize("name", STRUCTURES)
def test_the_assembly_comes_back_exactly(name: str, history: Trajectory, tmp_path: Path) -> None:
    made: Callable[..., ds.Assembly] = STRUCTURES[name]
    assembly = made(**NEEDED.get(name, {}))
    read = stored(assembly, history, tmp_path)
    assert read.names == assembly.names
    for one, other in zip(assembly.blocks, read.blocks, strict=True):
        assert (one.density, one.fixed, len(one.pieces)) == (other.density, other.fixed, len(other.pieces))
        for before, after in zip(one.pieces, other.pieces, strict=True):
            assert np.array_equal(before.vertices, after.vertices)
            assert before.faces == after.faces
    assert np.array_equal(read.mass, assembly.mass)
    assert np.array_equal(read.inertia, assembly.inertia)


def test_friction_joints_and_unions_come_back(history: Trajectory, tmp_path: Path) -> None:
    union = ds.Block.union(
        [ds.Block.box((1, 1, 1), (0, 0, 0.5)), ds.Block.box((1, 1, 1), (1, 0, 0.5), density=2000.0)], name="two"
    )
    blocks = [
        ds.Block.box((4, 4, 1), (0, 0, -0.5), fixed=True),
        union,
        ds.Block.box((1, 1, 1), (0, 0, 1.5), name="top"),
    ]
    friction = {("block-0", "*"): 0.3, ("two", "top"): 0.5, "default": 0.7}
    joints = {
        ("two", "*"): ds.Joint(cohesion=1e5, friction=0.4),
        ("block-0", "*"): ds.Joint(tensile_strength=3e4),
        "default": ds.Joint(restitution=0.25, per="contact"),
    }
    pairs = np.array([[0, 1], [0, 2], [1, 2]])
    for law in (None, ds.Joint(normal_stiffness=1e9), joints):
        assembly = ds.Assembly(blocks, friction, law)
        read = stored(assembly, history, tmp_path)
        assert read.joints == assembly.joints
        assert read.friction == assembly.friction
        assert np.array_equal(read.pair_friction(pairs), assembly.pair_friction(pairs))
    assert list(read.joints) == list(joints)  # of two "*" the first holds


def test_a_reopened_run_gives_steps_and_pictures(history: Trajectory, tmp_path: Path) -> None:
    """The step from a stored state is that from the state itself, to the last bit."""
    save(history, tmp_path / "result.h5")
    read = ds.open(tmp_path)
    assert read.assembly is not None
    assert history.assembly is not None
    steps = [
        ds.step_problem(run.assembly, 0.002, start=run.recorded_state(3))
        for run in (history, read)
        if run.assembly is not None
    ]
    for name in ("H", "k", "D", "phi", "mu", "blocks"):
        assert np.array_equal(getattr(steps[0], name), getattr(steps[1], name)), name
    lines = [ds.thrust_line(history.contacts(-1), run.assembly) for run in (history, read) if run.assembly is not None]
    assert np.array_equal(lines[0].points, lines[1].points)
    assert state_figure(read.assembly, read).axes
    assert thrust_figure(read.assembly, read).axes


def test_a_run_without_its_assembly_is_stored_too(history: Trajectory, tmp_path: Path) -> None:
    assert ds.open(save(replace(history, assembly=None), tmp_path / "run.h5")).assembly is None


def test_what_is_known_of_a_run_is_stored_with_it(history: Trajectory, tmp_path: Path) -> None:
    about = {"scene": "arch", "warnings": ["one", "two"], "settings": {"duration": 0.02, "dt": 0.002}}
    assert open_run(save(history, tmp_path / "run.h5", about)).about == about
    assert open_run(save(history, tmp_path / "run.h5")).about == {}
    with pytest.raises(ds.DrystoneError, match="about holds what JSON cannot"):
        save(history, tmp_path / "run.h5", {"scene": object()})


def test_results_hold_plain_arrays_alone(history: Trajectory, tmp_path: Path) -> None:
    assert all(array.dtype.kind in "biufU" for array in arrays_of(save(history, tmp_path / "run.h5")).values())


def test_files_of_earlier_versions_are_read(history: Trajectory, tmp_path: Path) -> None:
    older = zipped(save(with_contacts(history, 3), tmp_path / "run.h5"))
    read, known = ds.open(older), ds.open(tmp_path / "run.h5")
    assert np.array_equal(read.position, history.position)
    assert read.steps.equals(history.steps)
    assert [one is None for one in read.records] == [one is None for one in known.records]
    assert read.contacts(-1).equals(history.contacts(-1))
    motion = read_scene("arch").motion
    onward = [
        ds.simulate(one.assembly, 0.004, 0.002, start=one.checkpoint(-1), motion=motion)
        for one in (read, history)
        if one.assembly is not None
    ]
    assert np.array_equal(onward[0].position, onward[1].position)


def test_wrong_paths_are_one_clear_error(history: Trajectory, tmp_path: Path) -> None:
    with pytest.raises(ds.DrystoneError, match=r"files ending in \.h5"):
        save(history, tmp_path / "run.csv")
    with pytest.raises(ds.DrystoneError, match="cannot write"):
        save(history, tmp_path / "missing" / "run.h5")
    for path in (tmp_path / "run.h5", tmp_path, tmp_path / "no folder"):
        with pytest.raises(
            ds.DrystoneError, match=r"there is no results file .*; `drystone run SCENE --out DIR` writes"
        ):
            ds.open(path)
    with pytest.raises(ds.DrystoneError, match="trajectory must be a Trajectory"):
        save("run", tmp_path / "run.h5")  # type: ignore[arg-type]


def test_foreign_and_cut_files_are_one_clear_error(history: Trajectory, tmp_path: Path) -> None:
    path = tmp_path / "run.h5"
    path.write_text("time,x\n0,1\n", encoding="utf-8")
    with pytest.raises(ds.DrystoneError, match="is no results file, or it is damaged"):
        ds.open(path)
    rewritten(path, {"position": np.zeros(3)})
    with pytest.raises(ds.DrystoneError, match="holds no trajectory of drystone; it holds: position"):
        ds.open(path)
    save(history, path)
    path.write_bytes(path.read_bytes()[:-2000])
    with pytest.raises(ds.DrystoneError, match="damaged"):
        ds.open(path)
    for version, advice in ((99, "update drystone"), (1, "run the scene again")):
        rewritten(path, {"format": np.array("drystone trajectory"), "version": np.array(version)})
        with pytest.raises(ds.DrystoneError, match=f"version {version} of the format; .* reads version 6: {advice}"):
            ds.open(path)


def _wrong(array: Any) -> dict[str, Any]:
    """An array with another shape, of another kind, with NaN, and none at all."""
    found: dict[str, Any] = {
        "missing": None,
        "longer": np.concatenate([np.atleast_1d(array), np.atleast_1d(array)]) if array.size else np.ones(7),
        "complex": np.asarray(array, dtype=complex) if array.dtype.kind in "biuf" else np.zeros(3, dtype=complex),
    }
    if array.dtype.kind == "f" and array.size:
        found["nan"] = np.full_like(array, np.nan)
    if array.dtype.kind in "iu" and array.size:
        found["huge"] = np.full_like(array, 10**18)
        found["negative"] = np.full_like(array, -1)
    return found


def test_rest_in_files_of_versions_that_did_not_test_it_is_not_certain(tmp_path: Path) -> None:
    run = ds.simulate(column(2), 1.0, 0.02)
    path = zipped(save(run, tmp_path / "run.h5"))
    assert ds.open(path).verdict().certain
    with np.load(path) as archive:
        content = {name: archive[name] for name in archive.files if name != "doubt"}
    np.savez(path, **content)
    said = ds.open(path).verdict()
    assert (said.state, said.certain) == ("stood", False)
    assert "did not test" in said.reason


def test_what_steps_within_a_tolerance_left_in_older_files_is_passed_over(tmp_path: Path) -> None:
    """They have the length of the step of which a record is a part, also of the run's start, and errors of steps."""
    first = ds.simulate(column(2), 0.004, 0.002)
    run = ds.simulate(column(2), 0.004, 0.002, start=first.checkpoint(-1))
    path = zipped(save(run, tmp_path / "run.h5"))
    with np.load(path) as archive:
        content = {name: archive[name] for name in archive.files}
    assert not [name for name in content if "interval" in name or "step_error" in name]
    older = {"record_interval": np.array([np.nan, 0.002]), "origin/record/interval": np.array(0.002)}
    columns = np.append(content["steps_columns"], "step_error")
    np.savez(path, **content | older | {"steps_columns": columns, "steps/step_error": np.full(2, 1e-6)})
    read = ds.open(path)
    assert repr(read.steps)
    assert read.contacts(1).equals(run.contacts(1))
    onward = [ds.simulate(column(2), 0.002, 0.002, start=one.checkpoint(-1)).position[-1] for one in (read, run)]
    assert np.array_equal(*onward)


@pytest.mark.parametrize("kind", with_slow(["h5", "npz"], "h5"))
def test_arrays_that_do_not_fit_are_one_clear_error(kind: str, tmp_path: Path) -> None:
    """Each array of a file in turn: what is read is whole and of the right shapes, anything else is refused."""
    path = save(ds.simulate(column(2), 0.004, 0.002), tmp_path / "run.h5")
    content, whole = arrays_of(path), path.read_bytes()
    if kind == "npz":
        path = zipped(path)
        with np.load(path) as archive:
            content = {name: archive[name] for name in archive.files}
    refused = 0
    for place, (name, array) in enumerate(content.items()):
        column_of_table = name.startswith(("energy/", "steps/"))  # they are all read alike
        damages = list(_wrong(array).items())[: 1 if column_of_table else None]
        if kind == "h5":  # arrays of both kinds are judged by the same code
            damages = damages[place % len(damages) :][:1]
        for damage, wrong in damages:
            if kind == "npz":
                changed = {key: wrong if key == name else value for key, value in content.items()}
                np.savez(path, **{key: value for key, value in changed.items() if value is not None})
            else:
                damaged(path, whole, name, wrong)
            try:
                read = ds.open(path)
                [read.contacts(i) for i in range(len(read.steps))]
                if name.startswith("checkpoints/"):
                    open_run(path).checkpoint()
            except ds.DrystoneError as error:
                refused += 1
                assert path.name in str(error), (name, damage)  # noqa: PT017 - that there is an error is not the point
                continue
            if damage == "missing" and name in (
                "doubt",
                "about",
                "checkpoints/0/ledger",
                "contacts/pressed",
                "contacts/share",
                "checkpoints/0/record/share",
                "scene/loads",
                "criteria",
            ):  # which may not be there
                continue
            assert damage in ("nan", "huge", "negative"), f"{damage} {name} was read"
            assert name.startswith(("contacts/key", "record_dt", "checkpoints/0/record/key", "checkpoints/0/row")), (
                f"{damage} {name} was read"
            )
            assert len(read.steps) == len(read.time) - 1
    assert refused > (130 if kind == "npz" else 60)
