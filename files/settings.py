"""How a scene is run when nothing else is said."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..errors import DrystoneError
from ..summary import Summarised

__all__ = ["RunSettings"]


@dataclass(frozen=True)
class RunSettings(Summarised, inline=True):
    """Arguments of `drystone.simulate` that a scene file's [run] sets.

    ``duration``, ``dt`` in s; ``record_every`` in steps; names as in `drystone.list_formulations` and
    `drystone.list_solvers`. Wrong types and numbers that are not positive raise DrystoneError; names are checked by
    `simulate`.
    """

    duration: float = 1.0
    dt: float = 1e-3
    formulation: str = "nodargi-bisegna"
    form: str = "kinematic"
    solver: str = "auto"
    record_every: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("duration", "dt"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < float("inf"):
                raise DrystoneError(f"{name} is {value!r}; it must be a positive number (s)")
        for name in ("formulation", "form", "solver"):
            if not isinstance(getattr(self, name), str):
                raise DrystoneError(f"{name} is {getattr(self, name)!r}; it must be a name in quotes")
        every = self.record_every
        if isinstance(every, bool) or not isinstance(every, int) or every < 1:
            raise DrystoneError(f"record_every is {every!r}; it must be a whole number, at least 1")
        if not isinstance(self.options, Mapping):
            raise DrystoneError(f"options is {self.options!r}; it must be a table of names and values")

    def changed(self, **settings: Any) -> "RunSettings":
        """The same settings with these in their place; options are added to those there are."""
        if isinstance(settings.get("options"), Mapping):
            settings["options"] = {**self.options, **settings["options"]}
        return replace(self, **settings)
