"""Arguments that several words of the command have."""

from typing import Any

__all__ = ["add_messages", "add_output"]


def add_messages(word: Any) -> None:
    """What a word prints, where it takes long enough to show progress."""
    shown = word.add_mutually_exclusive_group()
    shown.add_argument("--progress", action="store_true", help="show progress even if standard error is no terminal")
    add_output(word, shown)


def add_output(word: Any, shown: Any = None) -> None:
    """What a word prints; ``shown``: the group of arguments that exclude each other, to which --quiet belongs."""
    quiet = "print the result alone: no notes, no warnings, no progress"
    (word if shown is None else shown).add_argument("--quiet", action="store_true", help=quiet)
    word.add_argument(
        "--json", dest="as_json", action="store_true", help="print the result as one JSON object, with its units"
    )
    word.set_defaults(word=word.prog.rpartition(" ")[2])
