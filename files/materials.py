"""The [[material]] tables of a scene: density, friction and elasticity of blocks by their names, groups or patterns."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Any

from ..checks import finite_number, positive_number, sequence_of
from ..errors import DrystoneError, did_you_mean, shown
from ..model import Assembly, Material
from ..model.meshing import read_mesh

__all__ = [
    "ELASTIC_KEYS",
    "MATERIAL_KEYS",
    "Materials",
    "in_model",
    "read_materials",
    "with_elasticity",
    "with_materials",
]

ELASTIC_KEYS = ("young", "poisson", "damping", "mesh", "rigid_below", "modes")
MATERIAL_KEYS = ("blocks", "density", "friction", *ELASTIC_KEYS)
Materials = Sequence[Mapping[str, Any]]


def read_materials(tables: Materials) -> Materials:
    """The tables with ``blocks`` as lists; DrystoneError for one without blocks, or that says nothing of them."""
    read = []
    for i, table in enumerate(tables):
        where = f"[[material]] {i}"
        if "blocks" not in table:
            raise DrystoneError(f"{where} lacks blocks")
        if len(table) < 2:
            raise DrystoneError(f"{where} says nothing of its blocks; give density, friction, or young and poisson")
        given = dict(table)
        given["blocks"] = sequence_of(table["blocks"], str, f"blocks of {where} (names)", single=True, least=1)
        if "density" in table:
            given["density"] = positive_number(table["density"], f"density of {where} (kg/m3)")
        if "friction" in table:
            given["friction"] = finite_number(table["friction"], f"friction of {where}", least=0.0)
        if any(key in table for key in ELASTIC_KEYS):
            _check_elastic(table, where)
        read.append(given)
    return read


def _check_elastic(table: Mapping[str, Any], where: str) -> None:
    lacking = [key for key in ("young", "poisson") if key not in table]
    if lacking:
        raise DrystoneError(f"{where} is of blocks that deform and lacks {' and '.join(lacking)}")
    try:
        _elastic(table, 1.0)
        read_mesh(table.get("mesh"), "mesh")
    except DrystoneError as error:
        raise DrystoneError(f"{where}: {error}") from error


def _elastic(table: Mapping[str, Any], density: float) -> Material:
    others = (table.get(key) for key in ("damping", "rigid_below", "modes"))
    return Material(table["young"], table["poisson"], density, *others)


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
            for name in _fitting(assembly, pattern, f" in [[material]] {i}", ""):
                if "density" in table:
                    densities.setdefault(name, table["density"])
                if "friction" in table:
                    frictions.setdefault((name, "*"), table["friction"])
    blocks = [
        replace(block, density=densities.get(name, block.density))
        for block, name in zip(assembly.blocks, assembly.names, strict=True)
    ]
    friction = _mapping(assembly.friction) | frictions if frictions else assembly.friction
    return with_elasticity(replace(assembly, blocks=tuple(blocks), friction=friction), materials)


def with_elasticity(assembly: Assembly, materials: Materials) -> Assembly:
    """The assembly with the movable blocks elastic that these materials make so; the first that fits a block holds."""
    for table in reversed(materials):
        if "young" not in table:
            continue
        fits = list[str]()
        for pattern in table["blocks"]:
            more = "; a [[material]] with young goes by names of blocks or patterns of them"
            named = _fitting(assembly, pattern, "", more)
            fits += [name for name in named if not assembly.fixed[assembly.index_of(name)]]
        for name in dict.fromkeys(fits):
            density = assembly.blocks[assembly.index_of(name)].density
            assembly = assembly.of_material(_elastic(table, density), read_mesh(table.get("mesh"), "mesh"), [name])
    return assembly


def _fitting(assembly: Assembly, pattern: str, where: str, more: str) -> list[str]:
    """The names of blocks that a name or a pattern of a material stands for; DrystoneError where there are none."""
    names = [name for name in assembly.names if name == pattern or fnmatchcase(name, pattern)]
    if not names:
        hint = did_you_mean(pattern, assembly.names)
        raise DrystoneError(f"no block is called {shown(pattern)}{where}{hint}{more}")
    return names


def _by_pattern(materials: Materials, key: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for table in materials:
        if key in table:
            for pattern in table["blocks"]:
                found.setdefault(pattern, table[key])
    return found


def _mapping(friction: Any) -> dict[Any, Any]:
    return dict(friction) if isinstance(friction, Mapping) else {} if friction is None else {"default": friction}
