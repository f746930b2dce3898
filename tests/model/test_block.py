"""Shapes and mass properties of single blocks."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from drystone.errors import DrystoneError
from drystone.model import Block, Polyhedron, overlap_depth

ROUNDING = 1e-12  # relative; a few hundred operations on doubles
CUBE_CORNERS = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
CUBE_FACES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
SECOND_CUBE_FACES = [tuple(i + 8 for i in face) for face in CUBE_FACES]
TETRAHEDRON_FACES = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
TURN = Rotation.from_rotvec([0.3, -0.7, 0.5]).as_matrix()


def random_hull(seed: int, count: int = 30) -> Block:
    return Block.from_vertices(np.random.default_rng(seed).normal(size=(count, 3)) * (1.0, 0.7, 0.4), density=1500)


def test_box_has_the_textbook_mass_and_inertia() -> None:
    a, b, c = 0.5, 0.3, 1.7
    block = Block.box((a, b, c), center=(4, -2, 9), density=1800)
    mass = 1800 * a * b * c
    assert block.mass == pytest.approx(mass, rel=ROUNDING)
    np.testing.assert_allclose(block.centroid, (4, -2, 9), rtol=ROUNDING)
    expected = mass / 12 * np.diag([b * b + c * c, a * a + c * c, a * a + b * b])
    np.testing.assert_allclose(block.inertia, expected, rtol=ROUNDING, atol=ROUNDING * mass)


def test_rotated_box_turns_its_inertia() -> None:
    block = Block.box((1, 2, 3), center=(1, 1, 1), rotation=TURN)
    straight = Block.box((1, 2, 3))
    np.testing.assert_allclose(block.inertia, TURN @ straight.inertia @ TURN.T, rtol=1e-11, atol=1e-8)
    moments, axes = block.principal_inertia
    np.testing.assert_allclose(moments, np.diag(straight.inertia)[::-1], rtol=ROUNDING)
    np.testing.assert_allclose(axes @ np.diag(moments) @ axes.T, block.inertia, rtol=1e-11, atol=1e-8)
    assert np.linalg.det(axes) == pytest.approx(1.0)


def test_corner_tetrahedron_has_the_textbook_moments() -> None:
    # x, y, z >= 0, x/a + y/b + z/c <= 1: volume V = abc/6, centroid (a, b, c)/4;
    # about the centroid the integral of x^2 is 3/80 a^2 V and that of xy is -1/80 ab V
    a, b, c = 1.0, 2.0, 3.0
    block = Block.from_vertices([(0, 0, 0), (a, 0, 0), (0, b, 0), (0, 0, c)], density=1.0)
    volume = a * b * c / 6
    assert block.volume == pytest.approx(volume, rel=ROUNDING)
    np.testing.assert_allclose(block.centroid, (a / 4, b / 4, c / 4), rtol=ROUNDING)
    second = volume / 80 * (4 * np.diag([a * a, b * b, c * c]) - np.outer((a, b, c), (a, b, c)))
    np.testing.assert_allclose(block.inertia, np.trace(second) * np.eye(3) - second, rtol=ROUNDING)


@pytest.mark.parametrize("seed", range(5))
def test_inertia_is_covariant(seed: int) -> None:
    block = random_hull(seed)
    moved = Block.from_vertices(block.pieces[0].vertices @ TURN.T + (3.0, -5.0, 2.0), density=block.density)
    assert moved.mass == pytest.approx(block.mass, rel=1e-12)
    np.testing.assert_allclose(moved.centroid, TURN @ block.centroid + (3.0, -5.0, 2.0), atol=1e-12)
    scale = np.abs(block.inertia).max()
    np.testing.assert_allclose(moved.inertia, TURN @ block.inertia @ TURN.T, atol=1e-11 * scale)


@pytest.mark.parametrize("seed", range(5))
def test_halves_of_a_hull_add_up_to_the_whole(seed: int) -> None:
    whole = random_hull(seed)
    points, edges = whole.pieces[0].vertices, whole.pieces[0].edges
    height = points @ (0.6, 0.0, 0.8)
    ends = height[edges]
    crossing = edges[(ends[:, 0] < 0) != (ends[:, 1] < 0)]
    t = height[crossing[:, 0]] / (height[crossing[:, 0]] - height[crossing[:, 1]])
    cut = points[crossing[:, 0]] + t[:, None] * (points[crossing[:, 1]] - points[crossing[:, 0]])
    halves = [Block.from_vertices(np.vstack([points[side], cut])) for side in (height < 0, height >= 0)]
    union = Block.union(halves, density=whole.density)
    assert union.mass == pytest.approx(whole.mass, rel=1e-11)
    np.testing.assert_allclose(union.centroid, whole.centroid, atol=1e-11)
    np.testing.assert_allclose(union.inertia, whole.inertia, atol=1e-10 * np.abs(whole.inertia).max())


def test_union_of_two_boxes_is_one_box() -> None:
    left, right = Block.box((1, 1, 1), (-0.5, 0, 0)), Block.box((2, 1, 1), (1, 0, 0))
    union, whole = Block.union([left, right]), Block.box((3, 1, 1), (0.5, 0, 0))
    assert union.mass == pytest.approx(whole.mass)
    np.testing.assert_allclose(union.centroid, whole.centroid, atol=1e-14)
    np.testing.assert_allclose(union.inertia, whole.inertia, rtol=ROUNDING, atol=1e-9)
    assert len(union.pieces) == 2


def test_voussoir_has_the_volume_of_its_trapezium() -> None:
    half = np.deg2rad(10.0)
    inner, outer, depth = 4.0, 5.0, 0.8
    profile = [(r * np.sin(s * half), r * np.cos(s * half)) for r in (inner, outer) for s in (-1, 1)]
    block = Block.from_vertices([(x, y, z) for x, z in profile for y in (0.0, depth)])
    area = 0.5 * (outer**2 - inner**2) * np.sin(2 * half)  # triangle minus triangle
    assert block.volume == pytest.approx(area * depth, rel=ROUNDING)
    assert sorted(len(face) for face in block.pieces[0].faces) == [4] * 6


@pytest.mark.parametrize("turn", [np.eye(3), TURN])
def test_hull_of_a_box_with_surplus_points_has_six_quadrilaterals(turn: np.ndarray) -> None:
    corners = np.array(CUBE_CORNERS, dtype=float)
    surplus = [
        corners.mean(axis=0),
        corners[:4].mean(axis=0),
        corners[:2].mean(axis=0),
        corners[0] + (0, 0, 0.3),
    ]
    piece = Block.from_vertices(np.vstack([surplus, corners]) @ turn.T).pieces[0]
    assert [len(face) for face in piece.faces] == [4] * 6
    np.testing.assert_array_equal(piece.vertices, corners @ turn.T)
    assert len(piece.edges) == 12


@pytest.mark.parametrize("noise", [1e-13, 1e-9, 1e-7])
def test_hull_merges_faces_that_are_plane_up_to_rounded_coordinates(noise: float) -> None:
    rng = np.random.default_rng(7)
    grid = np.array([(x, y, z) for x in (0, 0.5, 1) for y in (0, 0.5, 1) for z in (0, 1)], dtype=float)
    points = grid + noise * rng.uniform(-1, 1, grid.shape)
    piece = Block.from_vertices(points).pieces[0]
    assert len(piece.faces) == 6
    corners = points[~np.any(grid == 0.5, axis=1)]
    assert {tuple(vertex) for vertex in piece.vertices} == {tuple(corner) for corner in corners}


@pytest.mark.parametrize("make", [lambda: random_hull(3), lambda: Block.box((1, 2, 3), rotation=TURN)])
def test_faces_edges_and_halfspaces_agree(make: Callable[[], Block]) -> None:
    piece = make().pieces[0]
    assert len(piece.vertices) - len(piece.edges) + len(piece.faces) == 2
    height = piece.vertices @ piece.normals.T - piece.offsets
    assert height.max() <= 1e-12
    for i, face in enumerate(piece.faces):
        np.testing.assert_allclose(height[list(face), i], 0, atol=1e-12)
        assert (height.max(axis=0)[i]) == pytest.approx(0, abs=1e-12)
    for (a, b), (left, right) in zip(piece.edges, piece.edge_faces, strict=True):
        assert a < b
        assert {a, b} <= set(piece.faces[left]) & set(piece.faces[right])
        loop = piece.faces[left]
        assert loop[(loop.index(a) + 1) % len(loop)] == b


@pytest.mark.parametrize(
    "block",
    [Block.box((1, 2, 3), rotation=TURN), random_hull(1), random_hull(2, 8),
     Block.from_vertices([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]),
     Block.from_vertices([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0.4, 0.4, 0.9)])],
)  # fmt: skip
def test_inset_copy_lies_inside_by_the_inset(block: Block) -> None:
    piece = block.pieces[0]
    inset = 0.01 * piece.width
    points = piece.inset_vertices(inset)
    depth = piece.offsets - points @ piece.normals.T
    assert depth.min() == pytest.approx(inset, rel=1e-9)
    # every face is moved by the inset as long as the copy is a small one: its plane touches the copy
    np.testing.assert_allclose(depth.min(axis=0), inset, rtol=1e-6)
    np.testing.assert_array_equal(points, piece.inset_vertices(inset))
    assert len(np.unique(points.round(9), axis=0)) == len(points)


def test_mesh_of_triangles_becomes_polygons() -> None:
    triangles = [(f[0], f[i], f[i + 1]) for f in CUBE_FACES for i in (1, 2)]
    block = Block.from_mesh(CUBE_CORNERS, triangles, density=1000)
    assert block.mass == pytest.approx(1000)
    assert [len(face) for face in block.pieces[0].faces] == [4] * 6


@pytest.mark.parametrize(
    ("shift", "depth"), [((1.0, 0, 0), 0.0), ((0.9, 0, 0), 0.1), ((1.5, 0, 0), -0.5), ((0.95, 0.8, 0), 0.05)]
)
def test_overlap_depth_of_two_cubes(shift: tuple[float, float, float], depth: float) -> None:
    a, b = Block.box((1, 1, 1)).pieces[0], Block.box((1, 1, 1), shift).pieces[0]
    assert overlap_depth(a, b) == pytest.approx(depth, abs=1e-12)


def test_overlap_depth_sees_a_gap_between_crossed_edges() -> None:
    # two bars with their edges facing each other, crossed: only the cross product of the edges separates them
    lower = Block.box((4, 1, 1), rotation=Rotation.from_euler("x", 45, degrees=True).as_matrix())
    turn = Rotation.from_euler("xz", [45, 90], degrees=True).as_matrix()
    upper = Block.box((4, 1, 1), (0, 0, np.sqrt(2) + 0.01), rotation=turn)
    assert overlap_depth(lower.pieces[0], upper.pieces[0]) == pytest.approx(-0.01, abs=1e-12)


BAD: dict[str, tuple[Callable[[], Any], str]] = {
    "size zero": (lambda: Block.box((1, 0, 1)), "entries of size must be positive"),
    "size NaN": (lambda: Block.box((1, np.nan, 1), name="a"), "block 'a': size must be finite"),
    "size shape": (lambda: Block.box((1, 1)), r"size must be 3 numbers"),
    "center words": (lambda: Block.box((1, 1, 1), ("x", 0, 0)), "center must be 3 numbers"),
    "center infinite": (lambda: Block.box((1, 1, 1), (np.inf, 0, 0)), "center must be finite"),
    "density zero": (lambda: Block.box((1, 1, 1), density=0), "density of the block must be positive"),
    "density negative": (lambda: Block.box((1, 1, 1), density=-3, name="a"), "density of block 'a'"),
    "density NaN": (lambda: Block.from_vertices(CUBE_CORNERS, density=np.nan), "density of .* must be finite"),
    "density text": (lambda: Block.from_vertices(CUBE_CORNERS, density="x"), "must be a number"),  # type: ignore[arg-type]
    "name star": (lambda: Block.box((1, 1, 1), name="*"), "name must not be '\\*'"),
    "rotation as a vector": (lambda: Block.box((1, 1, 1), rotation=(0, 0, 0.1)), r"from_rotvec\(vector\)"),
    "rotation scaled": (lambda: Block.box((1, 1, 1), rotation=2 * np.eye(3)), "rotation must be orthonormal"),
    "rotation mirrored": (lambda: Block.box((1, 1, 1), rotation=np.diag([1, 1, -1])), "determinant"),
    "few points": (lambda: Block.from_vertices(CUBE_CORNERS[:3]), "at least 4 points"),
    "flat points": (lambda: Block.from_vertices([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]), "flat"),
    "nearly flat": (lambda: Block.from_vertices(np.array(CUBE_CORNERS) * (1, 1, 1e-8)), "flat"),
    "NaN points": (lambda: Block.from_vertices([*CUBE_CORNERS[:7], (0, np.nan, 0)]), "must be finite"),
    "open mesh": (lambda: Block.from_mesh(CUBE_CORNERS, CUBE_FACES[:-1]), "open"),
    "inverted mesh": (lambda: Block.from_mesh(CUBE_CORNERS, [f[::-1] for f in CUBE_FACES]), "inverted"),
    "one face turned": (
        lambda: Block.from_mesh(CUBE_CORNERS, [CUBE_FACES[0][::-1], *CUBE_FACES[1:]]), "turned round",
    ),
    "face index": (lambda: Block.from_mesh(CUBE_CORNERS, [*CUBE_FACES[:-1], (1, 5, 7, 8)]), "face 5 must be whole"),
    "face repeats": (
        lambda: Block.from_mesh(CUBE_CORNERS, [*CUBE_FACES[:-1], (1, 5, 5, 3)]), "3 different vertices",
    ),
    "unused vertex": (lambda: Block.from_mesh([*CUBE_CORNERS, (9, 9, 9)], CUBE_FACES), "vertex 8 belongs to no"),
    "few faces": (lambda: Block.from_mesh(CUBE_CORNERS, CUBE_FACES[:3]), "at least 4 vertices and 4 faces"),
    "flat mesh": (
        lambda: Block.from_mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)], TETRAHEDRON_FACES), "flat",
    ),
    "no area": (
        lambda: Block.from_mesh([(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 1)], TETRAHEDRON_FACES), "no area",
    ),
    "bent face": (
        lambda: Block.from_mesh([*CUBE_CORNERS[:7], (1, 1, 1.01)], CUBE_FACES), "not planar",
    ),
    "dented mesh": (
        lambda: Block.from_mesh(
            [*CUBE_CORNERS, (0.5, 0.5, 0.6)],
            [*CUBE_FACES[:-1], *[(a, b, 8) for a, b in ((1, 5), (5, 7), (7, 3), (3, 1))]],
        ), "not convex",
    ),
    "two shells": (
        lambda: Block.from_mesh([*CUBE_CORNERS, *CUBE_CORNERS], [*CUBE_FACES, *SECOND_CUBE_FACES]),
        "one simple closed surface",
    ),
    "empty union": (lambda: Block.union([], name="u"), "union block 'u' must be a list of at least 1 Block"),
    "overlapping union": (
        lambda: Block.union([Block.box((1, 1, 1), name="a"), Block.box((1, 1, 1), (0.9, 0, 0), name="b")]),
        "'a' and 'b' overlap by 0.1 m",
    ),
    "densities of a union": (
        lambda: Block.union([Block.box((1, 1, 1)), Block.box((1, 1, 1), (1, 0, 0), density=1.0)]),
        "differ in density",
    ),
    "a mesh that is none, though nothing deforms": (
        lambda: Block.box((1, 1, 1), name="b", mesh="nonsense"),
        r"mesh of block 'b' must be \(n, m, k\), .* got 'nonsense'",
    ),
    "modes of a rigid block": (lambda: Block.box((1, 1, 1), name="b").elastic, "'b' is rigid: it has no material"),
    "no pieces": (lambda: Block(()), "pieces of the block must be a list of at least 1 Polyhedron"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_bad_blocks_are_refused(case: str) -> None:
    make, message = BAD[case]
    with pytest.raises(DrystoneError, match=message):
        make()


def test_polyhedron_takes_lists_and_keeps_read_only_arrays() -> None:
    piece = Polyhedron(CUBE_CORNERS, CUBE_FACES)  # type: ignore[arg-type]
    assert piece.width == pytest.approx(1)
    with pytest.raises(ValueError, match="read-only"):
        piece.vertices[0, 0] = 1.0
