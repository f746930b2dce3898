"""Charts: points and lines in two dimensions, of which each point tells its run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from ..errors import DrystoneError, shown
from ..summary import counted
from .packing import packed

__all__ = ["Axis", "Chart", "Line", "Points", "relative_address"]

Array = NDArray[np.float64]


def relative_address(path: str) -> str:
    """The address of a file for a page that lies in the folder from which ``path`` goes on.

    DrystoneError for a path from the root, which would not be found on another machine.

    >>> relative_address("pages/10 %.html")
    'pages/10%20%25.html'
    """
    if PurePosixPath(path).is_absolute() or PureWindowsPath(path).anchor:
        raise DrystoneError(
            f"the path of a page must go on from the folder of the page that opens it; got {shown(path)}"
        )
    return quote(path.replace("\\", "/"))


@dataclass(frozen=True)
class Axis:
    """``label``, ``unit`` ("1" for none) and the range that is shown, None: that of the data."""

    label: str
    unit: str
    range: tuple[float, float] | None = None


@dataclass(frozen=True, eq=False)
class Points:
    """Points (n,) of one ``name``; ``colour``: 1 to 5 of the page's; ``size``: radius (pixels). ``told``: of each point
    labels and texts. ``pages``: for each point the address of the page that it opens, see `relative_address`, or "".
    """

    name: str
    x: Array
    y: Array
    told: Sequence[Mapping[str, str]]
    colour: int = 1
    hollow: bool = False
    size: float = 4.5
    pages: Sequence[str] = ()


@dataclass(frozen=True, eq=False)
class Line:
    """A line (n,) of one ``name``; ``low``, ``high`` (n,): a band around it, None without."""

    name: str
    x: Array
    y: Array
    colour: int = 1
    dashed: bool = False
    low: Array | None = None
    high: Array | None = None


@dataclass(frozen=True, eq=False)
class Chart:
    """What a page shows in two dimensions; ``facts``: labels and texts beside it."""

    title: str
    headline: str
    facts: tuple[tuple[str, str], ...]
    x: Axis
    y: Axis
    points: tuple[Points, ...] = ()
    lines: tuple[Line, ...] = ()

    @property
    def told(self) -> str:
        """What it is, in a few words."""
        return (
            f"a chart of {counted(sum(len(one.x) for one in self.points), 'point')}, {counted(len(self.lines), 'line')}"
        )

    def encoded(self) -> str:
        """The data of the page as one text."""
        arrays: dict[str, Any] = {f"points{i}": np.array([one.x, one.y]) for i, one in enumerate(self.points)}
        for i, one in enumerate(self.lines):
            band = [] if one.low is None or one.high is None else [one.low, one.high]
            arrays[f"line{i}"] = np.array([one.x, one.y, *band])
        header = {
            "title": self.title,
            "headline": self.headline,
            "facts": [list(fact) for fact in self.facts],
            "axes": [{"label": a.label, "unit": a.unit, "range": a.range} for a in (self.x, self.y)],
            "points": [
                {"name": one.name, "colour": one.colour, "hollow": one.hollow, "size": one.size}
                | {"told": [list(told.items()) for told in one.told], "pages": list(one.pages)}
                for one in self.points
            ],
            "lines": [{"name": one.name, "colour": one.colour, "dashed": one.dashed} for one in self.lines],
        }
        return packed(header, arrays, {})
