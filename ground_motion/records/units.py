"""Units and orientations as files of records write them."""

import re

from ...errors import UnknownNameError

__all__ = ["ACCELERATIONS", "DOWN", "G", "UP", "Orientation", "acceleration_unit", "orientation_of"]

G = 9.80665
"""The unit g of records (m/s2): the standard acceleration of gravity (CGPM 1901). Wherever else
accelerations are in g, loads and command line, g is the rounded 9.81 of `model.gravity`.
"""

ACCELERATIONS = {
    "m/s2": 1.0,
    "cm/s2": 0.01,
    "mm/s2": 0.001,
    "gal": 0.01,
    "g": G,
    "g/10": G / 10,
    "mg": G / 1000,
    "in/s2": 0.0254,
    "ft/s2": 0.3048,
}
"""Units of acceleration by name, in m/s2."""

SPELLINGS = (("²", "2"), ("**", ""), ("^", ""), ("seconds", "s"), ("second", "s"), ("sec", "s"), ("/s/s", "/s2"),
             ("s-2", "/s2"), ("//", "/"), ("*", ""))  # fmt: skip
"""What is put in place of what before a unit is looked up, one after the other."""

Orientation = float | str | None
"""Where a component points: its azimuth (degrees clockwise from north), `UP`, `DOWN`, or None where that is not
known."""

UP, DOWN = "up", "down"

NAMED: dict[str, Orientation] = {
    "n": 0.0, "ns": 0.0, "north": 0.0, "e": 90.0, "ew": 90.0, "east": 90.0, "s": 180.0, "south": 180.0, "w": 270.0,
    "west": 270.0, "z": UP, "u": UP, "up": UP, "ud": UP, "v": UP, "ver": UP, "vert": UP, "vertical": UP, "dn": DOWN,
    "dwn": DOWN, "down": DOWN,
}  # fmt: skip
"""Orientations by the names that components have."""

SEED_CODE = re.compile(r"[BCEFHLMS][HLNG]([ENZ])\d*")
"""Names of channels by the standard SEED: band, instrument, orientation; its digits 1 and 2 say nothing."""


def acceleration_unit(name: str) -> str:
    """The unit of `ACCELERATIONS` that is meant; UnknownNameError where there is none.

    >>> acceleration_unit("CM/SEC/SEC"), acceleration_unit("m/s^2"), acceleration_unit("G")
    ('cm/s2', 'm/s2', 'g')
    """
    plain = "".join(name.lower().split()).strip(".")
    for old, new in SPELLINGS:
        plain = plain.replace(old, new)
    if plain not in ACCELERATIONS:
        raise UnknownNameError("unit of acceleration", name, ACCELERATIONS)
    return plain


def orientation_of(name: str) -> Orientation:
    """Where a component of this name points, None where the name does not say.

    >>> orientation_of("E-W"), orientation_of("HNZ"), orientation_of("337"), orientation_of("H1")
    (90.0, 'up', 337.0, None)
    """
    plain = re.sub(r"[\s_.-]", "", name)
    degrees = re.fullmatch(r"(\d{1,3})(deg|°)?", plain.lower())
    if degrees and int(degrees[1]) <= 360:
        return float(int(degrees[1]) % 360)
    code = SEED_CODE.fullmatch(plain.upper())
    return NAMED.get((code[1] if code else plain).lower())
