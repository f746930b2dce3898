"""Pictures of joints, thrust lines and mechanisms: lines lie where forces pass and are as wide as these are large."""

from functools import cache

import numpy as np
import pytest
from matplotlib.collections import LineCollection, PathCollection, PolyCollection
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure

import drystone as ds
from drystone.structures import arch, column
from drystone.view import (
    draw_elevation,
    draw_joint_forces,
    draw_mechanism,
    draw_thrust_line,
    joints_figure,
    thrust_figure,
)
from drystone.view.joints import WIDTH
from drystone.view.style import FORCE, TENSION

ROUNDING = 1e-9  # metres: coordinates of order ten through a drawing's float64


@cache
def standing() -> tuple[ds.Assembly, ds.Trajectory]:
    body = arch()
    return body, ds.simulate(body, 2e-3, 1e-3)


def segments(lines: LineCollection) -> np.ndarray:
    return np.array([path.vertices for path in lines.get_paths()])


def canvas(body: ds.Assembly) -> tuple[Figure, PolyCollection]:
    figure = Figure()
    return figure, draw_elevation(figure.add_subplot(), body)


def forces(joints: object) -> np.ndarray:
    return np.asarray(joints[["force_x", "force_y", "force_z"]])  # type: ignore[index]


def test_bars_lie_on_the_lines_of_action_and_are_as_wide_as_the_force() -> None:
    body, run = standing()
    joints = run.joints(-1)
    figure, _ = canvas(body)
    lines = draw_joint_forces(figure.axes[0], joints, width=4.0, length=0.5)
    bars, force = segments(lines), forces(joints)
    assert bars.mean(axis=1) == pytest.approx(joints[["centre_x", "centre_z"]].to_numpy(), abs=ROUNDING)
    along = bars[:, 1] - bars[:, 0]
    assert np.linalg.norm(along, axis=1) == pytest.approx(0.5)
    assert along[:, 0] * force[:, 2] - along[:, 1] * force[:, 0] == pytest.approx(0.0, abs=1e-6 * np.abs(force).max())
    size = np.linalg.norm(force, axis=1)
    assert np.array(lines.get_linewidth()) == pytest.approx(4.0 * size / size.max())
    double = draw_joint_forces(figure.axes[0], joints, width=4.0, largest=2 * size.max())
    assert np.array(double.get_linewidth()) == pytest.approx(2.0 * size / size.max())


def test_joints_in_tension_are_told_apart_and_idle_ones_left_out() -> None:
    body = column(3)
    contacts = ds.simulate(body, 1e-3, 1e-3).contacts(-1)
    named = contacts["block_b"]
    contacts.loc[named == "drum-2", ["force_x", "force_y", "force_z"]] *= -1.0
    contacts.loc[named == "drum-3", ["force_x", "force_y", "force_z"]] = 0.0
    joints = ds.joint_forces(contacts)
    figure, _ = canvas(body)
    lines = draw_joint_forces(figure.axes[0], joints)
    assert np.array_equal(np.asarray(lines.get_color()), [to_rgba(FORCE), to_rgba(TENSION)])
    assert segments(lines)[1].mean(axis=0) == pytest.approx([0.0, 0.4], abs=1e-6)
    legend = joints_figure(body, contacts).axes[0].get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["largest joint force: 5.89 kN", "no compression"]
    contacts[["force_x", "force_y", "force_z"]] = 0.0
    assert joints_figure(body, contacts).axes[0].get_legend() is None


@pytest.mark.parametrize(
    ("size", "shown"),
    [(0.01, "0.0118 N"), (0.1, "11.8 N"), (1.0, "11.8 kN"), (10.0, "11.8 MN"), (100.0, "11.8 GN")],
)
def test_the_legend_names_the_force_of_structures_of_any_size(size: float, shown: str) -> None:
    """A block of edge a, density 1200 kg/m3: 1200 g a3."""
    edges = (size, size, size)
    ground = ds.Block.box(edges, (0, 0, -0.5 * size), fixed=True)
    body = ds.Assembly([ground, ds.Block.box(edges, (0, 0, 0.5 * size), density=1200.0)])
    legend = joints_figure(body, ds.equilibrium(body).contacts).axes[0].get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == [f"largest joint force: {shown}"]


def test_the_largest_force_is_that_of_all_joints() -> None:
    """A stone behind another of a tenth of its weight: what is seen is drawn a tenth as wide as what is not."""
    stones = [
        ds.Block.box((1, 0.4, 1), (0, y, 0.5 + z), fixed=z == 0, density=density, name=f"{name}-{z}")
        for name, y, density in (("front", -1.0, 200.0), ("back", 1.0, 2000.0))
        for z in range(2)
    ]
    body = ds.Assembly(stones)
    ax = joints_figure(body, ds.equilibrium(body).contacts, plane="xz").axes[0]
    legend = ax.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["largest joint force: 7.85 kN"]
    bars = [one for one in ax.collections if isinstance(one, LineCollection)]
    assert np.concatenate([np.atleast_1d(one.get_linewidth()) for one in bars]) == pytest.approx(
        [0.1 * WIDTH], rel=0.01
    )


def test_a_thrust_line_passes_through_the_centres_of_pressure() -> None:
    body, run = standing()
    line = ds.thrust_line(run.contacts(-1))
    figure, _ = canvas(body)
    drawn = draw_thrust_line(figure.axes[0], line, width=4.0)
    flat = line.points[:, [0, 2]]
    assert segments(drawn) == pytest.approx(np.stack([flat[:-1], flat[1:]], axis=1), abs=ROUNDING)
    size = np.linalg.norm(line.force, axis=1)
    widths = 2.0 * (size[:-1] + size[1:]) / size.max()
    assert np.array(drawn.get_linewidth()) == pytest.approx(widths)
    side = draw_thrust_line(canvas(body)[0].axes[0], line, plane="yz", origin=(0, 1, 0))
    assert segments(side)[:, :, 0] == pytest.approx(-1.0, abs=1e-6)


def test_a_thrust_line_is_broken_where_nothing_presses() -> None:
    body, run = standing()
    contacts = run.contacts(-1)
    middle = (contacts["block_a"] == "voussoir-3") & (contacts["block_b"] == "voussoir-4")
    contacts.loc[middle, ["force_x", "force_y", "force_z"]] = 0.0
    line = ds.thrust_line(contacts)
    drawn = draw_thrust_line(canvas(body)[0].axes[0], line)
    assert len(segments(drawn)) == len(line.points) - 3


def test_a_centre_outside_its_joint_is_marked() -> None:
    body, run = standing()
    contacts = run.contacts(-1)
    upper = (contacts["block_a"] == "voussoir-4") & (contacts["point_z"] > 10)
    contacts.loc[upper, ["force_x", "force_y", "force_z"]] *= -0.1  # what is left presses on the lower edge
    line = ds.thrust_line(contacts)
    assert np.flatnonzero(line.margin < -0.1).tolist() == np.flatnonzero(~line.inside).tolist() == [3]
    axes = thrust_figure(body, contacts).axes[0]
    (dot,) = (c for c in axes.collections if isinstance(c, PathCollection) and len(np.asarray(c.get_offsets())) == 1)
    assert np.array_equal(np.asarray(dot.get_facecolor()), [to_rgba(TENSION)])
    assert np.asarray(dot.get_offsets())[0] == pytest.approx(line.points[~line.inside][0, [0, 2]], abs=ROUNDING)
    legend = axes.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()][-1] == "outside its joint"


def test_a_mechanism_is_drawn_as_its_velocities_say() -> None:
    """A voussoir that turns about a corner keeps the corner; those at rest are not drawn."""
    body = arch()
    index = body.index_of("voussoir-4")
    corner, spin = body.blocks[index].pieces[0].vertices[0], np.array([0.0, 2.0, 0.0])
    motion = np.zeros((len(body), 6))
    motion[index] = [*np.cross(spin, body.centroid[index] - corner), *spin]
    figure, _ = canvas(body)
    assert draw_mechanism(figure.axes[0], body, motion, 0.1) == 0.1
    outline = figure.axes[0].collections[-1]
    assert len(outline.get_paths()) == 1
    drawn = np.asarray(outline.get_paths()[0].vertices)[:-1]
    vertices = body.blocks[index].pieces[0].vertices
    expected = (vertices + 0.1 * np.cross(spin, vertices - corner))[:, [0, 2]]
    for point in expected:
        assert np.linalg.norm(drawn - point, axis=1).min() < ROUNDING
    assert np.linalg.norm(drawn - corner[[0, 2]], axis=1).min() < ROUNDING
    chosen = draw_mechanism(figure.axes[0], body, motion)
    reach = chosen * np.linalg.norm(np.cross(spin, vertices - corner), axis=1).max()
    movable = np.concatenate([body.blocks[i].pieces[0].vertices for i in body.movable])
    assert reach == pytest.approx(0.06 * np.linalg.norm(np.ptp(movable, axis=0)))


def test_the_figures_of_a_run_are_seen_from_the_ground() -> None:
    body, run = standing()
    east = np.array([3.0, 0.0, 0.0])
    shifted = ds.Trajectory(**{**vars(run), "ground": run.ground + east, "position": run.position + east})
    contacts = run.contacts(-1)
    figures = [thrust_figure(body, run), thrust_figure(body, contacts)]
    lines = [next(c for c in f.axes[0].collections if isinstance(c, LineCollection)) for f in figures]
    assert segments(lines[0]) == pytest.approx(segments(lines[1]), abs=1e-6)
    assert [f.axes[0].get_title() for f in figures] == ["t = 0.002 s", ""]
    before, after = (next(c for c in joints_figure(body, r).axes[0].collections) for r in (run, shifted))
    for one, other in zip(before.get_paths(), after.get_paths(), strict=True):
        assert np.asarray(one.vertices) == pytest.approx(np.asarray(other.vertices), abs=ROUNDING)


def test_a_figure_shows_the_mechanism_too() -> None:
    body, run = standing()
    motion = np.zeros((len(body), 6))
    motion[1, 2] = 1.0
    figure = joints_figure(body, run.contacts(-1), mechanism=motion, title="start")
    assert len(figure.axes[0].collections) == 3
    assert figure.axes[0].get_title() == "start"
    legend = figure.axes[0].get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()][-1] == "mechanism"


def test_what_is_wrong_is_said() -> None:
    body, run = standing()
    ax, contacts = canvas(body)[0].axes[0], run.contacts(-1)
    with pytest.raises(
        ds.DrystoneError, match=r"drystone.joint_forces, lacks the columns centre_x, centre_y, centre_z"
    ):
        draw_joint_forces(ax, contacts)
    with pytest.raises(ds.DrystoneError, match="width must be positive"):
        draw_joint_forces(ax, run.joints(-1), width=0.0)
    with pytest.raises(ds.DrystoneError, match="largest must be positive"):
        draw_thrust_line(ax, ds.thrust_line(contacts), largest=-1.0)
    with pytest.raises(ds.DrystoneError, match="unknown plane 'zx'"):
        thrust_figure(body, run, plane="zx")
    with pytest.raises(ds.DrystoneError, match="mechanism moves nothing"):
        draw_mechanism(ax, body, np.zeros((len(body), 6)))
    with pytest.raises(ds.DrystoneError, match=r"mechanism must have the shape \(9, 6\)"):
        draw_mechanism(ax, body, np.ones((2, 6)))
    for figure in (joints_figure, thrust_figure):
        with pytest.raises(ds.DrystoneError, match="step is 3; a table of contacts has no steps"):
            figure(body, contacts, 3)
        with pytest.raises(ds.DrystoneError, match=r"scale is 2\.0; there is no mechanism"):
            figure(body, run, scale=2.0)
    with pytest.raises(ds.DrystoneError, match="have different blocks"):
        joints_figure(column(1), run)
    with pytest.raises(ds.DrystoneError, match=r"must be a table .*; got 'run'"):
        joints_figure(body, "run")  # type: ignore[arg-type]
    with pytest.raises(ds.DrystoneError, match="must be a list of names; got one alone"):
        draw_elevation(ax, body, blocks="voussoir-1")
