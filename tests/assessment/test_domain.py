"""Failure domains: boundaries and islands that are known, an overturning block, convex hulls, budgets."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

import drystone as ds
from drystone.assessment.domain import PulseCase, plot_failure_domain
from drystone.assessment.domain.hull import hull_of, lower_edge
from drystone.assessment.domain.lattice import UNKNOWN, Tree
from drystone.errors import DrystoneError
from drystone.model.gravity import ONE_G
from drystone.structures import arch, block, column

from ..integrators.rocking_block import Array, Plane

Law = Callable[[float, float, int], bool]
HALF, AMPLITUDE = (0.1, 0.9), (1.0, 9.0)  # s, m/s2


class Structure:
    """Collapses where a law says so of half-period, amplitude and direction; remembers what it was asked for."""

    def __init__(self, law: Law) -> None:
        self.law, self.batches = law, list[list[PulseCase]]()

    def __call__(self, cases: Sequence[PulseCase]) -> list[bool]:
        self.batches.append(list(cases))
        return [bool(self.law(*case)) for case in cases]


def hyperbola(x: float, y: float, direction: int) -> bool:
    return x * y > (1.0 if direction > 0 else 1.3)


def with_islands(x: float, y: float, direction: int) -> bool:
    """A safe rectangle of 0.13 s and 1.1 m/s2 in the unsafe region, an unsafe disc in the safe one."""
    safe = 0.51 < x < 0.64 and 5.2 < y < 6.3
    disc = ((x - 0.2) / 0.08) ** 2 + ((y - 2.5) / 0.8) ** 2 < 1.0
    return (hyperbola(x, y, direction) and not safe) or disc


def everywhere(law: Law, domain: ds.FailureDomain, direction: int) -> Array:
    """The law at all points of the finest lattice (nx, ny)."""
    x, y = domain.lattice.axes
    return np.array([[law(a, b, direction) for b in y] for a in x], dtype=np.int16)


# Refinement


@pytest.mark.parametrize("most", range(90, 130, 3))
def test_a_limited_domain_is_the_one_of_its_whole_levels(most: int) -> None:
    """Runs of a level that was not ended part larger cells, too: what was not run is told neither safe nor unsafe."""
    half, amplitude, grid = (0.1, 0.5), (2.0, 10.0), (2, 2)
    centres = ((0.32, 8.1, 1.5), (0.41, 4.5, 0.9), (0.15, 7.6, 1.4), (0.29, 5.2, 0.5))  # s, m/s2, m/s2

    def discs(x: float, y: float, direction: int) -> bool:
        return y > 9.2 or any((20.0 * (x - a)) ** 2 + (y - b) ** 2 < r * r for a, b, r in centres)

    with pytest.warns(UserWarning, match="most_runs"):
        limited = ds.failure_domain(
            Structure(discs), half, amplitude, grid=grid, levels=4, directions=[1], most_runs=most
        )
    whole = ds.failure_domain(Structure(discs), half, amplitude, grid=grid, levels=limited.resolved, directions=[1])
    step = 2 ** (limited.levels - limited.resolved)
    assert np.array_equal(limited.trees[1].filled()[::step, ::step], whole.trees[1].filled())
    assert limited.boundary(1).equals(whole.boundary(1))


def test_the_longest_pulse_is_in_the_domain() -> None:
    """0.1 + (0.45 - 0.1) is less than 0.45 by rounding."""
    half, amplitude = (0.1, 0.45), (0.3, 20.0)  # s, m/s2
    domain = ds.failure_domain(Structure(lambda x, y, direction: x * y > 1.0), half, amplitude, levels=2)
    assert domain.lattice.axes[0][-1] == half[1]
    assert domain.lattice.axes[1][-1] == amplitude[1]
    assert domain.safe_amplitude([half[1]])[0] < 1.0 / half[1]


@pytest.mark.parametrize("missing", ["None", "nan"])
def test_collapses_without_a_mode_are_of_one_mode(missing: str) -> None:
    def evaluate(cases: Sequence[PulseCase]) -> list[dict[str, Any]]:
        side = None if missing == "None" else float(missing)  # a NaN of its own for every batch of cases
        return [{"collapsed": case.amplitude > 5.0, "side": side} for case in cases]

    plain = ds.failure_domain(Structure(lambda x, y, direction: y > 5.0), HALF, AMPLITUDE, levels=2)
    assert len(ds.failure_domain(evaluate, HALF, AMPLITUDE, levels=2, mode="side").table) == len(plain.table)


@pytest.mark.parametrize("law", [hyperbola, with_islands])
@pytest.mark.parametrize("grid", [(8, 8), (7, 9)])
def test_the_domain_is_that_of_all_points_of_the_lattice(law: Law, grid: tuple[int, int]) -> None:
    structure = Structure(law)
    domain = ds.failure_domain(structure, HALF, AMPLITUDE, grid=grid, levels=3)
    for direction in (1, -1):
        assert np.array_equal(domain.trees[direction].filled(), everywhere(law, domain, direction))
    cases = [case for batch in structure.batches for case in batch]
    assert len(cases) == len(set(cases)) == len(domain.table)
    assert len(cases) < 0.45 * 2 * domain.lattice.empty().size


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_every_island_as_large_as_promised_is_found(seed: int, inside: bool) -> None:
    """A rectangle of the guaranteed size anywhere, safe among unsafe ones or the other way round."""
    rng = np.random.default_rng(seed)
    size = np.array([0.1, 1.0])
    low = np.array([HALF[0], AMPLITUDE[0]]) + rng.uniform(size=2) * (np.array([0.8, 8.0]) - size)

    def law(x: float, y: float, _: int) -> bool:
        return bool(np.all((np.array([x, y]) >= low) & (np.array([x, y]) <= low + size))) != inside

    domain = ds.failure_domain(Structure(law), HALF, AMPLITUDE, grid=(8, 8), levels=2, directions=[1])
    assert domain.guaranteed == pytest.approx(tuple(size))
    assert np.array_equal(domain.trees[1].filled(), everywhere(law, domain, 1))
    assert domain.table["collapsed"].nunique() == 2


def test_cases_follow_from_the_answers_alone() -> None:
    """Same lattice points to the last bit, in order, whichever directions and levels are asked for first."""
    first, again = Structure(with_islands), Structure(with_islands)
    ds.failure_domain(first, HALF, AMPLITUDE)
    ds.failure_domain(again, HALF, AMPLITUDE)
    assert first.batches == again.batches
    for batch in first.batches:
        assert batch == sorted(batch, key=lambda case: (-case.direction, case.half_period, case.amplitude))
    coarse = Structure(with_islands)
    ds.failure_domain(coarse, HALF, AMPLITUDE, grid=(16, 16), levels=2)
    assert {case for batch in coarse.batches for case in batch} >= set(first.batches[0])


def test_neighbours_of_a_cell_that_turn_out_different_are_parted_too() -> None:
    """A corner that pokes over the edge of a cell whose own corners agree, seen from the cell beside it."""
    known = np.full((9, 9), UNKNOWN, dtype=np.int16)
    known[::4, ::4] = 0
    known[0, 0] = known[2, 4] = 1  # the middle of an edge between two cells
    sides = {(i, j): size for i, j, size in Tree.of(known, (2, 2), 2, 1).cells}
    assert sides[0, 0] == sides[0, 4] == 2
    assert sides[4, 0] == sides[4, 4] == 4


def test_runs_may_be_limited() -> None:
    full = ds.failure_domain(Structure(hyperbola), HALF, AMPLITUDE, levels=4)
    with pytest.warns(UserWarning, match="resolved to 2 of 4 levels: the next round needs"):
        some = ds.failure_domain(Structure(hyperbola), HALF, AMPLITUDE, levels=4, most_runs=600)
    assert len(some.table) <= 600 < len(full.table)
    same = ds.failure_domain(Structure(hyperbola), HALF, AMPLITUDE, levels=2)
    for direction in (1, -1):
        np.testing.assert_array_equal(some.boundary(direction), same.boundary(direction))
    assert some.resolution == same.resolution
    with pytest.raises(DrystoneError, match="the grid alone needs 162 runs, and most_runs is 100"):
        ds.failure_domain(Structure(hyperbola), HALF, AMPLITUDE, most_runs=100)


# Boundaries and hulls


@pytest.mark.parametrize("direction", [1, -1])
def test_boundaries_are_bracketed(direction: int) -> None:
    domain = ds.failure_domain(Structure(hyperbola), HALF, AMPLITUDE, grid=(8, 16), levels=3)
    table = domain.boundary(direction)
    true = (1.0 if direction > 0 else 1.3) / table["half_period"]
    assert np.all((table["safe"] <= true) & (true < table["unsafe"]))
    assert (table["unsafe"] - table["safe"]).to_numpy() == pytest.approx(domain.resolution[1], rel=1e-9)
    assert np.all(table["islands"] == 0)
    assert np.array_equal(table["upper_safe"], table["safe"])
    assert len(table) == np.sum(domain.lattice.axes[0] * AMPLITUDE[1] > (1.0 if direction > 0 else 1.3))


def test_islands_are_told() -> None:
    domain = ds.failure_domain(Structure(with_islands), HALF, AMPLITUDE)
    table = domain.boundary(1).set_index("half_period")
    across = (table.index > 0.51) & (table.index < 0.64)
    assert np.all(table.loc[across, "islands"] == 1)
    assert np.all(table.loc[across, "upper_safe"].between(6.3 - domain.resolution[1], 6.3))
    assert np.all(table.loc[table.index > 0.65, "islands"] == 0)
    assert "safe islands at" in repr(domain)


def test_the_hull_holds_all_collapses_of_both_directions_and_no_corner_more() -> None:
    domain = ds.failure_domain(Structure(with_islands), HALF, AMPLITUDE)
    fallen = domain.table[domain.table["collapsed"]][["half_period", "amplitude"]].to_numpy()
    hull = domain.hull()
    for p, q in zip(hull, np.roll(hull, -1, axis=0), strict=True):
        side = (q[0] - p[0]) * (fallen[:, 1] - p[1]) - (q[1] - p[1]) * (fallen[:, 0] - p[0])
        assert np.min(side) > -1e-12
    assert {tuple(corner) for corner in hull} <= {tuple(point) for point in fallen}
    # every point of the hull's lower edge is a convex combination of collapses, the least amplitude that is one
    for x in np.linspace(hull[:, 0].min() + 1e-9, HALF[1], 7):
        least = linprog(fallen[:, 1], A_eq=np.vstack([fallen[:, 0], np.ones(len(fallen))]), b_eq=[x, 1.0])
        assert domain.safe_amplitude([x], bracketed=False)[0] == pytest.approx(least.fun, abs=1e-9)


def test_the_bracketed_hull_is_safe_where_the_law_is_known() -> None:
    """No collapse below it anywhere, not only at the points that were run; a step above some are."""
    domain = ds.failure_domain(Structure(hyperbola), HALF, AMPLITUDE)
    x = np.linspace(*HALF, 301)
    safe = domain.safe_amplitude(x)
    assert np.all(x * np.where(safe < AMPLITUDE[1], safe, 0.0) <= 1.0)
    assert np.any(x * (safe + 2.0 * domain.resolution[1]) > 1.0)
    assert np.all(safe <= domain.safe_amplitude(x, bracketed=False) + 1e-12)
    with pytest.raises(DrystoneError, match=r"half-periods from 0\.1 to 0\.9 s, not beyond"):
        domain.safe_amplitude([1.0])


@pytest.mark.parametrize(
    ("points", "hull"),
    [
        ([], []),
        ([[2, 3], [2, 3]], [[2, 3]]),
        ([[0, 4], [0, 0], [0, 2]], [[0, 0], [0, 4]]),
        ([[3, 3], [1, 1], [2, 2]], [[1, 1], [3, 3]]),
    ],
)
def test_hulls_without_an_area(points: list[list[int]], hull: list[list[int]]) -> None:
    found = hull_of(np.array(points, dtype=np.int64).reshape(-1, 2))
    assert found.tolist() == hull
    edge = lower_edge(found.astype(np.float64), np.array([2.0]), 9.0)
    assert edge.tolist() == [{0: 9.0, 1: 3.0, 2: 2.0 if [1, 1] in hull else 9.0}[len(hull)]]


@pytest.mark.parametrize("collapses", [False, True])
def test_all_safe_and_all_unsafe(collapses: bool) -> None:
    domain = ds.failure_domain(Structure(lambda *_: collapses), HALF, AMPLITUDE, grid=(2, 2), levels=5)
    assert len(domain.table) == 18
    assert len(domain.hull()) == (4 if collapses else 0)
    assert domain.safe_amplitude([0.5]).tolist() == [AMPLITUDE[0] if collapses else AMPLITUDE[1]]
    boundary = domain.boundary(1)
    assert len(boundary) == (65 if collapses else 0)
    assert boundary["safe"].isna().all()


# A block that overturns


PLANE = Plane(0.3, 1.0)


@cache
def fallen(half_period: float, amplitude: float, direction: int) -> int:
    """The side to which a full sine overturns the block within 5 s after it, 0 where it does not."""

    def ground(t: Array) -> Array:
        return np.where(t < 2.0 * half_period, direction * amplitude * np.sin(np.pi * t / half_period), 0.0)

    motion = PLANE.rock(ground, 2.0 * half_period + 5.0, step=half_period / 200)
    return int(np.sign(motion.angle[-1])) if motion.overturned else 0


def overturns(half_period: float, amplitude: float, direction: int) -> bool:
    return fallen(half_period, amplitude, direction) != 0


def by_side(cases: Sequence[PulseCase]) -> list[dict[str, Any]]:
    return [{"collapsed": overturns(*case), "side": fallen(*case)} for case in cases]


WINDOW: dict[str, Any] = {"half_periods": (0.2, 1.0), "amplitudes": (2.0, 12.0), "directions": [1], "grid": (8, 10)}


def test_the_domain_of_a_rocking_block_is_its_own_at_every_point_of_the_lattice() -> None:
    """From event to event (Zhang and Makris 2001): it falls to one side at once, to the other after an impact, and
    between these modes there is a strip of safety, a cell of the lattice wide at most.
    """
    domain = ds.failure_domain(by_side, **WINDOW, levels=3, mode="side")
    exact = everywhere(overturns, domain, 1)
    assert np.array_equal(domain.trees[1].filled() > 0, exact)
    table = domain.boundary(1)
    assert np.sum(table["islands"] == 1) > 30
    assert table["unsafe"].min() > ONE_G * PLANE.b / PLANE.h  # what it carries standing still
    assert len(domain.table) < 0.4 * exact.size
    # Without the mode the boundary is the same, but the strip is seen only here and there.
    plain = ds.failure_domain(Structure(overturns), **WINDOW, levels=3)
    missed = (plain.trees[1].filled() > 0) != exact
    assert np.sum(missed) > 0
    assert np.all(exact[missed] == 0)
    assert plain.boundary(1)["unsafe"].tolist() == table["unsafe"].tolist()


def test_modes_must_be_told() -> None:
    with pytest.raises(DrystoneError, match="lack the key 'side', which mode names"):
        ds.failure_domain(Structure(overturns), **WINDOW, mode="side")
    with pytest.raises(DrystoneError, match="must be a name or a number"):
        ds.failure_domain(lambda cases: [{"collapsed": True, "side": []}] * len(cases), **WINDOW, mode="side")


def test_both_directions_of_a_symmetric_block_are_one() -> None:
    domain = ds.failure_domain(Structure(overturns), (0.2, 1.0), (2.0, 12.0), grid=(4, 5), levels=1)
    np.testing.assert_array_equal(domain.boundary(1), domain.boundary(-1))


def test_the_pseudo_static_capacity_is_that_of_the_limit_program() -> None:
    """Of a block b/h; of a structure without symmetry by the direction of the ground, against that of the load."""
    tall = block(0.6, 0.8, 2.0, friction=2.0)
    assert ds.pseudo_static_capacity(tall) == pytest.approx(dict.fromkeys((1, -1), 0.3 * ONE_G), rel=1e-6)
    across = ds.pseudo_static_capacity(tall, (0.0, 2.0, 0.0))
    assert across[1] == pytest.approx(0.4 * ONE_G, rel=1e-6)
    leaning = ds.Assembly([*column(1, width=1.0, height=2.0).blocks,
                           ds.Block.box((0.5, 1.0, 0.5), (0.25, 0.0, 2.25), name="load")], 2.0)  # fmt: skip
    found = ds.pseudo_static_capacity(leaning)
    live = {d: ds.limit_load(leaning, live=(-d, 0.0, 0.0)).multiplier for d in (1, -1)}
    assert found == pytest.approx({d: ONE_G * a for d, a in live.items()})
    assert found[1] > 1.05 * found[-1]  # ground to +x throws it to -x, where its weight is not
    assert ds.pseudo_static_capacity(arch(count=3, friction=0.9), form="static").keys() == {1, -1}
    with pytest.raises(DrystoneError, match="unknown argument 'live'; there are: closed, dead"):
        ds.pseudo_static_capacity(tall, live=(1.0, 0.0, 0.0))


# Input and pictures


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"half_periods": (0.5, 0.1)}, "lower and the upper end"),
        ({"amplitudes": (0.0, 1.0)}, "must be positive"),
        ({"half_periods": (1.0, 1.0 + 1e-9)}, "too narrow"),
        ({"directions": [1, 2]}, "directions must be of 1 and -1"),
        ({"directions": []}, "directions must be of 1 and -1"),
        ({"grid": (8, 0)}, "grid, amplitudes"),
        ({"grid": (1000, 1000), "levels": 10}, "points of the lattice"),
        ({"capacity": {2: 1.0}}, "by direction, 1 and -1"),
    ],
)
def test_domains_that_are_none(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(DrystoneError, match=said):
        ds.failure_domain(Structure(hyperbola), **({"half_periods": HALF, "amplitudes": AMPLITUDE} | settings))


def test_other_columns_are_kept() -> None:
    domain = ds.failure_domain(
        lambda cases: [{"moved": case.amplitude, "collapsed": case.amplitude > 5.0} for case in cases], HALF, AMPLITUDE
    )
    assert domain.table.columns.tolist() == ["half_period", "amplitude", "direction", "collapsed", "moved"]
    assert domain.table["moved"].tolist() == domain.table["amplitude"].tolist()
    with pytest.raises(DrystoneError, match="direction must be one of those that were run"):
        ds.failure_domain(Structure(hyperbola), HALF, AMPLITUDE, directions=[1]).boundary(-1)


def test_a_picture_shows_collapses_hull_and_capacities(tmp_path: Path) -> None:
    domain = ds.failure_domain(Structure(with_islands), HALF, AMPLITUDE, capacity={1: 1.1, -1: 1.4})
    figure = ds.failure_domain_figure(domain, title="a structure")
    lines = {str(line.get_label()): line for line in figure.axes[0].get_lines()}
    assert list(lines) == [
        "collapsed, positive direction",
        "collapsed, negative direction",
        "convex hull of the collapses",
        "pseudo-static capacity, positive direction",
        "pseudo-static capacity, negative direction",
    ]
    fallen = domain.table[domain.table["collapsed"] & (domain.table["direction"] == -1)]
    shown = np.asarray(lines["collapsed, negative direction"].get_xydata())
    assert shown.tolist() == fallen[["half_period", "amplitude"]].to_numpy().tolist()
    assert np.asarray(lines["convex hull of the collapses"].get_xydata())[:-1].tolist() == domain.hull().tolist()
    assert lines["pseudo-static capacity, negative direction"].get_ydata() == [1.4, 1.4]
    figure.savefig(tmp_path / "domain.png")
    ax = ds.failure_domain_figure(domain, safe=True).axes[0]
    assert len(ax.get_lines()) == 7
    plot_failure_domain(ax, ds.failure_domain(Structure(lambda *_: False), HALF, AMPLITUDE, directions=[1]))
    assert len(ax.get_lines()) == 7  # no dots, no line and no entry of the legend, and no hull


def test_a_domain_in_g_is_the_same_one_in_every_table_axis_and_sentence() -> None:
    domain = ds.failure_domain(
        lambda cases: [case.amplitude > 3.0 for case in cases], (0.1, 0.5), (2.0, 6.0), capacity={1: 1.962}
    )
    in_g = domain.in_units("g")
    assert in_g.in_units("m/s2").table["amplitude"].tolist() == pytest.approx(domain.table["amplitude"].tolist())
    assert in_g.table.attrs["units"]["amplitude"] == in_g.boundary(1).attrs["units"]["unsafe"] == "g"
    assert in_g.boundary(1)["unsafe"].to_numpy() * 9.81 == pytest.approx(domain.boundary(1)["unsafe"].to_numpy())
    assert in_g.hull() * (1.0, 9.81) == pytest.approx(domain.hull())
    assert in_g.safe_amplitude([0.3])[0] * 9.81 == pytest.approx(domain.safe_amplitude([0.3])[0])
    assert in_g.capacity == {1: pytest.approx(0.2)}
    for one, unit, sign in ((domain, "m/s2", "m/s²"), (in_g, "g", "g")):
        assert ds.failure_domain_figure(one).axes[0].get_ylabel() == f"amplitude ({sign})"
        assert f" {unit} on" in repr(one)
    assert "m/s2" not in repr(in_g)
    with pytest.raises(ds.DrystoneError, match="unknown unit 'gal'"):
        domain.in_units("gal")
