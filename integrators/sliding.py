"""Sliding that turns round in a step, foreseen with the impulses of the last one.

A joint that slid on its cone, against the impulse that it carried, goes on as it did but for what acts; with the
velocity w along its sliding,

    w_end = w + dt w',     w' by weight, loads, motion and the impulses of the last step.

Where w_end < 0 it stops in the step, at dt w / (w - w_end). There friction turns round with it, or the joint rests.
Blocks that contacts connect are one structure: how much of it slides does not depend on what is elsewhere.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..formulations import StepProblem
from ..numerics.compiled import IntArray
from ..numerics.groups import connected_groups
from ..solvers import StepSolution

__all__ = ["Sliding"]

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

RESTS = 1e-3
"""Sliding speed, over what gravity gives a block in the step, up to which a contact rests: it is lifted by 5e-7 m at
most in a step of 5e-3 s. Certificates leave 1e-8, a corner about which a block turns a speed of the order of dt^2, and
neither must decide anew in each step which contacts carry the load. With 1e-6 a rocking wall of 217 bricks is 0.6 mm
off where it is 0.3 (of 81 mm, dt 1e-3 to 5e-3 s)."""
ON_CONE = 0.99
"""Friction over what the joint can bear at most, along its sliding, from which on it slides steadily."""
CHANGED = 1e-2
"""Change of a sliding speed in the step, over what gravity gives a block in it, that is worth another program: what is
left of it lifts the block by no more than mu CHANGED g dt^2."""
AS_ONE = 0.6
"""Share of all the force between blocks in joints that slide so, from which the structure slides for the most part.
Where so much of its mass lies on itself, joints at rest do not count: it slides on its ground as one. Blocks on a slope
and shaken ones do, walls in up to seven of ten steps, houses in one of a hundred. With 0.9 walls take a second program
in few steps: of one of 217 bricks single ones are then 11, 8.6 and 5.3 mm off for 6.9, 4.0 and 3.4 (of 75 mm, dt 5e-3,
2.5e-3, 1e-3 s)."""
MUCH = 0.5
"""Share of a structure's weight: where joints that carry so much turn round in a step, it is parted. In a wall of which
joints turn here and there in every step it is seldom so, on the ground that a structure slides on it always is."""


@dataclass(frozen=True)
class Sliding:
    """How contacts slide. ``begun`` (C, 3): contact velocities of the start (m/s). ``turning`` (C, 3): what turning
    adds to them in the step (m/s). ``carried`` (C, 3): impulses of the last step (N s). ``fall``: what gravity gives in
    the step (m/s).
    """

    problem: StepProblem
    begun: Array
    turning: Array
    carried: Array
    fall: float

    @cached_property
    def speed(self) -> Array:
        """Sliding speeds of the start (C,), zero where a contact rests (m/s)."""
        speed = np.hypot(self.begun[:, 1], self.begun[:, 2])
        return np.where(speed > RESTS * self.fall, speed, 0.0)

    def along(self, vectors: Array) -> Array:
        """Components (C,) of vectors (C, 3) along the sliding of the start, zero where a contact rests."""
        slides = self.speed > 0.0
        direction = np.where(slides[:, None], self.begun[:, 1:] / np.where(slides, self.speed, 1.0)[:, None], 0.0)
        return np.asarray(np.sum(vectors[:, 1:] * direction, axis=1))

    def ahead(self, impulse: Array) -> Array:
        """Velocities (C,) at the end along the sliding of the start, with these impulses (C, 3) (m/s)."""
        moved = self.problem.apply_transpose(self.problem.velocity_of(impulse))
        return self.along(moved + self.problem.prescribed + self.turning)

    @cached_property
    def steady(self) -> Flags:
        """Contacts (C,) that slide against a friction at its limit."""
        limit = self.problem.mu * self.carried[:, 0]
        return (self.speed > 0.0) & (self.carried[:, 0] > 0.0) & (self.along(self.carried) < -ON_CONE * limit)

    @cached_property
    def group(self) -> IntArray:
        """Number (B,) of the structure of each movable block."""
        return connected_groups(self.problem.blocks, self.problem.bodies)[0]

    @cached_property
    def structure(self) -> IntArray:
        """Number (C,) of the structure that each contact is of."""
        return self.group[np.max(self.problem.blocks, axis=1)]

    def as_one(self, solution: StepSolution) -> Array | None:
        """Sliding speeds (C,) of the ``solution`` (m/s) where a structure slides as a whole and they changed, those of
        the start elsewhere; None where none does.
        """
        contact = self.problem.contact_velocity(solution.velocity, solution.impulse)
        speed = np.hypot(contact[:, 1], contact[:, 2])
        changed = (speed > RESTS * self.fall) & (np.abs(speed - self.speed) > CHANGED * self.fall)
        if not np.any(changed):
            return None
        rests = (speed <= RESTS * self.fall) & (self.speed == 0.0)
        counts = ~rests | ~self._moves_as_one(rests & (solution.impulse[:, 0] > 0.0))
        whole, part = (
            np.bincount(self.structure, np.where(which, solution.impulse[:, 0], 0.0)) for which in (counts, changed)
        )
        slides = ((part >= AS_ONE * whole) & (part > 0.0))[self.structure]
        return np.where(slides, speed, self.speed) if np.any(slides) else None

    def _moves_as_one(self, rests: Flags) -> Flags:
        """Contacts (C,) of blocks that lie on each other, by contacts that ``rests`` (C,), and not on the ground, where
        these are most of their structure's mass.
        """
        lying, _ = connected_groups(1 + self.problem.blocks[rests], 1 + self.problem.bodies)  # the first is the ground
        mass = self.problem.H[:, 0, 0]
        together = np.bincount(lying[1:], mass, lying.max() + 1)
        together[lying[0]] = 0.0
        whole = np.bincount(self.group, mass)
        return (together[lying[1:]] >= AS_ONE * whole[self.group])[np.max(self.problem.blocks, axis=1)]

    def turns(self) -> float | None:
        """When joints that carry much of a structure's weight first turn round, in steps; None where they do not, or
        rest then.
        """
        if not np.any(self._much(self.steady)):
            return None
        ahead = self.ahead(self.carried)
        stops = self._much(self.steady & (ahead < 0.0))
        if not np.any(stops):
            return None
        given = self._together(np.where(stops[:, None], self.carried * np.array([0.0, -2.0, -2.0]), 0.0))
        held = ahead + self.along(self.problem.apply_transpose(given)) >= self.speed
        turns = self._much(stops & ~held)
        if not np.any(turns):
            return None
        force, structure = self.carried[turns, 0], self.structure[turns]
        lost = np.bincount(structure, force * (self.speed - ahead)[turns])
        stop = np.bincount(structure, force * self.speed[turns])[lost > 0.0] / lost[lost > 0.0]
        return float(np.min(stop))

    def _together(self, impulse: Array) -> Array:
        """Velocities (B, n) that impulses (C, 3) give to blocks, those that do not slide on each other as one.

        They do not turn: normal forces bear the moment of friction, and will that of the other way.
        """
        rests = (self.carried[:, 0] > 0.0) & ~self.steady
        group, _ = connected_groups(self.problem.blocks[rests], self.problem.bodies)
        momentum = self.problem.apply(impulse)
        given = np.zeros_like(momentum)
        mass = np.bincount(group, self.problem.H[:, 0, 0])
        for axis in range(3):
            given[:, axis] = (np.bincount(group, momentum[:, axis]) / mass)[group]
        return given

    def _much(self, which: Flags) -> Flags:
        """Those of the contacts ``which`` (C,) that carry much of their structure's weight."""
        if not np.any(which) or self.fall == 0.0:
            return np.zeros_like(which)
        weight = self.fall * np.bincount(self.group, self.problem.H[:, 0, 0])
        carried = np.bincount(self.structure, np.where(which, self.carried[:, 0], 0.0), len(weight))
        return which & (carried >= MUCH * weight)[self.structure]
