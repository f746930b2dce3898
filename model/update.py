"""Configuration update: by the end velocity and the exponential map, or as free flight."""

import numpy as np
from numpy.typing import NDArray

from ..numerics.compiled import FloatArray, compiled
from ..numerics.matrices import rotated, transposed
from ..numerics.vectors import row, scaled
from . import Assembly, State
from .free_rotation import turned_freely

__all__ = ["fly", "update"]

Array = NDArray[np.float64]


def update(assembly: Assembly, state: State, velocity: Array, dt: float) -> State:
    """x <- x + dt v,  R <- exp(dt skew(w)) R  (Nodargi and Bisegna 2024, eq 5).

    ``velocity`` (B, 6): of the movable blocks at the end of the step; fixed blocks move with ``state.velocity``.
    """
    full = state.velocity.copy()
    full[assembly.movable] = velocity
    rotation = state.rotation.copy()
    _turn(rotation, full, dt)
    return state.moved(state.position + dt * full[:, :3], rotation, full, state.time + dt)


def fly(assembly: Assembly, state: State, dt: float) -> State:
    """The state after a free flight of ``dt`` (s): x <- x + dt v, rotations by `turned_freely`.

    Momentum and energy of every movable block stay as they are; fixed blocks move with their ``state.velocity``.
    """
    movable, velocity = assembly.movable, state.velocity.copy()
    ridden = velocity.copy()
    ridden[movable] = 0.0
    rotation = state.rotation.copy()
    _turn(rotation, ridden, dt)
    rotation[movable], velocity[movable, 3:] = turned_freely(
        assembly.inertia[movable], rotation[movable], np.ascontiguousarray(velocity[movable, 3:]), dt
    )
    return state.moved(state.position + dt * velocity[:, :3], rotation, velocity, state.time + dt)


@compiled
def _turn(rotation: FloatArray, velocity: FloatArray, dt: float) -> None:
    """Turn rotations (B_all, 3, 3) by dt times the angular velocities; those that are zero leave them as they are."""
    for b in range(len(rotation)):
        spin = (velocity[b, 3], velocity[b, 4], velocity[b, 5])
        if spin != (0.0, 0.0, 0.0):
            x, y, z = transposed((row(rotation[b], 0), row(rotation[b], 1), row(rotation[b], 2)))
            r = scaled(spin, dt)
            turned = transposed((rotated(x, r), rotated(y, r), rotated(z, r)))
            for i in range(3):
                for j in range(3):
                    rotation[b, i, j] = turned[i][j]
