"""Strains and stresses as vectors: [xx, yy, zz, xy, yz, zx], shears as angles (twice the tensor's)."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["COMPONENTS", "UNIT_STRAINS", "elasticity", "principal", "strain_matrix", "von_mises"]

Array = NDArray[np.float64]

COMPONENTS = ("xx", "yy", "zz", "xy", "yz", "zx")

UNIT_STRAINS = np.zeros((6, 3, 3))
for _k, (_i, _j) in enumerate([(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0)]):
    UNIT_STRAINS[_k, _i, _j] += 0.5
    UNIT_STRAINS[_k, _j, _i] += 0.5
"""Tensors (6, 3, 3) of the strains of `COMPONENTS`."""


def strain_matrix(gradients: Array) -> Array:
    """B (..., 6, 3N) of the strain B u from ``gradients`` dN/dx (..., N, 3) (1/m); u: x, y, z of node after node."""
    x, y, z = np.moveaxis(gradients, -1, 0)
    B = np.zeros((*gradients.shape[:-2], 6, gradients.shape[-2], 3))
    B[..., 0, :, 0], B[..., 1, :, 1], B[..., 2, :, 2] = x, y, z
    B[..., 3, :, 0], B[..., 3, :, 1] = y, x
    B[..., 4, :, 1], B[..., 4, :, 2] = z, y
    B[..., 5, :, 0], B[..., 5, :, 2] = z, x
    return np.asarray(B.reshape(*B.shape[:-2], -1))


def elasticity(young: float, poisson: float) -> Array:
    """The (6, 6) of Hooke's law (Pa): stress = elasticity @ strain."""
    shear = young / (2.0 * (1.0 + poisson))
    lame = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson))
    matrix = np.diag([2.0 * shear] * 3 + [shear] * 3)
    matrix[:3, :3] += lame
    return matrix


def von_mises(stress: Array) -> Array:
    """Von Mises' equivalent stress (...,) (Pa) of ``stress`` (..., 6)."""
    xx, yy, zz, xy, yz, zx = np.moveaxis(stress, -1, 0)
    normal = (xx - yy) ** 2 + (yy - zz) ** 2 + (zz - xx) ** 2
    return np.asarray(np.sqrt(0.5 * normal + 3.0 * (xy**2 + yz**2 + zx**2)))


def principal(stress: Array) -> Array:
    """Principal stresses (..., 3) (Pa), ascending: the greatest compression first."""
    xx, yy, zz, xy, yz, zx = np.moveaxis(stress, -1, 0)
    tensor = np.stack([xx, xy, zx, xy, yy, yz, zx, yz, zz], axis=-1).reshape(*stress.shape[:-1], 3, 3)
    return np.asarray(np.linalg.eigvalsh(tensor))
