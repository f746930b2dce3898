"""Contact detection: from an assembly and a state to contacts."""

import time
from collections.abc import Callable, MutableMapping
from dataclasses import replace
from functools import partial

import numpy as np

from ..checks import finite_number, instance_of, one_of, shaped, whole_number, yes_no
from ..model import Assembly, Geometry, State
from ..model.state import check_state
from ..numerics.compiled import FloatArray, IntArray
from ..numerics.threads import processors, side_by_side
from .areas import joint_shares
from .broad import candidate_pairs
from .contacts import Contacts
from .divided import MOST_DIVISIONS, divided_joints, has_area_springs, is_divided
from .narrow import Found, clip_pairs
from .shapes import Shapes, place
from .sphere_swept import swept_pairs

__all__ = ["METHODS", "RELATIVE_MARGIN", "detect", "largest_piece"]

RELATIVE_MARGIN = 1e-3
"""Detection distance relative to the characteristic length of the assembly."""

PAIRS_PER_WORKER = 200
"""Pairs of pieces that keep a thread busy long enough to be worth waking it (several times as long)."""

POINTS = 64
"""Contact points of one pair of pieces that there is room for at first; more make more room."""

NarrowPhase = Callable[[Shapes, IntArray, FloatArray, int, int, IntArray], tuple[Found, int]]

METHODS: dict[str, NarrowPhase] = {"clipping": clip_pairs, "sphere-swept": swept_pairs}
"""Narrow phases by name."""


def detect(
    assembly: Assembly,
    state: State,
    margin: float | None = None,
    *,
    horizon: float = 0.0,
    method: str = "clipping",
    timings: MutableMapping[str, float] | None = None,
    pressed: FloatArray | None = None,
    face_divisions: int | None = None,
    whole: bool = False,
) -> Contacts:
    """Find the pairs of points where blocks touch or may touch within a step.

    ``margin`` (m): largest gap of a contact, default 1e-3 assembly.length; ``horizon`` (s): a pair's distance grows by
    this time times the largest approach speed of its blocks, so that nothing tunnels in a step. ``method``: "clipping"
    (overlap of visible faces; Nodargi and Bisegna 2024, section 3) or "sphere-swept" (nearest points of rounded blocks;
    Beatini et al. 2017, section 2.5). ``timings`` receives the seconds of the "broad" and of the "narrow" phase.
    ``pressed`` (B_all,) (m): how deep blocks may be in others by springs in their joints or by what a step left, none
    by default: what slides on a row of blocks is not held by the side of the next one for overlapping it by so much.
    ``face_divisions``: parts along the edges of joints with springs and of faces that bend (`divided_joints`), from 1,
    their corners alone, to 20; where a joint gapes, its points within the margin are the same as of the whole, and
    where there are any its others come, too, with ``whole``; contacts of joints with springs have their shares of the
    whole. None: all points that are found, with no such shares. Contacts come sorted by their keys. Negative or
    non-finite margins and horizons, other divisions and unknown methods raise DrystoneError.
    """
    check_state(state, assembly)
    method = one_of(method, METHODS, "detection method")
    margin = finite_number(RELATIVE_MARGIN * assembly.length if margin is None else margin, "margin (m)", least=0.0)
    horizon = finite_number(horizon, "horizon (s)", least=0.0)
    if timings is not None:
        instance_of(timings, MutableMapping, "timings")
    parts = 0 if face_divisions is None else whole_number(face_divisions, "face_divisions", 1, MOST_DIVISIONS)
    whole = yes_no(whole, "whole")
    started = time.perf_counter()
    geometry = assembly.geometry
    shapes = place(assembly, state, None if pressed is None else shaped(pressed, (len(assembly),), "pressed (m)"))
    pairs, reach = candidate_pairs(
        shapes.boxes,
        geometry.piece_block,
        geometry.radius,
        assembly.fixed.astype(np.int64),
        np.array(state.velocity),
        margin,
        horizon,
    )
    paired = time.perf_counter()
    springs = has_area_springs(geometry.piece_block[pairs], assembly) if parts > 0 else np.zeros(len(pairs), np.bool_)
    outlined = springs | is_divided(geometry.piece_block[pairs], assembly) if parts > 1 or whole else springs
    # the corners of a joint beyond reach tell where its points are, and what they stand for
    extent = np.where(outlined, 2.0 * np.min(geometry.radius[pairs], axis=1, initial=np.inf), 0.0)
    contacts = _contacts(assembly, pairs, _narrow(METHODS[method], geometry, shapes, pairs, reach + extent))
    if parts > 0:
        contacts = _shared(divided_joints(contacts, assembly, parts), assembly, parts)
    if np.any(outlined):
        contacts = _within(contacts, geometry, pairs, reach, whole)
    if timings is not None:
        timings["broad"] = paired - started
        timings["narrow"] = time.perf_counter() - paired
    return contacts


def _narrow(method: NarrowPhase, geometry: Geometry, shapes: Shapes, pairs: IntArray, reach: FloatArray) -> Found:
    """Run the narrow phase on stretches of the list of pairs, one for each thread, and join them in order.

    Every pair is looked at for itself, so that contacts do not depend on where the list is cut.
    """
    sizes = largest_piece(geometry)
    parts = len(pairs) // PAIRS_PER_WORKER
    workers = min(processors(), parts) if parts > 1 else 1
    bounds = [len(pairs) * i // workers for i in range(workers + 1)]

    def work(i: int) -> Found:
        found, count = method(shapes, pairs, reach, bounds[i], bounds[i + 1], sizes)
        return found.first(count)

    found = side_by_side([partial(work, i) for i in range(workers)])
    return found[0] if workers == 1 else Found.joined(found)


def _shared(contacts: Contacts, assembly: Assembly, parts: int) -> Contacts:
    """The contacts with their shares of the joints that have springs by area."""
    springs = has_area_springs(contacts.blocks, assembly)
    return replace(contacts, share=joint_shares(contacts, springs, parts)) if np.any(springs) else contacts


def _within(contacts: Contacts, geometry: Geometry, pairs: IntArray, reach: FloatArray, whole: bool) -> Contacts:
    """The contacts with a gap of at most the ``reach`` (M,) (m) of their pair; with ``whole`` all of pairs with one."""
    place = np.searchsorted(pairs[:, 0] * geometry.piece_count + pairs[:, 1], contacts.key[:, 0])  # pairs ascend
    near = contacts.gap <= reach[place]
    return contacts.chosen(np.flatnonzero(np.isin(place, place[near]) if whole else near))


def largest_piece(geometry: Geometry) -> IntArray:
    """(6,) largest numbers of vertices, faces, edges, corners of all faces and of one face; POINTS."""
    return np.array([*geometry.largest, POINTS])


def _contacts(assembly: Assembly, pairs: IntArray, found: Found) -> Contacts:
    geometry = assembly.geometry
    pieces = pairs[found.pair]
    blocks = geometry.piece_block[pieces]
    return Contacts(
        blocks=blocks,
        point_a=found.point_a,
        point_b=found.point_b,
        normal=found.normal,
        gap=found.gap,
        friction=assembly.pair_friction(blocks),
        key=np.stack([pieces[:, 0] * geometry.piece_count + pieces[:, 1], found.code], axis=1),
    )
