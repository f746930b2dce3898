"""Blocks that deform in time: closed forms, conservation, agreement of forms and solvers, the limit of rigid blocks."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import skfem
from skfem.helpers import ddot, sym_grad, trace

import drystone as ds
from drystone.elements import ElasticBody
from drystone.files import save
from drystone.integrators import INTEGRATORS, get_integrator
from drystone.model.meshing import MeshOf
from drystone.programs import StepLike
from drystone.results import Checkpoint, Moment
from drystone.solvers import Answer, Solver, WarmStart
from drystone.solvers.registry import SOLVERS
from drystone.structures import arch, column, wall

from ..marks import with_slow

STONE = ds.Material(60e9, 0.27, 2700.0)
SIZE = (0.5, 0.25, 0.3)
SCHEMES = ("backward-euler", "mid-point")
MESHES: tuple[MeshOf, ...] = ((2, 2, 2), "tetrahedra", "affine")
GRAVITY = 9.81


def ground() -> ds.Block:
    return ds.Block.box((2, 2, 0.2), (0, 0, -0.1), fixed=True, name="ground")


def stack(count: int, mesh: MeshOf, stone: ds.Material = STONE) -> ds.Assembly:
    boxes = [
        ds.Block.box(SIZE, (0, 0, SIZE[2] * (i + 0.5)), name=f"box-{i}", material=stone, mesh=mesh)
        for i in range(count)
    ]
    return ds.Assembly([ground(), *boxes])


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("mesh", MESHES, ids=str)
def test_a_stack_carries_its_weight(mesh: MeshOf, scheme: str) -> None:
    """Mean stress of each box: the weight above and half its own, over the area, whatever the mesh."""
    run = ds.simulate(stack(3, mesh), duration=0.02, dt=1e-3, integrator=scheme)
    stress = run.stresses(-1, at="points").groupby("block")["stress_zz"].mean()
    for i in range(3):
        exact = -STONE.density * GRAVITY * SIZE[2] * (2.5 - i)
        assert stress[f"box-{i}"] == pytest.approx(exact, rel=1e-8)
    assert np.abs(run.velocity[-1]).max() < 1e-9


def test_a_stack_of_uniform_strain_shortens_by_the_exact_amount() -> None:
    """Centres sink by the sum of N h/(E A) of what is below and half of their own, N the mean force of a box; without
    Poisson's widening, which friction would hold back.
    """
    run = ds.simulate(stack(3, "affine", ds.Material(60e9, 0.0, 2700.0)), duration=0.02, dt=1e-3)
    mean = STONE.density * GRAVITY * SIZE[2] * np.array([2.5, 1.5, 0.5])
    shorter = mean / STONE.young * SIZE[2]
    expected = np.cumsum(shorter) - 0.5 * shorter
    sunk = (run.position[0] - run.position[-1])[1:, 2]
    assert sunk == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(
    ("mesh", "divisions", "within"), [((2, 2, 2), 2, 6e-3), ((4, 4, 4), 4, 2e-3), ("tetrahedra", 4, 1e-4)]
)
def test_a_stack_shortens_as_a_bar_where_faces_touch_all_over(mesh: MeshOf, divisions: int, within: float) -> None:
    """u = rho g (H z - z^2/2)/E, of which a box shows the mean. With its corners alone a box of (2, 2, 2) yields by 7.5
    times as much.
    """
    assembly, height = stack(3, mesh, ds.Material(60e9, 0.0, 2700.0)), 3 * SIZE[2]
    run = ds.simulate(
        assembly, duration=0.04, dt=0.01, integrator="velocity-reset", options={"face_divisions": divisions}
    )
    low = SIZE[2] * np.arange(3)
    mean = [np.diff([height * z**2 / 2 - z**3 / 6 for z in (at, at + SIZE[2])])[0] / SIZE[2] for at in low]
    expected = STONE.density * GRAVITY / STONE.young * np.array(mean)
    assert (run.position[0] - run.position[-1])[1:, 2] == pytest.approx(expected, rel=4 * within)
    assert (run.position[0] - run.position[-1])[3, 2] == pytest.approx(expected[2], rel=within)


@pytest.mark.parametrize("mesh", ["affine", (2, 2, 2)])
def test_forces_of_a_settled_arch_are_among_the_admissible_ones(mesh: MeshOf) -> None:
    """Statics leaves the thrust of a rigid arch open by a factor of nearly two; elastic stone has one of them."""
    assembly = arch()
    bounds = ds.equilibrium(assembly).force_range("left abutment", "voussoir-7", "x")
    assert bounds[1] > 1.5 * bounds[0]
    run = ds.simulate(assembly.of_material(STONE, mesh=mesh), 0.08, 0.01, integrator="velocity-reset")
    contacts = run.contacts(-1)
    thrust = contacts.loc[contacts["block_a"] == "left abutment", "force_x"].sum() * 2000.0 / STONE.density
    assert bounds[0] * (1.0 - 1e-4) < thrust < bounds[1] * (1.0 + 1e-4)


@pytest.mark.parametrize("scheme", with_slow(SCHEMES, "backward-euler"))
def test_a_bar_hits_a_wall(scheme: str) -> None:
    """A bar with the speed v that hits a rigid wall is pushed by E A v/c for 2 L/c, c^2 = E/rho, and leaves with -v."""
    young, density, length, area = 1e9, 2000.0, 2.0, 0.01
    speed = np.sqrt(young / density)
    crossing, force = 2 * length / speed, young * area / speed
    off = []
    for elements in (2, 4, 8):
        bar = ds.Block.box(
            (0.1, 0.1, length), (0, 0, 0.5 * length), name="bar", material=ds.Material(young, 0.0, density),
            mesh=(1, 1, elements),
        )  # fmt: skip
        velocity = np.zeros((2, 6))
        velocity[1, 2] = -1.0
        run = ds.simulate(
            ds.Assembly([ground(), bar]), duration=1.2 * crossing, dt=crossing / 240, gravity=(0, 0, 0),
            initial_velocity=velocity, integrator=scheme,
        )  # fmt: skip
        pushed = np.array([run.contacts(i)["force_n"].sum() for i in range(len(run.steps))])
        early = (run.time[1:] > 0.1 * crossing) & (run.time[1:] < 0.9 * crossing)
        assert pushed[early].mean() == pytest.approx(force, rel=0.06)
        total = run.energy["total"]
        assert np.diff(total).max() < 1e-9 * total.iloc[0]
        assert run.energy["error"].abs().max() < 1e-9 * total.iloc[0]
        off.append(abs(run.velocity[-1, 1, 2] - 1.0))
    assert off[2] < off[1] < off[0]
    assert off[2] < 0.12


@pytest.mark.each_value
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("joint", [None, ds.Joint(cohesion=1e9, tensile_strength=1e9)], ids=["dry", "bonded"])
def test_a_column_sways_as_a_beam_with_every_theta(joint: ds.Joint | None, scheme: str) -> None:
    """f = 1.875^2/(2 pi H^2) (E I/(rho A))^(1/2), less 1 % for shear. Where contact was a condition on the rates at the
    end of steps columns flew apart at theta = 1/2.
    """
    young, density, width, count = 2e9, 2000.0, 0.4, 5
    stone, height = ds.Material(young, 0.0, density), 4.0
    size = (width, width, height / count)
    blocks = [
        ds.Block.box(size, (0, 0, size[2] * (i + 0.5)), name=f"b{i}", material=stone, mesh=(1, 1, 2))
        for i in range(count)
    ]
    assembly = ds.Assembly([ground(), *blocks], 0.6, joints=joint)
    start = ds.equilibrium(assembly, loads=[ds.BodyForce((0.1, 0, 0))]).deformed
    frequency = 1.8751**2 / (2 * np.pi * height**2) * np.sqrt(young * width**2 / 12 / density)
    for theta in (0.5, 0.6):
        run = ds.simulate(assembly, 0.4, 2e-3, start=start, integrator=scheme, options={"theta": theta})
        aside, energy = run.position[:, -1, 0], run.energy
        crossed = np.flatnonzero(aside[1:] * aside[:-1] < 0.0)
        at = run.time[crossed] + 2e-3 * aside[crossed] / (aside[crossed] - aside[crossed + 1])
        assert 0.5 / np.diff(at).mean() == pytest.approx(frequency, rel=0.02)
        assert (energy.total - energy.total[0]).max() < 1e-6 * energy.strain[0]
        assert energy.error.abs().max() < 1e-6 * energy.strain[0]
        assert np.abs(aside[-70:]).max() > 0.8 * aside[0]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_bar_gains_nothing_of_a_wall_with_theta_one_half(scheme: str) -> None:
    """It touches the wall at first, so that it overlaps at the middle of the first step of the one scheme."""
    young, density, length = 1e9, 2000.0, 2.0
    stone, crossing = ds.Material(young, 0.0, density), 2 * length / np.sqrt(young / density)
    bar = ds.Block.box((0.1, 0.1, length), (0, 0, 0.5 * length), name="bar", material=stone, mesh=(1, 1, 4))
    velocity = np.zeros((2, 6))
    velocity[1, 2] = -1.0
    run = ds.simulate(
        ds.Assembly([ground(), bar]), duration=1.2 * crossing, dt=crossing / 240, gravity=(0, 0, 0),
        initial_velocity=velocity, integrator=scheme, options={"theta": 0.5},
    )  # fmt: skip
    total = run.energy["total"]
    assert np.diff(total).max() < 1e-6 * total.iloc[0]
    assert run.velocity[-1, 1, 2] > 0.8


@pytest.mark.parametrize("theta", [0.5, 1.0])
def test_a_weight_that_is_given_as_a_load_is_as_good(theta: float) -> None:
    """The energy sways in centred steps by what weight and loads do in half a step: of neither is warned.

    Steps by `newton`, whose impulses go on from the last ones; centred steps keep what others leave undetermined.
    """
    assembly, options = stack(2, "affine", ds.Material(1e8, 0.2, 2000.0)), {"theta": theta}
    weighed = ds.simulate(assembly, 0.05, 1e-3, options=options, solver="newton")
    load = ds.BodyForce((0, 0, -GRAVITY))
    loaded = ds.simulate(assembly, 0.05, 1e-3, options=options, solver="newton", gravity=(0, 0, 0), loads=load)
    assert loaded.deformation == pytest.approx(weighed.deformation, abs=1e-8)
    gained = [np.ptp((run.energy.total - run.energy.harvested).to_numpy()) for run in (weighed, loaded)]
    assert gained[1] == pytest.approx(gained[0], rel=1e-5)


@pytest.mark.parametrize("scheme", with_slow(SCHEMES, "backward-euler"))
def test_a_block_that_spins_has_no_stress_and_keeps_its_momentum(scheme: str) -> None:
    block = ds.Block.box(SIZE, material=STONE)
    assembly = ds.Assembly([block])
    velocity = np.array([[0.1, 0.2, 0.3, 1.0, 2.0, 5.0]])
    run = ds.simulate(assembly, duration=0.5, dt=1e-3, gravity=(0, 0, 0), initial_velocity=velocity, integrator=scheme)
    turn = run.rotation[-1, 0]
    assert np.trace(turn) < 1.0  # by more than 90 degrees
    local = block.inertia @ turn.T @ run.velocity[-1, 0, 3:]
    assert turn @ local == pytest.approx(block.inertia @ velocity[0, 3:], rel=1e-6)
    assert run.stresses(-1)["von_mises"].max() == 0.0


@pytest.mark.parametrize("structure", [arch, lambda: wall(3, 3)], ids=["arch", "wall"])
def test_the_stiffer_the_nearer_to_rigid(structure: Callable[[], ds.Assembly]) -> None:
    """Velocities and resultants tend to those of rigid blocks as 1/E."""
    rigid = structure()
    density = rigid.blocks[rigid.movable[0]].density
    step = ds.step_problem(rigid, 1e-2)
    wanted = ds.solve(step)
    carried, off = step.apply(wanted.impulse), []
    for young in (1e13, 1e14, 1e15):
        elastic = ds.step_problem(rigid.of_material(ds.Material(young, 0.2, density), "affine"), 1e-2)
        found = ds.solve(elastic, solver="interior-point")
        resultant = elastic.apply(found.impulse)[:, :6]
        speed = np.abs(found.velocity[:, :6] - wanted.velocity).max()
        off.append([speed, np.abs(resultant - carried).max() / np.abs(carried).max()])
    ratios = np.array(off[:-1]) / np.array(off[1:])
    assert np.all(ratios[-1] > 7.0), (off, ratios)


SOLVED = [name for name, kind in SOLVERS.items() if ":" not in name and kind.available()]


@pytest.mark.parametrize("form", ["kinematic", "static", "ccp"])
@pytest.mark.parametrize("solver", SOLVED)
def test_forms_and_solvers_agree(solver: str, form: str) -> None:
    """On an elastic step as on a rigid one; H8 has more modes than contacts, affine bodies fewer."""
    for mesh in ((1, 1, 1), "affine"):
        step = ds.step_problem(column(2).of_material(ds.Material(1e8, 0.2, 2000.0), mesh), 1e-3)
        reference = ds.solve(step, form="ccp", solver="clarabel")
        found = ds.solve(step, form=form, solver=solver)
        assert found.certificate.worst < 1e-8
        assert found.velocity == pytest.approx(reference.velocity, abs=1e-6)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_run_goes_on_to_the_last_bit(scheme: str, tmp_path: Path) -> None:
    assembly = stack(2, "affine")
    motion = ds.GroundMotion.one_sine(3.0, half_period=0.05)
    whole = ds.simulate(assembly, duration=0.1, dt=2e-3, motion=motion, integrator=scheme)
    half = ds.simulate(assembly, duration=0.05, dt=2e-3, motion=motion, integrator=scheme)
    stored = ds.open(save(half, tmp_path / "half.h5"))
    assert stored.assembly is not None
    assert stored.assembly.digest == assembly.digest
    assert np.array_equal(stored.deformation, half.deformation)
    rest = ds.simulate(
        stored.assembly, duration=0.05, dt=2e-3, motion=motion, integrator=scheme, start=stored.checkpoint(-1)
    )
    for name in ("position", "rotation", "velocity", "deformation", "deformation_rate"):
        assert np.array_equal(getattr(rest, name)[-1], getattr(whole, name)[-1])
    assert rest.energy["error"].iloc[-1] == pytest.approx(whole.energy["error"].iloc[-1], abs=1e-9)


def test_two_blocks_press_each_other_as_scikit_fem_has_it() -> None:
    """Blocks on each other and on the ground touch at their corners: the static displacements of two bodies whose
    corners are tied to each other and held below, on the same meshes of quadratic tetrahedra.
    """
    pair = ds.Assembly(stack(2, "tetrahedra").blocks, 3.0)
    run = ds.simulate(pair, duration=2.0, dt=0.05, gravity=(0, 0, -GRAVITY), integrator="velocity-reset")
    body = pair.elastic.bodies[0]
    assert isinstance(body, ElasticBody)
    nodes, cells = body.mesh.nodes, body.mesh.elements[:, :4]
    used = np.unique(cells)
    mesh = skfem.MeshTet(nodes[used].T, np.searchsorted(used, cells).T)
    basis = skfem.Basis(mesh, skfem.ElementVector(skfem.ElementTetP2()), intorder=4)
    lame, shear = body.elasticity[0, 1], body.elasticity[3, 3]

    def stiffness(u: Any, v: Any, _: Any) -> Any:
        return lame * trace(sym_grad(u)) * trace(sym_grad(v)) + 2 * shear * ddot(sym_grad(u), sym_grad(v))

    def weight(v: Any, _: Any) -> Any:
        return -STONE.density * GRAVITY * v[2]

    K, f = skfem.BilinearForm(stiffness).assemble(basis).toarray(), skfem.LinearForm(weight).assemble(basis)
    place, size = basis.doflocs.T, basis.N
    is_corner = np.all(np.abs(np.abs(place) - 0.5 * np.array(SIZE)) < 1e-9, axis=1)
    below, above = (np.flatnonzero(is_corner & (side * place[:, 2] > 0)) for side in (-1, 1))
    number = np.arange(2 * size)  # the upper body's after the lower one's
    for dof in below:
        same = np.abs(place[above] - place[dof] - [0, 0, SIZE[2]]).max(axis=1) < 1e-9
        number[size + dof] = above[same][dof_axis(basis, above[same]) == dof_axis(basis, np.array([dof]))][0]
    whole, load = np.zeros((2 * size, 2 * size)), np.zeros(2 * size)
    for part in (number[:size], number[size:]):
        whole[np.ix_(part, part)] += K
        load[part] += f
    free = np.setdiff1d(np.unique(number), below)
    u = np.zeros(2 * size)
    u[free] = np.linalg.solve(whole[np.ix_(free, free)], load[free])
    share = f / f.sum()  # of the mass, by the vertical component
    expected = [float(share @ u[part]) for part in (number[:size], number[size:])]
    moved = (run.position[-1] - run.position[0])[1:, 2]
    assert moved == pytest.approx(expected, rel=1e-6)


def dof_axis(basis: Any, dofs: np.ndarray) -> np.ndarray:
    """0, 1 or 2: the component of each of scikit-fem's numbers."""
    axis = np.zeros(basis.N, dtype=int)
    for component in range(3):
        axis[basis.get_dofs(elements=True).all([f"u^{component + 1}"])] = component
    return np.asarray(axis[dofs])


def test_forces_at_points_squeeze() -> None:
    """Two forces on the ends of a free block: its energy at rest is half the force times what its ends come nearer."""
    block = ds.Block.box(SIZE, name="b", material=ds.Material(1e8, 0.0, 2700.0, damping=(0.0, 2e-3)), mesh=(1, 1, 1))
    push = 1000.0
    loads = [ds.PointForce("b", (0, 0, -push * end), (0, 0, 0.5 * SIZE[2] * end)) for end in (-1, 1)]
    run = ds.simulate(ds.Assembly([block]), duration=0.5, dt=5e-3, gravity=(0, 0, 0), loads=loads)
    energy = run.energy.iloc[-1]
    # one element with Poisson's ratio zero: the faces stay plane under a force in the middle
    assert energy["strain"] == pytest.approx(0.5 * push**2 * SIZE[2] / (1e8 * SIZE[0] * SIZE[1]), rel=1e-6)
    assert energy["loads"] == pytest.approx(energy["strain"] + energy["dissipated"], rel=1e-9)
    assert energy["dissipated"] > 0.0


def test_statics_takes_blocks_for_rigid() -> None:
    """Elasticity does not change a limit load, nor whether there is an equilibrium."""
    rigid = arch()
    elastic = rigid.of_material(ds.Material(1e9, 0.2, rigid.blocks[rigid.movable[0]].density))
    assert ds.limit_load(elastic).multiplier == pytest.approx(ds.limit_load(rigid).multiplier, rel=1e-9)
    assert ds.equilibrium(elastic).stable


@pytest.mark.parametrize(("share", "stands"), [(0.97, True), (1.03, False)])
def test_the_limit_load_of_elastic_blocks_is_that_of_rigid_ones(share: float, stands: bool) -> None:
    """An elastic arch stands just below the multiplier of a horizontal force, and moves on just above it."""
    rigid = arch()
    most = ds.limit_load(rigid).multiplier
    elastic = rigid.of_material(ds.Material(60e9, 0.2, rigid.blocks[rigid.movable[0]].density), "affine")
    force = (share * most * GRAVITY, 0.0, -GRAVITY)
    run = ds.simulate(elastic, 4.0, 0.02, gravity=force, integrator="velocity-reset")
    late = np.abs(run.position[-1] - run.position[-50]).max()
    assert (late < 1e-7) if stands else (late > 1e-3)


@pytest.mark.parametrize(
    ("scheme", "theta"),
    [(name, 1.0) for name in INTEGRATORS] + [(name, 0.5) for name in INTEGRATORS if get_integrator(name).quasi_static],
)
def test_every_integrator_settles_an_elastic_stack(scheme: str, theta: float) -> None:
    """Quasi-static ones whatever theta is given: at 1/2 waves would go on for ever."""
    dt = 1.0 if scheme == "large-steps" else 2e-3
    run = ds.simulate(stack(2, "affine"), duration=20 * dt, dt=dt, integrator=scheme, options={"theta": theta})
    stress = run.stresses(-1)["stress_zz"].to_numpy()
    assert stress == pytest.approx(-STONE.density * GRAVITY * SIZE[2] * np.array([1.5, 0.5]), rel=1e-4)


def test_with_velocity_reset_modes_start_at_rest() -> None:
    """A free block whose modes move, and that nothing strains: they are still after one step, which takes 1/2 q'^2."""
    assembly = ds.Assembly([ds.Block.box(SIZE, material=STONE, mesh="affine")])
    rate = np.full((1, 6), 0.1)
    start = replace(ds.State.initial(assembly), deformation_rate=rate)
    run = ds.simulate(assembly, 1e-3, 1e-3, gravity=(0, 0, 0), start=start, integrator="velocity-reset")
    assert not np.any(run.deformation[-1])
    assert not np.any(run.deformation_rate[-1])
    assert run.energy["integration"].iloc[-1] == pytest.approx(0.5 * np.sum(rate**2), rel=1e-12)


@pytest.mark.parametrize("name", ["deformation", "deformation_rate"])
def test_states_with_modes_that_a_block_does_not_have_are_refused(name: str) -> None:
    """They would count as energy, and never go: of fixed and rigid blocks, and beyond the six of uniform strain."""
    blocks = [ds.Block.box(SIZE, (0, 0, SIZE[2] * (i + 0.5)), name=f"b{i}") for i in range(3)]
    blocks[:2] = blocks[0].of_material(STONE, (1, 1, 1)), blocks[1].of_material(STONE, "affine")
    assembly = ds.Assembly([ground(), *blocks])
    state = ds.State.initial(assembly)
    most = assembly.elastic.count
    assert most > 6
    for block, mode, own in ((0, 0, 0), (1, most - 1, most), (2, 5, 6), (2, 6, 6), (3, 0, 0)):
        values = np.zeros((4, most))
        values[block, mode] = 1e-6
        start = replace(state, deformation=values) if name == "deformation" else replace(state, deformation_rate=values)
        if mode < own:
            assert ds.step_problem(assembly, 1e-3, start=start).bodies == 3
            continue
        with pytest.raises(
            ds.DrystoneError, match=rf"of mode {mode} of block '{assembly.names[block]}', which has {own}"
        ):
            ds.simulate(assembly, 1e-3, 1e-3, start=start)
        with pytest.raises(ds.DrystoneError, match=rf"of mode {mode} of block"):
            ds.step_problem(assembly, 1e-3, start=replace(Checkpoint.of(assembly, state), moment=Moment(start)))


class Rounded(Solver):
    """Answers of `auto`, with a rounding error in every velocity."""

    name, description = "rounded", "for tests"

    def find(self, problem: StepLike, form: str, warm_start: WarmStart | None) -> Answer:
        found = ds.solve(problem, form=form, warm_start=warm_start)
        return Answer(found.velocity + 1e-15, found.impulse, found.iterations)


def test_what_a_solver_leaves_in_modes_that_a_block_does_not_have_is_dropped() -> None:
    """A run can be taken up again, whoever solved its steps."""
    blocks = [ds.Block.box(SIZE, (0, 0, SIZE[2] * (i + 0.5)), name=f"b{i}") for i in range(2)]
    assembly = ds.Assembly([ground(), blocks[0].of_material(STONE, "affine"), blocks[1]])
    run = ds.simulate(assembly, 3e-3, 1e-3, solver=Rounded())
    assert set(run.steps["solver"]) == {"rounded"}
    assert not run.deformation_rate[:, 2].any()
    ds.simulate(assembly, 1e-3, 1e-3, start=run.checkpoint())


def test_pushing_does_not_depend_on_theta() -> None:
    found = [
        ds.push(stack(1, "affine"), increment=0.2, largest=0.4, tolerance=0.1, options={"theta": theta})
        for theta in (0.5, 1.0)
    ]
    assert found[0].table.equals(found[1].table)
    assert found[0].multiplier == 0.4


def test_a_live_load_at_a_point_deforms_as_a_dead_one() -> None:
    """A block bears half its own weight and all that presses on it, dead or live; without Poisson's widening, which
    friction would hold back.
    """
    assembly = stack(1, "affine", ds.Material(60e9, 0.0, 2700.0))
    weight = STONE.density * float(np.prod(SIZE)) * GRAVITY
    pressing, own = ds.PointForce("box-0", (0, 0, -weight), (0, 0, SIZE[2])), ds.BodyForce((0, 0, -GRAVITY))
    exact = (1.5 * weight) ** 2 * SIZE[2] / (2.0 * STONE.young * SIZE[0] * SIZE[1])
    for dead, live in (([own], pressing), ([own, pressing], ds.PointForce("box-0", (0, 0, -1e-9 * weight)))):
        result = ds.push(assembly, dead=dead, live=live, increment=1.0, largest=1.0)
        assert result.table.stands.all()
        energy = 0.5 * np.sum((assembly.elastic.frequency[1] * result.state.deformation[1]) ** 2)
        assert energy == pytest.approx(exact, rel=1e-5)


def test_rigid_blocks_have_no_stresses() -> None:
    run = ds.simulate(column(1), duration=0.01, dt=0.01)
    assert run.deformation.shape == (2, 2, 0)
    with pytest.raises(ds.DrystoneError, match="Material"):
        run.stresses()


def test_strains_that_are_not_small_are_warned_of_once() -> None:
    """A drum of uniform strain under its weight has half of what its foot would have: 0.0625 and 0.042."""
    weight = 2700.0 * 9.81 * 0.4  # N/m2 at the foot
    soft, stiff = (
        column(1).of_material(ds.Material(young, 0.0, 2700.0), mesh="affine") for young in (8.0 * weight, 12.0 * weight)
    )
    with pytest.warns(UserWarning, match=r"strains of 0\.\d+, and blocks deform by small strains.* in Pa\?") as told:
        ds.simulate(soft, 2.0, 0.05, integrator="velocity-reset")
    assert len(told) == 1
    with pytest.warns(UserWarning, match="equilibrium: a block has strains of 0.06"):
        ds.equilibrium(soft)
    ds.equilibrium(stiff)
