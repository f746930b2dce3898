"""Multidrum columns, portals and barrel vaults against closed forms and against the arch."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.errors import DrystoneError
from drystone.model import Assembly
from drystone.structures import arch, barrel_vault, multidrum_column, portal

LOAD = 1e-5  # relative; limit loads are certified to 1e-7 of their program's scale


def volume(assembly: Assembly) -> float:
    return sum(b.volume for b in assembly.blocks if not b.fixed)


def frustum(low: float, high: float, height: float, sides: int) -> tuple[float, float]:
    """Volume and height of the centroid of a frustum over regular polygons of these circumradii."""
    a, b = (0.5 * sides * r**2 * np.sin(2 * np.pi / sides) for r in (low, high))
    mean = np.sqrt(a * b)
    return height / 3 * (a + mean + b), height / 4 * (a + 2 * mean + 3 * b) / (a + mean + b)


def overturning(parts: list[tuple[float, float, float]], edges: list[float]) -> float:
    """Least multiplier at which what lies above a joint turns about its edge.

    ``parts``: volume, centroid and base level of the blocks from the ground up; ``edges``: distances of the edges.
    """
    loads = []
    for i, edge in enumerate(edges):
        above = parts[i:]
        moment = sum(v * (z - above[0][2]) for v, z, _ in above)
        loads.append(edge * sum(v for v, _, _ in above) / moment)
    return min(loads)


@pytest.mark.parametrize("sides", [8, 16, 20])
@pytest.mark.parametrize(("taper", "entasis"), [(1.0, 0.0), (0.8, 0.0), (0.7, 0.02)])
def test_a_column_overturns_where_its_joints_say(sides: int, taper: float, entasis: float) -> None:
    assembly = multidrum_column(5, taper=taper, entasis=entasis, sides=sides)
    s = np.arange(6) / 5
    radii = 0.6 * (1 - (1 - taper) * s) + entasis * 1.2 * 4 * s * (1 - s)
    parts = [(*frustum(radii[i], radii[i + 1], 1.2, sides), 1.2 * i) for i in range(5)]
    parts.append((*frustum(radii[5], 0.6, 0.21, sides), 6.0))
    parts.append((1.38**2 * 0.21, 0.105, 6.21))
    parts = [(v, base + z, base) for v, z, base in parts]
    assert volume(assembly) == pytest.approx(sum(v for v, _, _ in parts), rel=1e-12)
    expected = overturning(parts, [r * np.cos(np.pi / sides) for r in (*radii, 0.6)])
    assert ds.limit_load(assembly).multiplier == pytest.approx(expected, rel=LOAD)


@pytest.mark.parametrize(("height", "diameter"), [(4.0, 0.8), (3.0, 0.6), (5.0, 0.5)])
def test_a_portal_of_monoliths_sways_at_width_over_height(height: float, diameter: float) -> None:
    """Both columns turn about their feet, the beam rides on them level: a (W_c + W_b) h = (W_c + W_b) b."""
    assembly = portal(height=height, diameter=diameter)
    assert len(assembly.movable) == 3
    assert ds.limit_load(assembly).multiplier == pytest.approx(diameter / height, rel=LOAD)


def test_beams_that_share_a_column_tilt_when_it_sways() -> None:
    """They rise by half as much at the column's middle as at its edge, so that a row bears less than one portal."""
    assert 0.9 * 0.2 < ds.limit_load(portal(3)).multiplier < 0.999 * 0.2


def test_a_portal_falls_out_of_its_plane_about_its_feet() -> None:
    column, beam = 0.8**2 * 4.0, 0.8 * 0.8 * 3.8
    expected = 0.4 * (2 * column + beam) / (2 * column * 2.0 + beam * 4.4)
    assert volume(portal()) == pytest.approx(2 * column + beam)
    assert ds.limit_load(portal(), live=(0, 1, 0)).multiplier == pytest.approx(expected, rel=LOAD)


def test_a_colonnade_has_its_parts() -> None:
    assembly = portal(3, drums=5, sides=12, taper=0.85, capital=True)
    assert len(assembly.movable) == 4 * (5 + 2) + 3
    assert {"drum-4-5", "echinus-1", "abacus-4", "beam-3"} <= set(assembly.names)
    assert ds.equilibrium(assembly).stable


@pytest.mark.parametrize(("embrace", "voussoirs"), [(180.0, 15), (140.0, 9)])
def test_a_vault_bears_what_its_section_bears(embrace: float, voussoirs: int) -> None:
    """Every slice of a vault under a load along x is the arch of the same voussoirs, whatever the bond."""
    vault = barrel_vault(2.2, 0.4, 2.0, embrace_angle=embrace, voussoirs=voussoirs, bricks=2, piers=0.0)
    section = arch(2.2, 0.4 / 2.2, embrace, voussoirs, friction=0.7)
    assert volume(vault) == pytest.approx(2.0 * volume(section), rel=1e-12)
    loads = [ds.limit_load(assembly).multiplier for assembly in (vault, section)]
    assert loads[0] == pytest.approx(loads[1], rel=LOAD)


@pytest.mark.parametrize(("ratio", "stands"), [(0.112, True), (0.10, False)])
def test_a_semicircular_vault_needs_the_thickness_of_the_arch(ratio: float, stands: bool) -> None:
    """Least thickness over mean radius 0.1075 (Milankovitch 1907), here with joints 4.4 degrees apart."""
    vault = barrel_vault(2.0, 2.0 * ratio, 1.0, voussoirs=41, bricks=1, piers=0.0, friction=1.0)
    assert ds.equilibrium(vault).stable == stands


@pytest.mark.parametrize(("options", "outside"), [({}, 0.0), ({"embrace_angle": 110.0, "pier_width": 2.0}, 1.0)])
def test_vaults_on_piers_stand(options: dict[str, Any], outside: float) -> None:
    assembly = barrel_vault(voussoirs=11, bricks=3, **options)
    halved, whole = 4, 3
    assert len(assembly.movable) == (6 * whole + 5 * halved) + 2 * (3 * halved + 2 * whole)
    assert ds.equilibrium(assembly).stable
    tilt = np.deg2rad(90 - options.get("embrace_angle", 180.0) / 2)
    ring = 11 * 0.5 * (2.4**2 - 2.0**2) * np.sin((np.pi - 2 * tilt) / 11)
    width = options.get("pier_width", 1.6)
    back = outside * (width - 0.5 * 0.4 * np.cos(tilt)) * 0.4 * np.sin(tilt)  # what the skewback rises behind the ring
    assert volume(assembly) == pytest.approx(4.0 * (ring + 2 * (width * 2.0 + back)), rel=1e-12)


def test_a_slender_pier_gives_way() -> None:
    assert not ds.equilibrium(barrel_vault(voussoirs=11, bricks=2, pier_width=0.5)).stable


BAD: dict[str, tuple[Callable[[], Any], str]] = {
    "drums": (lambda: multidrum_column(0), "drums must be a whole number of at least 1"),
    "taper": (lambda: multidrum_column(taper=1.2), "taper must be at most 1"),
    "entasis": (lambda: multidrum_column(entasis=-0.1), "entasis must be at least 0"),
    "sides": (lambda: multidrum_column(sides=3), "sides must be a whole number from 4 to 1000"),
    "capital": (lambda: multidrum_column(capital="doric"), "capital must be True or False"),  # type: ignore[arg-type]
    "many drums": (lambda: multidrum_column(10**6), "blocks; at most 50,000"),
    "spacing": (lambda: portal(spacing=0.5), "columns 1.13 m wide need a spacing of at least that"),
    "spans": (lambda: portal(0), "spans must be a whole number"),
    "many spans": (lambda: portal(10**6), "blocks; at most 50,000"),
    "even": (lambda: barrel_vault(voussoirs=8), "voussoirs must be odd, with a keystone in the middle; got 8"),
    "thick": (lambda: barrel_vault(1.0, 1.0), "the thickness must be below the radius"),
    "narrow": (lambda: barrel_vault(pier_width=0.3), "the springing is 0.4 m wide and does not fit on piers of 0.3 m"),
    "angle": (lambda: barrel_vault(embrace_angle=200.0), r"embrace_angle \(degrees\) must be at most 180"),
    "many bricks": (lambda: barrel_vault(bricks=10**6), "blocks; at most 50,000"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_arguments_are_refused(case: str) -> None:
    make, message = BAD[case]
    with pytest.raises(DrystoneError, match=message):
        make()
