"""Tables and lists as text that fits a terminal."""

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import printable

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["WIDTH", "show", "show_entries", "show_facts"]

WIDTH = 120
"""Longest line of a table (characters)."""
LONGEST = 40
"""Rows beyond which a table is not printed."""
LONGEST_CELL = 48
"""Longest text in a cell; longer ones end in an ellipsis."""
GAP = " "
LABEL = 20
"""Width of the labels of a summary (characters)."""


class _Column(NamedTuple):
    """A title in lines and the cells below it, all ``width`` long."""

    title: list[str]
    cells: list[str]
    width: int


def show(table: "pd.DataFrame", keys: int = 1) -> str:
    """A table as text, numbers to four digits, a dash where there is none.

    Titles of several words (with spaces or underscores) stand above each other where that makes a column narrower. What
    does not fit `WIDTH` follows in further parts, in front of each the first ``keys`` columns.
    """
    columns = [_column(str(name), table.iloc[:, place].tolist()) for place, name in enumerate(table.columns)]
    parts = [columns[:keys]]
    for column in columns[keys:]:
        if _width([*parts[-1], column]) > WIDTH and len(parts[-1]) > keys:
            parts.append(columns[:keys])
        parts[-1] = [*parts[-1], column]
    return "\n\n".join(_lines(part) for part in parts)


def _column(name: str, values: Sequence[Any]) -> _Column:
    cells = [_cell(value) for value in values]
    words = name.replace("_", " ").split() or [""]
    width = max(len(text) for text in (*words, *cells))
    title = wrap(" ".join(words), width) or [""]
    left = any(isinstance(value, str) for value in values)
    title, cells = ([text.ljust(width) if left else text.rjust(width) for text in part] for part in (title, cells))
    return _Column(title, cells, width)


def _cell(value: Any) -> str:
    if isinstance(value, str):
        value = printable(value)
        return value if len(value) <= LONGEST_CELL else value[: LONGEST_CELL - 1] + "…"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    try:
        return "-" if value != value else f"{float(value):.4g}"
    except TypeError:  # None, and what pandas puts in its place
        return "-"


def _width(columns: Sequence[_Column]) -> int:
    return sum(column.width for column in columns) + len(GAP) * (len(columns) - 1)


def _lines(columns: Sequence[_Column]) -> str:
    """The columns side by side, their titles ending on one line."""
    most = max(len(column.title) for column in columns)
    padded = [[" " * column.width] * (most - len(column.title)) + column.title + column.cells for column in columns]
    return "\n".join(GAP.join(cells).rstrip() for cells in zip(*padded, strict=True))


def show_entries(table: "pd.DataFrame") -> str:
    """A table of long texts as one paragraph for each row: the first column, then the others line by line."""
    title, *others = table.columns
    width = max(map(len, others))
    paragraphs = []
    for row in table.to_dict("records"):
        lines = [_labelled(f"  {name:<{width}}  ", _cell_text(row[name])) for name in others if row[name] != ""]
        paragraphs.append("\n".join([str(row[title]), *lines]))
    return "\n".join(paragraphs)


def show_facts(facts: Iterable[tuple[str, str]]) -> str:
    """Labels and texts below each other; what a terminal would obey is spelled out."""
    return "\n".join(_labelled(f"{printable(label):<{LABEL}} ", printable(text)) for label, text in facts)


def _cell_text(value: Any) -> str:
    return printable(value) if isinstance(value, str) else _cell(value)


def _labelled(label: str, text: str) -> str:
    """A label and its text, which goes on under itself; words are never broken, so that paths stay whole."""
    return (
        "\n".join(
            wrap(
                text,
                WIDTH,
                initial_indent=label,
                subsequent_indent=" " * len(label),
                break_long_words=False,
                break_on_hyphens=False,
            )
        )
        or label.rstrip()
    )
