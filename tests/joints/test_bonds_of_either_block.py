"""Elastic bonds are the same whichever of their blocks comes first."""

import numpy as np
import pytest

import drystone as ds


@pytest.mark.each_value
@pytest.mark.parametrize("integrator", ["mid-point", "backward-euler"])
@pytest.mark.parametrize("formulation", ["coulomb", "anitescu-tasora"])
def test_a_stack_on_elastic_bonds_moves_as_it_does_numbered_backwards(formulation: str, integrator: str) -> None:
    """Of 0.2 m it was 3e-4 m off, with normals of the first block and forces where the other's points are.

    Steps are solved to 1e-10: to 1e-8 one of `backward-euler` leaves 1e-5 m at a residual of Coulomb's law of 8e-7. The
    run ends at 0.25 s: the next step of `backward-euler` has two answers to Coulomb's law, both exact to 1e-13 (by
    script). One corner of the top block slides, or two do, and velocities are 3 mm/s apart.
    """
    blocks = [
        ds.Block.box((1.0, 0.8, 0.3), (0.0, 0.0, -0.15), fixed=True, name="base"),
        ds.Block.box((0.5, 0.4, 0.3), (0.0, 0.0, 0.15), name="low"),
        ds.Block.box((0.4, 0.4, 0.3), (0.03, 0.02, 0.45), name="middle"),
        ds.Block.box((0.3, 0.4, 0.5), (0.0, 0.0, 0.85), name="top"),
    ]
    bond = ds.Joint(tension_stiffness=6e5, shear_stiffness=2e5, tensile_strength=1e7, cohesion=1e7)
    motion = ds.GroundMotion.one_sine(14.0, half_period=0.15, direction=(0.8, 0.6, 0.0))
    solver = ds.get_solver("auto", tolerance=1e-10)
    ways = [
        ds.simulate(
            ds.Assembly(order, 2.0, bond),
            0.25,
            5e-3,
            motion=motion,
            formulation=formulation,
            integrator=integrator,
            solver=solver,
        ).position
        for order in (blocks, blocks[::-1])
    ]
    assert np.max(np.abs(ways[0][:, 3] - ways[0][0, 3])) > 0.1  # m
    np.testing.assert_allclose(ways[0], ways[1][:, ::-1], rtol=0.0, atol=1e-7)
