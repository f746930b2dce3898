"""What a step of the mid-point scheme finds at its middle: contacts, their velocities, impacts that are to come."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..collision import Contacts
from ..formulations import JointRows
from ..formulations.base import relative_velocity
from ..formulations.elastic import ModalStep
from ..formulations.spring_state import SpringsLeft
from ..joints import Acting
from ..model import State
from ..model.update import fly
from ..results.checkpoint import Moment
from ..results.steps import Detection
from .base import ImpactEvent
from .context import StepContext
from .impacts import closing_times, first_impact, upcoming_impacts
from .overlaps import MovedApart

__all__ = ["AtMiddle"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class AtMiddle:
    """What a step is made of.

    ``middle``: the state at the middle of the step, blocks with the velocities of its start, fixed ones with those of
    its end. ``before`` (C, 3), ``begun`` (C, 3): contact velocities of the start, where the contacts are at the middle
    and where they are at the start (m/s). ``open_gap`` (C,): gap at the start of contacts that are open then, zero for
    closed ones (m). ``closing`` (C,): time from the start until an open contact closes with these velocities (s),
    infinite where it does not. ``left_out``: contacts that are open and not in the program, since their impact is to
    come at its own instant. ``carried`` (C, 3): impulses of the last step (N s). ``springs``: what
    those of the last step hold. The rest is as in `backward_euler.Prepared`.
    """

    middle: State
    before: Array
    begun: Array
    open_gap: Array
    closing: Array
    contacts: Contacts
    left_out: Contacts
    joints: JointRows | None
    acting: Acting | None
    loads: Array
    modal: ModalStep | None
    carried: Array
    springs: SpringsLeft | None
    dt: float
    detection: Detection
    apart: MovedApart

    @classmethod
    def of(cls, context: StepContext, start: Moment, end: float, spacing: float) -> "AtMiddle":
        """Fly to the middle and find what is there, all contacts included; ``spacing``: to the next middle (s)."""
        scene, state, touching = context.scene, start.state, context.constants.touching
        assembly, dt = scene.assembly, end - state.time
        if start.record is None:
            context.contacts(start, state, dt, True)  # refuses blocks that overlap
        flown = fly(assembly, state, 0.5 * dt)
        middle = scene.riding(flown, spacing)  # on to the middle of the next step
        contacts, detection = context.contacts(start, middle, dt, True)
        passed = 0.0 if start.record is None else 0.5 * start.record.dt  # since the middle of the last step
        since = 0.0 if start.record is None else passed + 0.5 * dt  # from middle to middle
        found = contacts.gap
        apart = MovedApart.of(context, middle, contacts, dt)
        middle, contacts = apart.state, apart.contacts
        closed = context.closed(start.record, contacts)
        contacts, joints, acting = context.joint_rows(start, contacts, middle, dt, state.velocity)
        closed = np.append(closed, np.ones(contacts.count - len(closed), np.bool_))
        arms = context.arms(contacts, middle)
        modal = context.modal(start, contacts, middle, middle.time, passed)
        vibrating = 0.0 if modal is None else modal.speeds(contacts, state.deformation_rate)
        before = relative_velocity(contacts, arms, flown.velocity) + vibrating
        back = state.rotation @ np.swapaxes(flown.rotation, 1, 2)
        begun = relative_velocity(contacts, _turned(contacts, arms, back), state.velocity) + vibrating
        gap = np.append(found, contacts.gap[len(found) :]) - 0.5 * dt * before[:, 0]
        open_gap = np.where(closed | (gap <= touching), 0.0, gap)
        meets = ~closed & (gap <= touching) & (dt * before[:, 0] < -touching)
        return cls(
            middle=middle,
            before=before,
            begun=begun,
            open_gap=open_gap,
            closing=np.where((open_gap > 0.0) | meets, closing_times(open_gap, before[:, 0]), np.inf),
            contacts=contacts,
            left_out=contacts.chosen(np.zeros(0, np.int64)),
            joints=joints,
            acting=acting,
            loads=scene.loads.resultant(assembly, middle, middle.time),
            modal=modal,
            carried=context.carried(start.record, contacts, dt, state.velocity[:, 3:], since),
            springs=context.springs_left(start.record, contacts, dt),
            dt=dt,
            detection=detection,
            apart=apart,
        )

    def first_impact(self, context: StepContext, start: Moment) -> ImpactEvent | None:
        """The first impact of the step that matters."""
        return first_impact(context, start, self.middle, self.contacts, self.closing, self.before[:, 0], self.dt)

    def without_impacts(self, context: StepContext, start: Moment) -> "AtMiddle":
        """The same with contacts left out that are open and whose impact is to come at its own instant."""
        approach = self.before[:, 0]
        which = upcoming_impacts(context, start, self.middle, self.contacts, self.open_gap, approach, self.dt)
        if not np.any(which):
            return self
        left_out, kept = self.contacts.chosen(np.flatnonzero(which)), np.flatnonzero(~which)
        chosen = {name: getattr(self, name)[kept] for name in ("before", "begun", "open_gap", "closing", "carried")}
        if self.joints is not None and self.acting is not None:
            chosen |= {"joints": self.joints.of(kept), "acting": self.acting.of(kept)}
        return replace(self, contacts=self.contacts.chosen(kept), left_out=left_out, **chosen)

    def arrived(self, context: StepContext, after: State) -> tuple[Array, Array]:
        """When contacts (C,) that were left out close, from the start of the step, by what the step did (s), and their
        normal velocities (C,) (m/s).
        """
        arms = context.arms(self.left_out, self.middle)
        approach = relative_velocity(self.left_out, arms, after.velocity)[:, 0]
        return 0.5 * self.dt + closing_times(self.left_out.gap, approach), approach


def _turned(contacts: Contacts, arms: tuple[Array, Array], rotation: Array) -> tuple[Array, Array]:
    """The arms turned with their blocks by rotations (B_all, 3, 3)."""
    a, b = (np.einsum("cij,cj->ci", rotation[contacts.blocks[:, i]], arms[i]) for i in (0, 1))
    return a, b
