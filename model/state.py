"""Where the blocks are and how they move at one time."""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from ..checks import FloatArray, IntArray, Shape, finite_array, finite_number, instance_of
from ..errors import DrystoneError
from ..numerics.rotations import rotations
from ..summary import Facts, Summarised, counted
from .assembly import Assembly

__all__ = ["State", "check_modes", "check_state"]


@dataclass(frozen=True, eq=False)
class State(Summarised):
    """Configuration and velocity of all blocks, fixed ones too, in the assembly's order.

    ``position`` (B_all, 3) centroids in m; ``rotation`` (B_all, 3, 3) from the initial orientation to the
    current one; ``velocity`` (B_all, 6) centroid velocity in m/s, then angular velocity in rad/s, both in the
    spatial frame; ``time`` in s. ``deformation`` (B_all, m) (m kg^1/2) and ``deformation_rate`` (B_all, m): amplitudes
    of the modes of blocks that deform (`drystone.model.elastic`), and their rates; m is zero where all are rigid.
    Wrong shapes, NaN and matrices that are no rotations raise DrystoneError.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> start = ds.State.initial(column(2))
    >>> start.position.shape, start.time
    ((3, 3), 0.0)
    """

    position: FloatArray
    rotation: FloatArray
    velocity: FloatArray
    time: float = 0.0
    deformation: FloatArray = None  # type: ignore[assignment]
    deformation_rate: FloatArray = None  # type: ignore[assignment]

    def __post_init__(self) -> None:
        position = finite_array(self.position, (None, 3), "position")
        count = len(position)
        object.__setattr__(self, "position", position)
        object.__setattr__(self, "rotation", rotations(self.rotation, (count, 3, 3), "rotation"))
        object.__setattr__(self, "velocity", finite_array(self.velocity, (count, 6), "velocity"))
        object.__setattr__(self, "time", finite_number(self.time, "time"))
        for name in ("deformation", "deformation_rate"):
            given = np.zeros((count, 0)) if getattr(self, name) is None else getattr(self, name)
            object.__setattr__(self, name, finite_array(given, (count, None), name.replace("_", " ")))

    @classmethod
    def initial(cls, assembly: Assembly, velocity: Any = None) -> "State":
        """Return the state at t = 0: blocks where they were made, at rest or with `velocity`.

        ``velocity``: (B_all, 6) of all blocks, or (B, 6) of the movable ones (m/s, rad/s). A fixed block moves
        with the ground only: a velocity given to one raises DrystoneError.
        """
        instance_of(assembly, Assembly, "assembly")
        count, movable = len(assembly.blocks), len(assembly.movable)
        shapes: list[Shape] = [(count, 6)] if movable == count else [(count, 6), (movable, 6)]
        given = finite_array(np.zeros((count, 6)) if velocity is None else velocity, shapes, "initial velocity")
        if len(given) == movable < count:
            whole = np.zeros((count, 6))
            whole[assembly.movable] = given
            given = whole
        if moving := np.flatnonzero(assembly.fixed & given.any(axis=1)).tolist():
            raise DrystoneError(
                f"block {assembly.names[moving[0]]!r} is fixed and has an initial velocity; "
                "give it zero, or move the ground with a GroundMotion"
            )
        still = np.zeros((count, assembly.elastic.count))
        return cls(assembly.centroid, np.broadcast_to(np.eye(3), (count, 3, 3)), given, 0.0, still, still.copy())

    @classmethod
    def computed(
        cls,
        position: FloatArray,
        rotation: FloatArray,
        velocity: FloatArray,
        time: float,
        deformation: FloatArray,
        deformation_rate: FloatArray,
    ) -> "State":
        """The state of arrays that follow from those of another, not checked again."""
        state = object.__new__(cls)
        values = (position, rotation, velocity, time, deformation, deformation_rate)
        state.__dict__.update(zip(_FIELDS, values, strict=True))
        return state

    def moved(self, position: FloatArray, rotation: FloatArray, velocity: FloatArray, time: float) -> "State":
        """The state elsewhere, deformed as it was, by arrays that follow from its own, not checked again."""
        return State.computed(position, rotation, velocity, time, self.deformation, self.deformation_rate)

    @property
    def renewed(self) -> "State":
        """The same state as the start of another run, at time zero: for a motion that begins when blocks have come to
        rest, for example.
        """
        return State.computed(self.position, self.rotation, self.velocity, 0.0, self.deformation, self.deformation_rate)

    def deformed(self, mean: FloatArray, dt: float, theta: float) -> "State":
        """The state after a step of ``dt`` (s) in which modes have the ``mean`` rate (B_all, m), that of the theta
        method: theta of the rate at its end and 1 - theta of that at its start.
        """
        rate = (mean - (1.0 - theta) * self.deformation_rate) / theta
        deformation = self.deformation + dt * mean
        return State.computed(self.position, self.rotation, self.velocity, self.time, deformation, rate)

    def motion(self, blocks: IntArray, dofs: int) -> FloatArray:
        """Velocities (B, ``dofs``) of these ``blocks`` (B,): of the rigid body, then those of its modes."""
        if dofs == 6:
            return self.velocity[blocks]
        return np.concatenate([self.velocity[blocks], self.deformation_rate[blocks]], axis=1)

    def with_velocity(self, velocity: FloatArray) -> "State":
        """The state with other velocities (B_all, 6) that follow from its own, not checked again."""
        return self.moved(self.position, self.rotation, velocity, self.time)

    def _summary(self) -> Facts:
        speed, spin = (
            np.linalg.norm(part, axis=1).max(initial=0.0) for part in (self.velocity[:, :3], self.velocity[:, 3:])
        )
        yield "", f"of {counted(len(self.position), 'block')}"
        yield "time", f"{self.time:.6g} s"
        yield "fastest centroid", f"{speed:.4g} m/s"
        yield "fastest turn", f"{spin:.4g} rad/s"


_FIELDS = tuple(one.name for one in fields(State))


def check_state(state: Any, assembly: Any) -> None:
    """DrystoneError where these are no State and no Assembly, or do not belong together."""
    instance_of(assembly, Assembly, "assembly")
    instance_of(state, State, "state")
    if len(state.position) != len(assembly.blocks):
        raise DrystoneError(
            f"the state is one of {counted(len(state.position), 'block')}, the assembly has {len(assembly.blocks)}; "
            "give a state of this assembly"
        )
    if state.deformation.shape[1] != assembly.elastic.count:
        raise DrystoneError(
            f"the state has {state.deformation.shape[1]} modes a block, the assembly {assembly.elastic.count}; give a "
            "state of this assembly"
        )


def check_modes(state: State, assembly: Assembly) -> None:
    """DrystoneError where a state has amplitudes or rates of modes that a block does not have."""
    absent = assembly.elastic.frequency == 0.0
    for name in ("deformation", "deformation_rate"):
        beyond = np.argwhere(absent & (getattr(state, name) != 0.0))
        if len(beyond):
            block, mode = beyond[0]
            own, what = np.count_nonzero(~absent[block]), name.replace("_", " ")
            raise DrystoneError(
                f"the state has a {what} of mode {mode} of block {assembly.names[block]!r}, which has {own} modes "
                "(rigid and fixed blocks none); give zero for it"
            )
