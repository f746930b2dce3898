"""How the command reads options and writes tables, warnings and files."""

import sys
import tomllib
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import DrystoneError

if TYPE_CHECKING:
    import pandas as pd

    from ..files import SceneFile

__all__ = ["folder", "names", "options", "show", "show_entries", "told_left_out", "told_warnings"]


TOLD = 20
"""Warnings of a command that are told one by one."""


def names(text: str | None, default: Sequence[str]) -> tuple[str, ...]:
    """The names in a list separated by commas, each once; ``default`` for None."""
    if text is None:
        return tuple(default)
    found = tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    if not found:
        raise DrystoneError(f"no names in {text!r}; write them with commas between, as in a,b")
    return found


def options(pairs: Sequence[str]) -> dict[str, Any]:
    """Options from KEY=VALUE; a value is read as TOML (2, 1e-3, true, [1, 2]) or is None, else it is text."""
    read: dict[str, Any] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals or not key.strip():
            raise DrystoneError(f"an option is given as KEY=VALUE; got {pair!r}")
        read[key.strip()] = _value(text.strip())
    return read


def _value(text: str) -> Any:
    if text == "None":
        return None
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def folder(path: str | Path) -> Path:
    """The folder, made if it is not there."""
    made = Path(path)
    try:
        made.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DrystoneError(f"cannot make the folder {str(path)!r}: {error.strerror or error}") from error
    return made


def show(table: "pd.DataFrame") -> str:
    """A table as text, whole, numbers to four digits, a dash where there is none."""
    whole = {name: "float64" for name, kind in table.dtypes.items() if str(kind) == "Int64"}
    return table.astype(whole).to_string(index=False, na_rep="-", float_format=lambda value: f"{value:.4g}")


def show_entries(table: "pd.DataFrame") -> str:
    """A table of long texts as one paragraph for each row: the first column, then the others line by line."""
    title, *others = table.columns
    width = max(map(len, others))
    paragraphs = []
    for row in table.to_dict("records"):
        lines = [f"  {name:<{width}}  {row[name]}" for name in others if row[name] != ""]
        paragraphs.append("\n".join([str(row[title]), *lines]))
    return "\n".join(paragraphs)


def told_left_out(scene: "SceneFile", quiet: bool) -> None:
    """Say on standard error, unless ``quiet``, that statics is without the settlements of a scene that has some."""
    if scene.settlements and not quiet:
        print(
            "drystone: note: the settlements of the scene are left out; the initial state is asked about",
            file=sys.stderr,
        )


@contextmanager
def told_warnings(quiet: bool) -> Iterator[list[str]]:
    """Warnings as one line each on standard error, none if ``quiet``; yields the list of all of them.

    Of many only the first `TOLD` are told, and at the end how many there were.
    """
    told: list[str] = []

    def tell(message: Warning | str, *_: Any, **__: Any) -> None:
        told.append(" ".join(str(message).split()))
        if not quiet and len(told) <= TOLD:
            print(f"drystone: warning: {told[-1]}", file=sys.stderr)

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = tell
        try:
            yield told
        finally:
            if not quiet and len(told) > TOLD:
                print(f"drystone: {len(told) - TOLD} warnings more, the last: {told[-1]}", file=sys.stderr)
