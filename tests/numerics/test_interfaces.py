"""Interfaces of contacts: the same operator as D's blocks, found where it has that form and nowhere else."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import drystone as ds
from drystone.numerics.cholesky.assembly import pairs_of
from drystone.numerics.interfaces import find_interfaces
from drystone.numerics.stacks import inverse_lower
from drystone.solvers.structured.arrays import Arrays
from drystone.solvers.structured.operator import ContactOperator
from drystone.structures import arch, dome, house, spandrel_arch, wall

Array = np.ndarray

ROUNDING = 1e-13
"""Of sums of some hundred products of order one, over the largest of them."""
STRUCTURES: dict[str, Callable[[], ds.Assembly]] = {
    "wall": lambda: wall(3, 4),
    "arch": lambda: arch(7),
    "dome": lambda: dome(rings=4, sectors=12),
    "house": house,
    "cut edges": spandrel_arch,
}


@cache
def step_of(name: str) -> ds.StepProblem:
    """A step of a structure whose blocks fly apart: at its middle, where it is made, they are out of place."""
    assembly = STRUCTURES[name]()
    return ds.step_problem(assembly, 1e-3, velocity=_kicked(assembly))


def _kicked(assembly: ds.Assembly) -> Array:
    """Velocities with which blocks overlap by less than is moved apart, which would take the matrices tried here."""
    velocity = np.random.default_rng(5).normal(scale=0.01, size=(len(assembly.blocks), 6))
    velocity[assembly.fixed] = 0.0
    return velocity


def close(found: Array, expected: Array) -> bool:
    """Whether two arrays agree to rounding."""
    return bool(np.max(np.abs(found - expected), initial=0.0) <= ROUNDING * np.max(np.abs(expected), initial=1.0))


def both(name: str, columns: bool) -> tuple[ContactOperator, ContactOperator]:
    """The operator of a scaled step by its interfaces and by its blocks, with factors of its columns if asked for."""
    operator = Arrays.of(step_of(name).scaled[0]).operator
    assert operator.faces is not None
    blocks = replace(operator, faces=None)
    if not columns:
        return operator, blocks
    factors = np.asfortranarray(np.random.default_rng(6).uniform(0.5, 2.0, size=(len(operator.blocks), 3)))
    return operator.scaled(factors), blocks.scaled(factors)


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize("name", STRUCTURES)
def test_products_by_interfaces_are_those_by_blocks(name: str, columns: bool) -> None:
    faces, blocks = both(name, columns)
    random = np.random.default_rng(7)
    impulse, velocity = random.normal(size=(len(faces.blocks), 3)), random.normal(size=(faces.bodies, 6))
    assert close(faces.apply(impulse), blocks.apply(impulse))
    assert close(faces.apply(np.asfortranarray(impulse)), blocks.apply(impulse))
    found, expected = faces.apply_transpose(velocity), blocks.apply_transpose(velocity)
    assert close(found, expected)
    assert found.flags.f_contiguous == expected.flags.f_contiguous == columns


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize("name", STRUCTURES)
def test_matrices_by_interfaces_are_those_by_blocks(name: str, columns: bool) -> None:
    faces, blocks = both(name, columns)
    weight = np.random.default_rng(8).normal(size=(len(faces.blocks), 3, 3))
    pairs, slot, _ = pairs_of(faces.blocks)
    for found, expected in zip(
        faces.assemble_unsymmetric(slot, weight, pairs), blocks.assemble_unsymmetric(slot, weight, pairs), strict=True
    ):
        assert close(found, expected)
    weight = weight @ weight.transpose(0, 2, 1)
    weight[::7] = 0.0  # open contacts
    weight[blocks.blocks[:, 0] == blocks.blocks[0, 0]] = 0.0  # a block that nothing holds
    for found, expected in zip(faces.assemble(slot, weight, pairs), blocks.assemble(slot, weight, pairs), strict=True):
        assert close(found, expected)


def test_an_interface_has_the_contacts_of_two_faces() -> None:
    """In a wall of bond 1/2: beds of four corners each, and head joints."""
    step = ds.step_problem(wall(3, 4), 1e-3)
    faces = step.scaled[1].interfaces
    assert faces is not None
    size = np.diff(faces.start)
    assert np.all(size == 4)
    assert np.sum(size) == step.count
    assert np.array_equal(np.repeat(faces.bodies, size, axis=0), step.blocks)
    assert np.ptp(faces.place.reshape(-1, 4, 3)[:, :, 0], axis=1) == pytest.approx(0.0, abs=1e-15)  # in the plane


def test_two_faces_between_the_same_blocks_are_two_interfaces() -> None:
    """A cube in the corner of a floor and a wall which are one block."""
    floor, back = ds.Block.box((3, 3, 1), (0, 0, -0.5)), ds.Block.box((1, 3, 2), (-1.0, 0, 1.0))
    corner = ds.Block.union([floor, back], fixed=True, name="corner")
    cube = ds.Block.box((1, 1, 1), (0.0, 0, 0.5), name="cube")
    step = ds.step_problem(ds.Assembly([corner, cube]), 1e-3, gravity=(-3.0, 0.0, -9.0))
    faces = step.scaled[1].interfaces
    assert faces is not None
    assert np.array_equal(faces.start, [0, 4, 8])
    normals = np.abs(faces.frame[:, 0])
    assert np.allclose(normals[np.argsort(normals[:, 0])], [[0, 0, 1], [1, 0, 0]])


def test_far_from_the_origin_interfaces_are_found_as_well() -> None:
    """Differences of coordinates are exact where the coordinates themselves are rounded."""
    bricks = [
        ds.Block.box((0.5, 0.3, 0.25), (7123.4 + 0.1 * i, 4987.6, 0.125 + 0.25 * i), name=f"{i}") for i in range(3)
    ]
    ground = ds.Block.box((3, 3, 1), (7123.4, 4987.6, -0.5), fixed=True, name="ground")
    step = ds.step_problem(ds.Assembly([ground, *bricks]), 1e-3)
    assert step.scaled[1].interfaces is not None


def found(D: Array, blocks: Array, whitening: Array) -> bool:
    """Whether an operator has interfaces."""
    return (
        find_interfaces(np.ascontiguousarray(D), blocks, np.ascontiguousarray(whitening), np.ones(len(D))) is not None
    )


def _turned_over(D: Array) -> None:
    D[..., 2] *= -1.0


def _sheared(D: Array) -> None:
    D[..., 1] += 1e-9 * D[..., 2]


def _with_a_spin(D: Array) -> None:
    D[-3, 1, 3:, 0] += 1e-9


def _apart(D: Array) -> None:
    """The points of one contact on both blocks differ, by 1e-9 m along the normal."""
    D[-3, 0, 3:] += 1e-9 * np.cross(D[-3, 0, :3, 0], D[-3, 0, :3], axisb=0, axisc=0)


@pytest.mark.parametrize("change", [_turned_over, _sheared, _with_a_spin, _apart])
def test_an_operator_of_another_form_has_no_interfaces(change: Callable[[Array], None]) -> None:
    step = ds.step_problem(wall(3, 4), 1e-3)
    D, whitening = step.D.copy(), inverse_lower(step.root)
    assert np.all(step.blocks[-3] >= 0), "the contact that is changed has two movable blocks"
    assert found(D, step.blocks, whitening)
    change(D)
    assert not found(D, step.blocks, whitening)


@pytest.mark.parametrize("place", [(1, 0), (3, 0), (4, 2), (1, 1)])
def test_a_mass_that_differs_by_direction_or_is_coupled_has_no_interfaces(place: tuple[int, int]) -> None:
    step = ds.step_problem(wall(3, 4), 1e-3)
    whitening = inverse_lower(step.root)
    whitening[4][place] += 1e-9
    assert not found(step.D, step.blocks, whitening)


def test_few_contacts_an_interface_have_none() -> None:
    """Every second pair of four keeps one contact: two and a half on average; then one each."""
    step = ds.step_problem(wall(3, 4), 1e-3)
    whitening = inverse_lower(step.root)
    number = np.arange(step.count)
    for kept, enough in (((number % 4 == 0) | (number % 8 < 4), True), (number % 4 == 0, False)):
        assert found(step.D[kept], step.blocks[kept], whitening) is enough


@pytest.mark.parametrize("formulation", ["anitescu-tasora", "compliant"])
def test_points_apart_are_left_to_the_blocks(formulation: str) -> None:
    """Both sides have a point of their own there, a gap apart."""
    assembly = wall(3, 4)
    step = ds.step_problem(assembly, 1e-3, formulation=formulation, velocity=_kicked(assembly))
    assert np.max(np.abs(step.phi)) > 1e-6
    assert step.scaled[1].interfaces is None


@pytest.mark.parametrize("formulation", ["nodargi-bisegna", "coulomb"])
def test_the_answer_is_the_same_by_interfaces_and_by_blocks(formulation: str) -> None:
    step = ds.step_problem(STRUCTURES["wall"](), 1e-3, formulation=formulation, gravity=(5.0, 0.0, -9.81))
    without = replace(step)
    without.scaled[0].__dict__["interfaces"] = None
    assert step.scaled[0].interfaces is not None
    one, other = (ds.solve(problem, solver="interior-point") for problem in (step, without))
    assert one.solved
    assert other.solved
    assert one.velocity == pytest.approx(other.velocity, abs=1e-8)
