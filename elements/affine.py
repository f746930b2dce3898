"""A body of uniform strain: six degrees of freedom more than a rigid one, whatever its shape."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.linalg import eigh

from ..errors import DrystoneError
from .strain import UNIT_STRAINS, Array, elasticity, strain_matrix

__all__ = ["AffineBody"]


@dataclass(frozen=True, eq=False)
class AffineBody:
    """A homogeneous body whose displacement is linear, u(X) = A X, X from its centre of mass.

        sum_kl M_kl e_l'' + V C e = f,     M_kl = rho int A_k X . A_l X dV

    ``volume`` (m3); ``second`` (3, 3): int X X' dV (m5); ``young`` (Pa), ``poisson``, ``density`` (kg/m3). A_k is the
    tensor of the k-th strain with the turning that leaves the body's angular momentum zero. See
    `drystone.elements.body.ElasticBody`, whose modes it has.
    """

    volume: float
    second: Array
    young: float
    poisson: float
    density: float

    @cached_property
    def elasticity(self) -> Array:
        """Hooke's law (6, 6) (Pa)."""
        return elasticity(self.young, self.poisson)

    @property
    def bends(self) -> bool:
        """No: the faces stay flat."""
        return False

    @property
    def compliance_kept(self) -> float:
        """Only bodies with a mesh know it: see `drystone.elements.ElasticBody.compliance_kept`."""
        raise DrystoneError(
            "a body of uniform strain, mesh 'affine', has no nodes whose forces could tell how much compliance it "
            "keeps; give the block a mesh, and its material modes=6, for a body of the same six modes that knows it"
        )

    @cached_property
    def vibration(self) -> tuple[Array, Array]:
        """Circular frequencies omega (6,) (rad/s), ascending, and the modes' A (3, 3, 6) (1/(m sqrt(kg)))."""
        S = self.second
        turning = np.trace(S) * np.eye(3) - S  # angular momentum of u = w x X is turning @ w
        A = np.empty((6, 3, 3))
        for k, unit in enumerate(UNIT_STRAINS):
            turned = unit @ S - S @ unit
            w = np.linalg.solve(turning, -np.array([turned[2, 1], turned[0, 2], turned[1, 0]]))
            A[k] = unit + np.array([[0.0, -w[2], w[1]], [w[2], 0.0, -w[0]], [-w[1], w[0], 0.0]])
        mass = self.density * np.einsum("kia,ab,lib->kl", A, S, A)
        squares, modes = eigh(self.volume * self.elasticity, mass)
        return np.sqrt(squares), np.einsum("kij,km->ijm", A, modes)

    @property
    def gradients(self) -> Array:
        """Displacement gradients of the modes, A (3, 3, 6)."""
        return self.vibration[1]

    def shapes_at(self, points: Array) -> Array:
        """Phi (P, 3, 6) at ``points`` (P, 3) (m)."""
        return np.asarray(np.einsum("ijm,pj->pim", self.vibration[1], points))

    @property
    def points(self) -> Array:
        """The centre of mass (1, 1, 3)."""
        return np.zeros((1, 1, 3))

    @cached_property
    def strain_modes(self) -> Array:
        """Strains (1, 1, 6, 6) of the modes."""
        A = self.vibration[1]
        return np.asarray(strain_matrix(np.eye(3)) @ np.swapaxes(A, 0, 1).reshape(9, 6))[None, None]

    @property
    def shares(self) -> Array:
        """The one point stands for the whole volume, (1, 1)."""
        return np.ones((1, 1))
