"""What the springs of compliant contacts are deformed by at the start of a step: gaps, and slips they remember.

A compliant contact ends a step deformed by -dt E gamma, which is where the velocities of its two points take them. What
detection finds next is a little off: points follow the edges of faces, and move along them while they are pressed, come
in pressed, or go. `kept_overlap` lets none of that make energy.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..numerics.compiled import IntArray

__all__ = ["SpringsLeft", "certain_gap", "kept_overlap", "kept_slip"]

Array = NDArray[np.float64]

ROUNDING, ELASTIC_ROUNDING = 1e-13, 4e-14
"""Gaps of rigid contacts and of compliant ones are uncertain by this, in the largest coordinate of the contacts: places
are rounded several times in a step, less where the gap is a spring's, whose load it is."""


GROWN = 1e-12
"""Relative growth of a contact's share of its joint, or of what its springs hold, that is rounding."""


class SpringsLeft(NamedTuple):
    """What springs held at the end of the last step, by contact.

    ``pressed`` (C,): normal impulses by which the springs of the same contacts, as stiff as they are now, are deformed
    (N s); ``grown`` (C,): how many times stiffer these are than they were. ``released`` (C,): sum of the squares of
    those, in the patch of each, whose contacts are no more, over their shares of the joint (N2 s2).
    """

    pressed: Array
    grown: Array
    released: Array


def certain_gap(gap: Array, points: tuple[Array, Array], E: Array, carried: Array | None, dt: float) -> Array:
    """Gaps (C,) without what rounding leaves uncertain in them: as expected where nothing else is in them (m).

    At rest a rigid contact is expected to be closed, a compliant one, ``E`` (C,) > 0, to be as deep as its last
    normal impulse says, ``carried`` (C, 3). Without this, differences of rounding size, over dt, would decide anew in
    each step which contacts carry the load. ``points``: the contact points of both sides, (C, 3) each (m).
    """
    largest = max(float(np.max(np.abs(side), initial=0.0)) for side in points)
    expected = np.zeros_like(gap) if carried is None else -dt * E * carried[:, 0]
    uncertain = np.where(E > 0.0, ELASTIC_ROUNDING, ROUNDING) * largest
    change = gap - expected
    return np.asarray(gap - np.clip(change, -uncertain, uncertain))


def kept_overlap(gap: Array, E: Array, key: IntArray, share: Array, left: SpringsLeft, dt: float) -> Array:
    """Gaps (C,) (m) with which the springs of no patch hold more energy than they did at the end of the last step.

        o = t (min(-gap, p) + s (-gap - p)),     p = dt E pressed,     s and t <= 1 the largest with
        sum o^2/E  <=  B = sum p^2/(grown E)  +  dt^2 w E sum released

    Sums are over the compliant contacts, ``E`` (C,) > 0, of a patch, which the ``key`` (C, 2) of each names; -gap - p
    counts where it is positive. p is how deep they were, by springs with the compliance grown E. One patch has one w E,
    w being their ``share`` (C,) of the joint. Overlaps that are larger than expected are cut back to what the others of
    the joint have lost; those that are smaller are left, and their energy with them. What is cut comes back as soon as
    the joint opens, or loses energy otherwise. t is one but where s = 0 and contacts stand for so much more of the
    joint that the others hold more than B.
    """
    compliant = E > 0.0
    deep, held = np.maximum(-gap, 0.0), dt * E * left.pressed
    deeper = compliant & (deep > held)
    if not np.any(deeper | (left.grown > 1.0 + GROWN)):
        return gap
    group = np.unique(key[:, 0], return_inverse=True)[1]
    stiffness = np.divide(1.0, E, out=np.zeros_like(E), where=compliant)
    least, added = np.minimum(deep, held), np.where(deeper, deep - held, 0.0)
    gone = np.bincount(group, share * E * left.released) / np.maximum(np.bincount(group, compliant), 1.0)
    bound = dt * dt * gone + np.bincount(group, stiffness * held**2 / left.grown)
    own = np.bincount(group, stiffness * least**2)
    half, whole = np.bincount(group, stiffness * least * added), np.bincount(group, stiffness * added**2)
    free = np.maximum(bound - own, 0.0)
    root = half + np.sqrt(half * half + whole * free)
    part = np.minimum(np.divide(free, root, out=np.zeros_like(free), where=root > 0.0), 1.0)
    kept = np.sqrt(np.divide(bound, own, out=np.ones_like(own), where=own > bound * (1.0 + GROWN)))
    cut = compliant & (deeper | (kept[group] < 1.0)) & (deep > 0.0)
    return np.where(cut, -kept[group] * (least + part[group] * added), gap)


def kept_slip(E: Array, carried: Array | None) -> Array:
    """-E gamma_t of the last step, (C, 3): tangential springs keep their deformation; the gap holds the normal one."""
    memory = np.zeros_like(E)
    if carried is not None:
        memory[:, 1:] = -E[:, 1:] * carried[:, 1:]
    return memory
