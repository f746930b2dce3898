"""Options for the arguments of a scene's structure or model: ``--set KEY=VALUE``, and the usual ones by name."""

import argparse
import json
from collections.abc import Sequence
from typing import Any

from .parsing import number_of

__all__ = ["add_model_options"]


def add_model_options(word: Any, friction: bool = True) -> None:
    """Give a command that takes a scene ``--set``, ``--supports``, ``--scale``, ``--up``, ``--density``, ``--mend``
    and, where it has no other option of that name, ``--friction``; all add to ``arguments``.
    """
    text = (
        "argument of the scene's structure, such as courses=8 (see `list structures`), or of its model, as of "
        "drystone.read_assembly; may be repeated"
    )
    word.add_argument("--set", dest="arguments", action="append", default=[], metavar="KEY=VALUE", help=text)
    model = word.add_argument_group("of a model")
    for option, metavar, told in (
        ("--supports", "A,B", "which blocks are fixed: lowest, ground, none, or names, groups or patterns of blocks"),
        ("--scale", "M", "metres in a unit of the model (default: 1, or that of a Rhino file)"),
        ("--up", "AXIS", "axis of the model that is upward: z (default) or y"),
        ("--density", "D", "density (kg/m3): a number, or numbers by name, group or pattern, as in 'rib*=2400,*=1800'"),
        ("--friction", "MU", "friction coefficient, of a structure as well"),
    ):
        if friction or option != "--friction":
            model.add_argument(option, dest="arguments", action=_Adding, metavar=metavar, help=told)
    model.add_argument("--mend", dest="arguments", action=_Adding, nargs=0, help="mend the model, see `check --mend`")


class _Adding(argparse.Action):
    """``--supports lowest`` does what ``--set supports=lowest`` does."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        assert option is not None
        key = option.removeprefix("--")
        try:
            value = "true" if key == "mend" else WRITTEN[key](str(values))
        except argparse.ArgumentTypeError as error:
            raise argparse.ArgumentError(self, str(error)) from None
        setattr(namespace, self.dest, [*(getattr(namespace, self.dest) or []), f"{key}={value}"])


def _number(text: str) -> str:
    return repr(number_of(text))


def _names(text: str) -> str:
    """A word or a list of names as TOML; "none" is the empty list."""
    if text == "none":
        return "[]"
    names = [part.strip() for part in text.split(",")]
    return json.dumps(names[0] if len(names) == 1 else names)


def _numbers_by_name(text: str) -> str:
    """A number, or numbers by pattern as a table of TOML."""
    if "=" not in text:
        return _number(text)
    pairs: Sequence[tuple[str, str, str]] = [part.rpartition("=") for part in text.split(",")]
    return "{" + ", ".join(f"{json.dumps(name.strip())} = {_number(value)}" for name, _, value in pairs) + "}"


WRITTEN = {"supports": _names, "scale": _number, "up": _names, "density": _numbers_by_name, "friction": _number}
"""How the text of an option becomes a value in TOML."""
