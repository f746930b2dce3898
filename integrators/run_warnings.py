"""Warnings that are given once in a run."""

import warnings

import numpy as np

from ..collision import Contacts
from ..formulations import Formulation
from ..formulations.base import Turning
from ..joints import TIE
from ..model import Assembly, Scene, State

__all__ = ["RunWarnings"]

BEARS = 0.1
"""Upward part of the normal of a contact from which it bears what lies on it."""
FOLLOWS = 1.001
"""Speed of a support over what its block follows with, from which the block stays behind."""


class RunWarnings:
    """Warnings that are given once in a run."""

    def __init__(self) -> None:
        self.rotates = self.strained = self.leaves = False

    def rotation(self, formulation: Formulation, turning: Turning, time: float) -> None:
        """Warn of what the formulation does not bear where blocks turn so."""
        text = None if self.rotates else formulation.caution(turning)
        if text is not None:
            self.rotates = True
            warnings.warn(f"step at {time:.6g} s: {text}", stacklevel=4)

    def left_behind(self, scene: Scene, state: State, contacts: Contacts, dt: float) -> None:
        """Warn of supports that move away under blocks that start a step of ``dt`` (s) at rest; ``state``: with the
        velocities of the fixed blocks in it. Gravity takes such a block after its support by g dt^2 in the step at
        most, friction by mu g dt^2. Bonds may take it farther: nothing is said where there are some.
        """
        assembly, g = scene.assembly, scene.gravity
        size = float(np.linalg.norm(g))
        if self.leaves or size == 0.0 or not np.any(state.velocity[assembly.fixed]):
            return
        one_fixed = np.logical_xor(*assembly.fixed[contacts.blocks.T]) & (contacts.key[:, 0] != TIE)
        if not assembly.joint_table.is_unbonded or not np.any(one_fixed):
            return
        borne = contacts.chosen(np.flatnonzero(one_fixed))
        below = assembly.fixed[borne.blocks[:, 0]]
        support, up = np.where(below, *borne.blocks.T), np.where(below, 1.0, -1.0)[:, None] * borne.normal
        arm = np.where(below[:, None], borne.point_a, borne.point_b) - state.position[support]
        moves = state.velocity[support, :3] + np.cross(state.velocity[support, 3:], arm)
        away = -np.sum(moves * up, axis=1)
        along = np.linalg.norm(moves + away[:, None] * up, axis=1)
        fast = (away > FOLLOWS * size * dt) | (along > FOLLOWS * borne.friction * size * dt)
        leaves = fast & (up @ g < -BEARS * size)
        if not np.any(leaves):
            return
        self.leaves = True
        worst = int(np.argmax(np.where(leaves, np.maximum(away, along), 0.0)))
        name, other = (assembly.names[block] for block in (support[worst], borne.blocks[worst, int(below[worst])]))
        warnings.warn(
            f"step at {state.time:.6g} s: support {name!r} moves at {max(away[worst], along[worst]):.3g} m/s under "
            f"{other!r}, which starts every step at rest and follows by no more than g dt = {size * dt:.3g} m/s "
            f"downwards and mu g dt = {borne.friction[worst] * size * dt:.3g} m/s sideways: it stays behind. Let the "
            "support move more slowly, take a larger dt, or a dynamic integrator such as 'mid-point'",
            stacklevel=4,
        )

    def strain(self, assembly: Assembly, state: State) -> None:
        """Warn of blocks whose strains are not small in a state at the end of a step."""
        if self.strained or not assembly.elastic.count:
            return
        if text := assembly.elastic.too_strained(state.deformation):
            self.strained = True
            warnings.warn(f"step that ended at {state.time:.6g} s: {text}", stacklevel=4)
