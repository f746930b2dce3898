"""The ring of an arch in a wall of level courses: voussoirs whose extrados steps with the courses."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from ..errors import DrystoneError
from ..summary import counted

__all__ = ["Outline", "SteppedRing"]

Outline = list[tuple[float, float]]
"""Corners (u, z) of a prism, counter-clockwise in a picture with u along the wall to the right and z up (m)."""

CROWN = 0.75
"""Least thickness of the ring at the crown, relative to its thickness elsewhere."""

LEDGE = 0.3
"""Least width of a step of the extrados, relative to the length of a brick: a narrower one is left out, for the joint
behind it is almost level with it and trimming the flat edge between them would take all of it."""


@dataclass(frozen=True)
class SteppedRing:
    """A semicircular ring about the origin, its springings on z = 0 (m).

    ``radius`` of the intrados; ``thickness``: from there to the circle that the stepped extrados follows; ``course``:
    height of the wall's courses, which start at z = 0; ``brick``: length of its bricks.
    """

    radius: float
    thickness: float
    course: float
    brick: float

    @property
    def top(self) -> int:
        """Course level at which the ring has its flat top."""
        return int(np.ceil((self.radius + CROWN * self.thickness) / self.course - 1e-9))

    @cached_property
    def steps(self) -> tuple[float, ...]:
        """Distance from the middle at which the course above every level below the flat top starts.

        The ends of the courses follow the circle of the extrados in steps of at least LEDGE of a brick.
        """
        outer, least = self.radius + self.thickness, LEDGE * self.brick
        steps = [outer]
        for level in range(1, self.top):
            on_circle = float(np.sqrt(max(outer**2 - (level * self.course) ** 2, 0.0)))
            steps.append(on_circle if steps[-1] - on_circle >= least else steps[-1])
        return tuple(steps)

    def joint(self, level: int) -> float:
        """Angle (rad) of the radial joint that ends at a course level, where that level meets the step."""
        return float(np.arctan2(level * self.course, self.steps[level]))

    def voussoirs(self, crown: int) -> list[Outline]:
        """Outlines of the ring from right to left, ``crown`` (odd) of them under its flat top."""
        last = self.top - 1
        right = [self._stepped(level) for level in range(last)]
        start = self.joint(last)
        angles = start + (np.pi - 2 * start) / crown * np.arange(crown // 2 + 1)
        flat = self.top * self.course
        tops = [self.steps[last], *(float(flat / np.tan(a)) for a in angles[1:])]
        if min((a - b for a, b in pairwise(tops)), default=1.0) <= 0:
            raise DrystoneError(f"the crown has {counted(crown, 'voussoir')}, too many for this ring; give fewer")
        inner = [self._intrados(float(a)) for a in angles]
        shoulder = [(self.steps[last], last * self.course)]
        right += [
            [inner[i], *(shoulder if i == 0 else []), (tops[i], flat), (tops[i + 1], flat), inner[i + 1]]
            for i in range(crown // 2)
        ]
        half = [inner[-1], *(shoulder if crown == 1 else []), (tops[-1], flat)]
        return [*right, half + _mirrored(half), *(_mirrored(outline) for outline in reversed(right))]

    def _stepped(self, level: int) -> Outline:
        """Voussoir between the joints of two course levels: its extrados is the end and the bottom of the courses."""
        low, high = level * self.course, (level + 1) * self.course
        near, far = self.steps[level + 1], self.steps[level]
        start, end = (self._intrados(self.joint(k)) for k in (level, level + 1))
        corner = [(far, high)] if far > near else []
        return [start, (far, low), *corner, (near, high), end]

    def _intrados(self, angle: float) -> tuple[float, float]:
        return float(self.radius * np.cos(angle)), float(self.radius * np.sin(angle))


def _mirrored(outline: Outline) -> Outline:
    return [(-u, z) for u, z in reversed(outline)]
