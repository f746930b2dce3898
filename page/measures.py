"""How far the joints of each block have opened and slipped, and how the stone of those that deform is stressed."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..collision import detect
from ..elements import principal, von_mises
from ..model import Assembly, State
from ..results.verdict import parted

__all__ = ["Measure", "joint_measures", "stress_measures"]

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

    See `parted`. Not of blocks that touched nothing; nothing where no blocks touched.
    """
    contacts = detect(assembly, State.initial(assembly))
    if not contacts.count:
        return ()
    states = _states(assembly, len(position))
    opening, slip = np.zeros((2, len(states), len(assembly)))
    for row, state in enumerate(states):
        along, across = parted(assembly, contacts, position[state], rotation[state])
        for side in contacts.blocks.T:
            np.maximum.at(opening[row], side, along)
            np.maximum.at(slip[row], side, across)
    return Measure("opening", "m", states, opening), Measure("slip", "m", states, slip)


def stress_measures(assembly: Assembly, deformation: Array) -> tuple[Measure, ...]:
    """The largest von Mises stress, compression and tension (Pa) in the elements of each block, of their means.

    ``deformation`` (T, B_all, m), see `State`. Nothing where all blocks are rigid.
    """
    table = assembly.elastic
    if not table.count:
        return ()
    states = _states(assembly, len(deformation))
    mises, pressed, pulled = np.zeros((3, len(states), len(assembly)))
    for b in np.flatnonzero(table.number >= 0):
        body = table.bodies[table.number[b]]
        modes = np.einsum("eg,egim->emi", body.shares, body.strain_modes)
        strain = deformation[states, b, : len(body.vibration[0])] @ modes
        stress = (strain @ body.elasticity).reshape(-1, 6)
        main = principal(stress).reshape(strain.shape[0], -1, 3)
        mises[:, b] = von_mises(stress).reshape(main.shape[:2]).max(axis=0)
        pressed[:, b], pulled[:, b] = -main[..., 0].min(axis=0), main[..., 2].max(axis=0)
    named = {"von Mises stress": mises, "compression": pressed, "tension": pulled}
    return tuple(Measure(name, "Pa", states, np.maximum(values, 0.0)) for name, values in named.items())


def _states(assembly: Assembly, count: int) -> NDArray[np.int64]:
    """Which of ``count`` states measures are of."""
    return np.unique(np.linspace(0, count - 1, max(2, min(count, MOST // len(assembly)))).astype(np.int64))
