"""Folders of recorded components for `drystone fragility`."""

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from ..errors import DrystoneError
from ..summary import counted, listed
from .answer import Answer
from .tables import show_facts

__all__ = ["record_tables"]

LEVEL = re.compile(r"\.(EW|NS)(\d?)", re.IGNORECASE)
"""Ends of the horizontal components of K-NET and KiK-net, with the number of the instrument."""


def record_tables(
    place: Path, pattern: str, units: str | None, line: list[float], answer: Answer, single: bool = False
) -> tuple[dict[str, dict[str, Any]], bool]:
    """The motions in the files of a folder whose names are of this pattern, and whether they are pairs of components.

    Where there are files .EW and .NS of the same name, as K-NET has them, the two are one motion, east along x and
    north along y, unless ``single``; others are then left out. Else each file is a motion along the ``line``. What is
    left out, and vertical components, is told.
    """
    from ..files.scene_tables import read_motion

    if not place.is_dir():
        raise DrystoneError(f"--records is {str(place)!r}; it must be a folder with files of recorded components")
    there = sorted(path for path in place.iterdir() if path.is_file() and not path.name.startswith("."))
    files = [path for path in there if fnmatchcase(path.name, pattern)]
    if not files:
        raise DrystoneError(
            f"of {counted(len(there), 'file')} in the folder {str(place)!r} no name is like {pattern!r}; "
            "put recorded components into it, one in each file"
        )
    vertical = [path.name for path in files if _is_vertical(path, units)]
    files = [path for path in files if path.name not in vertical]
    if not files:
        raise DrystoneError(f"the folder {str(place)!r} has vertical components alone: {listed(vertical)}")
    if vertical:
        answer.tell(show_facts([("left out", f"{listed(vertical)}, vertical")]))
    told: dict[str, Any] = {"kind": "record"} | ({} if units is None else {"units": units})
    pairs = {} if single else _pairs(files)
    tables: dict[str, dict[str, Any]] = {
        name: {**told, "file": [str(path.resolve()) for path in two]} for name, two in pairs.items()
    }
    if not pairs:
        tables = {path.name: {**told, "direction": line, "file": str(path.resolve())} for path in files}
    alone = [path.name for path in files if pairs and not any(path in two for two in pairs.values())]
    if pairs:
        answer.tell(
            show_facts([("pairs", f"{listed(list(pairs))}: east along x, north along y; --single takes each alone")])
        )
    known = [name for name in alone if LEVEL.fullmatch(Path(name).suffix)]
    others = [name for name in alone if name not in known]
    if known:
        answer.tell(show_facts([("left out", f"{listed(known)}, without the other component")]))
    if others:
        why = "no .EW and .NS of one name; --single takes these too, each alone"
        answer.tell(show_facts([("left out", f"{listed(others)}: {why}")]))
    for name, table in tables.items():
        try:
            read_motion({"motion": table}, place)
        except DrystoneError as error:
            raise DrystoneError(
                f"{name} of the folder {str(place)!r}: {error}. If it is not a record, leave it out with "
                "--pattern '*.AT2'"
            ) from error
    return tables, bool(pairs)


def _is_vertical(path: Path, units: str | None) -> bool:
    """Whether a file says of all it holds that it is vertical; what is no record is told later."""
    from ..ground_motion import read_records
    from ..ground_motion.records.units import DOWN, UP

    try:
        return all(one.orientation in (UP, DOWN) for one in read_records(path, units=units))
    except DrystoneError:
        return False


def _pairs(files: Sequence[Path]) -> dict[str, tuple[Path, Path]]:
    """East and north of each motion of which both are there, by its name."""
    found: dict[str, dict[str, Path]] = {}
    for path in files:
        end = LEVEL.fullmatch(path.suffix)
        if end is not None:
            found.setdefault(f"{path.stem}{'-' if end[2] else ''}{end[2]}", {})[end[1].upper()] = path
    return {name: (two["EW"], two["NS"]) for name, two in found.items() if len(two) == 2}
