"""How drystone speaks of things: counts in words, lists of names, and the few lines that stand for an object.

An object of drystone may hold millions of numbers. What it shows of itself in a session or a notebook is what it is,
its sizes with their units, and its outcome, in at most `LINES` lines whatever its size.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from html import escape
from importlib import import_module
from textwrap import shorten, wrap
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["LINES", "WIDTH", "Facts", "Summarised", "Viewed", "counted", "listed", "span", "vector", "with_units"]

Facts: TypeAlias = Iterable[tuple[str, str]]
"""What an object says of itself: labels and texts. A text without a label belongs to the name of the class."""

LINES, WIDTH = 10, 120
"""Most lines of a summary, the name of the class counted in, and their longest length (characters)."""
LISTED = 4
"""Names that `listed` writes out."""


def counted(count: int, one: str, many: str | None = None) -> str:
    """A count in words: "no blocks", "1 block", "7 blocks"; ``many``: the plural, where it is not the word with -s."""
    return f"{count or 'no'} {one if count == 1 else many or one + 's'}"


def listed(names: Sequence[object], most: int = LISTED) -> str:
    """The first names with commas between, and how many there are where these are not all."""
    shown = ", ".join(str(name) for name in names[:most])
    return shown if len(names) <= most else f"{shown}, … ({len(names)} in all)"


def vector(values: Any, unit: str = "") -> str:
    """The components of a short vector with their ``unit``, or "a function of time"."""
    if callable(values):
        return "a function of time"
    return f"({', '.join(f'{float(x):.4g}' for x in values)}) {unit}".rstrip()


def span(values: Any, unit: str = "") -> str:
    """The least and the largest of an array of numbers with their ``unit``, NaN left out."""
    numbers = values[values == values]
    if not len(numbers):
        return "none"
    low, high = float(numbers.min()), float(numbers.max())
    return (f"{low:.4g}" if low == high else f"{low:.4g} to {high:.4g}") + f" {unit}".rstrip()


def with_units(table: "pd.DataFrame", units: Mapping[str, str]) -> "pd.DataFrame":
    """The table itself, whose ``attrs["units"]`` then names the unit of every column.

    ``units``: by column, or by the name that the components of a vector share ("force" for force_x, force_y, force_z);
    "1" for a number without a unit, "" (where there is no entry) for a name, a text or a yes or no.
    """
    table.attrs["units"] = {name: units.get(name, units.get(name.rpartition("_")[0], "")) for name in table.columns}
    return table


class Summarised:
    """Gives a class a ``repr`` and an HTML form made of the facts that its method ``_summary`` lists.

    A class of a few values is declared with ``inline=True`` and shows them like a call, in one line where they fit.
    Without a ``_summary`` of its own an object shows its fields: numbers and short texts, and the sizes of the rest.
    """

    _inline: ClassVar[bool] = False

    def __init_subclass__(cls, inline: bool | None = None, **more: Any) -> None:
        super().__init_subclass__(**more)
        if inline is not None:
            cls._inline = inline
        if "__repr__" not in cls.__dict__:  # or @dataclass, which follows, would write one that shows every number
            cls.__repr__ = Summarised.__repr__  # type: ignore[method-assign]

    def _summary(self) -> Facts:
        """The facts in their order, each in plain text."""
        return _fields(self)

    def __repr__(self) -> str:
        name, facts = type(self).__name__, list(self._summary())
        return _as_call(name, facts) if self._inline else _as_lines(name, facts)

    def _repr_html_(self) -> str:
        name, facts = type(self).__name__, list(self._summary())
        head = " ".join([name, *(text for label, text in facts if not label)])
        rows = "".join(
            f'<tr><th style="text-align: left">{escape(label)}</th><td style="text-align: left">'
            f"{escape(_clipped(text, WIDTH))}</td></tr>"
            for label, text in facts[:LINES]
            if label
        )
        return f"<table><caption>{escape(_clipped(head, WIDTH))}</caption><tbody>{rows}</tbody></table>"


class Viewed:
    """Gives a class `view`, the page that shows it. Pages are a room above, which is imported when one is asked for."""

    def view(self, title: str | None = None, **options: Any) -> Any:
        """The page that shows this in a browser, or in place in a notebook; ``save(path)`` writes it as one HTML file.

        ``title`` and the other options: see `drystone.page.page_of`.
        """
        return import_module("drystone.page").page_of(self, title, **options)


def _as_lines(name: str, facts: Sequence[tuple[str, str]]) -> str:
    head = " ".join([name, *(text for label, text in facts if not label)])
    labelled = [(label, text) for label, text in facts if label]
    width = max((len(label) for label, _ in labelled), default=0)
    lines = [head, *(f"  {label:<{width}}  {text}" for label, text in labelled)]
    return "\n".join(_clipped(line, WIDTH) for line in lines[:LINES])


def _as_call(name: str, facts: Sequence[tuple[str, str]]) -> str:
    whole = f"{name}({', '.join(f'{label} {text}'.strip() for label, text in facts)})"
    lines = wrap(whole, WIDTH, subsequent_indent="    ", max_lines=LINES, placeholder=" …")
    return "\n".join(lines)


def _clipped(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def _fields(thing: object) -> Facts:
    """The fields of a dataclass, those left at a plain default apart where there are any others."""
    if not is_dataclass(thing):
        return
    for field in fields(thing):
        value = getattr(thing, field.name)
        default = field.default is not MISSING and isinstance(value, (str, int, float, bool, type(None)))
        if field.name.startswith("_") or (default and value == field.default):
            continue
        yield field.name.replace("_", " "), _told(value)


def _told(value: Any) -> str:
    """A value in a few words: itself where it is a number or a short text, else what it is and its size."""
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, str):
        return shorten(value, 60, placeholder=" …")
    if isinstance(value, (int, float)):
        return f"{value:.6g}" if isinstance(value, float) else str(value)
    if hasattr(value, "columns"):
        return f"table of {counted(len(value), 'row')} and {counted(len(value.columns), 'column')}"
    if getattr(value, "shape", None):
        return f"array {' x '.join(str(size) for size in value.shape)}"
    if isinstance(value, Mapping):
        return listed(list(value)) if value else "none"
    if isinstance(value, Sequence):
        kinds = sorted({type(one).__name__ for one in value})
        return f"{len(value)} of {', '.join(kinds)}" if len(value) else "none"
    return str(float(value)) if hasattr(value, "__float__") else type(value).__name__
