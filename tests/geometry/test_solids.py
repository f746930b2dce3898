"""Surfaces become convex pieces of the same volume: cutting, parting, planes, cleaning."""

import numpy as np
import pytest

from drystone.errors import DrystoneError
from drystone.geometry.cells import Plane, box_around, cut
from drystone.geometry.mesh import BlockMesh, cleaned, solid_pieces, volume_of, winding_number
from drystone.geometry.solid import ROUNDING, faced, solid_of, triangles
from drystone.model import Block
from drystone.numerics.rotations import exponential

from .models import BOX, CORNERS, area_of, prism

EXACT = 1e-9  # relative: planes through the very corners, rounding of some tens of operations

OUTLINES: dict[str, list[tuple[float, float]]] = {
    "L": [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)],
    "U": [(0, 0), (3, 0), (3, 2), (2, 2), (2, 1), (1, 1), (1, 2), (0, 2)],
    "T": [(0, 0), (3, 0), (3, 1), (2, 1), (2, 3), (1, 3), (1, 1), (0, 1)],
    "plus": [(1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (2, 2), (2, 3), (1, 3), (1, 2), (0, 2), (0, 1), (1, 1)],
    "arrow": [(0, 0), (2, 1), (0, 2), (0.7, 1)],
    "star": [(r * np.cos(a), r * np.sin(a)) for k in range(10) for r, a in [((1.0, 0.45)[k % 2], k * np.pi / 5)]],
}
FEWEST = {"L": 2, "U": 3, "T": 2, "plus": 3, "arrow": 2, "star": 4}
"""Convex parts that each needs at least: one more than its reflex corners halved, as a plane can end two of them; that
many are asked but of the star, whose cells are joined two by two."""


def mesh_of(vertices: np.ndarray, faces: tuple[tuple[int, ...], ...], name: str = "stone") -> BlockMesh:
    return cleaned(BlockMesh(name, np.asarray(vertices, dtype=float), faces))


def turned(seed: int) -> np.ndarray:
    return exponential(np.random.default_rng(seed).normal(size=(1, 3)))[0]


@pytest.mark.parametrize("seed", range(5))
def test_cutting_keeps_the_volume_and_puts_each_part_on_its_side(seed: int) -> None:
    drawn = np.random.default_rng(seed)
    cells = [box_around(CORNERS, 0.0)]
    for _ in range(6):
        normal = drawn.normal(size=3)
        normal /= np.linalg.norm(normal)
        plane = Plane(normal, float(normal @ drawn.uniform(0.2, 0.8, 3)))
        halves = [cut(cell, plane, 1e-9) for cell in cells]
        for below, above in halves:
            assert below is None or (below.vertices @ plane.normal - plane.offset).max() < 1e-8
            assert above is None or (above.vertices @ plane.normal - plane.offset).min() > -1e-8
        cells = [half for both in halves for half in both if half is not None]
    assert len(cells) > 8
    assert sum(cell.volume for cell in cells) == pytest.approx(1.0, rel=EXACT)
    assert min(cell.volume for cell in cells) > 0.0


def test_a_plane_through_corners_parts_a_box_into_two_wedges() -> None:
    below, above = cut(box_around(CORNERS, 0.0), Plane(np.array([1.0, -1.0, 0.0]) / np.sqrt(2.0), 0.0), 1e-9)
    assert below is not None
    assert above is not None
    assert (len(below.vertices), len(above.vertices)) == (6, 6)
    assert [below.volume, above.volume] == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize("name", OUTLINES)
def test_winding_numbers_tell_inside_from_outside(name: str) -> None:
    """Against the rule of even and odd crossings in the plane of the outline."""
    outline = OUTLINES[name]
    vertices, faces = prism(outline)
    for point in np.random.default_rng(1).uniform(-0.5, 3.5, (60, 2)):
        crossings = sum(
            (y1 > point[1]) != (y2 > point[1]) and point[0] < x1 + (point[1] - y1) / (y2 - y1) * (x2 - x1)
            for (x1, y1), (x2, y2) in zip(outline, [*outline[1:], outline[0]], strict=True)
        )
        assert winding_number(np.append(point, 0.4), vertices, faces) == pytest.approx(crossings % 2, abs=1e-9)


@pytest.mark.parametrize("name", OUTLINES)
@pytest.mark.parametrize("seed", [None, 1, 2])
def test_a_block_that_is_not_convex_becomes_few_pieces_of_its_volume(name: str, seed: int | None) -> None:
    vertices, faces = prism(OUTLINES[name], 0.6)
    rotation = np.eye(3) if seed is None else turned(seed)
    solid = solid_of(faced(mesh_of(vertices @ rotation.T + [3.0, -1.0, 2.0], faces)))
    assert sum(piece.volume for piece in solid.pieces) == pytest.approx(0.6 * area_of(OUTLINES[name]), rel=EXACT)
    assert len(solid.pieces) <= FEWEST[name] + (name == "star") * 3
    union = Block.union([Block((piece,)) for piece in solid.pieces])  # refuses pieces that overlap
    assert union.volume == pytest.approx(solid.pieces[0].volume + sum(piece.volume for piece in solid.pieces[1:]))


def test_an_l_has_the_mass_properties_of_two_boxes() -> None:
    vertices, faces = prism(OUTLINES["L"], 0.5)
    block = Block(solid_of(faced(mesh_of(vertices, faces))).pieces)
    boxes = Block.union([Block.box((2, 1, 0.5), (1, 0.5, 0.25)), Block.box((1, 1, 0.5), (0.5, 1.5, 0.25))])
    assert block.mass == pytest.approx(boxes.mass, rel=EXACT)
    assert np.allclose(block.centroid, boxes.centroid, atol=1e-9)
    assert np.allclose(block.inertia, boxes.inertia, rtol=1e-9, atol=1e-6)


def test_a_mesh_is_cleaned_whatever_way_its_faces_run() -> None:
    """Triangles each with vertices of their own, as in STL, some inverted, some twice."""
    loops = [tri for face in BOX for tri in ((face[0], face[1], face[2]), (face[0], face[2], face[3]))]
    drawn = np.random.default_rng(3)
    loops = [loop[::-1] if drawn.random() < 0.5 else loop for loop in [*loops, *loops[:5]]]
    soup = np.vstack([CORNERS[list(loop)] for loop in loops])
    mesh = mesh_of(soup, tuple((3 * i, 3 * i + 1, 3 * i + 2) for i in range(len(loops))))
    assert len(mesh.vertices) == 8
    assert len(mesh.faces) == 12
    assert volume_of(mesh.vertices, mesh.faces) == pytest.approx(1.0, rel=EXACT)
    (piece,) = solid_of(faced(mesh)).pieces
    assert len(piece.faces) == 6


def test_pieces_that_are_apart_are_blocks_of_their_own() -> None:
    faces = (*BOX, *(tuple(i + 8 for i in face) for face in BOX))
    both = mesh_of(np.vstack([CORNERS, CORNERS + np.array([3, 0, 0])]), faces)
    pieces = solid_pieces(both)
    assert [piece.name for piece in pieces] == ["stone-1", "stone-2"]
    assert [volume_of(piece.vertices, piece.faces) for piece in pieces] == [pytest.approx(1.0), pytest.approx(1.0)]


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        (BOX[1:], "its surface is open: 4 edges of 12"),
        ((*BOX, (0, 1, 7)), "open: 2 edges of 14"),
        ((*BOX, (0, 1, 7), (1, 0, 6)), "more than two faces|open"),
    ],
)
def test_a_surface_that_is_not_closed_is_refused(faces: tuple[tuple[int, ...], ...], said: str) -> None:
    with pytest.raises(DrystoneError, match=said):
        mesh_of(CORNERS, faces)


@pytest.mark.parametrize("digits", [3, 4, 6])
def test_coordinates_that_were_rounded_make_planar_faces(digits: int) -> None:
    """A stone of half a metre, turned, in millimetres and finer: corners move by rounding, the volume too."""
    corners = (0.5 * CORNERS) @ turned(4).T
    rounded = np.round(corners, digits)
    block = faced(mesh_of(rounded, BOX), mend=digits == 3)
    (piece,) = solid_of(block).pieces
    assert len(piece.faces) == 6
    assert block.moved <= 2 * 10.0**-digits
    assert piece.volume == pytest.approx(0.125, rel=20 * 10.0**-digits)
    nearest = np.min(np.linalg.norm(piece.vertices[:, None] - corners[None], axis=2), axis=1)
    assert nearest.max() < 5 * 10.0**-digits


@pytest.mark.parametrize(("off", "mend"), [(2e-4, False), (3e-4, True), (3e-3, True)])
@pytest.mark.parametrize("name", OUTLINES)
def test_faces_of_triangles_are_read_like_whole_ones(name: str, off: float, mend: bool) -> None:
    """Corners off by up to so many metres; faces parted into triangles have the same corners and area vectors."""
    vertices, faces = prism(OUTLINES[name], 0.6)
    drawn = np.random.default_rng(1)
    vertices = vertices @ turned(2).T + drawn.uniform(-off, off, vertices.shape)
    parted = [triangle for face in faces for triangle in triangles(vertices, (*face[1:], face[0]))]
    whole, of_triangles = (solid_of(faced(mesh_of(vertices, tuple(own)), mend)) for own in (faces, parted))
    assert len(of_triangles.pieces) == len(whole.pieces)
    assert sum(p.volume for p in of_triangles.pieces) == pytest.approx(sum(p.volume for p in whole.pieces), rel=1e-9)
    corners = np.vstack([piece.vertices for piece in whole.pieces])
    for corner in np.vstack([piece.vertices for piece in of_triangles.pieces]):
        assert np.linalg.norm(corners - corner, axis=1).min() < 1e-9


def test_triangles_without_height_belong_to_the_face_beside_them() -> None:
    """The cap of an L parted along the line through three of its corners, one of them 0.1 mm off it."""
    vertices, faces = prism(OUTLINES["L"], 0.6)
    vertices[9, :2] -= 1e-4  # of the cap's corners 7, 9 and 11 on a line
    vertices[9, 2] += 2e-4
    cap = ((6, 7, 11), (7, 9, 11), (7, 8, 9), (9, 10, 11))
    parted = (*cap, *(face for face in faces if set(face) != set(range(6, 12))))
    block = faced(mesh_of(vertices, parted), mend=True)
    assert len(block.planes) == 8
    assert len(solid_of(block).pieces) == 2


def test_a_face_that_is_warped_is_refused_and_mended() -> None:
    """The top of a stone lifted at one corner by 4 % of its size: two facets, within the volume of both diagonals."""
    corners = CORNERS.copy()
    corners[7, 2] += 0.04 * np.sqrt(3)
    with pytest.raises(DrystoneError, match=r"a face is not planar: .* Mending fits planes"):
        faced(mesh_of(corners, BOX))
    solid = solid_of(faced(mesh_of(corners, BOX), mend=True))
    volume = sum(piece.volume for piece in solid.pieces)
    third = 0.04 * np.sqrt(3) / 3
    assert 1.0 + 0.5 * third <= volume * (1 + 1e-3)
    assert volume <= (1.0 + third) * (1 + 1e-2)


@pytest.mark.parametrize("name", OUTLINES)
def test_triangles_of_a_concave_polygon_cover_it(name: str) -> None:
    outline = np.array(OUTLINES[name], dtype=float)
    vertices = np.column_stack([outline, np.zeros(len(outline))])
    found = triangles(vertices, tuple(range(len(outline))))
    assert len(found) == len(outline) - 2
    areas = [0.5 * np.cross(vertices[b] - vertices[a], vertices[c] - vertices[a])[2] for a, b, c in found]
    assert min(areas) > 0.0
    assert sum(areas) == pytest.approx(area_of(OUTLINES[name]), rel=EXACT)


def test_rounding_is_less_than_what_a_stone_in_millimetres_has() -> None:
    assert ROUNDING * np.sqrt(3) * 0.5 < 0.5e-3
