"""Ties whose anchors are on blocks that deform: stone and rod yield one after the other."""

from pathlib import Path

import numpy as np
import pytest

import drystone as ds
from drystone.files import save
from drystone.model.meshing import MeshOf

YOUNG, DENSITY, EDGE, STIFFNESS, G = 1e8, 2000.0, 0.5, 2e7, 9.81  # Pa, kg/m3, m, N/m, m/s2
STONE = ds.Material(YOUNG, 0.0, DENSITY)
WEIGHT = G * DENSITY * EDGE**3
ROD = WEIGHT / STIFFNESS
HALF = G * DENSITY * EDGE**2 / (4.0 * YOUNG)  # half a cube of one strain, its mean, lengthens by this
MESHES: list[MeshOf] = ["affine", (2, 2, 2), "tetrahedra"]


def hanging(mesh: MeshOf, yield_force: float | None = None) -> ds.Assembly:
    """A cube that hangs by the middle of its upper face from a slab that stands still."""
    slab = ds.Block.box((1.0, 1.0, 0.2), (0.0, 0.0, 1.1), fixed=True, name="slab")
    cube = ds.Block.box((EDGE, EDGE, EDGE), (0.0, 0.0, -0.5 * EDGE), name="cube", material=STONE, mesh=mesh)
    rod = ds.Tie("slab", "cube", (0.0, 0.0, 1.0), (0.0, 0.0, 0.0), stiffness=STIFFNESS, yield_force=yield_force)
    return ds.Assembly([slab, cube], 0.6, ties=[rod])


def coupled(mesh: MeshOf) -> ds.Assembly:
    """Two cubes that a rod keeps together, far from all others, and no gravity."""
    cubes = [
        ds.Block.box((EDGE, EDGE, EDGE), (1.2 * i, 0.0, 0.0), name=f"cube-{i}", material=STONE, mesh=mesh)
        for i in range(2)
    ]
    rod = ds.Tie("cube-0", "cube-1", (0.25, 0.1, 0.2), (0.95, -0.2, 0.1), stiffness=STIFFNESS, pretension=2e3)
    return ds.Assembly(cubes, 0.6, ties=[rod])


@pytest.mark.each_value
@pytest.mark.parametrize("scheme", ["velocity-reset", "mid-point", "backward-euler"])
@pytest.mark.parametrize("form", ["kinematic", "static"])
def test_rod_and_stone_yield_one_after_the_other(form: str, scheme: str) -> None:
    """The centre of mass sinks by what the rod yields and the upper half of the cube."""
    run = ds.simulate(hanging("affine"), 1.0, 0.01, integrator=scheme, form=form)
    assert run.position[0, 1, 2] - run.position[-1, 1, 2] == pytest.approx(ROD + HALF, rel=1e-4)
    told = run.ties().iloc[-1]
    assert told["force"] == pytest.approx(WEIGHT, rel=1e-4)
    assert told["elongation"] == pytest.approx(ROD, rel=1e-4)
    assert run.energy.ties.iloc[-1] == pytest.approx(0.5 * WEIGHT * ROD, rel=1e-3)


@pytest.mark.parametrize("mesh", MESHES)
def test_the_rod_has_what_its_anchors_are_apart_and_statics_the_forces_and_the_shape_of_the_run_at_rest(
    mesh: MeshOf,
) -> None:
    """At rest the force of the rod is the weight, whatever the stone around its anchor yields by."""
    assembly = hanging(mesh)
    found = ds.equilibrium(assembly)
    run = ds.simulate(assembly, 1.0, 0.01, integrator="velocity-reset")
    assert run.ties()["force"].iloc[-1] == pytest.approx(WEIGHT, rel=1e-4)
    assert run.position[0, 1, 2] - run.position[-1, 1, 2] > ROD + 0.5 * HALF
    assert found.ties["force"].iloc[0] == pytest.approx(WEIGHT, rel=1e-6)
    assert found.deformed is not None
    bent = run.deformation[-1, 1]
    assert found.deformed.deformation[1] == pytest.approx(bent, abs=1e-4 * np.abs(bent).max())


@pytest.mark.slow
def test_a_rod_yields_between_stones_that_deform() -> None:
    """What hangs by a rod whose yield force is half its weight sways until it yields, then falls by half of g."""
    run = ds.simulate(hanging("affine", 0.5 * WEIGHT), 0.1, 2e-4)
    assert run.ties()["force"].iloc[-1] == pytest.approx(0.5 * WEIGHT, rel=1e-9)
    omega = np.sqrt(STIFFNESS / (WEIGHT / G))
    left, speed = 0.1 - np.pi / (3.0 * omega), ROD * omega * np.sin(np.pi / 3.0)
    falls = 0.5 * ROD + speed * left + 0.25 * G * left**2
    assert run.position[0, 1, 2] - run.position[-1, 1, 2] == pytest.approx(falls, rel=1e-2)
    assert run.energy.error.abs().max() < 1e-3 * run.energy.yielding.iloc[-1]


@pytest.mark.each_value
@pytest.mark.parametrize("scheme", ["mid-point", "backward-euler"])
@pytest.mark.parametrize("mesh", MESHES)
def test_a_rod_between_flying_stones_keeps_momentum_and_makes_no_energy(mesh: MeshOf, scheme: str) -> None:
    assembly = coupled(mesh)
    run = ds.simulate(assembly, 0.05, 5e-4, gravity=(0.0, 0.0, 0.0), integrator=scheme)
    momentum = np.einsum("b,tbi->ti", assembly.mass, run.velocity[:, :, :3])
    pulled = 2e3 * 0.05  # N s, in the time of the run
    assert np.abs(momentum).max() <= 1e-12 * pulled
    assert np.abs(run.velocity).max() > 0.01
    stored = 0.5 * 2e3**2 / STIFFNESS
    assert run.energy.strain.max() > 1e-3 * stored
    assert np.diff(run.energy.total).max() <= 1e-3 * stored
    assert run.energy.error.abs().max() <= 0.02 * stored


@pytest.mark.parametrize("solver", ["clarabel", "interior-point", "admm", "scs"])
def test_solvers_agree(solver: str) -> None:
    run = ds.simulate(hanging((1, 1, 1)), 0.03, 0.01, solver=solver)
    best = ds.simulate(hanging((1, 1, 1)), 0.03, 0.01)
    assert run.position == pytest.approx(best.position, abs=1e-8)


def test_a_run_goes_on_to_the_last_bit(tmp_path: Path) -> None:
    assembly = hanging((1, 1, 1))
    whole, half = ds.simulate(assembly, 0.1, 0.01), ds.simulate(assembly, 0.05, 0.01)
    stored = ds.open(save(half, tmp_path / "half.h5"))
    assert stored.assembly is not None
    rest = ds.simulate(stored.assembly, 0.05, 0.01, start=stored.checkpoint(-1))
    for name in ("position", "velocity", "deformation", "deformation_rate"):
        assert np.array_equal(getattr(rest, name)[-1], getattr(whole, name)[-1])
    assert np.array_equal(stored.ties()["force"], half.ties()["force"])


def test_an_anchor_beside_a_block_that_deforms_is_an_error() -> None:
    built = hanging("affine")
    rod = ds.Tie("slab", "cube", (0.0, 0.0, 1.0), (0.0, 0.0, 0.01), stiffness=STIFFNESS)
    with pytest.raises(ds.DrystoneError, match=r"point_b \(0, 0, 0.01\) m beside the block 'cube', which deforms"):
        ds.Assembly(built.blocks, 0.6, ties=[rod])
    rigid = built.of_material(None)
    assert ds.Assembly(rigid.blocks, 0.6, ties=[rod]).ties
