"""The house style: sizes, fonts, line widths and colours of all figures.

Figures are made in the size in which they are printed: a column is 85 mm wide, a page 175 mm. `new_figure` makes them,
`in_house_style` wraps the functions that fill them, so that every text and line has the style without being told.
Functions that draw on the axes of a user keep the user's style, but for the colours and widths named here.
"""

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, wraps
from io import BytesIO
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "COLOURS",
    "COLUMN",
    "EDGE",
    "FIXED",
    "FORCE",
    "GUIDE",
    "HIGHLIGHT",
    "LINE",
    "MECHANISM",
    "PAGE",
    "RESOLUTION",
    "STONE",
    "TENSION",
    "THIN",
    "TIE",
    "TRACE",
    "in_house_style",
    "legend_below",
    "legend_of_panels",
    "new_figure",
    "new_panels",
    "set_panel_heights",
    "with_grid",
]

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

INCH = 25.4
"""mm"""
COLUMN = 85.0 / INCH
"""Width (inches) of a column of a journal."""
PAGE = 175.0 / INCH
"""Width (inches) of a page of a journal."""
RESOLUTION = 300
"""Dots per inch of pictures that are made of points."""
ON_SCREEN = 160
"""The same in a notebook."""

TEXT = 7.5
"""Size (points) of texts; of numbers on axes and legends half a point less, of titles half a point more."""
LINE = 1.1
"""Width (points) of curves."""
THIN = 0.6
"""Width (points) of axes and of lines beside the curves."""

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Lines, in order: the palette of Okabe and Ito, distinct for any colour vision."""
STONE = "#E9E2D3"
"""Movable blocks."""
FIXED = "#A39D92"
"""Fixed blocks."""
HIGHLIGHT = "#E69F00"
"""Blocks that are pointed out."""
EDGE = "#4A453D"
"""Outlines."""
TIE = "#7A1F1F"
"""Ties."""
TRACE = "#B8B2A6"
"""Outlines of where blocks were before."""
GRID = "#DDD9D0"
"""Lines at the numbers of axes."""
GUIDE = "#8C8577"
"""Lines that say where something is, such as zero or a limit, and outlines under forces."""
FORCE = "#0072B2"
"""Contact forces."""
TENSION = "#CC3311"
"""Joints without compression, and centres of pressure outside their joint."""
MECHANISM = "#D55E00"
"""Outlines of blocks displaced by a mechanism."""


@cache
def _settings() -> Any:
    """The style as settings of Matplotlib. The font comes with it, so that figures are the same on every machine."""
    from cycler import cycler

    return {
        "font.family": "DejaVu Sans", "font.size": TEXT, "axes.labelsize": TEXT, "legend.fontsize": TEXT - 0.5,
        "legend.title_fontsize": TEXT - 0.5, "axes.titlesize": TEXT + 0.5, "figure.titlesize": TEXT + 0.5,
        "xtick.labelsize": TEXT - 0.5, "ytick.labelsize": TEXT - 0.5,
        "axes.titlepad": 5.0, "axes.linewidth": THIN, "axes.edgecolor": EDGE, "axes.axisbelow": True,
        "axes.spines.top": False, "axes.spines.right": False, "axes.prop_cycle": cycler(color=COLOURS),
        "xtick.major.width": THIN, "ytick.major.width": THIN, "xtick.minor.width": 0.4, "ytick.minor.width": 0.4,
        "xtick.major.size": 2.5, "ytick.major.size": 2.5, "xtick.minor.size": 1.5, "ytick.minor.size": 1.5,
        "xtick.color": EDGE, "ytick.color": EDGE, "xtick.labelcolor": "black", "ytick.labelcolor": "black",
        "grid.color": GRID, "grid.linewidth": 0.4, "lines.linewidth": LINE, "lines.markersize": 3.5,
        "legend.frameon": False, "legend.handlelength": 1.6, "legend.columnspacing": 1.4,
        "legend.labelspacing": 0.3, "savefig.dpi": RESOLUTION, "figure.constrained_layout.h_pad": 0.03,
        "figure.constrained_layout.w_pad": 0.03,
    }  # fmt: skip


NO_GLYPH = r"Glyph \d+ .* missing from|Matplotlib currently does not support \w+ natively"
"""What Matplotlib warns of for each letter that the font does not have, such as those of Chinese names."""


@contextmanager
def _house_style() -> Iterator[None]:
    """The style, within; a letter that the font does not have is a box without a warning for each drawing."""
    from matplotlib import rc_context

    with rc_context(_settings()), warnings.catch_warnings():
        warnings.filterwarnings("ignore", NO_GLYPH, UserWarning)
        yield


def in_house_style(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Let all that a function draws have the house style."""

    @wraps(function)
    def styled(*arguments: Arguments.args, **options: Arguments.kwargs) -> Result:
        with _house_style():
            return function(*arguments, **options)

    return styled


@cache
def _kind() -> "type[Figure]":
    """The class of the figures; made late, for Matplotlib takes a while to import."""
    from matplotlib.figure import Figure as Base

    class Figure(Base):
        """A figure in the house style; notebooks show it without pyplot."""

        def draw(self, renderer: Any) -> None:
            """Draw in the style: Matplotlib makes ticks as late as this."""
            with _house_style():
                super().draw(renderer)

        def savefig(self, fname: Any, **options: Any) -> None:
            """Save in the style, with 300 dots per inch unless told otherwise."""
            with _house_style():
                super().savefig(fname, **options)

        def _repr_png_(self) -> bytes:
            """The picture that notebooks show."""
            data = BytesIO()
            self.savefig(data, format="png", dpi=ON_SCREEN, bbox_inches="tight")
            return data.getvalue()

    return Figure


def new_figure(width: float = COLUMN, height: float = 2.2) -> "Figure":
    """An empty figure of this size (inches) in the house style, a column wide unless told otherwise."""
    with _house_style():
        return _kind()(figsize=(width, height), layout="constrained")


def new_panels(count: int, columns: int, aspect: float) -> "tuple[Figure, list[Axes]]":
    """A figure of panels in columns: one alone is a column wide, several fill a page.

    ``aspect``: height over width of what a panel shows; see `set_panel_heights`.
    """
    columns = min(count, columns)
    figure = new_figure(COLUMN if count == 1 else PAGE)
    axes = [figure.add_subplot(-(-count // columns), columns, place + 1) for place in range(count)]
    set_panel_heights(figure, count, columns, aspect)
    return figure, axes


PANEL_TITLE = 0.28
"""Height (inches) of the title of a panel."""
HIGHEST, TALLEST = 4.0, 8.6
"""Height (inches) of a row of panels and of a figure, at most: that of a page."""


def set_panel_heights(figure: "Figure", count: int, columns: int, aspect: float, extra: float = 0.0) -> None:
    """Make a figure as high as its panels need; ``extra``: what numbers and names of axes take (inches).

    They stand beside the first column and below the last row; each row has a third of it as room.
    """
    columns = min(count, columns)
    row = min(aspect * (figure.get_figwidth() - extra) / columns, HIGHEST) + PANEL_TITLE + extra / 3.0
    figure.set_figheight(min(row * -(-count // columns) + extra, TALLEST))


def with_grid(ax: "Axes") -> None:
    """Thin lines at the numbers, and no lines where there are none."""
    ax.grid(visible=True, color=GRID, linewidth=0.4)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)


PADS = 12.0
"""What lies (points) between an axis, its numbers, its name and the legend, without the letters."""
LETTER = 0.52
"""Mean width of a letter, as a share of the size of its text."""
HANDLE = 3.4
"""Width of a legend's line and of the gap to the next column, as a multiple of the size of its text."""


def legend_below(ax: "Axes", handles: Any = None, title: str | None = None) -> None:
    """A legend under the axes, in as many columns as fit: beside them it would take a third of a column's width."""
    from matplotlib.transforms import ScaledTranslation

    marks, labels = ax.get_legend_handles_labels() if handles is None else (handles, [h.get_label() for h in handles])
    figure = ax.get_figure(root=True)
    if not marks or figure is None:
        return
    panel = figure.get_figwidth() * min(1.0, ax.get_position().width / 0.775)  # the axes and what stands beside them
    name, number = float(ax.xaxis.label.get_fontsize()), float(ax.xaxis.get_major_ticks(1)[0].label1.get_fontsize())
    below = PADS + 1.2 * number + 1.3 * name * (1 + ax.get_xlabel().count("\n"))
    place = ax.transAxes + ScaledTranslation(0.0, -below / 72.0, figure.dpi_scale_trans)
    ax.legend(
        marks, labels, loc="upper left", bbox_to_anchor=(0.0, 0.0), bbox_transform=place, title=title, frameon=False,
        ncols=_legend_columns(panel, labels), borderaxespad=0.0, borderpad=0.0, fontsize=TEXT - 0.5, alignment="left",
    )  # fmt: skip


def legend_of_panels(figure: "Figure") -> None:
    """One legend under all panels, in place of their own: each curve once, in as many columns as fit."""
    shown: dict[str, Any] = {}
    for ax in figure.axes:
        marks, labels = ax.get_legend_handles_labels()
        for label, mark in zip(labels, marks, strict=True):
            shown.setdefault(label, mark)
        legend = ax.get_legend()
        if legend is not None:
            legend.remove()
    if shown:
        columns = _legend_columns(figure.get_figwidth(), list(shown))
        figure.legend([*shown.values()], [*shown], loc="outside lower center", ncols=columns)


def _legend_columns(width: float, labels: Sequence[str]) -> int:
    """Columns of a legend with these labels that fit a ``width`` (inches)."""
    room = 72.0 * (width - 0.45) / (TEXT - 0.5)
    return min(max(int(room / (LETTER * max(map(len, labels)) + HANDLE)), 1), len(labels))
