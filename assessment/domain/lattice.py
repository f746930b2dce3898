"""A quadtree over a regular lattice that closes in on the boundaries between regions.

The lattice has cells of ``grid`` (nx, ny) at level 0; each level halves them. A cell is parted where the known points
in it, those on its rim included, differ. So the cells, and the points that they need, follow from what is known alone
and not from the order in which it became known.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...errors import DrystoneError

__all__ = ["UNKNOWN", "Tree", "lattice_shape"]

Known = NDArray[np.int16]
Point = tuple[int, int]

UNKNOWN = -1
"""A point of the lattice that nobody has run; answers are 0 and more."""


def lattice_shape(grid: tuple[int, int], levels: int) -> tuple[int, int]:
    """Points of the finest lattice in the two directions."""
    return grid[0] * 2**levels + 1, grid[1] * 2**levels + 1


@dataclass(frozen=True, eq=False)
class Tree:
    """The cells that follow from ``known``, the answers (nx, ny) on the finest lattice, down to a ``level``.

    ``cells``: the lower corner and the side of each, in steps of the finest lattice. ``wanted``: points that the cells
    need and that are not known, in order; the tree is complete where there are none.
    """

    known: Known
    level: int
    cells: tuple[tuple[int, int, int], ...]
    wanted: tuple[Point, ...]

    @classmethod
    def of(cls, known: Known, grid: tuple[int, int], levels: int, level: int) -> "Tree":
        """The tree down to ``level`` of ``levels``."""
        side, least = 2**levels, 2 ** (levels - level)
        seen = np.where(_multiples(known.shape, least), known, UNKNOWN).astype(np.int16)
        left = [(i * side, j * side, side) for i in range(grid[0]) for j in range(grid[1])]
        cells: list[tuple[int, int, int]] = []
        wanted = set[Point]()
        while left:
            i, j, size = left.pop()
            wanted |= {(a, b) for a in (i, i + size) for b in (j, j + size) if seen[a, b] == UNKNOWN}
            inside = seen[i : i + size + 1, j : j + size + 1]
            if size > least and _differ(inside):
                half = size // 2
                left += [(i + a, j + b, half) for a in (0, half) for b in (0, half)]
            else:
                cells.append((i, j, size))
        return cls(seen, level, tuple(sorted(cells)), tuple(sorted(wanted)))

    @classmethod
    def when_whole(cls, known: Known, grid: tuple[int, int], levels: int, level: int) -> "Tree":
        """The tree of a search down to ``levels`` when it had ended its ``level``: of the points that it had asked for
        till then. Of those it asked for later some are points of larger cells, whose other points may not be known.
        """
        asked = np.full_like(known, UNKNOWN)
        for each in range(level + 1):
            while wanted := cls.of(asked, grid, levels, each).wanted:
                places = tuple(np.array(wanted).T)
                if np.any(known[places] == UNKNOWN):
                    raise DrystoneError(f"the runs of level {each} of the failure domain are not all there")
                asked[places] = known[places]
        return cls.of(asked, grid, levels, level)

    def filled(self) -> Known:
        """The answers at all points of this level's lattice, of a complete tree: those of the cell they lie in.

        Two cells that share a point agree on it: an edge between cells that do not has known ends, for which the larger
        one would have been parted. Points between those of the level stay unknown.
        """
        answer = self.known.copy()
        for i, j, size in self.cells:
            inside = self.known[i : i + size + 1, j : j + size + 1]
            if not _differ(inside):
                answer[i : i + size + 1, j : j + size + 1] = inside[0, 0]
        return answer

    def mixed(self) -> tuple[tuple[int, int, int], ...]:
        """The smallest cells, through which boundaries go."""
        return tuple(
            (i, j, size) for i, j, size in self.cells if _differ(self.known[i : i + size + 1, j : j + size + 1])
        )


def _differ(inside: Known) -> bool:
    """Whether the known points among these have more than one answer."""
    answers = inside[inside != UNKNOWN]
    return bool(len(answers)) and bool(np.any(answers != answers[0]))


def _multiples(shape: tuple[int, ...], step: int) -> NDArray[np.bool_]:
    return np.logical_and.outer(np.arange(shape[0]) % step == 0, np.arange(shape[1]) % step == 0)
