"""How a scene is run when nothing else is said."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..checks import options_table, positive_number, text, whole_number
from ..summary import Summarised

__all__ = ["RunSettings"]


@dataclass(frozen=True)
class RunSettings(Summarised, inline=True):
    """Arguments of `drystone.simulate` that a scene file's [run] sets.

    ``duration``, ``dt`` in s; ``record_every`` in steps; names as in `drystone.list_formulations`,
    `drystone.list_solvers` and `drystone.list_integrators`. Wrong types and numbers that are not positive raise
    DrystoneError; names are checked by `simulate`.
    """

    duration: float = 1.0
    dt: float = 1e-3
    formulation: str = "nodargi-bisegna"
    form: str = "kinematic"
    solver: str = "auto"
    integrator: str = "mid-point"
    record_every: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("duration", "dt"):
            object.__setattr__(self, name, positive_number(getattr(self, name), f"{name} (s)"))
        for name in ("formulation", "form", "solver", "integrator"):
            text(getattr(self, name), name, empty=False)
        object.__setattr__(self, "record_every", whole_number(self.record_every, "record_every"))
        options_table(self.options, "options")

    def changed(self, **settings: Any) -> "RunSettings":
        """The same settings with these in their place; options are added to those there are."""
        if isinstance(settings.get("options"), Mapping):
            settings["options"] = {**self.options, **settings["options"]}
        return replace(self, **settings)
