"""Following the states of a run: whether the structure has collapsed, and for how long all blocks have been slow."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import splu

from ..checks import IntArray, finite_number, options_table, whole_number
from ..collision import detect
from ..errors import UnknownNameError
from ..model import Assembly, State
from ..model.hull import convex_hull
from ..numerics.compiled import FloatArray, compiled
from ..summary import Summarised, counted

__all__ = ["LASTING", "Criteria", "Peak", "Seen", "Watch", "read_criteria"]

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

SLOW = 1e-4
"""Speed below which a block is at rest, over that of a fall through the height of the structure, sqrt(g H)."""
LASTING = 1.0
"""Time for which all blocks have to be at rest before a structure is, over sqrt(H / g): a rocking block is slower than
SLOW at the end of a swing, for much less than that unless it is about to stay on its edge."""
APART = 1e-9
"""Displacement of a support from the ground, over the height of the structure, and change of an entry of its rotation,
up to which it moves with the ground: rounding."""
STEEP = np.cos(np.pi / 4)
"""Cosine of the turn of a block's axis, 45 degrees, beyond which a block that cannot come back has overturned wherever
its centroid is: a cube that lies on its next side is as high as before. A smaller angle would also count stones that
stay upright with a wall that leans, and have a narrow foot."""
LOWER = 0.01
"""Drop of the centroid, over the height of the block, from which one that has turned less may have overturned: a block
that rocks on its edge lifts its centroid first, and is lower than at rest from twice its critical tilt on."""
SAME_EXIT = 1e-6
"""Relative difference of distances from the centroid to two faces below it up to which both are the foot."""


@dataclass(frozen=True)
class Criteria(Summarised, inline=True):
    """What counts as what.

    ``potential_drop``: share of the potential energy, measured from the lowest point of the movable blocks, that a
    structure has lost when it has collapsed (Nodargi and Bisegna 2024, section 4.5.2: 0.2). ``displacement`` (m) of any
    block, and ``fallen``, a number of blocks, at which it has as well; None where they do not count.
    ``moved``: share of the height of the structure by which a block is displaced where it has moved.

    A block has fallen when it has dropped by more than half its height, or overturned. One that falls off the ground
    has lost the potential energy it had, no more; once it is below everything fixed it need not come to rest, and its
    displacement counts no more.

    A block has overturned when it has turned further than it comes back from by itself: the vertical through its
    centroid no longer leaves it by the face by which it did at first, its foot. (For a box that is the critical tilt
    atan(b/h).) Besides its axis has turned by more than 45 degrees, or its centroid is lower than at first, in space
    and over the block's own lowest corner, by more than a hundredth of its height. So a block that rocks is not
    counted, nor a stone of a vault that comes down with it. `Verdict.fallen` tells those that have overturned at the
    end.

    Displacements and drops are seen from the ground or, where supports have moved apart from it (settlements, motions
    of their own), from the supports of the block, whichever is less: what rides on a support that sinks has not
    fallen, and a wall that spans it has not moved. Supports of a block are all fixed ones that it reaches through
    contacts of the initial state, with shares by which each block follows the mean of those that it touches: along an
    arch they go linearly from one springing to the other. What reaches none so hangs: its ties count as contacts, too.
    """

    potential_drop: float = 0.2
    displacement: float | None = None
    fallen: int | None = None
    moved: float = 2.5e-4

    def __post_init__(self) -> None:
        checked: dict[str, Any] = {
            "potential_drop": finite_number(self.potential_drop, "potential_drop", above=0.0, below=1.0),
            "moved": finite_number(self.moved, "moved (share of the height)", above=0.0),
        }
        if self.displacement is not None:
            checked["displacement"] = finite_number(self.displacement, "displacement (m)", above=0.0)
        if self.fallen is not None:
            checked["fallen"] = whole_number(self.fallen, "fallen (number of blocks)")
        for name, value in checked.items():
            object.__setattr__(self, name, value)


def read_criteria(given: Criteria | Mapping[str, Any] | None) -> Criteria:
    """Criteria, from their names and values where they are a mapping; the usual ones for None."""
    if isinstance(given, Criteria):
        return given
    names = [field.name for field in fields(Criteria)]
    table = options_table(given, "criteria")
    for key in table:
        if key not in names:
            raise UnknownNameError("criterion", key, names)
    return Criteria(**table)


@dataclass(frozen=True, eq=False)
class Seen:
    """The movable blocks in one state: displacements ``moved`` (B, 3) (m), see `Criteria`; which have ``dropped`` by
    more than half their height, are ``overturned``, are ``off``, dropped and below all that is fixed, (B,) each.
    """

    moved: Array
    dropped: Flags
    overturned: Flags
    off: Flags

    @property
    def fallen(self) -> Flags:
        """(B,) which blocks have fallen."""
        return self.dropped | self.overturned


class Peak(NamedTuple):
    """The largest ``displacement`` (m), of ``block``, and the share of the potential energy lost, of a state or of
    several.
    """

    displacement: float
    block: str
    potential_drop: float


class Watch:
    """Follows the states of a run: whether the structure has collapsed, and for how long all blocks have been slow.

    ``up`` (3,): against gravity, zero without. ``height`` (m): of the structure, without gravity the largest distance
    of two corners. ``lasting`` (s): for which all blocks have to be slow, inf without gravity. ``places`` (B_all, 3)
    (m): of the centroids, from which displacements count.
    """

    def __init__(
        self, assembly: Assembly, gravity: Array, acts_until: float, criteria: Criteria, settled: Array | None = None
    ) -> None:
        """``gravity`` (3,) (m/s2); ``acts_until`` (s): when ground motion, settlements and loads have ended.
        ``settled`` (B_all, 3): centroids from which displacements count (m), None for those of the assembly.
        """
        self.places = np.array(assembly.centroid if settled is None else settled)
        self.assembly, self.criteria, self._acts_until = assembly, criteria, acts_until
        self._movable, self._fixed = assembly.movable, np.flatnonzero(assembly.fixed)
        size = float(np.linalg.norm(gravity))
        self.up = -gravity / size if size else np.zeros(3)
        corners = [_corners(assembly, i) for i in self._movable]
        levels = [points @ self.up for points in corners]
        self._extent = np.array([np.ptp(level) for level in levels])
        base = min(float(level.min()) for level in levels)
        self.height = max(float(level.max()) for level in levels) - base
        if not size:
            hull = convex_hull(np.concatenate(corners)).vertices
            self.height = float(np.max(np.linalg.norm(hull[:, None] - hull, axis=2)))
        arms = [points - assembly.centroid[i] for points, i in zip(corners, self._movable, strict=True)]
        self._radius = np.array([float(np.linalg.norm(arm, axis=1).max()) for arm in arms])
        self._level = self.places[self._movable] @ self.up
        self._above = assembly.centroid[self._movable] @ self.up - base
        self._whole = float(np.sum(assembly.mass[self._movable] * self._above))
        fixed = [_corners(assembly, i) for i in self._fixed]
        self._lowest = np.array([float((points @ self.up).min()) for points in fixed])
        self._reach = np.array(
            [np.linalg.norm(p - assembly.centroid[i], axis=1).max() for p, i in zip(fixed, self._fixed, strict=True)]
        )
        self._slow = SLOW * np.sqrt(size * self.height)
        self.lasting = LASTING * float(np.sqrt(self.height / size)) if size else np.inf
        self._time, self.slow_since, self.collapsed = 0.0, np.inf, False

    def from_ground(self, position: Array, ground: Array) -> Array:
        """Displacements (B, 3) (m) of the movable blocks, seen from the ground, at ``position`` (B_all, 3)."""
        return (position - self.places - ground)[self._movable]

    def seen(self, position: Array, rotation: Array, ground: Array) -> Seen:
        """The movable blocks at ``position`` (B_all, 3) (m) and ``rotation`` (B_all, 3, 3); ``ground`` (3,) (m)."""
        moved = self.from_ground(position, ground)
        level = self._level + moved @ self.up
        floor = self._lowest
        # arrays that may not be written would be compiled for once more
        there, turned, under = (np.array(one, order="C") for one in (position, rotation, ground))
        if _have_parted(there, turned, under, self.places, self._fixed, APART * self.height):
            shift = (position - self.places)[self._fixed] - ground
            turn = rotation[self._fixed] - np.eye(3)
            floor = floor + shift @ self.up - self._reach * np.linalg.norm(turn, axis=(1, 2))
            riding = moved - self._carried(shift, turn)
            closer = np.linalg.norm(riding, axis=1) < np.linalg.norm(moved, axis=1)
            moved = np.where(closer[:, None], riding, moved)
        below = level + self._radius < np.min(floor, initial=np.inf if len(floor) else -np.inf)
        if not np.any(self.up):
            none = np.zeros(len(moved), np.bool_)
            return Seen(moved, none, none, none)
        dropped = -(moved @ self.up) > 0.5 * self._extent
        return Seen(moved, dropped, self._overturned(moved, rotation[self._movable]), below & dropped)

    def drop(self, moved: Array) -> float:
        """Share of the potential energy lost, by no block more than it had; zero without gravity."""
        lost = float(np.sum(self.assembly.mass[self._movable] * np.minimum(-(moved @ self.up), self._above)))
        return lost / self._whole if self._whole > 0.0 else 0.0

    def peak(self, seen: Seen) -> Peak:
        """Of a state: the largest displacement of the blocks that do not fall for ever, and the share lost."""
        far = np.where(seen.off, 0.0, np.linalg.norm(seen.moved, axis=1))
        most = int(np.argmax(far))
        return Peak(float(far[most]), self.assembly.names[self._movable[most]], self.drop(seen.moved))

    def collapse(self, peak: Peak, fallen: Flags) -> str:
        """The criterion by which the structure has collapsed, in words; empty where it has not. ``fallen`` (B,): which
        blocks have.
        """
        criteria = self.criteria
        if peak.potential_drop >= criteria.potential_drop:
            return f"potential energy down by {100 * criteria.potential_drop:.3g} %"
        if criteria.displacement is not None and peak.displacement >= criteria.displacement:
            return f"a block displaced by {criteria.displacement:.4g} m"
        if criteria.fallen is not None and np.count_nonzero(fallen) >= criteria.fallen:
            return f"{counted(criteria.fallen, 'block')} fallen"
        return ""

    def speed(self, seen: Seen, velocity: Array, ground_velocity: Array) -> float:
        """Largest speed of a point of a movable block, seen from the ground, at most (m/s); ``velocity`` (B_all, 6).

        Blocks that are `off` fall for ever, touch nothing of the structure, and do not count.
        """
        v = velocity[self._movable]
        turning = np.linalg.norm(v[:, 3:], axis=1) * self._radius
        speeds = np.linalg.norm(v[:, :3] - ground_velocity, axis=1) + turning
        return float(np.max(speeds[~seen.off], initial=0.0))

    @property
    def settled(self) -> bool:
        """Whether at the last state given all blocks had been slow long enough, and nothing acted any more.

        That is necessary for rest and not sufficient: what starts slowly is slow for as long.
        """
        return self._time - self.slow_since >= self.lasting

    def follow(self, state: State, ground: Array, ground_velocity: Array) -> Peak:
        """The next state of the run, and how far blocks are displaced in it; ``ground`` (3,) (m), ``ground_velocity``
        (3,) (m/s).
        """
        self._time = state.time
        seen = self.seen(state.position, state.rotation, ground)
        if state.time < self._acts_until or self.speed(seen, state.velocity, ground_velocity) > self._slow:
            self.slow_since = np.inf
        else:
            self.slow_since = min(self.slow_since, state.time)
        peak = self.peak(seen)
        self.collapsed = bool(self.collapse(peak, seen.fallen))
        return peak

    def _carried(self, shift: Array, turn: Array) -> Array:
        """Displacements (B, 3) (m) of the movable blocks with their supports, which are displaced by ``shift`` (F, 3)
        from the ground and turned by the rotations ``turn`` + 1 (F, 3, 3).
        """
        centroid = self.assembly.centroid
        carried = np.zeros((len(self._movable), 3))
        for s, i in enumerate(self._fixed):
            there = shift[s] + (centroid[self._movable] - centroid[i]) @ turn[s].T
            carried += self._shares[:, s, None] * there
        return carried

    @cached_property
    def _shares(self) -> Array:
        """(B, F) share of each fixed block in what carries a movable one, see `Criteria`; zero where nothing does."""
        index, count = self.assembly.index, len(self._movable)
        pairs = np.sort(detect(self.assembly, State.initial(self.assembly)).blocks, axis=1)
        links, held, loose = self._links(pairs)
        if self.assembly.ties and loose.any():
            tied = self.assembly.tie_table.blocks
            hung = np.append(loose, False)[np.where(index[tied] >= 0, index[tied], count)].any(axis=1)
            links, held, loose = self._links(np.concatenate([pairs, tied[hung]]))
        degree = links.sum(axis=1) + held.sum(axis=1) + loose
        return np.asarray(splu((sp.diags_array(degree) - links).tocsc()).solve(held))

    def _links(self, pairs: IntArray) -> tuple[sp.csr_array, Array, Flags]:
        """How movable blocks are linked with each other (B, B) and with fixed ones (B, F) by ``pairs`` (N, 2) of
        blocks, one for each that are, and which of them (B,) reach no fixed one.
        """
        index, count = self.assembly.index, len(self._movable)
        place = np.full(len(self.assembly), -1)
        place[self._fixed] = np.arange(len(self._fixed))
        pairs = np.unique(pairs, axis=0)
        a, b = np.concatenate([pairs, pairs[:, ::-1]]).T
        inner, outer = (index[a] >= 0) & (index[b] >= 0), (index[a] >= 0) & (index[b] < 0)
        links = sp.csr_array((np.ones(inner.sum()), (index[a[inner]], index[b[inner]])), shape=(count, count))
        held = np.zeros((count, len(self._fixed)))
        held[index[a[outer]], place[b[outer]]] = 1.0
        _, part = connected_components(links, directed=False)
        return links, held, ~np.isin(part, part[held.any(axis=1)])

    def _overturned(self, moved: Array, rotation: Array) -> Flags:
        """(B,) which blocks have overturned; ``rotation`` (B, 3, 3). See `Criteria`."""
        cosine = np.einsum("i,bij,j->b", self.up, rotation, self.up)
        low = -(moved @ self.up) > LOWER * self._extent
        if np.any(low):
            low[low] = self._sunk(low, rotation[low]) > LOWER * self._extent[low]
        asked = np.flatnonzero((cosine < STEEP) | (low & (cosine < 1.0)))
        overturned = np.zeros(len(moved), np.bool_)
        if len(asked):
            normals, offsets, foot = self._faces
            down = -np.einsum("bij,i->bj", rotation[asked], self.up)
            leaves = np.argmin(_exits(normals[asked], offsets[asked], down), axis=1)
            overturned[asked] = ~foot[asked, leaves]
        return overturned

    def _sunk(self, chosen: Flags, rotation: Array) -> Array:
        """How much lower than at first the centroids of the ``chosen`` blocks (B,) are over their own lowest corners,
        (N,) (m), for ``rotation`` (N, 3, 3).
        """
        arms = self._arms[chosen]
        first, now = np.min(arms @ self.up, axis=1), np.min(np.einsum("bij,bvj,i->bv", rotation, arms, self.up), axis=1)
        return np.asarray(now - first)

    @cached_property
    def _arms(self) -> Array:
        """From the centroids of the blocks to their corners, (B, V, 3) (m), the last one again where one has fewer."""
        corners = [_corners(self.assembly, i) - self.assembly.centroid[i] for i in self._movable]
        most = max(len(one) for one in corners)
        return np.stack([one[np.minimum(np.arange(most), len(one) - 1)] for one in corners])

    @cached_property
    def _faces(self) -> tuple[Array, Array, Flags]:
        """Normals (B, F, 3) of the hulls of the blocks, distances (B, F) of their faces from the centroids (m), and
        which of them are the foot (B, F); with zeros where a block has fewer faces.
        """
        hulls = list[tuple[Array, Array]]()
        for i in self._movable:
            pieces = self.assembly.blocks[i].pieces
            hull = pieces[0] if len(pieces) == 1 else convex_hull(_corners(self.assembly, i))
            hulls.append((hull.normals, hull.offsets - hull.normals @ self.assembly.centroid[i]))
        most = max(len(offsets) for _, offsets in hulls)
        normals, distances = np.zeros((len(hulls), most, 3)), np.zeros((len(hulls), most))
        for b, (normal, distance) in enumerate(hulls):
            normals[b, : len(normal)], distances[b, : len(normal)] = normal, distance
        below = _exits(normals, distances, np.tile(-self.up, (len(hulls), 1)))
        return normals, distances, below <= below.min(axis=1, keepdims=True) * (1.0 + SAME_EXIT)


def _corners(assembly: Assembly, block: Any) -> Array:
    """All corners (V, 3) of a block (m)."""
    return np.concatenate([piece.vertices for piece in assembly.blocks[block].pieces])


def _exits(normals: Array, distances: Array, direction: Array) -> Array:
    """How far (B, F) it is from the centroids to the planes of the faces in the ``direction`` (B, 3); inf for none."""
    towards = np.einsum("bfi,bi->bf", normals, direction)
    return np.divide(distances, towards, out=np.full_like(distances, np.inf), where=towards > 0.0)


@compiled
def _have_parted(
    position: FloatArray, rotation: FloatArray, ground: FloatArray, places: FloatArray, fixed: IntArray, apart: float
) -> bool:
    """Whether some of the ``fixed`` blocks (F,) are farther than ``apart`` (m) from where the ``ground`` (3,) takes
    them from their ``places`` (B_all, 3), or turned by more than `APART`.
    """
    for b in fixed:
        for i in range(3):
            if abs(position[b, i] - places[b, i] - ground[i]) > apart:
                return True
            for j in range(3):
                if abs(rotation[b, i, j] - (1.0 if i == j else 0.0)) > APART:
                    return True
    return False
