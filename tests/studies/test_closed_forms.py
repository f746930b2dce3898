"""The closed forms that the studies compare with, and the parts of the new structures."""

import numpy as np
import pytest

from drystone.model import State
from drystone.statics import limit_load
from drystone.structures import cylinder, wall
from drystone.studies.reproductions.ring import RingArch, least_friction_known, least_thickness_known

DIGITS = 1e-11  # the reference numbers have twelve digits
EXACT = 1e-8  # relative; ten times the certificate at which the structured solver of limit programs ends


@pytest.mark.parametrize(("mass", "known"), [("annular", 0.107478038107), ("centreline", 0.107426452755)])
def test_least_thickness_of_infinitely_many_voussoirs(mass: str, known: float) -> None:
    assert least_thickness_known(None, mass) == pytest.approx(known, abs=DIGITS)


def test_least_thickness_rises_with_nested_joints_to_its_limit() -> None:
    values = [least_thickness_known(count) for count in (8, 16, 32, 64, 128, 256)]
    assert np.all(np.diff(values) >= -DIGITS)
    assert values[-1] < least_thickness_known()
    assert values[-1] == pytest.approx(least_thickness_known(), rel=1e-3)


def test_friction_of_rotation_alone_is_that_of_the_mass_on_the_centreline() -> None:
    assert least_friction_known(least_thickness_known(None, "centreline"), "centreline") == pytest.approx(
        0.395832, abs=1e-6
    )


def test_annular_weight_is_the_limit_of_many_facets() -> None:
    ring = RingArch(0.15, 7, embrace=150.0)
    inner, outer = 9.25, 10.75
    area = 0.5 * np.deg2rad(150.0) * (outer**2 - inner**2)
    force = ring.weight().resultant(ring.assembly, State.initial(ring.assembly, None), 0.0)
    assert -force[:, 2].sum() == pytest.approx(area * 2000.0 * 9.81, rel=1e-12)


def test_oppenheim_arch_with_annular_voussoirs() -> None:
    ring = RingArch(0.15, 7, embrace=150.0)
    found = limit_load(ring.assembly, dead=ring.weight(), live=ring.weight((1.0, 0.0, 0.0)))
    assert found.multiplier == pytest.approx(0.4442076220328, rel=EXACT)


def test_ground_is_missing_under_the_opening() -> None:
    grounds = {b.name: b.pieces[0].vertices for b in wall(2, 8, opening=(1.0, 3.0)).blocks if b.fixed}
    assert grounds["left ground"][:, 0].max() == pytest.approx(1.0)
    assert grounds["right ground"][:, 0].min() == pytest.approx(3.0)


def test_open_joints_take_volume_from_bricks_alone() -> None:
    bricks = [b for b in wall(1, 4, (0.5, 0.25, 0.3), head_joint=0.01).blocks if not b.fixed]
    assert [np.ptp(b.pieces[0].vertices[:, 0]) for b in bricks] == pytest.approx([0.49] * 4)


@pytest.mark.parametrize("course", [1, 2])
def test_a_course_of_the_cylinder_is_a_whole_polygon(course: int) -> None:
    made = cylinder(2.0, 1.0, 2, 3, 8, opening=0.5, density=1000.0)
    blocks = [b for b in made.blocks if b.name in (f"hub-{course}",) or (b.name or "").startswith(f"block-{course}-")]
    area = 0.5 * 8 * 2.0**2 * np.sin(2 * np.pi / 8)
    assert sum(b.volume for b in blocks) == pytest.approx(area * 0.5, rel=1e-12)
