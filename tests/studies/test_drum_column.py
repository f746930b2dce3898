"""The column of the study `drum-column`: its measures and what a rigid block of its outline carries."""

import numpy as np
import pytest

import drystone as ds
from drystone.studies.reproductions.drum_column import drum_column, least_hundredth

HEIGHT, FOOT, TOP, DENSITY = 5.95, 1.11, 0.90, 2620.0  # m, kg/m3
SAME = 1e-9  # rounding of sums of nine volumes
LIMIT = 1e-6  # to which programs meet a closed form


def test_drums_and_cap_make_up_the_trapezium() -> None:
    column = drum_column()
    blocks = [column.blocks[i] for i in column.movable]
    corners = np.vstack([piece.vertices for block in blocks for piece in block.pieces])
    drums = np.unique(np.round(corners[:, 2], 9))
    assert [block.name for block in blocks] == [*(f"drum-{i}" for i in range(1, 8)), "cap"]
    assert np.diff(drums) == pytest.approx([0.82] * 7 + [0.21], abs=SAME)
    assert corners[:, 2].max() == pytest.approx(HEIGHT, rel=SAME)
    width = FOOT + (TOP - FOOT) * corners[:, 2] / HEIGHT
    assert 2 * np.abs(corners[:, 0]) == pytest.approx(width, rel=SAME)
    assert np.abs(corners[:, 1]) == pytest.approx(np.full(len(corners), 0.5), rel=SAME)
    mass = sum(block.mass for block in blocks)
    assert mass == pytest.approx(DENSITY * HEIGHT * (FOOT + TOP) / 2, rel=SAME)
    level = sum(block.mass * block.centroid[2] for block in blocks) / mass
    assert level == pytest.approx(HEIGHT / 3 * (FOOT + 2 * TOP) / (FOOT + TOP), rel=SAME)


def test_it_topples_where_a_rigid_block_of_its_outline_does() -> None:
    """About the edge of its foot: half the foot over the level of the centroid of a trapezium.

    Upper parts are more slender about no joint, and friction of 0.7 lets nothing slide.
    """
    level = HEIGHT / 3 * (FOOT + 2 * TOP) / (FOOT + TOP)
    column = drum_column()
    monolith = ds.Block.union([column.blocks[i] for i in column.movable], name="monolith")
    fixed = [block for block in column.blocks if block.fixed]
    one = ds.Assembly([*fixed, monolith], {"default": 0.7, ("front", "*"): 0.0, ("back", "*"): 0.0})
    for assembly in (column, one):
        assert ds.limit_load(assembly).multiplier == pytest.approx(FOOT / 2 / level, rel=LIMIT)


@pytest.mark.parametrize("boundary", [1, 17, 40, 41, 50, 51, 333])
def test_the_search_finds_a_boundary_wherever_its_bracket_lies(boundary: int) -> None:
    assert least_hundredth(lambda k: k >= boundary, 40, 50) == boundary
