"""The structures by the name that scenes and the command line use.

Adding one to drystone is its module and one line here; a user's own is registered.
"""

from collections.abc import Callable
from typing import TypeVar

from ..model import Assembly
from ..registry import Registry, function_check

__all__ = ["STRUCTURES", "register_structure"]

Structure = TypeVar("Structure", bound=Callable[..., Assembly])

STRUCTURES: Registry[Callable[..., Assembly]] = Registry(
    "structure",
    __package__,
    {
        "block": "blocks:block",
        "column": "columns:column",
        "arch": "arches:arch",
        "wall": "walls:wall",
        "spandrel-arch": "spandrel:spandrel_arch",
        "dome": "dome:dome",
        "cylinder": "cylinder:cylinder",
        "house": "house:house",
        "stone-house": "stone_house:stone_house",
        "church": "church:church",
        "tower": "tower:tower",
        "multidrum-column": "multidrum:multidrum_column",
        "portal": "multidrum:portal",
        "barrel-vault": "vault:barrel_vault",
    },
    function_check("structure"),
)


def register_structure(structure: Structure, name: str | None = None, *, replace: bool = False) -> Structure:
    """Make a function that returns an Assembly known by a name, in scenes and on the command line; returns it.

    ``name``: default that of the function, with hyphens for underscores. Its arguments are the keys of [structure] in
    scene files; the first paragraph of its docstring says in lists what it makes. DrystoneError for what is no
    function, and for a name that is taken unless ``replace``.

    >>> import drystone as ds
    >>> from drystone.structures import STRUCTURES, column
    >>> with STRUCTURES.restored():  # only so that this example leaves nothing behind
    ...     @ds.register_structure
    ...     def slender_column(count: int = 3) -> ds.Assembly:
    ...         return column(count, width=0.2)
    ...     len(ds.read_scene("slender-column", {"count": 5}).assembly.movable)
    5
    """
    STRUCTURES.register(structure, name, replace=replace)
    return structure
