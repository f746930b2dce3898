"""Pictures of the blocks in space."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..checks import entries_of, finite_array, instance_of, sequence_of, text, whole_number
from ..errors import DrystoneError
from ..model import Assembly
from .faces import Faces, directions, faces_of
from .frame import Frame, frame_of, outside_of, words_of
from .shaded import solid_artist
from .shapes import axes_of, configuration, named
from .style import (
    EDGE,
    FIXED,
    HIGHLIGHT,
    STONE,
    TEXT,
    THIN,
    in_house_style,
    new_panels,
    set_panel_heights,
)
from .ties import draw_ties

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.figure import Figure

__all__ = ["draw_3d", "round_length", "solids_figure"]

Array = NDArray[np.float64]

VIEW = (20.0, -60.0)
"""Elevation and azimuth of the viewer (degrees) where none are given."""
AROUND = 0.04
"""What is shown of the ground around the structure, as a share of its diagonal."""
TICKS = 6
"""Most intervals on the longest of three-dimensional axes."""
RULER = 0.14
"""Length of the arrows that show the axes, at most, as a share of the picture's width."""
LOWER = 0.5
"""How far they stand below what is drawn, as a share of their height."""
SEEN = 0.12
"""Arrows that are foreshortened to less than this share have no name."""


def draw_3d(
    ax: Any,
    assembly: Assembly,
    position: Any = None,
    rotation: Any = None,
    *,
    highlight: Iterable[str] = (),
    blocks: Iterable[str] | None = None,
    view: tuple[float, float] = VIEW,
) -> "Artist":
    """Draw the blocks on ``ax``, lit from the upper left, near ones over far ones, and return the picture.

    On plain axes the view is parallel: lengths along x, y and z are those of the three arrows in the corner, and the
    data coordinates are metres to the right and upward. Axes made with ``projection="3d"`` keep their box with its
    numbers and can be turned in a window. ``position`` (B_all, 3) (m), ``rotation`` (B_all, 3, 3): a configuration;
    None for the initial one. ``highlight``: names of blocks to point out. ``blocks``: names of those to draw, None for
    all. ``view``: elevation and azimuth of the viewer (degrees). The picture shows the movable blocks near their
    initial place, and the ground below them; movable blocks that lie outside are named under it. On plain axes ties are
    lines over all blocks.
    """
    ax, drawn = axes_of(ax), _drawn(instance_of(assembly, Assembly, "assembly"), blocks)
    angles = finite_array(view, (2,), "view (degrees)").tolist()
    place, marked = configuration(assembly, position, rotation), named(assembly, highlight, "highlight")
    frame = frame_of(assembly, [place], (0, 1, 2), drawn, AROUND)
    if getattr(ax, "name", "") == "3d":
        faces = faces_of(assembly, *place, drawn, np.array([frame.low, frame.high]))
        _frame_3d(ax, frame, angles)
        return solid_artist(ax, faces, _colours(assembly, faces, marked), None)
    picture, box = _draw(ax, assembly, place, drawn, marked, frame, directions(*angles))
    _show(ax, box, _missing(assembly, place, drawn, frame))
    _arrows(ax, directions(*angles), box)
    return picture


@in_house_style
def solids_figure(
    assembly: Assembly,
    places: Sequence[tuple[Any, Any]],
    titles: Sequence[str],
    *,
    columns: int = 2,
    highlight: Iterable[str] = (),
    blocks: Iterable[str] | None = None,
    view: tuple[float, float] = VIEW,
) -> "Figure":
    """Figure of configurations beside each other, pairs of positions and rotations, all in one frame and scale.

    ``titles``: one for each. A picture alone is a column wide, several fill the width of a page. See `draw_3d`.
    """
    drawn = _drawn(instance_of(assembly, Assembly, "assembly"), blocks)
    marked, columns = named(assembly, highlight, "highlight"), whole_number(columns, "columns", least=1)
    right = directions(*finite_array(view, (2,), "view (degrees)").tolist())
    pairs = list(entries_of(places, "places", "pairs of positions and rotations"))
    if not pairs or any(not isinstance(pair, (tuple, list)) or len(pair) != 2 for pair in pairs):
        raise DrystoneError("places must be pairs of positions and rotations, (None, None) for the initial ones")
    checked = [configuration(assembly, *pair) for pair in pairs]
    names = [text(title, "each of the titles") for title in sequence_of(titles, str, "titles")]
    if len(names) != len(checked):
        raise DrystoneError(f"give a title for each of the {len(checked)} places; got {len(names)}")
    frame = frame_of(assembly, checked, (0, 1, 2), drawn, AROUND)
    figure, axes = new_panels(len(checked), columns, 1.0)
    boxes = [
        _draw(ax, assembly, place, drawn, marked, frame, right)[1] for ax, place in zip(axes, checked, strict=True)
    ]
    box = np.array([np.min(boxes, axis=0)[0], np.max(boxes, axis=0)[1]])
    width, height = box[1] - box[0]
    set_panel_heights(figure, len(checked), columns, height / width)
    for ax, place, title in zip(axes, checked, names, strict=True):
        _show(ax, box, _missing(assembly, place, drawn, frame))
        ax.set_title(title)
    _arrows(axes[0], right, box)
    for ax in axes[1:]:
        ax.set_ylim(axes[0].get_ylim())  # titles beside each other stand in one line
    return figure


def _draw(
    ax: Any,
    assembly: Assembly,
    place: tuple[Array, Array],
    drawn: list[int],
    marked: set[int],
    frame: Frame,
    right: Any,
) -> "tuple[Artist, Array]":
    """Draw on plain axes what is in the frame; the picture, and its limits (2, 2)."""
    outside = {assembly.index_of(name) for name in _missing(assembly, place, drawn, frame)}
    shown = [block for block in drawn if block not in outside]
    faces = faces_of(assembly, *place, shown or drawn, np.array([frame.low, frame.high]))
    draw_ties(ax, assembly, *place, right[:2], shown or drawn)
    return solid_artist(ax, faces, _colours(assembly, faces, marked), right), _picture_box(faces, frame, right)


def _missing(assembly: Assembly, place: tuple[Array, Array], drawn: list[int], frame: Frame) -> tuple[str, ...]:
    """Names of the drawn blocks that are not in the frame."""
    wanted = {assembly.names[block] for block in drawn}
    return tuple(name for name in outside_of(frame, assembly, place, (0, 1, 2)) if name in wanted)


def _colours(assembly: Assembly, faces: Faces, marked: set[int]) -> list[str]:
    return [HIGHLIGHT if b in marked else FIXED if assembly.fixed[b] else STONE for b in faces.owner.tolist()]


def _show(ax: Any, box: Array, outside: tuple[str, ...]) -> None:
    """Limit plain axes to a box, and say what is not in it."""
    ax.set(xlim=box[:, 0], ylim=box[:, 1], aspect="equal")
    ax.set_axis_off()
    if outside:
        ax.text(0.5, -0.02, words_of(outside), transform=ax.transAxes, ha="center", va="top",
                fontsize=TEXT - 0.5)  # fmt: skip


def _picture_box(faces: Faces, frame: Frame, right: Array) -> Array:
    """Limits (2, 2) of a picture in metres to the right and upward: of the corners that lie in the frame."""
    slack = 1e-6 * (frame.high - frame.low)
    inside = np.all((faces.corners >= frame.low - slack) & (faces.corners <= frame.high + slack), axis=1)
    flat = (faces.corners[inside] if inside.any() else np.array([frame.low, frame.high])) @ right[:2].T
    low, high = flat.min(axis=0), flat.max(axis=0)
    rim = 0.02 * float((high - low).max())
    return np.array([low - rim, high + rim])


def _drawn(assembly: Assembly, blocks: Iterable[str] | None) -> list[int]:
    """Numbers of the blocks to draw."""
    chosen = range(len(assembly.blocks)) if blocks is None else named(assembly, blocks, "blocks")
    if not chosen:
        raise DrystoneError("give at least one block to draw; blocks is empty")
    return sorted(chosen)


def _arrows(ax: Any, right: Array, box: Array) -> None:
    """Arrows along x, y and z in the lower left corner, of a round length that is told."""
    width, height = box[1] - box[0]
    length = round_length(RULER * min(width, 1.5 * height))
    tips = length * right[:2].T  # a row for each axis
    rim = 0.03 * max(width, height)
    ax.set_ylim(bottom=box[0, 1] - LOWER * np.ptp(tips[:, 1]))
    start = np.array([box[0, 0] + rim, ax.get_ylim()[0] + rim]) - np.minimum(tips.min(axis=0), 0.0)
    style = {"arrowstyle": "-|>,head_width=0.12,head_length=0.3", "shrinkA": 0.0, "shrinkB": 0.0, "color": EDGE,
             "linewidth": THIN}  # fmt: skip
    for name, tip in zip("xyz", tips, strict=True):
        if np.linalg.norm(tip) < SEEN * length:
            continue
        ax.annotate("", start + tip, start, arrowprops=style, annotation_clip=False)
        end = start + tip + 0.02 * max(width, height) * tip / np.linalg.norm(tip)
        ax.text(*end, name, ha="center", va="center", fontsize=TEXT - 0.5, color=EDGE)
    ax.text(start[0] + tips[:, 0].max() + 2.5 * rim, ax.get_ylim()[0], f"arrows: {length:g} m", ha="left",
            va="bottom", fontsize=TEXT - 0.5, color=EDGE)  # fmt: skip


def round_length(most: float) -> float:
    """The largest of 1, 2 and 5 times a power of ten up to ``most``."""
    power = 10.0 ** np.floor(np.log10(most))
    return float(power * max(one for one in (1.0, 2.0, 5.0) if one * power <= most * (1.0 + 1e-9)))


def _frame_3d(ax: Any, frame: Frame, view: list[float]) -> None:
    """Limits and proportions so that a metre is a metre; short axes have few ticks."""
    from matplotlib.ticker import MaxNLocator

    size = frame.high - frame.low
    for i, name in enumerate("xyz"):
        getattr(ax, f"set_{name}lim")(frame.low[i], frame.high[i])
        getattr(ax, f"set_{name}label")(f"{name} (m)")
        ticks = max(1, round(TICKS * float(size[i] / size.max())))
        getattr(ax, f"{name}axis").set_major_locator(MaxNLocator(ticks))
    ax.set_box_aspect(size)
    ax.view_init(*view)
