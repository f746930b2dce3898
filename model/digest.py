"""Digests: whether two objects of the model are the same to the last bit, in 64 letters."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from hashlib import sha256
from typing import Any

import numpy as np

__all__ = ["digest"]


def digest(*values: Any) -> str:
    """A SHA-256 hash of values: numbers, texts, arrays, functions (by their names), and dataclasses, mappings and
    sequences of these.
    """
    found = sha256()
    for part in _parts(values):
        found.update(part)
    return found.hexdigest()


def _parts(value: Any) -> Iterator[bytes]:
    if isinstance(value, np.ndarray):
        yield f"{value.dtype} {value.shape}".encode()
        yield np.ascontiguousarray(value).tobytes()
    elif is_dataclass(value) and not isinstance(value, type):
        yield type(value).__qualname__.encode()
        for one in fields(value):
            yield from _parts(getattr(value, one.name))
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            yield from _parts(key)
            yield from _parts(entry)
    elif isinstance(value, tuple | list):
        yield f"{len(value)} of".encode()
        for entry in value:
            yield from _parts(entry)
    elif callable(value):
        yield str(getattr(value, "__qualname__", type(value).__qualname__)).encode()
    else:
        yield repr(value).encode()
