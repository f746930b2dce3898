"""Contacts: what detection hands to the formulations."""

from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Self

import numpy as np

from ..errors import DrystoneError
from ..numerics.compiled import FloatArray, IntArray, compiled, inlined
from ..numerics.vectors import frame_of, row
from ..summary import Facts, Summarised, counted, span

__all__ = ["BOND", "Contacts", "carried", "match", "released", "inherited_shear", "inherited_impulses", "point_shares"]

ROUNDING = 1e-12
"""Relative: what rounding of the places of contacts changes in what springs hold, with a margin."""
BESIDE = 2.0
"""New contacts up to this many times as far as the nearest take over from one that is gone: both crossings of edges
that a corner becomes. Where blocks twist they are as far but for the shape of the faces: with 1.0001 as with 4 sheared
blocks up to three times as long as wide, twisted and let go, come back within 0.6 of 1600 µm."""

BOND = -(2**62)
"""Second entry of the key of a bond beside the contacts, or less: detection gives larger ones to all contact points."""


@dataclass(frozen=True, eq=False)
class Contacts(Summarised):
    """Pairs of antagonist points of the blocks of an assembly, structure of arrays."""

    blocks: IntArray
    """(C, 2) indices a < b of the blocks, in the assembly's order."""
    point_a: FloatArray
    """(C, 3) point on block a (m), world coordinates."""
    point_b: FloatArray
    """(C, 3) point on block b (m), world coordinates."""
    normal: FloatArray
    """(C, 3) unit normal n from block a to block b."""
    gap: FloatArray
    """(C,) signed gap phi = (point_b - point_a) . n (m), negative when the blocks overlap."""
    friction: FloatArray
    """(C,) friction coefficient mu."""
    key: IntArray
    """(C, 2) name of each contact: pair of pieces, features of both that make the point. No two are equal."""
    share: FloatArray = field(default_factory=lambda: np.empty(0))
    """(C,) what part of its joint a contact stands for, see `drystone.collision.joint_shares`; `point_shares` unless
    given."""

    def __post_init__(self) -> None:
        if not len(self.share):
            object.__setattr__(self, "share", point_shares(self.key))

    @classmethod
    def empty(cls) -> Self:
        """Return no contacts."""
        index, vectors, numbers = np.empty((0, 2), np.int64), np.empty((0, 3)), np.empty(0)
        return cls(index, vectors, vectors.copy(), vectors.copy(), numbers, numbers.copy(), index.copy())

    @property
    def count(self) -> int:
        """Number of contacts C."""
        return len(self.gap)

    @cached_property
    def midpoint(self) -> FloatArray:
        """(C, 3) point halfway between the antagonist points (m)."""
        return 0.5 * (self.point_a + self.point_b)

    @cached_property
    def frame(self) -> FloatArray:
        """(C, 3, 3) right-handed contact frames, rows n, t1, t2.

        Tangents are a function of the normal alone, smooth where its z-component is above -1/2 and where it is
        below (T. Duff et al., Building an Orthonormal Basis, Revisited, JCGT 6(1), 2017).
        """
        return _frames(np.ascontiguousarray(self.normal))

    @cached_property
    def touching(self) -> np.ndarray:
        """(C,) whether a row is of points that touch or may touch, not of a bond beside them or of a tie."""
        return np.asarray((self.key[:, 0] >= 0) & (self.key[:, 1] > BOND))

    def chosen(self, rows: IntArray) -> Self:
        """The contacts of these ``rows`` (M,), in their order."""
        return type(self)(**{one.name: getattr(self, one.name)[rows] for one in fields(self)})

    def without_gaps(self) -> Self:
        """The same contacts, their points both at the mid-point."""
        return replace(self, point_a=self.midpoint, point_b=self.midpoint, gap=np.zeros(self.count))

    def _summary(self) -> Facts:
        yield "", f"of {counted(len(np.unique(self.blocks, axis=0)), 'pair')} of blocks"
        yield "contacts", str(self.count)
        yield "gap", span(self.gap, "m")
        yield "friction", span(self.friction)


@compiled
def _frames(normal: FloatArray) -> FloatArray:
    """Frames (C, 3, 3) of unit normals (C, 3)."""
    frames = np.empty((len(normal), 3, 3))
    for c in range(len(normal)):
        frame = frame_of(row(normal, c))
        for i in range(3):
            for j in range(3):
                frames[c, i, j] = frame[i][j]
    return frames


def match(previous_key: IntArray, key: IntArray) -> IntArray:
    """Return for every contact the index (C,) of the same contact in the previous step, -1 if there was none.

    ``previous_key`` (C_previous, 2) and ``key`` (C, 2) are Contacts.key; equal rows name the same contact.
    """
    previous, current = _checked(previous_key, "previous_key"), _checked(key, "key")
    order = _order(previous)
    current_order = _order(current)
    return _merge(previous, order, current, current_order)


def carried(previous: Contacts, impulse: FloatArray, contacts: Contacts) -> FloatArray:
    """Impulses (C, 3) that the ``contacts`` had as the ``previous`` ones, in today's frames; zero for new ones.

    ``impulse`` (C_previous, 3): [n, t1, t2] in the frames of the previous contacts. It turns with the normal, by the
    shortest rotation that takes the one to the other: what is normal stays normal, and no part keeps less. Tangential
    springs, which remember their force by this, would else be drawn by the load where a rocking block turns.
    """
    source = match(previous.key, contacts.key)
    return _carried(np.ascontiguousarray(impulse), previous.frame, source, contacts.frame)


def grown(previous: Contacts, source: IntArray, contacts: Contacts) -> FloatArray:
    """How many times more of its joint a contact (C,) stands for than the ``previous`` one that it was.

    ``source`` (C,): its place there, -1 for new ones, which have 1.
    """
    before = np.where(source >= 0, np.append(previous.share, 1.0)[source], contacts.share)
    return np.asarray(contacts.share / before)


def inherited_shear(previous: Contacts, impulse: FloatArray, contacts: Contacts, kept: FloatArray) -> FloatArray:
    """Tangential impulses (C, 2) that the ``contacts`` take over from ``previous`` ones of their patch.

    ``impulse`` (C_previous, 3); ``kept`` (C, 2): those that they have already, `carried`. Where corners meet, one point
    is that of a corner of either block or of two edges, and changes from one to another with the last digit of its
    place; where one block turns on another each corner becomes two crossings of edges. What springs remember must not
    be lost by that. The impulse of a contact that is gone goes to the nearest one of its patch; where that is new, to
    all new ones that are about as near, by their shares of the joint. So does that of a contact that is there still but
    stands for less of the joint than before, itself among them. All of a patch is taken over by the same factor s <= 1,
    so that the springs there hold no more than they did,

        sum over contacts of |t kept + s over|^2  <=  sum of |impulse_t|^2,     each over its share,

    t = 1, or less where what stays alone would hold more; s = 0 then.
    """
    sheared = np.flatnonzero(np.any(impulse[:, 1:] != 0.0, axis=1) & previous.touching)
    if not len(sheared) or not contacts.count:
        return np.zeros_like(kept)
    own = match(contacts.key, previous.key[sheared])
    less = np.append(contacts.share, 0.0)[own] < previous.share[sheared] * (1.0 - ROUNDING)
    handed = less | (own < 0)
    givers, fresh = sheared[handed], match(previous.key, contacts.key) < 0
    taken, left = _moved_to(previous.chosen(givers), impulse[givers], contacts, fresh, own[handed])
    stays, over = (left * contacts.touching)[:, None] * kept, taken[:, 1:]
    before, now = _patches(previous, sheared, contacts)
    size = max(np.max(before), np.max(now)) + 1
    held = np.bincount(before, np.sum(impulse[sheared, 1:] ** 2, axis=1) / previous.share[sheared], size)
    alone, half, whole = (
        np.bincount(now, np.sum(one * other, axis=1) / contacts.share, size)
        for one, other in ((stays, stays), (stays, over), (over, over))
    )
    free = np.maximum(held - alone, 0.0)
    root = half + np.sqrt(half * half + whole * free)
    part = np.minimum(np.divide(free, root, out=np.zeros_like(free), where=root > 0.0), 1.0)
    shrunk = np.sqrt(np.divide(held, alone, out=np.ones_like(alone), where=alone > held * (1.0 + ROUNDING)))
    return np.asarray(shrunk[now, None] * stays + part[now, None] * over - contacts.touching[:, None] * kept)


@compiled
def point_shares(key: IntArray) -> FloatArray:
    """What points with these keys (C, 2) stand for on a rectangle, (C,): a corner 1/4, a point on an edge between
    corners 1/2, one inside 1, see `drystone.collision.divided_patches`. On one of n by n parts that makes n^2.

    So n parts resist a joint's rotation as its area does but for 2/n^2 of it: 3 times as much with corners alone
    (trapezoidal rule).
    """
    share = np.empty(len(key))
    for c in range(len(key)):
        number = key[c, 1]
        share[c] = 0.25 if number >= 0 else 0.5 if number % 2 == 1 else 1.0
    return share


def released(previous: Contacts, pressed: FloatArray, contacts: Contacts) -> FloatArray:
    """Sums (C,) of the squared normal impulses, over their shares of the joint (N2 s2), that were pressed in the patch
    of each of the ``contacts``, by ``previous`` ones that are not among them; ``pressed`` (C_previous,). A patch is a
    pair of pieces.
    """
    gone = np.flatnonzero((match(contacts.key, previous.key) < 0) & (pressed > 0.0) & previous.touching)
    before, now = _patches(previous, gone, contacts)
    held = pressed[gone] ** 2 / previous.share[gone]
    total = np.bincount(before, held, minlength=len(gone) + contacts.count)
    return np.asarray(total[now], np.float64)


def _patches(previous: Contacts, gone: IntArray, contacts: Contacts) -> tuple[IntArray, IntArray]:
    """Numbers of the patches of the ``previous`` contacts that are ``gone`` (G,), and of the ``contacts`` (C,)."""
    patches = np.concatenate([previous.key[gone, 0], contacts.key[:, 0]])
    number = np.unique(patches, return_inverse=True)[1]
    return number[: len(gone)], number[len(gone) :]


def inherited_impulses(previous: Contacts, impulse: FloatArray, contacts: Contacts) -> FloatArray:
    """Impulses (C, 3) that the ``contacts`` take over, in their frames, from ``previous`` ones that are gone.

    ``impulse`` (C_previous, 3). Each goes to the contact of its patch, a pair of pieces, that is nearest to where it
    was: as blocks shift, a point of a joint is made by one corner in one step and by another, beside it, in the next.
    What pulled is left out, and what no contact of its patch is left to take.
    """
    gone = np.flatnonzero((match(contacts.key, previous.key) < 0) & (impulse[:, 0] > 0.0) & previous.touching)
    none = np.zeros(contacts.count, np.bool_), np.full(len(gone), -1)
    return _moved_to(previous.chosen(gone), impulse[gone], contacts, *none)[0]


def _moved_to(
    givers: Contacts, impulse: FloatArray, contacts: Contacts, fresh: np.ndarray, own: IntArray
) -> tuple[FloatArray, FloatArray]:
    """Impulses (C, 3) of ``givers``, (G, 3), at the nearest contact of their patch that is no bond; where that is
    ``fresh`` (C,), or what became of the giver, ``own`` (G,), -1 for none, at all fresh ones that are about as near.
    And what part of its own impulse each contact keeps, (C,).
    """
    order = _order(contacts.key)
    order = order[contacts.touching[order]]
    patches = contacts.key[order, 0]
    first, last = (np.searchsorted(patches, givers.key[:, 0], side) for side in ("left", "right"))
    was = np.einsum("ci,cij->cj", impulse, givers.frame)
    here = contacts.midpoint, contacts.frame, contacts.share, fresh
    return _taken_over(was, givers.midpoint, own, order, first, last, *here)


@compiled
def _taken_over(
    impulse: FloatArray,
    point: FloatArray,
    own: IntArray,
    order: IntArray,
    first: IntArray,
    last: IntArray,
    candidate: FloatArray,
    frame: FloatArray,
    share: FloatArray,
    fresh: np.ndarray,
) -> tuple[FloatArray, FloatArray]:
    """See `_moved_to`: impulses (G, 3) in world axes, at points (G, 3), to candidates (C, 3) of ``order[first:last]``.
    Those about as near are up to `BESIDE` times as far.
    """
    answer, left = np.zeros((len(candidate), 3)), np.ones(len(candidate))
    for g in range(len(impulse)):
        nearest, least = own[g], np.inf
        if nearest >= 0:
            least = _squared(candidate, nearest, point, g)
        else:
            for i in range(first[g], last[g]):
                away = _squared(candidate, order[i], point, g)
                if away < least:
                    nearest, least = order[i], away
        if nearest < 0:
            continue
        several, whole = own[g] >= 0 or fresh[nearest], 0.0
        for again in range(2):  # their shares, then their parts
            for i in range(first[g], last[g]):
                c = order[i]
                beside = several and fresh[c] and _squared(candidate, c, point, g) <= BESIDE * BESIDE * least
                if not again:
                    whole += share[c] if c == nearest or beside else 0.0
                elif c == own[g]:
                    left[c] = share[c] / whole
                elif c == nearest or beside:
                    for j in range(3):
                        for k in range(3):
                            answer[c, j] += share[c] / whole * frame[c, j, k] * impulse[g, k]
    return answer, left


@inlined
def _squared(candidate: FloatArray, c: int, point: FloatArray, g: int) -> float:
    away = 0.0
    for j in range(3):
        away += (candidate[c, j] - point[g, j]) ** 2
    return away


@compiled
def _carried(impulse: FloatArray, previous: FloatArray, source: IntArray, frame: FloatArray) -> FloatArray:
    answer = np.zeros((len(source), 3))
    for c in range(len(source)):
        k = source[c]
        if k >= 0:
            cosine, along = 0.0, 0.0  # of both normals, of the tangential impulse and today's normal
            for j in range(3):
                cosine += frame[c, 0, j] * previous[k, 0, j]
                along += frame[c, 0, j] * (impulse[k, 1] * previous[k, 1, j] + impulse[k, 2] * previous[k, 2, j])
            lean = along / (1.0 + cosine) if cosine > -0.5 else 0.0
            answer[c, 0] = impulse[k, 0]
            for i in range(1, 3):
                for j in range(3):
                    tangential = impulse[k, 1] * previous[k, 1, j] + impulse[k, 2] * previous[k, 2, j]
                    answer[c, i] += frame[c, i, j] * (tangential - lean * previous[k, 0, j])
    return answer


def _checked(key: IntArray, name: str) -> IntArray:
    array = np.ascontiguousarray(key, dtype=np.int64)
    if array.ndim != 2 or array.shape[1] != 2:
        raise DrystoneError(f"{name} must have the shape (C, 2), as Contacts.key; got {array.shape}")
    return array


def _order(key: IntArray) -> IntArray:
    """(C,) rows in ascending order; detection gives them that way already."""
    if _is_sorted(key):
        return np.arange(len(key))
    return np.lexsort((key[:, 1], key[:, 0]))


@compiled
def _is_sorted(key: IntArray) -> bool:
    for i in range(1, len(key)):
        if key[i - 1, 0] > key[i, 0] or (key[i - 1, 0] == key[i, 0] and key[i - 1, 1] > key[i, 1]):
            return False
    return True


@compiled
def _merge(previous: IntArray, order: IntArray, current: IntArray, current_order: IntArray) -> IntArray:
    """Walk through both sorted lists side by side."""
    answer = np.full(len(current), -1, np.int64)
    i = 0
    for position in current_order:
        pair = current[position, 0]
        code = current[position, 1]
        while i < len(order):
            k = order[i]
            if previous[k, 0] > pair or (previous[k, 0] == pair and previous[k, 1] >= code):
                break
            i += 1
        if i < len(order):
            k = order[i]
            if previous[k, 0] == pair and previous[k, 1] == code:
                answer[position] = k
    return answer
