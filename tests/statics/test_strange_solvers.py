"""What statics makes of solvers of a user's own that lie or fail."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.errors import DrystoneError, StepFailedError
from drystone.programs import ConicProgram, ConicSolution
from drystone.solvers import ConicSolver, get_solver
from drystone.structures import column

SOLVED = 1e-6  # of programs whose residuals are held to 1e-7

Change = Callable[[ConicProgram, ConicSolution], ConicSolution]


class Altered(ConicSolver):
    """Clarabel's answers, altered."""

    name, description = "altered", "for tests"

    def __init__(self, alter: Change) -> None:
        super().__init__()
        self.alter = alter

    def solve_program(self, program: ConicProgram) -> ConicSolution:
        known: Any = get_solver("clarabel")
        return self.alter(program, known.conic.solve_program(program))


def says(status: str, size: float = 1.0) -> Change:
    """Another word of the same answer, times ``size``."""
    return lambda program, found: program.solution(size * found.x, size * found.z, status)


def without_ray(program: ConicProgram, found: ConicSolution) -> ConicSolution:
    return program.solution(np.nan * found.x, np.nan * found.z, found.status)


def wedged() -> ds.Assembly:
    """A stone between two that hold it by friction, which nothing bounds."""
    names = {"left": -1.0, "middle": 0.0, "right": 1.0}
    blocks = [ds.Block.box((1, 1, 1), (x, 0, 0), fixed=x != 0.0, name=name) for name, x in names.items()]
    return ds.Assembly(blocks, 0.7)


@pytest.mark.parametrize("status", ["unbounded", "infeasible"])
def test_a_right_answer_counts_whatever_its_solver_calls_it(status: str) -> None:
    assembly = column(2)
    weight = 9.81 * assembly.mass[assembly.movable].sum()
    found = ds.equilibrium(assembly).force_range("ground", assembly.names[1], solver=Altered(says(status)))
    assert found == pytest.approx((weight, weight), rel=SOLVED)
    moved = ds.settlement(assembly, {"ground": (0, 0, -1)}, solver=Altered(says(status)))
    assert moved.work == pytest.approx(weight, rel=SOLVED)


@pytest.mark.parametrize("alter", [says("unbounded", 0.0), says("infeasible", 0.0), says("unbounded", 7.0)])
def test_no_structure_is_called_boundless_or_falling_without_a_proof(alter: Change) -> None:
    assembly = column(2)
    state = ds.equilibrium(assembly)
    with pytest.raises(StepFailedError, match="no solver's answer passed"):
        state.force_range("ground", assembly.names[1], solver=Altered(alter))
    with pytest.raises(StepFailedError, match="no solver's answer passed"):
        ds.settlement(assembly, {"ground": (0, 0, -1)}, solver=Altered(alter))


@pytest.mark.parametrize("solver", ["clarabel", "scs", Altered(without_ray)], ids=["clarabel", "scs", "without"])
def test_what_is_boundless_or_falls_is_so_also_where_the_solver_gives_no_ray(solver: Any) -> None:
    assembly = wedged()
    least, largest = ds.equilibrium(assembly).force_range("left", "middle", solver="auto")
    assert largest == np.inf
    weight = 9.81 * assembly.mass[1]
    assert least == pytest.approx(0.5 * weight / 0.7, rel=SOLVED)
    with pytest.raises(DrystoneError, match="would have to be crushed"):
        ds.settlement(assembly, {"left": (1, 0, 0)}, solver=solver)
    blocks = [ds.Block.box((1, 1, 1), (0, 0, -0.5), fixed=True, name="ground"), ds.Block.box((1, 1, 1), (0.8, 0, 0.5))]
    with pytest.raises(DrystoneError, match="does not stand before"):
        ds.settlement(ds.Assembly(blocks, 0.7), {"ground": (1, 0, 0)}, solver=solver)


class Failing(ConicSolver):
    """Has no answer."""

    name, description = "failing", "for tests"

    def solve_program(self, program: ConicProgram) -> ConicSolution:
        raise RuntimeError("my own reason")


def test_why_a_solver_has_no_answer_is_told() -> None:
    assembly, solver = column(2), Failing()
    state = ds.equilibrium(assembly)
    asked: list[Callable[[], Any]] = [
        lambda: ds.limit_load(assembly, solver=solver),
        lambda: ds.equilibrium(assembly, solver=solver),
        lambda: ds.settlement(assembly, {"ground": (0, 0, -1)}, solver=solver),
        lambda: state.force_range("ground", assembly.names[1], solver=solver),
    ]
    for ask in asked:
        with pytest.raises(StepFailedError, match="RuntimeError: my own reason"):
            ask()
    with pytest.warns(UserWarning, match=r"1e-08 \(failed: RuntimeError: my own reason\); the step was solved by"):
        ds.simulate(assembly, 0.01, 0.01, solver=solver)
