"""Rebounds that contacts have no energy for are made smaller.

Newton's law of restitution looks at each contact by itself. Where an impulse reaches others too, one that was opening
and is shut, or one that slides, they may bring more energy than the rebounds leave: a light block between a heavy one
and a wall, an oblique hit with friction (T. R. Kane, D. A. Levinson, Dynamics, 1985). The work of rigid contacts on the
blocks is exactly

    W = gamma'(u_0 + u)/2,

u_0 and u their velocities before and after, less what the scheme takes of the modes of blocks that deform
(`drystone.formulations.elastic.ModalStep.taken`): an impulse that turns a mode round in a step finds it stiffer than it
is, and leaves it more energy than it takes. Without rebounds nothing moves among the velocities that are allowed, and W
is not positive but for overlaps that are pushed apart. So rebounds of contacts that are connected by movable blocks are
multiplied by a share, between 0 and 1, with which W is zero.
"""

import warnings
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..errors import StepFailedError
from ..formulations import StepProblem
from ..numerics.compiled import IntArray
from ..numerics.groups import connected_groups
from ..solvers import StepSolution, WarmStart
from ..solvers.solution import totalled

__all__ = ["Taken", "without_gain"]

Array = NDArray[np.float64]
Solve = Callable[[StepProblem, WarmStart], tuple[StepProblem, StepSolution, int]]
Taken = Callable[[StepProblem, Array, Array], Array]

NOTHING = 1e-6
"""Work of contacts that is rounding, over that of their impulses on the speeds before, or of free motion."""
CLOSE = 1e-4
"""The same, by how much contacts may take more than they must."""
ROUNDS = 12
"""Programs in which the share is looked for; one more makes it zero first."""


def without_gain(
    problem: StepProblem, solution: StepSolution, approach: Array, solve: Solve, taken: Taken | None = None
) -> tuple[StepProblem, StepSolution, int]:
    """A solved step, with smaller rebounds where its contacts add energy; and how many programs that took.

    ``approach`` (C, 3): contact velocities before the impulses (m/s). ``taken``: what blocks that deform lose (B,) (J)
    in a step with velocities (B, n) and impulses (C, 3), None where all are rigid. Springs hold energy, and give it
    back: their contacts are not counted. Where ``solve`` fails the best step so far is taken.
    """
    if not solution.solved or not np.any(problem.rebound > 0.0):
        return problem, solution, 0
    group, _ = connected_groups(problem.blocks, problem.bodies)
    island = group[np.max(problem.blocks, axis=1)]
    gain, scale = _work(problem, solution, approach, group, island, taken)
    gains = (gain > NOTHING * scale) & (np.bincount(island, problem.rebound, len(gain)) > 0.0)
    if not np.any(gains):
        return problem, solution, 0
    aim, rebound, best, answers, programs = -0.5 * CLOSE * scale, problem.rebound, (problem, solution), [solution], 0
    low, high, low_gain, high_gain = np.where(gains, 0.0, 1.0), np.ones(len(gain)), aim, gain
    share, told = low, list[warnings.WarningMessage]()  # of the program that is kept
    for turn in range(1 + ROUNDS):
        guess = WarmStart(answers[-1].velocity, answers[-1].impulse)
        try:
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                step, answer, more = solve(problem.changed(rebound=share[island] * rebound), guess)
        except StepFailedError:  # the step itself has an answer
            break
        answers.append(answer)
        programs += more
        if not answer.solved:
            break
        found, _ = _work(step, answer, approach, group, island, taken)
        within = found <= NOTHING * scale
        if turn == 0 or np.all(within | ~gains):
            best, told = (step, answer), said
        if turn == 0:
            low_gain, gains = found, gains & (found < aim)  # others gain what overlaps give them
        else:
            low, low_gain = np.where(gains & within, share, low), np.where(gains & within, found, low_gain)
            high, high_gain = np.where(gains & ~within, share, high), np.where(gains & ~within, found, high_gain)
            gains &= ~within | (found < -CLOSE * scale)
        if not np.any(gains):
            break
        part = 0.5 if turn % 2 == 0 else (aim - low_gain) / np.where(gains, high_gain - low_gain, 1.0)
        share = low + np.where(gains, part, 0.0) * (high - low)
    for one in told:
        warnings.warn(one.message, one.category, stacklevel=4)
    return best[0], totalled(best[1], answers), programs


def _work(
    problem: StepProblem, solution: StepSolution, approach: Array, group: IntArray, island: IntArray,
    taken: Taken | None,
) -> tuple[Array, Array]:  # fmt: skip
    """Work of the rigid contacts of each ``group`` (B,) of blocks on them, and what it is compared with (J).

    ``island`` (C,): the group of the contacts.
    """
    moved = problem.apply_transpose(solution.velocity) + problem.prescribed
    impulse = np.where(problem.E > 0.0, 0.0, solution.impulse)
    work, scale = np.zeros((2, int(group.max()) + 1))
    np.add.at(work, island, 0.5 * np.sum(impulse * (approach + moved), axis=1))
    if taken is not None:
        np.add.at(work, group, -taken(problem, solution.velocity, impulse))
    free = problem.apply_transpose(problem.free_velocity) + problem.prescribed
    fastest = np.maximum(np.abs(approach), np.abs(free))  # at rest ``approach`` is rounding
    np.add.at(scale, island, 0.5 * np.sum(np.abs(impulse) * fastest, axis=1))
    return work, scale
