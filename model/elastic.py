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
        Q = self.frame[blocks]
        local, turned = np.einsum("pji,pj->pi", Q, points), Q if along is None else along @ Q
        Phi = np.zeros((len(blocks), 3, self.count))
        for chosen, body in self._others(blocks):
            found = body.shapes_at(local[chosen])
            Phi[chosen, :, : found.shape[2]] = turned[chosen] @ found
        for chosen, place, fields in self._in_fields(blocks):
            Phi[chosen] = fields.at(place, local[chosen], turned[chosen])
        return Phi

    def displacements_at(self, blocks: IntArray, points: FloatArray, deformation: FloatArray) -> FloatArray:
        """Phi q (P, 3) (m) of the ``blocks`` (P,) at ``points`` (P, 3) of theirs, in their axes; zero of rigid ones.

        ``deformation`` (B_all, m): q of all blocks (m kg^1/2).
        """
        if not self.count:
            return np.zeros((len(blocks), 3))
        Q = self.frame[blocks]
        local, q = np.einsum("pji,pj->pi", Q, points), deformation[blocks]
        moved = np.zeros((len(blocks), 3))
        for chosen, body in self._others(blocks):
            found = body.shapes_at(local[chosen])
            moved[chosen] = np.einsum("pim,pm->pi", found, q[chosen, : found.shape[2]])
        for chosen, place, fields in self._in_fields(blocks):
            moved[chosen] = fields.combined_at(place, local[chosen], q[chosen])
        return np.einsum("pij,pj->pi", Q, moved)

    def farthest(self, deformation: FloatArray) -> FloatArray:
        """How far a corner of each block (B_all,) is displaced at most by the ``deformation`` (B_all, m) (m)."""
        most = np.zeros(len(self.number))
        if np.any(deformation):
            moved = self.displacements_at(self.corner_block, self.corner, deformation)
            np.maximum.at(most, self.corner_block, np.linalg.norm(moved, axis=1))
        return most

    def _in_fields(self, blocks: IntArray) -> Iterator[tuple[IntArray, IntArray, LinearFields | HexahedralFields]]:
        """The places in ``blocks`` (P,) of bodies with compiled fields, which body of the fields each is, and these."""
        number = self.number[blocks]
        for own, fields in self._fields:
            place = np.where(number < 0, -1, own[number])
            chosen = np.flatnonzero(place >= 0)
            if len(chosen):
                yield chosen, place[chosen], fields

    def _others(self, blocks: IntArray) -> Iterator[tuple[IntArray, Elastic]]:
        """The places in ``blocks`` (P,) of each body without: meshes of tetrahedra."""
        number = self.number[blocks]
        for i in range(len(self.bodies)):
            if any(own[i] >= 0 for own, _ in self._fields):
                continue
            chosen = np.flatnonzero(number == i)
            if len(chosen):
                yield chosen, self.bodies[i]

    @cached_property
    def _fields(self) -> tuple[tuple[IntArray, LinearFields | HexahedralFields], ...]:
        """Compiled modes of the bodies of uniform strain, then of the other meshes of hexahedra; with each which of its
        bodies each body is, (bodies,), -1 for others.
        """
        linear, divided = list[Elastic](), list[ElasticBody]()
        places = np.full((2, len(self.bodies)), -1)
        for i, body in enumerate(self.bodies):
            if not body.bends:
                places[0, i] = len(linear)
                linear.append(body)
            elif isinstance(body, ElasticBody) and body.mesh.kind == "H8":
                places[1, i] = len(divided)
                divided.append(body)
        modes = [body.vibration[1].reshape(len(body.mesh.nodes), 3, -1) for body in divided]
        flat = LinearFields.of([body.gradients for body in linear], self.count)
        meshed = HexahedralFields.of([body.mesh for body in divided], modes, self.count)
        return (places[0], flat), (places[1], meshed)


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
