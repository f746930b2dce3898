"""Blocks as `drystone.geometry.write_model` writes them: each convex piece is an object, `name::1of2`, `name::2of2`.

The number of pieces is in the names so that stones which others call `pier::1`, `pier::2` stay apart. A file of such
objects alone is taken as it is: its faces are planes, and its joints are common planes already.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..errors import DrystoneError
from ..model.hull import convex_hull
from .common_planes import Joint
from .mesh import BlockMesh, together, volume_of
from .solid import Faced, Solid

__all__ = ["United", "as_written", "part_name", "united"]

MARK = "::"
"""Between the name of a block and the number of its piece, after which comes how many pieces there are."""
ROUNDING = 1e-9
"""Relative difference of volumes that is none."""
PART = re.compile(rf"(.+){MARK}\d+of\d+")


@dataclass(frozen=True, eq=False)
class United:
    """Blocks of a model and what became of them, by their places; see `drystone.geometry.importing.Imported`."""

    meshes: list[BlockMesh]
    planes: dict[int, Faced]
    solids: dict[int, Solid]
    faults: dict[int, str]
    joints: list[Joint]


def part_name(name: str, number: int, count: int) -> str:
    """The name in a file of one of the ``count`` pieces of a block; the first has the number 1."""
    return f"{name}{MARK}{number}of{count}"


def as_written(meshes: Sequence[BlockMesh]) -> dict[int, Solid] | None:
    """The pieces of a file of drystone by their places; None for any other file, and where a piece is not convex."""
    if not all(PART.fullmatch(mesh.name) for mesh in meshes):
        return None
    solids = dict[int, Solid]()
    for place, mesh in enumerate(meshes):
        try:
            hull = convex_hull(mesh.vertices)
        except DrystoneError:
            return None
        if abs(hull.volume - volume_of(mesh.vertices, mesh.faces)) > ROUNDING * hull.volume:
            return None
        solids[place] = Solid((hull,), 0.0)
    return solids


def united(
    meshes: Sequence[BlockMesh],
    planes: Mapping[int, Faced],
    solids: Mapping[int, Solid],
    faults: Mapping[int, str],
    joints: Sequence[Joint],
) -> United:
    """The same with pieces of one block, which the marks in their names tell, made one block."""
    groups: dict[str, list[int]] = {}
    for place, mesh in enumerate(meshes):
        found = PART.fullmatch(mesh.name)
        groups.setdefault(mesh.name if found is None else found[1], []).append(place)
    whole = {meshes[place].name: name for name, places in groups.items() for place in places}
    made = United([], {}, {}, {}, [])
    for number, (name, places) in enumerate(groups.items()):
        made.meshes.append(_mesh(name, [meshes[place] for place in places]))
        told = [faults[place] for place in places if place in faults]
        known = [planes[place] for place in places if place in planes]
        if known:
            made.planes[number] = replace(known[0], moved=max(one.moved for one in known))
        if told:
            made.faults[number] = told[0]
        elif all(place in solids for place in places):
            own = [solids[place] for place in places]
            pieces = tuple(piece for one in own for piece in one.pieces)
            volume = sum(piece.volume for piece in pieces)
            before = sum(sum(piece.volume for piece in one.pieces) / (1.0 + one.grown) for one in own)
            made.solids[number] = Solid(pieces, volume / before - 1.0)
    for joint in joints:
        a, b = whole[joint.block_a], whole[joint.block_b]
        if a != b:
            made.joints.append(replace(joint, block_a=a, block_b=b))
    return made


def _mesh(name: str, parts: Sequence[BlockMesh]) -> BlockMesh:
    if len(parts) == 1:
        return replace(parts[0], name=name)
    vertices, faces = together([(part.vertices, part.faces) for part in parts])
    groups = tuple(dict.fromkeys(group for part in parts for group in part.groups))
    return replace(parts[0], name=name, vertices=vertices, faces=faces, groups=groups)
