"""Assemblies, their friction, flat geometry and states."""

from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from drystone.errors import DrystoneError, UnknownNameError
from drystone.model import Assembly, Block, State
from drystone.structures import column

TURN = Rotation.from_rotvec([0.3, -0.7, 0.5]).as_matrix()


def three_blocks(**options: Any) -> Assembly:
    cloud = np.random.default_rng(0).normal(size=(12, 3)) + np.array([0, 0, 9])
    blocks = [
        Block.box((4, 2, 0.5), (0, 0, -0.25), fixed=True, name="ground"),
        Block.box((1, 1, 1), (0, 0, 0.5), density=1000, name="low"),
        Block.from_vertices(cloud),
    ]
    return Assembly(blocks, **options)


def test_order_names_and_indices() -> None:
    assembly = three_blocks()
    assert assembly.names == ("ground", "low", "block-2")
    np.testing.assert_array_equal(assembly.fixed, [True, False, False])
    np.testing.assert_array_equal(assembly.movable, [1, 2])
    np.testing.assert_array_equal(assembly.index, [-1, 0, 1])
    assert assembly.mass[1] == pytest.approx(1000)
    assert assembly.inertia.shape == (3, 3, 3)
    assert assembly.index_of("low") == 1
    assert len(assembly) == 3


def test_length_is_the_median_width_of_what_moves() -> None:
    boxes = [Block.box((1, 1, w), (0, 0, 5 * w)) for w in (0.2, 0.3, 0.8)]
    assert Assembly([*boxes, Block.box((9, 9, 9), (50, 0, 0), fixed=True)]).length == pytest.approx(0.3)
    assert Assembly([Block.box((9, 9, 4), fixed=True)]).length == pytest.approx(4)


def test_friction_entries_win_in_order() -> None:
    friction = {("ground", "low"): 0.1, ("ground", "*"): 0.3, ("*", "block-2"): 0.2, "default": 0.5}
    assembly = three_blocks(friction=friction)
    pairs = [(0, 1), (1, 0), (0, 2), (1, 2)]
    np.testing.assert_array_equal(assembly.pair_friction(pairs), [0.1, 0.1, 0.2, 0.2])
    other = three_blocks(friction={("ground", "*"): 0.3})
    np.testing.assert_array_equal(other.pair_friction(pairs), [0.3, 0.3, 0.3, 0.6])
    np.testing.assert_array_equal(three_blocks(friction=0.7).pair_friction(np.array(pairs)), [0.7] * 4)
    assert assembly.pair_friction(np.zeros((0, 2), dtype=np.int64)).shape == (0,)


def test_pair_friction_matches_a_dense_table() -> None:
    rng = np.random.default_rng(5)
    count = 20
    dense = np.full((count, count), 0.6)
    friction: dict[tuple[str, str], float] = {}
    for a, b in {tuple(sorted(p)) for p in rng.integers(count, size=(60, 2)).tolist() if p[0] != p[1]}:
        value = float(rng.uniform(0, 1))
        key = (f"block-{a}", f"block-{b}") if rng.uniform() < 0.5 else (f"block-{b}", f"block-{a}")
        friction[key] = value
        dense[a, b] = dense[b, a] = value
    assembly = Assembly([Block.box((1, 1, 1), (2.0 * i, 0, 0)) for i in range(count)], friction)
    pairs = np.array([(a, b) for a in range(count) for b in range(count) if a != b])
    np.testing.assert_array_equal(assembly.pair_friction(pairs), dense[pairs[:, 0], pairs[:, 1]])


@pytest.mark.parametrize(
    ("friction", "message"),
    [
        (-0.1, "friction must not be negative"),
        (np.nan, "friction must be finite"),
        ("high", "friction must be a number"),
        ({("ground", "low"): -1}, r"friction of \('ground', 'low'\) must not be negative"),
        ({"default": np.inf}, "friction of 'default' must be finite"),
        ({("ground", "roof"): 0.5}, "unknown block 'roof'; there are: block-2, ground, low"),
        ({"ground": 0.5}, "a friction key must be a pair"),
        ({("ground", "low", "low"): 0.5}, "a friction key must be a pair"),
        ({("*", "*"): 0.5}, "is the key 'default'"),
        ({("low", "low"): 0.5}, "names one block twice"),
        ({("low", "ground"): 0.5, ("ground", "low"): 0.4}, "given twice, as 0.5 and 0.4"),
        ({("low", "*"): 0.5, ("*", "low"): 0.4}, "given twice"),
    ],
)
def test_bad_friction_is_refused(friction: Any, message: str) -> None:
    with pytest.raises(DrystoneError, match=message):
        three_blocks(friction=friction)


def test_bad_assemblies_are_refused() -> None:
    box = Block.box((1, 1, 1), name="a")
    with pytest.raises(DrystoneError, match="at least 1 Block"):
        Assembly([])
    with pytest.raises(DrystoneError, match="put it in a list"):
        Assembly(box)  # type: ignore[arg-type]
    with pytest.raises(DrystoneError, match="entry 1 is 'b'"):
        Assembly([box, "b"])  # type: ignore[list-item]
    with pytest.raises(DrystoneError, match="two blocks are called 'a'"):
        Assembly([box, Block.box((1, 1, 1), name="a")])
    with pytest.raises(DrystoneError, match="two blocks are called 'block-1'"):
        Assembly([Block.box((1, 1, 1), name="block-1"), Block.box((1, 1, 1))])


def test_free_flight_is_allowed_until_something_needs_the_ground() -> None:
    assembly = Assembly([Block.box((1, 1, 1))])
    with pytest.raises(DrystoneError, match="equilibrium needs a fixed block"):
        assembly.require_fixed("equilibrium")
    three_blocks().require_fixed("equilibrium")


def test_unknown_names_of_a_large_assembly_list_a_few() -> None:
    assembly = Assembly([Block.box((1, 1, 1), (2.0 * i, 0, 0)) for i in range(50)])
    with pytest.raises(UnknownNameError, match=r"unknown block 'x'.*block-0, .*\(50 in all\)"):
        assembly.index_of("x")


def test_geometry_holds_the_shapes_in_body_frames() -> None:
    pair = Block.union([Block.box((1, 1, 1), (5, 0, 0)), Block.box((1, 2, 1), (6, 0, 0))])
    blocks = [*three_blocks().blocks, pair]
    assembly = Assembly(blocks)
    g = assembly.geometry
    pieces = [(i, piece) for i, block in enumerate(blocks) for piece in block.pieces]
    np.testing.assert_array_equal(g.piece_block, [0, 1, 2, 3, 3])
    for p, (i, piece) in enumerate(pieces):
        vertices = slice(g.vertex_start[p], g.vertex_start[p + 1])
        faces = slice(g.face_start[p], g.face_start[p + 1])
        edges = slice(g.edge_start[p], g.edge_start[p + 1])
        body = g.vertices[vertices]
        np.testing.assert_allclose(body + blocks[i].centroid, piece.vertices, atol=1e-14)
        height = body @ g.normals[faces].T - g.offsets[faces]
        assert height.max() == pytest.approx(0, abs=1e-13)
        assert g.radius[p] == pytest.approx(np.linalg.norm(body, axis=1).max())
        assert g.width[p] == piece.width
        assert g.inset[p] == 0.01 * piece.width
        for f in range(faces.start, faces.stop):
            loop = g.loops[g.loop_start[f] : g.loop_start[f + 1]]
            np.testing.assert_array_equal(loop - vertices.start, piece.faces[f - faces.start])
        np.testing.assert_array_equal(g.edges[edges] - vertices.start, piece.edges)
        np.testing.assert_array_equal(g.edge_faces[edges] - faces.start, piece.edge_faces)
        shrunk = g.inset_vertices[g.inset_start[p] : g.inset_start[p + 1]]
        depth = (g.offsets[faces] - shrunk @ g.normals[faces].T).min()
        assert depth == pytest.approx(g.inset[p], rel=1e-8)
    assert g.piece_count == 5
    assert g.vertex_start[-1] == len(g.vertices)
    assert g.loop_start[-1] == len(g.loops)
    assert g.inset_start[-1] == len(g.inset_vertices)


def test_geometry_is_the_same_every_time() -> None:
    first, second = three_blocks().geometry, three_blocks().geometry
    for name in first.__dataclass_fields__:
        np.testing.assert_array_equal(getattr(first, name), getattr(second, name))


def test_initial_state() -> None:
    assembly = three_blocks()
    velocity = np.zeros((3, 6))
    velocity[1, 2] = -1.0
    state = State.initial(assembly, velocity)
    np.testing.assert_array_equal(state.position, assembly.centroid)
    np.testing.assert_array_equal(state.rotation, np.broadcast_to(np.eye(3), (3, 3, 3)))
    np.testing.assert_array_equal(state.velocity, velocity)
    assert state.time == 0.0
    np.testing.assert_array_equal(State.initial(assembly).velocity, 0.0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"position": np.zeros((2, 2))}, r"position must have the shape \(n, 3\)"),
        ({"rotation": np.zeros((1, 3, 3))}, r"rotation must have the shape \(2, 3, 3\)"),
        ({"rotation": 1.1 * np.eye(3)[None].repeat(2, 0)}, "rotation must be orthonormal"),
        ({"velocity": np.full((2, 6), np.nan)}, "velocity must be finite"),
        ({"velocity": np.zeros((2, 3))}, r"velocity must have the shape \(2, 6\)"),
        ({"time": np.inf}, "time must be finite"),
    ],
)
def test_bad_states_are_refused(change: dict[str, Any], message: str) -> None:
    good = {
        "position": np.zeros((2, 3)),
        "rotation": np.array([np.eye(3), TURN]),
        "velocity": np.zeros((2, 6)),
    }
    State(**good)  # type: ignore[arg-type]
    with pytest.raises(DrystoneError, match=message):
        State(**(good | change))


def test_initial_velocities_of_the_movable_blocks_alone() -> None:
    assembly = three_blocks()
    state = State.initial(assembly, np.ones((len(assembly.movable), 6)))
    assert np.array_equal(state.velocity, np.where(assembly.fixed[:, None], 0.0, np.ones((3, 6))))


def test_bad_initial_velocities_are_refused() -> None:
    with pytest.raises(DrystoneError, match=r"initial velocity must have the shape \(3, 6\) or \(2, 6\)"):
        State.initial(three_blocks(), np.zeros((4, 6)))
    with pytest.raises(DrystoneError, match="block 'ground' is fixed"):
        State.initial(three_blocks(), np.ones((3, 6)))


def test_masses_and_volumes_are_not_changed_in_place() -> None:
    """They are the blocks'."""
    assembly = column(1)
    for array in (assembly.mass, assembly.volume):
        with pytest.raises(ValueError, match="read-only"):
            array[1] = 1.0
