"""Rest that is certain: what starts too slowly to be seen is told from what stands."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.integrators.standing import MARGIN
from drystone.structures import arch, block, column, wall

from ..marks import with_slow

G = 9.81  # m/s2
MU = 0.5
UNTIL = {"record_contacts": False, "until": "verdict"}
STRENGTH, SIDE, DENSITY = 20e3, 0.5, 2000.0  # Pa, m, kg/m3
OWN = DENSITY * G * SIDE  # Pa: what the weight of the hanging stone asks of its joint


def pushed(share: float) -> dict[str, Any]:
    """A flat block under a horizontal force, a ``share`` of its sliding resistance."""
    push = ds.BodyForce((share * MU * G, 0.0, 0.0))
    return {"assembly": block(0.5, 0.5, 0.3, friction=MU), "loads": push, "duration": 0.5, "dt": 5e-3}


def sloping(beyond: float) -> dict[str, Any]:
    """A flat block on a slope that is steeper by an angle (rad) than friction holds."""
    slope = np.arctan(MU) + beyond
    gravity = (G * np.sin(slope), 0.0, -G * np.cos(slope))
    return {"assembly": block(0.5, 0.5, 0.3, friction=MU), "gravity": gravity, "duration": 0.5, "dt": 5e-3}


def leaning(share: float) -> dict[str, Any]:
    """An arch under horizontal forces, a ``share`` of those of its limit multiplier."""
    limit = ds.limit_load(arch()).multiplier
    return {"assembly": arch(), "loads": ds.BodyForce((share * limit * G, 0, 0)), "duration": 1.0, "dt": 1e-2}


def hanging(joint: ds.Joint) -> dict[str, Any]:
    """A stone that hangs from a ceiling by its joint."""
    ceiling = ds.Block.box((1, 1, 0.2), (0, 0, 0.1), fixed=True, name="ceiling")
    stone = ds.Block.box((SIDE, SIDE, SIDE), (0, 0, -0.5 * SIDE), density=DENSITY, name="stone")
    return {"assembly": ds.Assembly([ceiling, stone], joints=joint), "duration": 1.0, "dt": 5e-3}


def viscous(peak: float, viscosity: float) -> dict[str, Any]:
    """The same by a bond that is damaged from ``peak`` (Pa) on, with a delay."""
    stiffness = 1e9  # Pa/m
    law = ds.Joint(tension_stiffness=stiffness, fracture_energy=peak**2 / stiffness, viscosity=viscosity)
    return hanging(law)


STANDING: dict[str, Callable[[], dict[str, Any]]] = {
    "push": lambda: pushed(0.99),
    "slope": lambda: sloping(-0.01),
    "level": lambda: pushed(0.0),
    "arch": lambda: leaning(0.99),
    "strong viscous bond": lambda: viscous(3.0 * OWN, 10.0),
    "elastic bond": lambda: hanging(ds.Joint(tension_stiffness=1e9, tensile_strength=1.1 * OWN)),
    "rigid bond": lambda: hanging(ds.Joint(tensile_strength=1.1 * OWN)),
    "wall": lambda: {"assembly": wall(3, 4), "duration": 0.5, "dt": 1e-2},
    "compliant wall": lambda: {"assembly": wall(3, 4), "duration": 0.5, "dt": 1e-2, "formulation": "compliant"},
    "column of another scheme": lambda: {
        "assembly": column(3), "duration": 0.5, "dt": 1e-2, "formulation": "anitescu-tasora",
        "integrator": "backward-euler",
    },
}  # fmt: skip
SLOW: dict[str, Callable[[], dict[str, Any]]] = {
    "push": lambda: pushed(1.0002),
    "slighter push": lambda: pushed(1.00005),
    "slightest push": lambda: pushed(1.00001),
    "slope": lambda: sloping(1e-4),
    "arch": lambda: leaning(1.00001),
    "viscous bond": lambda: viscous(0.8 * OWN, 100.0),
}
SCARCE: dict[str, Callable[[], dict[str, Any]]] = {
    "push": lambda: pushed(1.0 - 0.5 * MARGIN),
    "arch": lambda: leaning(1.0 - 0.01 * MARGIN),
    "rigid bond": lambda: hanging(ds.Joint(tensile_strength=(1.0 + 0.5 * MARGIN) * OWN)),
}


def verdict(case: dict[str, Any], until: str = "verdict") -> ds.results.Verdict:
    arguments = dict(case)
    return ds.simulate(**arguments, options={**UNTIL, "until": until}).verdict()


@pytest.mark.parametrize("name", STANDING)
def test_what_stands_with_a_margin_is_certain(name: str) -> None:
    case = STANDING[name]()
    said = verdict(case)
    assert (said.state, said.certain) == ("stood", True)
    assert said.time < case["duration"]


@pytest.mark.parametrize("name", SLOW)
def test_slow_starts_are_not_certain(name: str) -> None:
    case = SLOW[name]()
    said = verdict(case)
    assert not said.certain
    assert said.time == pytest.approx(case["duration"])  # nothing ended the run


@pytest.mark.parametrize(("name", "words"), [("slighter push", "no equilibrium"), ("viscous bond", "being damaged")])
def test_a_slow_start_says_what_is_wrong(name: str, words: str) -> None:
    assert words in verdict(SLOW[name]()).reason
    assert words in verdict(SLOW[name](), "end").reason


@pytest.mark.parametrize("name", SCARCE)
def test_what_stands_without_a_margin_says_so(name: str) -> None:
    said = verdict(SCARCE[name]())
    assert (said.state, said.certain) == ("stood", False)
    assert "less than a margin of 0.1 %" in said.reason


@pytest.mark.slow
def test_the_viscous_bond_breaks_later() -> None:
    """So that its slow start is one."""
    case = viscous(0.8 * OWN, 0.1)
    early = verdict({**case, "duration": 0.3})
    assert not early.certain
    assert verdict({**case, "duration": 2.0}).collapsed


@pytest.mark.parametrize("until", with_slow(["verdict", "end"], "end"))
def test_rest_counts_from_where_damage_has_ended(until: str) -> None:
    """A stone that was shaken and lies, while its bond softens for some tenths of a second more: beta to w/S."""
    stiffness, energy, viscosity = 1e7, 0.5, 1.0
    law = ds.Joint(tension_stiffness=stiffness, fracture_energy=energy, viscosity=viscosity)
    stone = block(0.5, 0.5, 0.3, friction=0.8)
    run = ds.simulate(
        ds.Assembly(stone.blocks, 0.8, joints=law), 2.0, 5e-3, formulation="coulomb",
        motion=ds.GroundMotion.one_sine(20.0, half_period=0.05), options={**UNTIL, "until": until},
    )  # fmt: skip
    joints = run.checkpoint().moment.joints
    assert joints is not None
    slip = run.verdict().residual_displacement
    assert joints.laws["springs"] == pytest.approx(energy / (stiffness * slip**2), rel=1e-2)
    assert (run.verdict().state, run.verdict().certain) == ("moved", True)


@pytest.mark.slow
def test_stone_that_swings_stands() -> None:
    """Waves in it, which theta = 1/2 keeps for long, lead nowhere: no bond breaks by them in the test's long step."""
    stone = block(0.5, 0.5, 1.0).of_material(ds.Material(2e9, 0.2, DENSITY), mesh="affine")
    bonded = ds.Assembly(stone.blocks, 0.6, joints=ds.Joint(tension_stiffness=1e9, fracture_energy=1.0))
    options = {"theta": 0.5, "record_contacts": False}
    run = ds.simulate(bonded, 1.0, 5e-3, loads=ds.BodyForce((0.4 * G, 0.0, 0.0)), options=options)
    assert run.energy.strain.iloc[-50:].max() > 1.005 * run.energy.strain.iloc[-50:].min()  # it swings
    assert (run.verdict().state, run.verdict().certain) == ("stood", True)


def test_a_failed_test_is_made_again_when_the_resting_time_has_passed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run of n resting times makes n tests at most, however many steps it has."""
    from drystone.integrators import standing

    times = list[float]()
    test = standing.Standing.doubt

    def counted(self: standing.Standing, moment: Any) -> str:
        times.append(moment.state.time)
        return test(self, moment)

    monkeypatch.setattr(standing.Standing, "doubt", counted)
    case = pushed(1.0 - 0.5 * MARGIN)
    assert not verdict({**case, "duration": 1.0}).certain
    lasting = np.sqrt(0.3 / G)
    assert 2 <= len(times) <= 1.0 / lasting + 1  # and one at the end
    assert np.all(np.diff(times)[:-1] >= lasting)


def test_rest_has_to_last() -> None:
    said = verdict({**pushed(0.0), "duration": 0.1})  # less than sqrt(0.3 / 9.81) s
    assert (said.state, said.certain) == ("stood", False)
    assert "long enough" in said.reason


def test_motions_of_supports_act_until_they_end() -> None:
    """A block on a support with a motion of its own, which begins when the block has been at rest for long."""
    late = ds.GroundMotion.from_samples([0.0, 1.0, 1.1, 1.3, 1.4], [0.0, 0.0, 3.0, -3.0, 0.0])
    said = ds.simulate(
        block(0.5, 0.5, 0.3), 0.8, 1e-2, motion={block(0.5, 0.5, 0.3).names[0]: late}, options=UNTIL
    ).verdict()
    assert not said.certain
    assert "act until" in said.reason
