"""A barrel vault of voussoirs in running bond along its axis, on piers or fixed abutments."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..checks import finite_number, positive_number, whole_number
from ..collision import check_sound
from ..errors import DrystoneError
from ..model import Assembly, Block
from .ground import check_size, ground_slab, prism
from .rings import Outline

__all__ = ["barrel_vault"]

ABUTMENT = 0.5
"""How far the fixed face of an abutment reaches beyond the vault on either side, relative to its thickness."""


def barrel_vault(
    radius: float = 2.2,
    thickness: float = 0.4,
    length: float = 4.0,
    *,
    embrace_angle: float = 180.0,
    voussoirs: int = 15,
    bricks: int = 5,
    piers: float = 2.0,
    pier_width: float = 1.6,
    pier_courses: int = 5,
    density: float = 2000.0,
    friction: float = 0.7,
) -> Assembly:
    """Return a barrel vault about the y axis from y = 0 to ``length``, x across, z up: 138 blocks by default.

    ``radius`` (mean) and ``thickness`` (m); ``embrace_angle`` between the springings (degrees, at most 180: a
    semicircle; less: a segment), symmetric about z; ``voussoirs``: odd number of courses of equal angle, each of
    ``bricks`` along the axis, every second one beginning and ending with half a brick. ``piers``: height of the walls
    that carry the vault (m), ``pier_width`` thick, of ``pier_courses`` courses of which the last is the skewback that
    fits the springing; they stand on the fixed slabs "left ground" and "right ground". With ``piers`` = 0 the vault
    springs from the fixed blocks "left abutment" and "right abutment". Blocks are called
    "voussoir-<course>-<place>", courses from right to left, and "left-<course>-<place>", "right-<course>-<place>"
    from the ground up; ``density`` in kg/m3. At most 50 000 blocks.
    """
    vault = _Vault(
        positive_number(radius, "radius"), positive_number(thickness, "thickness"), positive_number(length, "length"),
        positive_number(embrace_angle, "embrace_angle (degrees)", most=180), whole_number(voussoirs, "voussoirs", 3),
        whole_number(bricks, "bricks"), finite_number(piers, "piers (m)", least=0.0),
        positive_number(pier_width, "pier_width"), whole_number(pier_courses, "pier_courses"),
        positive_number(density, "density"),
    )  # fmt: skip
    check_size((vault.bricks + 1.0) * (vault.voussoirs + 2.0 * vault.courses))
    vault.check()
    return check_sound(Assembly([*vault.supports(), *vault.ring(), *vault.walls()], friction))


@dataclass(frozen=True)
class _Vault:
    radius: float
    thickness: float
    length: float
    embrace: float
    voussoirs: int
    bricks: int
    piers: float
    width: float
    courses: int
    density: float

    def check(self) -> None:
        """DrystoneError where there is no keystone, no room under the ring, or no room for it on the piers."""
        if self.voussoirs % 2 == 0:
            raise DrystoneError(f"voussoirs must be odd, with a keystone in the middle; got {self.voussoirs}")
        if self.thickness >= self.radius:
            raise DrystoneError(
                f"the thickness must be below the radius, or there is no room under the vault; got {self.thickness:g} "
                f"and {self.radius:g} m"
            )
        spread = self.thickness * np.sin(np.deg2rad(self.embrace / 2))
        if self.piers and self.width < spread:
            raise DrystoneError(
                f"the springing is {spread:.4g} m wide and does not fit on piers of {self.width:g} m; give a larger "
                "pier_width"
            )

    def corner(self, radius: float, angle: float) -> tuple[float, float]:
        """Point (x, z) of the ring; with piers its lower springing lies above the ground by their height."""
        middle = self.piers - (self.radius - self.thickness / 2) * np.sin(self.springing) if self.piers else 0.0
        return float(radius * np.cos(angle)), float(radius * np.sin(angle) + middle)

    @property
    def springing(self) -> float:
        """Angle of the right springing (rad)."""
        return float(np.deg2rad(90 - self.embrace / 2))

    @property
    def radii(self) -> tuple[float, float]:
        return self.radius - self.thickness / 2, self.radius + self.thickness / 2

    def row(self, outline: Outline, name: str, halved: bool) -> Iterator[Block]:
        """A course of bricks of this outline along the axis."""
        brick = self.length / self.bricks
        inner = (
            [(i + 0.5) * brick for i in range(self.bricks)] if halved else [i * brick for i in range(1, self.bricks)]
        )
        for place, (a, b) in enumerate(pairwise([0.0, *inner, self.length]), 1):
            yield prism(outline, (a, b), self.density, name=f"{name}-{place}")

    def ring(self) -> Iterator[Block]:
        inner, outer = self.radii
        angles = np.linspace(self.springing, np.pi - self.springing, self.voussoirs + 1)
        for i, (a, b) in enumerate(pairwise(angles.tolist())):
            outline = [self.corner(inner, a), self.corner(outer, a), self.corner(outer, b), self.corner(inner, b)]
            yield from self.row(outline, f"voussoir-{i + 1}", i % 2 == 1)

    def walls(self) -> Iterator[Block]:
        """Courses of the piers, the last the skewback."""
        if not self.piers:
            return
        inner, outer = (self.corner(r, self.springing) for r in self.radii)
        near, far = inner[0], inner[0] + self.width
        levels = np.linspace(0.0, self.piers, self.courses + 1).tolist()
        outlines: list[Outline] = [[(near, a), (far, a), (far, b), (near, b)] for a, b in pairwise(levels)]
        if outer[1] - inner[1] > 1e-9 * self.thickness:  # else a level springing
            back = [(far, outer[1])] if far - outer[0] > 1e-9 * self.thickness else []
            outlines[-1] = [(near, levels[-2]), (far, levels[-2]), *back, outer, inner]
        for side, name in ((-1.0, "left"), (1.0, "right")):
            for i, outline in enumerate(outlines):
                placed = outline if side > 0 else [(-x, z) for x, z in reversed(outline)]
                yield from self.row(placed, f"{name}-{i + 1}", (len(outlines) - i) % 2 == 1)

    def supports(self) -> Iterator[Block]:
        """The fixed blocks, the left one first."""
        inner, outer = self.radii
        if self.piers:
            near = self.corner(inner, self.springing)[0]
            beyond, under = self.radius + self.piers, 0.5 * near
            along = (0.0, self.length)
            for x, margin, name in (
                ((-near - self.width, -near), (beyond, under, beyond, beyond), "left ground"),
                ((near, near + self.width), (under, beyond, beyond, beyond), "right ground"),
            ):
                yield ground_slab(x, along, margin=margin, thickness=self.thickness, name=name)
            return
        reach = min(ABUTMENT * self.thickness, 0.5 * inner)
        direction = np.array([np.cos(self.springing), np.sin(self.springing)])
        down = self.thickness * np.array([direction[1], -direction[0]])
        low, high = (inner - reach) * direction, (outer + reach) * direction
        outline = [(float(x), float(z)) for x, z in (low, low + down, high + down, high)]
        ends = (-reach, self.length + reach)
        left = [(-x, z) for x, z in reversed(outline)]
        yield prism(left, ends, self.density, True, "left abutment")
        yield prism(outline, ends, self.density, True, "right abutment")
