"""Ties: bars and cables that pull two blocks, or a block and the ground, towards each other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..checks import FloatArray, IntArray, finite_array, finite_number, positive_number, text
from ..errors import DrystoneError
from ..summary import Facts, Summarised
from .block import Block, check_point
from .elastic import ElasticTable

__all__ = ["Tie", "TieTable"]

GROUND = "the ground"
SHORTEST = 1e-9
"""A tie that is shorter has no direction (m)."""


@dataclass(frozen=True, eq=False)
class Tie(Summarised, inline=True):
    """A straight bar or cable between a point of a block and a point of another, or of the ground.

    Its force pulls both points towards each other along the line between them, T >= 0: no tie bears compression.
    With the elongation e (m) beyond its length when it is unstressed and the plastic part e_p of it,

        T = K (e - e_p) between 0 and yield_force,   K = area young / length,

    slack below, and elongating plastically at ``yield_force``, which is remembered.

    - ``block_a``, ``block_b``: names; ``block_b`` None (default): the ground, which is the fixed block that has the
      corner nearest to ``point_b``.
    - ``point_a``, ``point_b`` (3,) (m) (centroids): anchors, in the places that the blocks have at first; of the ground
      ``point_b`` must be given.
    - ``area`` (m2) and ``young`` (Pa), or ``stiffness`` (N/m) instead of both.
    - ``yield_force`` (N) (None: it never yields).
    - ``pretension`` (N) (0): its force in the initial state; ``slack`` (m) (0): how much longer than the distance of
      its anchors it is then instead.
    - ``name`` (``tie-<number>``): in tables.

    DrystoneError for what is no number or out of its range, for both stiffness and area or young, for a pretension
    above the yield force or beside slack.

    >>> import drystone as ds
    >>> rod = ds.Tie("left", "right", area=4e-4, young=200e9, yield_force=90e3, pretension=20e3)
    >>> rod
    Tie('left' to 'right', area 0.0004 m2, young 2e+11 Pa, yield force 90000 N, pretension 20000 N)
    """

    block_a: str
    block_b: str | None = None
    point_a: ArrayLike | None = None
    point_b: ArrayLike | None = None
    area: float | None = None
    young: float | None = None
    stiffness: float | None = None
    yield_force: float | None = None
    pretension: float = 0.0
    slack: float = 0.0
    name: str | None = None

    def __post_init__(self) -> None:
        text(self.block_a, "block_a of a tie")
        for name in ("block_b", "name"):
            if getattr(self, name) is not None:
                text(getattr(self, name), f"{name} of a tie")
        for name in ("point_a", "point_b"):
            if getattr(self, name) is not None:
                self._put(name, finite_array(getattr(self, name), (3,), f"{name} of a tie (m)"))
        for name, unit in UNITS.items():
            if getattr(self, name) is not None:
                self._put(name, positive_number(getattr(self, name), f"{name} of a tie ({unit})"))
        self._put("pretension", finite_number(self.pretension, "pretension of a tie (N)", least=0.0))
        self._put("slack", finite_number(self.slack, "slack of a tie (m)", least=0.0))
        self._check()

    def _put(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    def _check(self) -> None:
        """DrystoneError for values that do not go together."""
        if self.block_a == self.block_b:
            raise DrystoneError(f"a tie has {self.block_a!r} for both block_a and block_b; it is between two blocks")
        if self.block_b is None and self.point_b is None:
            raise DrystoneError(
                f"the tie of {self.block_a!r} to the ground lacks point_b, its anchor there; give it, or name block_b"
            )
        section = [name for name in ("area", "young") if getattr(self, name) is not None]
        if len(section) != (2 if self.stiffness is None else 0):
            given = " and ".join([*section, *(["stiffness"] if self.stiffness is not None else [])]) or "none of them"
            raise DrystoneError(f"a tie has area (m2) and young (Pa), or stiffness (N/m) alone; this one has {given}")
        if self.yield_force is not None and self.pretension > self.yield_force:
            raise DrystoneError(
                f"a tie has pretension {self.pretension:g} N, more than its yield_force {self.yield_force:g} N"
            )
        if self.pretension > 0.0 and self.slack > 0.0:
            raise DrystoneError("a tie has both pretension and slack; a tie that is slack has no force, keep one")

    def _summary(self) -> Facts:
        yield "", f"{self.block_a!r} to {GROUND if self.block_b is None else repr(self.block_b)}"
        for name, unit in UNITS.items():
            if getattr(self, name) is not None:
                yield name.replace("_", " "), f"{getattr(self, name):.6g} {unit}"
        if self.pretension:
            yield "pretension", f"{self.pretension:.6g} N"
        if self.slack:
            yield "slack", f"{self.slack:.6g} m"


UNITS = {"area": "m2", "young": "Pa", "stiffness": "N/m", "yield_force": "N"}
"""Units of the numbers that must be positive."""


FOLLOWING = ("names", "first", "shape_a", "shape_b")
"""Fields of a table of ties that no motion depends on, or that follow from the blocks."""


@dataclass(frozen=True, eq=False)
class TieTable:
    """The ties of an assembly as arrays, M of them.

    ``names``. ``blocks`` (M, 2): indices a < b. ``arm_a``, ``arm_b`` (M, 3): anchors from the blocks' centroids, in the
    initial orientations (m). ``length`` (M,): of the ties without force (m). ``stiffness`` (M,) (N/m).
    ``yield_force`` (M,) (N), infinite for ties that never yield. ``first`` (M,): distances of the anchors at first (m).
    ``shape_a``, ``shape_b`` (M, 3, m): how the modes of blocks that deform displace the anchors, in the axes of the
    arms (kg^-1/2), see `drystone.model.elastic`.
    """

    names: tuple[str, ...]
    blocks: IntArray
    arm_a: FloatArray
    arm_b: FloatArray
    length: FloatArray
    stiffness: FloatArray
    yield_force: FloatArray
    first: FloatArray
    shape_a: FloatArray
    shape_b: FloatArray

    @property
    def count(self) -> int:
        """Number of ties M."""
        return len(self.names)

    @classmethod
    def parse(
        cls,
        ties: Sequence[Tie],
        blocks: Sequence[Block],
        index_of: Callable[[str], int],
        elastic: Callable[[], ElasticTable],
    ) -> "TieTable":
        """DrystoneError for unknown blocks, two fixed ones, ties without length, names given twice, and for anchors
        beside a block that deforms. ``elastic``: called where there are such.
        """
        rows = [_row(tie, i, blocks, index_of) for i, tie in enumerate(ties)]
        names = [f"tie-{i}" if tie.name is None else tie.name for i, tie in enumerate(ties)]
        for i, name in enumerate(names):
            if name in names[:i]:
                raise DrystoneError(f"two ties are called {name!r}; names must differ")
        columns = [np.array([row[i] for row in rows]) for i in range(7)]
        pairs, arm_a, arm_b, *numbers = columns
        pairs, arms = pairs.reshape(-1, 2).astype(np.int64), (arm_a.reshape(-1, 3), arm_b.reshape(-1, 3))
        shapes = [np.zeros((len(names), 3, 0))] * 2
        if any(blocks[i].material is not None for i in pairs.ravel()):
            shapes = [elastic().shapes_at(pairs[:, side], arms[side]) for side in range(2)]
        return cls(tuple(names), pairs, *arms, *(column.astype(np.float64) for column in numbers), *shapes)

    def anchors(
        self, position: FloatArray, rotation: FloatArray, deformation: FloatArray | None = None
    ) -> tuple[FloatArray, FloatArray]:
        """Anchors (..., M, 3) (m) of blocks at ``position`` (..., B_all, 3) with ``rotation`` (..., B_all, 3, 3).

        ``deformation`` (..., B_all, m): amplitudes of their modes; None for the anchors of blocks that do not deform.
        """
        ends = []
        for side, arm, shape in zip(self.blocks.T, (self.arm_a, self.arm_b), (self.shape_a, self.shape_b), strict=True):
            if deformation is not None and shape.shape[2]:
                arm = arm + np.einsum("cim,...cm->...ci", shape, deformation[..., side, :])
            ends.append(position[..., side, :] + np.einsum("...cij,...cj->...ci", rotation[..., side, :, :], arm))
        return ends[0], ends[1]

    def elongation(
        self, position: FloatArray, rotation: FloatArray, deformation: FloatArray | None = None
    ) -> FloatArray:
        """Distances (..., M) of the `anchors` beyond the lengths without force, negative where ties are slack (m)."""
        a, b = self.anchors(position, rotation, deformation)
        return np.asarray(np.linalg.norm(b - a, axis=-1) - self.length)

    def force(self, elongation: FloatArray, plastic: FloatArray) -> FloatArray:
        """Forces (..., M) (N) at an elongation of which ``plastic`` is plastic, (..., M) each (m)."""
        return np.clip(self.stiffness * (elongation - plastic), 0.0, self.yield_force)

    @property
    def parts(self) -> tuple[Any, ...]:
        """All that the motion depends on beside the blocks, for a digest."""
        return tuple(getattr(self, one.name) for one in fields(self) if one.name not in FOLLOWING)


def _row(tie: Tie, number: int, blocks: Sequence[Block], index_of: Callable[[str], int]) -> tuple[Any, ...]:
    """The entries of one tie in `TieTable`, its blocks in order."""
    what = f"tie {number}" if tie.name is None else f"tie {tie.name!r}"
    a = index_of(tie.block_a)
    b = _ground(tie, blocks, what) if tie.block_b is None else index_of(tie.block_b)
    if blocks[a].fixed and blocks[b].fixed:
        raise DrystoneError(f"{what} is between two fixed blocks, which do not move by it; leave it out")
    centres = [np.asarray(blocks[i].centroid) for i in (a, b)]
    given = [centres[0] if tie.point_a is None else tie.point_a, centres[1] if tie.point_b is None else tie.point_b]
    points = [np.asarray(point, dtype=np.float64) for point in given]
    for i, point, name in ((a, points[0], "point_a"), (b, points[1], "point_b")):
        check_point(blocks[i], point, f"{what} has {name}")
    distance = float(np.linalg.norm(points[1] - points[0]))
    if distance <= SHORTEST:
        raise DrystoneError(f"{what} has no length: point_a and point_b are the same; set them apart")
    stiffness = tie.stiffness
    if stiffness is None:
        assert tie.area is not None
        assert tie.young is not None
        stiffness = tie.area * tie.young / distance
    length = distance + tie.slack - tie.pretension / stiffness
    if length <= 0.0:
        raise DrystoneError(
            f"{what} would have no length without its pretension of {tie.pretension:g} N, which stretches it by "
            f"{tie.pretension / stiffness:.4g} m of {distance:.4g} m; lower it, or make the tie stiffer"
        )
    arms = [points[0] - centres[0], points[1] - centres[1]]
    order = (0, 1) if a < b else (1, 0)
    most = np.inf if tie.yield_force is None else tie.yield_force
    return ((a, b) if a < b else (b, a), arms[order[0]], arms[order[1]], length, stiffness, most, distance)


def _ground(tie: Tie, blocks: Sequence[Block], what: str) -> int:
    """The fixed block that has the corner nearest to point_b, other than the tie's own."""
    fixed = [i for i, block in enumerate(blocks) if block.fixed]
    if not fixed:
        raise DrystoneError(f"{what} is to the ground, and no block is fixed; make one with fixed=True")
    point = np.asarray(tie.point_b, dtype=np.float64)
    corners = (np.vstack([piece.vertices for piece in blocks[i].pieces]) - point for i in fixed)
    return fixed[int(np.argmin([float(np.min(np.linalg.norm(one, axis=1))) for one in corners]))]
