"""Scaling of a step, so that grams and tonnes, millimetres and metres solve alike.

With H = L L' and positive numbers s (root of an energy) and rho_i (one per contact) put

    v = s L^-T v^,    gamma_i = s rho_i gamma^_i.

The step keeps its form with  H^ = I,  k^ = L^-1 k / s,  D^_i = rho_i L^-1 D_i,  E^_i = rho_i^2 E_i  and the offset of
each contact multiplied by rho_i / s: a cone does not change when its three components share one factor. rho_i is
the root of the mass that contact i feels, so that the rows of D^' have length of order one (where its compliance is
larger than that mass's inverse, the root of the stiffness: E^_i is of order one), and s is the root
mean square over the blocks of |L_b^-1 k_b|, so that momenta have size one.

A step with bonds is scaled in the impulses gamma + bond n of `StepProblem.shifted`, whose cones start at zero: what
solvers and certificate see is a standard step.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..numerics.compiled import FloatArray, IntArray, compiled, inlined
from ..numerics.contact_operator import RIGID
from ..numerics.interfaces import Interfaces, find_interfaces
from ..numerics.stacks import backward, forward, inverse_lower, row_starts
from ..summary import Summarised
from .step_parts import StepParts

__all__ = ["Scaling", "scale"]

Array = NDArray[np.float64]


LARGEST_BOND = 1e6
"""Bonds of the scaled step are not larger: with rounding 1e-16 of them its impulses are still good to 1e-10."""

LARGEST_SPEED, LARGEST_STRETCH = 10.0, 1e3
"""Nor are the speeds that contacts are given, by fixed blocks and the overlaps of rigid ones, and those at which
springs and ties would go back: the gap of the certificate has their squares. They count where blocks hardly move by
themselves. Of 250 random runs without gravity, or with next to none, 12 end because a step is not solved where the
first is 1e3."""


@dataclass(frozen=True, eq=False)
class Scaling(Summarised):
    """The factors of one step: ``root`` L (B, n, n), ``contact`` rho (C,), ``energy_root`` s; and ``operator`` D^.

    ``bond`` (C,): distance of the physical impulses' cones from zero (N s). ``interfaces``: those of D^, see
    `drystone.numerics.interfaces`, None where it has none.
    """

    root: Array
    contact: Array
    energy_root: float
    operator: Array
    bond: Array
    interfaces: Interfaces | None = None

    def __call__(self, velocity: Array, impulse: Array) -> tuple[Array, Array]:
        """Physical velocity (B, n) and impulse (C, 3) from scaled ones."""
        physical = self.energy_root * backward(self.root, velocity)
        unscaled = self.energy_root * self.contact[:, None] * impulse
        unscaled[:, 0] -= self.bond
        return physical, unscaled

    def forward(self, velocity: Array, impulse: Array) -> tuple[Array, Array]:
        """Scaled velocity (B, n) and impulse (C, 3) from physical ones."""
        scaled = np.einsum("bji,bj->bi", self.root, velocity) / self.energy_root
        shifted = np.array(impulse)
        shifted[:, 0] += self.bond
        return scaled, shifted / (self.energy_root * self.contact[:, None])

    def speeds(self, physical: Array) -> Array:
        """Scaled contact velocities (C, 3) from physical ones."""
        return physical * (self.contact / self.energy_root)[:, None]

    def scaled_parts(self, problem: StepParts) -> dict[str, Any]:
        """What the step of order one has in place of the parts of ``problem``, which has no bonds."""
        speed = self.contact / self.energy_root
        return {
            "H": np.broadcast_to(np.eye(problem.dofs), problem.H.shape),
            "k": forward(self.root, problem.k) / self.energy_root,
            "D": self.operator,
            "phi": problem.phi * speed,
            "E": problem.E * self.contact[:, None] ** 2,
            "prescribed": self.speeds(problem.prescribed),
            "memory": self.speeds(problem.memory),
            "rebound": problem.rebound * speed,
        }


def scale(problem: StepParts) -> Scaling:
    """The scaling of a step."""
    whitening = inverse_lower(problem.root)
    arrays = np.ascontiguousarray(problem.D), np.ascontiguousarray(problem.E)
    operator, contact = _scaled_operator(whitening, problem.blocks, *arrays)
    energy_root = _energy_root(problem, forward(problem.root, problem.k), contact)
    faces = find_interfaces(arrays[0], problem.blocks, whitening, contact)
    return Scaling(problem.root, contact, energy_root, operator, problem.bond, faces)


@compiled
def _scaled_operator(
    whitening: FloatArray, blocks: IntArray, D: FloatArray, E: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """D^ = rho L^-1 D (C, 2, n, 3) and rho (C,) for ``whitening`` L^-1 (B, n, n), lower triangular.

    1/rho is the length of the longest of the three columns, or the root of the largest compliance ``E`` (C, 3) where
    that is more; rho is one where all are zero.
    """
    scaled, contact = np.zeros(D.shape), np.ones(len(D))
    if D.shape[2] == RIGID:  # compiled for these by themselves: twice as fast
        _scale_contacts(whitening, blocks, D, E, scaled, contact, np.zeros((1, RIGID), np.int64), RIGID)
    else:
        _scale_contacts(whitening, blocks, D, E, scaled, contact, row_starts(whitening), D.shape[2])
    return scaled, contact


@inlined
def _scale_contacts(
    whitening: FloatArray, blocks: IntArray, D: FloatArray, E: FloatArray, scaled: FloatArray, contact: FloatArray,
    starts: IntArray, n: int,
) -> None:  # fmt: skip
    for c in range(len(D)):
        for side in range(2):
            body = blocks[c, side]
            if body >= 0:
                for i in range(n):
                    for j in range(3):
                        value = 0.0
                        for m in range(0 if n == RIGID else starts[body, i], i + 1):
                            value += whitening[body, i, m] * D[c, side, m, j]
                        scaled[c, side, i, j] = value
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


def _energy_root(problem: StepParts, momentum: Array, contact: Array) -> float:
    """s: momenta of order one; where nothing moves by itself, the prescribed or corrective contact speeds.

    Not so small that rounding of the bonds, or of these speeds where blocks hardly move by themselves, counts.
    """
    size = float(np.sqrt(np.mean(np.sum(momentum**2, axis=1)))) if len(momentum) else 0.0
    size = max(size, float(np.max(problem.bond / contact, initial=0.0)) / LARGEST_BOND)
    speeds = np.ascontiguousarray(problem.prescribed), np.ascontiguousarray(problem.memory)
    springs = np.ascontiguousarray(problem.phi), np.ascontiguousarray(problem.E)
    fixed, overlapping, stretched = _given_speeds(contact, *speeds, *springs, problem.dt)
    if size > 0.0:
        return float(max(size, max(fixed, overlapping) / LARGEST_SPEED, stretched / LARGEST_STRETCH))
    return float(next((most for most in (fixed, overlapping, stretched) if most > 0.0), 1.0))


@compiled
def _given_speeds(
    contact: FloatArray, prescribed: FloatArray, memory: FloatArray, phi: FloatArray, E: FloatArray, dt: float
) -> FloatArray:
    """The largest prescribed speed times rho (C,), overlap of rigid contacts over dt, and overlap or memory of springs.

    What rigid contacts remember is De Saxcé's term, a guess: steps that differ in it share their scaling.
    """
    largest = np.zeros(3)
    for c in range(len(contact)):
        u, w, kind = prescribed[c], memory[c], 2 if np.any(E[c] > 0.0) else 1
        largest[0] = max(largest[0], contact[c] * np.sqrt(u[0] ** 2 + u[1] ** 2 + u[2] ** 2))
        largest[kind] = max(largest[kind], contact[c] * (-phi[c] / dt))
        if kind == 2:
            largest[2] = max(largest[2], contact[c] * np.sqrt(w[0] ** 2 + w[1] ** 2 + w[2] ** 2))
    return largest
