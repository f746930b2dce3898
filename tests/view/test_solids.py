"""Pictures in space: each pixel shows the block that a ray through it meets first."""

from typing import Any

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from scipy.spatial import ConvexHull

import drystone as ds
from drystone.structures import arch, multidrum_column
from drystone.view import draw_3d, solids_figure
from drystone.view.depth_buffer import nearest_faces
from drystone.view.faces import directions, faces_of

RIGHT = directions(20.0, -60.0)
ALL = np.array([[-1e3] * 3, [1e3] * 3])


def heap() -> ds.Assembly:
    """A long slab, a tall thin plate before it, and turned cubes on and beside it: sorted faces fail here."""
    rng = np.random.default_rng(3)
    blocks = [
        ds.Block.box((12, 3, 0.4), (0, 0, -0.2), fixed=True, name="slab"),
        ds.Block.box((0.1, 3, 4), (1.5, -0.2, 2.0), name="plate"),
    ]
    for i in range(12):
        turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        turn *= np.sign(np.linalg.det(turn))
        place = (1.1 * i - 5.5, rng.uniform(-2, 2), rng.uniform(0.8, 3.0))
        blocks.append(ds.Block.box((0.7, 0.5, 0.4), place, rotation=turn, name=f"cube-{i}"))
    return ds.Assembly(blocks)


def faces(assembly: ds.Assembly, blocks: Any = None, box: Any = ALL) -> Any:
    turn = np.broadcast_to(np.eye(3), (len(assembly), 3, 3))
    chosen = range(len(assembly)) if blocks is None else blocks
    return faces_of(assembly, assembly.centroid, turn, chosen, box)


def test_each_pixel_shows_the_block_that_a_ray_meets_first() -> None:
    """The rays are cut with the half-spaces of every block."""
    body = heap()
    shown, geometry = faces(body), body.geometry
    scale = 25.0
    corners = shown.corners @ RIGHT.T * scale
    low = corners.min(axis=0)
    corners[:, :2] -= low[:2]
    width, height = np.ceil(corners.max(axis=0)[:2]).astype(int)
    seen = nearest_faces(corners, shown.start, width, height)
    found = np.where(seen >= 0, shown.owner[seen], -1)
    y, x = np.mgrid[0:height, 0:width] + 0.5
    origin = ((x[..., None] + low[0]) * RIGHT[0] + (y[..., None] + low[1]) * RIGHT[1]) / scale
    best, first = np.full(x.shape, -np.inf), np.full(x.shape, -1)
    for piece, block in enumerate(geometry.piece_block):
        these = slice(geometry.face_start[piece], geometry.face_start[piece + 1])
        normal = geometry.normals[these]
        room = geometry.offsets[these] - (origin - body.centroid[block]) @ normal.T
        along = normal @ RIGHT[2]
        leave = np.where(along > 0, room / np.where(along > 0, along, 1.0), np.inf).min(axis=-1)
        enter = np.where(along < 0, room / np.where(along < 0, along, 1.0), -np.inf).max(axis=-1)
        nearer = (leave > enter) & (leave > best)
        best, first = np.where(nearer, leave, best), np.where(nearer, block, first)
    assert len(np.unique(first)) == len(body) + 1
    assert (found != first).sum() <= 2  # a pixel on an edge may go either way


def test_of_the_ground_only_what_is_near_is_drawn() -> None:
    """A slab cut by a box is the box that they have in common."""
    box = np.array([[-2.0, -1.0, -0.3], [2.5, 9.0, 5.0]])
    part = faces(heap(), [0], box)
    hull = ConvexHull(part.corners)
    assert part.corners.min(axis=0) == pytest.approx([-2.0, -1.0, -0.3])
    assert part.corners.max(axis=0) == pytest.approx([2.5, 1.5, 0.0])
    assert hull.volume == pytest.approx(4.5 * 2.5 * 0.3)
    area = sum(
        np.linalg.norm(np.cross(polygon[1:-1] - polygon[0], polygon[2:] - polygon[0]).sum(axis=0)) / 2
        for polygon in np.split(part.corners, part.start[1:-1])
    )
    assert area == pytest.approx(hull.area)
    for plane, polygon in zip(part.planes, np.split(part.corners, part.start[1:-1]), strict=True):
        assert polygon @ plane[:3] == pytest.approx(plane[3])
        assert np.cross(polygon[1] - polygon[0], polygon[2] - polygon[1]) @ plane[:3] > 0


def pixels(figure: Figure) -> Any:
    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    return np.array(canvas.buffer_rgba())


@pytest.mark.parametrize("projection", [None, "3d"])
def test_a_picture_covers_the_silhouette(projection: str | None) -> None:
    """In plain axes to scale: as many dots as the outline has area."""
    body = ds.Assembly([ds.Block.box((1.0, 2.0, 3.0), (0, 0, 1.5), name="box")])
    figure = Figure(figsize=(4, 4), dpi=100)
    ax: Any = figure.add_subplot(projection=projection)
    draw_3d(ax, body)
    picture = pixels(figure)[..., :3].astype(int)
    stone = (np.abs(picture - picture.mean(axis=2, keepdims=True)).max(axis=2) > 3) & (picture.max(axis=2) < 250)
    if projection is None:
        outline = ConvexHull(body.blocks[0].pieces[0].vertices @ RIGHT[:2].T).volume
        dot = np.ptp(ax.get_xlim()) / ax.get_window_extent().width
        assert stone.sum() * dot**2 == pytest.approx(outline, rel=0.05)
    else:
        assert stone.sum() > 2000
        assert [ax.get_xlabel(), ax.get_ylabel(), ax.get_zlabel()] == ["x (m)", "y (m)", "z (m)"]
        limits = [np.ptp(limit) for limit in (ax.get_xlim(), ax.get_ylim(), ax.get_zlim())]
        assert ax._box_aspect / ax._box_aspect[0] == pytest.approx(np.array(limits) / limits[0])


def test_the_side_towards_the_light_is_the_brightest() -> None:
    """Of a cube seen over its edge: the top, then the side to the left, then that to the right."""
    figure = Figure(figsize=(4, 4), dpi=100)
    ax = figure.add_subplot()
    draw_3d(ax, ds.Assembly([ds.Block.box((1, 1, 1), (0, 0, 0.5))]), view=(30.0, -45.0))
    picture = pixels(figure)[..., 0].astype(int)
    turn = directions(30.0, -45.0)

    def brightness(point: tuple[float, float, float]) -> int:
        column, row = ax.transData.transform(turn[:2] @ np.array(point))
        return int(picture[int(picture.shape[0] - row), int(column)])

    top, left, right = brightness((0, 0, 1)), brightness((0, -0.5, 0.5)), brightness((0.5, 0, 0.5))
    assert top > left + 10 > right + 20


def test_highlights_fixed_blocks_and_hidden_ones() -> None:
    """By the colours in the picture."""
    body = heap()

    def has_orange(**options: Any) -> bool:
        figure = Figure(figsize=(4, 3))
        draw_3d(figure.add_subplot(), body, **options)
        red, green, blue = np.moveaxis(pixels(figure)[..., :3].astype(int), 2, 0)
        return bool(((red - blue > 60) & (red > green)).sum() > 20)

    assert not has_orange()
    assert has_orange(highlight=["plate"])
    assert not has_orange(highlight=["plate"], blocks=["slab", "cube-1"])


def test_solids_beside_each_other_have_one_scale() -> None:
    body = arch()
    lifted = body.centroid + np.where(body.fixed[:, None], 0.0, [0.0, 0.0, 0.3])
    far = body.centroid.copy()
    far[4, 2] -= 300.0
    figure = solids_figure(body, [(None, None), (lifted, None), (far, None)], ["a", "b", "c"], columns=3)
    assert len({tuple(np.round([*ax.get_xlim(), *ax.get_ylim()], 9)) for ax in figure.axes}) == 1
    told = [text.get_text() for ax in figure.axes for text in ax.texts if "outside" in text.get_text()]
    assert told == [f"outside the picture: {body.names[4]}"]
    assert any(text.get_text().endswith(" m") for text in figure.axes[0].texts)
    assert pixels(figure).std() > 1.0


def test_a_round_block_has_no_edges_on_its_mantle() -> None:
    """A drum of many sides has an outline, which a box of as many joints has, too, and nothing between."""
    drum = multidrum_column(drums=1)
    figure = Figure(figsize=(4, 4), dpi=100)
    ax = figure.add_subplot()
    draw_3d(ax, drum, blocks=[drum.names[int(drum.movable[0])]], view=(0.0, 0.0))
    picture = pixels(figure)[..., :3].astype(int)
    row = picture[picture.shape[0] // 2 - 15, :, 0]
    inside = np.flatnonzero(row < 250)
    assert (row[inside[5:-5]] > 100).all()
