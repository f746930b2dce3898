"""The nB x nB matrix of a step, I + D W D', assembled from its contacts and factorised."""

import threading

import numpy as np

from ...numerics.cholesky.assembly import pairs_of
from ...numerics.cholesky.base import Factorisation
from ...numerics.cholesky.registry import get_factorisation
from ...numerics.compiled import FloatArray, IntArray
from ...numerics.contact_operator import RIGID
from .arrays import Arrays
from .contact_space import ContactSpace
from .operator import ContactOperator

__all__ = ["OneForEachThread", "Schur"]


class Schur:
    """I + D W D' of steps with one contact graph after the other: the symbolic analysis lasts while the graph does.

    W (C, 3, 3) weighs the contacts; the matrix has the sparsity of the contact graph, in blocks of
    n by n, n degrees of freedom a body. Where bodies deform, and have more degrees of freedom together than their
    contacts, the system is eliminated in these: `drystone.solvers.structured.contact_space`.
    """

    def __init__(self, factorisation: str = "auto") -> None:
        self.choice = factorisation
        self.analyses = 0
        self._blocks: IntArray = np.empty((0, 2), dtype=np.int64)
        self._pairs: IntArray = np.empty((0, 2), dtype=np.int64)
        self._slot: IntArray = np.empty(0, dtype=np.int64)
        self._step: Arrays | None = None
        self._factor: Factorisation | None = None
        self.by_contacts: ContactSpace | None = None

    def prepare(self, step: Arrays) -> None:
        """Take up a step; the graph is analysed only where it differs from the last one's."""
        if step.dofs > RIGID and 3 * step.count < step.bodies * step.dofs:
            self.by_contacts = self.by_contacts or ContactSpace(self.choice)
            self.by_contacts.prepare(step)
            return
        self.by_contacts = None
        size = step.bodies, step.dofs
        known = self._factor is not None and (self._factor.bodies, self._factor.dofs) == size
        if not (known and np.array_equal(step.blocks, self._blocks)):
            pairs, self._slot, _ = pairs_of(step.blocks)
            if not (known and np.array_equal(pairs, self._pairs)):
                self._factor = get_factorisation(self.choice)(step.bodies, pairs, dofs=step.dofs)
                self.analyses += 1
            self._pairs, self._blocks = pairs, step.blocks.copy()
        self._step = step

    def in_contacts(self, step: Arrays) -> Arrays:
        """The ``step`` in its contacts alone, where the system is eliminated in them, else itself."""
        return step if self.by_contacts is None else self.by_contacts.in_contacts(step)

    def factorise(self, weight: FloatArray, operator: ContactOperator | None = None) -> bool:
        """Assemble and factorise for ``weight`` W, with another ``operator`` D of the same contacts if given.

        False where the matrix is not positive definite to rounding.
        """
        if self.by_contacts is not None:
            return self.by_contacts.factorise(weight, operator)
        assert self._step is not None
        assert self._factor is not None
        operator = operator or self._step.operator
        return self._factor.factorise(*operator.assemble(self._slot, weight, self._pairs))

    def factorise_unsymmetric(self, weight: FloatArray, operator: ContactOperator | None = None) -> bool:
        """As `factorise` for a ``weight`` W that is not symmetric. False where a pivot is zero or not finite."""
        if self.by_contacts is not None:
            return self.by_contacts.factorise_unsymmetric(weight, operator)
        assert self._step is not None
        assert self._factor is not None
        operator = operator or self._step.operator
        return self._factor.factorise_unsymmetric(*operator.assemble_unsymmetric(self._slot, weight, self._pairs))

    def solve(self, rhs: FloatArray) -> FloatArray:
        """(I + D W D')^(-1) rhs, (B, n)."""
        if self.by_contacts is not None:
            return self.by_contacts.solve(rhs)
        assert self._factor is not None
        return self._factor.solve(rhs)


class OneForEachThread(threading.local):
    """A `Schur` for each thread that asks: one solver may be used in several threads at once."""

    def __init__(self, factorisation: str = "auto") -> None:
        self.schur = Schur(factorisation)

    def __reduce__(self) -> tuple[type, tuple[str]]:
        return type(self), (self.schur.choice,)
