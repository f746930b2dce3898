"""The data of a page as one text: a JSON header and arrays, zipped, in base64.

Bytes of the unzipped data: the length of the header (4, little-endian), the header, spaces up to a multiple of 8, the
arrays, each from a multiple of 8 on. The header's ``arrays`` say of each ``type`` (a NumPy name), ``shape``, ``offset``
from the first array and ``coding``. "delta" is of whole numbers of 16 bits, column after column: each is the difference
from the one before, folded (0, -1, 1, -2, ... become 0, 1, 2, 3, ...), the high bytes of all first, then the low ones;
what changes little becomes zeros, which are zipped away.
"""

import base64
import gzip
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["packed", "unpacked"]

ALIGNED = 8
LEVEL = 6
"""Effort of zipping; 9 takes three times as long for 1 % less."""


def packed(header: Mapping[str, Any], arrays: Mapping[str, Any], delta: Mapping[str, Any]) -> str:
    """The text of a header of plain values, arrays, and arrays of 16 bits to be coded by their differences."""
    data, table = bytearray(), {}
    for name, given in {**arrays, **delta}.items():
        array = np.ascontiguousarray(given)
        content = _differences(array) if name in delta else array.astype(array.dtype.newbyteorder("<")).tobytes()
        data += b"\0" * (-len(data) % ALIGNED)
        table[name] = {"type": array.dtype.name, "shape": list(array.shape), "offset": len(data)}
        table[name] |= {"coding": "delta"} if name in delta else {}
        data += content
    text = json.dumps({**header, "arrays": table}, separators=(",", ":"), allow_nan=False).encode()
    text += b" " * (-(len(text) + 4) % ALIGNED)
    whole = len(text).to_bytes(4, "little") + text + bytes(data)
    return base64.b64encode(gzip.compress(whole, LEVEL, mtime=0)).decode("ascii")


def unpacked(text: str) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Header and arrays of such a text; what the page does in JavaScript."""
    whole = gzip.decompress(base64.b64decode(text, validate=True))
    first = 4 + int.from_bytes(whole[:4], "little")
    header = json.loads(whole[4:first])
    arrays = {}
    for name, told in header.pop("arrays").items():
        kind, shape = np.dtype(told["type"]).newbyteorder("<"), tuple(told["shape"])
        size = int(np.prod(shape, dtype=np.int64))
        raw = np.frombuffer(whole, np.uint8, size * kind.itemsize, first + told["offset"])
        arrays[name] = _summed(raw, shape) if told.get("coding") == "delta" else raw.view(kind).reshape(shape)
    return header, arrays


def _differences(array: NDArray[np.uint16]) -> bytes:
    columns = array.reshape(len(array), -1).T.ravel()
    change = np.diff(columns, prepend=np.uint16(0)).view(np.int16)
    folded = (change.astype(np.int32) << 1 ^ change.astype(np.int32) >> 15).astype(np.uint16)
    return (folded >> 8).astype(np.uint8).tobytes() + (folded & 255).astype(np.uint8).tobytes()


def _summed(raw: NDArray[np.uint8], shape: tuple[int, ...]) -> NDArray[np.uint16]:
    high, low = raw.reshape(2, -1).astype(np.uint16)
    folded = high << 8 | low
    change = folded >> 1 ^ (0 - (folded & 1)).astype(np.uint16)
    columns = np.cumsum(change, dtype=np.uint16)
    return columns.reshape(-1, shape[0]).T.reshape(shape)
