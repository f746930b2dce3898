"""What a step leaves out where blocks turn far in it: angular momentum out of balance, overlap along arcs."""

import numpy as np

from ..formulations import Formulation, StepProblem
from ..formulations.base import Turning
from ..model import Assembly, State
from ..numerics.compiled import FloatArray, IntArray, kernel
from ..numerics.matrices import rotation_coefficients
from ..numerics.vectors import combined, cross, dot, norm, row, scaled
from ..solvers.solution import StepSolution

__all__ = ["angular_imbalance", "overlap_by_turning"]


def angular_imbalance(
    formulation: Formulation, turning: Turning, problem: StepProblem, solution: StepSolution
) -> float:
    """Work of the angular momentum that the step leaves out of balance, over its energy without contacts, 1/2 k'H^-1 k.

    Sum of |w . imbalance| over the blocks, see `Formulation.imbalance`; the energy is that of a group of connected
    blocks for each of its blocks, as in the scaled step.
    """
    spin = solution.velocity[:, 3:6]
    impulse = turning.dt * turning.moment + problem.apply(solution.impulse)[:, 3:6]
    work = np.abs(np.sum(spin * formulation.imbalance(turning, spin, impulse), axis=1))
    return float(np.sum(work / problem.scaled[1].energy_root ** 2)) / (0.5 * problem.bodies)


def overlap_by_turning(
    assembly: Assembly, formulation: Formulation, state: State, problem: StepProblem, solution: StepSolution
) -> float:
    """Depth (m) to which carrying contacts overlap at the end of the step because their points move on arcs.

    The step moves a point along its velocity; turning by r takes it off that line by exp(skew(r)) x - x - r x x, for
    its place x from the centroid. Largest over the contacts with a normal impulse; normals are those of the start.
    """
    contacts = problem.contacts
    turn = problem.dt * np.ascontiguousarray(solution.velocity[:, 3:6])
    if contacts is None or not contacts.count or not np.any(turn):
        return 0.0
    points = [np.ascontiguousarray(side) for side in formulation.known_points(contacts)]
    carrying = np.flatnonzero(solution.impulse[:, 0] > 0.0)
    return _deepest(
        carrying, problem.blocks, assembly.movable, contacts.normal, points[0], points[1], state.position, turn
    )


@kernel
def _deepest(
    carrying: IntArray,
    blocks: IntArray,
    movable: IntArray,
    normal: FloatArray,
    point_a: FloatArray,
    point_b: FloatArray,
    position: FloatArray,
    turn: FloatArray,
) -> float:
    deepest = 0.0
    for c in carrying:
        depth = 0.0
        for side in range(2):
            b = blocks[c, side]
            if b >= 0:
                x = combined(row(point_b if side else point_a, c), row(position, movable[b]), -1.0)
                r = row(turn, b)
                sine, cosine, _ = rotation_coefficients(norm(r))
                across = cross(r, x)
                off = combined(scaled(across, sine - 1.0), cross(r, across), cosine)
                depth += dot(row(normal, c), off) * (-1.0 if side else 1.0)
        deepest = max(deepest, depth)
    return deepest
