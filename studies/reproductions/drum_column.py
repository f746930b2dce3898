"""Study `drum-column`: the least step pulse that overturns a column of seven drums, beside three other codes.

Column and pulse after Dimitri, De Lorenzis and Zavarise (2011), as the public repository of HybriDFEM
(thlgrs/HybriDFEM-3.1) restates them. The figures of UDEC, LMGC90 and HybriDFEM and the multiplier of limit analysis
are those of that repository; they were not checked against the original paper.
"""

import time as clock
import warnings
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from ...files.rows import append_row, read_rows
from ...ground_motion import GroundMotion
from ...integrators import simulate
from ...model import Assembly, Block, Joint
from ...model.gravity import STANDARD_GRAVITY
from ...progress import watched
from ...statics import limit_load
from ...structures.ground import ground_slab, plane_prism
from ...view.style import THIN, in_house_style, legend_below
from ..figures import figure_with_axes
from ..result import Check, StudyResult, check_close, check_that

__all__ = ["drum_column", "least_hundredth", "run"]

DRUMS, HEIGHT, CAP = 7, 5.95, 0.21  # m
FOOT, TOP = 1.11, 0.90  # widths, m
DENSITY, FRICTION = 2620.0, 0.7
STIFFNESS = 1e10  # Pa/m, of joints that yield, normal and tangential: that of the three codes
REACH = 10.0
"""m: ground on both sides of the column, more than it is high, and width of the guides."""

PULSES = (0.1, 0.2, 0.3, 0.4, 0.6, 1.0)  # s
CODES = {
    "UDEC": (3.60, 1.46, 0.87, 0.31, 0.25, 0.20),
    "LMGC90": (4.3, 1.48, 0.88, 0.30, 0.24, 0.21),
    "HybriDFEM": (4.03, 1.45, 0.87, 0.29, 0.23, 0.20),
}
"""Least acceleration (g) that overturns the column, of other codes, by the durations of PULSES."""
WIDENED = 0.15
"""Share by which the range of the three codes is widened on both sides for the check."""
LIMIT, LIMIT_TOLERANCE = 0.19, 0.01  # g; two digits are told

HUNDREDTH = 0.01  # g: amplitudes are whole multiples of it
AFTER, QUICK_AFTER = 4.0, 3.0  # s for which a column is followed after the pulse, at most
LAWS, STEPS = ("coulomb", "nodargi-bisegna"), (5e-3, 2.5e-3)  # dt in s, of which all jumps of the ground are multiples
SCANNED = (0.3, 0.4)  # s: between them the boundary jumps
SCAN = (0.15, 5.0, 1.25)  # g, g and ratio of the amplitudes of the scan
QUICK_PULSES = (1.0,)
TICKS = (0.15, 0.2, 0.3, 0.5, 1.0, 2.0, 3.0, 5.0)  # g, of the figure


def run(out: Path, quick: bool = False, progress: bool = False, full: bool = False) -> StudyResult:
    """Least acceleration for six durations by both laws at two time steps, with joints that yield at the larger.

    quick: one duration, the larger step, one law, rigid joints. full: joints that yield at both steps, both also at
    1e-3 s, and the scan for every duration. Every run is kept in ``out`` (runs.csv) and not made again by a study that
    is taken up there.
    """
    kept = None if quick else _Kept(out / "runs.csv")
    limit = limit_load(drum_column()).multiplier
    pulses = QUICK_PULSES if quick else PULSES
    scans = [] if quick else [_Case(t_p, kept=kept) for t_p in (PULSES if full else SCANNED)]
    scan = pd.DataFrame(
        [row for case in watched(scans, "scan", progress) for row in _scan(case)],
        columns=["t_p", "a", "overturned", "state", "fallen", "time", "warnings"],
    )
    rows: list[dict[str, object]] = []
    nearest: dict[float, int] = {}
    for case in watched(_cases(pulses, quick, full, kept), "case", progress):
        low, high = _bracket(case.t_p, scan, nearest)
        rows.append(_row(case, low, high))
        nearest.setdefault(case.t_p, round(float(str(rows[-1]["a_least"])) / HUNDREDTH))
    least = pd.DataFrame(rows)
    return StudyResult(
        name="drum-column",
        tables={"least": least, **({} if quick else {"scan": scan})},
        figures={"least acceleration": _figure(least, scan, limit)},
        checks=_checks(limit, least),
    )


def drum_column(stiffness: float | None = None) -> Assembly:
    """The column, 1 m deep along y, between two fixed guides without friction that keep its motion in the plane.

    Blocks "drum-1" (lowest) to "drum-7" and "cap" on "ground"; ``stiffness`` (Pa/m) of their joints, None for rigid
    ones. Without the guides drums that slide with exact friction also turn about the vertical, since the shares of
    their contact points are not unique.
    """
    levels = np.append(np.linspace(0.0, HEIGHT - CAP, DRUMS + 1), HEIGHT)
    half = 0.5 * (FOOT + (TOP - FOOT) * levels / HEIGHT)
    names = [*(f"drum-{i + 1}" for i in range(DRUMS)), "cap"]
    drums = [
        plane_prism([(-a, low), (a, low), (b, high), (-b, high)], 1.0, DENSITY, name=name)
        for name, low, high, a, b in zip(names, levels[:-1], levels[1:], half[:-1], half[1:], strict=True)
    ]
    ground = ground_slab((-FOOT / 2, FOOT / 2), (-0.5, 0.5), margin=(REACH, REACH, 1.0, 1.0), thickness=1.0)
    size = (2 * REACH, 0.5, 2.0 * HEIGHT)
    guides = [
        Block.box(size, (0.0, side * 0.75, size[2] / 2), fixed=True, name=name)
        for side, name in ((-1, "front"), (1, "back"))
    ]
    pairs = [(guide.name, "*") for guide in guides]
    friction: dict[Any, float] = {"default": FRICTION} | dict.fromkeys(pairs, 0.0)
    joints: dict[Any, Joint] | None = None
    if stiffness is not None:
        yields = Joint(normal_stiffness=stiffness, tangential_stiffness=stiffness)
        joints = {"default": yields} | dict.fromkeys(pairs, Joint(friction=0.0))
    return Assembly([ground, *drums, *guides], friction, joints)


@dataclass(frozen=True)
class _Outcome:
    """What became of a column: its verdict, fallen blocks, the time of the collapse and wall time of the run (s)."""

    overturned: bool
    state: str
    fallen: int
    time: float
    certain: bool
    warnings: int
    seconds: float


COLUMNS = ("run", *(one.name for one in fields(_Outcome)))


@dataclass(frozen=True)
class _Case:
    """A duration of the pulse (s) and how it is computed; every amplitude (in hundredths of g) is run once."""

    t_p: float
    formulation: str = LAWS[0]
    dt: float = STEPS[0]
    stiffness: float | None = None
    after: float = AFTER
    kept: "_Kept | None" = field(default=None, compare=False)
    runs: dict[int, _Outcome] = field(default_factory=dict, compare=False)

    def overturns(self, hundredths: int) -> bool:
        if hundredths not in self.runs:
            self.runs[hundredths] = self.kept.found(self, hundredths) if self.kept else self.run(hundredths * HUNDREDTH)
        return self.runs[hundredths].overturned

    def run(self, a: float) -> _Outcome:
        """The acceleration a (g) for t_p, then -a/2 for 2 t_p; it has overturned where its verdict is a collapse.

        That is a fifth of the potential energy lost, with which the whole column leans by 49 degrees. A cap that has
        dropped by half its small height, which counts as fallen, may be on a column that the pulse brings back.
        """
        start = clock.perf_counter()
        motion = GroundMotion.biphasic(a * STANDARD_GRAVITY, self.t_p)
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            history = simulate(
                drum_column(self.stiffness), motion.duration + self.after, self.dt, formulation=self.formulation,
                motion=motion, record_every=round(0.02 / self.dt),
                options={"record_contacts": False, "until": "verdict"},
            )  # fmt: skip
        verdict = history.verdict()
        fallen, time = len(verdict.fallen), verdict.collapse_time
        wall = clock.perf_counter() - start
        return _Outcome(verdict.collapsed, verdict.state, fallen, time, verdict.certain, len(warned), wall)


class _Kept:
    """The runs made so far, in a file of one row a run."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        table = read_rows(path, COLUMNS)
        self.path, self.rows = path, {str(row[0]): _Outcome(*row[1:]) for row in table.itertuples(index=False)}

    def found(self, case: _Case, hundredths: int) -> _Outcome:
        """What became of the case at this amplitude; the run is made where it is not kept."""
        joints = "rigid" if case.stiffness is None else f"{case.stiffness:g}"
        key = f"{case.formulation} {joints} dt {case.dt:g} t_p {case.t_p:g} after {case.after:g} a {hundredths}"
        if key not in self.rows:
            self.rows[key] = case.run(hundredths * HUNDREDTH)
            append_row(self.path, COLUMNS, {"run": key, **asdict(self.rows[key])})
        return self.rows[key]


def _cases(pulses: tuple[float, ...], quick: bool, full: bool, kept: _Kept | None) -> list[_Case]:
    """Laws, steps and joints, each for all durations; the first is the one of the scan."""
    if quick:
        return [_Case(t_p, after=QUICK_AFTER) for t_p in pulses]
    steps = (*STEPS, 1e-3) if full else STEPS
    ways = [
        (law, dt, stiffness)
        for law in LAWS
        for stiffness in (None, STIFFNESS)
        for dt in (steps if full or stiffness is None else STEPS[:1])
    ]
    return [_Case(t_p, *way, kept=kept) for way in ways for t_p in pulses]


def _scan(case: _Case) -> list[dict[str, object]]:
    first, last, ratio = SCAN
    amplitudes = first * ratio ** np.arange(int(np.log(last / first) / np.log(ratio)) + 1)
    rows = []
    for k in np.unique(np.round(amplitudes / HUNDREDTH).astype(int)).tolist():
        case.overturns(k)
        found = case.runs[k]
        rows.append({
            "t_p": case.t_p, "a": k * HUNDREDTH, "overturned": found.overturned, "state": found.state,
            "fallen": found.fallen, "time": found.time, "warnings": found.warnings,
        })  # fmt: skip
    return rows


def _bracket(t_p: float, scan: pd.DataFrame, nearest: dict[float, int]) -> tuple[int, int]:
    """Hundredths of g between which to search first.

    Just below the answer of the first case; else the first amplitudes of the scan between which the column begins to
    overturn; else the range of the three codes.
    """
    if t_p in nearest:
        step = max(1, round(0.02 * nearest[t_p]))
        return nearest[t_p] - step, nearest[t_p]
    row = scan[scan.t_p == t_p].reset_index(drop=True)
    if len(row) and row.overturned.any():
        first = int(np.argmax(row.overturned))
        return round(row.a[max(first - 1, 0)] / HUNDREDTH), round(row.a[first] / HUNDREDTH)
    least, most = _range(t_p, widened=0.0)
    return round(least / HUNDREDTH) - 1, round(most / HUNDREDTH)


def _range(t_p: float, widened: float = WIDENED) -> tuple[float, float]:
    """The range (g) of the three codes, widened on both sides by this share."""
    found = [values[PULSES.index(t_p)] for values in CODES.values()]
    return min(found) * (1 - widened), max(found) * (1 + widened)


def least_hundredth(overturns: Callable[[int], bool], low: int, high: int) -> int:
    """A number of hundredths that overturns while the one before does not, by bisection from a bracket.

    The bracket is moved first, by its own length and twice that each time, where it does not hold the boundary.
    """
    length = high - low
    while low > 0 and overturns(low):
        low, high, length = max(low - length, 0), low, 2 * length
    while not overturns(high):
        low, high, length = high, high + length, 2 * length
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if overturns(middle) else (middle, high)
    return high


def _row(case: _Case, low: int, high: int) -> dict[str, object]:
    least = least_hundredth(case.overturns, low, high)
    found = case.runs[least]
    a = least * HUNDREDTH
    lower, upper = _range(case.t_p)
    return {
        "t_p": case.t_p, "dt": case.dt, "formulation": case.formulation,
        "joints": "rigid" if case.stiffness is None else f"{case.stiffness:g} Pa/m", "a_least": round(a, 2),
        **{code: values[PULSES.index(case.t_p)] for code, values in CODES.items()},
        "within": lower <= a <= upper, "fallen": found.fallen, "time": found.time,
        "runs": len(case.runs), "uncertain": sum(not r.certain for r in case.runs.values()),
        "warnings": sum(r.warnings for r in case.runs.values()), "seconds": sum(r.seconds for r in case.runs.values()),
    }  # fmt: skip


def _checks(limit: float, least: pd.DataFrame) -> list[Check]:
    note = "limit analysis as restated with HybriDFEM"
    checks = [check_close("limit", "multiplier of limit analysis (g)", limit, LIMIT, LIMIT_TOLERANCE, note=note)]
    rigid = least[(least.joints == "rigid") & (least.formulation == LAWS[0])]
    for t_p, rows in rigid[rigid.dt == rigid.dt.min()].groupby("t_p"):
        lower, upper = _range(float(str(t_p)))
        a = float(rows.a_least.iloc[0])
        what = f"least acceleration for {t_p:g} s lies within {lower:.3f} and {upper:.3f} g"
        checks.append(
            check_that(f"least-{t_p:g}", what, lower <= a <= upper, seen=f"{a:.2f} g",
                       note=f"range of {', '.join(CODES)}, widened by {WIDENED:.0%}")
        )  # fmt: skip
    return checks


@in_house_style
def _figure(least: pd.DataFrame, scan: pd.DataFrame, limit: float) -> Figure:
    figure, ax = figure_with_axes(3.4)
    for (name, values), marker in zip(CODES.items(), "^xs", strict=True):
        ax.plot(PULSES, values, marker, color="0.45", markersize=5, fillstyle="none", label=name)
    for (law, dt, joints), rows in least.groupby(["formulation", "dt", "joints"], sort=False):
        ax.plot(
            rows.t_p, rows.a_least, color=f"C{LAWS.index(str(law))}", linestyle="-" if joints == "rigid" else "--",
            marker="." if dt == STEPS[0] else "+", label=f"{law}, {joints}, {dt:g} s",
        )  # fmt: skip
    for falls, marker in ((True, "_"), (False, "|")):
        part = scan[scan.overturned.astype(bool) == falls] if len(scan) else scan
        if len(part):
            label = "scan: overturns" if falls else "scan: does not"
            ax.plot(part.t_p, part.a, marker, color="C3" if falls else "C2", markersize=4, label=label)
    ax.axhline(limit, color="0.3", linestyle=":", linewidth=THIN, label=f"limit load {limit:.4f} g")
    ax.set_yscale("log")
    ax.set_yticks(TICKS, [f"{tick:g}" for tick in TICKS])
    ax.minorticks_off()
    ax.set(xlabel="duration of the pulse (s)", ylabel="least acceleration (g)", title="Column of seven drums and a cap")
    legend_below(ax)
    return figure
