"""A page: its text, its file, and how a notebook shows it."""

import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..checks import file_path, instance_of, text, yes_no
from ..disk import replacing
from ..ground_motion import GroundMotion
from ..model import Assembly
from ..results import Trajectory
from ..statics import EquilibriumResult, LimitResult
from ..summary import Facts, Summarised
from .chart import Chart
from .content import Content
from .encoding import encoded
from .history import run_content
from .statics import equilibrium_content, limit_content, structure_content

__all__ = ["Page", "page_of"]

POLICY = (
    "default-src 'none'; script-src '{script}'; style-src '{style}'; img-src data: blob:; "
    "base-uri 'none'; form-action 'none'"
)
"""What the browser lets the page do: its own script and style by their hashes, and no request to anything."""
HEIGHT = 640
"""Height in a notebook (pixels)."""
PLACES = re.compile(r"\{\{(\w+)\}\}")


class Page(Summarised):
    """A page that shows a run, a structure, a mechanism or a chart: one HTML file without anything else.

    ``content``: what it shows. A notebook shows it in place.

    >>> import drystone as ds
    >>> from drystone.structures import arch
    >>> page = arch().view("Arch")
    >>> page.html.startswith("<!doctype html>")
    True
    """

    def __init__(self, content: Content | Chart) -> None:
        instance_of(content, (Content, Chart), "content of a page")
        self.content = content

    @cached_property
    def html(self) -> str:
        """The text of the file."""
        kind = "chart" if isinstance(self.content, Chart) else "page"
        script, style = _asset(f"{kind}.js"), _asset("page.css")
        parts = {
            "policy": POLICY.format(script=_hash(script), style=_hash(style)),
            "title": escape(self.content.title),
            "style": style,
            "script": script,
            "body": _asset(f"{kind}.html"),
            "data": self.content.encoded() if isinstance(self.content, Chart) else encoded(self.content),
        }
        return PLACES.sub(lambda place: parts[place[1]], _asset("frame.html"))

    def save(self, path: str | Path) -> Path:
        """Write the file and return its path; DrystoneError where it cannot be written."""
        target = file_path(path, "path of the page")
        whole = self.html
        with replacing(target, "page") as temporary:
            temporary.write_bytes(whole.encode())
        return target

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{escape(self.html)}" sandbox="allow-scripts" title="{escape(self.content.title)}" '
            f'style="width: 100%; height: {HEIGHT}px; border: 0" allowfullscreen></iframe>'
        )

    def _summary(self) -> Facts:
        yield "", f"{self.content.title!r}"
        yield "shows", self.content.told
        yield "size", f"{len(self.html) / 1e6:.3g} MB"


def page_of(
    thing: Any,
    title: str | None = None,
    *,
    criteria: Mapping[str, Any] | None = None,
    motion: GroundMotion | None = None,
    play: bool = False,
) -> Page:
    """The page of a Trajectory, an Assembly, or the result of `limit_load` or `equilibrium`.

    ``title``: None says what it is. ``criteria``: of the verdict of a run, see `Trajectory.verdict`. ``motion``: that
    the run was shaken by, whose acceleration is then plotted. ``play``: whether a run plays when the page is opened;
    mechanisms do. Failure domains and fragility functions have a method `view` of their own. DrystoneError for another
    thing, and for a run whose assembly is not known.
    """
    kinds = (Trajectory, Assembly, LimitResult, EquilibriumResult)
    instance_of(thing, kinds, "what a page shows", "such as simulate, limit_load and equilibrium return")
    title = None if title is None else text(title, "title")
    play = yes_no(play, "play")
    if motion is not None:
        instance_of(motion, GroundMotion, "motion")
    if isinstance(thing, Trajectory):
        return Page(run_content(thing, title or "Run", criteria, motion, play))
    if isinstance(thing, LimitResult):
        return Page(limit_content(thing, title or "Limit load"))
    if isinstance(thing, EquilibriumResult):
        return Page(equilibrium_content(thing, title or "Equilibrium"))
    return Page(structure_content(thing, title or "Structure"))


def _asset(name: str) -> str:
    return files(__package__).joinpath("assets", name).read_text(encoding="utf-8")


def _hash(content: str) -> str:
    return "sha256-" + b64encode(sha256(content.encode()).digest()).decode("ascii")
