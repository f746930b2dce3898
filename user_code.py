"""Python of a user's own: modules by name, and files that are no module of any package."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from .disk import MEGABYTE, readable_file
from .errors import DrystoneError, said

__all__ = ["foreign", "imported", "imported_once", "source_of"]

SUFFIX = ".py"
LARGEST = 10 * MEGABYTE
"""Largest Python file that is run (bytes)."""


def imported(source: str) -> ModuleType:
    """The module of that name, or the one that the Python file at that path makes, run now unless it is the script that
    this process runs.

    Whatever it raises is one DrystoneError.
    """
    try:
        return _run(source) if source.endswith(SUFFIX) else import_module(source)
    except (DrystoneError, KeyboardInterrupt):
        raise
    except BaseException as error:  # sys.exit, too
        raise DrystoneError(f"cannot import {source:.200}: {said(error)}") from error


@contextmanager
def foreign(what: str) -> Iterator[None]:
    """Turn whatever code of a user's own raises within, sys.exit too, into one DrystoneError that begins with ``what``.

    Errors of drystone itself and Ctrl-C pass.
    """
    try:
        yield
    except (DrystoneError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise DrystoneError(f"{what}: {said(error)}") from error


@cache
def imported_once(source: str) -> ModuleType:
    """As `imported`, but what this process has imported so already is not run again: a part is registered once."""
    return imported(source)


def source_of(part: Any) -> str:
    """What `imported` takes to make a class or function of a user's own in another process, too: the file of its
    module, or the name of one in a package; "" for a part of drystone.
    """
    name = str(part.__module__)
    if name.partition(".")[0] == __name__.partition(".")[0]:
        return ""
    place = getattr(sys.modules.get(name), "__file__", None)
    return str(Path(place).resolve()) if place and place.endswith(SUFFIX) and "." not in name else name


def _run(source: str) -> ModuleType:
    path = readable_file(source, "Python file", LARGEST).resolve()
    script = sys.modules.get("__main__")
    place = getattr(script, "__file__", None)
    if script is not None and place and Path(place).resolve() == path:
        return script
    name = f"drystone_parts_{path.stem}"
    loader = _TextLoader(name, str(path))
    spec = spec_from_file_location(name, path, loader=loader)
    if spec is None:
        raise ImportError("it is no Python file")
    module = module_from_spec(spec)
    sys.modules[name] = module  # where dataclasses and pickle look for it
    loader.exec_module(module)
    return module


class _TextLoader(SourceFileLoader):
    """Compiles the text of a file. Bytecode that Python keeps of it is taken for its own where the file was changed
    within the same second and is as long as before.
    """

    def get_code(self, fullname: str) -> CodeType:
        """The code of the file as it is now."""
        return self.source_to_code(self.get_data(self.path), self.path)
