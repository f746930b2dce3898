"""Scaling of a step, so that grams and tonnes, millimetres and metres solve alike.

With H = L L' and positive numbers s (root of an energy, one per group of connected blocks) and rho_i (one per contact)
put

    v = w + s L^-T v^,    gamma_i = s rho_i gamma^_i,

w the velocities of blocks that ride on their supports (`StepProblem.support_velocity`): what is solved to a share of
the momenta is the motion that is seen from there, not how fast all ride together. The step keeps its form with

    H^ = I,    k^ = L^-1 (k - H w) / s,    D^_i = rho_i L^-1 D_i,    E^_i = rho_i^2 E_i

and the offset of each contact, with D_i'w, multiplied by rho_i / s: a cone does not change when its three components
share one factor. rho_i is the root of the mass that contact i feels, so that the rows of D^' have length of order one
(where its compliance is larger than that mass's inverse, the root of the stiffness: E^_i is of order one), and s is the
root mean square over the blocks of |L_b^-1 (k_b - H_b w_b)|, so that momenta have size one. Blocks are connected by the
contacts between them. What happens in one group does not depend on the others, and a solver's accuracy in it should not
either: that of a pinnacle that rocks beside a wall that falls. In statics groups share the load multiplier: one whose
own is larger does not move in the mechanism, and mechanisms of others add up in any proportion.

A step with bonds is scaled in the impulses gamma + bond n of `StepProblem.shifted`, whose cones start at zero: what
solvers and certificate see is a standard step.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..numerics.compiled import FloatArray, IntArray, compiled, inlined, kernel
from ..numerics.contact_operator import RIGID
from ..numerics.groups import connected_groups
from ..numerics.interfaces import Interfaces, find_interfaces
from ..numerics.stacks import backward, forward, inverse_lower, row_starts
from ..summary import Summarised
from .step_parts import StepParts

__all__ = ["Scaling", "scale"]

Array = NDArray[np.float64]


LARGEST_BOND = 1e6
"""Bonds of the scaled step are not larger: with rounding 1e-16 of them its impulses are still good to 1e-10."""

LARGEST_SPEED, LARGEST_STRETCH = 10.0, 1e3
"""Nor are the speeds that contacts are given, by fixed blocks and the overlaps of rigid ones, and the roots of twice
the energies that springs and ties hold: the gap of the certificate has their squares. They count where blocks hardly
move by themselves. Of 250 random runs without gravity, or with next to none, 12 end because a step is not solved where
the first is 1e3."""

SMALLEST_GROUP = 1e-6
"""A group of connected blocks whose momenta are smaller than this share of the mean of all has the s of all: it hardly
moves. With more, small groups are less accurate; with far less, what their open contacts allow is so large a number
over their own momenta that rounding of it counts."""

SMALLEST_SEEN = 1e-6
"""Least s over that of the momenta with which blocks ride on their supports. What is seen from these is a difference:
where blocks are pushed without gravity and the push has just ended it is what solvers left, by 1e-12. With more, steps
are solved less closely where dt is small (gravity gives 1e-5 of a ground's 1 m/s in 1e-6 s); with 1e-12 runs of blocks
that are pushed without gravity halve their steps."""


@dataclass(frozen=True, eq=False)
class Scaling(Summarised):
    """The factors of one step: ``root`` L (B, n, n), ``contact`` rho (C,), ``energy_root`` s (B,) of the blocks and
    ``contact_energy_root`` (C,) of the contacts, equal within a group of connected blocks; ``operator`` D^; and
    ``support_velocity`` w (B, n).

    ``bond`` (C,): distance of the physical impulses' cones from zero (N s). ``interfaces``: those of D^, see
    `drystone.numerics.interfaces`, None where it has none.
    """

    root: Array
    contact: Array
    energy_root: Array
    contact_energy_root: Array
    operator: Array
    bond: Array
    support_velocity: Array
    interfaces: Interfaces | None = None

    def __call__(self, velocity: Array, impulse: Array) -> tuple[Array, Array]:
        """Physical velocity (B, n) and impulse (C, 3) from scaled ones."""
        physical = self.support_velocity + self.energy_root[:, None] * backward(self.root, velocity)
        unscaled = self.impulse_unit[:, None] * impulse
        unscaled[:, 0] -= self.bond
        return physical, unscaled

    def forward(self, velocity: Array, impulse: Array) -> tuple[Array, Array]:
        """Scaled velocity (B, n) and impulse (C, 3) from physical ones."""
        seen = velocity - self.support_velocity
        scaled = np.einsum("bji,bj->bi", self.root, seen) / self.energy_root[:, None]
        shifted = np.array(impulse)
        shifted[:, 0] += self.bond
        return scaled, shifted / self.impulse_unit[:, None]

    @property
    def impulse_unit(self) -> Array:
        """The physical impulse (C,) whose scaled one is one: s rho (N s)."""
        return self.contact_energy_root * self.contact

    def momenta(self, physical: Array) -> Array:
        """Scaled momenta (B, n) from physical ones."""
        return forward(self.root, physical) / self.energy_root[:, None]

    def speeds(self, physical: Array) -> Array:
        """Scaled contact velocities (C, 3) from physical ones."""
        return physical * (self.contact / self.contact_energy_root)[:, None]

    def scaled_parts(self, problem: StepParts) -> dict[str, Any]:
        """What the step of order one has in place of the parts of ``problem``, which has no bonds and is seen from the
        supports.
        """
        speed = self.contact / self.contact_energy_root
        return {
            "H": _identities(problem.bodies, problem.dofs),
            "k": self.momenta(problem.k),
            "D": self.operator,
            "phi": problem.phi * speed,
            "E": problem.E * self.contact[:, None] ** 2,
            "prescribed": self.speeds(problem.prescribed),
            "memory": self.speeds(problem.memory),
            "rebound": problem.rebound * speed,
        }


def scale(problem: StepParts, support_velocity: Array) -> Scaling:
    """The scaling of a step that is seen from the supports, which move the blocks at ``support_velocity`` (B, n)."""
    arrays = np.ascontiguousarray(problem.D), np.ascontiguousarray(problem.E)
    whitening = inverse_lower(problem.root) if problem.dofs == RIGID else problem.root
    operator, contact = _scaled_operator(whitening, problem.blocks, *arrays)
    group, groups = connected_groups(problem.blocks, problem.bodies)
    at = group[np.max(problem.blocks, axis=1)]
    riding = np.einsum("bji,bj->bi", problem.root, support_velocity)
    own, given = _momenta_of(forward(problem.root, problem.k), riding, group, groups), np.zeros((4, groups))
    speeds = np.ascontiguousarray(problem.prescribed), np.ascontiguousarray(problem.memory)
    springs = np.ascontiguousarray(problem.phi), np.ascontiguousarray(problem.E)
    _add_given(contact, at, given, *speeds, *springs, np.ascontiguousarray(problem.bond), problem.dt)
    energy_root = _energy_roots(own, *given)
    faces = find_interfaces(arrays[0], problem.blocks, whitening, contact)
    roots = energy_root[group], energy_root[at]
    return Scaling(problem.root, contact, *roots, operator, problem.bond, support_velocity, faces)


@compiled
def _scaled_operator(
    whitening: FloatArray, blocks: IntArray, D: FloatArray, E: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """D^ = rho L^-1 D (C, 2, n, 3) and rho (C,) for ``whitening`` L^-1 (B, n, n) of rigid blocks, or L of others.

    1/rho is the length of the longest of the three columns, or the root of the largest compliance ``E`` (C, 3) where
    that is more; rho is one where all are zero.
    """
    scaled, contact = np.zeros(D.shape), np.ones(len(D))
    if D.shape[2] == RIGID:  # compiled for these by themselves: twice as fast
        _whiten(whitening, blocks, D, scaled)
        _scale_contacts(E, scaled, contact, RIGID)
    else:
        _substitute(whitening, row_starts(whitening), blocks, D, scaled)
        _scale_contacts(E, scaled, contact, D.shape[2])
    return scaled, contact


@inlined
def _whiten(whitening: FloatArray, blocks: IntArray, D: FloatArray, scaled: FloatArray) -> None:
    """L^-1 D of rigid blocks, for L^-1."""
    for c in range(len(D)):
        for side in range(2):
            body = blocks[c, side]
            if body >= 0:
                for i in range(RIGID):
                    for j in range(3):
                        value = 0.0
                        for m in range(i + 1):
                            value += whitening[body, i, m] * D[c, side, m, j]
                        scaled[c, side, i, j] = value


@inlined
def _substitute(root: FloatArray, starts: IntArray, blocks: IntArray, D: FloatArray, scaled: FloatArray) -> None:
    """L^-1 D of any blocks, for L, whose rows begin at the columns ``starts`` (B, n)."""
    for c in range(len(D)):
        for side in range(2):
            body = blocks[c, side]
            if body >= 0:
                for i in range(D.shape[2]):
                    for j in range(3):
                        value = D[c, side, i, j]
                        for m in range(starts[body, i], i):
                            value -= root[body, i, m] * scaled[c, side, m, j]
                        scaled[c, side, i, j] = value / root[body, i, i]


@inlined
def _scale_contacts(E: FloatArray, scaled: FloatArray, contact: FloatArray, n: int) -> None:
    """Write rho to ``contact`` and multiply ``scaled`` L^-1 D by it."""
    for c in range(len(E)):
        felt = 0.0
        for j in range(3):
            squared = 0.0
            for side in range(2):
                for i in range(n):
                    squared += scaled[c, side, i, j] ** 2
            felt = max(felt, squared, E[c, j])
        if felt > 0.0:
            contact[c] = 1.0 / np.sqrt(felt)
            for side in range(2):
                for i in range(n):
                    for j in range(3):
                        scaled[c, side, i, j] *= contact[c]


@lru_cache(maxsize=8)
def _identities(bodies: int, dofs: int) -> Array:
    """Identity matrices (B, n, n), which may not be written."""
    return np.broadcast_to(np.eye(dofs), (bodies, dofs, dofs))


@compiled
def _momenta_of(momentum: FloatArray, riding: FloatArray, group: IntArray, groups: int) -> FloatArray:
    """Root mean squares (groups,) of the blocks' momenta (B, n), of all where those of a group are nothing beside them;
    not less than rounding of what blocks have from ``riding`` (B, n) on their supports. ``group`` (B,): of each block.
    """
    own, ridden, count = np.zeros(groups), np.zeros(groups), np.zeros(groups)
    for b in range(len(group)):
        mine = onward = 0.0
        for i in range(momentum.shape[1]):
            mine += momentum[b, i] ** 2
            onward += riding[b, i] ** 2
        g = group[b]
        count[g], own[g], ridden[g] = count[g] + 1.0, own[g] + mine, ridden[g] + onward
    mean = np.sqrt(np.sum(own) / max(len(group), 1))
    for g in range(groups):
        size = np.sqrt(own[g] / max(count[g], 1.0))
        size = size if size > SMALLEST_GROUP * mean else mean
        own[g] = max(size, SMALLEST_SEEN * np.sqrt(ridden[g] / max(count[g], 1.0)))
    return own


@compiled
def _energy_roots(
    own: FloatArray, fixed: FloatArray, overlapping: FloatArray, stretched: FloatArray, bond: FloatArray
) -> FloatArray:
    """s (groups,): momenta of order one, ``own`` of `_momenta_of`; where nothing moves by itself, the speeds that
    contacts are given, of `_add_given`.

    Not so small that rounding of the bonds, or of these speeds where blocks hardly move by themselves, counts.
    """
    root, largest = np.empty(len(own)), 0.0
    for g in range(len(own)):
        size = max(own[g], bond[g] / LARGEST_BOND)
        given = fixed[g] if fixed[g] > 0.0 else overlapping[g] if overlapping[g] > 0.0 else stretched[g]
        moved = max(max(fixed[g], overlapping[g]) / LARGEST_SPEED, stretched[g] / LARGEST_STRETCH)
        root[g] = max(size, moved) if size > 0.0 else given
        largest = max(largest, root[g])
    for g in range(len(root)):
        if not root[g] > 0.0:  # a group in which nothing moves
            root[g] = largest if largest > 0.0 else 1.0
    return root


@kernel
def _add_given(
    contact: FloatArray, at: IntArray, largest: FloatArray, prescribed: FloatArray, memory: FloatArray,
    phi: FloatArray, E: FloatArray, bond: FloatArray, dt: float,
) -> None:  # fmt: skip
    """Write what the contacts of each group are given to ``largest`` (4, groups), zero before: the largest prescribed
    speed times rho (C,), overlap of rigid contacts over dt times rho, root of twice the energy that a spring holds, and
    bond (C,) over rho. ``at`` (C,): the group of each contact.

    What rigid contacts remember is De Saxcé's term, a guess: steps that differ in it share their scaling.
    """
    for c in range(len(contact)):
        g, rho = at[c], contact[c]
        u, v, w = prescribed[c, 0], prescribed[c, 1], prescribed[c, 2]
        largest[0, g] = max(largest[0, g], rho * np.sqrt(u**2 + v**2 + w**2))
        kind = 2 if E[c, 0] > 0.0 or E[c, 1] > 0.0 or E[c, 2] > 0.0 else 1
        largest[kind, g] = max(largest[kind, g], (1.0 / np.sqrt(E[c, 0]) if E[c, 0] > 0.0 else rho) * (-phi[c] / dt))
        if kind == 2:
            for j in range(3):
                held = 1.0 / np.sqrt(E[c, j]) if j > 0 and E[c, j] > 0.0 else rho
                largest[2, g] = max(largest[2, g], held * abs(memory[c, j]))
        largest[3, g] = max(largest[3, g], bond[c] / rho)
