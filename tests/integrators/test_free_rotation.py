"""Blocks that spin: a free one keeps its angular momentum and gains no energy, one that hits something gains none."""

import numpy as np
import pytest
from scipy.optimize import fsolve

import drystone as ds
from drystone.formulations.spin import free_spins, momenta
from drystone.numerics.rotations import exponential

from ..steps import DYNAMIC

CONSERVED = 1e-9  # relative, the bound for the angular momentum of a free block over a whole run
ROUNDING = 1e-12  # relative: energy of a step that dissipates nothing
SOLVED = 1e-9  # relative: what MINPACK's differences leave of a root

BRICK = (0.3, 0.2, 0.1)


def tumbling(
    spin: tuple[float, float, float], dt: float, duration: float, formulation: str, integrator: str = "backward-euler"
) -> ds.Trajectory:
    assembly = ds.Assembly([ds.Block.box(size=BRICK, center=(0, 0, 0))])
    velocity = [[0.0, 0.0, 0.0, *spin]]
    return ds.simulate(
        assembly, duration, dt, gravity=(0, 0, 0), formulation=formulation, initial_velocity=velocity,
        integrator=integrator, record_every=10,
    )  # fmt: skip


def momentum(run: ds.Trajectory) -> np.ndarray:
    assert run.assembly is not None
    return momenta(np.tile(run.assembly.inertia, (len(run.time), 1, 1)), run.rotation[:, 0], run.velocity[:, 0, 3:])


@pytest.mark.each_value
@pytest.mark.parametrize("integrator", DYNAMIC)
@pytest.mark.parametrize("formulation", ["nodargi-bisegna", "coulomb"])
@pytest.mark.parametrize(
    ("spin", "dt"),
    [((5, 5, 5), 1e-3), ((5, 5, 5), 1e-2), ((0, 50, 0.1), 1e-3), ((100, 400, 300), 1e-3), ((100, 400, 300), 1e-2)],
)
def test_a_free_block_keeps_its_angular_momentum_and_gains_no_energy(
    spin: tuple[float, float, float], dt: float, formulation: str, integrator: str
) -> None:
    run = tumbling(spin, dt, 200 * dt, formulation, integrator)
    L = momentum(run)
    assert np.max(np.linalg.norm(L - L[0], axis=1)) < CONSERVED * np.linalg.norm(L[0])
    energy = run.energy
    assert np.max(np.diff(energy.kinetic)) <= ROUNDING * energy.kinetic[0]
    assert energy.integration.to_numpy() == pytest.approx(
        energy.kinetic[0] - energy.kinetic, abs=1e-11 * energy.kinetic[0]
    )
    assert np.max(np.abs(energy.error)) <= 1e-11 * energy.kinetic[0]


@pytest.mark.parametrize("turn", [1e-9, 1e-3, 0.1, 1.0])
def test_the_spin_of_a_step_against_a_general_root_finder(turn: float) -> None:
    """J(w) w = L by MINPACK: no loads, then with a moment."""
    random = np.random.default_rng(11)
    dt = 0.01
    for moment in (0.0, 1.0):
        J = np.diag([1.0, 2.0, 3.5])[None]
        rotation = exponential(random.normal(size=(1, 3)))
        spin = random.normal(size=(1, 3))
        spin *= turn / dt / np.linalg.norm(spin)
        impulse = moment * 0.1 * turn / dt * random.normal(size=(1, 3))
        found, ok = free_spins(J, rotation, spin, impulse, dt)
        due = (momenta(J, rotation, spin) + impulse)[0]

        def off(w: np.ndarray, J: np.ndarray = J, rotation: np.ndarray = rotation, due: np.ndarray = due) -> np.ndarray:
            R = exponential(dt * w[None])[0] @ rotation[0]
            return np.asarray(R @ J[0] @ R.T @ w - due)

        assert ok.tolist() == [1]
        assert np.linalg.norm(off(found[0])) < 1e-12 * np.linalg.norm(due)
        root = fsolve(off, spin[0], xtol=1e-12, full_output=True)[0]  # which may end at rounding, and says so
        assert np.linalg.norm(off(root)) < SOLVED * np.linalg.norm(due)
        assert found[0] == pytest.approx(root, abs=SOLVED * float(np.linalg.norm(root)))


def test_spins_up_to_most_of_a_turn_in_a_step_are_found_for_slender_and_flat_blocks() -> None:
    random = np.random.default_rng(5)
    for turn in (0.5, 2.0, 5.0):
        sizes = 10.0 ** random.uniform(-2.0, 0.0, size=(200, 3))
        squares = sizes**2
        J = np.zeros((200, 3, 3))
        for i in range(3):
            J[:, i, i] = (np.sum(squares, axis=1) - squares[:, i]) / 12.0
        spin = random.normal(size=(200, 3))
        spin *= turn / np.linalg.norm(spin, axis=1)[:, None]
        rotation = exponential(random.normal(size=(200, 3)))
        found, ok = free_spins(J, rotation, spin, np.zeros((200, 3)), 1.0)
        assert np.all(ok == 1)
        turned = exponential(found) @ rotation
        kept = momenta(J, turned, found) - momenta(J, rotation, spin)
        assert np.max(np.linalg.norm(kept, axis=1) / np.linalg.norm(momenta(J, rotation, spin), axis=1)) < 1e-10
        before, after = (np.sum(w * momenta(J, R, w), axis=1) for w, R in ((spin, rotation), (found, turned)))
        assert np.all(after <= before * (1.0 + 1e-10))


def test_the_papers_explicit_term_warns_where_it_creates_energy() -> None:
    gained = r"step that ended at .* the run has gained .* Take a smaller dt"
    explicit = r"step at 0 s: .* explicit gyroscopic moment of 'anitescu-tasora'"
    with pytest.warns(UserWarning, match=gained), pytest.warns(UserWarning, match=explicit):
        tumbling((100, 400, 300), 1e-3, 2e-3, "anitescu-tasora")
    with pytest.warns(UserWarning, match=gained):
        tumbling((10, 10, 10), 1e-3, 0.5, "anitescu-tasora")


@pytest.mark.parametrize("friction", [0.0, 0.3])
@pytest.mark.parametrize("tilt", [(5, 2), (10, 5), (45, 30), (60, 20), (85, 5)])
def test_a_spear_that_hits_a_wall_gains_no_energy_and_stays_outside(tilt: tuple[float, float], friction: float) -> None:
    """2 m long, 2 cm thick, at 100 m/s: in a step it turns by a tenth of a radian about its point."""
    about_y, about_z = (np.radians(angle) * np.eye(3)[axis] for angle, axis in zip(tilt, (1, 2), strict=True))
    R = exponential(about_z[None])[0] @ exponential(about_y[None])[0]
    wall = ds.Block.box(size=(1, 8, 8), center=(1.5, 0, 0), fixed=True, name="wall")
    spear = ds.Block.box(size=(2, 0.02, 0.02), center=(-0.3, 0, 0), rotation=R, name="spear")
    velocity = np.zeros((2, 6))
    velocity[1, 0] = 100.0
    run = ds.simulate(
        ds.Assembly([wall, spear], friction=friction), 0.04, 1e-3, gravity=(0, 0, 0), initial_velocity=velocity,
        integrator="backward-euler",
    )  # fmt: skip
    kinetic = run.energy.kinetic.to_numpy()
    assert run.steps.contacts.max() > 0
    assert np.max(np.diff(kinetic)) <= 1e-6 * kinetic[0]
    corners = spear.pieces[0].vertices - spear.centroid
    ends = run.position[:, 1, None] + np.einsum("tij,kj->tki", run.rotation[:, 1], corners)
    assert np.max(ends[:, :, 0]) - 1.0 < 2e-3 * 0.02  # twice what turning may bring about in a step
