"""Parts by name: what a room offers, and what users add to it while a program runs."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from inspect import isabstract, isclass, signature
from typing import Any, Generic, TypeVar

from .checks import yes_no
from .errors import DrystoneError, UnknownNameError, did_you_mean, shown

__all__ = ["Registry", "function_check", "subclass_check"]

Part = TypeVar("Part")
"""What the registry is of: classes, or functions."""

NAME = re.compile(r"[\w.+-]{1,60}")
"""What a name is made of: commas and spaces separate names on the command line, a colon one from what follows it."""


class Registry(Generic[Part]):
    """The parts of one kind by name, in order; those of drystone first, each imported when it is first asked for.

    ``kind``: what one is, in messages. ``package``: of the room, ``__package__`` in it. ``parts``: name ->
    "module:attribute" in the package, or the part itself. ``check``: called with what a user registers; returns it
    where it can be such a part, else raises a DrystoneError that says what it lacks; see `subclass_check` and
    `function_check`.

    >>> colours = Registry("colour", "drystone", {"exact": "errors:shown"}, lambda part: part)
    >>> colours.register("#ff0000", "red")
    '#ff0000'
    >>> list(colours), colours["red"], "blue" in colours
    (['exact', 'red'], '#ff0000', False)
    >>> colours["rde"]
    Traceback (most recent call last):
        ...
    drystone.errors.UnknownNameError: unknown colour 'rde'; there are: exact, red. Did you mean 'red'?
    """

    def __init__(
        self, kind: str, package: str | None, parts: Mapping[str, str | Part], check: Callable[[Any], Part]
    ) -> None:
        self.kind = kind
        self.package = package
        self.parts = dict(parts)
        self.check = check
        self.added: dict[str, Part] = {}

    def __getitem__(self, name: str) -> Part:
        """The part of that name; `UnknownNameError` where there is none."""
        if not isinstance(name, str) or name not in self:
            own = ". One of your own is registered first, on the command line with --import FILE"
            raise UnknownNameError(self.kind, name, self, did_you_mean(name, self) or own)
        if name in self.added:
            return self.added[name]
        part = self.parts[name]
        if not isinstance(part, str):
            return part
        module, _, attribute = part.partition(":")
        found: Part = getattr(import_module(f".{module}", self.package), attribute)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(list(dict.fromkeys([*self.parts, *self.added])))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and (name in self.parts or name in self.added)

    def __len__(self) -> int:
        return len(list(iter(self)))

    def items(self) -> Iterator[tuple[str, Part]]:
        """Names and parts; imports all of them."""
        return ((name, self[name]) for name in self)

    def register(self, part: Any, name: Any = None, *, replace: bool = False) -> Any:
        """Add a part for as long as this process lives, and return it as it was given.

        ``name``: by default its attribute ``name``, or that of the function with hyphens for underscores. A name that
        is taken is refused, but with ``replace``, which then stands for the new part until `remove`.
        """
        replace = yes_no(replace, "replace")
        checked = self.check(part)
        chosen = self._name_of(part) if name is None else name
        if not isinstance(chosen, str) or not NAME.fullmatch(chosen):
            raise DrystoneError(
                f"the name of {with_article(self.kind)} must be of letters, digits and any of _ . + -, at most 60 of "
                f"them; got {shown(chosen)}"
            )
        if chosen in self and not replace:
            raise DrystoneError(
                f"there is {with_article(self.kind)} {chosen!r} already; choose another name, or give replace=True to "
                "put this one in its place"
            )
        self.added[chosen] = checked
        return part

    def remove(self, name: str) -> None:
        """Take back what a user registered under that name; what it replaced is there again."""
        if name not in self.added:
            raise UnknownNameError(f"registered {self.kind}", name, self.added)
        del self.added[name]

    @contextmanager
    def restored(self) -> Iterator[None]:
        """What is registered and removed within is undone at the end."""
        before = dict(self.added)
        try:
            yield
        finally:
            self.added = before

    def _name_of(self, part: Any) -> Any:
        if isclass(part) or not callable(part):
            return getattr(part, "name", None)
        return getattr(part, "__name__", "").strip("_").replace("_", "-")


def with_article(noun: str) -> str:
    """The noun with "a" or "an" before it."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def subclass_check(kind: str, *bases: type, texts: tuple[str, ...] = ("name",)) -> Callable[[Any], Any]:
    """The check of a registry of classes: a subclass of one of ``bases`` with all its methods and these class data.

    >>> check = subclass_check("shape", Generic)
    >>> check(5)
    Traceback (most recent call last):
        ...
    drystone.errors.DrystoneError: a shape is registered as a class derived from Generic; got 5
    """

    def check(part: Any) -> Any:
        """The class itself, where it has all that is asked for."""
        if not isclass(part) or not issubclass(part, bases):
            wanted = " or ".join(base.__name__ for base in bases)
            hint = "; give the class, not an object of it" if isinstance(part, bases) else ""
            raise DrystoneError(
                f"{with_article(kind)} is registered as a class derived from {wanted}; got {shown(part)}{hint}"
            )
        if isabstract(part):
            missing = ", ".join(sorted(getattr(part, "__abstractmethods__", ())))
            raise DrystoneError(f"the {kind} {part.__name__} lacks the method(s) {missing}")
        for attribute in texts:
            value = getattr(part, attribute, None)
            if not isinstance(value, str) or not value.strip():
                raise DrystoneError(
                    f"the {kind} {part.__name__} lacks the class attribute {attribute}, a text; got {shown(value)}"
                )
        return part

    return check


def function_check(kind: str, *arguments: str) -> Callable[[Any], Any]:
    """The check of a registry of functions, whose signature can be read; ``arguments``: what they are called with.

    >>> function_check("study", "out", "quick", "progress")(lambda out: None)
    Traceback (most recent call last):
        ...
    drystone.errors.DrystoneError: a study is called as study(out, quick, progress): too many positional arguments
    """

    def check(part: Any) -> Any:
        """The function itself, where it can be called so."""
        if not callable(part):
            raise DrystoneError(f"{with_article(kind)} is registered as a function; got {shown(part)}")
        try:
            if arguments:
                signature(part).bind(*arguments)
            else:
                signature(part)
        except (TypeError, ValueError) as error:
            told = f"{with_article(kind)} is called as {kind}({', '.join(arguments)})"
            raise DrystoneError(f"{told}: {error}") from error
        return part

    return check
