"""Assemblies as models on disk, which are read back the same."""

from pathlib import Path

from ..checks import file_path, instance_of, one_of
from ..disk import replacing
from ..model import Assembly, Block
from .compas_writing import write_compas
from .united import part_name

__all__ = ["write_model"]

ENDS = (".obj", ".json")


def write_model(path: str | Path, assembly: Assembly) -> Path:
    """Write the blocks of an assembly, in metres, as OBJ or as JSON of COMPAS by the end of the name; return the path.

    Each convex piece of a block is an object, of three ``name::1of3`` and so on. `read_assembly` puts them together
    again, and takes a file of such objects as it is, without fitting planes. OBJ holds shapes and names alone, JSON
    supports as well; neither has densities and friction. DrystoneError for another end, and a file that cannot be
    written.

    >>> import drystone as ds
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from drystone.structures import arch
    >>> with TemporaryDirectory() as folder:
    ...     path = ds.write_model(Path(folder) / "arch.obj", arch())
    ...     again = ds.read_assembly(path, supports=["*abutment"])
    >>> again.names == arch().names
    True
    """
    parts = [
        Block((piece,), block.density, block.fixed, part_name(name, number + 1, len(block.pieces)))
        for block, name in zip(instance_of(assembly, Assembly, "assembly").blocks, assembly.names, strict=True)
        for number, piece in enumerate(block.pieces)
    ]
    target = file_path(path, "path of the model")
    if one_of(target.suffix.lower(), ENDS, "kind of model (end of the name)") == ".json":
        return write_compas(target, Assembly(parts))
    with replacing(target, "model") as temporary:
        temporary.write_text(_obj(parts), encoding="utf-8")
    return target


def _obj(parts: list[Block]) -> str:
    lines, count = ["# written by drystone, in metres"], 1
    for block in parts:
        (piece,) = block.pieces
        lines.append(f"o {block.name}")
        lines += ["v " + " ".join(repr(value) for value in corner) for corner in piece.vertices.tolist()]
        lines += ["f " + " ".join(str(count + corner) for corner in face) for face in piece.faces]
        count += len(piece.vertices)
    return "\n".join(lines) + "\n"
