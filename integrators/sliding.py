"""Sliding that turns round in a step, foreseen with the impulses of the last one.

A joint that slid on its cone, against the impulse that it carried, goes on as it did but for what acts; with the
velocity w along its sliding,

    w_end = w + dt w',     w' by weight, loads, motion and the impulses of the last step.

Where w_end < 0 it stops in the step, at dt w / (w - w_end). There friction turns round with it, or the joint rests.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..formulations import StepProblem
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
Blocks on a slope and shaken ones do, walls in up to half of their steps, houses in one of a hundred. With 0.9 walls
take a second program in no step, and a stack of five drums is 0.5 or 2.2 mm off at dt 1e-3 s, as overlaps are taken
back from 2e-4 or 1e-4 on; with 0.6 by 0.4 to 1.1 (of 162 mm)."""
MUCH = 0.5
"""Share of the weight: where joints that carry so much turn round in a step, it is parted. In a wall of which joints
turn here and there in every step it is seldom so, on the ground that a structure slides on it always is."""


@dataclass(frozen=True)
class Sliding:
    """How contacts slide. ``begun`` (C, 3): contact velocities of the start (m/s). ``turning`` (C, 3): what turning
    adds to them in the step (m/s). ``carried`` (C, 3): impulses of the last step (N s). ``fall``: what gravity gives in
    the step (m/s). ``weight``: the structure's, times dt (N s).
    """

    problem: StepProblem
    begun: Array
    turning: Array
    carried: Array
    fall: float
    weight: float

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

    def as_one(self, solution: StepSolution) -> Array | None:
        """Sliding speeds (C,) of the ``solution`` (m/s) where the structure slides as a whole, and they changed."""
        contact = self.problem.contact_velocity(solution.velocity, solution.impulse)
        speed = np.hypot(contact[:, 1], contact[:, 2])
        changed = (speed > RESTS * self.fall) & (np.abs(speed - self.speed) > CHANGED * self.fall)
        force = solution.impulse[:, 0]
        return speed if np.sum(force[changed]) >= AS_ONE * np.sum(force) > 0.0 else None

    def turns(self) -> float | None:
        """When joints that carry much of the weight turn round, in steps; None where they do not, or rest then."""
        if not self._much(self.steady):
            return None
        ahead = self.ahead(self.carried)
        stops = self.steady & (ahead < 0.0)
        if not self._much(stops):
            return None
        given = self._together(np.where(stops[:, None], self.carried * np.array([0.0, -2.0, -2.0]), 0.0))
        turns = stops & (ahead + self.along(self.problem.apply_transpose(given)) < self.speed)  # it is not held
        if not self._much(turns):
            return None
        force = self.carried[turns, 0]
        return float(force @ self.speed[turns]) / float(force @ (self.speed - ahead)[turns])

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

    def _much(self, which: Flags) -> bool:
        return bool(self.weight > 0.0 and np.sum(self.carried[which, 0]) >= MUCH * self.weight)
