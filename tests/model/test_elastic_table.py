"""Blocks that are the same but turned share their modes."""

from dataclasses import replace

import numpy as np

import drystone as ds
from drystone.checks import FloatArray
from drystone.structures import dome

STONE = ds.Material(10e9, 0.2, 2000.0)


def flexibility(shapes: FloatArray, frequency: FloatArray) -> FloatArray:
    """What unit forces at points displace points by, Phi diag(1/omega^2) Phi': free of the choice of the modes."""
    return np.einsum("pim,m,qjm->piqj", shapes, 1.0 / frequency**2, shapes)


def test_turned_blocks_deform_like_their_own() -> None:
    assembly = dome(rings=3, sectors=6).of_material(STONE)
    table = assembly.elastic
    movable = [b for b, block in enumerate(assembly.blocks) if not block.fixed]
    assert len(table.bodies) <= len(movable) / 3
    for b in movable[::5]:
        block = assembly.blocks[b]
        points = block.pieces[0].vertices - block.centroid
        shared = flexibility(table.shapes_at(np.full(len(points), b), points), table.frequency[b])
        own = flexibility(block.elastic.shapes_at(points), block.elastic.vibration[0])
        np.testing.assert_allclose(shared, own, atol=1e-9 * np.abs(own).max())


def test_a_mesh_of_its_own_along_the_axes_is_not_turned() -> None:
    size = (0.6, 0.3, 0.2)
    quarter = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    for mesh, bodies in (((2, 2, 2), 1), ((3, 1, 1), 2)):
        pair = [
            ds.Block.box(size, material=STONE, mesh=mesh),
            ds.Block.box(size, (5, 0, 0), rotation=quarter, material=STONE, mesh=mesh),
        ]
        assert len(ds.Assembly(pair).elastic.bodies) == bodies


def test_compiled_modes_are_those_of_the_meshes() -> None:
    """Hexahedra of many blocks at once, of different meshes beside others: each point as its own body has it."""
    assembly = dome(rings=3, sectors=6).of_material(STONE, mesh=(2, 3, 2))
    blocks = list(assembly.blocks)
    blocks[1], blocks[2] = blocks[1].of_material(STONE, mesh="tetrahedra"), blocks[2].of_material(STONE, mesh="affine")
    uniform = replace(STONE, modes=6)
    blocks[3], blocks[4] = blocks[3].of_material(uniform), blocks[4].of_material(uniform, mesh="tetrahedra")
    table = ds.Assembly(blocks).elastic
    random = np.random.default_rng(5)
    chosen = random.integers(0, len(blocks), 60)
    points = np.array([random.choice(blocks[b].pieces[0].vertices) - blocks[b].centroid for b in chosen])
    points *= random.uniform(0.2, 1.02, (60, 1))
    along, q = random.normal(size=(60, 3, 3)), random.normal(size=(len(blocks), table.count))
    expected = np.zeros((60, 3, table.count))
    for p, b in enumerate(chosen):
        if table.number[b] >= 0:
            own = table.frame[b] @ table.bodies[table.number[b]].shapes_at((table.frame[b].T @ points[p])[None])[0]
            expected[p, :, : own.shape[1]] = own
    size = np.abs(expected).max()
    np.testing.assert_allclose(table.shapes_at(chosen, points), expected, atol=1e-13 * size)
    np.testing.assert_allclose(table.shapes_at(chosen, points, along), along @ expected, atol=1e-12 * size)
    moved = np.einsum("pim,pm->pi", expected, q[chosen])
    np.testing.assert_allclose(table.displacements_at(chosen, points, q), moved, atol=1e-12 * np.abs(moved).max())
