"""How the text of a scene file becomes its tables, by the end of the file's name."""

import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from ..checks import instance_of
from ..errors import DrystoneError
from ..registry import Registry, function_check

__all__ = ["READERS", "tables_of"]

Reader = Callable[[str], Mapping[str, Any]]
"""From the text of a file to tables as `tomllib.loads` gives them: mappings, lists, text, numbers, true and false."""

USUAL = ".toml"
"""The reader of files whose names have another end."""


def read_toml(source: str) -> Mapping[str, Any]:
    """The tables of a TOML text."""
    try:
        return tomllib.loads(source)
    except RecursionError as error:
        raise DrystoneError("is not valid TOML for a scene: its brackets are nested too deeply") from error
    except ValueError as error:  # tomllib.TOMLDecodeError, and numbers of thousands of digits
        raise DrystoneError(f"is not valid TOML: {error}") from error


READERS: Registry[Reader] = Registry("reader", None, {USUAL: read_toml}, function_check("reader", "source"))
"""Readers of scene files by the end of the file's name, such as ".toml"."""


def tables_of(source: str, suffix: str) -> Mapping[str, Any]:
    """The tables in the text of a scene file whose name ends in ``suffix``."""
    reader = READERS[suffix if suffix in READERS else USUAL]
    return instance_of(reader(source), Mapping, f"what the reader of {suffix} returns")
