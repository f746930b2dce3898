"""Elastic bonds that lie beside the contact: springs between points of two blocks that were one point at first.

The points stay where they are in the blocks, whatever contact detection finds. A spring is one more row of the step,
compliant in all directions and in parallel with the joint's contacts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..collision import Contacts
from ..formulations import JointRows
from ..model import State
from ..model.joints import Joint
from ..numerics.compiled import IntArray

__all__ = ["Springs"]

Array = NDArray[np.float64]

SPENT = 1e-3
"""A spring with less of its soundness left is broken: beta/2 of its energy, 0.05 %, is not."""

UNREACHED = 4.0
"""Cone of a damaging spring over its force: the law is damage; this only bounds what one step may overshoot."""


@dataclass(eq=False)
class Springs:
    """The springs of all joints that have them, M in all.

    ``joint`` (M,): their joints. ``blocks`` (M, 2). ``arm_a``, ``arm_b`` (M, 3): their ends from the blocks' centroids
    (m) and ``normal`` (M, 3), in the initial orientations. ``key`` (M, 2): names of their rows. ``stiffness`` (M, 2):
    normal, tangential (N/m). ``tension`` (M,) (N) and ``friction`` (M,): the cone of their strength; the tension is the
    peak force where damage is the law. ``energy`` (M,) (J), NaN where they have a strength instead. ``viscosity`` (M,)
    (J s). ``beta`` (M,): soundness, from 1 to 0.
    """

    joint: IntArray
    blocks: IntArray
    arm_a: Array
    arm_b: Array
    normal: Array
    key: IntArray
    stiffness: Array
    tension: Array
    friction: Array
    energy: Array
    viscosity: Array
    beta: Array = field(init=False)

    def __post_init__(self) -> None:
        self.beta = np.ones(len(self.joint))

    @classmethod
    def of(cls, contacts: Contacts, joint: IntArray, laws: Sequence[Joint], share: Array, state: State) -> "Springs":
        """A spring at each of the initial ``contacts``, of joints ``joint`` (C,), with shares (C,) of their areas."""
        point, (a, b) = contacts.midpoint, contacts.blocks.T
        numbers = [_numbers(law, part) for law, part in zip(laws, share, strict=True)]
        values = np.array(numbers, dtype=np.float64).reshape(-1, 6)
        return cls(
            joint=joint,
            blocks=contacts.blocks,
            arm_a=point - state.position[a],
            arm_b=point - state.position[b],
            normal=contacts.normal,
            key=np.column_stack([contacts.key[:, 0], -1 - np.arange(contacts.count)]),
            stiffness=values[:, :2],
            tension=values[:, 2],
            friction=values[:, 3],
            energy=values[:, 4],
            viscosity=values[:, 5],
        )

    @property
    def alive(self) -> IntArray:
        """Places of the springs that are not broken."""
        return np.flatnonzero(self.beta > 0.0).astype(np.int64)

    def contacts(self, chosen: IntArray, state: State) -> Contacts:
        """The ``chosen`` springs as contacts: their ends and the normal of block a, ``gap`` being their opening."""
        a, b = self.blocks[chosen].T
        turn = state.rotation[a]
        point_a = state.position[a] + np.einsum("cij,cj->ci", turn, self.arm_a[chosen])
        point_b = state.position[b] + np.einsum("cij,cj->ci", state.rotation[b], self.arm_b[chosen])
        normal = np.einsum("cij,cj->ci", turn, self.normal[chosen])
        gap = np.sum((point_b - point_a) * normal, axis=1)
        return Contacts(self.blocks[chosen], point_a, point_b, normal, gap, self.friction[chosen], self.key[chosen])

    def rows(self, chosen: IntArray, contacts: Contacts, beta: Array) -> JointRows:
        """Their law in a step that starts from ``contacts`` and ends with ``beta`` (K,): stiffness beta^2 K."""
        stiffness = (beta[:, None] ** 2 * self.stiffness[chosen])[:, [0, 1, 1]]
        jump, count = displacement(contacts), len(chosen)
        force = np.linalg.norm(stiffness * jump, axis=1)
        surface = self.beta[chosen] ** 1.5 * self.tension[chosen]  # where S beta = w
        damaging = UNREACHED * np.maximum(surface, force)
        return JointRows(
            tension=np.where(np.isnan(self.energy[chosen]), self.tension[chosen], damaging),
            flexibility=1.0 / stiffness,
            gap=contacts.gap,
            held=np.zeros(count, dtype=np.bool_),
            restitution=np.zeros(count),
            spring=np.ones(count, dtype=np.bool_),
            slip=jump[:, 1:],
        )

    def softened(self, chosen: IntArray, contacts: Contacts, dt: float) -> Array:
        """Soundness (K,) after a step of ``dt`` (s) that ends with their ends at ``contacts``, by implicit Euler:

        beta <- (b beta + dt w) / (b + dt S) where beta S > w; unchanged elsewhere and where strength is the law.
        """
        jump = displacement(contacts)
        opening, slip = np.maximum(jump[:, 0], 0.0), np.sum(jump[:, 1:] ** 2, axis=1)
        stored = self.stiffness[chosen, 0] * opening**2 + self.stiffness[chosen, 1] * slip
        before, b, w = self.beta[chosen], self.viscosity[chosen], self.energy[chosen]
        strained = stored * before > w  # False where strength is the law
        softened = before.copy()
        np.divide(b * before + dt * w, b + dt * stored, out=softened, where=strained)
        return np.maximum(softened, 0.5 * SPENT)

    def weaken(self, chosen: IntArray, reached: NDArray[np.bool_], state: State, dt: float) -> None:
        """What a step of ``dt`` (s) that ended in ``state`` did to the ``chosen`` springs.

        Damage grows, and springs with a strength break where it was ``reached`` (K,).
        """
        after = self.softened(chosen, self.contacts(chosen, state), dt)
        gone = np.where(np.isnan(self.energy[chosen]), reached, after < SPENT)
        self.beta[chosen] = np.where(gone, 0.0, after)


def displacement(contacts: Contacts) -> Array:
    """Displacement (C, 3) of point b from point a, in the contact's frame [n, t1, t2] (m)."""
    return np.einsum("cij,cj->ci", contacts.frame, contacts.point_b - contacts.point_a).astype(np.float64, copy=False)


def _numbers(law: Joint, share: float) -> tuple[float, ...]:
    """Normal and tangential stiffness, tension, friction, energy, viscosity of one spring."""
    assert law.tension_stiffness is not None
    normal = law.tension_stiffness * share
    tangential = (law.shear_stiffness or law.tension_stiffness) * share
    if law.fracture_energy is None:
        tension = (law.tensile_strength or 0.0) * share
        return normal, tangential, tension, law.cohesion * share / tension, np.nan, 0.0
    energy = law.fracture_energy * share
    peak = float(np.sqrt(energy * max(normal, tangential)))
    return normal, tangential, peak, 1.0, energy, law.viscosity * share
