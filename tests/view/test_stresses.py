"""Blocks in the colours of their stress."""

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import drystone as ds
from drystone import view
from drystone.structures import wall

STONE = ds.Material(1e8, 0.0, 2000.0)
SIZE = (0.5, 0.25, 0.3)


@pytest.fixture(scope="module")
def stack() -> ds.Trajectory:
    ground = ds.Block.box((2, 2, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    boxes = [
        ds.Block.box(SIZE, (0, 0, 0.15), name="low", material=STONE, mesh="affine"),
        ds.Block.box(SIZE, (0, 0, 0.45), name="high", material=STONE, mesh="affine"),
    ]
    return ds.simulate(ds.Assembly([ground, *boxes]), 0.3, 0.01)


def axes() -> Axes:
    return Figure().add_subplot()


def test_blocks_have_the_colours_of_their_stress(stack: ds.Trajectory) -> None:
    """Mean compression of a stack without Poisson's effect: the weight above and half the own over the area."""
    drawn = view.draw_stresses(axes(), stack, of="principal_1")
    values = np.sort(np.asarray(drawn.get_array()))
    assert values == pytest.approx(-2000.0 * 9.81 * 0.3 * np.array([1.5, 0.5]) / 1e6, rel=1e-6)
    assert drawn.get_clim() == pytest.approx((values[0], values[1]))
    assert view.draw_stresses(axes(), stack, limits=(0.0, 2.0)).get_clim() == (0.0, 2.0)


@pytest.mark.parametrize("factor", [0.0, 1.0, 50.0])
def test_displacements_are_magnified(stack: ds.Trajectory, factor: float) -> None:
    """The top of the stack sinks by the sum of mean stress over E times height, drawn so many times."""
    drawn = view.draw_stresses(axes(), stack, magnify=factor)
    top = max(np.asarray(path.vertices)[:, 1].max() for path in drawn.get_paths())
    sunk = 2000.0 * 9.81 * 0.3 * (1.5 + 0.5) / 1e8 * 0.3
    assert 0.6 - top == pytest.approx(factor * sunk, rel=1e-5, abs=1e-12)


@pytest.mark.parametrize("factor", [1.0, 500.0])
def test_moving_ground_does_not_carry_the_picture_away(factor: float) -> None:
    """A wall that the ground takes 25 mm along is drawn where it stands on the ground."""
    pulse = ds.GroundMotion.one_sine(2.0, half_period=0.2)
    run = ds.simulate(wall(2, 2).of_material(STONE, mesh="affine"), 0.2, 0.01, motion=pulse, options={"settle": True})
    assert run.ground[-1, 0] > 0.02
    drawn = view.draw_stresses(axes(), run, magnify=factor)
    ends = np.concatenate([np.asarray(path.vertices)[:, 0] for path in drawn.get_paths()])
    assert (ends.min(), ends.max()) == pytest.approx((0.0, 1.0), abs=0.1)


def test_an_equilibrium_is_drawn_as_the_run_that_came_to_it() -> None:
    """A stack at rest bears its weight, whichever way it was found."""
    boxes = [
        ds.Block.box((2, 2, 0.2), (0, 0, -0.1), fixed=True, name="ground"),
        ds.Block.box(SIZE, (0, 0, 0.15), name="low", material=STONE, mesh="affine"),
        ds.Block.box(SIZE, (0, 0, 0.45), name="high", material=STONE, mesh="affine"),
    ]
    stack = ds.Assembly(boxes)
    found = ds.equilibrium(stack)
    assert found.deformed is not None
    figure = view.stresses_figure((stack, found.deformed), of="principal_1", magnify=10.0)
    picture, bar = figure.axes
    assert picture.get_title() == "displacements times 10"
    assert bar.get_xlabel().endswith("(MPa)")
    values = np.sort(np.asarray(view.draw_stresses(axes(), (stack, found.deformed), of="principal_1").get_array()))
    assert values == pytest.approx(-2000.0 * 9.81 * 0.3 * np.array([1.5, 0.5]) / 1e6, rel=1e-6)
    with pytest.raises(ds.DrystoneError, match="the state is of another assembly"):
        view.draw_stresses(axes(), (wall(1, 2).of_material(STONE), ds.State.initial(ds.Assembly(boxes[:2]))))


def test_each_element_is_drawn() -> None:
    """Of 2 x 2 x 2 hexahedra as of tetrahedra; rigid blocks without a stress, if asked for."""
    rigid = wall(1, 2)
    mixed = rigid.of_material(STONE, blocks=["brick-1-1"])
    run = ds.simulate(mixed, 0.01, 0.01)
    ax = axes()
    assert len(view.draw_stresses(ax, run).get_paths()) == 8
    assert sum(len(collection.get_paths()) for collection in ax.collections) == 10
    tetrahedra = ds.simulate(rigid.of_material(STONE, "tetrahedra", blocks=["brick-1-1"]), 0.01, 0.01)
    elements = len(tetrahedra.stresses(-1))
    drawn = view.draw_stresses(axes(), tetrahedra, plane="yz", blocks=["brick-1-1"])
    assert len(drawn.get_paths()) == elements
    with pytest.raises(ds.DrystoneError, match="none of the drawn blocks deforms"):
        view.draw_stresses(axes(), run, blocks=["brick-1-2"])


def test_the_figure_tells_stress_and_magnification(stack: ds.Trajectory) -> None:
    figure = view.stresses_figure(stack, 3, magnify=10.0)
    picture, bar = figure.axes
    assert picture.get_title() == "t = 0.03 s, displacements times 10"
    assert bar.get_xlabel() == "von Mises stress (MPa)"
    assert picture.get_ylim()[0] > -0.1  # without the ground


def test_what_is_wrong_is_said(stack: ds.Trajectory) -> None:
    with pytest.raises(ds.DrystoneError, match="unknown of"):
        view.draw_stresses(axes(), stack, of="tresca")
    with pytest.raises(ds.DrystoneError, match="magnify"):
        view.draw_stresses(axes(), stack, magnify=-1.0)
    with pytest.raises(ds.DrystoneError, match="increasing order"):
        view.draw_stresses(axes(), stack, limits=(1.0, 1.0))
