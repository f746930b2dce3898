"""How far the joints of each block have opened and slipped."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..collision import detect
from ..model import Assembly, State

__all__ = ["Measure", "joint_measures"]

Array = NDArray[np.float64]

MOST = 300_000
"""Values of a measure; with more blocks and states it has fewer states, evenly spread."""


@dataclass(frozen=True, eq=False)
class Measure:
    """A value of each block in some states: ``name``, ``unit``, numbers of the ``states`` (M,), ``values`` (M, B)."""

    name: str
    unit: str
    states: NDArray[np.int64]
    values: Array


def joint_measures(assembly: Assembly, position: Array, rotation: Array) -> tuple[Measure, ...]:
    """Opening and slip (m) of what touched at the start, at each block its largest, at positions (T, B_all, 3).

    Two points that lay on each other in a joint have moved apart, along the normal of block a by the opening, and
    across it by the slip. Not of blocks that touched nothing; nothing where no blocks touched.
    """
    contacts = detect(assembly, State.initial(assembly))
    if not contacts.count:
        return ()
    states = np.unique(np.linspace(0, len(position) - 1, max(2, min(len(position), MOST // len(assembly)))).astype(int))
    a, b = contacts.blocks.T
    arm_a, arm_b = (contacts.midpoint - assembly.centroid[i] for i in (a, b))
    opening, slip = np.zeros((2, len(states), len(assembly)))
    for row, state in enumerate(states):
        place, turn = position[state], rotation[state]
        apart = place[b] + _turned(turn, b, arm_b) - place[a] - _turned(turn, a, arm_a)
        normal = _turned(turn, a, contacts.normal)
        along = np.einsum("ci,ci->c", apart, normal)
        across = np.linalg.norm(apart - along[:, None] * normal, axis=1)
        for side in (a, b):
            np.maximum.at(opening[row], side, along)
            np.maximum.at(slip[row], side, across)
    return Measure("opening", "m", states, opening), Measure("slip", "m", states, slip)


def _turned(rotation: Array, block: NDArray[np.int64], vectors: Array) -> Array:
    return np.einsum("cij,cj->ci", rotation[block], vectors)
