"""The contact operator D of a scaled step, by its interfaces where it has some and by its blocks elsewhere."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from ...numerics import interfaces
from ...numerics.cholesky.assembly import assemble, assemble_unsymmetric
from ...numerics.cholesky.interface_assembly import assemble_interfaces, assemble_interfaces_unsymmetric
from ...numerics.compiled import FloatArray, IntArray
from ...numerics.contact_operator import apply, apply_transpose, scaled_columns
from ...numerics.interfaces import Interfaces
from ...programs.step import StepLike

__all__ = ["ContactOperator"]


@dataclass(frozen=True)
class ContactOperator:
    """D of ``bodies`` B and C contacts.

    ``blocks`` (C, 2): -1 for a fixed one; ``given`` (C, 2, n, 3): D without the factors of its columns, zero for a
    fixed block; ``faces``: its interfaces, None where it has none; ``columns`` (C, 3): the factors, None for one. With
    factors contact velocities lie by components (Fortran's order), as the paths have them.
    """

    blocks: IntArray
    given: FloatArray
    bodies: int
    faces: Interfaces | None = None
    columns: FloatArray | None = None

    @classmethod
    def of(cls, scaled: StepLike) -> "ContactOperator":
        """That of a step whose H is the identity."""
        blocks = np.ascontiguousarray(scaled.blocks, dtype=np.int64)
        given = np.ascontiguousarray(scaled.D, dtype=np.float64)
        return cls(blocks, given, len(scaled.k), scaled.interfaces)

    def scaled(self, columns: FloatArray) -> "ContactOperator":
        """D, which has no factors, with its columns times ``columns`` (C, 3)."""
        return replace(self, columns=columns)

    @cached_property
    def D(self) -> FloatArray:
        """Its blocks (C, 2, n, 3)."""
        return self.given if self.columns is None else scaled_columns(self.given, self.columns)

    @cached_property
    def _factors(self) -> FloatArray:
        """Factors (C, 3) of the columns, those of the interfaces among them."""
        assert self.faces is not None
        size = self.faces.size[:, None]
        return np.ascontiguousarray(np.repeat(size, 3, axis=1) if self.columns is None else size * self.columns)

    def apply(self, impulse: FloatArray) -> FloatArray:
        """D gamma, (B, n)."""
        if self.faces is None:
            return apply(self.D, self.blocks, impulse, self.bodies)
        return interfaces.apply(self.faces, self._factors, impulse)

    def apply_transpose(self, velocity: FloatArray) -> FloatArray:
        """D'v, (C, 3)."""
        order: Literal["C", "F"] = "C" if self.columns is None else "F"
        if self.faces is None:
            return np.asarray(apply_transpose(self.D, self.blocks, velocity), order=order)
        speed = np.empty((len(self.blocks), 3), order=order)
        interfaces.apply_transpose(self.faces, self._factors, velocity, speed)
        return speed

    def assemble(self, slot: IntArray, weight: FloatArray, pairs: IntArray) -> tuple[FloatArray, FloatArray]:
        """The blocks of I + D W D', see `drystone.numerics.cholesky.assembly`."""
        if self.faces is None:
            return assemble(self.D, self.blocks, slot, weight, self.bodies, len(pairs))
        return assemble_interfaces(self.faces, slot, self._factors, weight, pairs)

    def assemble_unsymmetric(
        self, slot: IntArray, weight: FloatArray, pairs: IntArray
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """The same for weights that are not symmetric."""
        if self.faces is None:
            return assemble_unsymmetric(self.D, self.blocks, slot, weight, self.bodies, len(pairs))
        return assemble_interfaces_unsymmetric(self.faces, slot, self._factors, weight, pairs)
