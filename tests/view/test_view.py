"""Pictures: what is drawn is where the blocks are, and what is written beside it is true."""

import subprocess
import sys
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_rgba_array
from matplotlib.figure import Figure
from matplotlib.quiver import Quiver
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

import drystone as ds
from drystone.files import read_scene
from drystone.results import Trajectory
from drystone.structures import arch, multidrum_column
from drystone.view import (
    contact_forces,
    displacements_figure,
    draw_3d,
    draw_elevation,
    energy_figure,
    plot_displacements,
    plot_energy,
    resultants,
    state_figure,
)
from drystone.view.style import FIXED, HIGHLIGHT, STONE

ROUNDING = 1e-12  # metres: coordinates of order ten, added a few times


def blocks() -> ds.Assembly:
    """A fixed slab, and two cubes one behind the other: "near" at y = -1, "far" at y = 1."""
    return ds.Assembly(
        [
            ds.Block.box((6, 6, 1), (0, 0, -0.5), fixed=True, name="ground"),
            ds.Block.box((1, 1, 1), (0, -1, 0.5), name="near"),
            ds.Block.box((1, 1, 2), (0, 1, 1), name="far"),
        ]
    )


@cache
def history() -> Trajectory:
    scene = read_scene("arch")
    return ds.simulate(scene.assembly, 0.1, 0.01, motion=scene.motion)


def outlines(collection: PolyCollection) -> list[np.ndarray]:
    return [np.asarray(path.vertices)[:-1] for path in collection.get_paths()]


def test_an_elevation_shows_the_outline_of_every_block() -> None:
    ax = Figure().add_subplot()
    drawn = draw_elevation(ax, arch())
    assert len(outlines(drawn)) == 9
    middle = np.concatenate(outlines(drawn))
    vertices = np.concatenate([p.vertices for b in arch().blocks for p in b.pieces])[:, [0, 2]]
    assert middle.min(axis=0) == pytest.approx(vertices.min(axis=0), abs=ROUNDING)
    assert middle.max(axis=0) == pytest.approx(vertices.max(axis=0), abs=ROUNDING)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("x (m)", "z (m)")
    assert ax.get_aspect() == 1.0


def test_an_elevation_follows_position_and_rotation() -> None:
    body = blocks()
    angle = np.radians(30)
    turn = np.array([[np.cos(angle), 0, np.sin(angle)], [0, 1, 0], [-np.sin(angle), 0, np.cos(angle)]])
    rotation = np.stack([np.eye(3), turn, np.eye(3)])
    position = body.centroid + np.array([[0, 0, 0], [2, 0, 1], [0, 0, 0]])
    drawn = draw_elevation(Figure().add_subplot(), body, position, rotation)
    near = outlines(drawn)[-1]
    half = np.array([(x, z) for x in (-0.5, 0.5) for z in (-0.5, 0.5)])
    expected = half @ turn[np.ix_([0, 2], [0, 2])].T + [2, 1.5]
    for corner in expected:
        assert np.linalg.norm(near - corner, axis=1).min() < ROUNDING


@pytest.mark.parametrize(("plane", "order"), [("xz", [2, 0, 1]), ("yz", [0, 1, 2]), ("xy", [0, 1, 2])])
def test_near_blocks_are_painted_last(plane: str, order: list[int]) -> None:
    body = blocks()
    axes = ["xyz".index(letter) for letter in plane]
    for outline, block in zip(outlines(draw_elevation(Figure().add_subplot(), body, plane=plane)), order, strict=True):
        assert outline.mean(axis=0) == pytest.approx(body.centroid[block, axes], abs=ROUNDING)


def test_fixed_and_highlighted_blocks_have_their_colours() -> None:
    drawn = draw_elevation(Figure().add_subplot(), blocks(), highlight=["near"])
    assert np.array_equal(drawn.get_facecolor(), to_rgba_array([STONE, FIXED, HIGHLIGHT]))
    bare = draw_elevation(Figure().add_subplot(), blocks(), fill=False)
    assert np.size(bare.get_facecolor()) == 0


def test_a_solid_shows_all_faces_with_one_scale() -> None:
    ax = Figure().add_subplot(projection="3d")
    draw_3d(ax, arch(), highlight=["voussoir-4"])
    fixed, movable = (child for child in ax.get_children() if isinstance(child, Poly3DCollection))
    assert (len(fixed.get_facecolor()), len(movable.get_facecolor())) == (2 * 6, 7 * 6)
    limits = [np.ptp(limit) for limit in (ax.get_xlim(), ax.get_ylim(), ax.get_zlim())]
    assert ax._box_aspect / ax._box_aspect[0] == pytest.approx(np.array(limits) / limits[0])
    assert [ax.get_xlabel(), ax.get_ylabel(), ax.get_zlabel()] == ["x (m)", "y (m)", "z (m)"]


def test_faces_with_different_numbers_of_corners_are_drawn_by_their_corners(monkeypatch: pytest.MonkeyPatch) -> None:
    """matplotlib 3.11 pads them with uninitialised memory, here with what that may hold."""
    assembly = multidrum_column()
    ax = Figure().add_subplot(projection="3d")
    with monkeypatch.context() as patched:
        patched.setattr(np, "empty", lambda shape, *a, **k: np.full(shape, 1e300, *a, **k))
        draw_3d(ax, assembly)
    corners = np.vstack([piece.vertices for block in assembly.blocks for piece in block.pieces])
    for limits, coordinates in zip((ax.xy_dataLim, ax.zz_dataLim), (corners[:, :2], corners[:, 2:]), strict=True):
        assert limits.max[: coordinates.shape[1]] == pytest.approx(coordinates.max(axis=0))


def test_a_solid_of_some_blocks_is_framed_by_them() -> None:
    assembly = arch()
    ax = Figure().add_subplot(projection="3d")
    draw_3d(ax, assembly, blocks=["voussoir-3", "voussoir-4"])
    (movable,) = (child for child in ax.get_children() if isinstance(child, Poly3DCollection))
    assert len(movable.get_facecolor()) == 2 * 6
    corners = np.vstack([assembly.blocks[i].pieces[0].vertices for i in (3, 4)])
    margin = 0.05 * np.ptp(corners, axis=0).max()
    for limits, coordinates in zip((ax.get_xlim(), ax.get_ylim(), ax.get_zlim()), corners.T, strict=True):
        assert limits == pytest.approx((coordinates.min() - margin, coordinates.max() + margin))
    with pytest.raises(ds.DrystoneError, match="blocks is empty"):
        draw_3d(ax, assembly, blocks=[])


def test_the_ledger_is_plotted_per_weight() -> None:
    run, weight = history(), 1e5
    ax = Figure().add_subplot()
    plot_energy(ax, run, weight)
    curves = {line.get_label(): np.asarray(line.get_ydata()) for line in ax.lines}
    assert curves["kinetic"] == pytest.approx(run.energy["kinetic"].to_numpy() / weight)
    assert curves["total, from the start"][0] == 0.0
    closed = np.abs(curves["total, from the start"] - curves["harvested − dissipated"]).max()
    assert closed < 1e-9 * np.abs(curves["harvested"]).max()
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("time (s)", "energy / weight (m)")
    plain = Figure().add_subplot()
    plot_energy(plain, run)
    assert plain.get_ylabel() == "energy (J)"


def test_legends_stand_outside_the_data() -> None:
    figure = Figure(layout="constrained")
    ax = figure.add_subplot()
    plot_energy(ax, history())
    figure.draw_without_rendering()
    legend = ax.get_legend()
    assert legend is not None
    assert legend.get_window_extent().x0 >= ax.get_window_extent().x1


def test_displacements_are_those_of_the_trajectory() -> None:
    run = history()
    ax = Figure().add_subplot()
    plot_displacements(ax, run, ["voussoir-4"], component="x", frame="inertial")
    (line,) = ax.lines
    assert np.array_equal(np.asarray(line.get_ydata()), run.displacement("voussoir-4", "inertial")[:, 0])
    assert ax.get_ylabel() == "displacement along x, inertial frame (m)"
    most = Figure().add_subplot()
    plot_displacements(most, run, frame="inertial")
    ends = [np.asarray(line.get_ydata()).max() for line in most.lines]
    assert ends == sorted(ends, reverse=True)
    assert len(ends) == 5


def test_resultants_balance_the_weight_of_the_arch() -> None:
    scene = read_scene("arch")
    run = ds.simulate(scene.assembly, 0.02, 0.01)
    table = resultants(run.contacts(-1))
    assert len(table) == 8
    fixed = [scene.assembly.names[i] for i in np.flatnonzero(scene.assembly.fixed)]
    sign = np.where(table["block_a"].isin(fixed), 1.0, np.where(table["block_b"].isin(fixed), -1.0, 0.0))
    weight = 9.81 * scene.assembly.mass[scene.assembly.movable].sum()
    assert float(np.sum(sign * table["force_z"])) == pytest.approx(weight, rel=1e-6)
    assert table["point_y"].to_numpy() == pytest.approx(0.0, abs=1e-6)


def test_contact_forces_are_drawn_to_scale() -> None:
    run, body = history(), arch()
    ax = Figure().add_subplot()
    draw_elevation(ax, body)
    scale = contact_forces(ax, run, 4)
    (arrows,) = (child for child in ax.get_children() if isinstance(child, Quiver))
    table = resultants(run.contacts(4))
    assert np.asarray(arrows.U) == pytest.approx(scale * table["force_x"].to_numpy())
    assert np.asarray(arrows.V) == pytest.approx(scale * table["force_z"].to_numpy())
    assert contact_forces(ax, run, 4, resultant=False, scale=1e-5) == 1e-5


def test_the_picture_of_a_state_is_seen_from_the_ground() -> None:
    run, body = history(), arch()
    assert np.abs(run.ground[-1]).max() > 0
    figure = state_figure(body, run)
    before, after = (c for c in figure.axes[0].collections if isinstance(c, PolyCollection))
    abutment = [min(outlines(c), key=lambda outline: float(outline[:, 0].min()))[:, 0].min() for c in (before, after)]
    assert abutment[0] == pytest.approx(abutment[1], abs=ROUNDING)
    assert figure.axes[0].get_title() == "t = 0.1 s"


def test_what_is_wrong_is_said() -> None:
    ax, body, run = Figure().add_subplot(), blocks(), history()
    with pytest.raises(ds.DrystoneError, match="unknown plane 'zx'; there are: xy, xz, yz"):
        draw_elevation(ax, body, plane="zx")
    with pytest.raises(ds.DrystoneError, match="unknown block 'nobody'"):
        draw_elevation(ax, body, highlight=["nobody"])
    with pytest.raises(ds.DrystoneError, match="must be a list of names; got one alone"):
        draw_elevation(ax, body, highlight="near")
    with pytest.raises(ds.DrystoneError, match="position must have the shape"):
        draw_elevation(ax, body, body.centroid[:1])
    with pytest.raises(ds.DrystoneError, match='projection="3d"'):
        draw_3d(ax, body)
    with pytest.raises(ds.DrystoneError, match="unknown component 'w'"):
        plot_displacements(ax, run, component="w")
    with pytest.raises(ds.DrystoneError, match="weight must be positive"):
        plot_energy(ax, run, 0.0)
    with pytest.raises(ds.DrystoneError, match="have different blocks"):
        state_figure(body, run)
    with pytest.raises(ds.DrystoneError, match="state 99 does not exist"):
        state_figure(arch(), run, 99)


def fallen(depth: float) -> tuple[ds.Assembly, Trajectory]:
    """Two of three cubes at rest, the third so far below its place (m)."""
    cubes = [ds.Block.box((1, 1, 1), (2.0 * i, 0, 0.5), name=f"cube-{i}") for i in range(3)]
    body = ds.Assembly([ds.Block.box((40, 4, 1), (2, 0, -0.5), fixed=True, name="ground"), *cubes])
    run = ds.simulate(body, 0.001, 0.001)
    position = run.position.copy()
    position[-1, 3, 2] -= depth
    return body, replace(run, position=position)


@pytest.mark.parametrize("depth", [0.0, 1.0, 30.0])
def test_a_picture_is_framed_by_the_structure_whatever_falls(depth: float) -> None:
    """Of 5 x 1 m: all of it at any depth, the block that fell while it is near, else its name under the picture."""
    body, run = fallen(depth)
    ax = state_figure(body, run).axes[0]
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    assert left < -0.5
    assert right > 4.5
    assert right - left < 1.5 * 5.0  # and not the 40 m of the ground
    assert bottom < 0.0
    assert top > 1.0
    assert top - bottom < 5.0
    assert (bottom < -depth) == (depth < 30.0)
    assert ("outside the picture: cube-2" in ax.get_xlabel()) == (depth == 30.0)
    assert "cube-1" not in ax.get_xlabel()


def test_pictures_of_a_history() -> None:
    body, run = fallen(0.0)
    for figure in (displacements_figure(run, "fall"), energy_figure(run, "fall")):
        assert figure.axes[0].get_title() == "fall"
        assert figure.axes[0].lines
    assert state_figure(body, run, 0).axes


def test_no_window_system_is_asked_for() -> None:
    program = "import sys, drystone.view; print([m for m in sys.modules if m in ('matplotlib.pyplot', 'tkinter')])"
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"
