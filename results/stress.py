"""Stresses in the blocks that deform, as a table."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..checks import one_of
from ..collision import Contacts
from ..elements import COMPONENTS, principal, von_mises
from ..errors import DrystoneError
from ..formulations.base import spatial_inertia
from ..model import Assembly, State
from ..model.elastic import ElasticTable
from ..model.update import update
from ..numerics.rotations import skew
from ..summary import with_units
from .joint_forces import spread_columns

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["bears_rigidly", "deforming_blocks", "mean_stress", "mean_stresses", "stresses", "where_found"]

Array = NDArray[np.float64]

UNITS = dict.fromkeys(("stress", "principal", "von_mises"), "Pa") | {"place": "m"}
UNITS |= dict.fromkeys(("strain", "element", "point"), "1")
ORDER = ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0))
"""Places of the components in the tensor."""


def stresses(assembly: Assembly, state: State, at: str = "centroids") -> "pd.DataFrame":
    """Stresses and strains of the deforming blocks in a ``state``, a row for each element.

    ``at``: "centroids", the mean over an element, or "points", a row for each of its Gauss points. Columns: block,
    element, point (-1 for a mean), place_x.. (m), stress_xx, yy, zz, xy, yz, zx (Pa, world axes, tension positive),
    strain_xx.. (shears as angles), principal_1..3 (Pa, ascending: the greatest compression first), von_mises (Pa).
    Blocks that are still rigid (`Material.rigid_below`) have no rows. DrystoneError where no block deforms.
    """
    import pandas as pd

    one_of(at, ("centroids", "points"), "place of stresses")
    table = assembly.elastic
    if not table.count:
        raise DrystoneError("all blocks are rigid, and have no stresses; give blocks a Material (Block.of_material)")
    parts, deforming = [], deforming_blocks(table, state)
    if not len(deforming):
        raise DrystoneError("no block has become elastic; `mean_stresses` of a Trajectory has rigid blocks, too")
    for b in deforming:
        body, Q = table.bodies[table.number[b]], state.rotation[b] @ table.frame[b]
        amplitude = state.deformation[b, : len(body.vibration[0])]
        strain, place = body.strain_modes @ amplitude, body.points
        if at == "centroids":
            strain, place = (np.einsum("eg,egi->ei", body.shares, one)[:, None] for one in (strain, place))
        strain, count = strain.reshape(-1, 6), strain.shape[1]
        stress = strain @ body.elasticity
        turned, angles = _turned(stress, Q, 1.0), _turned(strain, Q, 2.0)
        where = state.position[b] + place.reshape(-1, 3) @ Q.T
        rows: dict[str, object] = {"block": assembly.names[b], "element": np.repeat(np.arange(len(place)), count)}
        rows["point"] = np.tile(np.arange(count), len(place)) if at == "points" else -1
        rows |= spread_columns("place", where) | spread_columns("stress", turned, COMPONENTS)
        rows |= spread_columns("strain", angles, COMPONENTS) | _invariants(stress)
        parts.append(pd.DataFrame(rows))
    return with_units(pd.concat(parts, ignore_index=True), UNITS)


def deforming_blocks(table: ElasticTable, state: State) -> NDArray[np.int64]:
    """Numbers of the blocks that deform in a ``state``; those that are still rigid (`Material.rigid_below`) do not."""
    still = (table.rigid_below > 0.0) & ~np.any(state.deformation, axis=1) & ~np.any(state.deformation_rate, axis=1)
    return np.flatnonzero((table.number >= 0) & ~still)


def mean_stress(assembly: Assembly, state: State, contacts: Contacts, force: Array, moments: Array) -> Array:
    """Mean stresses (B_all, 6) (Pa) of blocks, rigid ones too, by the forces on them, tension positive.

        sigma V = T_s + (A J)_s,     T = sum over contacts and loads at points of F x',     x from the centroid

    F the force on the block, ()_s the symmetric part, J its inertia, and A y = a x y with J a the moment of these
    forces: where they do not balance, the block's angular acceleration a takes its part of them. Weight, couples and
    what else acts like inertia have no part in it. The spinning of a block, which would stretch it, is left out, as in
    blocks that deform. ``force`` (C, 3): [n, t1, t2] (N). ``moments`` (B_all, 3, 3): of the loads, see
    `drystone.model.Loads.first_moments` (N m). Components as those of `stresses`, world axes. (J. Christoffersen, M. M.
    Mehrabadi, S. Nemat-Nasser, A micromechanical description of granular material behavior, Journal of Applied
    Mechanics 48 (1981) 339-344.)
    """
    total = np.array(moments, dtype=np.float64)
    world = np.einsum("cij,ci->cj", contacts.frame, force)
    for side, (sign, point) in enumerate(((-1.0, contacts.point_a), (1.0, contacts.point_b))):
        block = contacts.blocks[:, side]
        np.add.at(total, block, sign * world[:, :, None] * (point - state.position[block])[:, None, :])
    moment = np.stack(
        [total[:, 2, 1] - total[:, 1, 2], total[:, 0, 2] - total[:, 2, 0], total[:, 1, 0] - total[:, 0, 1]]
    )
    J = spatial_inertia(assembly.inertia, state.rotation)
    turning = np.linalg.solve(J, moment.T[:, :, None])[:, :, 0]
    total += skew(np.asarray(turning, dtype=np.float64)) @ J
    return np.stack([0.5 * (total[:, i, j] + total[:, j, i]) / assembly.volume for i, j in ORDER], axis=1)


def where_found(assembly: Assembly, state: State, since: float) -> State:
    """Where the blocks were, by their velocities in a ``state``, ``since`` so long (s): where contacts of the step that
    led to it were found. Places of contacts and blocks must be of one time: forces that do not balance count with both.
    """
    return update(assembly, state, state.velocity[assembly.movable], -since)


def bears_rigidly(
    assembly: Assembly, state: State, contacts: Contacts, force: Array, moments: Array
) -> NDArray[np.bool_]:
    """Blocks (B_all,) that the forces stress by no more than `Material.rigid_below`; arguments as of `mean_stress`."""
    main = principal(mean_stress(assembly, state, contacts, force, moments))
    return np.asarray(np.abs(main).max(axis=1) <= assembly.elastic.rigid_below)


def mean_stresses(assembly: Assembly, state: State, contacts: Contacts, force: Array, moments: Array) -> "pd.DataFrame":
    """`mean_stress` of the movable blocks as a table: block, stress_xx.., principal_1..3, von_mises (Pa)."""
    import pandas as pd

    stress = mean_stress(assembly, state, contacts, force, moments)[assembly.movable]
    rows: dict[str, object] = {"block": [assembly.names[b] for b in assembly.movable]}
    return with_units(pd.DataFrame(rows | spread_columns("stress", stress, COMPONENTS) | _invariants(stress)), UNITS)


def _invariants(stress: Array) -> dict[str, Array]:
    """The columns that do not depend on the axes, of stresses (n, 6)."""
    return spread_columns("principal", principal(stress), "123") | {"von_mises": von_mises(stress)}


def _turned(values: Array, Q: Array, shear: float) -> Array:
    """Components (P, 6) along other axes; ``shear``: what shears are counted with, 2 for angles."""
    tensor = np.zeros((len(values), 3, 3))
    for k, (i, j) in enumerate(ORDER):
        tensor[:, i, j] = tensor[:, j, i] = values[:, k] / (shear if i != j else 1.0)
    turned = Q @ tensor @ Q.T
    return np.stack([turned[:, i, j] * (shear if i != j else 1.0) for i, j in ORDER], axis=1)
