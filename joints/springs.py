"""Elastic bonds that lie beside the contact: springs between points of two blocks that were one point at first.

The points stay where they are in the blocks, whatever contact detection finds. A spring is one more row of the step,
compliant in all directions and in parallel with the joint's contacts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ..collision import Contacts
from ..collision.contacts import BOND
from ..errors import DrystoneError
from ..formulations import JointRows
from ..model import Assembly, State
from ..model.joints import Joint
from ..numerics.compiled import IntArray
from ..numerics.rotations import carried_by_both
from .base import JointLaw

__all__ = ["Springs"]

Array = NDArray[np.float64]

SPENT = 1e-3
"""A spring with less of its soundness left is broken: beta/2 of its energy, 0.05 %, is not."""

UNREACHED = 4.0
"""Cone of a damaging spring over its force: the law is damage; this only bounds what one step may overshoot."""


@dataclass(frozen=True, eq=False)
class Springs(JointLaw):
    """The springs of all joints that have them, M in all.

    ``joint`` (M,): their joints. ``blocks`` (M, 2). ``arm_a``, ``arm_b`` (M, 3): their ends from the blocks' centroids
    (m) and ``normal`` (M, 3), in the initial orientations. ``key`` (M, 2): names of their rows. ``stiffness`` (M, 2):
    normal, tangential (N/m). ``tension`` (M,) (N) and ``friction`` (M,): the cone of their strength; the tension is the
    peak force where damage is the law. ``energy`` (M,) (J), NaN where they have a strength instead. ``viscosity`` (M,)
    (J s). ``laws``: of each, M long.

    They remember their soundness beta (M,), from 1 to 0.
    """

    name: ClassVar[str] = "springs"
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
    laws: tuple[Joint, ...]

    @classmethod
    def of(cls, contacts: Contacts, joint: IntArray, laws: Sequence[Joint], area: Array, state: State) -> "Springs":
        """A spring at each of the initial ``contacts``, of joints ``joint`` (C,), with shares (C,) of their areas."""
        point, (a, b) = contacts.midpoint, contacts.blocks.T
        numbers = [_numbers(law, part) for law, part in zip(laws, area, strict=True)]
        values = np.array(numbers, dtype=np.float64).reshape(-1, 6)
        return cls(
            joint=joint,
            blocks=contacts.blocks,
            arm_a=point - state.position[a],
            arm_b=point - state.position[b],
            normal=contacts.normal,
            key=np.column_stack([contacts.key[:, 0], BOND - np.arange(contacts.count)]),
            stiffness=values[:, :2],
            tension=values[:, 2],
            friction=values[:, 3],
            energy=values[:, 4],
            viscosity=values[:, 5],
            laws=tuple(laws),
        )

    @property
    def initial(self) -> Array:
        """Soundness one."""
        return np.ones(len(self.joint))

    def alive(self, memory: Array) -> IntArray:
        """Places of the springs that are not broken."""
        return np.flatnonzero(memory > 0.0).astype(np.int64)

    def contacts(self, chosen: IntArray, state: State) -> Contacts:
        """The ``chosen`` springs as contacts: their ends and the mean of both blocks' normals, ``gap`` being their
        opening along it. A spring is so the same whichever of its blocks comes first.
        """
        a, b = self.blocks[chosen].T
        turn_a, turn_b = state.rotation[a], state.rotation[b]
        point_a = state.position[a] + np.einsum("cij,cj->ci", turn_a, self.arm_a[chosen])
        point_b = state.position[b] + np.einsum("cij,cj->ci", turn_b, self.arm_b[chosen])
        normal = carried_by_both(self.normal[chosen], turn_a, turn_b)
        gap = np.sum((point_b - point_a) * normal, axis=1)
        return Contacts(self.blocks[chosen], point_a, point_b, normal, gap, self.friction[chosen], self.key[chosen])

    def rows(self, memory: Array, chosen: IntArray, ends: Contacts, foreseen: Contacts, dt: float) -> JointRows:
        """Springs of stiffness beta^2 K, with the damage that is foreseen for the end of the step."""
        beta = self.softened(memory, chosen, foreseen, dt)
        stiffness = (beta[:, None] ** 2 * self.stiffness[chosen])[:, [0, 1, 1]]
        jump, count = displacement(ends), len(chosen)
        force = np.linalg.norm(stiffness * jump, axis=1)
        surface = memory[chosen] ** 1.5 * self.tension[chosen]  # where S beta = w
        damaging = UNREACHED * np.maximum(surface, force)
        return JointRows(
            tension=np.where(np.isnan(self.energy[chosen]), self.tension[chosen], damaging),
            flexibility=1.0 / stiffness,
            gap=ends.gap,
            uneven=np.zeros(count),
            restitution=np.zeros(count),
            spring=np.ones(count, dtype=np.bool_),
            slip=np.where(self.friction[chosen, None] > 0.0, jump[:, 1:], 0.0),  # without cohesion it slides freely
        )

    def softened(self, memory: Array, chosen: IntArray, ends: Contacts, dt: float) -> Array:
        """Soundness (K,) after a step of ``dt`` (s) that leads the springs to ``ends``, by implicit Euler:

        beta <- (b beta + dt w) / (b + dt S) where beta S > w; unchanged elsewhere and where strength is the law.
        """
        jump = displacement(ends)
        opening, slip = np.maximum(jump[:, 0], 0.0), np.sum(jump[:, 1:] ** 2, axis=1)
        stored = self.stiffness[chosen, 0] * opening**2 + self.stiffness[chosen, 1] * slip
        before, b, w = memory[chosen], self.viscosity[chosen], self.energy[chosen]
        strained = stored * before > w  # False where strength is the law
        softened = before.copy()
        np.divide(b * before + dt * w, b + dt * stored, out=softened, where=strained)
        return np.maximum(softened, 0.5 * SPENT)

    def after(
        self,
        memory: Array,
        chosen: IntArray,
        reached: NDArray[np.bool_],
        ends: Contacts,
        foreseen: Contacts,
        dt: float,
    ) -> Array:
        """Damage grows, to no less than the step was made with, and springs with a strength break where it was
        ``reached`` (K,): bonds that were sounder after a step than in it would gain energy.
        """
        left = np.minimum(self.softened(memory, chosen, ends, dt), self.softened(memory, chosen, foreseen, dt))
        gone = np.where(np.isnan(self.energy[chosen]), reached, left < SPENT)
        beta = memory.copy()
        beta[chosen] = np.where(gone, 0.0, left)
        return beta

    def strengths(self, memory: Array, chosen: IntArray, assembly: Assembly) -> tuple[Array, Array]:
        """Those of springs with a strength.

        DrystoneError for bonds that are damaged progressively: their force depends on how far they have opened.
        """
        damaging = chosen[~np.isnan(self.energy[chosen])]
        if len(damaging):
            first = damaging[0]
            a, b = (assembly.names[block] for block in self.blocks[first])
            law = self.laws[first]
            assert law.fracture_energy is not None
            peak = float(np.sqrt(law.fracture_energy * (law.tension_stiffness or 0.0)))
            raise DrystoneError(
                f"the joint of {a!r} and {b!r} has fracture_energy: it softens as it opens, and limit analysis and "
                f"equilibrium know constant strengths alone. Give tensile_strength instead (its peak is {peak:.4g} "
                f"{'Pa' if law.per == 'area' else 'N'}), or follow it with drystone.push or drystone.simulate"
            )
        return self.friction[chosen] * self.tension[chosen], self.tension[chosen]


def displacement(contacts: Contacts) -> Array:
    """Displacement (C, 3) of point b from point a, in the contact's frame [n, t1, t2] (m)."""
    return np.einsum("cij,cj->ci", contacts.frame, contacts.point_b - contacts.point_a).astype(np.float64, copy=False)


def _numbers(law: Joint, area: float) -> tuple[float, ...]:
    """Normal and tangential stiffness, tension, friction, energy, viscosity of one spring."""
    assert law.tension_stiffness is not None
    normal = law.tension_stiffness * area
    tangential = (law.shear_stiffness or law.tension_stiffness) * area
    if law.fracture_energy is None:
        tension = (law.tensile_strength or 0.0) * area
        return normal, tangential, tension, law.cohesion * area / tension, np.nan, 0.0
    energy = law.fracture_energy * area
    peak = float(np.sqrt(energy * max(normal, tangential)))
    return normal, tangential, peak, 1.0, energy, law.viscosity * area
