"""What is wrong with a model in plain words, and what mending it does."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..checks import file_path, yes_no
from ..collision import detect
from ..disk import reading
from ..model import Assembly, Block, State
from ..summary import Facts, Summarised, counted, listed, vector, with_units
from .approximate import OFFER, PLANES
from .importing import WHAT, Imported, imported
from .mesh import size_of
from .slivers import narrow_joints
from .solid import MENDED
from .units import Z, size_remarks

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["GeometryReport", "check_geometry"]

OVERLAP = 1e-4
"""Overlap, relative to the length of an assembly, from which runs and statics refuse it."""
UNITS = {
    "name": "", "pieces": "1", "volume": "m3", "moved": "m", "growth": "1", "fault": "",
    "block_a": "", "block_b": "", "gap": "m", "angle": "deg", "overlap": "m",
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class GeometryReport(Summarised):
    """What `check_geometry` found.

    ``problems``: sentences, none where the model can be used as it is; ``remarks``: what there is to know beside them.
    ``blocks``: a row for each block with its convex ``pieces``, ``volume`` (m3), how far corners were ``moved`` to
    planes (m), ``growth`` of the volume (relative) and ``fault``. ``joints``: a row for each two faces that face each
    other, with their ``gap`` (m), ``angle`` (degrees) and how far they were ``moved`` to a common plane (m, NaN where
    they have none). ``overlaps``: pairs of blocks that were trimmed, with the depth of the ``overlap`` (m).
    """

    size: tuple[float, float, float]
    problems: tuple[str, ...]
    remarks: tuple[str, ...]
    blocks: "pd.DataFrame"
    joints: "pd.DataFrame"
    overlaps: "pd.DataFrame"

    def _summary(self) -> Facts:
        yield "size", vector(self.size, "m")
        yield "blocks", f"{len(self.blocks)}, {int(self.blocks['pieces'].sum())} convex pieces"
        yield "joints", f"{int(self.joints['moved'].notna().sum())} with a common plane"
        yield "problems", str(len(self.problems)) if self.problems else "none"


def check_geometry(
    path: str | Path, *, scale: float | None = None, mend: bool = False, parts: str = PLANES, up: str = Z
) -> GeometryReport:
    r"""Look a model over: which blocks can be made, which joints they have, what touches nothing.

    Arguments as in `read_assembly`; with ``mend`` the report is of the mended model and says what mending moved.

    >>> import drystone as ds
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "open.obj"
    ...     _ = path.write_text("o tent\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")
    ...     report = ds.check_geometry(path)
    >>> report.problems[0]
    'tent: its surface is open: 3 edges of 6 with a face on one side alone; close it'
    """
    given = file_path(path, f"path of the {WHAT}")
    with reading(given, WHAT):
        model = imported(given, scale, yes_no(mend, "mend"), parts, up)
        return _report(model, mend)


def _report(model: Imported, mend: bool) -> GeometryReport:
    import pandas as pd

    names = [mesh.name for mesh in model.meshes]
    rows = []
    for place, name in enumerate(names):
        solid, block = model.solids.get(place), model.planes.get(place)
        rows.append({
            "name": name,
            "pieces": 0 if solid is None else len(solid.pieces),
            "volume": np.nan if solid is None else sum(piece.volume for piece in solid.pieces),
            "moved": np.nan if block is None else block.moved,
            "growth": np.nan if solid is None else solid.grown,
            "fault": model.faults.get(place, ""),
        })  # fmt: skip
    joints = pd.DataFrame(
        [vars(joint) for joint in model.joints], columns=["block_a", "block_b", "gap", "angle", "moved"]
    )
    depths = [{"block_a": names[i], "block_b": names[j], "overlap": depth} for (i, j), depth in model.overlaps.items()]
    overlaps = pd.DataFrame(depths, columns=["block_a", "block_b", "overlap"])
    corners = np.vstack([mesh.vertices for mesh in model.meshes])
    x, y, z = np.ptp(corners, axis=0).tolist()
    tables = [
        with_units(one, {str(key): UNITS[str(key)] for key in one}) for one in (pd.DataFrame(rows), joints, overlaps)
    ]
    return GeometryReport((x, y, z), tuple(_problems(model)), tuple(_remarks(model, mend)), *tables)


def _problems(model: Imported) -> Iterator[str]:
    for place, fault in model.faults.items():
        yield f"{model.meshes[place].name}: {fault}"
    if len(model.solids) < 2:
        return
    assembly = Assembly([Block(one.pieces, name=model.meshes[place].name) for place, one in model.solids.items()])
    found = detect(assembly, State.initial(assembly), model.near)
    alone = [name for i, name in enumerate(assembly.names) if i not in set(np.unique(found.blocks).tolist())]
    if alone:
        yield f"{counted(len(alone), 'block')} without a contact: {listed(alone)}"
    deep = found.gap < -OVERLAP * assembly.length
    if deep.any():
        worst = int(np.argmin(found.gap))
        a, b = (assembly.names[i] for i in found.blocks[worst])
        pairs = counted(len(np.unique(found.blocks[deep], axis=0)), "pair")
        yield f"{pairs} of blocks that overlap, such as {a} and {b}, by {-found.gap[worst]:.3g} m"


def _remarks(model: Imported, mend: bool) -> Iterator[str]:
    yield from size_remarks(size_of(np.vstack([mesh.vertices for mesh in model.meshes])), model.usual)
    if model.shared:
        name, own = max(model.shared.items(), key=lambda one: len(one[1]))
        yield (
            f"{counted(len(model.shared), 'name')} of several blocks, which got numbers, such as {name}: {listed(own)}"
            "; in density, friction and supports the name reaches all of them"
        )
    if model.rough:
        yield from _approximate(model, mend)
    parted = [place for place, solid in model.solids.items() if len(solid.pieces) > 1]
    if parted:
        pieces = sum(len(model.solids[place].pieces) for place in parted)
        verb = "is" if len(parted) == 1 else "are"
        yield f"{counted(len(parted), 'block')} that {verb} not convex: {counted(pieces, 'piece')}"
    far = max((block.moved for block in model.planes.values()), default=0.0)
    if far > 1e-9 * max(size_of(mesh.vertices) for mesh in model.meshes):
        grown = max((abs(solid.grown) for solid in model.solids.values()), default=0.0)
        yield f"corners are up to {far:.3g} m off the planes of their faces; volumes change by up to {grown:.2%}"
    closed = [joint for joint in model.joints if joint.moved is not None]
    moved = [joint.moved for joint in closed if joint.moved and joint.moved > 1e-9]
    if moved:
        yield f"{counted(len(moved), 'joint')} of {len(closed)} moved to common planes, by up to {max(moved):.3g} m"
    if model.overlaps:
        deepest = max(model.overlaps.values())
        yield f"{counted(len(model.overlaps), 'pair')} of overlapping blocks trimmed, by up to {deepest:.3g} m"
    if not mend and model.planes:  # what drystone wrote has none, and is as it was meant
        yield from _narrow(model)
    if model.slivers:
        yield f"{counted(len(model.slivers), 'pair')} of blocks chamfered where they met along an edge"
    left = [joint for joint in model.joints if joint.moved is None]
    if left:
        widest = max(left, key=lambda joint: joint.gap)
        yield (
            f"{counted(len(left), 'pair')} of faces that nearly meet and have no common plane, such as of "
            f"{widest.block_a} and {widest.block_b}: {widest.gap:.3g} m, {widest.angle:.2g} degrees"
            + ("" if mend else "; mending moves those within half a percent of a block's size")
        )
    if not any(mesh.fixed for mesh in model.meshes):
        yield "no block is a support in the file: give supports, such as 'lowest' or 'ground'"


def _narrow(model: Imported) -> Iterator[str]:
    """Joints that mending would chamfer away."""
    places, least = list(model.solids), MENDED * model.usual
    found = narrow_joints([model.solids[place].pieces for place in places], least) if len(places) > 1 else {}
    if found:
        (a, b), width = max(found.items(), key=lambda one: one[1])
        names = [model.meshes[places[place]].name for place in (a, b)]
        pairs = counted(len(found), "pair")
        yield (
            f"{pairs} of blocks meet along an edge, by joints narrower than {least:.3g} m, such as {names[0]} and "
            f"{names[1]}: {width:.3g} m wide; they add strength that rounding made, and mending chamfers them away"
        )


def _approximate(model: Imported, mend: bool) -> Iterator[str]:
    """What CoACD made of blocks, or that it could."""
    made = {mesh.name: model.solids[i] for i, mesh in enumerate(model.meshes) if i in model.solids}
    there = [made[name] for name in model.rough if name in made]
    if not there:
        first = "" if mend else "mending may do it; otherwise "
        yield f"{counted(len(model.rough), 'block')} that cannot be parted along planes: {first}{OFFER}"
        return
    least, most = (pick(one.grown for one in there) for pick in (min, max))
    pieces = sum(len(one.pieces) for one in there)
    yield (
        f"{counted(len(there), 'block')} parted approximately by CoACD into {counted(pieces, 'piece')}; volumes change "
        f"by {least:+.2%} to {most:+.2%}"
    )
