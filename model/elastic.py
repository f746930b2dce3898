"""The blocks of an assembly that deform: their modes of free vibration, side by side.

A block that deforms is where a rigid one would be, its frame, and in that frame its points are displaced by Phi q:

    x = x_c + R (X + Phi(X) q),     q'' + (alpha + beta omega^2) q' + omega^2 q = Phi' R' f

with the modes Phi of `drystone.elements.ElasticBody`: strains are small, turns are not. A uniform field of force does
not deform (the modes move no centre of mass); what turning fast and deforming do to each other is left out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..checks import FloatArray, IntArray
from ..elements import AffineBody, ElasticBody, HexahedralFields, LinearFields
from .block import Block

__all__ = ["ElasticTable"]


Elastic: TypeAlias = ElasticBody | AffineBody

LARGEST_STRAIN = 0.05
"""Root mean square strain of a block beyond which a warning says that strains are not small: stone breaks at 1e-3, and
what is left out is as large as the square of the strain. A larger value would let pass moduli in other units."""
CONGRUENT = 1e-9
"""Difference of distances of corners, in widths of the block, within which blocks are one body, turned."""


@dataclass(frozen=True, eq=False)
class ElasticTable:
    """``bodies``: of different shapes or materials. ``number`` (B_all,): that of each block, -1 for a rigid one.

    ``frame`` (B_all, 3, 3): from the body to the block as it was at t = 0. ``frequency`` (B_all, m): omega (rad/s), m
    the most modes of a block, zero beyond a block's own; ``rate`` (B_all, m): alpha + beta omega^2 (1/s).
    ``width`` (B_all,): smallest of each block (m). ``rigid_below`` (B_all,): stress (Pa) up to which a block is rigid,
    infinite for those without a material. ``stiffness`` (B_all,): E V (J), twice the energy of a uniaxial strain of
    one, infinite for those without, too. ``corner`` (K, 3): those of the blocks that deform (m from the centroid, at
    t = 0); ``corner_block`` (K,): whose they are.
    """

    bodies: tuple[Elastic, ...]
    number: IntArray
    frame: FloatArray
    frequency: FloatArray
    rate: FloatArray
    width: FloatArray
    rigid_below: FloatArray
    stiffness: FloatArray
    corner: FloatArray
    corner_block: IntArray

    @classmethod
    def of(cls, blocks: tuple[Block, ...]) -> "ElasticTable":
        """That of some blocks; those that are one body but turned share its modes."""
        bodies, first = list[Elastic](), dict[bytes, list[tuple[int, FloatArray]]]()
        number, frame = np.full(len(blocks), -1), np.tile(np.eye(3), (len(blocks), 1, 1))
        all_corners = [np.zeros((0, 3))] * len(blocks)
        for b, block in enumerate(blocks):
            if block.material is None:
                continue
            corners = all_corners[b] = np.vstack([piece.vertices for piece in block.pieces]) - block.centroid
            alike = first.setdefault(block.elastic_key, [])
            for body, others in alike:
                turn = _turned(others, corners, block)
                if turn is not None:
                    number[b], frame[b] = body, turn
                    break
            else:
                number[b] = len(bodies)
                alike.append((len(bodies), corners))
                bodies.append(block.elastic)
        most = max((len(body.vibration[0]) for body in bodies), default=0)
        frequency, rate = np.zeros((len(blocks), most)), np.zeros((len(blocks), most))
        for b, block in enumerate(blocks):
            if block.material is not None:
                omega = bodies[number[b]].vibration[0]
                alpha, beta = block.material.damping or (0.0, 0.0)
                frequency[b, : len(omega)] = omega
                rate[b, : len(omega)] = alpha + beta * omega**2
        width = np.array([block.width for block in blocks])
        below = [np.inf if block.material is None else block.material.rigid_below or 0.0 for block in blocks]
        stiffness = [np.inf if block.material is None else block.material.young * block.volume for block in blocks]
        corner, owner = np.vstack(all_corners), np.repeat(np.arange(len(blocks)), [len(one) for one in all_corners])
        return cls(
            tuple(bodies), number, frame, frequency, rate, width, np.array(below), np.array(stiffness), corner, owner
        )

    @cached_property
    def bends(self) -> NDArray[np.bool_]:
        """Which blocks (B_all,) deform otherwise than by one uniform strain, so that their faces do not stay flat."""
        bend = np.array([body.bends for body in self.bodies], dtype=bool)
        return np.asarray((self.number >= 0) & bend[self.number]) if len(bend) else self.number >= 0

    @property
    def count(self) -> int:
        """Most modes of a block, m; zero where all are rigid."""
        return self.frequency.shape[1]

    def too_strained(self, deformation: FloatArray) -> str:
        """What is to be said where a block is strained so much by the amplitudes ``deformation`` (B_all, m) of its
        modes that strains are not small; "" else.

        By the energy U of its strains: epsilon = (2 U / (E V))^(1/2), their root mean square.
        """
        strain = np.sqrt(np.sum((self.frequency * deformation) ** 2, axis=1) / self.stiffness)
        worst = float(np.max(strain, initial=0.0))
        if worst <= LARGEST_STRAIN:
            return ""
        return (
            f"a block has strains of {worst:.2g}, and blocks deform by small strains, up to {LARGEST_STRAIN:g} or so; "
            "is its Young's modulus in Pa?"
        )

    def shapes_at(self, blocks: IntArray, points: FloatArray, along: FloatArray | None = None) -> FloatArray:
        """Phi (P, 3, m) of the ``blocks`` (P,) at ``points`` (P, 3) of theirs (m from the centroid, at t = 0).

        ``along`` (P, 3, 3): rows are the directions, in the block's axes, of the components asked for; None: its axes.
        """
        turned = np.broadcast_to(np.eye(3), (len(blocks), 3, 3)) if along is None else along
        if self._uniform is None:
            Phi = np.zeros((len(blocks), 3, self.count))
        else:
            Phi = self._uniform.at(blocks, points, turned)
        for chosen, body, local in self._bent(blocks, points):
            Q = turned[chosen] @ self.frame[blocks[chosen]]
            if isinstance(body, ElasticBody):
                found = body.shapes_at(local)
                Phi[chosen, :, : found.shape[2]] = Q @ found
            else:
                Phi[chosen] = self._hexahedra.at(body, local, Q)
        return Phi

    def displacements_at(self, blocks: IntArray, points: FloatArray, deformation: FloatArray) -> FloatArray:
        """Phi q (P, 3) (m) of the ``blocks`` (P,) at ``points`` (P, 3) of theirs, in their axes; zero of rigid ones.

        ``deformation`` (B_all, m): q of all blocks (m kg^1/2).
        """
        if self._uniform is None:
            moved = np.zeros((len(blocks), 3))
        else:
            moved = self._uniform.combined_at(blocks, points, deformation)
        for chosen, body, local in self._bent(blocks, points):
            q = deformation[blocks[chosen]]
            if isinstance(body, ElasticBody):
                found = body.shapes_at(local)
                own = np.einsum("pim,pm->pi", found, q[:, : found.shape[2]])
            else:
                own = self._hexahedra.combined_at(body, local, q)
            moved[chosen] = np.einsum("pij,pj->pi", self.frame[blocks[chosen]], own)
        return moved

    def farthest(self, deformation: FloatArray) -> FloatArray:
        """How far a corner of each block (B_all,) is displaced at most by the ``deformation`` (B_all, m) (m)."""
        most = np.zeros(len(self.number))
        if np.any(deformation):
            moved = self.displacements_at(self.corner_block, self.corner, deformation)
            np.maximum.at(most, self.corner_block, np.linalg.norm(moved, axis=1))
        return most

    def _bent(
        self, blocks: IntArray, points: FloatArray
    ) -> Iterator[tuple[IntArray, ElasticBody | IntArray, FloatArray]]:
        """Those of ``points`` (P, 3) of the ``blocks`` (P,) where blocks bend: their places in P, the points in the
        body's axes, and the body; of all meshes of hexahedra together, which of `_hexahedra` each is.
        """
        if not self.bends.any():
            return
        bent = np.flatnonzero(self.bends[blocks])
        number = self.number[blocks[bent]]
        local = np.einsum("pji,pj->pi", self.frame[blocks[bent]], points[bent])
        divided = np.flatnonzero(self._place[number] >= 0)
        if len(divided):
            yield bent[divided], self._place[number[divided]], local[divided]
        for i in np.unique(number[self._place[number] < 0]):
            chosen, body = np.flatnonzero(number == i), self.bodies[i]
            assert isinstance(body, ElasticBody)
            yield bent[chosen], body, local[chosen]

    @cached_property
    def _uniform(self) -> LinearFields | None:
        """The modes of the blocks of uniform strain, in the axes of the blocks; None where there are none."""
        flat = np.flatnonzero((self.number >= 0) & ~self.bends)
        if not len(flat):
            return None
        gradients = np.zeros((len(self.number), 3, 3, self.count))
        for b in flat:
            own, Q = self.bodies[self.number[b]].gradients, self.frame[b]
            gradients[b, :, :, : own.shape[2]] = np.einsum("ik,klm,jl->ijm", Q, own, Q)
        return LinearFields(gradients)

    @cached_property
    def _place(self) -> IntArray:
        """Which of `_hexahedra` each body is, (bodies,); -1 for other meshes."""
        divided = np.array([isinstance(body, ElasticBody) and body.mesh.kind == "H8" for body in self.bodies], bool)
        return np.where(divided, np.cumsum(divided) - 1, -1)

    @cached_property
    def _hexahedra(self) -> HexahedralFields:
        """The modes of the bodies that are meshes of hexahedra."""
        bodies = [body for body in self.bodies if isinstance(body, ElasticBody) and body.mesh.kind == "H8"]
        modes = [body.vibration[1].reshape(len(body.mesh.nodes), 3, -1) for body in bodies]
        return HexahedralFields.of([body.mesh for body in bodies], modes, self.count)


def _turned(corners: FloatArray, others: FloatArray, block: Block) -> FloatArray | None:
    """The rotation (3, 3) that takes the corners (V, 3) of one block to those of another, None where none does.

    Where the numbers of elements differ from direction to direction only the same orientation will do.
    """
    near = CONGRUENT * block.width
    turn = np.eye(3)
    if np.abs(corners - others).max() > near:
        if isinstance(block.mesh, tuple) and len(set(block.mesh)) > 1:
            return None
        u, _, w = np.linalg.svd(others.T @ corners)
        turn = u @ w
    fits = np.linalg.det(turn) > 0.0 and np.abs(corners @ turn.T - others).max() <= near
    return turn if fits else None
