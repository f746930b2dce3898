"""`drystone view`: a stored run as a page for a browser."""

from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import DrystoneError
from .answer import Answer
from .messages import folder
from .tables import show_facts

if TYPE_CHECKING:
    from ..files import StoredRun
    from ..ground_motion import GroundMotion

__all__ = ["execute"]

NAME = "view.html"
SUFFIXES = (".html", ".htm")


def execute(result: str, out: str | None, play: bool, answer: Answer) -> int:
    """Write the page of a stored run, beside its results if nothing else is said."""
    from ..files import open_run

    if out is not None and Path(out).suffix.lower() not in SUFFIXES:
        raise DrystoneError(f"--out is {out!r}; a page is a file that ends in .html")
    stored = open_run(result)
    beside = stored.path.parent / (NAME if stored.path.stem == "result" else f"{stored.path.stem}.html")
    target = beside if out is None else Path(out)
    folder(target.parent)
    name = str(stored.about.get("scene", stored.path.stem))
    page = stored.trajectory.view(name, motion=_motion(stored), play=play)
    page.save(target)
    size = len(page.html) / 1e6
    answer.result(show_facts([("page", f"{target}, {size:.3g} MB; open it in a browser")]))
    answer.give({"files": [target], "size": size}, {"size": "MB"})
    return 0


def _motion(stored: "StoredRun") -> "GroundMotion | None":
    """The one motion of the ground that the run was shaken by, where the results know of it."""
    from ..ground_motion import GroundMotion

    try:
        motion = stored.arguments(start=0.0).get("motion")
    except DrystoneError:  # stored without its scene, or before the first step
        return None
    return motion if isinstance(motion, GroundMotion) else None
