"""Contacts are where they were found; what is told of them beside the blocks is told of that instant."""

import numpy as np
import pytest

import drystone as ds
from drystone.exports.contact_points import contact_fields
from drystone.exports.drawing import Drawing
from drystone.page.forces import run_forces
from drystone.structures import column

WIDTH, HEIGHT, DENSITY = 0.5, 1.0, 2000.0
ROUNDING = 1e-9
SCHEMES = {"mid-point": 0.5, "backward-euler": 1.0}
"""Integrators, and how long before the end of a step they find its contacts, in steps."""


@pytest.fixture(scope="module", params=SCHEMES)
def carried(request: pytest.FixtureRequest) -> tuple[str, ds.Trajectory]:
    """Drums that the ground takes along without moving on it, until it is fastest."""
    motion = ds.GroundMotion.one_sine(2.0, half_period=0.5)
    return request.param, ds.simulate(column(3, width=WIDTH), 0.5, 1e-2, motion=motion, integrator=request.param)


def test_the_table_tells_when_contacts_were_found(carried: tuple[str, ds.Trajectory]) -> None:
    scheme, run = carried
    since = run.steps["time"] - run.steps["found_at"]
    assert since.to_numpy() == pytest.approx(np.full(len(since), SCHEMES[scheme] * 1e-2))


def test_on_moving_ground_contacts_are_at_the_corners_of_their_blocks(carried: tuple[str, ds.Trajectory]) -> None:
    _, run = carried
    assert run.ground_velocity[-1, 0] > 0.5
    points, _ = contact_fields(run, len(run.time) - 1)
    seen = run.in_ground_frame()
    table = seen.contacts(-1)
    for x in (points[:, 0], table["point_x"].to_numpy()):
        assert np.abs(x) == pytest.approx(np.full(len(x), 0.5 * WIDTH), abs=ROUNDING)
    assert run.assembly is not None
    line = ds.thrust_line(table, run.assembly).points
    assert np.abs(line[:, 0]).max() < 0.5 * WIDTH
    (drawn,) = Drawing.of(run).thrust
    assert drawn == pytest.approx(line[:, [0, 2]], abs=ROUNDING)
    page = run_forces(run, run.assembly)
    assert page is not None
    assert page.thrust[-1] == pytest.approx(line, abs=ROUNDING)


def test_seen_from_the_ground_contacts_are_kept_as_they_were(carried: tuple[str, ds.Trajectory]) -> None:
    _, run = carried
    few = ds.simulate(column(2), 0.05, 1e-2, options={"record_contacts": False})
    seen = run.in_ground_frame()
    assert len(seen.records) == len(run.records)
    assert len(seen.records[2:5]) == 3
    assert seen.in_ground_frame().contacts(-1).equals(seen.contacts(-1))
    with pytest.raises(ds.DrystoneError, match="contacts of step 0 were not kept"):
        few.in_ground_frame().contacts(0)


@pytest.mark.parametrize("step", [-1, -2, -7])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_mean_stress_of_a_block_that_slides_without_friction_is_that_of_its_weight(scheme: str, step: int) -> None:
    ground = ds.Block.box((9.0, 9.0, 1.0), (0.0, 0.0, -0.5), DENSITY, fixed=True, name="ground")
    body = ds.Block.box((1.0, 1.0, HEIGHT), (0.0, 0.0, 0.5 * HEIGHT), DENSITY, name="body")
    thrown = np.array([[0.0] * 6, [3.0] + [0.0] * 5])
    run = ds.simulate(ds.Assembly([ground, body], 0.0), 0.1, 1e-2, initial_velocity=thrown, integrator=scheme)
    found = run.mean_stresses(step).iloc[0]
    weight = 0.5 * DENSITY * 9.81 * HEIGHT
    assert found["stress_zz"] == pytest.approx(-weight, rel=1e-6)
    assert found[["stress_xx", "stress_xy", "stress_zx"]].to_numpy(float) == pytest.approx(0.0, abs=1e-6 * weight)
