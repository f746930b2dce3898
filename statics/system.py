"""An assembly at rest as arrays: its closed joints and what acts on it, in variables of order one."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..checks import SMALLEST, finite_array, finite_number, instance_of
from ..collision import Contacts, detect
from ..collision.overlap import refuse_overlap
from ..errors import DrystoneError
from ..formulations import StepInputs, StepProblem, get_formulation
from ..joints import TIE, Joints, Strengths
from ..model import Assembly, Loads, State
from ..model.gravity import ONE_G
from ..model.loads import Load
from ..results.tie_table import force_table
from ..summary import Facts, Summarised, counted, listed
from .strength import YieldSurface

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["LoadPattern", "StaticSystem", "resultant"]

Array = NDArray[np.float64]
LoadPattern = ArrayLike | Load | Loads | Sequence[Any]

LOADS = (Load, Loads)
CLOSED = 1e-4
"""Default gap up to which a joint counts as closed, and overlap that is allowed, in lengths of the assembly."""
LIGHT = 100.0
"""Errors of 1e-8 of the loads are at most 1e-6 of what a light block bears; solvers seldom reach less."""
PRESSING = 1e-9
"""Share of the cohesion by which mu times the tension of a bond exceeds it by rounding alone."""
FORMULATION = "nodargi-bisegna"
"""Whose contact points are used: the mid-points of the joints."""


def resultant(assembly: Assembly, pattern: LoadPattern, what: str) -> Array:
    """Force and moment about the centroid of every block (B_all, 6) (N, N m) of a load pattern.

    ``pattern``: a body acceleration (3,) in units of g = 9.81 m/s2, a load, `Loads`, or a sequence of any of these,
    which act together. Loads that are functions of time count as at t = 0.
    """
    listed = list(pattern) if isinstance(pattern, (list, tuple)) else []
    together = any(isinstance(part, (*LOADS, list, tuple, np.ndarray)) for part in listed)
    total = np.zeros((len(assembly.blocks), 6))
    for part in listed if together else [pattern]:
        if isinstance(part, LOADS):
            total += Loads.of(part).resultant(assembly, State.initial(assembly, None), 0.0)
        else:
            direction = finite_array(part, (3,), f"{what}, a body acceleration in units of g,")
            weight = np.where(assembly.fixed, 0.0, assembly.mass) * ONE_G
            total[:, :3] += weight[:, None] * direction
    return total


@dataclass(frozen=True, eq=False)
class StaticSystem(Summarised):
    """Forces f on the blocks of an assembly in its initial state, and the contact forces that may balance them,

        D gamma + f_dead + multiplier f_live = 0,     gamma ∈ Y.

    ``step``: the step of one second from rest without gaps, whose k is f_dead times one second, so that impulses are
    forces; its bonds are the tension of the cut-offs, from which scaled forces are counted. ``surface``: the sets Y
    (N), of which the step knows the cones. ``live`` (B, 6) (N, N m). ``strengths``: what the joints' laws give.
    The scaled variables of the step are those of the programs.
    """

    assembly: Assembly
    step: StepProblem
    live: Array
    strengths: Strengths

    @classmethod
    def of(
        cls,
        assembly: Assembly,
        dead: LoadPattern,
        live: LoadPattern | None = None,
        closed: float | None = None,
        overlap_tolerance: float | None = None,
        face_divisions: int = 1,
    ) -> "StaticSystem":
        """The system of an assembly; ``closed``: gap up to which joints carry (m), None for 1e-4 of its length.

        ``overlap_tolerance``: largest overlap (m), None for the larger of ``closed`` and 1e-4 of the length; blocks
        that overlap touch. ``face_divisions``: of joints, see `drystone.integrators.options`.
        """
        instance_of(assembly, Assembly, "assembly")
        if not len(assembly.movable):
            raise DrystoneError("all blocks are fixed; there is nothing whose equilibrium could be asked for")
        least = CLOSED * assembly.length
        tolerance = least if closed is None else finite_number(closed, "closed (m)", least=0.0)
        overlap = max(tolerance, least)
        if overlap_tolerance is not None:
            overlap = finite_number(overlap_tolerance, "overlap_tolerance (m)", least=0.0)
        force = resultant(assembly, dead, "dead")
        pattern = np.zeros_like(force) if live is None else resultant(assembly, live, "live")
        if live is not None and np.max(np.abs(pattern[assembly.movable])) < SMALLEST:
            raise DrystoneError(
                "live puts no force on any movable block; give a load pattern that does, such as (1, 0, 0)"
            )
        step, strengths = _step(assembly, force, tolerance, overlap, face_divisions)
        return cls(assembly, step, pattern[assembly.movable], strengths)

    @property
    def contacts(self) -> Contacts:
        """The closed contacts."""
        assert self.step.contacts is not None
        return self.step.contacts

    def tie_forces(self, force: Array) -> "pd.DataFrame":
        """The table of the ties' forces among forces (C, 3) (N) of the system's contacts."""
        rows = np.flatnonzero(self.contacts.key[:, 0] == TIE)
        return force_table(self.assembly, np.abs(force[rows, 0]))

    def normal_forces(self, contacts: "pd.DataFrame", ties: "pd.DataFrame") -> Array:
        """Normal forces (C,) (N) of all rows of the step, from the tables of a result."""
        sign = np.where(np.isfinite(self.assembly.tie_table.yield_force), -1.0, 1.0)
        return np.append(contacts["force_n"].to_numpy(), sign * ties["force"].to_numpy())

    def warn_of_loose(self, what: str, falls: bool, level: int = 3) -> None:
        """Warn, in the name of ``what`` the user called, of movable blocks that touch nothing and have no tie.

        ``falls``: whether the structure does; else nothing is said. ``level``: as `warnings.warn` counts it.
        """
        held = set(np.unique(self.contacts.blocks).tolist())
        loose = [self.assembly.names[i] for i in self.assembly.movable if i not in held]
        if falls and loose:
            told = "touches nothing and has no tie: it falls" if len(loose) == 1 else "touch nothing and have no tie"
            warnings.warn(
                f"{what}: {counted(len(loose), 'block')}, {listed(loose)}, {told}. Of a model `drystone check` shows "
                "the gaps, and `--mend` closes small ones",
                stacklevel=level,
            )

    def warn_of_pressing(self, what: str, level: int = 3) -> None:
        """Warn, in the name of ``what`` the user called, of bonds beside a contact that bear more tension than c/mu.

        Sliding dilates by mu times the slip with associated friction, against such a bond, which presses the contact
        together: by its tension f it adds mu f to the shear, not c. A joint that does not dilate has nothing of that.
        """
        key, bond = self.contacts.key, self.strengths.beside & (self.contacts.key[:, 0] != TIE)
        friction = dict(zip(key[~bond, 0].tolist(), self.step.mu[~bond].tolist(), strict=True))
        beside = np.array([friction.get(patch, 0.0) for patch in key[bond, 0].tolist()])
        presses = beside * self.strengths.tension[bond] > self.strengths.cohesion[bond] * (1.0 + PRESSING)
        if np.any(presses):
            pairs = np.unique(self.contacts.blocks[bond][presses], axis=0)
            told = listed([f"{self.assembly.names[a]} and {self.assembly.names[b]}" for a, b in pairs])
            warnings.warn(
                f"{what}: bonds between {told} bear more tension than c/mu. With associated friction they press what "
                "slides together, and too much is carried. Ask for limit_load(..., friction='coulomb'), or lower "
                "tensile_strength to cohesion / friction",
                stacklevel=level,
            )

    @cached_property
    def surface(self) -> YieldSurface:
        """The sets Y (N) of the contacts."""
        return YieldSurface.of(self.step.mu, self.strengths)

    def with_friction(self, friction: float) -> "StaticSystem":
        """The system with another friction in all contacts; ties and bonds beside contacts keep their own strength.

        Cohesion alone without friction bears any tension: such a contact gets another one, back to back with it, which
        has the tension. That one has no row in `contacts`.
        """
        own = self.strengths.beside | (self.contacts.key[:, 0] == TIE)
        mu = np.where(own, self.step.mu, friction)
        step, strengths = replace(self.step, mu=mu), self.strengths
        shut = np.isinf(YieldSurface.of(mu, strengths).tension)
        if np.any(shut):
            step, strengths = _held_shut(step, shut), strengths.held_shut(shut)
        tension = YieldSurface.of(step.mu, strengths).tension
        return StaticSystem(self.assembly, replace(step, bond=tension), self.live, strengths)

    def with_shear(self, normal: Array) -> "StaticSystem":
        """The system whose contacts bear the shear that friction has at ``normal`` forces (C,) (N), and no more.

        Normal forces are counted from the cut-offs. Sliding does not dilate in it (Tresca's law).
        """
        step = replace(self.step, mu=np.zeros_like(self.step.mu))
        return replace(self, step=step, strengths=self.surface.at(normal).strengths)

    @cached_property
    def scaled(self) -> StepProblem:
        """The step of order one; its k is the scaled dead load, with the cut-offs' tension as a load on the blocks."""
        return self.step.scaled[0]

    @cached_property
    def scaled_surface(self) -> YieldSurface:
        """The sets Y of the scaled forces."""
        scaling = self.step.scaled[1]
        return self.surface.in_units(scaling.impulse_unit)

    @cached_property
    def load_size(self) -> float:
        """Size of the scaled dead load: one, or less where bonds are very much stronger; one where there is no load."""
        momentum = self.step.scaled[1].momenta(self.step.k)
        size = float(np.sqrt(np.mean(np.sum(momentum**2, axis=1))))
        return min(size, 1.0) if size > 0.0 else 1.0

    def counted(self, force: Array) -> Array:
        """Size (B,) of the scaled loads that errors of a block are measured by, for scaled forces (C, 3).

        `load_size`, or `LIGHT` times the largest of a block's load, of a contact's force on it and of its share of
        `load_size` by the root of its mass, where that is less: the errors of light blocks would be rounding of the
        others.
        """
        step, mass = self.scaled, self.step.H[:, 0, 0]
        own = np.maximum(np.linalg.norm(step.k, axis=1), self.load_size * np.sqrt(mass / np.mean(mass)))
        borne = np.linalg.norm(np.einsum("csij,cj->csi", step.D, force), axis=2)
        touched = step.blocks >= 0
        np.maximum.at(own, step.blocks[touched], borne[touched])
        return np.minimum(self.load_size, LIGHT * own)

    @cached_property
    def live_factor(self) -> float:
        """The multiplier that belongs to a scaled multiplier of one."""
        force = self._scaled_live
        size = float(np.sqrt(np.mean(np.sum(force**2, axis=1))))
        return 1.0 / size if size > 0.0 else 1.0

    @cached_property
    def scaled_live(self) -> Array:
        """The live load in the scaled variables, of order one (B, 6)."""
        return self._scaled_live * self.live_factor

    @cached_property
    def _scaled_live(self) -> Array:
        return self.step.scaled[1].momenta(self.live)

    def everywhere(self, velocity: Array) -> Array:
        """Velocities (B_all, 6) of all blocks from those of the movable ones (B, 6)."""
        full = np.zeros((len(self.assembly.blocks), 6))
        full[self.assembly.movable] = velocity
        return full

    def _summary(self) -> Facts:
        yield "blocks", f"{len(self.assembly)}, {self.step.bodies} movable"
        yield "closed contacts", str(self.step.count)
        yield "live load", f"{float(np.abs(self.live).max(initial=0.0)):.4g} (N, N m) at most on a block"


def _held_shut(step: StepProblem, chosen: NDArray[np.bool_]) -> StepProblem:
    """The step with one more contact for each ``chosen`` (C,), of the opposite normal, without friction."""
    order = np.append(np.arange(step.count), np.flatnonzero(chosen))
    rows = {name: getattr(step, name)[order] for name in ("blocks", "phi", "E", "prescribed", "memory", "rebound")}
    D = step.D[order]
    D[step.count :] *= np.array([-1.0, 0.0, 0.0])
    mu = np.append(step.mu, np.zeros(len(order) - step.count))
    return replace(step, D=D, mu=mu, bond=np.zeros(len(order)), contacts=None, **rows)


def _step(
    assembly: Assembly, force: Array, tolerance: float, overlap: float, face_divisions: int
) -> tuple[StepProblem, Strengths]:
    """The step of one second from rest under ``force`` (B_all, 6) with closed contacts alone, their gaps zero.

    Bonds have the strength of the start of a run; the elastic yield of joints is left out.
    """
    state = State.initial(assembly, None)
    found = detect(assembly, state, max(tolerance, np.finfo(float).tiny), face_divisions=face_divisions)
    refuse_overlap(assembly, found, overlap)
    contacts, rows, joints = found.without_gaps(), None, Joints.of(assembly, face_divisions)
    if joints is not None:
        contacts, rows, acting = joints.static_rows(contacts, state)
    at_rest = np.zeros((len(assembly.movable), 6))  # as the end of the step, too: loads with a moment spin nothing up
    inputs = StepInputs(force, iterate=at_rest, joints=rows)
    step = get_formulation(FORMULATION).discretise(assembly, state, contacts, inputs, 1.0)
    if joints is None:
        none = np.zeros(step.count)
        return step, Strengths(none, none, none > 0.0)
    rigid, strengths = np.zeros_like(step.E), joints.strengths(joints.initial, acting)
    tension = YieldSurface.of(step.mu, strengths).tension
    return replace(step, phi=np.zeros_like(step.phi), E=rigid, memory=rigid, bond=tension), strengths
