"""Study `drum-column`: the least step pulse that overturns a column of seven drums, beside three other codes.

Column and pulse after Dimitri, De Lorenzis and Zavarise (2011), as the public repository of HybriDFEM
(thlgrs/HybriDFEM-3.1) restates them. The figures of UDEC, LMGC90 and HybriDFEM and the multiplier of limit analysis
are those of that repository; they were not checked against the original paper.
"""

import warnings
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from ...files.rows import append_row, read_rows
from ...ground_motion import GroundMotion
from ...integrators import simulate
from ...model import Assembly, Block, Joint
from ...model.gravity import ONE_G
from ...progress import watched
from ...statics import limit_load
from ...structures.ground import ground_slab, plane_prism
from ..figures import lines_figure, log_ticks
from ..histories import clocked
from ..result import Check, StudyResult, check_close, check_that

__all__ = ["drum_column", "least_hundredth", "run"]

DRUMS, HEIGHT, CAP = 7, 5.95, 0.21  # m
FOOT, TOP = 1.11, 0.90  # widths, m
DENSITY, FRICTION = 2620.0, 0.7
STIFFNESS = 1e10  # Pa/m, of joints that yield, normal and tangential: that of the three codes
REACH = 10.0
"""m: ground on both sides of the column, more than it is high, and width of the guides."""

CODES = ("UDEC", "LMGC90", "HybriDFEM")
KNOWN = {
    0.1: (3.60, 4.3, 4.03), 0.2: (1.46, 1.48, 1.45), 0.3: (0.87, 0.88, 0.87),
    0.4: (0.31, 0.30, 0.29), 0.6: (0.25, 0.24, 0.23), 1.0: (0.20, 0.21, 0.20),
}  # fmt: skip
"""Least acceleration (g) that overturns the column, of these codes, by the duration of the pulse (s)."""
WIDENED = 0.15
"""Share by which the range of the three codes is widened on both sides for the check."""
LIMIT, LIMIT_TOLERANCE = 0.19, 0.01  # g; two digits are told

HUNDREDTH = 0.01  # g: amplitudes are whole multiples of it
AFTER, QUICK_AFTER = 4.0, 3.0  # s for which a column is followed after the pulse, at most
LAWS, STEPS = ("coulomb", "nodargi-bisegna"), (5e-3, 2.5e-3)  # dt in s, of which all jumps of the ground are multiples
SCANNED = (0.3, 0.4)  # s: between them the boundary jumps
SCAN = (0.15, 5.0, 1.25)  # g, g and ratio of the amplitudes of the scan
QUICK_PULSE, QUICK_STEP = 1.0, 1e-2  # s


def run(out: Path, quick: bool = False, progress: bool = False, full: bool = False) -> StudyResult:
    """Least acceleration for six durations by both laws at two time steps, with joints that yield at the larger.

    quick: one duration, the larger step, one law, rigid joints. full: joints that yield at both steps, both also at
    1e-3 s, and the scan for every duration. Every run is kept in ``out`` (runs.csv) and not made again by a study that
    is taken up there.
    """
    runs = _Runs(out / "runs.csv")
    limit = limit_load(drum_column()).multiplier
    scanned = () if quick else tuple(KNOWN) if full else SCANNED
    scan = pd.DataFrame(
        [row for t_p in watched(scanned, "scan", progress) for row in _scan(_Case(t_p), runs)],
        columns=["t_p", "a", "overturned", "state", "fallen", "time", "warnings"],
    )
    rows: list[dict[str, Any]] = []
    nearest: dict[float, int] = {}
    for case in watched(_cases(quick, full), "case", progress):
        rows.append(_row(case, runs, *_bracket(case.t_p, scan, nearest)))
        nearest.setdefault(case.t_p, round(rows[-1]["a_least"] / HUNDREDTH))
    least = pd.DataFrame(rows)
    tables = {"least": least} if quick else {"least": least, "scan": scan}
    figures = {"least acceleration": _figure(least, scan, limit)}
    return StudyResult("drum-column", tables, figures, _checks(limit, least))


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
    size, places = (2 * REACH, 0.5, 2.0 * HEIGHT), {"front": -0.75, "back": 0.75}
    guides = [Block.box(size, (0.0, y, HEIGHT), fixed=True, name=name) for name, y in places.items()]
    pairs = [(name, "*") for name in places]
    friction: dict[Any, float] = {"default": FRICTION} | dict.fromkeys(pairs, 0.0)
    joints: dict[Any, Joint] | None = None
    if stiffness is not None:
        yields = Joint(normal_stiffness=stiffness, tangential_stiffness=stiffness)
        joints = {"default": yields} | dict.fromkeys(pairs, Joint(friction=0.0))
    return Assembly([ground, *drums, *guides], friction, joints)


class _Case(NamedTuple):
    """A duration of the pulse (s) and how it is computed."""

    t_p: float
    formulation: str = LAWS[0]
    stiffness: float | None = None
    dt: float = STEPS[0]
    after: float = AFTER


COLUMNS = ("run", "overturned", "state", "fallen", "time", "certain", "warnings", "seconds")
"""Of the runs: name, verdict on the column, fallen blocks, time of the collapse (s), whether the verdict is certain,
how many warnings, wall time (s)."""


class _Runs:
    """The runs by case and amplitude in hundredths of g, each made once and kept in a file."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.rows: dict[Any, dict[Any, Any]] = read_rows(path, COLUMNS).set_index("run").to_dict("index")

    def of(self, case: _Case, hundredths: int) -> dict[Any, Any]:
        """What became of the column; the run is made where it is not kept."""
        joints = "rigid" if case.stiffness is None else f"{case.stiffness:g}"
        key = f"{case.formulation} {joints} dt {case.dt:g} t_p {case.t_p:g} after {case.after:g} a {hundredths}"
        if key not in self.rows:
            self.rows[key] = _run(case, hundredths * HUNDREDTH)
            append_row(self.path, COLUMNS, {"run": key, **self.rows[key]})
        return self.rows[key]


def _run(case: _Case, a: float) -> dict[str, Any]:
    """The acceleration a (g) for t_p, then -a/2 for 2 t_p; it has overturned where its verdict is a collapse.

    That is a fifth of the potential energy lost, with which the whole column leans by 49 degrees. A cap that has
    dropped by half its small height, which counts as fallen, may be on a column that the pulse brings back.
    """
    motion = GroundMotion.biphasic(a * ONE_G, case.t_p)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        history, wall = clocked(lambda: simulate(
            drum_column(case.stiffness), motion.duration + case.after, case.dt, formulation=case.formulation,
            motion=motion, record_every=round(0.02 / case.dt), options={"record_contacts": False, "until": "verdict"},
        ))  # fmt: skip
    verdict = history.verdict()
    return {
        "overturned": verdict.collapsed, "state": verdict.state, "fallen": len(verdict.fallen),
        "time": verdict.collapse_time, "certain": verdict.certain, "warnings": len(warned), "seconds": wall,
    }  # fmt: skip


def _cases(quick: bool, full: bool) -> list[_Case]:
    """Laws, steps and joints, each for all durations; the first is the one of the scan."""
    if quick:
        return [_Case(QUICK_PULSE, dt=QUICK_STEP, after=QUICK_AFTER)]
    ways = product(LAWS, (None, STIFFNESS), (*STEPS, 1e-3) if full else STEPS)
    made = [way for way in ways if full or way[1] is None or way[2] == STEPS[0]]
    return [_Case(t_p, *way) for way in made for t_p in KNOWN]


def _scan(case: _Case, runs: _Runs) -> list[dict[str, Any]]:
    first, last, ratio = SCAN
    amplitudes = first * ratio ** np.arange(int(np.log(last / first) / np.log(ratio)) + 1)
    hundredths = np.unique(np.round(amplitudes / HUNDREDTH).astype(int)).tolist()
    return [{"t_p": case.t_p, "a": k * HUNDREDTH, **runs.of(case, k)} for k in hundredths]


def _bracket(t_p: float, scan: pd.DataFrame, nearest: dict[float, int]) -> tuple[int, int]:
    """Hundredths of g between which to search first.

    Just below the answer of the first case; else the first amplitudes of the scan between which the column begins to
    overturn; else the range of the three codes.
    """
    if t_p in nearest:
        step = max(1, round(0.02 * nearest[t_p]))
        return nearest[t_p] - step, nearest[t_p]
    row = scan[scan.t_p == t_p].reset_index(drop=True)
    if row.overturned.any():
        first = int(np.argmax(row.overturned))
        return round(row.a[max(first - 1, 0)] / HUNDREDTH), round(row.a[first] / HUNDREDTH)
    least, most = _range(t_p, widened=0.0)
    return round(least / HUNDREDTH) - 1, round(most / HUNDREDTH)


def _range(t_p: float, widened: float = WIDENED) -> tuple[float, float]:
    """The range (g) of the three codes, widened on both sides by this share."""
    return min(KNOWN[t_p]) * (1 - widened), max(KNOWN[t_p]) * (1 + widened)


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


def _row(case: _Case, runs: _Runs, low: int, high: int) -> dict[str, Any]:
    """The least acceleration, beside that of the codes, and the runs by which it was found."""
    asked: dict[int, dict[Any, Any]] = {}

    def overturns(hundredths: int) -> bool:
        asked[hundredths] = runs.of(case, hundredths)
        return bool(asked[hundredths]["overturned"])

    least = least_hundredth(overturns, low, high)
    a, made = least * HUNDREDTH, pd.DataFrame(asked.values())
    lower, upper = _range(case.t_p)
    return {
        "t_p": case.t_p, "dt": case.dt, "formulation": case.formulation,
        "joints": "rigid" if case.stiffness is None else f"{case.stiffness:g} Pa/m", "a_least": round(a, 2),
        **dict(zip(CODES, KNOWN[case.t_p], strict=True)), "within": lower <= a <= upper,
        "fallen": asked[least]["fallen"], "time": asked[least]["time"], "runs": len(made),
        "uncertain": len(made) - made.certain.sum(), "warnings": made.warnings.sum(), "seconds": made.seconds.sum(),
    }  # fmt: skip


def _checks(limit: float, least: pd.DataFrame) -> list[Check]:
    note = "limit analysis as restated with HybriDFEM"
    checks = [check_close("limit", "multiplier of limit analysis (g)", limit, LIMIT, LIMIT_TOLERANCE, note=note)]
    rigid = least[(least.joints == "rigid") & (least.formulation == LAWS[0])]
    note = f"range of {', '.join(CODES)}, widened by {WIDENED:.0%}"
    for t_p, rows in rigid[rigid.dt == rigid.dt.min()].groupby("t_p"):
        lower, upper = _range(float(str(t_p)))
        a = float(rows.a_least.iloc[0])
        what = f"least acceleration for {t_p:g} s lies within {lower:.3f} and {upper:.3f} g"
        checks.append(check_that(f"least-{t_p:g}", what, lower <= a <= upper, seen=f"{a:.2f} g", note=note))
    return checks


def _figure(least: pd.DataFrame, scan: pd.DataFrame, limit: float) -> Figure:
    lines: dict[str, tuple[Any, ...]] = {
        name: (list(KNOWN), values, f"k{marker}")
        for name, values, marker in zip(CODES, zip(*KNOWN.values(), strict=True), "x12", strict=True)
    }
    for (law, dt, joints), rows in least.groupby(["formulation", "dt", "joints"], sort=False):
        style = f"C{LAWS.index(str(law))}{'.' if dt == STEPS[0] else '+'}{'-' if joints == 'rigid' else '--'}"
        lines[f"{law}, {joints}, {dt:g} s"] = (rows.t_p, rows.a_least, style)
    for falls, rows in scan.groupby("overturned"):
        lines["scan: overturns" if falls else "scan: does not"] = (rows.t_p, rows.a, "C3_" if falls else "C2|")
    lines[f"limit load {limit:.4f} g"] = ([min(KNOWN), max(KNOWN)], [limit, limit], "k:")
    panels = {"Column of seven drums and a cap": lines}
    figure = lines_figure(panels, "duration of the pulse (s)", "least acceleration (g)")
    figure.set_figheight(3.4)  # inches, for the legend
    figure.axes[0].set_yscale("log")
    log_ticks(figure.axes[0].yaxis)
    return figure
