"""Configuration update: positions by the end velocity, rotations by the exponential map."""

import numpy as np
from numpy.typing import NDArray

from ..model import Assembly, State
from ..model.rotation import exponential

__all__ = ["update"]

Array = NDArray[np.float64]


def update(assembly: Assembly, state: State, velocity: Array, dt: float) -> State:
    """X <- x + dt v,  R <- exp(dt skew(w)) R  (Nodargi and Bisegna 2024, eq 5).

    ``velocity`` (B, 6): of the movable blocks at the end of the step; fixed blocks move with ``state.velocity``.
    """
    full = state.velocity.copy()
    full[assembly.movable] = velocity
    position = state.position + dt * full[:, :3]
    turning = np.flatnonzero(np.any(full[:, 3:] != 0.0, axis=1))
    rotation = state.rotation.copy()
    rotation[turning] = exponential(dt * full[turning, 3:]) @ rotation[turning]
    return State(position, rotation, full, state.time + dt)
