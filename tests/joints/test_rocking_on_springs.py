"""A block that rocks on springs under its base, far enough for the joint to gape, against its equations of motion."""

from functools import cache

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import drystone as ds

from ..marks import with_slow

STIFFNESS, FRICTION, GRAVITY = 1e8, 0.6, 9.81
TURNS = 0.6
"""First angular velocity (rad/s), about an edge of the base at first: the block comes back after 0.57 s."""


@cache
def block(divisions: int) -> tuple[float, float]:
    """How far the centroid of a block of 1 x 1 x 3 m goes sideways, and down, within 0.65 s (m): the equations in the
    plane, with springs at the points of `face_divisions`, slipping by Coulomb's law.
    """
    place = np.linspace(-0.5, 0.5, divisions + 1)
    share = np.full(divisions + 1, 1.0 / divisions)
    share[[0, -1]] *= 0.5
    mass = 3.0 * 2000.0
    inertia = mass * (1.0 + 9.0) / 12.0

    def rate(_: float, y: np.ndarray) -> np.ndarray:
        c, s = np.cos(y[2]), np.sin(y[2])
        arm_x, arm_z = place * c - 1.5 * s, -place * s - 1.5 * c
        pressed = np.maximum(-STIFFNESS * share * (1.5 + y[1] + arm_z), 0.0)
        along = -STIFFNESS * share * (y[0] + arm_x - place)
        along = np.clip(along, -FRICTION * pressed, FRICTION * pressed)
        moment = np.sum(arm_z * along - arm_x * pressed)
        return np.array([*y[3:], along.sum() / mass, pressed.sum() / mass - GRAVITY, moment / inertia])

    found = solve_ivp(rate, (0.0, 0.65), [0, 0, 0, 1.5 * TURNS, 0, TURNS], rtol=1e-6, atol=1e-8)
    return float(found.y[0].max()), float(found.y[1].min())


@pytest.mark.slow
@pytest.mark.parametrize("law", with_slow(["nodargi-bisegna", "coulomb"], "nodargi-bisegna"))
def test_a_block_rocks_on_the_points_inside_its_joint(law: str) -> None:
    """The far corners of the joint gape by 150 mm; those inside that bear the block must not go with them.

    Springs are integrated by implicit Euler, which damps what the block does on them as it tips: 1 mm of 229 at 1e-3 s.
    Where the points went the block sank by 1 mm for 0.3 with four divisions, by 39 mm with eight.
    """
    base = ds.Block.box((3, 3, 0.5), (0, 0, -0.25), fixed=True)
    blocks = [base, ds.Block.box((1, 1, 3), (0, 0, 1.5))]
    springs = ds.Joint(normal_stiffness=STIFFNESS, tangential_stiffness=STIFFNESS)
    assembly = ds.Assembly(blocks, FRICTION, joints=springs)
    start = ds.State.initial(assembly, [[0] * 6, [1.5 * TURNS, 0, 0, 0, TURNS, 0]])
    run = ds.simulate(
        assembly, 0.65, 1e-3, start=start, formulation=law, gravity=(0, 0, -GRAVITY), options={"face_divisions": 4}
    )
    aside, down = block(4)
    moved = run.position[:, 1] - run.position[0, 1]
    assert moved[:, 0].max() == pytest.approx(aside, rel=0.02)
    assert down < moved[:, 2].min() < 0.5 * down
