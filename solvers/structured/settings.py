"""Numbers that steer a method: each with its meaning, its unit, its range, and when one would turn it.

A method's numbers are fields of a frozen dataclass, a `Tuning`, or, of the first-order methods, a table of `Setting`.
What halving, doubling and doing without them costs is measured by ``python -m drystone.studies.benchmarks.tuning`` and
stands in docs/tuning.md alone.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from math import inf
from typing import Any, ClassVar, Self, cast

from ...checks import LARGEST_WHOLE, finite_number, whole_number
from ...errors import DrystoneError, UnknownNameError

__all__ = ["Setting", "Tuning", "tuned"]


@dataclass(frozen=True)
class Setting:
    """A number a method takes: its ``default`` and the interval [``least``, ``most``] in which it may sensibly lie.

    ``meaning``: a sentence; ``unit``: what one is, "" of a pure number. ``without``: the values, of this number or of
    several, with which the method does without the rule that they belong to; none where it cannot.
    """

    default: float
    least: float
    most: float
    whole: bool = False
    meaning: str = ""
    unit: str = ""
    without: Mapping[str, float] = field(default_factory=dict)

    def check(self, solver: str, name: str, value: Any) -> float:
        """The value as a number; `DrystoneError` where it is none or lies outside."""
        what = f"setting {name} of {solver}"
        if isinstance(value, float) and value == inf == self.most:
            return inf
        if self.whole:
            return whole_number(value, what, int(self.least), LARGEST_WHOLE if self.most == inf else int(self.most))
        return finite_number(value, what, least=self.least, most=None if self.most == inf else self.most)


def tuned(
    default: float,
    least: float,
    most: float,
    meaning: str,
    *,
    unit: str = "",
    without: Mapping[str, float] | None = None,
) -> Any:
    """A field of a `Tuning`, with what `Setting` says of it; a whole number where its default is an int."""
    setting = Setting(default, least, most, isinstance(default, int), meaning, unit, without or {})
    return field(default=default, metadata={"setting": setting})


@dataclass(frozen=True)
class Tuning:
    """Numbers that steer a method, every field `tuned`, each checked for its range.

    >>> from drystone.solvers.newton.tuning import NewtonTuning
    >>> NewtonTuning(shrink=2.0).shrink
    2.0
    """

    _default: ClassVar["Tuning"]
    owner: ClassVar[str] = ""
    """Name of the method, as in `drystone.list_solvers`."""

    def __post_init__(self) -> None:
        for name, setting in self.settings():
            object.__setattr__(self, name, setting.check(self.owner, name, getattr(self, name)))

    @classmethod
    def settings(cls) -> Iterator[tuple[str, Setting]]:
        """Name and `Setting` of each number."""
        for one in fields(cls):
            yield one.name, one.metadata["setting"]

    @classmethod
    def of(cls, value: Any) -> Self:
        """A tuning as a user may give it: one of this class, the numbers that differ by name, or None for none."""
        if value is None:
            if "_default" not in vars(cls):  # its defaults, checked once
                cls._default = cls()
            return cast("Self", cls._default)
        if isinstance(value, cls):
            return value
        if not isinstance(value, Mapping):
            raise DrystoneError(
                f"tuning of {cls.owner} must be {cls.__name__} or a mapping of numbers by name; got "
                f"{type(value).__name__}"
            )
        known = [name for name, _ in cls.settings()]
        for name in value:
            if name not in known:
                raise UnknownNameError(f"number in the tuning of {cls.owner}", name, known)
        return cls(**value)
