"""Forces in joints, and thrust lines, in the states whose contacts are known."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..errors import DrystoneError
from ..model import Assembly
from ..results import ThrustLine, Trajectory, joint_forces, thrust_line
from ..results.trajectory import ground_at_contacts, steps_with_contacts
from ..view.joints import vectors

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Forces", "forces_of", "run_forces"]

Array = NDArray[np.float64]

MOST = 200_000
"""Joints of all states together; with more, fewer states are shown, evenly spread."""
MOST_STATES = 80
"""States of a page: a table of joints takes some 20 ms of any structure."""
NEGLIGIBLE = 1e-4
"""Resultant, over the largest of the state, below which it is left out."""


@dataclass(frozen=True, eq=False)
class Forces:
    """Resultants of joints in F states, N in all, one state after the other.

    ``state`` (F,): numbers of the states; ``start`` (F + 1,): where the joints of a state begin. ``blocks`` (N, 2);
    ``point`` (N, 3): centre of pressure, of the joint where there is none (m, seen from the ground); ``force`` (N, 3):
    on the second block (N). ``thrust``: points (n, 3) (m) of the thrust line of each state, NaN where it is broken;
    empty where the joints are no chain. ``thrust_blocks`` (n,): the block behind each of these points.
    """

    state: NDArray[np.int64]
    start: NDArray[np.int64]
    blocks: NDArray[np.int64]
    point: Array
    force: Array
    thrust: tuple[Array, ...]
    thrust_blocks: tuple[NDArray[np.int64], ...]


def run_forces(trajectory: Trajectory, assembly: Assembly) -> Forces | None:
    """The forces of a run, in states evenly spread among those whose contacts were kept; None without any."""
    kept = steps_with_contacts(trajectory)
    if not len(kept):
        return None
    joints = max(1, len(joint_forces(trajectory.contacts(int(kept[-1])))), len(assembly))
    count = max(1, min(len(kept), MOST_STATES, MOST // joints))
    chosen = kept[::-1][np.unique(np.linspace(0, len(kept) - 1, count).astype(int))][::-1]
    ground = ground_at_contacts(trajectory)
    tables = ((int(row) + 1, trajectory.contacts(int(row)), ground[row]) for row in chosen)
    return forces_of(assembly, tables)


def forces_of(assembly: Assembly, tables: Iterable[tuple[int, "pd.DataFrame", Sequence[float] | Array]]) -> Forces:
    """The forces of tables of contacts; of each the number of its state and what the ground was displaced by (m)."""
    number = {name: i for i, name in enumerate(assembly.names)}
    states, blocks = list[int](), list[NDArray[np.int64]]()
    points, forces, lines, behind = list[Array](), list[Array](), list[Array](), list[NDArray[np.int64]]()
    for state, contacts, ground in tables:
        joints = joint_forces(contacts)
        force = vectors(joints, "force")
        size = np.linalg.norm(force, axis=1)
        centre, middle = vectors(joints, "centre"), vectors(joints, "centroid")
        place = np.where(np.isnan(centre), middle, centre) - ground
        shown = (size > NEGLIGIBLE * size.max(initial=0.0)) & np.isfinite(place).all(axis=1)
        pairs = [[number[name] for name in joints[side][shown]] for side in ("block_a", "block_b")]
        states.append(state)
        blocks.append(np.array(pairs, dtype=np.int64).T)
        points.append(place[shown])
        forces.append(force[shown])
        line = _line(contacts, assembly) if len(joints) <= len(assembly) else None
        lines.append(np.zeros((0, 3)) if line is None else line.points - ground)
        behind.append(np.array([] if line is None else [number[name] for name in line.blocks[1:]], dtype=np.int64))
    return Forces(
        np.array(states), np.cumsum([0, *(len(part) for part in points)]),
        np.concatenate(blocks), np.concatenate(points), np.concatenate(forces), tuple(lines), tuple(behind),
    )  # fmt: skip


def _line(contacts: "pd.DataFrame", assembly: Assembly) -> ThrustLine | None:
    """The thrust line; None where the joints are no chain."""
    try:
        return thrust_line(contacts, assembly)
    except DrystoneError:
        return None
