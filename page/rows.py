"""Rows of a table of runs as labels and texts, for the points of a chart."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["described_rows"]

LONGEST = 200
"""Letters of a text that are told."""


def described_rows(table: "pd.DataFrame") -> Sequence[Mapping[str, str]]:
    """Of each row the columns that say something, numbers with four digits and their units."""
    units = table.attrs.get("units", {})
    return [
        {str(name).replace("_", " "): text for name in table.columns if (text := _told(row[name], units.get(name, "")))}
        for row in table.to_dict("records")
    ]


def _told(value: Any, unit: str) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, (float, int, np.number)):
        return "" if np.isnan(float(value)) else f"{float(value):.4g} {'' if unit == '1' else unit}".rstrip()
    text = "" if value is None else str(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
