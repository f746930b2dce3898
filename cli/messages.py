"""How the command reads options and writes warnings and files, and when it shows bars."""

import sys
import tomllib
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import DrystoneError
from ..summary import counted

if TYPE_CHECKING:
    from ..files import SceneFile

__all__ = [
    "folder",
    "free_file",
    "names",
    "options",
    "shows_bars",
    "warn_of_settlements",
    "reported_warnings",
]


PYTHON = {"None": None, "True": True, "False": False}
"""Values of options as errors, lists and Python spell them."""
SHOWN = 20
"""Warnings of a command that are shown one by one."""


def names(text: str | None, default: Sequence[str]) -> tuple[str, ...]:
    """The names in a list separated by commas, each once; ``default`` for None."""
    if text is None:
        return tuple(default)
    found = tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    if not found:
        raise DrystoneError(f"no names in {text!r}; write them with commas between, as in a,b")
    return found


def options(pairs: Sequence[str]) -> dict[str, Any]:
    """Options from KEY=VALUE; a value is read as TOML (2, 1e-3, true, [1, 2]) or is None, True or False, else text."""
    read: dict[str, Any] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals or not key.strip():
            raise DrystoneError(f"an option is given as KEY=VALUE; got {pair!r}")
        read[key.strip()] = _value(text.strip())
    return read


def _value(text: str) -> Any:
    if text in PYTHON:
        return PYTHON[text]
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):  # no TOML, a number of thousands of digits, thousands of brackets
        return text


def folder(path: str | Path) -> Path:
    """The folder, made if it is not there."""
    made = Path(path)
    try:
        made.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DrystoneError(f"cannot make the folder {str(path)!r}: {error.strerror or error}") from error
    return made


def free_file(path: str, what: str) -> None:
    """Make the folder of a file to be written; DrystoneError where there is a folder in its place."""
    from ..disk import is_folder

    if is_folder(Path(path)):
        raise DrystoneError(f"cannot write the {what} {path!r}: it is a folder; give the path of a file")
    folder(Path(path).parent)


def shows_bars(progress: bool, quiet: bool) -> bool:
    """Whether bars are shown: where they are asked for, and unless ``quiet`` on a terminal."""
    return progress or (not quiet and sys.stderr.isatty())


def warn_of_settlements(scene: "SceneFile", quiet: bool) -> None:
    """Say on standard error, unless ``quiet``, that statics is without the settlements of a scene that has some."""
    if scene.settlements and not quiet:
        print(
            "drystone: note: statics asks about the initial state; the settlements of the scene are left out",
            file=sys.stderr,
        )


@contextmanager
def reported_warnings(quiet: bool) -> Iterator[list[str]]:
    """Warnings as one line each on standard error, none if ``quiet``; yields the list of all of them.

    Of many only the first `SHOWN` are shown, and at the end how many there were.
    """
    given: list[str] = []

    def report(message: Warning | str, *_: Any, **__: Any) -> None:
        given.append(" ".join(str(message).split()))
        if not quiet and len(given) <= SHOWN:
            _print(f"drystone: warning: {given[-1]}")

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = report
        try:
            yield given
        finally:
            if not quiet and len(given) > SHOWN:
                more = counted(len(given) - SHOWN, "more warning")
                print(f"drystone: {more}, the last: {given[-1]}", file=sys.stderr)


def _print(line: str) -> None:
    """A line on standard error, above a bar where there is one."""
    if "tqdm" in sys.modules:
        sys.modules["tqdm"].tqdm.write(line, file=sys.stderr)
    else:
        print(line, file=sys.stderr)
