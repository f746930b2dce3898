"""Ties in pictures: where their lines are, and which are broken."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure

import drystone as ds
from drystone.view import draw_3d, draw_elevation, elevations_figure, joints_figure, state_figure
from drystone.view.faces import directions
from drystone.view.film import Film
from drystone.view.style import TIE

from ..exports.test_ties import pulled

LOOSE, TIGHT = (-0.5, 0.2, 0.0), (0.9, 0.0, 0.0)
TOP = (0.1, 0.0, 1.0)


def held() -> ds.Assembly:
    ground = ds.Block.box((2, 2, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    stone = ds.Block.box((0.4, 0.4, 1.0), (0, 0, 0.5), name="stone")
    ties = [
        ds.Tie("stone", point_a=TOP, point_b=LOOSE, stiffness=1e6, slack=0.1),
        ds.Tie("stone", point_a=TOP, point_b=TIGHT, stiffness=1e6, pretension=10.0),
    ]
    return ds.Assembly([ground, stone], ties=ties)


def lines_of(ax: Any) -> LineCollection:
    (found,) = (one for one in ax.collections if isinstance(one, LineCollection))
    return found


def broken(lines: LineCollection) -> list[bool]:
    styles: Any = lines.get_linestyle()
    return [pattern is not None for _, pattern in styles]


@pytest.mark.parametrize(("plane", "axes"), [("xz", [0, 2]), ("yz", [1, 2]), ("xy", [0, 1])])
def test_ties_are_lines_between_their_anchors(plane: str, axes: list[int]) -> None:
    ax = Figure().add_subplot()
    draw_elevation(ax, held(), plane=plane)
    lines = lines_of(ax)
    for segment, point in zip(lines.get_segments(), (LOOSE, TIGHT), strict=True):
        np.testing.assert_allclose(segment, np.array([point, TOP])[:, axes], atol=1e-12)
    assert broken(lines) == [True, False]


def test_pictures_show_ends_of_ties_that_are_near() -> None:
    """As far from the stone as it is high; the ground reaches farther, and is cut."""
    stone = ds.Block.box((0.4, 0.4, 1.0), (0, 0, 0.5), name="stone")
    ground = ds.Block.box((20, 2, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    for place, shown in ((-1.1, True), (1.1, True), (-1.3, False), (9.0, False)):
        tie = ds.Tie("stone", point_a=TOP, point_b=(place, 0.0, 0.0), stiffness=1e6)
        built = ds.Assembly([ground, stone], ties=[tie])
        low, high = joints_figure(built, ds.equilibrium(built).contacts).axes[0].get_xlim()
        assert bool(low < place < high) == shown
        assert bool(high - low > 1.0) == shown


def test_ties_in_space_are_where_the_view_has_them() -> None:
    ax = Figure().add_subplot()
    draw_3d(ax, held(), view=(20.0, -60.0))
    right = directions(20.0, -60.0)
    np.testing.assert_allclose(lines_of(ax).get_segments()[1], np.array([TIGHT, TOP]) @ right[:2].T, atol=1e-12)


def test_ties_are_left_out_with_their_blocks_and_of_outlines() -> None:
    for built, options in ((held(), {"blocks": ["stone"]}), (held(), {"fill": False}), (replace(held(), ties=()), {})):
        ax = Figure().add_subplot()
        draw_elevation(ax, built, **options)
        assert not [one for one in ax.collections if isinstance(one, LineCollection)]


def test_the_legend_of_forces_names_ties_where_there_are_some() -> None:
    for built in (held(), replace(held(), ties=())):
        legend = joints_figure(built, ds.equilibrium(built).contacts).axes[0].get_legend()
        assert legend is not None
        named = {text.get_text(): line for text, line in zip(legend.get_texts(), legend.get_lines(), strict=True)}
        assert ("tie" in named) == bool(built.ties)
        if built.ties:
            assert to_rgba(named["tie"].get_color()) == to_rgba(TIE)


def test_a_tie_that_has_yielded_is_broken_where_it_is_slack() -> None:
    """It is longer than it was: slack, though its anchors are farther apart than its length without force."""
    run = pulled(0.4)
    last = run.ties().iloc[-1]
    assert (last["tie"], last["state"]) == ("rod", "slack")
    assert last["elongation"] > 1e-3
    state, built = len(run.time) - 1, run.assembly
    assert built is not None
    film = Film(run, [0, state], 60)
    film.picture(state)
    (ax,) = state_figure(built, run, state).axes
    (panel,) = elevations_figure(built, run, [run.time[state]], columns=1).axes
    assert film.ties is not None
    assert [broken(film.ties), broken(lines_of(ax)), broken(lines_of(panel))] == [[True, True]] * 3


def test_films_move_ties_with_their_blocks() -> None:
    velocity = np.zeros((2, 6))
    velocity[1, 0] = -2.0
    run = ds.simulate(held(), 0.1, 1e-2, initial_velocity=velocity)
    film = Film(run, [0, 10], 60)
    assert film.ties is not None
    film.picture(10)
    state = run.recorded_state(10)
    place = state.position[1] + state.rotation[1] @ (np.array(TOP) - (0, 0, 0.5))
    np.testing.assert_allclose(film.ties.get_segments()[1][1], place[[0, 2]], atol=1e-9)
    assert np.linalg.norm(place - TOP) > 0.01
