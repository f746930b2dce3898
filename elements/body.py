"""An elastic body in its own frame: stiffness, mass, free vibration, and what its modes do at points."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.linalg import eigh

from . import hexahedron, tetrahedron
from .mesh import Mesh
from .reduction import UNIFORM, reduced
from .strain import UNIT_STRAINS, Array, elasticity, strain_matrix

__all__ = ["ElasticBody"]


@dataclass(frozen=True, eq=False)
class ElasticBody:
    """A mesh of linear elastic material about its centre of mass.

        M u'' + K u = f,     u = U r + Phi q,     Phi'M Phi = I,     Phi'K Phi = diag(omega^2),     U'M Phi = 0

    with the rigid motions U and the modes of free vibration Phi, so that what q does neither moves the centre of mass
    nor turns the body. ``mesh``: nodes in m from the centre of mass; ``young`` (Pa), ``poisson``, ``density`` (kg/m3);
    ``incompatible``: whether H8 has its bending modes (see `drystone.elements.hexahedron`). ``modes``: how many Phi
    has, None for all; see `drystone.elements.reduction`.
    """

    mesh: Mesh
    young: float
    poisson: float
    density: float
    incompatible: bool = True
    modes: int | None = None

    @cached_property
    def elasticity(self) -> Array:
        """Hooke's law (6, 6) (Pa)."""
        return elasticity(self.young, self.poisson)

    @cached_property
    def _elements(self) -> tuple[Array, Array]:
        if self.mesh.kind == "T10":
            return tetrahedron.stiffness(self.mesh.places, self.elasticity), np.zeros((len(self.mesh.elements), 9, 30))
        return hexahedron.stiffness(self.mesh.places, self.elasticity, self.incompatible)

    @cached_property
    def stiffness(self) -> Array:
        """K (3N, 3N) (N/m)."""
        return self._assembled(self._elements[0])

    @cached_property
    def mass(self) -> Array:
        """Consistent M (3N, 3N) (kg)."""
        kind = hexahedron if self.mesh.kind == "H8" else tetrahedron
        return self._assembled(kind.mass(self.mesh.places, self.density))

    @cached_property
    def rigid(self) -> Array:
        """U (3N, 6): the displacements of the nodes by a unit of velocity and of spin about the origin."""
        x, y, z = self.mesh.nodes.T
        U = np.zeros((len(x), 3, 6))
        U[:, (0, 1, 2), (0, 1, 2)] = 1.0
        U[:, 1, 3], U[:, 2, 3] = -z, y
        U[:, 0, 4], U[:, 2, 4] = z, -x
        U[:, 0, 5], U[:, 1, 5] = -y, x
        return U.reshape(-1, 6)

    @cached_property
    def vibration(self) -> tuple[Array, Array]:
        """Circular frequencies omega (m,) (rad/s), ascending, and modes Phi (3N, m) (1/sqrt(kg)), no rigid ones."""
        return self._every if self.modes is None else reduced(*self._every, self._uniform, self.modes)

    @property
    def bends(self) -> bool:
        """Whether the body deforms otherwise than by one uniform strain."""
        return self.modes is None or self.modes > UNIFORM

    @property
    def compliance_kept(self) -> float:
        """Share of the elastic energy of unit forces on the nodes, each by itself, that the ``modes`` hold."""
        whole, part = (np.sum((Phi / omega) ** 2) for omega, Phi in (self._every, self.vibration))
        return float(part / whole)

    @cached_property
    def _every(self) -> tuple[Array, Array]:
        """All frequencies and modes."""
        squares, modes = eigh(self.stiffness, self.mass)
        modes = modes[:, 6:] - self.rigid @ np.linalg.solve(
            self.rigid.T @ self.mass @ self.rigid, self.rigid.T @ self.mass @ modes[:, 6:]
        )
        return np.sqrt(squares[6:]), modes

    @property
    def _uniform(self) -> Array:
        """What all modes have of the six uniform strains, (M, 6) (m sqrt(kg))."""
        strained = np.einsum("kij,nj->nik", UNIT_STRAINS, self.mesh.nodes).reshape(-1, UNIFORM)
        return np.asarray(self._every[1].T @ self.mass @ strained)

    @property
    def gradients(self) -> Array:
        """Displacement gradients of the modes (3, 3, m), the same everywhere: of a body that does not bend."""
        modes = self.vibration[1].reshape(len(self.mesh.nodes), -1)
        found = np.linalg.lstsq(self.mesh.nodes, modes, rcond=None)[0]
        return np.asarray(np.swapaxes(found.reshape(3, 3, -1), 0, 1))

    def shapes_at(self, points: Array) -> Array:
        """Phi (P, 3, m) at ``points`` (P, 3) (m)."""
        modes = self.vibration[1]
        count = len(self.mesh.nodes)
        return np.asarray(np.tensordot(self.mesh.interpolation(points), modes.reshape(count, 3, -1), axes=(1, 0)))

    @cached_property
    def points(self) -> Array:
        """Gauss' points (E, G, 3) (m): 8 of an H8, 4 of a T10."""
        if self.mesh.kind == "T10":
            return np.einsum("gk,eki->egi", tetrahedron.QUADRATIC, self.mesh.places[:, :4])
        return np.einsum("gn,eni->egi", hexahedron.shapes(hexahedron.gauss(2)[0]), self.mesh.places)

    @cached_property
    def shares(self) -> Array:
        """Shares (E, G) of the volume of their element for which Gauss' points stand: equal where it does not taper."""
        if self.mesh.kind == "T10":
            return np.full(self.points.shape[:2], 0.25)
        volume = np.linalg.det(hexahedron.jacobians(self.mesh.places, hexahedron.gauss(2)[0]))
        return np.asarray(volume / volume.sum(axis=1, keepdims=True))

    @cached_property
    def strain_modes(self) -> Array:
        """Strains (E, G, 6, m) of the modes at Gauss' points."""
        dofs = (3 * self.mesh.elements[:, :, None] + np.arange(3)).reshape(len(self.mesh.elements), -1)
        local = self.vibration[1][dofs]
        if self.mesh.kind == "T10":
            slopes, _ = tetrahedron.gradients(self.mesh.places, tetrahedron.QUADRATIC)
            return np.asarray(strain_matrix(slopes) @ local[:, None])
        points, _ = hexahedron.gauss(2)
        slopes, _ = hexahedron.spatial_gradients(self.mesh.places, points)
        own = strain_matrix(slopes) @ local[:, None]
        bent = strain_matrix(hexahedron.internal_gradients(self.mesh.places, points))
        return np.asarray(own - bent @ (self._elements[1] @ local)[:, None])

    def _assembled(self, parts: Array) -> Array:
        dofs = (3 * self.mesh.elements[:, :, None] + np.arange(3)).reshape(len(self.mesh.elements), -1)
        whole = np.zeros((3 * len(self.mesh.nodes), 3 * len(self.mesh.nodes)))
        np.add.at(whole, (dofs[:, :, None], dofs[:, None, :]), parts)
        return whole
