"""Tables and figures as files, each replaced whole or not at all."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..checks import data_frame, file_path, instance_of, one_of
from ..disk import replacing

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["write_figure", "write_json", "write_table"]

DOTS_PER_INCH = 300
"""Resolution of pictures that are made of points (PNG): as printed in a journal."""


def write_table(table: "pd.DataFrame", path: str | Path) -> Path:
    """Write a table as CSV (UTF-8, the names of its columns in the first line) and return the path.

    DrystoneError where that fails; a file that was there is then left as it was.
    """
    data_frame(table, (), "table")
    with replacing(path, "table") as temporary:
        table.to_csv(temporary, index=False)
    return Path(path)


def write_json(values: Mapping[str, Any], path: str | Path) -> Path:
    """Write plain values by name as JSON, one a line, and return the path; DrystoneError where that fails."""
    with replacing(path, "file of values") as temporary:
        temporary.write_text(json.dumps(dict(values), indent=2, default=str) + "\n", encoding="utf-8")
    return Path(path)


def write_figure(figure: "Figure", path: str | Path) -> Path:
    """Write a figure, cropped to what is drawn, and return the path; its suffix says how (.png, .pdf, .svg).

    Texts are shown as they are, dollar signs too: names of scenes and blocks are no formulas.
    DrystoneError where that fails; a file that was there is then left as it was.
    """
    from matplotlib.figure import Figure

    kinds = instance_of(figure, Figure, "figure").canvas.get_supported_filetypes()
    one_of(file_path(path, "path of the picture").suffix.lower().removeprefix("."), kinds, "kind of picture (suffix)")
    _without_formulas(figure)
    with replacing(path, "picture") as temporary:
        figure.savefig(temporary, dpi=DOTS_PER_INCH, bbox_inches="tight")
    return Path(path)


def _without_formulas(figure: "Figure") -> None:
    """Let no text be read as a formula, but the powers of ten of logarithmic axes."""
    from matplotlib.text import Text

    axes = [axis for one in figure.axes for axis in one._axis_map.values()]
    ticks = {label for axis in axes for label in axis.get_ticklabels(which="both")}
    for text in figure.findobj(Text):
        if text not in ticks:
            text.set_parse_math(False)
