"""All registries of the package, found where they stand, and a way to leave them as they were."""

import importlib
import pkgutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any

import drystone
from drystone.registry import Registry

__all__ = ["registries", "registries_restored"]


@cache
def registries() -> dict[str, Registry[Any]]:
    """Every registry by what it is of."""
    found: dict[str, Registry[Any]] = {}
    for info in pkgutil.walk_packages(drystone.__path__, "drystone."):
        rooms = ("registry", "scene_tables", "readers", "loads", "joints")
        if info.name.rpartition(".")[2] in rooms and not info.name.startswith("drystone.typings"):
            module = importlib.import_module(info.name)
            found |= {one.kind: one for one in vars(module).values() if isinstance(one, Registry)}
    return found


@contextmanager
def registries_restored() -> Iterator[None]:
    """What is registered within is gone at the end."""
    with ExitStack() as stack:
        for registry in registries().values():
            stack.enter_context(registry.restored())
        yield
