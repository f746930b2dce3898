"""What elastic and damaging joints hold and take, in the ledger of a run."""

import numpy as np
import pytest

import drystone as ds

from .test_joints import AREA, ENERGY, GROUND, SIZE, STIFFNESS, STRENGTH, TOUGHNESS, pulled

EXACT = 1e-5  # relative: forces are known to 1e-6, energies to their products
CLOSES = 1e-9  # of the energy at stake


def test_a_spring_holds_its_energy_until_it_breaks() -> None:
    """1/2 K A d^2; the backward Euler step takes 1/2 K A d dd beside, and breaking takes the rest."""
    opening, force, run = pulled(ds.Joint(tension_stiffness=STIFFNESS, tensile_strength=STRENGTH), 2e-4, 40)
    elastic, taken = run.energy.elastic.to_numpy(), run.energy.springs.to_numpy()
    whole = slice(1, int(np.argmax(force)))  # the step that reaches the strength is the last
    stored = 0.5 * STIFFNESS * AREA * opening[whole] ** 2
    assert elastic[whole] == pytest.approx(stored, rel=EXACT)
    assert taken[whole] == pytest.approx(0.5 * STIFFNESS * AREA * opening[whole] * opening[1], rel=EXACT)
    assert elastic[-1] == 0.0
    assert taken[-1] == pytest.approx(np.sum(force[1:] * np.diff(opening)), rel=EXACT)
    table = run.energy
    drift = table.total + table.dissipated - table.harvested - table.total.iloc[0]
    assert np.max(np.abs(drift)) <= CLOSES * table.kinetic.max()


def test_a_damaging_joint_takes_its_fracture_energy() -> None:
    first = np.sqrt(TOUGHNESS / STIFFNESS)
    law = ds.Joint(friction=0.0, fracture_energy=TOUGHNESS, tension_stiffness=STIFFNESS, shear_stiffness=STIFFNESS)
    _, _, run = pulled(law, 34.0 * first, 510)
    assert run.energy.springs.iloc[-1] == pytest.approx(TOUGHNESS * AREA, rel=ENERGY)
    assert run.energy.elastic.max() == pytest.approx(0.5 * TOUGHNESS * AREA, rel=0.06)  # at d0, within a step
    assert run.energy.elastic.iloc[-1] == 0.0


@pytest.mark.parametrize("formulation", ["nodargi-bisegna", "compliant"])
def test_only_what_yields_holds_energy(formulation: str) -> None:
    """A block at rest: none in rigid contact, 1/2 f^2/K in compliant ones."""
    block = ds.Block.box(SIZE, (0.0, 0.0, 0.5 * SIZE[2]), density=2000.0)
    run = ds.simulate(ds.Assembly([GROUND, block]), 0.05, 1e-3, formulation=formulation, integrator="backward-euler")
    problem = ds.step_problem(ds.Assembly([GROUND, block]), 1e-3, formulation=formulation)
    share = block.mass * 9.81 * 1e-3 / problem.count
    assert run.energy.elastic.iloc[-1] == pytest.approx(0.5 * np.sum(problem.E[:, 0]) * share**2, rel=1e-3)


def test_a_bond_without_cohesion_holds_nothing_in_shear() -> None:
    """A block that slides with it, half a metre far, by g/2: all the work of the load is in its speed."""
    law = ds.Joint(friction=0.0, tension_stiffness=STIFFNESS, tensile_strength=STRENGTH)  # c = 0
    block = ds.Block.box(SIZE, (0, 0, SIZE[2] / 2), name="block")
    push = ds.BodyForce((0.5 * 9.81, 0.0, 0.0))
    run = ds.simulate(ds.Assembly([GROUND, block], joints=law), 0.4, 5e-3, loads=push)
    table = run.energy
    assert table.kinetic.iloc[-1] == pytest.approx(table.loads.iloc[-1], rel=EXACT)
    assert table.elastic.max() <= EXACT * table.loads.iloc[-1]
    assert np.max(np.abs(table.error)) <= CLOSES * table.kinetic.max()
    assert np.max(np.abs(table.springs)) <= EXACT * table.kinetic.max()
