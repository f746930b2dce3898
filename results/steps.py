"""The table of steps: what a step tells of itself, and one entry for each column with its unit and its meaning."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ..collision import Contacts
from ..formulations import StepProblem
from ..solvers.solution import StepSolution
from .checkpoint import ContactRecord, carries

__all__ = [
    "CERTIFICATE", "STEP_COLUMNS", "STEP_UNITS", "Column", "Detection", "StepReport", "contact_record",
    "impulses_of_closed", "joined", "step_row", "with_peaks",
]  # fmt: skip

Array = NDArray[np.float64]

CERTIFICATE = ("primal_residual", "dual_residual", "complementarity", "gap")
"""Columns of the table of steps that decide."""
SMALL = 1e-3
"""Normal impulse, over the largest of the step, from which on it is no rounding."""
CLEARLY = 1e3
"""How much larger than its impulse over the mass the velocity of an open contact is. What is about to open or to close
has both small, and counts as closed: with 1 an arch that rocks is 2.5 mm off at dt 5e-4 s, not 0.07."""


@dataclass(frozen=True)
class Detection:
    """Wall time (s) of finding the contacts of a step and of its two parts; ``found_at``: time of that state (s)."""

    collision_time: float
    broad_time: float
    narrow_time: float
    found_at: float


@dataclass(frozen=True)
class StepReport:
    """What a step tells beside its problem and its solution; an entry is the column of the same name.

    ``is_impact``: whether the step is an impact, in which no time passes. ``impact_share``: what the impacts of the
    step took, over the kinetic energy seen from the blocks' centre of mass.
    """

    detection: Detection
    build_time: float
    friction_iterations: int
    newton_iterations: int
    broken: int
    is_impact: bool = False
    impact_share: float = 0.0


class Column(NamedTuple):
    """One column: its unit ("" of texts and of yes or no), its type, how the values of several steps become that of
    their row, and its meaning.
    """

    unit: str
    dtype: DTypeLike
    joined: Callable[[Any, Any], Any]
    meaning: str


def _last(_: Any, value: Any) -> Any:
    return value


def _sum(before: Any, value: Any) -> Any:
    return before + value


def _all(before: str, value: str) -> str:
    """Both texts, parted by " | "; the one where it says what the other says."""
    new = [part for part in value.split(" | ") if part not in before.split(" | ")]
    return " | ".join([before, *new])


REAL, WHOLE = np.float64, np.int64

STEP_COLUMNS: Mapping[str, Column] = {
    "time": Column("s", REAL, _last, "end of the last of them"),
    "contacts": Column("1", WHOLE, _last, "number of contacts of the last of them"),
    "solver": Column("", str, _all, "whose answer it is; `none` where nothing touches"),
    "status": Column(
        "", str, _all,
        "`solved`: the certificate accepts the answer; `nearest`: the nearest to Coulomb's law that was found, kept "
        "with a warning",
    ),
    "iterations": Column("1", WHOLE, _sum, "of that solver"),
    "collision_time": Column("s", REAL, _sum, "wall time of the detection"),
    "build_time": Column("s", REAL, _sum, "wall time of writing the step and its program, and of moving blocks apart"),
    "solve_time": Column("s", REAL, _sum, "wall time of the solver"),
    "primal_residual": Column(
        "1", REAL, max, "certificate: distance of the contact velocities from their cones"
    ),
    "dual_residual": Column(
        "1", REAL, max, "certificate: balance of momenta, and distance of the impulses from their cones"
    ),
    "complementarity": Column("1", REAL, max, "certificate: work of the impulse at the worst contact"),
    "gap": Column("1", REAL, max, "certificate: kinematic value plus static value"),
    "steps": Column("1", WHOLE, _sum, "how many they are"),
    "dt": Column("s", REAL, min, "length of the shortest of them"),
    "form": Column("", str, _all, "form of the program that was solved"),
    "attempts": Column("1", WHOLE, max, "tries of solvers"),
    "tried": Column("", str, _all, "each try: solver, form, outcome"),
    "newton_iterations": Column("1", WHOLE, max, "quasi-Newton iterations of the formulation"),
    "broad_time": Column("s", REAL, _sum, "wall time of the first part of the detection: pairs of blocks"),
    "narrow_time": Column("s", REAL, _sum, "wall time of its second part: contact points"),
    "found_at": Column(
        "s", REAL, _last, "time at which the contacts of the last of them were found and are where the tables have them"
    ),
    "friction_iterations": Column("1", WHOLE, _sum, "programs solved for the friction law"),
    "impacts": Column("1", WHOLE, _sum, "impacts that were given their own instants"),
    "impact_share": Column(
        "1", REAL, max,
        "share of the kinetic energy, seen from the blocks' centre of mass, that impacts took that split the step",
    ),
    "friction": Column(
        "1", REAL, max,
        "how far the sliding speed times mu that the step assumes is from the answer's, where Coulomb's law is meant",
    ),
    "dilation": Column(
        "m", REAL, max,
        "widest gap that sliding under the associated law leaves at a contact that carries, elastic deformation "
        "apart; zero for an impact",
    ),
    "broken": Column("1", WHOLE, _last, "joints that have lost their bond so far"),
    "helped": Column("", np.bool_, max, "whether the chosen solver missed the certificate and the answer is another's"),
    "own_certificate": Column(
        "1", REAL, max, "largest entry of the certificate of the chosen solver's own answer, kept or not"
    ),
    "natural": Column(
        "1", REAL, max,
        "residual of the contact law at the worst contact, of the order of the error; it judges answers to Coulomb's "
        "law",
    ),
    "displacement": Column("m", REAL, max, "largest displacement of a block, as verdicts count it"),
    "displaced": Column("", str, _last, "which block"),
    "potential_drop": Column("1", REAL, max, "largest share of the potential energy lost, as verdicts count it"),
    "tie_force": Column("N", REAL, max, "largest force of a tie"),
    "tie": Column("", str, _last, "which tie"),
}  # fmt: skip
"""Columns of the table of steps, in its order. A row stands for the steps made since the
last recorded state: one with ``record_every=1``, more where a step was made in parts. docs/tables.md shows them.
"""
WHICH = {"displacement": "displaced", "tie_force": "tie"}
"""Columns that say of what the largest value is."""
STEP_UNITS = {name: column.unit for name, column in STEP_COLUMNS.items() if column.unit}


def step_row(time: float, problem: StepProblem, solution: StepSolution, report: StepReport) -> dict[str, Any]:
    """The row of one step that ended at ``time`` (s); `with_peaks` gives it what was seen at its end."""
    certificate = solution.certificate
    return {
        "time": time,
        "contacts": problem.count,
        "solver": solution.solver,
        "status": solution.status,
        "iterations": solution.iterations,
        **vars(report.detection),
        "build_time": report.build_time,
        "solve_time": solution.solve_time,
        "primal_residual": certificate.primal,
        "dual_residual": certificate.dual,
        "complementarity": certificate.complementarity,
        "gap": certificate.gap,
        "steps": 1,
        "dt": problem.dt,
        "form": solution.form,
        "attempts": max(1, len(solution.attempts)),
        "tried": " | ".join(f"{a.solver} {a.form}: {a.status}" for a in solution.attempts),
        "newton_iterations": report.newton_iterations,
        "friction_iterations": report.friction_iterations,
        "impacts": int(report.is_impact),
        "impact_share": report.impact_share,
        "friction": certificate.friction,
        "dilation": 0.0 if report.is_impact else dilation(problem, solution),
        "broken": report.broken,
        "helped": solution.missed is not None,
        "own_certificate": (solution.missed or certificate).worst,
        "natural": certificate.natural,
        "displacement": 0.0,
        "displaced": "",
        "potential_drop": 0.0,
        "tie_force": 0.0,
        "tie": "",
    }


def joined(before: Mapping[str, Any], row: Mapping[str, Any]) -> dict[str, Any]:
    """One row for the steps of two, ``before`` the earlier of them.

    Runs that an earlier version began and this one goes on with may lack columns there: they are those of ``row``.
    """
    before = {**row, **before}
    both = {name: column.joined(before[name], row[name]) for name, column in STEP_COLUMNS.items()}
    for name, which in WHICH.items():
        both[which] = (row if row[name] > before[name] else before)[which]
    return both


def with_peaks(row: Mapping[str, Any], seen: Mapping[str, Any]) -> dict[str, Any]:
    """The row of steps, at the end of the last of which this was ``seen``, by the names of columns."""
    made = dict(row)
    for name in (one for one in seen if one not in WHICH.values()):
        if seen[name] >= row[name]:
            made |= {one: seen[one] for one in (name, WHICH.get(name, name))}
    return made


def impulses_of_closed(problem: StepProblem, solution: StepSolution) -> Array:
    """Impulses (C, 3) of a step, with zeros for those of open contacts, which are rounding (N s).

    A contact is open where its velocity is inside the dual cone, by `CLEARLY` times its impulse over the mass of the
    lighter block: of an impulse and a velocity that are complementary one is zero. Solvers leave at open contacts up to
    1e-9 of the momentum of all blocks, which may be more than what light ones bear.
    """
    impulse, normal = solution.impulse, solution.impulse[:, 0]
    small = (normal > 0.0) & (normal < SMALL * np.max(normal, initial=0.0)) & (problem.bond == 0.0)
    small = np.flatnonzero(small & carries(normal, problem.blocks))
    if not len(small):
        return impulse
    left = problem.contact_velocity(solution.velocity, impulse)[small]
    inside = left[:, 0] - problem.mu[small] * np.hypot(left[:, 1], left[:, 2])
    masses = np.append(np.trace(problem.H[:, :3, :3], axis1=1, axis2=2) / 3.0, np.inf)
    given = CLEARLY * normal[small] / np.min(masses[problem.blocks[small]], axis=1)
    if not np.any(inside > given):
        return impulse
    found = impulse.copy()
    found[small[inside > given]] = 0.0
    return found


def contact_record(
    problem: StepProblem, contacts: Contacts, solution: StepSolution, hit: NDArray[np.bool_] | None = None
) -> ContactRecord:
    """What a step leaves at its ``contacts``, which the associated law lifts by min(s_n, mu |s_t|) where they slide,
    s = D'v + E gamma + the offset without De Saxcé's term: springs keep E_n gamma_n less that.
    """
    impulse, E = impulses_of_closed(problem, solution), problem.E[:, 0]
    record = ContactRecord(contacts, impulse, problem.dt, hit)
    if not np.any(E):
        return record
    left = problem.uncorrected.contact_velocity(solution.velocity, impulse)
    lift = np.clip(left[:, 0], 0.0, problem.mu * np.hypot(left[:, 1], left[:, 2]))
    slack = np.divide(lift, E, out=np.zeros_like(lift), where=E > 0.0)
    return replace(record, pressed=np.maximum(record.left_pressed - slack, 0.0))


def dilation(problem: StepProblem, solution: StepSolution) -> float:
    """The widest gap, elastic deformation apart, that a carrying contact is left with at the end of the step (m).

    A contact that carries an impulse should be closed. The associated law leaves it open where it slides,

        phi + dt u_n + dt E_n gamma_n = dt (mu |u_t| - s),

    s what of De Saxcé's term the step assumes: zero in the papers' scheme, where the block rides on that gap as long as
    it slides, at the cost of the work against gravity once, and is thrown up at the speed mu |u_t| where sliding begins
    with a jerk; the sliding speed of the step's start in `mid-point`. With Coulomb's law there is no such gap.
    """
    impulse = impulses_of_closed(problem, solution)[:, 0]
    carrying = carries(impulse, problem.blocks)
    gap = problem.phi if problem.contacts is None else problem.contacts.gap
    moved = (problem.apply_transpose(solution.velocity) + problem.prescribed + problem.E * solution.impulse)[carrying]
    slipped = moved[:, 1:] + problem.memory[carrying, 1:]
    slip = problem.mu[carrying] * np.hypot(slipped[:, 0], slipped[:, 1])
    return problem.dt * float(np.max(np.minimum(gap[carrying] / problem.dt + moved[:, 0], slip), initial=0.0))
