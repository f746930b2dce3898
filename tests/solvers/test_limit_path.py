"""The structured interior point of limit analysis: its linear system, its proofs, and what it finds."""

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.errors import StepFailedError
from drystone.solvers import get_solver
from drystone.solvers.interior_point.limit_path import LimitState, _LimitPath, limit_path
from drystone.solvers.interior_point.tuning import LimitTuning
from drystone.solvers.structured.arrays import Arrays
from drystone.statics.system import StaticSystem
from drystone.structures import arch, dome, wall

from ..steps import GROUND, cube

NEWTON = 1e-9  # of equations with entries of order one, by refined directions
EXACT = 1e-8  # relative to one plus the multiplier
DOWN, ACROSS, UP = (0.0, 0.0, -1.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)

STRUCTURES: dict[str, Callable[[], ds.Assembly]] = {
    "arch": arch,
    "wall": lambda: wall(5, 4),
    "dome": lambda: dome(5.0, 0.15, 4, 8),
    "frictionless wall": lambda: wall(4, 3, friction=0.0),
    "one block flies": lambda: ds.Assembly([GROUND, cube(0, 0.25, name="low"), cube(0, 5.0, name="high")]),
}


@pytest.mark.parametrize("structure", ["arch", "dome", "wall"])
def test_directions_solve_the_newton_system(structure: str) -> None:
    """D dx + p da, D'dv + R dx - ds and p'dv take away what is left; c + T dx + ds = 0."""
    system = StaticSystem.of(STRUCTURES[structure](), DOWN, ACROSS)
    path = _LimitPath(Arrays.of(system.scaled), system.scaled_live, LimitTuning())
    point = path.start()
    left = path.residuals(point)
    assert path.factorise(point)
    c = np.random.default_rng(3).normal(size=path.none.shape) * (path.cone > 0.0)
    dv, da, dx, ds_ = path.direction(left, c, corrected=True)
    zero = np.zeros_like(dv)
    first = path.residuals((zero, 0.0, 0.0 * c, 0.0 * c))
    moved = path.residuals((dv, da, dx, ds_))
    assert moved[0] - first[0] == pytest.approx(-left[0], abs=NEWTON)
    assert moved[1] - first[1] + path.soft * dx == pytest.approx(-left[1], abs=NEWTON)
    assert moved[2] - first[2] == pytest.approx(-left[2], abs=NEWTON)
    T = np.linalg.inv(path.cones.weights(path.none))
    inside = path.cone > 0.0
    rest = c + np.einsum("cij,cj->ci", T, dx) + ds_
    assert np.max(np.abs(rest[inside])) <= NEWTON * np.max(np.abs(T))


@pytest.mark.filterwarnings("ignore:limit_load. 1 block, high, touches nothing")  # the one that flies
@pytest.mark.parametrize("live", [ACROSS, UP, DOWN, (-0.3, 0.5, 0.1)])
@pytest.mark.parametrize("structure", STRUCTURES)
def test_it_finds_what_a_conic_solver_finds(structure: str, live: tuple[float, float, float]) -> None:
    """Multipliers, and that there are none."""
    assembly = STRUCTURES[structure]()
    one, other = (ds.limit_load(assembly, live=live, solver=name) for name in ("interior-point", "clarabel"))
    assert one.status == other.status
    assert one.solver == "interior-point"
    if one.status == "solved":
        assert abs(one.multiplier - other.multiplier) <= EXACT * (1.0 + abs(other.multiplier))
    else:
        assert one.multiplier == other.multiplier


@pytest.mark.parametrize(
    ("dead", "live", "status", "multiplier"),
    [(DOWN, UP, "solved", 1.0), (DOWN, (0.0, 0.0, -2.0), "solved", -0.5), (DOWN, ACROSS, "infeasible", -np.inf)],
)
def test_a_block_that_touches_nothing(
    dead: tuple[float, ...], live: tuple[float, ...], status: str, multiplier: float
) -> None:
    assembly = ds.Assembly([GROUND, cube(0, 3.0)])
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        found = ds.limit_load(assembly, dead=dead, live=live, solver="interior-point")
    assert ["touches nothing" in str(one.message) for one in told] == [True] * (status == "infeasible")
    assert found.status == status
    assert found.multiplier == pytest.approx(multiplier)


@pytest.mark.parametrize("most", [1, 3])
def test_iterations_are_factorisations_and_the_last_point_is_measured(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[tuple[int, int]] = []

    def stopped(*arguments: Any) -> LimitState:
        step, live, measure, target, accuracy, _ = arguments
        points: list[LimitState] = []

        def measured(state: LimitState) -> float:
            points.append(state)
            return float(measure(state))

        with monkeypatch.context() as patch:
            patch.setattr("drystone.solvers.interior_point.limit_path.MEASURED_FROM", np.inf)
            state = limit_path(step, live, measured, target, accuracy, LimitTuning(iterations=most))
        found.append((state.iterations, sum(one.status == "solved" for one in points)))
        return state

    monkeypatch.setattr("drystone.statics.limit_state.limit_path", stopped)
    ds.limit_load(arch())
    assert found[0] == (most, most + 1)


def test_one_that_is_stopped_says_how_far_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(StepFailedError, match="interior-point: solved to"):
        ds.limit_load(arch(), solver=get_solver("interior-point", limit_tuning={"iterations": 3}))

    def stopped(*arguments: Any) -> LimitState:
        step, live, measure, target, accuracy, _ = arguments
        return limit_path(step, live, measure, target, accuracy, LimitTuning(iterations=3))

    monkeypatch.setattr("drystone.statics.limit_state.limit_path", stopped)
    assert ds.limit_load(arch()).solver == "clarabel"
