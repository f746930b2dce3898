"""Equilibrium of blocks that deform: closed forms, agreement with runs that settle, conditions of contact."""

from dataclasses import replace

import numpy as np
import pytest

import drystone as ds
from drystone.model.loads import Load
from drystone.model.meshing import MeshOf
from drystone.statics.elastic_forces import LEFT_OPEN
from drystone.structures import arch, column, wall

GRAVITY = 9.81
STONE = ds.Material(60e9, 0.27, 2700.0)
WITHIN = 1e-6
"""Of forces: the residual of the program, 1e-8, over the share of the weight that the smallest of them is."""
SETTLED = 1e-4
"""Of forces of a run that settled: what its implicit steps have not yet damped."""
MESHES: tuple[MeshOf, ...] = ((2, 2, 2), "tetrahedra", "affine")


def columns(up: float, mesh: MeshOf, joints: ds.Joint | None = None) -> ds.Assembly:
    """A rigid slab of 1 x 5 m on three columns of 1 x 1 m, the middle one of twice the stiffness; turned over for
    ``up`` = -1: then they hang.
    """
    side, middle = (ds.Material(young, 0.0, 1000.0) for young in (20e9, 40e9))
    blocks = [
        ds.Block.box((9, 3, 1), (0, 0, -0.5 * up), fixed=True, name="ground"),
        ds.Block.box((5, 1, 0.5), (0, 0, 2.25 * up), density=2000.0, name="slab"),
    ]
    for i, (x, material) in enumerate(((-2, side), (0, middle), (2, side))):
        blocks.append(ds.Block.box((1, 1, 2), (x, 0, up), name=f"column-{i}", material=material, mesh=mesh))
    return ds.Assembly(blocks, friction=0.5, joints=joints)


def on_columns() -> tuple[float, float]:
    """Forces (N) of the slab on an outer column and on the middle one: all three are shortened alike.

    (N + w/2)/k is the same, w the weight of a column.
    """
    slab, own = 5 * 0.5 * 2000.0 * GRAVITY, 2 * 1000.0 * GRAVITY
    total = (slab + 1.5 * own) / 4.0
    return total - 0.5 * own, 2.0 * total - 0.5 * own


@pytest.mark.parametrize("mesh", [(1, 1, 1), (1, 1, 3), "affine"], ids=str)
def test_a_slab_on_three_columns_rests_by_their_stiffness(mesh: MeshOf) -> None:
    """Without Poisson's ratio strain is uniform across each column under four equal corner forces."""
    found = ds.equilibrium(columns(1.0, mesh))
    force = found.joints.set_index(["block_a", "block_b"])["force_n"]
    outer, middle = on_columns()
    assert [force["slab", f"column-{i}"] for i in range(3)] == pytest.approx([outer, middle, outer], rel=WITHIN)
    assert found.deformed is not None
    shortened = found.system.assembly.centroid[1, 2] - found.deformed.position[1, 2]
    assert shortened == pytest.approx((outer + GRAVITY * 1000.0) * 2.0 / 20e9, rel=WITHIN)


@pytest.mark.parametrize(
    ("mesh", "modes", "exact"), [((1, 1, 1), None, 1.0), ("affine", None, 0.0), ((1, 1, 1), 6, 0.0)], ids=str
)
def test_a_column_sways_as_a_beam_unless_its_blocks_are_of_uniform_strain(
    mesh: MeshOf, modes: int | None, exact: float
) -> None:
    """q z^2 (6 H^2 - 4 H z + z^2)/(24 E I) under a load along it so small that all joints stay closed."""
    young, width, count = 2e9, 0.4, 10
    stone = ds.Material(young, 0.0, 2000.0, modes=modes)
    blocks = [ds.Block.box((2, 2, 0.2), (0, 0, -0.1), fixed=True, name="ground")]
    for i in range(count):
        place = (0, 0, width * (i + 0.5))
        blocks.append(ds.Block.box((width, width, width), place, name=f"cube-{i}", material=stone, mesh=mesh))
    aside = 0.01 * GRAVITY
    found = ds.equilibrium(ds.Assembly(blocks, friction=0.6), loads=[ds.BodyForce((aside, 0, 0))])
    assert found.deformed is not None
    height, top = width * count, width * (count - 0.5)
    beam = 2000.0 * width**2 * aside * top**2 * (6 * height**2 - 4 * height * top + top**2) / (2 * young * width**4)
    assert found.deformed.position[-1, 0] / beam == pytest.approx(exact, abs=0.01)


def test_a_slab_hangs_on_three_columns_by_their_stiffness() -> None:
    """As it rests on them, with bonds in the joints, whose forces are counted from their cut-offs in the program."""
    bonded = ds.Joint(cohesion=1e6)
    found = ds.equilibrium(columns(-1.0, "affine", bonded))
    force = found.joints.set_index(["block_a", "block_b"])["force_n"]
    outer, middle = on_columns()
    assert [-force["slab", f"column-{i}"] for i in range(3)] == pytest.approx([outer, middle, outer], rel=WITHIN)


def test_of_rigid_columns_the_least_forces_are_told() -> None:
    """Stiffness decides, not the least forces, which the same slab on rigid columns has."""
    rigid = ds.Assembly([replace(block, material=None) for block in columns(1.0, "affine").blocks], friction=0.5)
    force = ds.equilibrium(rigid).joints.set_index(["block_a", "block_b"])["force_n"]
    assert force["slab", "column-1"] < 0.9 * on_columns()[1]


@pytest.mark.parametrize("mesh", MESHES, ids=str)
def test_a_column_bears_its_weight_and_rests_from_there(mesh: MeshOf) -> None:
    """Mean stress of each block: the weight above and half its own; a run that starts deformed stays."""
    stone = ds.Material(60e9, 0.0, 2700.0)  # with Poisson's ratio corners slide on the ground, and dilate
    assembly = column(3, density=2700.0).of_material(stone, mesh=mesh)
    found = ds.equilibrium(assembly)
    stress = found.stresses(at="points").groupby("block")["stress_zz"].mean()
    for i, name in enumerate(assembly.names[1:]):
        tall = np.ptp(assembly.blocks[1].pieces[0].vertices[:, 2])
        assert stress[name] == pytest.approx(-(2.5 - i) * 2700.0 * GRAVITY * tall, rel=WITHIN)
    run = ds.simulate(assembly, 0.01, 1e-3, start=found.deformed)
    assert np.abs(run.velocity).max() < 1e-9


@pytest.mark.parametrize("mesh", ["affine", (2, 2, 2)], ids=str)
def test_an_arch_has_the_forces_that_it_settles_to(mesh: MeshOf) -> None:
    """By another road, quasi-static steps from the undeformed arch; no joint slides on the way."""
    assembly = arch().of_material(STONE, mesh=mesh)
    found = ds.equilibrium(assembly)
    settled = ds.simulate(assembly, 0.3, 0.01, integrator="velocity-reset")
    least = found.joints["force_n"].to_numpy()
    assert settled.joints(-1)["force_n"].to_numpy() == pytest.approx(least, rel=SETTLED)
    lowest, largest = found.force_range("left abutment", "voussoir-7", "x")
    thrust = found.contacts.loc[found.contacts["block_a"] == "left abutment", "force_x"].sum()
    assert lowest * (1.0 - WITHIN) < thrust < largest  # stone of uniform strain takes the least thrust


def test_blocks_are_rigid_below_their_stress_as_in_a_run() -> None:
    """Of a column those below that bear too much deform, as if the others were rigid, and the run from there rests."""
    assembly = column(4, density=2700.0)
    tall = np.ptp(assembly.blocks[1].pieces[0].vertices[:, 2])
    bound = 2700.0 * GRAVITY * tall * 2.0  # the second drum bears 2.5 heights on the average, the third 1.5
    stone = ds.Material(60e9, 0.0, 2700.0, rigid_below=bound)
    softening = assembly.of_material(stone, mesh="affine")
    found = ds.equilibrium(softening)
    assert found.deformed is not None
    assert np.any(found.deformed.deformation, axis=1).tolist() == [False, True, True, False, False]
    assert sorted(set(found.stresses()["block"])) == ["drum-1", "drum-2"]
    lower = [name for name in assembly.names if name in ("drum-1", "drum-2")]
    as_given = ds.equilibrium(assembly.of_material(replace(stone, rigid_below=None), mesh="affine", blocks=lower))
    assert as_given.deformed is not None
    assert found.deformed.position == pytest.approx(as_given.deformed.position, abs=1e-15)
    run = ds.simulate(softening, 0.01, 1e-3, start=found.deformed)
    assert np.isfinite(run.elastic_since()["time"]).tolist() == [True, True, False, False]
    assert np.abs(run.velocity).max() < 1e-9


def test_blocks_that_become_elastic_press_on_others_until_no_more_do() -> None:
    """Rigid, each column bears a third of the slab: 26 kPa. Where the outer ones yield, the middle one has all of it:
    59 kPa. It stays rigid, or becomes elastic, too, and all rest by their stiffness.
    """
    slab = 5 * 0.5 * 2000.0 * GRAVITY
    outer, middle = on_columns()
    bounds = {(1e12, 1e12): (slab / 3, slab / 3), (2e4, 1e5): (0.0, slab), (2e4, 3e4): (outer, middle)}
    for (side, inner), (on_side, on_inner) in bounds.items():
        blocks = list(columns(1.0, "affine").blocks)
        for i, bound in ((2, side), (3, inner), (4, side)):
            material = blocks[i].material
            assert material is not None
            blocks[i] = replace(blocks[i], material=replace(material, rigid_below=bound))
        found = ds.equilibrium(ds.Assembly(blocks, friction=0.5))
        force = found.joints.set_index(["block_a", "block_b"])["force_n"].reindex(
            [("slab", f"column-{i}") for i in range(3)], fill_value=0.0
        )
        assert force.tolist() == pytest.approx([on_side, on_inner, on_side], rel=WITHIN, abs=WITHIN * slab)
        assert (found.deformed is None) == (side == 1e12)
    with pytest.raises(ds.DrystoneError, match="no block has become elastic"):
        ds.equilibrium(columns(1.0, "affine").of_material(replace(STONE, rigid_below=1e12), "affine")).stresses()


def test_fewer_modes_lead_from_uniform_strain_to_the_whole_mesh() -> None:
    """The largest force across the joints of an arch: six modes have that of "affine", 24 are near all 75."""

    def largest(mesh: MeshOf, modes: int | None) -> float:
        stone = replace(STONE, modes=modes)
        return float(ds.equilibrium(arch().of_material(stone, mesh)).joints["force_x"].abs().max())

    whole, affine = largest((2, 2, 2), None), largest("affine", None)
    assert largest((2, 2, 2), 6) == pytest.approx(affine, rel=WITHIN)
    assert largest((2, 2, 2), 24) == pytest.approx(whole, abs=0.02 * abs(whole - affine))


@pytest.mark.parametrize("solver", ["clarabel", "scs"])
def test_solvers_agree(solver: str) -> None:
    """Those that are always installed and reach the residual that is asked for; others are refused with theirs."""
    assembly = arch().of_material(STONE, mesh="affine")
    expected = ds.equilibrium(assembly).joints["force_n"].to_numpy()
    assert ds.equilibrium(assembly, solver=solver).joints["force_n"].to_numpy() == pytest.approx(expected, rel=WITHIN)


@pytest.mark.parametrize(("size", "mesh"), [((6, 2), "affine"), ((3, 3), (1, 1, 1)), ((3, 3), (2, 2, 2))], ids=str)
def test_forces_that_the_stone_leaves_open_are_those_of_equal_springs(size: tuple[int, int], mesh: MeshOf) -> None:
    """A wall has the same forces on the left and on the right, and Clarabel finds them by itself."""
    joints = ds.equilibrium(wall(*size).of_material(STONE, mesh), solver="clarabel").joints
    centre, force = joints[["centroid_x", "centroid_z"]].to_numpy(), joints[["force_n", "force_t"]].to_numpy()
    mirrored = np.column_stack([centre[:, 0].min() + centre[:, 0].max() - centre[:, 0], centre[:, 1]])
    there = np.linalg.norm(centre[None] - mirrored[:, None], axis=2).argmin(axis=1)
    assert force[there] == pytest.approx(force, abs=WITHIN * np.abs(force).max())


def test_what_decides_about_open_forces_has_no_share_in_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten times its part of the energy changes an arch's forces by 1e-6 where it is not taken away again."""
    assembly = arch().of_material(STONE, (2, 2, 2))
    known = ds.equilibrium(assembly).joints["force_n"].to_numpy()
    monkeypatch.setattr("drystone.statics.elastic_forces.LEFT_OPEN", 10.0 * LEFT_OPEN)
    assert ds.equilibrium(assembly).joints["force_n"].to_numpy() == pytest.approx(known, rel=1e-8)


def test_rigid_blocks_have_the_least_forces_beside_blocks_that_deform() -> None:
    rigid = wall(4, 3)
    beside = ds.Block.box((0.5, 0.5, 0.5), (0, 5, 0.25), name="beside", material=STONE, mesh="affine")
    floor = ds.Block.box((1, 1, 1), (0, 5, -0.5), fixed=True, name="floor")
    both = ds.equilibrium(ds.Assembly([*rigid.blocks, floor, beside], rigid.friction)).joints["force_n"].to_numpy()
    alone = ds.equilibrium(rigid).joints["force_n"].to_numpy()
    assert both[: len(alone)] == pytest.approx(alone, abs=WITHIN * alone.max())


def test_forces_at_points_squeeze_a_block() -> None:
    """Two opposite forces shorten a bar without Poisson's ratio by P h/(E A), beside its weight."""
    material, push = ds.Material(1e9, 0.0, 1000.0), 1e5
    bar = ds.Block.box((1, 1, 2), (0, 0, 1), name="bar", material=material, mesh=(1, 1, 1))
    ground = ds.Block.box((3, 3, 1), (0, 0, -0.5), fixed=True, name="ground")
    loads: list[Load] = [ds.PointForce("bar", (0, 0, -push * end), (0, 0, 1 + end)) for end in (-1, 1)]
    stress = ds.equilibrium(ds.Assembly([ground, bar], friction=0.5), loads=loads).stresses()["stress_zz"]
    assert stress.mean() == pytest.approx(-push - 1000.0 * GRAVITY, rel=WITHIN)


@pytest.mark.parametrize("beside", [False, True])
def test_blocks_that_touch_nothing_are_squeezed_by_their_loads(beside: bool) -> None:
    """Alone, or beside rigid blocks, whose forces are the least."""
    free = ds.Block.box((1, 1, 2), (0, 0, 5), name="free", material=ds.Material(1e9, 0.0, 1000.0), mesh=(1, 1, 1))
    ground = ds.Block.box((3, 3, 1), (0, 0, -0.5), fixed=True, name="ground")
    others = [ground, ds.Block.box((1, 1, 1), (0, 0, 0.5), name="rigid")] if beside else []
    push = 1e5
    loads: list[Load] = [ds.PointForce("free", (0, 0, -push * end), (0, 0, 5 + end)) for end in (-1, 1)]
    loads += [ds.PointForce("rigid", (0, 0, -push))] if beside else []
    found = ds.equilibrium(ds.Assembly([free, *others], friction=0.5), gravity=(0, 0, 0), loads=loads)
    assert found.stresses()["stress_zz"].mean() == pytest.approx(-push, rel=WITHIN)
    assert found.contacts["force_n"].to_numpy() == pytest.approx([0.25 * push] * 4 * beside, rel=WITHIN)


def test_joints_may_have_more_points() -> None:
    assembly = column(2).of_material(STONE, mesh=(2, 2, 2))
    assert [len(ds.equilibrium(assembly, face_divisions=n).contacts) for n in (1, 2, 4)] == [8, 18, 50]
    with pytest.raises(ds.DrystoneError, match="face_divisions"):
        ds.equilibrium(assembly, face_divisions=0)


def test_what_has_no_stresses_says_so() -> None:
    with pytest.raises(ds.DrystoneError, match="rigid"):
        ds.equilibrium(column(2)).stresses()
    falls = ds.equilibrium(column(2).of_material(STONE), gravity=(9, 0, -9.81))
    assert falls.deformed is None
    with pytest.raises(ds.DrystoneError, match="does not stand"):
        falls.stresses()
