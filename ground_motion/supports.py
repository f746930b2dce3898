"""Motion of several supports: fixed blocks that do not all follow one ground."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..checks import FloatArray, instance_of, options_table
from ..errors import DrystoneError
from ..summary import Facts, Summarised, listed
from .motion import GroundMotion

__all__ = ["OTHERS", "MultiSupportMotion"]

OTHERS = "*"
"""Stands for all fixed blocks that are not named."""


@dataclass(frozen=True, eq=False)
class MultiSupportMotion(Summarised):
    """Ground motions of fixed blocks by their names; "*" is that of all others, which else stand still.

    The motion of "*" is the ground of a run: `Trajectory.ground`, from which displacements are seen.

    >>> import drystone as ds
    >>> wave = ds.GroundMotion.one_sine(1.0, half_period=0.2)
    >>> pier = ds.GroundMotion.one_sine(0.5, half_period=0.2)
    >>> ds.MultiSupportMotion({"*": wave, "pier": pier}).reference is wave
    True
    """

    motions: Mapping[str, GroundMotion]

    def __post_init__(self) -> None:
        given = options_table(self.motions, "motions of the supports")
        if not given:
            raise DrystoneError("motions of the supports must name at least one fixed block, or * for all; got none")
        for name, motion in given.items():
            instance_of(motion, GroundMotion, f"motion of {name!r:.80}")
        object.__setattr__(self, "motions", given)

    @property
    def reference(self) -> GroundMotion | None:
        """The motion of the fixed blocks that are not named; None where they stand still."""
        return self.motions.get(OTHERS)

    @property
    def named(self) -> tuple[str, ...]:
        """The names of the fixed blocks that have a motion of their own."""
        return tuple(name for name in self.motions if name != OTHERS)

    def beyond(self, time: float) -> dict[str, FloatArray]:
        """Displacement (3,) (m) of each of the `named` blocks at ``time`` (s) beyond that of `reference`."""
        ground = 0.0 if self.reference is None else self.reference.displacement_at(time)
        return {name: self.motions[name].displacement_at(time) - ground for name in self.named}

    @classmethod
    def of(cls, motion: Any) -> "tuple[GroundMotion | None, MultiSupportMotion | None]":
        """The ground's motion and those of supports, of what a user gives as the motion of a run."""
        if isinstance(motion, Mapping):
            motion = cls(motion)
        if isinstance(motion, cls):
            return motion.reference, motion
        wanted = "give a mapping of names of fixed blocks for several; GroundMotion.from_file reads a record"
        return (None, None) if motion is None else (instance_of(motion, GroundMotion, "motion", wanted), None)

    def _summary(self) -> Facts:
        yield "of", listed(list(self.motions))
        for name, motion in self.motions.items():
            yield name, f"{motion.duration:.6g} s, at most {motion.pga:.4g} m/s2"
