"""The contacts that led to a recorded state, as arrays that files hold."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..joints import TIE
from ..results.trajectory import assembly_of, ground_at_contacts, since_found

if TYPE_CHECKING:
    from ..results import Trajectory

__all__ = ["FIELDS", "OPEN", "SLIDING", "STICKING", "contact_fields"]

Array = NDArray[np.float64]

FIELDS = {"force": 3, "normal": 3, "slip": 3, "gap": 1, "friction": 1, "state": 1, "block_a": 1, "block_b": 1}
"""Name -> number of components of each contact."""
WHOLE = ("state", "block_a", "block_b")
"""Fields of whole numbers."""
OPEN, STICKING, SLIDING = 0, 1, 2
"""What ``state`` says of a contact: no force; one within Coulomb's cone, or tension, which a bond bears; one on the
cone's surface, or outside, where a bond bears more than friction."""
NEGLIGIBLE = 1e-8
"""Force, as a share of the largest, that counts as none: the accuracy of the certificate."""
ON_SURFACE = 1e-3
"""How far, relative to mu f_n, the tangential force may be below the cone's surface for the contact to slide."""


def contact_fields(trajectory: "Trajectory", index: int) -> tuple[Array, dict[str, NDArray[np.float64 | np.int32]]]:
    """Points (C, 3) (m), seen from the ground, and `FIELDS` of the contacts that led to the recorded state ``index``.

    The points are those of the instant at which the step found its contacts. ``force`` (N, mean over the step, on block
    b), ``normal`` (from a to b), ``slip``: tangential velocity of b relative to a (m/s) in that state, ``gap`` (m),
    ``friction``, ``state``: `OPEN`, `STICKING` or `SLIDING`, ``block_a``, ``block_b``: places in ``trajectory.names``.
    Empty for the initial state, and where contacts were not kept.
    """
    record = trajectory.records[index - 1] if index > 0 else None
    if record is None:
        empty: dict[str, NDArray[np.float64 | np.int32]] = {
            name: np.zeros((0, width) if width > 1 else 0, np.int32 if name in WHOLE else np.float64)
            for name, width in FIELDS.items()
        }
        return np.zeros((0, 3)), empty
    touching = np.flatnonzero(record.contacts.key[:, 0] != TIE)
    contacts, local = record.contacts.chosen(touching), record.impulse[touching] / record.dt
    first, second = contacts.blocks.T
    point = contacts.midpoint
    u = _velocity(trajectory, index, second, point) - _velocity(trajectory, index, first, point)
    normal = contacts.normal
    return point - ground_at_contacts(trajectory)[index - 1], {
        "force": np.einsum("ci,cij->cj", local, contacts.frame),
        "normal": normal,
        "slip": u - normal * np.einsum("ci,ci->c", u, normal)[:, None],
        "gap": contacts.gap,
        "friction": contacts.friction,
        "state": _states(local, contacts.friction),
        "block_a": first.astype(np.int32),
        "block_b": second.astype(np.int32),
    }


def _velocity(trajectory: "Trajectory", index: int, block: NDArray[np.int64], point: Array) -> Array:
    """Of the blocks' material points (C, 3) (m/s)."""
    velocity, rotation = trajectory.velocity[index][block], trajectory.rotation[index][block]
    found = trajectory.position[index][block] - since_found(trajectory)[index - 1] * velocity[:, :3]
    arm = point - found
    local = np.einsum("cji,cj->ci", rotation, arm)
    rate = assembly_of(trajectory).elastic.displacements_at(block, local, trajectory.deformation_rate[index])
    return np.asarray(velocity[:, :3] + np.cross(velocity[:, 3:], arm) + np.einsum("cij,cj->ci", rotation, rate))


def _states(force: Array, friction: Array) -> NDArray[np.int32]:
    size, tangential = np.linalg.norm(force, axis=1), np.linalg.norm(force[:, 1:], axis=1)
    slides = (force[:, 0] > 0.0) & (tangential >= (1.0 - ON_SURFACE) * friction * force[:, 0])
    loaded = size > NEGLIGIBLE * size.max(initial=0.0)
    return np.where(loaded, np.where(slides, SLIDING, STICKING), OPEN).astype(np.int32)
