"""Files of results taken apart: their arrays by name, written again, also as earlier versions did."""

from pathlib import Path
from typing import Any

import h5py
import numpy as np

from drystone.files.stored_fields import StoredArrays, put

__all__ = ["arrays_of", "damaged", "rewritten", "zipped"]


def arrays_of(path: Path) -> dict[str, Any]:
    """All arrays of a file of results by name."""
    with h5py.File(path) as file:
        arrays = StoredArrays(file)
        return {name: arrays[name] for name in arrays}


def rewritten(path: Path, content: dict[str, Any]) -> Path:
    """The file with these arrays in place of its own."""
    with h5py.File(path, "w") as file:
        for name, array in content.items():
            put(file, name, array)
    return path


def damaged(path: Path, whole: bytes, name: str, array: Any) -> Path:
    """The file that has these bytes, with another array in place of one of its own, or with none."""
    path.write_bytes(whole)
    with h5py.File(path, "r+") as file:
        del file[name]
        if array is not None:
            put(file, name, array)
    return path


def zipped(path: Path) -> Path:
    """The .npz file that earlier versions would have written of the same run."""
    content = arrays_of(path)
    later = ("checkpoints/", "contacts/pressed", "contacts/share")
    content = {name: array for name, array in content.items() if not name.startswith(later)}
    offsets = np.cumsum([0, *content.pop("counts")])
    older = path.with_suffix(".npz")
    np.savez(older, **content | {"version": np.array(5), "offsets": offsets})
    return older
