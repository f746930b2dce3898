"""Columns of drums with a capital, alone or in a row under an architrave."""

from dataclasses import dataclass

import numpy as np

from ..checks import FloatArray, finite_number, positive_number, whole_number, yes_no
from ..collision import check_sound
from ..errors import DrystoneError
from ..model import Assembly, Block
from .ground import MOST_SIDES, check_size, ground_slab

__all__ = ["multidrum_column", "portal"]

CAPITAL = 0.35
"""Height of the echinus and that of the abacus together, relative to the lower diameter."""

ABACUS = 1.15
"""Side of the abacus, relative to the lower diameter."""


def multidrum_column(
    drums: int = 7,
    *,
    diameter: float = 1.2,
    height: float = 6.0,
    taper: float = 0.8,
    entasis: float = 0.0,
    sides: int = 16,
    capital: bool = True,
    density: float = 2700.0,
    friction: float = 0.7,
) -> Assembly:
    """Return a free-standing column of marble drums on the fixed slab "ground", its axis along z through the origin.

    ``diameter`` of the circle around the foot (m), with 4 ``sides`` the side of the square; ``height`` of the shaft
    (m), of ``drums`` of equal height called "drum-1" (lowest) onwards; ``taper``: upper diameter / lower one, at most
    1; ``entasis``: how far the shaft swells beyond the straight taper at half its height, relative to the lower
    diameter, by a parabola that every drum follows with straight sides; ``sides`` of the regular section, 4 to 1000;
    ``capital``: with "echinus" and "abacus", together 0.35 lower diameters high, the abacus 1.15 of them wide;
    ``density`` in kg/m3. At most 50 000 drums.
    """
    shaft = _Shaft.checked(drums, diameter, height, taper, entasis, sides)
    blocks = shaft.blocks((0.0, 0.0), density, "", yes_no(capital, "capital"))
    half = 0.5 * shaft.diameter
    ground = ground_slab((-half, half), (-half, half), margin=max(shaft.height, shaft.diameter), thickness=half)
    return check_sound(Assembly([ground, *blocks], friction))


def portal(
    spans: int = 1,
    *,
    spacing: float = 3.0,
    drums: int = 1,
    diameter: float = 0.8,
    height: float = 4.0,
    taper: float = 1.0,
    sides: int = 4,
    capital: bool = False,
    architrave: float = 0.8,
    density: float = 2700.0,
    friction: float = 0.7,
) -> Assembly:
    """Return ``spans`` + 1 columns along x under an architrave, on the fixed slab "ground": a trilith by default.

    ``spacing`` of the columns' axes (m), the first at x = 0; ``drums`` to ``capital``: those of `multidrum_column`,
    where 1 drum is a monolith; ``architrave``: height of its beams (m), each from axis to axis, the first and the
    last to the outer edge of what they lie on, and as deep along y. Blocks are called "drum-<column>-<number>",
    "echinus-<column>", "abacus-<column>" and "beam-<span>"; ``density`` in kg/m3. At most 50 000 blocks.
    """
    spans, spacing = whole_number(spans, "spans"), positive_number(spacing, "spacing")
    check_size((spans + 1.0) * (whole_number(drums, "drums") + 3.0))
    shaft = _Shaft.checked(drums, diameter, height, taper, 0.0, sides)
    deep = positive_number(architrave, "architrave")
    crowned = yes_no(capital, "capital")
    wide = ABACUS * shaft.diameter if crowned else shaft.width(1.0)
    foot = max(ABACUS * shaft.diameter if crowned else 0.0, 2 * shaft.radius(0.0))
    if spacing < foot:
        raise DrystoneError(f"columns {foot:.3g} m wide need a spacing of at least that; got {spacing:g} m")
    blocks = [
        block
        for i in range(spans + 1)
        for block in shaft.blocks((i * spacing, 0.0), density, f"-{i + 1}", crowned)
    ]  # fmt: skip
    low = shaft.height + (CAPITAL * shaft.diameter if crowned else 0.0)
    for i in range(spans):
        ends = i * spacing - (wide / 2 if i == 0 else 0.0), (i + 1) * spacing + (wide / 2 if i == spans - 1 else 0.0)
        center = (0.5 * (ends[0] + ends[1]), 0.0, low + deep / 2)
        blocks.append(Block.box((ends[1] - ends[0], wide, deep), center, density, name=f"beam-{i + 1}"))
    half = 0.5 * foot
    ground = ground_slab((-half, spans * spacing + half), (-half, half), margin=low + deep, thickness=shaft.diameter)
    return check_sound(Assembly([ground, *blocks], friction))


@dataclass(frozen=True)
class _Shaft:
    """A tapering shaft of drums; lengths in m."""

    drums: int
    diameter: float
    height: float
    taper: float
    entasis: float
    sides: int

    @classmethod
    def checked(
        cls, drums: int, diameter: float, height: float, taper: float, entasis: float, sides: int
    ) -> "_Shaft":  # fmt: skip
        """The shaft with these measures, as `multidrum_column` says; DrystoneError for any that cannot be."""
        drums = whole_number(drums, "drums")
        check_size(drums)
        return cls(
            drums, positive_number(diameter, "diameter"), positive_number(height, "height"),
            positive_number(taper, "taper", most=1.0), finite_number(entasis, "entasis", least=0.0, most=0.5),
            whole_number(sides, "sides", 4, MOST_SIDES),
        )  # fmt: skip

    def radius(self, part: float) -> float:
        """Radius of the circle around the section at this part of the height (m)."""
        foot = self.diameter / np.sqrt(2) if self.sides == 4 else self.diameter / 2
        return float(foot * (1 - (1 - self.taper) * part + 8 * self.entasis * part * (1 - part)))

    def width(self, part: float) -> float:
        """Distance of opposite sides of the section along x, where their number is even (m)."""
        return float(2 * self.radius(part) * np.cos(np.pi / self.sides))

    def section(self, radius: float, center: tuple[float, float], level: float) -> FloatArray:
        """Corners (n, 3) of a section."""
        angle = 2 * np.pi * (np.arange(self.sides) + 0.5) / self.sides
        x, y = center
        return np.column_stack([x + radius * np.cos(angle), y + radius * np.sin(angle), np.full(self.sides, level)])

    def blocks(self, center: tuple[float, float], density: float, suffix: str, capital: bool) -> list[Block]:
        """Drums and capital on a place in plan."""
        parts = np.arange(self.drums + 1) / self.drums
        sections = [self.section(self.radius(p), center, p * self.height) for p in parts]
        made = [
            Block.from_vertices(np.vstack(sections[i : i + 2]), density, name=f"drum{suffix}-{i + 1}")
            for i in range(self.drums)
        ]
        if capital:
            half = 0.5 * CAPITAL * self.diameter
            foot = max(self.radius(0.0), self.radius(1.0))
            upper = self.section(foot, center, self.height + half)
            made.append(Block.from_vertices(np.vstack([sections[-1], upper]), density, name=f"echinus{suffix}"))
            size = (ABACUS * self.diameter, ABACUS * self.diameter, half)
            made.append(Block.box(size, (*center, self.height + 1.5 * half), density, name=f"abacus{suffix}"))
        return made
