"""The errors drystone raises for what a user gave or a run met.

Every message says what was seen, what is allowed and what to do.
"""

import reprlib
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

__all__ = [
    "DrystoneError",
    "NotInstalledError",
    "StepFailedError",
    "UnknownNameError",
    "did_you_mean",
    "printable",
    "said",
    "shown",
    "storable",
]

LISTED = 20
"""How many of the known names an error about an unknown one lists."""

ALIKE = 0.6
"""Likeness (2 x matching letters / all letters) from which a known name is suggested for an unknown one."""


class DrystoneError(ValueError):
    """Base of every error raised for what a user gave.

    Where it stops a run, ``trajectory`` holds the history up to there, so that no data are lost.

    >>> import drystone as ds
    >>> try:
    ...     ds.read_scene("cathedral")
    ... except ds.DrystoneError as error:
    ...     print(str(error)[:41])
    there is no scene file 'cathedral' and no
    """

    trajectory: Any = None


class UnknownNameError(DrystoneError):
    """A name that no registry, table or option list holds; the message suggests the known one most like it.

    >>> print(UnknownNameError("solver", "clarable", ["clarabel", "scs"]))
    unknown solver 'clarable'; there are: clarabel, scs. Did you mean 'clarabel'?
    >>> print(UnknownNameError("solver", 5, ["clarabel", "scs"]))
    unknown solver 5; there are: clarabel, scs
    >>> print(UnknownNameError("solver", UnknownNameError, ["clarabel", "scs"]))
    unknown solver the class UnknownNameError; there are: clarabel, scs. Of a class of your own give an object
    """

    def __init__(self, kind: str, name: object, known: Iterable[str], hint: str = "") -> None:
        """``hint``: what is said in place of the name that is most like it."""
        names = sorted(known)
        listing = ", ".join(names[:LISTED]) or "none"
        if len(names) > LISTED:
            listing += f", … ({len(names)} in all)"
        hint = ". Of a class of your own give an object" if isinstance(name, type) else hint
        super().__init__(f"unknown {kind} {shown(name)}; there are: {listing}{hint or did_you_mean(name, names)}")


class NotInstalledError(DrystoneError):
    """A solver or writer whose package is not installed here."""

    def __init__(self, what: str, install: str) -> None:
        super().__init__(f"{what} is not installed; install it with: {install}")


class StepFailedError(DrystoneError):
    """No solver of the chain reached the certificate in a step of a run."""


def shown(value: object) -> str:
    """What a message says it saw: one short line for any value whatever.

    >>> shown([1, "a"]), shown(10**5000), shown(LISTED.__class__), shown(object())
    ("[1, 'a']", 'an integer of about 5000 digits', 'the class int', 'a value of type object')
    """
    try:
        return " ".join(_SHORT.repr(value).split())
    except KeyboardInterrupt:
        raise
    except BaseException:  # an attribute of a user's own object that raises, whatever it is
        return f"a value of type {type(value).__name__}"


def said(error: BaseException, most: int = 300) -> str:
    """What an exception says, in one line of at most so many letters that can be printed and stored.

    Of those of a user's own code the text may fail, be of any length or hold lone surrogates.

    >>> said(TypeError(" no  number")), said(ValueError())
    ('TypeError: no number', 'ValueError')
    """
    kind = type(error).__name__
    try:
        text = str(error)[: 10 * most]
    except KeyboardInterrupt:
        raise
    except BaseException:  # whatever its __str__ raises
        text = ""
    whole = f"{kind}: {text}" if text.strip() else kind
    readable = "".join(letter if letter.isprintable() else " " for letter in storable(whole))
    return " ".join(readable.split())[:most]


def printable(text: str) -> str:
    r"""The text with every letter spelled out that a terminal would obey instead of showing it.

    >>> printable("arch \x1b[2J3")
    'arch \\x1b[2J3'
    """
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in storable(text))


def storable(text: str) -> str:
    """The text with lone surrogates, which no file can hold, spelled out."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


class _Short(reprlib.Repr):
    """Plain values in short; of others, whose text may be of any length or fail, their kind."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = self.maxlong = 80
        self.maxlevel = 3

    def repr_int(self, x: int, level: int) -> str:
        return repr(x) if x.bit_length() < 128 else f"an integer of about {int(x.bit_length() * 0.30103)} digits"

    def repr_instance(self, x: object, level: int) -> str:
        if x is None or isinstance(x, (bool, float, complex, bytes)):
            return repr(x)[: self.maxother]
        if isinstance(x, type):
            return f"the class {x.__name__}"
        shape = getattr(x, "shape", None)
        if type(x).__module__ == "numpy" and isinstance(shape, tuple):
            return repr(x.item()) if shape == () and x.dtype.kind in "biuf" else f"an array of shape {shape}"  # type: ignore[attr-defined]
        return f"a value of type {type(x).__name__}"


_SHORT = _Short()


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """The end of a message about a `name` that is none of the `known`: the one most like it, capitals apart, if any.

    >>> did_you_mean("spandrel-arhc", ["arch", "spandrel-arch"])
    ". Did you mean 'spandrel-arch'?"
    """
    if not isinstance(name, str) or len(name) > 200:
        return ""
    folded = {one.casefold(): one for one in known}
    found = get_close_matches(name.casefold(), folded, 1, ALIKE)
    return f". Did you mean {folded[found[0]]!r}?" if found else ""
