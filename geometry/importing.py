"""From a model on disk to an assembly: blocks, their names, units, supports and densities."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import numpy as np

from ..checks import MOST_BLOCKS, file_path, one_of, positive_number, work_size, yes_no
from ..disk import is_folder, reading
from ..errors import DrystoneError, NotInstalledError, did_you_mean, shown
from ..model import Assembly, Block
from ..registry import Registry, function_check
from ..summary import counted
from .apart import read_rhino, read_trimesh
from .approximate import COACD, OFFER, PARTINGS, PLANES, approximated
from .common_planes import Joint, with_common_planes
from .compas import read_compas
from .mesh import BlockMesh, cleaned, numbered, renamed, size_of, solid_pieces
from .obj import read_obj
from .slivers import chamfered
from .solid import MENDED, ROUNDING, Faced, Solid, faced, solid_of
from .trimming import trimmed
from .united import as_written, united
from .units import Z, in_metres, upright

__all__ = ["FORMATS", "Imported", "imported", "read_assembly"]

WHAT = "model"
FORMATS: Registry[Callable[[Path], list[BlockMesh]]] = Registry(
    "model format",
    None,
    {
        ".obj": read_obj,
        ".json": read_compas,
        ".stl": read_trimesh,
        ".ply": read_trimesh,
        ".glb": read_trimesh,
        ".gltf": read_trimesh,
        ".3dm": read_rhino,
    },
    function_check("model format", "path"),
)
"""What reads the meshes of a model, by the end of its file's name."""
DENSITY = 2000.0
"""Density (kg/m3) where neither the file nor the caller says one, that of `drystone.Block`."""
LOWEST, GROUND = "lowest", "ground"
LEVEL = 0.02
"""Height, relative to the median size of the blocks, up to which a block counts as one of the lowest."""
SLAB = 0.1
"""Thickness and overhang of the ground below a model, relative to the size of the model."""
TOLD_GAP = 0.02
"""Gap between two faces, relative to the median size of the blocks, up to which they are told as a joint."""
MOST_PAIRS = 1_000_000
"""Pairs of blocks that a pair of names in ``friction`` may reach."""
TOLD = 5
"""Blocks named in an error."""


@dataclass(frozen=True, eq=False)
class Imported:
    """What is known of a model.

    ``meshes``: in metres, connected, with names that differ. By their places: ``planes``, what was fitted to their
    faces; ``solids``, what they became; ``faults``, what is wrong with those that became none. ``joints``: faces that
    face each other, with a common plane or near one; ``near``: how near they had to be for one (m). ``overlaps``: of
    pairs of blocks that were trimmed (m); ``slivers``: pairs that were chamfered where they met along an edge.
    ``rough``: blocks that planes cannot part. ``shared``: of names that several blocks have in the file the names that
    these have here.
    """

    meshes: tuple[BlockMesh, ...]
    planes: Mapping[int, Faced]
    solids: Mapping[int, Solid]
    faults: Mapping[int, str]
    joints: tuple[Joint, ...]
    near: float
    overlaps: Mapping[tuple[int, int], float]
    slivers: tuple[tuple[int, int], ...]
    usual: float
    rough: tuple[str, ...] = ()
    shared: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def read_assembly(
    path: str | Path,
    *,
    scale: float | None = None,
    friction: Any = 0.6,
    density: float | Mapping[str, float] | None = None,
    supports: str | Sequence[str] | None = None,
    mend: bool = False,
    parts: str = PLANES,
    up: str = Z,
) -> Assembly:
    r"""The assembly in a model: OBJ, STL, PLY, GLB, Rhino 3DM or COMPAS JSON.

    Each object, or each connected piece of it, is a block; one that is not convex becomes a rigid union of convex
    pieces, parted along its own planes. Its volume, mass and inertia are those of the model.

    ``scale``: metres in a unit of the model; None: the unit that a Rhino file says, else metres; refused where the
    model is then smaller than 0.1 m or larger than 500 m. ``friction``: as `drystone.Assembly` takes it, or also
    coefficients by pattern, ``{"rib*": 0.5}``, of blocks against all others, of which the first that fits holds.
    ``density`` (kg/m3): one number, or numbers by pattern of the blocks' names or groups such as ``{"pier*": 2400.0,
    "*": 1800.0}``, of which the first that fits holds; None: what the model says, else 2000. ``supports``: which blocks
    are fixed: names, groups or patterns of them; "lowest": those that stand lowest; "ground": none, a fixed block is
    laid below the model; a block or group of that very name is meant where there is one. None: those of the model,
    which must have some; an empty list: none. ``mend``: fit planes to faces that are not planar, see `drystone check`.
    ``parts``: "planes", or "coacd" (the extra ``coacd``), by which
    blocks that cannot be parted along their planes become convex hulls, approximately: `check_geometry` tells how their
    volumes change. A name that several blocks have in the file reaches all of them, whatever numbers they get.
    ``up``: the axis of the model that is upward, "z" or "y"; glTF, which has y by its format, is turned without it.

    DrystoneError for a model that cannot be read, and one for all blocks of which no solid can be made.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import drystone as ds
    >>> corners = "v 0 0 0\nv 400 0 0\nv 0 300 0\nv 0 0 250\n"
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "stone.obj"
    ...     _ = path.write_text("o stone\n" + corners + "f 1 2 3\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")
    ...     assembly = ds.read_assembly(path, scale=1e-3, supports="ground")
    >>> assembly.names, round(assembly.blocks[0].volume, 6)
    (('stone', 'ground'), 0.005)
    """
    given = file_path(path, f"path of the {WHAT}")
    with reading(given, WHAT):
        model = imported(given, scale, yes_no(mend, "mend"), parts, up)
        _refuse(model)
        fixed, on_ground = _supports(supports, model.meshes)
        densities = _densities(density, model.meshes)
        blocks = [
            Block(model.solids[i].pieces, densities[i], i in fixed, mesh.name) for i, mesh in enumerate(model.meshes)
        ]
        if on_ground:
            blocks.append(_ground(model.meshes))
        return Assembly(blocks, _frictions(friction, model.meshes))


def imported(path: Path, scale: float | None, mend: bool, parts: str = PLANES, up: str = Z) -> Imported:
    """The blocks of a model as far as they can be made."""
    one_of(parts, PARTINGS, "way of parting blocks (parts)")
    if is_folder(path):
        raise DrystoneError("it is a folder; give the path of a file in it")
    end = path.suffix.lower()
    meshes = in_metres(upright(FORMATS[end](path), up, end), scale)
    written = as_written(meshes)
    if written is not None:
        return _as_written(meshes, written)
    pieces, origins, faults = list[BlockMesh](), list[str](), dict[int, str]()
    for mesh in meshes:
        try:
            pieces += solid_pieces(cleaned(mesh))
        except DrystoneError as error:
            faults[len(pieces)] = str(error)
            pieces.append(mesh)
        origins += [mesh.name] * (len(pieces) - len(origins))
    work_size(len(pieces), MOST_BLOCKS, "blocks of a model", "Give a part of it.")
    names = numbered([piece.name for piece in pieces])
    pieces = [renamed(piece, name) for piece, name in zip(pieces, names, strict=True)]
    shared = _shared(origins, pieces)
    broken, known, solids = set(faults), dict[int, Faced](), dict[int, Solid]()
    for place, piece in enumerate(pieces):
        if place not in faults:
            try:
                known[place] = faced(piece, mend)
            except DrystoneError as error:
                faults[place] = str(error)
    usual = float(np.median([size_of(piece.vertices) for piece in pieces]))
    near = (MENDED if mend else ROUNDING) * usual
    planar, joints = with_common_planes(list(known.values()), near, TOLD_GAP * usual)
    for place, block in zip(known, planar, strict=True):
        try:
            solids[place] = solid_of(block)
        except DrystoneError as error:
            faults[place] = str(error)
    rough = [place for place in sorted(faults) if place not in broken]
    if parts == COACD:
        rough = _approximated(rough, pieces, solids, faults)
    whole = united(pieces, known, solids, faults, joints)
    solids, faults = whole.solids, whole.faults
    places = list(solids)
    apart, depths = trimmed([solids[place].pieces for place in places], near)
    slivers: set[tuple[int, int]] = set()
    if mend and apart:
        apart, slivers = chamfered(apart, near, usual)
    solids = {place: replace(solids[place], pieces=own) for place, own in zip(places, apart, strict=True)}
    overlaps = {(places[i], places[j]): depth for (i, j), depth in depths.items()}
    narrow = tuple(sorted((places[i], places[j]) for i, j in slivers))
    return Imported(
        tuple(whole.meshes), whole.planes, solids, faults, tuple(whole.joints), near, overlaps, narrow, usual,
        tuple(pieces[place].name for place in rough), shared,
    )  # fmt: skip


def _approximated(
    rough: Sequence[int], pieces: Sequence[BlockMesh], solids: dict[int, Solid], faults: dict[int, str]
) -> list[int]:
    """Approximate pieces by convex hulls; those of which that made solids."""
    for place in rough:
        try:
            solids[place] = approximated(pieces[place], pieces[place].name)
        except NotInstalledError:
            raise
        except DrystoneError as error:
            faults[place] = str(error)
        else:
            del faults[place]
    return [place for place in rough if place not in faults]


def _shared(names: Sequence[str], pieces: Sequence[BlockMesh]) -> dict[str, tuple[str, ...]]:
    """Of names in the file, one for each piece, those of several pieces, with the names that tell these apart."""
    bearers: dict[str, list[str]] = {}
    for name, piece in zip(names, pieces, strict=True):
        bearers.setdefault(name, []).append(piece.name)
    return {name: tuple(own) for name, own in bearers.items() if len(own) > 1}


def _as_written(meshes: Sequence[BlockMesh], solids: Mapping[int, Solid]) -> Imported:
    """A model that drystone wrote: nothing is moved."""
    usual = float(np.median([size_of(mesh.vertices) for mesh in meshes]))
    whole = united(meshes, {}, solids, {}, ())
    work_size(len(whole.meshes), MOST_BLOCKS, "blocks of a model", "Give a part of it.")
    return Imported(tuple(whole.meshes), {}, whole.solids, {}, (), ROUNDING * usual, {}, (), usual)


def _refuse(model: Imported) -> None:
    if not model.faults:
        return
    told = [f"{model.meshes[place].name}: {fault}" for place, fault in list(model.faults.items())[:TOLD]]
    more = len(model.faults) - len(told)
    raise DrystoneError(
        f"of {counted(len(model.faults), 'block')} out of {len(model.meshes)} no solid can be made. "
        + "; ".join(told)
        + (f"; and {more} more" if more else "")
        + (f". {OFFER}" if model.rough else "")
    )


def matching(patterns: Sequence[str], meshes: Sequence[BlockMesh], what: str) -> list[set[int]]:
    """For each pattern the places of the meshes whose name or group it fits, at least one."""
    found = []
    for pattern in patterns:
        if not isinstance(pattern, str):
            raise DrystoneError(f"{what} must be names or patterns of blocks; got {shown(pattern)}")
        places = {i for i, one in enumerate(meshes) if any(_fits(name, pattern) for name in (one.name, *one.groups))}
        if not places:
            names = [name for one in meshes for name in (one.name, *one.groups)]
            names += [LOWEST, GROUND] if what == "supports" else []
            raise DrystoneError(f"no block or group is called {shown(pattern)} in {what}{did_you_mean(pattern, names)}")
        found.append(places)
    return found


def _fits(name: str, pattern: str) -> bool:
    """Whether a name is that of a pattern, to the letter or by its wildcards: names have brackets at times."""
    return name == pattern or fnmatchcase(name, pattern)


def _supports(supports: Any, meshes: Sequence[BlockMesh]) -> tuple[set[int], bool]:
    """Places of the fixed blocks, and whether a ground is laid."""
    if supports is None:
        fixed = {i for i, mesh in enumerate(meshes) if mesh.fixed}
        if not fixed:
            raise DrystoneError(
                "it marks no block as a support. Give supports: names, groups or patterns of blocks, "
                f"{LOWEST!r} for those that stand lowest, {GROUND!r} to have a ground laid below, or an empty list"
            )
        return fixed, False
    called = {name for mesh in meshes for name in (mesh.name, *mesh.groups)}
    if isinstance(supports, str) and supports in called:
        return set().union(*matching([supports], meshes, "supports")), False
    if supports == GROUND:
        return set(), True
    if supports == LOWEST:
        low = np.array([mesh.vertices[:, 2].min() for mesh in meshes])
        level = LEVEL * float(np.median([size_of(mesh.vertices) for mesh in meshes]))
        fixed = {int(i) for i in np.flatnonzero(low <= low.min() + level)}
        if len(fixed) == len(meshes) > 1:
            raise DrystoneError(
                f"all of its {counted(len(meshes), 'block')} stand lowest, so {LOWEST!r} would fix them all. Where y "
                f"is upward in the model, give up = 'y'; else name the supports, or lay a ground below: {GROUND!r}"
            )
        return fixed, False
    if isinstance(supports, str):
        supports = [supports]
    if not isinstance(supports, Sequence):
        raise DrystoneError(f"supports must be names of blocks, {LOWEST!r} or {GROUND!r}; got {shown(supports)}")
    return set().union(*matching(supports, meshes, "supports")), False


def _densities(density: Any, meshes: Sequence[BlockMesh]) -> list[float]:
    if not isinstance(density, Mapping):
        one = None if density is None else positive_number(density, "density (kg/m3)")
        return [one or mesh.density or DENSITY for mesh in meshes]
    values = [positive_number(value, f"density of {shown(key)} (kg/m3)") for key, value in density.items()]
    chosen = [mesh.density or DENSITY for mesh in meshes]
    for value, places in reversed(list(zip(values, matching(list(density), meshes, "density"), strict=True))):
        for i in places:
            chosen[i] = value
    return chosen


def _frictions(friction: Any, meshes: Sequence[BlockMesh]) -> Any:
    """What an Assembly takes, with the names of blocks in place of patterns."""
    if not isinstance(friction, Mapping):
        return friction
    patterns = [key for key in friction if isinstance(key, str) and key != "default"]
    found: dict[Any, Any] = {key: value for key, value in friction.items() if key not in patterns}
    for key in [key for key in found if isinstance(key, tuple) and len(key) == 2]:
        reached = _pairs(key, meshes)
        value = found.pop(key) if reached and key not in reached else found[key]
        found |= {pair: value for pair in reached if pair not in found and pair[::-1] not in found}
    for pattern, places in zip(patterns, matching(patterns, meshes, "friction"), strict=True):
        for place in sorted(places):
            found.setdefault((meshes[place].name, "*"), friction[pattern])
    return found


def _pairs(pair: tuple[Any, Any], meshes: Sequence[BlockMesh]) -> list[tuple[Any, Any]]:
    """The pairs of blocks that two names or groups reach, to the letter; what is none stays, as "*" does."""
    first, second = ([one.name for one in meshes if side in (one.name, *one.groups)] or [side] for side in pair)
    work_size(len(first) * len(second), MOST_PAIRS, "pairs with a friction", "Give it by names: {'rib*': 0.5}.")
    return [(a, b) for a in first for b in second if a != b]


def _ground(meshes: Sequence[BlockMesh]) -> Block:
    """A fixed block whose top is where the model stands lowest."""
    corners = np.vstack([mesh.vertices for mesh in meshes])
    low, high = corners.min(axis=0), corners.max(axis=0)
    thickness = SLAB * size_of(corners)
    size = (*(high[:2] - low[:2] + 2 * thickness), thickness)
    center = (*(0.5 * (low[:2] + high[:2])), low[2] - 0.5 * thickness)
    return Block.box(size, center, fixed=True, name=GROUND)
