"""Equilibrium: whether a structure stands under its loads, with which forces, and else how it begins to move."""

import warnings
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..checks import finite_array, one_of, unit_vector, whole_number
from ..collision.divided import MOST_DIVISIONS
from ..errors import DrystoneError
from ..joints import TIE
from ..model import Assembly, BodyForce, Loads, State
from ..model.gravity import GRAVITY
from ..model.loads import Load
from ..results.joint_forces import joint_forces
from ..results.stress import stresses
from ..results.trajectory import contact_frame
from ..solvers import Attempt, get_solver
from ..solvers.by_program import AnySolver, ByProgram
from ..solvers.conic.base import ConicSolver
from ..solvers.fallback import first_accepted
from ..solvers.registry import solver_class
from ..summary import Facts, Summarised, Viewed
from .backends import Answered, answer, backends, failed, verified
from .elastic_forces import ElasticForces, elastic_forces
from .least import ACCURACY, balancing_forces, least_resultant
from .least import imbalance as imbalance_of
from .least import residual as residual_of
from .programs import VelocityRows, force_program, scaled_forces, start_program
from .system import StaticSystem

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["EquilibriumResult", "Stability", "equilibrium", "system_of", "stability_of"]

Array = NDArray[np.float64]

STANDS, MOVES = 1e-8, 1e-3
"""Accelerations, over those of the loads, up to which a structure stands and from which it moves. What is between may
be the error of the step, whose certificate is of the order of its square: there the program of the forces decides.
"""
DECIDED, PROOF = 1e-8, 1e-6
"""Residual of forces that balance the loads, and distance of a mechanism's contact velocities from Y* over the power
of the loads on it, at which either is proved.
"""
ROUNDED = 1e-4
"""Forces, wedged or of strong bonds, are balanced to 1e-8 of this share of them, which is rounding."""
LOADING = ("gravity", "loads", "closed", "overlap_tolerance")
"""Arguments of `equilibrium` that other questions pass on to it."""
COMPONENTS = ("normal", "x", "y", "z")


@dataclass(frozen=True, eq=False)
class EquilibriumResult(Summarised, Viewed):
    """The answer of `equilibrium`.

    ``stable``: whether the loads are carried, which is also the truth value of the answer. ``acceleration`` (B_all, 6):
    with which the blocks begin to move (m/s2, rad/s2), zero where they stand; ``mechanism`` (B_all, 6): the same with
    its largest component one. ``residual``: the largest acceleration found, over that of the loads alone. ``contacts``:
    the contact forces, unique, in the columns of `Trajectory.contacts` (N); of the first instant of the motion where it
    does not stand. ``ties``: forces of the ties (N), of any size up to their yield force: their elasticity and
    pretension do not count. ``imbalance``: largest force or moment that the forces leave unbalanced, in variables of
    order one. ``deformed``: the state in which blocks that deform bear the loads, which `simulate` can start from; None
    where all are rigid, or still rigid (`Material.rigid_below`), or it does not stand.
    """

    stable: bool
    acceleration: Array
    residual: float
    contacts: "pd.DataFrame"
    imbalance: float
    solver: str
    system: StaticSystem
    ties: "pd.DataFrame"
    deformed: State | None = None

    def __bool__(self) -> bool:
        """Whether the loads are carried, so that ``if equilibrium(...)`` means what it says."""
        return self.stable

    @property
    def mechanism(self) -> Array:
        """The motion that begins, its largest component one."""
        size = float(np.max(np.abs(self.acceleration), initial=0.0))
        return np.zeros_like(self.acceleration) if self.stable or size == 0.0 else self.acceleration / size

    def force_range(
        self, block_a: str, block_b: str, component: str | ArrayLike = "normal", solver: str | AnySolver = "auto"
    ) -> tuple[float, float]:
        """Least and largest resultant force (N) in the joint of two blocks over all admissible states,

            min and max over gamma   c'gamma    s.t.   D gamma + f = 0,   gamma ∈ Y.

        The force is the one on ``block_b``; ``component``: "normal" (sum of the normal forces, compression positive),
        "x", "y", "z", or a direction (3,) of any length. Ties of the two blocks are no part of it. Infinite where
        nothing bounds it (wedged blocks). DrystoneError where the structure does not stand or the blocks have no joint.
        """
        if not self.stable:
            raise DrystoneError("the structure does not stand; there is no admissible state of forces")
        objective = self._component(block_a, block_b, component)
        return least_resultant(self.system, objective, solver), -least_resultant(self.system, -objective, solver)

    def _component(self, block_a: str, block_b: str, component: str | ArrayLike) -> Array:
        """The c (C, 3) of a force component."""
        contacts, index = self.system.contacts, self.system.assembly.index_of
        pair = (index(block_a), index(block_b))
        inside = np.all(np.sort(contacts.blocks, axis=1) == np.sort(pair), axis=1) & (contacts.key[:, 0] != TIE)
        if not np.any(inside):
            raise DrystoneError(f"blocks {block_a!r} and {block_b!r} have no closed joint")
        objective = np.zeros((contacts.count, 3))
        if isinstance(component, str):
            one_of(component, COMPONENTS, "component")
        if isinstance(component, str) and component == "normal":
            objective[inside, 0] = 1.0
            return objective
        axis = np.eye(3)["xyz".index(component)] if isinstance(component, str) else component
        direction = unit_vector(axis, "component")
        sign = np.where(contacts.blocks[inside, 1] == pair[1], 1.0, -1.0)
        objective[inside] = sign[:, None] * (contacts.frame[inside] @ direction)
        return objective

    def stresses(self, at: str = "centroids") -> "pd.DataFrame":
        """Stresses in the blocks that deform; see `drystone.results.stress.stresses`. DrystoneError where none does."""
        if self.deformed is None and not self.stable:
            raise DrystoneError("the structure does not stand; there are no stresses at rest")
        return stresses(self.system.assembly, self.deformed or State.initial(self.system.assembly), at)

    @cached_property
    def joints(self) -> "pd.DataFrame":
        """Resultants of the joints; see `drystone.joint_forces`."""
        return joint_forces(self.contacts)

    @property
    def _moved(self) -> float:
        """Largest displacement of a centroid by deformation (m)."""
        assert self.deformed is not None
        moved = self.deformed.position - self.system.assembly.centroid
        return float(np.linalg.norm(moved, axis=1).max())

    def _summary(self) -> Facts:
        yield "", "stands" if self.stable else "falls"
        yield "blocks", str(len(self.acceleration))
        yield "contacts", str(len(self.contacts))
        if len(self.contacts):
            yield "normal force", f"at most {self.contacts['force_n'].max():.6g} N at a contact point"
        yield "acceleration", f"at most {np.abs(self.acceleration).max(initial=0.0):.4g} (m/s2, rad/s2)"
        if self.deformed is not None:
            yield "deformation", f"moves blocks by at most {self._moved:.4g} m"
        yield "residual", f"{self.residual:.2g} of the loads' acceleration"
        yield "imbalance", f"{self.imbalance:.2g}"
        yield "solver", self.solver


def equilibrium(
    assembly: Assembly,
    *,
    gravity: ArrayLike = GRAVITY,
    loads: Loads | Load | list[Load] | None = None,
    solver: str | AnySolver = "auto",
    closed: float | None = None,
    overlap_tolerance: float | None = None,
    face_divisions: int = 1,
) -> EquilibriumResult:
    """Whether the assembly stands in its initial configuration under ``gravity`` (3,) (m/s2) and ``loads``, at t = 0.

    One program decides: the accelerations with which the closed joints let the blocks start,

        min over a   1/2 a'M a - f'a    s.t.   D'a ∈ Y*,

    are zero exactly where contact forces gamma ∈ Y with D gamma + f = 0 exist (friction associated). Where they do,
    the forces given are the least in the compliance metric of equal contact stiffnesses,

        min over gamma   1/2 gamma'gamma    s.t.   D gamma + f = 0,   gamma ∈ Y,

    which are unique. Where blocks deform, the forces given are those of least elastic energy instead, without
    stress at the start, `drystone.statics.elastic_forces`: those the stone has, where no joint slides (a joint that
    does dilates, as friction is associated). Blocks with `Material.rigid_below` are rigid there unless the forces
    stress them by more. Springs of joints and of ties do not count. Where the loads are not carried, the
    accelerations are the mechanism that starts. ``solver``: any of `list_solvers`. ``closed``: gap up
    to which joints carry (m), None for 1e-4 of the assembly's length. ``overlap_tolerance``: largest overlap of
    blocks (m), None for the same, or for ``closed`` where that is more. ``face_divisions``: parts into which
    contact points divide the edges of joints, see `drystone.integrators.Options`. DrystoneError for input that makes
    no sense, StepFailedError where no solver reaches the certificate.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> ds.equilibrium(column(2)).stable
    True
    >>> ds.equilibrium(column(2), gravity=(7, 0, -9.81)).stable
    False
    """
    system = system_of(
        assembly, gravity=gravity, loads=loads, closed=closed, overlap_tolerance=overlap_tolerance,
        face_divisions=face_divisions,
    )  # fmt: skip
    found = _told(stability_of(system, solver), system)
    force, imbalance, deformed = found.force, found.residual, None
    elastic = _elastic_forces(system, loads, solver) if found.stable and assembly.elastic.count else None
    if elastic is not None:
        force, deformed, imbalance = elastic.force, elastic.state, imbalance_of(system, elastic.force)
    elif found.stable and len(force):
        force, imbalance = balancing_forces(system, force)
    return EquilibriumResult(
        stable=found.stable,
        acceleration=system.everywhere(found.acceleration),
        residual=found.residual,
        contacts=contact_frame(assembly.names, system.contacts, force, 1.0),
        imbalance=imbalance,
        solver=found.solver,
        system=system,
        ties=system.tie_forces(force),
        deformed=deformed,
    )


def _told(found: "Stability", system: StaticSystem) -> "Stability":
    """The same, having warned of blocks that touch nothing where the system does not stand, and of bonds that may be
    why it does.
    """
    system.warn_of_loose("equilibrium", not found.stable, 4)
    if found.stable:
        system.warn_of_pressing("equilibrium", 4)
    return found


def _elastic_forces(
    system: StaticSystem, loads: Loads | Load | list[Load] | None, solver: str | AnySolver
) -> ElasticForces | None:
    """Forces of the blocks that deform and their state; None where all stay rigid."""
    found = elastic_forces(system, Loads.of(loads), solver if _is_conic(solver) else "auto")
    told = "" if found is None else system.assembly.elastic.too_strained(found.state.deformation)
    if told:
        warnings.warn(f"equilibrium: {told}", stacklevel=3)
    return found


def system_of(
    assembly: Assembly,
    *,
    gravity: ArrayLike = GRAVITY,
    loads: Loads | Load | list[Load] | None = None,
    closed: float | None = None,
    overlap_tolerance: float | None = None,
    face_divisions: int = 1,
) -> StaticSystem:
    """The system whose equilibrium `equilibrium` asks for; arguments as there."""
    weight = BodyForce(finite_array(gravity, (3,), "gravity"))
    divisions = whole_number(face_divisions, "face_divisions", 1, MOST_DIVISIONS)
    return StaticSystem.of(assembly, [weight, Loads.of(loads)], None, closed, overlap_tolerance, divisions)


@dataclass(frozen=True)
class Stability:
    """Whether a system stands; accelerations (B, 6), zero where it does; forces (C, 3); their residual; the solver."""

    stable: bool
    acceleration: Array
    force: Array
    residual: float
    solver: str


def stability_of(system: StaticSystem, solver: str | AnySolver) -> Stability:
    """Whether the loads of a system are carried, proved; StepFailedError where it cannot be."""
    start = _start(system, solver)
    residual = residual_of(system, start.acceleration)
    dry = system.surface.is_cone and not system.step.is_bonded
    scaled, force = system.step.scaled[1].forward(start.acceleration, start.force)
    still = bool(np.all(np.max(np.abs(scaled), axis=1, initial=0.0) <= STANDS * system.counted(force)))
    unsure = not still and residual < MOVES if dry else True  # strong bonds hide loads from the step's certificate
    stable = _carried(system, solver) if unsure else still
    acceleration = np.zeros_like(start.acceleration) if stable else start.acceleration
    return replace(start, stable=stable, acceleration=acceleration, residual=residual)


def _start(system: StaticSystem, solver: str | AnySolver) -> Stability:
    """The accelerations with which the blocks start; whether they are zero is not yet decided."""
    if system.surface.is_cone:
        found = get_solver(solver).solve(system.step)
        if not found.solved:
            raise failed("equilibrium", [f"{a.solver}: {_reached(a)}" for a in found.attempts])
        return Stability(False, found.velocity, found.impulse, np.inf, found.solver)
    step, program = system.scaled, start_program(system)
    answered = verified(program, solver, "equilibrium", ACCURACY)
    velocity = answered.solution.x[: 6 * step.bodies].reshape(-1, 6)
    force = VelocityRows.of(system).force(answered.solution.z, step.count)
    return Stability(False, *system.step.scaled[1](velocity, force), np.inf, answered.solver)


def _reached(tried: Attempt) -> str:
    return f"{tried.worst:.1e}" if tried.worst < np.inf else tried.status


def _carried(system: StaticSystem, solver: str | AnySolver) -> bool:
    """Whether gamma ∈ Y with D gamma + f = 0 exists: one is found, or a mechanism on which the loads work.

    More than is dissipated, where joints are bonded.
    """
    program = force_program(system, np.zeros((system.step.count, 3)))
    judged = (_judged(system, answer(one, program)) for one in backends(solver if _is_conic(solver) else "auto"))
    accepted, made = first_accepted(judged, lambda one: one[0] is not None)
    if accepted is None:
        raise failed("equilibrium", [reason for _, reason in made])
    return bool(accepted[0])


def _judged(system: StaticSystem, answered: Answered) -> tuple[bool | None, str]:
    """Whether an answer proves that the loads are carried, or that they are not; None and why if neither."""
    found = answered.solution
    if not found.finite:
        return None, f"{answered.solver}: {found.message or found.status}"
    gained, lacking = _gained(system, found.z[: 6 * system.step.bodies].reshape(-1, 6))
    if found.status != "solved" and gained > 0.0 and lacking <= PROOF * gained:
        return False, ""
    left = _left(system, scaled_forces(system, found.x))
    if found.status != "infeasible" and left <= DECIDED:
        return True, ""
    return None, f"{answered.solver}: forces to {left:.1e}, mechanism to {lacking / max(gained, 1e-300):.1e}"


def _gained(system: StaticSystem, mechanism: Array) -> tuple[float, float]:
    """Power of the loads on a scaled mechanism (B, 6) less what is dissipated, and of what its velocities lack to Y*.

    The latter counts with the loads and with the tension that would be overcome.
    """
    step, surface = system.scaled, system.scaled_surface
    contact = step.apply_transpose(mechanism)
    power = float(np.sum(step.k * mechanism)) - surface.dissipation(contact)
    return power, float(np.sum(surface.lacking(contact) * (1.0 + surface.tension)))


def _left(system: StaticSystem, force: Array) -> float:
    """What scaled forces (C, 3) lack to balance and to Y, over the loads, or over `ROUNDED` of much larger forces.

    Over what counts for a light block (`StaticSystem.counted`) where that is less than the loads.
    """
    step, size = system.scaled, system.counted(force)
    apart = np.max(np.abs(step.apply(force) + step.k), axis=1, initial=0.0)
    lighter = np.min(np.where(step.blocks >= 0, size[step.blocks], np.inf), axis=1, initial=np.inf)
    outside = system.scaled_surface.distance(force)
    share = system.load_size / max(system.load_size, ROUNDED * _largest(force))
    return share * max(_largest(apart / size), _largest(outside / lighter))


def _largest(values: Array) -> float:
    return float(np.max(np.abs(values), initial=0.0))


def _is_conic(solver: str | AnySolver) -> bool:
    return (
        solver_class(solver).kind == "conic" if isinstance(solver, str) else isinstance(solver, ConicSolver | ByProgram)
    )
