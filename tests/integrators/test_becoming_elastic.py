"""Blocks that are rigid until they are stressed: which become elastic, when, and what they are from then on."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.files import open as open_run
from drystone.files import save
from drystone.model.meshing import MeshOf
from drystone.results.stress import stresses
from drystone.structures import arch, column

DENSITY, GRAVITY = 2700.0, 9.81
SCHEMES = ("backward-euler", "mid-point", "velocity-reset")
ROUNDING = 1e-9
"""Of stresses, relative: what contact forces balance to."""
STRAINED = 1e-5
"""The same where blocks deform: strains of some 1e-6, by which arms of forces differ from those without."""


def stone(rigid_below: float | None) -> ds.Material:
    return ds.Material(60e9, 0.27, DENSITY, rigid_below=rigid_below)


def weight_above(assembly: ds.Assembly) -> list[float]:
    """Mean compression (Pa) of each drum of a column by its weight."""
    tall = np.ptp(assembly.blocks[1].pieces[0].vertices[:, 2])
    count = len(assembly.movable)
    return [DENSITY * GRAVITY * tall * (count - i - 0.5) for i in range(count)]


def test_the_mean_stress_of_rigid_blocks_is_that_of_the_weight_above() -> None:
    assembly = column(4, density=DENSITY)
    found = ds.simulate(assembly, 0.01, 1e-3).mean_stresses(-1)
    assert -found["stress_zz"].to_numpy() == pytest.approx(weight_above(assembly), rel=ROUNDING)
    assert np.abs(found[["stress_xx", "stress_xy", "stress_yz", "stress_zx"]].to_numpy()).max() < 1e-6


@pytest.mark.parametrize("mesh", ["affine", (1, 1, 1)], ids=str)
def test_the_mean_stress_is_that_of_the_elements(mesh: MeshOf) -> None:
    """By another road: of wedges at rest that are one element each, all six components."""
    assembly = arch().of_material(stone(None), mesh=mesh)
    run = ds.simulate(assembly, 0.1, 1e-3, start=ds.equilibrium(assembly).deformed, integrator="velocity-reset")
    columns = [name for name in run.mean_stresses(-1) if name != "block"]
    ours, elements = (table.set_index("block")[columns] for table in (run.mean_stresses(-1), run.stresses(-1)))
    assert (ours - elements).abs().to_numpy().max() < STRAINED * elements.abs().to_numpy().max()


TURN = np.array([[0.36, 0.48, -0.8], [-0.8, 0.6, 0.0], [0.48, 0.64, 0.6]])


def test_forces_at_points_are_in_the_mean_stress(tmp_path: Path) -> None:
    """Squeezed by two forces F on ends of area A a falling block has the stress -F/A, also in a run that was stored."""
    block = ds.Block.box((2.0, 0.5, 0.4), rotation=TURN, name="b")
    force, axis = 1e5, TURN[:, 0]
    loads = [ds.PointForce("b", -end * force * axis, end * axis) for end in (-1.0, 1.0)]
    store = ds.ResultStore(tmp_path / "stored.h5")
    runs = [ds.simulate(ds.Assembly([block]), 2e-3, 1e-3, loads=loads, store=store)]
    runs += [ds.simulate(ds.Assembly([block]), 2e-3, 1e-3, loads=loads), ds.open(store.path)]
    runs.append(open_run(save(runs[1], tmp_path / "saved.h5")))
    for run in runs:
        principal = run.mean_stresses(-1)[[f"principal_{i}" for i in (1, 2, 3)]].to_numpy()
        assert principal[0] == pytest.approx([-force / 0.2, 0.0, 0.0], rel=ROUNDING, abs=ROUNDING * force)


def test_stresses_of_loads_that_a_file_could_not_store_are_not_told(tmp_path: Path) -> None:
    load = ds.PointForce("drum-1", lambda _: (1.0, 0.0, 0.0))
    run = ds.simulate(column(1), 2e-3, 1e-3, loads=load)
    assert len(run.mean_stresses()) == 1
    with pytest.raises(ds.DrystoneError, match="does not know its loads"):
        open_run(save(run, tmp_path / "run.h5")).mean_stresses()


@pytest.mark.parametrize("couple", [0.0, 50.0])
def test_the_mean_stress_of_a_block_that_is_accelerated_is_that_of_its_elements(couple: float) -> None:
    """A free block that forces off its centre push and turn, rigid, has the stress that it has when its mode's rest
    under these forces: gravity, couples and inertia have no part in that.
    """
    blocks = [
        ds.Block.box((2.0, 0.5, 0.4), rotation=TURN, name="b", material=material, mesh="affine" if material else None)
        for material in (None, stone(None))
    ]
    loads = [
        ds.PointForce("b", (3e3, 1e3, -2e3), TURN @ (0.9, 0.2, 0.1)),
        ds.PointForce("b", (1e3, -4e3, 500.0), TURN @ (-0.3, 0.2, -0.2)),
        ds.Couple("b", (couple, 2.0 * couple, 0.0)),
    ]
    run = ds.simulate(ds.Assembly(blocks[:1]), 1e-4, 1e-4, loads=loads)
    elastic = ds.Assembly(blocks[1:])
    table, at_start = elastic.elastic, ds.State.initial(elastic)
    amplitude = ds.Loads(loads).on_modes(elastic, at_start, 0.0)[0] / table.frequency[0] ** 2
    ours, expected = run.mean_stresses(-1), stresses(elastic, replace(at_start, deformation=amplitude[None]))
    names = [name for name in ours if name != "block"]
    off = ours[names].to_numpy(dtype=float) - expected[names].to_numpy(dtype=float)
    assert np.abs(off).max() < 1e-5 * np.abs(expected[names].to_numpy(dtype=float)).max()


def test_a_force_at_a_point_makes_a_block_elastic() -> None:
    block = ds.Block.box((1, 1, 1), name="b", material=stone(1e5), mesh="affine")
    for force, bears in ((0.9e5, True), (1.1e5, False)):
        loads = [ds.PointForce("b", (0, 0, -force * end), (0, 0, 0.5 * end)) for end in (-1.0, 1.0)]
        run = ds.simulate(ds.Assembly([block]), 5e-3, 1e-3, gravity=(0, 0, 0), loads=loads)
        assert np.isinf(run.elastic_since()["time"].iloc[0]) == bears


@pytest.mark.parametrize("scheme", SCHEMES)
def test_blocks_become_elastic_where_the_weight_above_is_more_than_they_bear(scheme: str) -> None:
    """Forces are known after the first step, so that blocks deform in the second; the others never do."""
    assembly = column(4, density=DENSITY)
    pressed = weight_above(assembly)
    softening = assembly.of_material(stone(0.5 * (pressed[1] + pressed[2])), mesh="affine")
    run = ds.simulate(softening, 0.2, 1e-3, integrator=scheme)
    table = run.elastic_since().set_index("block")["time"]
    assert table.iloc[:2].tolist() == pytest.approx([2e-3, 2e-3])
    assert np.isinf(table.iloc[2:]).all()
    assert not np.any(run.deformation[:, 3:])
    stress = run.stresses(-1).groupby("block")["stress_zz"].mean()
    assert sorted(-stress) == pytest.approx(pressed[1::-1], rel=1e-4)  # not quite at rest after 0.2 s


def test_blocks_that_bear_all_are_rigid() -> None:
    assembly = arch()
    as_rigid = ds.simulate(assembly, 0.05, 1e-3, integrator="backward-euler")
    material = ds.Material(60e9, 0.27, assembly.blocks[assembly.movable[0]].density, rigid_below=1e12)
    run = ds.simulate(assembly.of_material(material), 0.05, 1e-3, integrator="backward-euler")
    assert np.array_equal(run.position, as_rigid.position)
    with pytest.raises(ds.DrystoneError, match="no block has become elastic"):
        run.stresses(-1)


def test_once_elastic_always_elastic() -> None:
    """Pressed by a load that then goes, a block settles to the stress of its weight, far below what it bore."""
    ground = ds.Block.box((3, 3, 1), (0, 0, -0.5), fixed=True, name="ground")
    block = ds.Block.box((1, 1, 1), (0, 0, 0.5), name="block", material=stone(1e5), mesh="affine")
    load_ = ds.PointForce("block", lambda t: (0.0, 0.0, -2e5 if t < 0.01 else 0.0), (0, 0, 1.0))
    run = ds.simulate(ds.Assembly([ground, block], friction=0.5), 0.1, 1e-3, loads=load_)
    assert np.isfinite(run.elastic_since()["time"]).all()
    weight = DENSITY * GRAVITY
    assert -run.stresses(-1)["stress_zz"].iloc[0] == pytest.approx(0.5 * weight, rel=1e-3)


def test_a_run_goes_on_to_the_last_bit_with_what_has_become_elastic() -> None:
    assembly = column(4, density=DENSITY)
    pressed = weight_above(assembly)
    softening = assembly.of_material(stone(0.5 * (pressed[1] + pressed[2])), mesh="affine")
    whole = ds.simulate(softening, 0.01, 1e-3)
    for step in (1, 2, 5):
        rest = ds.simulate(softening, 0.01 - step * 1e-3, 1e-3, start=whole.checkpoint(step))
        assert np.array_equal(rest.deformation[-1], whole.deformation[-1])


def test_loads_before_time_zero_stress_no_block_that_has_settled() -> None:
    """A load that goes: as it would have been before, it is more than the block bears."""
    ground = ds.Block.box((3, 3, 1), (0, 0, -0.5), fixed=True, name="ground")
    block = ds.Block.box((1, 1, 1), (0, 0, 0.5), name="block", material=stone(1e5), mesh="affine")
    asked = list[float]()

    def going(time: float) -> tuple[float, float, float]:
        asked.append(time)
        return 0.0, 0.0, -7e4 * (1.0 - 20.0 * time)

    loaded: dict[str, Any] = {"loads": ds.PointForce("block", going, (0, 0, 1.0))}
    run = ds.simulate(ds.Assembly([ground, block], friction=0.5), 0.02, 1e-3, **loaded, options={"settle": True})
    assert np.isinf(run.elastic_since()["time"]).all()
    assert min(asked) == 0.0


@pytest.mark.parametrize("scheme", SCHEMES[:2])
@pytest.mark.parametrize("speed", [-10.0, 10.0])
def test_blocks_become_elastic_as_in_a_frame_that_moves_with_them(speed: float, scheme: str) -> None:
    """A block that another pushes at 10 m/s2 has the mean stress rho a L/2, however fast both are."""
    mean = 0.5 * DENSITY * 10.0
    pushing = ds.Block.box((1, 1, 1), (0, 0, 0), density=DENSITY, name="pushing")
    pushed = ds.Block.box((1, 1, 1), (1, 0, 0), name="pushed", material=stone(1.001 * mean), mesh="affine")
    velocity = np.zeros((2, 6))
    velocity[:, 0] = speed
    force = ds.PointForce("pushing", (2.0 * DENSITY * 10.0, 0, 0), (-0.5, 0, 0))
    run = ds.simulate(
        ds.Assembly([pushing, pushed], friction=0.5), 0.01, 1e-3, gravity=(0, 0, 0), loads=force,
        initial_velocity=velocity, integrator=scheme,
    )  # fmt: skip
    assert run.mean_stresses(-1)["stress_xx"].iloc[1] == pytest.approx(-mean, rel=1e-6)
    assert np.isinf(run.elastic_since()["time"]).all()


def test_materials_that_differ_in_the_last_digits_are_not_one() -> None:
    """They were told apart by four digits."""
    moduli = (60e9, 60e9 * (1.0 + 1e-6))
    blocks = [
        ds.Block.box((1, 1, 1), (2.0 * i, 0, 0), name=f"b{i}", material=ds.Material(E, 0.2, 2000.0), mesh="affine")
        for i, E in enumerate(moduli)
    ]
    frequency = ds.Assembly(blocks).elastic.frequency
    assert frequency[1] == pytest.approx(np.sqrt(1.0 + 1e-6) * frequency[0], rel=1e-12)


@pytest.mark.parametrize("value", [0.0, -1.0, float("nan"), "much"])
def test_a_stress_that_is_none_is_refused(value: Any) -> None:
    with pytest.raises(ds.DrystoneError, match="rigid_below"):
        ds.Material(60e9, 0.2, 2700.0, rigid_below=value)


def test_it_is_kept_on_disk(tmp_path: Path) -> None:
    run = ds.simulate(column(1).of_material(stone(3e4), mesh="affine"), 2e-3, 1e-3)
    save(run, tmp_path / "run.h5")
    kept = open_run(tmp_path / "run.h5").assembly
    assert kept is not None
    assert kept.elastic.rigid_below[1] == 3e4
