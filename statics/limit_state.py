"""Limit states: the answer of a limit program, from whichever solver, verified by both programs."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import DrystoneError
from ..programs import ConicProgram
from ..results.trajectory import contact_frame
from ..solvers import get_solver
from ..solvers.by_program import AnySolver
from ..solvers.conic.base import ConicSolver
from ..solvers.fallback import first_accepted
from ..solvers.interior_point.limit_path import LimitState, limit_path
from ..solvers.interior_point.solver import InteriorPointSolver
from ..solvers.interior_point.tuning import LimitTuning
from ..solvers.structured.arrays import Arrays
from ..summary import Facts, Summarised, Viewed, counted
from .backends import answer, backends, failed
from .programs import LIMIT_FORMS, LimitPoint, scaled_forces
from .rays import ENDS, ray_program
from .strength import YieldSurface
from .system import StaticSystem

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "LimitAnswer",
    "LimitCertificate",
    "LimitResult",
    "certificate",
    "kinematic_multiplier",
    "limit_state",
    "reported",
    "solve_limit",
]

Array = NDArray[np.float64]

ACCURACY = 1e-7
"""Worst entry of a certificate at which an answer is accepted, of solvers that state no coarser accuracy."""
TARGET = 1e-9
"""And at which the structured solver, whose iterations are cheap, ends."""
STRUCTURED = "interior-point"


@dataclass(frozen=True)
class LimitCertificate(Summarised, inline=True):
    """How well a limit state satisfies both programs, in variables of order one.

    ``static``: equilibrium, and distance of the forces from Y, over the largest force. ``kinematic``: distance of the
    contact velocities from Y*, and of the live power from one, over the largest velocity. ``gap``: difference of the
    static and the kinematic multiplier and, since that is what it can hide, the work of the forces on what the contact
    velocities lack to Y*, of the mechanism on what the forces leave unbalanced and of the contact velocities on what
    forces are outside Y, over one plus the multiplier's size. Of an unbounded or infeasible program only the part that
    proves it is not zero.
    """

    static: float
    kinematic: float
    gap: float

    @property
    def worst(self) -> float:
        """The largest of the three; NaN counts as infinite."""
        worst = max(self.static, self.kinematic, self.gap)
        return worst if np.isfinite(worst) else float("inf")

    def _summary(self) -> Facts:
        yield from ((name, f"{getattr(self, name):.2g}") for name in ("worst", "static", "kinematic", "gap"))


@dataclass(frozen=True, eq=False)
class LimitResult(Summarised, Viewed):
    """The answer of `limit_load`.

    ``multiplier``: the largest a for which dead load + a live load is carried; infinite where every multiple is (status
    "unbounded", which proves nothing with friction="coulomb": there ``bracket[0]`` counts), minus infinite where the
    dead load is not carried with any multiple of the live load (status "infeasible"), else status "solved". Below zero
    the structure needs the live load reversed to stand. ``mechanism`` (B_all, 6): velocities of the collapse (m/s,
    rad/s), the largest component of a centroid or of a rotation being one; of the fall under the dead load where that
    is not carried; zero where unbounded. ``contacts``: forces at the limit, in the columns of `Trajectory.contacts`
    (N); ``ties``: of the ties (N). ``dead_power``, ``live_power``: of both loads on the mechanism (W);
    ``dissipation``: what it takes from them in bonds (W), dead_power + multiplier live_power, zero in dry structures
    with friction="associated". ``bracket``: bounds on the multiplier of frictional joints that do not dilate, see
    `limit_load`. ``kinematic_multiplier``: the multiplier from the other program; with friction="coulomb" that of the
    mechanism with the shear that friction has at the forces. ``history``: multipliers of the programs of the forces
    with friction="coulomb", after the associated one.
    """

    multiplier: float
    status: str
    mechanism: Array
    contacts: "pd.DataFrame"
    ties: "pd.DataFrame"
    certificate: LimitCertificate
    kinematic_multiplier: float
    dead_power: float
    live_power: float
    dissipation: float
    bracket: tuple[float, float]
    friction: str
    form: str
    solver: str
    iterations: int
    build_time: float
    solve_time: float
    system: StaticSystem
    history: tuple[float, ...] = ()

    @cached_property
    def program(self) -> ConicProgram:
        """The limit program (of the associated law), for printing, CVXPY and files."""
        return LIMIT_FORMS[self.form].write(self.system)

    @property
    def tilt(self) -> float:
        """Angle (rad) by which gravity may tilt where the live load is across the dead load, arctan(multiplier).

        Across it both together grow by 1/cos, which dry joints and ties without a yield force do not feel. NaN where
        joints or ties have a strength.
        """
        surface = self.system.surface
        dry = surface.is_cone and not np.any((surface.tension > 0.0) & np.isfinite(surface.tension))
        return float(np.arctan(self.multiplier)) if dry else float("nan")

    def bounds(self) -> str:
        """The ``bracket`` as a text, with zero for what a solver leaves of it."""
        lower, upper = (0.0 if abs(end) < TARGET else end for end in self.bracket)
        return f"{lower:.6g} to {upper:.6g}"

    def _summary(self) -> Facts:
        yield "", self.status
        yield "multiplier", f"{self.multiplier:.8g}, of the kinematic program {self.kinematic_multiplier:.8g}"
        yield "friction", self.friction
        yield "bracket", self.bounds()
        moving = int(np.sum(np.any(self.mechanism != 0.0, axis=1)))
        yield "mechanism", f"of {counted(len(self.mechanism), 'block')}, {moving} of which move"
        yield "contacts", str(len(self.contacts))
        yield "certificate", f"worst {self.certificate.worst:.2g}"
        yield "solver", f"{self.solver}, {self.form}, {counted(self.iterations, 'iteration')}"
        yield "time", f"build {self.build_time:.3g} s, solve {self.solve_time:.3g} s"


def solve_limit(system: StaticSystem, form: str, solver: str | AnySolver) -> LimitResult:
    """The first verified answer to the limit program; see `limit_state`."""
    found = limit_state(system, form, solver)
    return _result(system, found)


@dataclass(frozen=True)
class LimitAnswer:
    """An answer to a limit program, of the program's ``form``, the time it took (s), the worst entry of its
    certificate with which it is accepted, and why there is none.
    """

    point: LimitPoint
    status: str
    certificate: LimitCertificate
    form: str
    solver: str
    iterations: int
    time: float
    accuracy: float = ACCURACY
    message: str = ""

    @property
    def accepted(self) -> bool:
        """Whether the certificate is within the accuracy."""
        return self.certificate.worst <= self.accuracy


def limit_state(system: StaticSystem, form: str, solver: str | AnySolver) -> LimitAnswer:
    """The first verified answer to the limit program: of the structured solver, which has both forms at once, and of
    the conic ones, each in ``form`` and then in the other. Its time is that of all that were tried.
    """
    name = solver if isinstance(solver, str) else get_solver(solver).name
    tried: list[str] = []
    spent = 0.0
    if name == STRUCTURED and not system.surface.is_cone:
        raise DrystoneError(
            f"the solver {STRUCTURED!r} knows Coulomb's cones alone, not the tension cut-off of joints with cohesion "
            'and tensile_strength nor bonds beside contacts; take solver="auto" or a conic one, such as "clarabel"'
        )
    if name in ("auto", STRUCTURED) and system.surface.is_cone:
        start = perf_counter()
        own = get_solver(solver)
        state = _on_the_path(system, own.limit_tuning if isinstance(own, InteriorPointSolver) else LimitTuning())
        spent, point = perf_counter() - start, LimitPoint(state.multiplier, state.force, state.mechanism)
        tried.append(f"{STRUCTURED}: {state.status} to {state.worst:.1e}")
        if state.worst <= ACCURACY:
            checked = certificate(system, point, state.status)
            return LimitAnswer(point, state.status, checked, form, STRUCTURED, state.iterations, spent)
        if name == STRUCTURED:
            raise failed("limit load", tried)
    other = next(one for one in LIMIT_FORMS if one != form)
    asked = [(backend, written) for backend in backends(solver, STRUCTURED) for written in (form, other)]
    accepted, made = first_accepted(
        (_answered(system, backend, written) for backend, written in asked), lambda one: one.accepted
    )
    if accepted is None:
        tried += [f"{one.solver} {one.form}: {_reached(one)}" for one in made]
        accepted, more = first_accepted(_rays(system, form, backends(solver, STRUCTURED)), lambda one: one.accepted)
        made += more
    if accepted is None:
        raise failed("limit load", tried)
    return replace(accepted, time=spent + sum(one.time for one in made))


def _rays(system: StaticSystem, form: str, solvers: list[ConicSolver]) -> Iterator[LimitAnswer]:
    """The answers that there is no limit, by the least rays of the static program.

    They are solutions of programs that have one, which solvers find where they miss that a program has none.
    """
    program = LIMIT_FORMS["static"].write(system)
    nothing = LimitPoint(0.0, np.zeros((system.scaled.count, 3)), np.zeros_like(system.scaled.k))
    for backend in solvers:
        for status in ENDS:
            found = answer(backend, ray_program(program, status))
            ray = found.solution.x
            point = (
                replace(nothing, multiplier=float(ray[-1]), force=scaled_forces(system, ray[:-1]))
                if status == "unbounded"
                else replace(nothing, mechanism=ray[: system.scaled.k.size].reshape(-1, 6))
            )
            checked = certificate(system, point, status)
            yield LimitAnswer(
                point,
                status,
                checked,
                form,
                found.solver,
                found.solution.iterations,
                found.time,
                max(ACCURACY, backend.accuracy),
            )


def _answered(system: StaticSystem, backend: ConicSolver, form: str) -> LimitAnswer:
    """A backend's answer to the limit program in a form, as what the backend says it is."""
    program = LIMIT_FORMS[form]
    found = answer(backend, program.write(system))
    status = {"infeasible": program.infeasible, "unbounded": program.unbounded}.get(found.solution.status, "solved")
    point = program.point(system, found.solution)
    return LimitAnswer(
        point, status, certificate(system, point, status), form, found.solver, found.solution.iterations,
        found.time, max(ACCURACY, backend.accuracy), found.solution.message,
    )  # fmt: skip


def _reached(one: LimitAnswer) -> str:
    """How far an answer came; why there is none, in a solver's own words."""
    none = one.certificate.worst == np.inf and one.message
    return one.message if none else f"{one.status} to {one.certificate.worst:.1e}"


def _on_the_path(system: StaticSystem, tuning: LimitTuning) -> LimitState:
    """The state that the structured interior point finds."""

    def measure(state: LimitState) -> float:
        point = LimitPoint(state.multiplier, state.force, state.mechanism)
        return certificate(system, point, state.status).worst

    return limit_path(Arrays.of(system.scaled), system.scaled_live, measure, TARGET, ACCURACY, tuning)


def certificate(
    system: StaticSystem, point: LimitPoint, status: str, sliding: YieldSurface | None = None
) -> LimitCertificate:
    """The certificate of a limit state, of a ray of forces ("unbounded") or of velocities ("infeasible").

    ``sliding``: the sets whose dissipation the mechanism has, where they are not those of the forces.
    """
    step, live = system.scaled, system.scaled_live
    force, velocity, a = point.force, point.mechanism, point.multiplier
    if not all(np.all(np.isfinite(part)) for part in (force, velocity, a)):
        return LimitCertificate(np.inf, np.inf, np.inf)
    allowed, surface = system.scaled_surface, sliding or system.scaled_surface
    dead, allowed = (step.k, allowed) if status == "solved" else (np.zeros_like(step.k), allowed.recession)
    strength = max(1.0, _largest(force)) if status == "solved" else max(_largest(force), 1e-300)
    outside, unbalanced = allowed.distance(force), step.apply(force) + dead + a * live
    static = max(_largest(unbalanced), _largest(outside)) / strength
    speed = max(1.0, _largest(velocity)) if status == "solved" else max(_largest(velocity), 1e-300)
    contact = step.apply_transpose(velocity)
    lacking = surface.lacking(contact)
    opening, hidden = _largest(lacking) / speed, float(np.sum(lacking * np.linalg.norm(force, axis=1)))
    hidden += float(np.sum(np.abs(np.sum(unbalanced * velocity, axis=1))))  # much where light blocks move
    hidden += float(np.sum(outside * np.linalg.norm(contact, axis=1)))
    power, work = float(np.sum(live * velocity)), float(np.sum(step.k * velocity)) - surface.dissipation(contact)
    if status == "unbounded":  # forces that balance the live load alone
        return LimitCertificate(static, 0.0, 0.0 if a > 1e-6 * strength else np.inf)
    if status == "infeasible":  # a mechanism on which the dead load works more than is dissipated, the live load not
        return LimitCertificate(0.0, max(opening, abs(power) / speed), 0.0 if work > 1e-6 * speed else np.inf)
    return LimitCertificate(static, max(opening, abs(power - 1.0) / speed), (abs(a + work) + hidden) / (1.0 + abs(a)))


def _result(system: StaticSystem, found: LimitAnswer) -> LimitResult:
    status, solved = found.status, found.status == "solved"
    factor = system.live_factor
    infinite = {"unbounded": np.inf, "infeasible": -np.inf}.get(status, np.nan)
    multiplier = found.point.multiplier * factor if solved else infinite
    kinematic = kinematic_multiplier(system, found.point, system.scaled_surface) * factor if solved else infinite
    return LimitResult(
        multiplier=float(multiplier),
        status=status,
        **reported(system, found.point, status, system.surface),
        certificate=found.certificate,
        kinematic_multiplier=float(kinematic),
        bracket=(float(multiplier), float(multiplier)),
        friction="associated",
        form=found.form,
        solver=found.solver,
        iterations=found.iterations,
        build_time=0.0,
        solve_time=found.time,
        system=system,
    )


def kinematic_multiplier(system: StaticSystem, point: LimitPoint, surface: YieldSurface) -> float:
    """The scaled multiplier that the mechanism of a point has where ``surface`` dissipates."""
    contact = system.scaled.apply_transpose(point.mechanism)
    return surface.dissipation(contact) - float(np.sum(system.scaled.k * point.mechanism))


def reported(system: StaticSystem, point: LimitPoint, status: str, sliding: YieldSurface) -> dict[str, Any]:
    """Mechanism, contacts and powers of a `LimitResult`; ``sliding`` (N): sets whose dissipation the mechanism has."""
    velocity, force = system.step.scaled[1](point.mechanism, point.force)
    size = _largest(velocity)
    mechanism = velocity / size if size > 0.0 and status != "unbounded" else np.zeros_like(velocity)
    kept = force if status == "solved" else np.zeros_like(force)
    return {
        "mechanism": system.everywhere(mechanism),
        "contacts": contact_frame(system.assembly.names, system.contacts, kept, 1.0),
        "ties": system.tie_forces(kept),
        "dead_power": float(np.sum(system.step.k * mechanism)),
        "live_power": float(np.sum(system.live * mechanism)),
        "dissipation": sliding.power(system.step.apply_transpose(mechanism)),
    }


def _largest(values: Array) -> float:
    return float(np.max(np.abs(values), initial=0.0))
