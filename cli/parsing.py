"""How the words of the command line are read: what argparse says in its own way is said here in drystone's."""

import argparse
import re
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from ..errors import DrystoneError, UnknownNameError, did_you_mean

__all__ = ["SUGGEST", "Parser", "describe", "joined", "number_of", "step_of", "whole_number_of"]

OPTION = re.compile(r"--[a-z][a-z-]*")
SUGGEST = "suggest"
"""In the place of a time step: the one that `drystone.suggest_dt` gives."""
NEGATIVE = re.compile(r"-[\d.]")


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are errors like all others, of the command that they are about."""

    def error(self, message: str) -> NoReturn:
        """A complaint of argparse as an error of drystone."""
        raise DrystoneError(f"{message}; see `{self.prog} --help`")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse has it; what is left over is an error of this command, not of the whole."""
        found, left = super().parse_known_args(args, namespace)
        if left:
            self._refuse(left)
        return found, left

    def _refuse(self, left: Sequence[str]) -> NoReturn:
        name = next((word for word in left if word.startswith("-")), left[0]).partition("=")[0]
        kind = "unknown option" if name.startswith("-") else "unexpected argument"
        known = [one for action in self._actions for one in action.option_strings if kind == "unknown option"]
        raise DrystoneError(f"{kind} {name!r}; see `{self.prog} --help`{did_you_mean(name, known)}")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            raise UnknownNameError(str(action.metavar or action.option_strings[0]), value, map(str, action.choices))


def describe(words: Any) -> None:
    """Let the help of each word begin with what it does: with the line that lists it, where it has no more to say."""
    for line in words._choices_actions:
        word = words.choices[line.dest]
        word.description = word.description or f"{line.help[0].upper()}{line.help[1:]}."


def joined(words: Sequence[str]) -> list[str]:
    """The words, each that begins with a negative number as the value of the option before it.

    >>> joined(["limit", "arch", "--live", "-1,0,0"])
    ['limit', 'arch', '--live=-1,0,0']
    """
    together: list[str] = []
    for word in words:
        if NEGATIVE.match(word) and together and OPTION.fullmatch(together[-1]):
            together[-1] += f"={word}"
        else:
            together.append(word)
    return together


def number_of(text: str) -> float:
    """A number, as the type of an argument."""
    return _as(float, text, "a number")


def whole_number_of(text: str) -> int:
    """A whole number, as the type of an argument."""
    return _as(int, text, "a whole number")


def step_of(text: str) -> str:
    """The text of a time step: a number, or `SUGGEST`."""
    if text != SUGGEST:
        _as(float, text, f"a number (s), or {SUGGEST}")
    return text


def _as(kind: Callable[[str], Any], text: str, what: str) -> Any:
    try:
        return kind(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be {what}; got {text!r}") from None
