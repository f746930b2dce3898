"""What the site's pages get from the package: the reference from docstrings, the gallery from the studies."""

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import drystone

__all__ = ["api_text", "as_markdown", "decisions_text", "gallery_text"]

ROOMS = {
    "structures": "Parametric masonry",
    "model": "What is built and what acts on it",
    "collision": "Where blocks touch",
    "ground_motion": "Recorded and made motions",
    "geometry": "Models on disk",
    "elements": "Blocks that deform",
    "formulations": "How physics becomes a step",
    "joints": "Joint laws with memory",
    "programs": "Convex programs",
    "solvers": "Who solves them",
    "integrators": "How steps become a history",
    "results": "What a run leaves",
    "statics": "Limit loads, equilibrium, settlements",
    "files": "Scenes and results on disk",
    "view": "Pictures",
    "page": "Pages for a browser",
    "exports": "Runs for other programs",
    "assessment.sweeps": "Many runs",
    "assessment.domain": "Failure domains",
    "assessment.fragility": "Fragility",
    "studies": "Published results",
}
"""The rooms whose public names the reference lists, in the order of a reader."""


def api_text() -> str:
    """The reference as Markdown: every name of ``ds``, then those of the rooms that it does not have."""
    parts = ["## drystone", "Names of `import drystone as ds`.", *_entries("ds", drystone, ())]
    told = {id(getattr(drystone, name)) for name in drystone.__all__}
    for room, what in ROOMS.items():
        module = import_module(f"drystone.{room}")
        entries = list(_entries(f"drystone.{room}", module, told))
        if entries:
            parts += [f"## drystone.{room}", f"{what}.", *entries]
    return "\n\n".join(parts)


def _entries(prefix: str, module: ModuleType, told: Any) -> Iterator[str]:
    for name in module.__all__:
        if name.startswith("__"):
            continue
        thing = getattr(module, name)
        if id(thing) not in told and (inspect.isclass(thing) or callable(thing)):
            yield _entry(f"{prefix}.{name}", thing)


def _entry(name: str, thing: Any) -> str:
    parts = [f"### {name}", f"```python\n{name.rpartition('.')[2]}{_signature(thing)}\n```", as_markdown(_doc(thing))]
    if inspect.isclass(thing):
        parts += [
            f"**`{member}{_signature(one) if callable(one) else ''}`**\n\n{as_markdown(_doc(one))}"
            for member, one in _members(thing)
        ]
    return "\n\n".join(parts)


def _members(cls: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties that a class of drystone has of its own."""
    for member, raw in vars(cls).items():
        one = raw.__func__ if isinstance(raw, (classmethod, staticmethod)) else raw
        is_member = inspect.isfunction(one) or isinstance(one, property) or hasattr(one, "func")
        if is_member and _doc(one) and not member.startswith("_"):
            yield member, one


def _doc(thing: Any) -> str:
    return inspect.getdoc(thing) or ""


def _signature(thing: Any) -> str:
    try:
        text = str(inspect.signature(thing))
    except (TypeError, ValueError):
        return ""
    text = re.sub(r"(?:[A-Za-z_]\w*\.)+(\w+)", r"\1", text).replace("'", "")
    return re.sub(r"\((?:self|cls)(?:, )?", "(", re.sub(r"\s+", " ", text), count=1)


def as_markdown(text: str) -> str:
    """A docstring as Markdown: examples fenced, everything else as it is written."""
    lines, examples = [], False
    for line in text.splitlines():
        if line.startswith(">>>") and not examples:
            lines.append("```pycon")
            examples = True
        if examples and not line.strip():
            lines.append("```")
            examples = False
        lines.append(line if examples or line.startswith("    ") else _plain(line))
    return "\n".join([*lines, "```"] if examples else lines)


def _plain(line: str) -> str:
    """A line in which stars and underscores outside of code are meant as they are."""
    parts = re.split(r"(``.+?``|`[^`]+`)", line)
    return "".join(part if k % 2 else re.sub(r"(?<!^)([*_<])", r"\\\1", part) for k, part in enumerate(parts))


def gallery_text() -> str:
    """A section for every study: what it reproduces, its command, its picture and its code."""
    from figures import PICTURES, picture_of

    from drystone.studies import STUDIES, get_study, list_studies

    about = list_studies().set_index("name")
    parts = []
    for name in STUDIES:
        module = getattr(get_study(name), "__module__", "").removeprefix("drystone.").replace(".", "/")
        picture, caption = picture_of(name), PICTURES[name][1]
        what = about.loc[name, "reproduces"]
        parts += [
            f"## {name}",
            f"{what[:1].upper()}{what[1:]}. After: {about.loc[name, 'reference']}.",
            f"```\ndrystone study {name}{' --quick' if picture != PICTURES[name][0] else ''}\n```",
            f"```{{figure}} {picture}\n:alt: {caption}\n\n{caption}\n```",
            f"<details><summary>The code: {module}.py</summary>",
            f"```{{literalinclude}} ../{module}.py\n:language: python\n```",
            "</details>",
        ]
    return "\n\n".join(parts)


def decisions_text() -> str:
    """The notes in the navigation, each under its index."""
    return "```{toctree}\n:hidden:\n:glob:\n\n[0-9]*\n```"
