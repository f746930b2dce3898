"""Options of a run, checked in one place."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from ..collision.detect import METHODS
from ..errors import DrystoneError, UnknownNameError
from ..formulations import Formulation, get_formulation
from ..summary import Summarised
from .quasi_static import QUASI_STATIC

__all__ = ["Options", "read_options"]


@dataclass(frozen=True)
class Options(Summarised, inline=True):
    """What `simulate` lets its user set beyond the contract's arguments.

    ``newton_iterations``: most quasi-Newton iterations of a step where the formulation has them (1: the paper's
    choice). ``newton_tolerance``: work of the angular momentum out of balance, over the kinetic energy, at which they
    stop; most steps need one, blocks that hit something while they turn fast need more.
    ``collision``: "clipping" or "sphere-swept". ``margin``: detection distance at rest (m), None for 1e-3 of the
    assembly's length. ``overlap_tolerance``: largest initial overlap (m), None for 1e-4 of the assembly's length.
    ``subdivisions``: how often a step whose certificate fails is halved before the run stops.
    ``quasi_static``: None for dynamics, or "velocity-reset", "large-steps", "rigid-modes", ways to follow equilibria
    without inertia, see `drystone.integrators.quasi_static`.
    ``record_contacts``: keep contacts and impulses of every recorded step.
    """

    newton_iterations: int = 10
    newton_tolerance: float = 1e-4
    collision: str = "clipping"
    margin: float | None = None
    overlap_tolerance: float | None = None
    subdivisions: int = 4
    record_contacts: bool = True
    quasi_static: str | None = None

    def __post_init__(self) -> None:
        for name, least in (("newton_iterations", 1), ("subdivisions", 0)):
            value = getattr(self, name)
            whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
            _require(name, value, whole and value >= least, f"a whole number, at least {least}")
        _require("newton_tolerance", self.newton_tolerance, _positive(self.newton_tolerance), "a positive number")
        for name in ("margin", "overlap_tolerance"):
            value = getattr(self, name)
            _require(name, value, value is None or _positive(value), "a positive length (m) or None")
        _require("record_contacts", self.record_contacts, isinstance(self.record_contacts, bool), "True or False")
        if self.collision not in METHODS:
            raise UnknownNameError("collision method", self.collision, METHODS)
        if self.quasi_static is not None and self.quasi_static not in QUASI_STATIC:
            raise UnknownNameError("way of quasi_static", self.quasi_static, [*QUASI_STATIC, "None"])


def read_options(formulation: str | Formulation, given: Mapping[str, Any] | None) -> tuple[Formulation, Options]:
    """The formulation with its own options, and the options of the run."""
    names = {f.name for f in fields(Options)}
    if given is not None and not isinstance(given, Mapping):
        raise DrystoneError(f"options is a {type(given).__name__}; give a mapping of names to values")
    given = dict(given or {})
    own = {key: value for key, value in given.items() if key in names}
    rest = {key: value for key, value in given.items() if key not in names}
    built = get_formulation(formulation)
    for key in rest:
        if key not in built.options:
            raise UnknownNameError("option", key, names | set(built.options))
    return built.with_options(**rest), Options(**own)


def _positive(value: object) -> bool:
    return isinstance(value, (int, float, np.number)) and bool(np.isfinite(value)) and bool(value > 0)


def _require(name: str, value: object, holds: bool, allowed: str) -> None:
    if not holds:
        raise DrystoneError(f"option {name} is {value!r}; it must be {allowed}")
