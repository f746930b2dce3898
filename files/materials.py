"""The [[material]] tables of a scene: density and friction of blocks by their names, groups or patterns of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Any

from ..checks import finite_number, positive_number, sequence_of
from ..errors import DrystoneError, did_you_mean, shown
from ..model import Assembly

__all__ = ["MATERIAL_KEYS", "Materials", "in_model", "read_materials", "with_materials"]

MATERIAL_KEYS = ("blocks", "density", "friction")
Materials = Sequence[Mapping[str, Any]]


def read_materials(tables: Materials) -> Materials:
    """The tables with ``blocks`` as lists; DrystoneError for one without blocks, or that says nothing of them."""
    read = []
    for i, table in enumerate(tables):
        where = f"[[material]] {i}"
        if "blocks" not in table:
            raise DrystoneError(f"{where} lacks blocks")
        if len(table) < 2:
            raise DrystoneError(f"{where} has neither density nor friction; give one of them or both")
        given = dict(table)
        given["blocks"] = sequence_of(table["blocks"], str, f"blocks of {where} (names)", single=True, least=1)
        if "density" in table:
            given["density"] = positive_number(table["density"], f"density of {where} (kg/m3)")
        if "friction" in table:
            given["friction"] = finite_number(table["friction"], f"friction of {where}", least=0.0)
        read.append(given)
    return read


def in_model(materials: Materials, density: Any, friction: Any) -> tuple[Any, Any]:
    """What `drystone.read_assembly` takes for ``density`` and ``friction`` with these materials before those given."""
    densities = _by_pattern(materials, "density")
    if densities:
        others = density if isinstance(density, Mapping) else {} if density is None else {"*": density}
        density = densities | {key: value for key, value in others.items() if key not in densities}
    frictions = _by_pattern(materials, "friction")
    if frictions:
        friction = _mapping(friction) | frictions
    return density, friction


def with_materials(assembly: Assembly, materials: Materials) -> Assembly:
    """The assembly with these materials; the first that fits a block holds."""
    if not materials:
        return assembly
    densities, frictions = dict[str, float](), dict[Any, float]()
    for i, table in enumerate(materials):
        for pattern in table["blocks"]:
            names = [name for name in assembly.names if name == pattern or fnmatchcase(name, pattern)]
            if not names:
                raise DrystoneError(
                    f"no block is called {shown(pattern)} in [[material]] {i}{did_you_mean(pattern, assembly.names)}"
                )
            for name in names:
                if "density" in table:
                    densities.setdefault(name, table["density"])
                if "friction" in table:
                    frictions.setdefault((name, "*"), table["friction"])
    blocks = [
        replace(block, density=densities.get(name, block.density))
        for block, name in zip(assembly.blocks, assembly.names, strict=True)
    ]
    friction = _mapping(assembly.friction) | frictions if frictions else assembly.friction
    return replace(assembly, blocks=tuple(blocks), friction=friction)


def _by_pattern(materials: Materials, key: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for table in materials:
        if key in table:
            for pattern in table["blocks"]:
                found.setdefault(pattern, table[key])
    return found


def _mapping(friction: Any) -> dict[Any, Any]:
    return dict(friction) if isinstance(friction, Mapping) else {} if friction is None else {"default": friction}
