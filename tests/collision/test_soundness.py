"""Assemblies that are put together wrongly are told which of their blocks are wrong."""

import numpy as np
import pytest

import drystone as ds
from drystone.collision import check_sound
from drystone.errors import DrystoneError


def stones(*lowest: float, shift: float = 0.0) -> ds.Assembly:
    """A ground with its top at z = 0 and cubes of 0.5 m above each other, whose lower faces lie at these z."""
    ground = ds.Block.box((2, 2, 0.2), (shift, 0, -0.1), fixed=True, name="ground")
    cubes = [ds.Block.box((0.5, 0.5, 0.5), (shift, 0, z + 0.25), name=f"stone-{i}") for i, z in enumerate(lowest, 1)]
    return ds.Assembly([ground, *cubes])


def test_a_sound_assembly_is_handed_back() -> None:
    assembly = stones(0.0, 0.5, 1.0)
    assert check_sound(assembly) is assembly
    assert ds.check_sound is check_sound


@pytest.mark.parametrize("shift", [0.0, 1e3, 1e6])
def test_rounding_of_large_coordinates_is_neither_overlap_nor_gap(shift: float) -> None:
    check_sound(stones(0.0, 0.5, 1.0, shift=shift))
    check_sound(stones(-1e-10, 0.5 + 1e-7, 1.0 + 2e-7, shift=shift))


@pytest.mark.parametrize("depth", [1e-8, 1e-3, 0.2])
def test_overlaps_are_refused_with_their_depth(depth: float) -> None:
    with pytest.raises(DrystoneError, match=f"1 pair of blocks overlap, by at most {depth:.3g} m: 'stone-1' and 'st"):
        check_sound(stones(0.0, 0.5 - depth))


@pytest.mark.parametrize(("gap", "seen"), [(1e-5, "the smallest gap around them is 1e-05 m"), (0.3, "nothing else is")])
def test_blocks_in_the_air_are_refused_with_what_stands_on_them(gap: float, seen: str) -> None:
    with pytest.raises(DrystoneError, match=f"2 blocks of 3 are not held .* stone-2, stone-3; {seen}"):
        check_sound(stones(0.0, 0.5 + gap, 1.0 + gap))


def test_a_hanging_block_is_held() -> None:
    """It touches, from below; whether it falls is statics."""
    check_sound(stones(-0.7))


def test_only_the_first_blocks_are_named() -> None:
    with pytest.raises(DrystoneError, match=r"9 blocks of 9 are not held .*stone-4, … \(9 in all\)"):
        check_sound(stones(*np.arange(1.0, 10.0)))


def test_pieces_of_a_union_hold_through_all_of_them() -> None:
    """A portal of one block whose beam alone carries a stone."""
    legs = [ds.Block.box((0.2, 0.2, 1.0), (x, 0, 0.5)) for x in (-0.5, 0.5)]
    portal = ds.Block.union([*legs, ds.Block.box((1.2, 0.2, 0.2), (0, 0, 1.1))], name="portal")
    ground = ds.Block.box((2, 2, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    stone = ds.Block.box((0.2, 0.2, 0.2), (0, 0, 1.3), name="stone")
    check_sound(ds.Assembly([ground, portal, stone]))


def test_an_assembly_without_ground_is_refused() -> None:
    with pytest.raises(DrystoneError, match="a sound assembly needs a fixed block"):
        check_sound(ds.Assembly([ds.Block.box((1, 1, 1))]))
    with pytest.raises(DrystoneError, match="assembly must be"):
        check_sound("house")  # type: ignore[arg-type]
