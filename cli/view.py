"""`drystone view`: a stored run as a page for a browser."""

from pathlib import Path

from ..errors import DrystoneError
from .answer import Answer
from .messages import folder
from .tables import show_facts

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
    page = stored.trajectory.view(str(stored.about.get("scene", stored.path.stem)), play=play)
    page.save(target)
    size = len(page.html) / 1e6
    answer.result(show_facts([("page", f"{target}, {size:.3g} MB; open it in a browser")]))
    answer.give({"files": [target], "size": size}, {"size": "MB"})
    return 0
