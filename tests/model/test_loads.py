"""Loads and their resultants."""

from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from drystone.errors import DrystoneError, UnknownNameError
from drystone.model import Assembly, Block, BodyForce, Couple, Loads, Material, PointForce, State
from drystone.model.loads import Load
from drystone.model.meshing import MeshOf

ASSEMBLY = Assembly(
    [
        Block.box((4, 4, 1), (0, 0, -0.5), fixed=True, name="ground"),
        Block.box((1, 2, 3), (0, 0, 1.5), density=1000, name="low"),
        Block.box((1, 1, 1), (0, 0, 3.5), density=500, name="high"),
    ]
)
START = State.initial(ASSEMBLY)


def test_nothing_loads_nothing() -> None:
    np.testing.assert_array_equal(Loads.of(None).resultant(ASSEMBLY, START, 0.0), np.zeros((3, 6)))


def test_point_force_turns_with_its_block() -> None:
    turn = Rotation.from_euler("z", 90, degrees=True).as_matrix()
    rotation = np.array([np.eye(3), turn, np.eye(3)])
    state = State(ASSEMBLY.centroid + 1.0, rotation, np.zeros((3, 6)))
    load = PointForce("low", (0, 0, -10.0), (0.5, 1.0, 3.0))  # arm (0.5, 1, 1.5) becomes (-1, 0.5, 1.5)
    total = Loads.of(load).resultant(ASSEMBLY, state, 0.0)
    np.testing.assert_allclose(total[1], [0, 0, -10, -5, -10, 0], atol=1e-12)
    assert not total[[0, 2]].any()


def test_force_at_the_centroid_has_no_moment() -> None:
    total = Loads.of([PointForce("high", (1, 2, 3))]).resultant(ASSEMBLY, START, 0.0)
    np.testing.assert_array_equal(total[2], [1, 2, 3, 0, 0, 0])


def test_body_force_couple_and_functions_of_time_add_up() -> None:
    loads = Loads(
        [
            BodyForce((1.0, 0, 0)),
            BodyForce(lambda t: (0, 0, 2 * t), blocks=["high"]),
            Couple("low", lambda t: np.array([t, 0, 0])),
            Couple("low", (0, 5, 0)),
        ]
    )
    total = loads.resultant(ASSEMBLY, START, 3.0)
    np.testing.assert_allclose(total[1], [6000, 0, 0, 3, 5, 0])
    np.testing.assert_allclose(total[2], [500, 0, 3000, 0, 0, 0])
    assert Loads.of(loads) is loads


def test_fixed_blocks_take_no_load() -> None:
    loads: list[Load] = [PointForce("ground", (1, 1, 1)), BodyForce((1, 1, 1), blocks=["ground", "low"])]
    total = Loads.of(loads).resultant(ASSEMBLY, START, 0.0)
    np.testing.assert_array_equal(total[0], 0.0)
    np.testing.assert_allclose(total[1, :3], 6000)


class Returning(Load):
    """A load that returns its forces and adds none."""

    def add_to(self, total: Any, assembly: Assembly, state: State, time: float) -> Any:
        return total + 1.0


@pytest.mark.parametrize("loads", [Loads([Returning()]), Loads([Returning()]).held(1.0)])
def test_a_load_that_returns_its_forces_is_told_to_add_them(loads: Loads) -> None:
    with pytest.raises(DrystoneError, match=r"add_to of the Returning returns .*adds to total in place"):
        loads.resultant(ASSEMBLY, START, 0.0)


class Writing(Load):
    """A load that writes its forces where it should add them."""

    def add_to(self, total: Any, assembly: Assembly, state: State, time: float) -> None:
        total[:, 2] = 100.0

    def add_to_first_moments(self, total: Any, assembly: Assembly, state: State, time: float) -> None:
        total[:, 2, 2] = 50.0


@pytest.mark.parametrize("held", [False, True])
def test_a_load_that_writes_its_forces_takes_nothing_from_the_others(held: bool) -> None:
    """1000 N and 100 N were 1100 N or 100 N, as the loads were ordered."""
    force = PointForce("low", (0, 0, 1000.0), np.add(ASSEMBLY.centroid[1], (0, 0, 0.1)))
    for items in ([force, Writing()], [Writing(), force]):
        loads = Loads(items).held(0.0) if held else Loads(items)
        assert loads.resultant(ASSEMBLY, START, 0.0)[1, 2] == pytest.approx(1100.0)
        assert loads.first_moments(ASSEMBLY, START, 0.0)[1, 2, 2] == pytest.approx(150.0)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: PointForce("low", (1, 2)), r"force must be 3 numbers"),
        (lambda: PointForce("low", (1, 2, np.nan)), "force must be finite"),
        (lambda: PointForce("low", (1, 2, 3), (0, np.inf, 0)), "point of the force must be finite"),
        (lambda: BodyForce("down"), "acceleration must be 3 numbers"),  # type: ignore[arg-type]
        (lambda: BodyForce((0, 0, 1), blocks="low"), "blocks of a body force must be a list of names; got one alone"),
        (lambda: Couple("low", (1, 2, 3, 4)), r"moment must be 3 numbers"),
        (lambda: Loads(["low"]), "loads must be a list of Load; entry 0 is 'low'"),  # type: ignore[list-item]
        (lambda: Loads.of(3), "loads must be a list of Load; got 3"),  # type: ignore[arg-type]
    ],
)
def test_bad_loads_are_refused(make: Any, message: str) -> None:
    with pytest.raises(DrystoneError, match=message):
        make()


@pytest.mark.parametrize("load", [PointForce("x", (1, 0, 0)), Couple("x", (1, 0, 0)), BodyForce((1, 0, 0), ["x"])])
def test_unknown_blocks_are_refused(load: Any) -> None:
    with pytest.raises(UnknownNameError, match="unknown block 'x'"):
        Loads.of(load).resultant(ASSEMBLY, START, 0.0)


@pytest.mark.parametrize("mesh", ["affine", (2, 2, 2), "tetrahedra"])
def test_forces_beside_blocks_that_deform_are_refused(mesh: MeshOf) -> None:
    """Their modes are known in them alone; a rigid block may have such an arm."""
    rigid = Block.box((1, 1, 1), name="b")
    stone = rigid.of_material(Material(1e9, 0.2, 2000.0), mesh)
    for point, inside in (((0.5, 0.5, 0.5), True), ((0.0, 0.0, 0.1), True), ((0.0, 0.0, 0.6), False)):
        load = Loads.of(PointForce("b", (0, 0, 1.0), point))
        for block, taken in ((rigid, True), (stone, inside)):
            assembly = Assembly([block])
            start = State.initial(assembly)
            if taken:
                assert load.resultant(assembly, start, 0.0)[0, 2] == 1.0
                continue
            with pytest.raises(DrystoneError, match=r"force on 'b' is at \(0, 0, 0.6\) m beside the block 'b', which"):
                load.resultant(assembly, start, 0.0)


def test_functions_that_return_nonsense_are_refused() -> None:
    with pytest.raises(DrystoneError, match=r"force at t = 1.5 s must be 3 numbers"):
        Loads.of(PointForce("low", lambda t: (t, t))).resultant(ASSEMBLY, START, 1.5)
