"""Blocks that deform as they are drawn: their elements in the colours of a stress, displacements magnified."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import numpy as np

from ..checks import IntArray, finite_array, finite_number, instance_of, one_of
from ..elements import ElasticBody
from ..errors import DrystoneError
from ..model import Assembly, State
from ..results import Trajectory
from ..results.stress import deforming_blocks, stresses
from ..results.trajectory import assembly_of
from .shapes import Array, axes_of, depth_order, named, plane_axes, silhouette, trajectory_of
from .style import COLUMN, EDGE, FIXED, STONE, THIN, in_house_style, new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import PolyCollection
    from matplotlib.figure import Figure

__all__ = ["draw_stresses", "stresses_figure"]

STRESSES = {
    "von_mises": ("von Mises stress", "viridis"),
    "principal_1": ("least principal stress, compression negative", "viridis_r"),
    "principal_3": ("largest principal stress, tension positive", "viridis"),
}
"""Columns of `Trajectory.stresses` that are drawn -> words under the colours, and the colours."""
PASCALS = 1e6
"""In the unit of the colours, MPa."""
ROOM = 1.1
"""Height (inches) of the title, the axis and the bar of colours."""


Deformed = Trajectory | tuple[Assembly, State]
"""A run, of which a recorded state is drawn, or a structure and a state: (assembly, `EquilibriumResult.deformed`)."""


class StressOptions(TypedDict, total=False):
    """How `draw_stresses` draws."""

    of: str
    magnify: float
    plane: str
    blocks: Iterable[str] | None
    limits: tuple[float, float] | None


def draw_stresses(
    ax: "Axes",
    trajectory: Deformed,
    index: int = -1,
    *,
    of: str = "von_mises",
    magnify: float = 1.0,
    plane: str = "xz",
    blocks: Iterable[str] | None = None,
    limits: tuple[float, float] | None = None,
) -> "PolyCollection":
    """Draw the elements of the blocks that deform in the colours of their mean stress (MPa), and return them.

    ``trajectory``: a run, of which the recorded state ``index`` is drawn as it is seen from the ground, or a pair of an
    assembly and a state of it, such as that of an equilibrium, ``(assembly, result.deformed)``. ``of``: "von_mises",
    "principal_1" (the greatest compression) or "principal_3" (the greatest tension). ``magnify``: factor of all
    displacements since the start, of the blocks and within them; 0 draws the initial shape. ``plane``: see
    `draw_elevation`. ``blocks``: names of those to draw, None for all. ``limits``: stresses (MPa) at the ends of the
    colours, to compare pictures. Blocks that are rigid, or still rigid (`Material.rigid_below`), are drawn without a
    stress. DrystoneError where none of the drawn blocks deforms.
    """
    from matplotlib.collections import PolyCollection

    ax, (assembly, state) = axes_of(ax), _seen(trajectory, index)
    one_of(of, STRESSES, "of (the stress to draw)")
    factor, (across, up, _, _) = finite_number(magnify, "magnify", least=0.0), plane_axes(plane)
    chosen = (
        np.arange(len(assembly.blocks))
        if blocks is None
        else np.array(sorted(named(assembly, blocks, "blocks")), np.int64)
    )
    if not np.any(assembly.elastic.number[chosen] >= 0):
        raise DrystoneError("none of the drawn blocks deforms; give blocks a Material (Block.of_material)")
    elastic = sorted(set(chosen.tolist()) & set(deforming_blocks(assembly.elastic, state).tolist()))
    if not elastic:
        raise DrystoneError("none of the drawn blocks has become elastic yet; give a later state, or draw other blocks")
    table = stresses(assembly, state)
    values = table.loc[table["block"].isin([assembly.names[b] for b in elastic]), of].to_numpy() / PASCALS
    parts = [part for b in elastic for part in _elements(assembly, state, b, factor)]
    for b in sorted(set(chosen.tolist()) - set(elastic)):
        rigid = [silhouette(part, plane) for part in _pieces(assembly, state, b, factor)]
        shade = FIXED if assembly.fixed[b] else STONE
        ax.add_collection(PolyCollection(rigid, facecolors=shade, edgecolors=EDGE, linewidths=THIN, zorder=1.5))
    order = depth_order(parts, plane)
    outlines = [silhouette(parts[i], plane) for i in order]
    drawn = PolyCollection(outlines, array=values[order], cmap=STRESSES[of][1], edgecolors="face", linewidths=0.2)
    drawn.set_clim(*_limits(values, limits))
    drawn.set_zorder(2)
    ax.add_collection(drawn)
    ax.set_aspect("equal", adjustable="box")
    ax.autoscale_view()
    ax.set_xlabel(f"{'xyz'[across]} (m)")
    ax.set_ylabel(f"{'xyz'[up]} (m)")
    return drawn


@in_house_style
def stresses_figure(trajectory: Deformed, index: int = -1, **drawing: Unpack[StressOptions]) -> "Figure":
    """Figure of the movable blocks, or of ``blocks``, in the colours of a stress, with a bar that tells them.

    ``trajectory``, ``index``: see `draw_stresses`, with the options ``drawing``: ``of``, ``magnify``, ``plane``,
    ``blocks``, ``limits``.
    """
    assembly, state = _seen(trajectory, index)
    if drawing.get("blocks") is None:
        drawing["blocks"] = [assembly.names[b] for b in assembly.movable]
    figure = new_figure(COLUMN, COLUMN)
    ax = figure.add_subplot()
    drawn = draw_stresses(ax, (assembly, state), **drawing)
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    figure.set_figheight(min(2.0 * COLUMN, COLUMN * (high - low) / (right - left) + ROOM))
    bar = figure.colorbar(drawn, ax=ax, orientation="horizontal", aspect=40, extend="both")
    bar.set_label(f"{STRESSES[drawing.get('of', 'von_mises')][0]} (MPa)")
    factor = drawing.get("magnify", 1.0)
    said = [f"t = {state.time:.4g} s"] if isinstance(trajectory, Trajectory) else []
    ax.set_title(", ".join([*said, *([] if factor == 1.0 else [f"displacements times {factor:g}"])]))
    return figure


def _seen(shown: Any, index: int) -> tuple[Assembly, State]:
    """The structure and the state to draw, that of a run seen from the ground."""
    if isinstance(shown, tuple) and len(shown) == 2:
        assembly, state = instance_of(shown[0], Assembly, "assembly"), instance_of(shown[1], State, "state")
        if len(state.position) != len(assembly.blocks):
            raise DrystoneError("the state is of another assembly; give both of one equilibrium or run")
        return assembly, state
    run = trajectory_of(shown)
    state = run.recorded_state(index)
    place = state.position - run.ground[index]
    return assembly_of(run), state.moved(place, state.rotation, state.velocity, state.time)


def _elements(assembly: Assembly, state: State, block: int, factor: float) -> Iterator[Array]:
    """Corners (N, 3) of each element of a block that deforms, displaced; of a uniform strain those of its pieces."""
    table = assembly.elastic
    body = table.bodies[table.number[block]]
    if isinstance(body, ElasticBody):
        corners: IntArray = body.mesh.elements[:, :8] if body.mesh.kind == "H8" else body.mesh.elements[:, :4]
        local = body.mesh.nodes @ table.frame[block].T
        yield from _displaced(assembly, state, block, local, factor)[corners]
        return
    pieces = [piece.vertices - assembly.centroid[block] for piece in assembly.blocks[block].pieces]
    # one element, whatever the number of pieces
    yield _displaced(assembly, state, block, np.vstack(pieces), factor)


def _pieces(assembly: Assembly, state: State, block: int, factor: float) -> Iterator[Array]:
    for piece in assembly.blocks[block].pieces:
        local = piece.vertices - assembly.centroid[block]
        yield _moved(assembly, block, local, state.position[block] + local @ state.rotation[block].T, factor)


def _displaced(assembly: Assembly, state: State, block: int, local: Array, factor: float) -> Array:
    """Where points (N, 3) of a block, from its centroid at the start, are drawn."""
    owner = np.full(len(local), block)
    deformed = local + assembly.elastic.displacements_at(owner, local, state.deformation)
    return _moved(assembly, block, local, state.position[block] + deformed @ state.rotation[block].T, factor)


def _moved(assembly: Assembly, block: int, local: Array, place: Array, factor: float) -> Array:
    start = assembly.centroid[block] + local
    return np.asarray(start + factor * (place - start))


def _limits(values: Array, given: Any) -> tuple[float, float]:
    if given is None:
        low, high = float(values.min()), float(values.max())
        return (low, high) if high > low else (low - 1.0, high + 1.0)
    low, high = finite_array(given, (2,), "limits (MPa)").tolist()
    if low >= high:
        raise DrystoneError(f"limits (MPa) must be two stresses in increasing order; got {low:g} and {high:g}")
    return low, high
