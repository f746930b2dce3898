"""Pictures: what is drawn is where the blocks are, and what is written beside it is true."""

import subprocess
import sys
import warnings
from dataclasses import replace
from functools import cache
from io import BytesIO

import numpy as np
import pytest
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_rgba_array
from matplotlib.figure import Figure
from matplotlib.quiver import Quiver
from matplotlib.text import Text
from scipy.spatial.transform import Rotation

import drystone as ds
from drystone.files import read_scene
from drystone.results import Trajectory
from drystone.structures import arch
from drystone.studies.figures import energy_figure as energies
from drystone.view import (
    contact_forces,
    displacements_figure,
    draw_3d,
    draw_elevation,
    elevations_figure,
    energy_figure,
    joints_figure,
    motion_figure,
    plane_of_mechanism,
    plane_of_motion,
    plot_displacements,
    plot_energy,
    resultants,
    state_figure,
    thrust_figure,
)
from drystone.view.elevation import seen_blocks
from drystone.view.style import FIXED, HIGHLIGHT, STONE, in_house_style, new_figure

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


def test_the_ledger_is_plotted_per_weight() -> None:
    run, weight = history(), 1e5
    ax = Figure().add_subplot()
    plot_energy(ax, run, weight)
    curves = {line.get_label(): np.asarray(line.get_ydata()) for line in ax.lines}
    assert curves["kinetic"] == pytest.approx(run.energy["kinetic"].to_numpy() / weight)
    assert curves["total, change"][0] == 0.0
    closed = np.abs(curves["total, change"] - curves["harvested − dissipated"]).max()
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
    numbers_and_name = ax.xaxis.get_tightbbox()
    assert numbers_and_name is not None
    assert legend.get_window_extent().y1 < numbers_and_name.y0


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
    with pytest.raises(ds.DrystoneError, match="blocks is empty"):
        draw_3d(ax, body, blocks=[])
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


def test_every_panel_names_what_lies_outside() -> None:
    """Also those that have no numbers, for others stand below them."""
    body, run = fallen(30.0)
    figure = elevations_figure(body, run, [run.time[-1]] * 3, columns=2, plane="xz")
    labels = [ax.get_xlabel() for ax in figure.axes]
    assert labels[0] == "outside the picture: cube-2"
    assert labels[2] == "x (m)\noutside the picture: cube-2"


def test_pictures_of_a_history() -> None:
    body, run = fallen(0.0)
    for figure in (displacements_figure(run, "fall"), energy_figure(run, "fall")):
        assert figure.axes[0].get_title() == "fall"
        assert figure.axes[0].lines
    assert state_figure(body, run, 0).axes


@pytest.mark.parametrize("axis", [0, 1])
def test_a_mechanism_is_seen_from_the_side(axis: int) -> None:
    """Never along the way in which it moves."""
    body = blocks()
    mechanism = np.zeros((3, 6))
    mechanism[1, axis], mechanism[1, 5] = 1.0, 0.2
    assert plane_of_mechanism(body, mechanism) == ("xz", "yz")[axis]
    limit = ds.limit_load(body, live=np.eye(3)[axis])
    figure = joints_figure(body, limit.contacts, mechanism=limit.mechanism)
    assert figure.axes[0].get_xlabel() == ("x (m)", "y (m)")[axis]
    *_, displaced = (c for c in figure.axes[0].collections if isinstance(c, PolyCollection))
    points = np.concatenate(outlines(displaced))
    (left, right), (bottom, top) = figure.axes[0].get_xlim(), figure.axes[0].get_ylim()
    assert left < points[:, 0].min() < points[:, 0].max() < right
    assert bottom < points[:, 1].min() < points[:, 1].max() < top


def test_the_view_is_that_of_what_moves_on_the_ground() -> None:
    """A block carried along y with the ground slides along x."""
    body, run = fallen(0.0)
    position, ground = run.position.copy(), run.ground.copy()
    position[-1, :, 1] += 0.5
    ground[-1, 1] += 0.5
    position[-1, 2, 0] += 0.1
    moved = replace(run, position=position, ground=ground)
    assert plane_of_motion(moved) == "xz"
    position[-1, 2, 1] += 0.2
    assert plane_of_motion(moved) == "yz"
    assert state_figure(body, moved).axes[0].get_xlabel() == "y (m)"


def test_panels_with_the_same_curves_have_one_legend() -> None:
    figure = energies("", arch(), history(), history(), labels=["one", "other"])
    assert [ax.get_legend() for ax in figure.axes] == [None, None]
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == [line.get_label() for line in figure.axes[0].lines]
    figure.draw_without_rendering()
    boxes = [ax.get_tightbbox() for ax in figure.axes]
    assert legend.get_window_extent().y1 < min(box.y0 for box in boxes if box is not None)


@pytest.mark.parametrize(("plane", "behind"), [("xz", (0, 0, -1.2)), ("yz", (-3, -2, -1.2)), ("xy", (0, 0, -2.2))])
def test_the_blocks_that_an_elevation_shows(plane: str, behind: tuple[float, float, float]) -> None:
    """All of three at their place; the far one not where it lies behind the near one or in the ground."""
    body = blocks()
    assert seen_blocks(body, None, None, plane) == [0, 1, 2]
    position = body.centroid.copy()
    position[2] += behind
    assert seen_blocks(body, position, None, plane) == [0, 1]
    position[2] -= 2.0 * np.array(behind)
    assert 2 in seen_blocks(body, position, None, plane)


def test_pictures_of_limit_loads_show_the_front_wall_alone() -> None:
    """Two walls one behind the other, with the same joints: forces and outlines of the front one."""
    front, back = (
        [ds.Block.box((1, 0.4, 1), (0, y, 0.5 + z), name=f"{name}-{z}") for z in range(3)]
        for name, y in (("front", -1.0), ("back", 1.0))
    )
    body = ds.Assembly([ds.Block.box((4, 4, 1), (0, 0, -0.5), fixed=True, name="ground"), *front, *back])
    limit = ds.limit_load(body, live=(1, 0, 0))
    figure = joints_figure(body, limit.contacts, mechanism=limit.mechanism, plane="xz")
    _, displaced = (c for c in figure.axes[0].collections if isinstance(c, PolyCollection))
    moves = np.abs(limit.mechanism[1:4]).max() > 0
    assert len(outlines(displaced)) == (3 if moves else len(body.movable) // 2)


def ready_figures() -> dict[str, Figure]:
    run, body = history(), arch()
    pulse = ds.GroundMotion.one_sine(3.0, 0.4)
    fragility = ds.fit_fragility([0.5, 1.0, 2.0], [1, 5, 9], [10, 10, 10], measure="PGA", unit="g")
    domain = ds.failure_domain(lambda cases: [case.amplitude > 3.0 for case in cases], (0.1, 0.5), (2.0, 6.0))
    return {
        "state": state_figure(body, run),
        "elevations": elevations_figure(body, run, [0.0, 0.05, 0.1]),
        "joints": joints_figure(body, run),
        "thrust": thrust_figure(body, run),
        "displacements": displacements_figure(run, "arch"),
        "energy": energy_figure(run, "arch"),
        "motion": motion_figure(pulse),
        "fragility": ds.fragility_figure(fragility),
        "domain": ds.failure_domain_figure(domain, safe=True),
    }


def test_figures_are_legible_in_a_column_and_name_their_units() -> None:
    """At the width in which they are printed no text is below 7 points, and every axis says what it is in what."""
    for name, figure in ready_figures().items():
        figure.draw_without_rendering()
        assert figure.get_figwidth() * 25.4 == pytest.approx(175.0 if name == "elevations" else 85.0)
        for text in figure.findobj(Text):
            assert isinstance(text, Text)
            assert float(text.get_fontsize()) >= 7.0, (name, text.get_text())
        for ax in figure.axes:
            assert ax.has_data(), name
            for label in (ax.get_xlabel(), ax.get_ylabel()):
                assert not label or "(" in label or "probability" in label, (name, label)


def test_a_notebook_shows_figures_without_pyplot() -> None:
    program = (
        "import sys, drystone as ds; from drystone.structures import column; from drystone.view import energy_figure;"
        "data = energy_figure(ds.simulate(column(1), 0.02, 0.01))._repr_png_();"
        "print(data[:8] == bytes([137, 80, 78, 71, 13, 10, 26, 10]), 'matplotlib.pyplot' in sys.modules)"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "True False"


def test_letters_that_the_font_does_not_have_are_drawn_without_a_warning() -> None:
    """Of anything else there is one."""
    figure = new_figure()
    figure.suptitle("wall \u58c1 \u05d0")
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        figure.savefig(BytesIO(), format="png")
        in_house_style(warnings.warn)("another", UserWarning)
    assert [str(one.message) for one in given] == ["another"]


def test_a_domain_says_which_pulses_brought_the_collapse() -> None:
    domain = ds.failure_domain(lambda cases: [case.amplitude > 3.0 for case in cases], (0.1, 0.5), (2.0, 6.0))
    ax = ds.failure_domain_figure(domain, safe=True).axes[0]
    dots = {str(line.get_label()): np.asarray(line.get_ydata()) for line in ax.lines if line.get_marker() == "o"}
    assert {label.partition(",")[0] for label in dots} == {"collapsed", "survived"}
    for label, amplitudes in dots.items():
        assert ((amplitudes > 3.0) == label.startswith("collapsed")).all()
    legend = ax.get_legend()
    assert legend is not None
    assert {text.get_text() for text in legend.get_texts()} >= set(dots)


def test_what_fell_far_does_not_shrink_what_stands_but_a_fall_of_all_is_followed() -> None:
    body, run = fallen(0.0)
    one, every = run.position.copy(), run.position.copy()
    one[-1, 3, 0] += 4.0
    every[-1, 1:, 0] += 5.5
    widths = []
    for position in (run.position, one, every):
        figure = state_figure(body, replace(run, position=position), plane="xz")
        widths.append(np.ptp(figure.axes[0].get_xlim()))
    assert widths[1] < 1.4 * widths[0]
    assert widths[2] > widths[0] + 3.0


@pytest.mark.parametrize("angle", [30.0, 60.0, 85.0])
def test_what_topples_is_in_its_picture(angle: float) -> None:
    """Six stones on a plinth, leaning about an edge of the lowest; one of them far away is named instead."""
    stones = [ds.Block.box((0.25, 0.25, 0.3), (0, 0, 0.3 * i + 0.15), name=f"stone-{i}") for i in range(6)]
    plinth = ds.Block.box((0.25, 0.25, 0.25), (0, 0, -0.125), fixed=True, name="plinth")
    body = ds.Assembly([plinth, *stones])
    run = ds.simulate(body, 0.001, 0.001)
    turn = Rotation.from_euler("y", angle, degrees=True).as_matrix()
    edge = np.array([0.125, 0.0, 0.0])
    position, rotation = run.position.copy(), run.rotation.copy()
    position[-1, 1:] = edge + (position[-1, 1:] - edge) @ turn.T
    rotation[-1, 1:] = turn
    leaning = replace(run, position=position, rotation=rotation)
    ax = state_figure(body, leaning).axes[0]
    drawn = draw_elevation(Figure().add_subplot(), body, position[-1], rotation[-1])
    corners = np.concatenate(outlines(drawn))
    low, high = np.transpose([ax.get_xlim(), ax.get_ylim()])
    assert np.all((corners > low) & (corners < high))
    assert "outside" not in ax.get_xlabel()
    position[-1, 6, 0] += 4.0
    ax = state_figure(body, replace(leaning, position=position)).axes[0]
    assert "outside the picture: stone-5" in ax.get_xlabel()
    assert np.ptp(ax.get_xlim()) < 4.0


def test_no_window_system_is_asked_for() -> None:
    program = "import sys, drystone.view; print([m for m in sys.modules if m in ('matplotlib.pyplot', 'tkinter')])"
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"
