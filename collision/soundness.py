"""Whether an assembly can stand as it was put together: no block in another, every block held by its neighbours."""

import numpy as np
import numpy.typing as npt

from ..checks import FloatArray, instance_of
from ..errors import DrystoneError
from ..model import Assembly, State
from ..numerics.groups import connected_groups
from ..summary import counted, listed
from .contacts import Contacts
from .detect import RELATIVE_MARGIN, detect

__all__ = ["check_sound"]

OVERLAP = 1e-9
"""Overlap of two blocks that is rounding, relative to the smaller of their sizes (diagonals of their boxes)."""

TOUCHING = 1e-6
"""Gap of two blocks that touch, relative to the smaller of their sizes."""

COORDINATES = 1e-13
"""Rounding of a gap relative to the largest coordinate: some units in the last place of a double."""


def check_sound(assembly: Assembly) -> Assembly:
    """Return the assembly where its blocks touch and do not overlap; DrystoneError that names the first that do not.

    In the initial state no two blocks may overlap by more than rounding (1e-9 of the smaller one's size, the diagonal
    of its box), and from every movable block a way must lead over blocks that touch (gaps below 1e-6 of the smaller
    one's size) to a fixed block. Blocks that meet along an edge or at a corner alone may pass for apart, as they do in
    a run. What the blocks weigh, and whether friction holds them, is the business of `drystone.equilibrium`.

    >>> import drystone as ds
    >>> ground = ds.Block.box((2, 2, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    >>> stone = ds.Block.box((0.5, 0.5, 0.5), (0, 0, 0.26), name="stone")
    >>> try:
    ...     ds.check_sound(ds.Assembly([ground, stone]))
    ... except ds.DrystoneError as error:
    ...     print(error)
    1 block of 1 is not held by the ground through blocks that touch: stone; nothing else is near
    """
    instance_of(assembly, Assembly, "assembly")
    assembly.require_fixed("a sound assembly")
    boxes = [np.vstack([piece.vertices for piece in block.pieces]) for block in assembly.blocks]
    size = np.array([np.linalg.norm(np.ptp(corners, axis=0)) for corners in boxes])
    rounding = COORDINATES * max(float(np.abs(corners).max()) for corners in boxes)
    margin = max(RELATIVE_MARGIN * assembly.length, TOUCHING * float(size.max()))
    contacts = detect(assembly, State.initial(assembly), margin)
    smaller = size[contacts.blocks].min(axis=1)
    _refuse_overlaps(assembly, contacts, OVERLAP * smaller + rounding)
    _refuse_loose(assembly, contacts, contacts.gap <= TOUCHING * smaller + rounding)
    return assembly


def _refuse_overlaps(assembly: Assembly, contacts: Contacts, allowed: FloatArray) -> None:
    """DrystoneError where a gap is below the negative of what is allowed (C,) (m)."""
    deep = np.flatnonzero(contacts.gap < -allowed)
    if len(deep):
        pairs = dict.fromkeys(map(tuple, contacts.blocks[deep[np.argsort(contacts.gap[deep])]].tolist()))
        named = [f"{assembly.names[a]!r} and {assembly.names[b]!r}" for a, b in pairs]
        raise DrystoneError(
            f"{counted(len(pairs), 'pair')} of blocks overlap, by at most {-contacts.gap.min():.3g} m: {listed(named)}"
        )


def _refuse_loose(assembly: Assembly, contacts: Contacts, touching: npt.NDArray[np.bool_]) -> None:
    """DrystoneError where a movable block is not connected to a fixed one by contacts that touch (C,)."""
    node = np.where(assembly.fixed, 0, assembly.index + 1)  # all fixed blocks are one
    part, _ = connected_groups(node[contacts.blocks[touching]], len(assembly.movable) + 1)
    loose = part[node] != part[0]
    if loose.any():
        names = [assembly.names[i] for i in np.flatnonzero(loose)]
        around = contacts.gap[np.logical_xor(*loose[contacts.blocks].T)]
        nearest = f"the smallest gap around them is {around.min():.3g} m" if len(around) else "nothing else is near"
        raise DrystoneError(
            f"{counted(len(names), 'block')} of {len(assembly.movable)} {'is' if len(names) == 1 else 'are'} not held "
            f"by the ground through blocks that touch: {listed(names)}; {nearest}"
        )
