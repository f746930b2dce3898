"""Make typings/drystone, the name under which mypy finds the package: `python -m tests.typings`.

The root of the repository is the package, whatever its folder is called. Where a symbolic link needs a right that users
of Windows lack, it is a junction, which needs none.
"""

import os
import sys
from pathlib import Path

__all__ = ["link"]

ROOT = Path(__file__).resolve().parents[1]


def link(place: Path, target: Path = ROOT) -> Path:
    """Let ``place`` lead to ``target``, if it does not yet."""
    if place.exists():
        return place
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        place.symlink_to(os.path.relpath(target, place.parent), target_is_directory=True)
    except OSError:
        if sys.platform != "win32":
            raise
        import _winapi

        _winapi.CreateJunction(str(target), str(place))
    return place


if __name__ == "__main__":
    link(ROOT / "typings" / "drystone")
