"""Sparse Cholesky factorisation of S = I + D W D', in n by n blocks on the contact graph, behind one interface.

n is the number of degrees of freedom of a body, 6 for a rigid block.
``get_factorisation()(bodies, pairs, position, dofs)`` analyses a graph once; ``factorise(diagonal, lower)`` and
``solve(rhs)`` follow as often as there are weights. `pairs_of` and `assemble` make the graph and the blocks from the
contacts.
"""

from .assembly import assemble, assemble_unsymmetric, pairs_of
from .base import Factorisation
from .registry import FACTORISATIONS, available_factorisations, get_factorisation
from .scalar import blocks_of

__all__ = [
    "FACTORISATIONS",
    "Factorisation",
    "assemble",
    "assemble_unsymmetric",
    "available_factorisations",
    "blocks_of",
    "get_factorisation",
    "pairs_of",
]
