"""Options of a run, checked in one place."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from ..errors import DrystoneError, UnknownNameError
from ..formulations import Formulation, get_formulation

__all__ = ["Options", "read_options"]


@dataclass(frozen=True)
class Options:
    """What `simulate` lets its user set beyond the contract's arguments.

    ``newton_iterations``: most quasi-Newton iterations of a step where the formulation has them (1: the paper's
    choice). ``newton_tolerance``: change of the velocities, relative to the largest, at which they stop.
    ``collision``: "clipping" or "sphere-swept". ``margin``: detection distance at rest (m), None for 1e-3 of the
    assembly's length. ``overlap_tolerance``: largest initial overlap (m), None for 1e-4 of the assembly's length.
    ``subdivisions``: how often a step whose certificate fails is halved before the run stops.
    ``record_contacts``: keep contacts and impulses of every recorded step.
    """

    newton_iterations: int = 1
    newton_tolerance: float = 1e-12
    collision: str = "clipping"
    margin: float | None = None
    overlap_tolerance: float | None = None
    subdivisions: int = 4
    record_contacts: bool = True

    def __post_init__(self) -> None:
        _require("newton_iterations", self.newton_iterations, self.newton_iterations >= 1, "at least 1")
        _require("newton_tolerance", self.newton_tolerance, self.newton_tolerance > 0, "positive")
        _require("subdivisions", self.subdivisions, self.subdivisions >= 0, "at least 0")
        for name in ("margin", "overlap_tolerance"):
            value = getattr(self, name)
            _require(name, value, value is None or (np.isfinite(value) and value > 0), "a positive length (m)")
        if self.collision not in ("clipping", "sphere-swept"):
            raise UnknownNameError("collision method", self.collision, ("clipping", "sphere-swept"))


def read_options(formulation: str | Formulation, given: Mapping[str, Any] | None) -> tuple[Formulation, Options]:
    """The formulation with its own options, and the options of the run."""
    names = {f.name for f in fields(Options)}
    given = dict(given or {})
    own = {key: value for key, value in given.items() if key in names}
    rest = {key: value for key, value in given.items() if key not in names}
    built = get_formulation(formulation)
    for key in rest:
        if key not in built.options:
            raise UnknownNameError("option", key, names | set(built.options))
    chosen = get_formulation(built.name, **rest) if rest else built
    return chosen, Options(**own)


def _require(name: str, value: object, holds: bool, allowed: str) -> None:
    if not holds:
        raise DrystoneError(f"option {name} is {value!r}; it must be {allowed}")
