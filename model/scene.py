"""What acts on an assembly in a run: gravity, loads, the moving ground and settlements, checked once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..checks import finite_array, instance_of
from ..errors import DrystoneError
from ..ground_motion import GroundMotion, MultiSupportMotion
from ..numerics.rotations import rotation_vector
from ..summary import Summarised
from .assembly import Assembly
from .digest import digest
from .gravity import ONE_G
from .loads import Load, Loads
from .settlement import Settlement, read_settlements, settled
from .state import State

__all__ = ["Scene"]

Array = NDArray[np.float64]

REST = np.zeros(3)
JUMP = 1e-4
"""How far from its place a fixed block may start, in lengths of the assembly. With less, states are refused that runs
with longer steps end in; with more, the ground jumps by so much in the first step."""


PARTING = 1e-9
"""Speed (m/s) up to which supports stand still among each other when their motions have ended: records that are brought
to rest leave 1e-17. A larger one would let pass an arch whose abutments part by a millimetre in a day."""


@dataclass(frozen=True, eq=False)
class Scene(Summarised):
    """An assembly and what acts on it. ``gravity`` (3,) (m/s2); ``motion``: of all fixed blocks but those of
    ``supports``, which have their own; ``settlements``: of some of them, on top of it.
    """

    assembly: Assembly
    gravity: Array
    loads: Loads
    motion: GroundMotion | None
    settlements: tuple[Settlement, ...] = ()
    supports: MultiSupportMotion | None = None

    @classmethod
    def of(
        cls,
        assembly: Assembly,
        gravity: ArrayLike,
        loads: Loads | Load | Sequence[Load] | None,
        motion: GroundMotion | MultiSupportMotion | Mapping[str, GroundMotion] | None,
        settlements: Settlement | Sequence[Settlement] | None = None,
    ) -> "Scene":
        """Check what the user gave."""
        instance_of(assembly, Assembly, "assembly")
        if not len(assembly.movable):
            raise DrystoneError("all blocks are fixed; at least one must be movable")
        direction = finite_array(gravity, (3,), "gravity (m/s2)")
        ground, supports = MultiSupportMotion.of(motion)
        if motion is not None:
            assembly.require_fixed("a ground motion")
        if supports is not None:
            _check_supports(supports, assembly)
            ground, supports = _as_one(supports, assembly)
        read = Loads.of(loads)
        read.resultant(assembly, State.initial(assembly), 0.0)  # unknown block names are found now
        return cls(assembly, direction, read, ground, read_settlements(settlements, assembly), supports)

    @cached_property
    def digest(self) -> str:
        """A hash of the assembly and of what acts on it: functions of time by their names alone."""
        own = () if self.supports is None else (self.supports,)
        return digest(self.assembly.digest, self.gravity, self.motion, self.settlements, self.loads, *own)

    @property
    def motions(self) -> tuple[GroundMotion, ...]:
        """All motions of fixed blocks."""
        if self.supports is not None:
            return tuple(self.supports.motions.values())
        return () if self.motion is None else (self.motion,)

    @cached_property
    def acts_until(self) -> float:
        """Time (s) after which nothing changes any more; inf for loads that may, and for supports that move apart."""
        if not all(load.steady for load in self.loads.items):
            return float("inf")
        ends = [one.start + one.duration for one in self.settlements]
        last = max([0.0, *ends, *(motion.duration for motion in self.motions)])
        if self.supports is not None:
            each = _of_blocks(self.supports, self.assembly)
            moving = np.array([REST if motion is None else motion.velocity_at(last) for motion in each])
            if np.max(np.ptp(moving, axis=0)) > PARTING:
                return float("inf")
        return last

    def weight(self) -> Array:
        """Gravity force of all blocks (B_all, 6) (N), zero on fixed ones."""
        force = np.zeros((len(self.assembly.mass), 6))
        force[:, :3] = np.where(self.assembly.fixed, 0.0, self.assembly.mass)[:, None] * self.gravity
        return force

    def load(self, state: State, dt: float) -> Array:
        """Force and moment of the loads at the middle of the step (B_all, 6) (N, N m)."""
        return self.loads.resultant(self.assembly, state, state.time + 0.5 * dt)

    def load_on_modes(self, state: State, time: float) -> Array:
        """Generalised forces (B_all, m) of the loads on the modes of blocks that deform (N kg^-1/2)."""
        return self.loads.on_modes(self.assembly, state, time)

    def first_moments(self, state: State, time: float) -> Array:
        """First moments (B_all, 3, 3) (N m) of the loads, see `Loads.first_moments`."""
        return self.loads.first_moments(self.assembly, state, time)

    def ground(self, time: float) -> Array:
        """Displacement of the ground (3,) (m)."""
        return REST if self.motion is None else self.motion.displacement_at(time)

    def ground_in(self, state: State, dt: float) -> tuple[Array, Array]:
        """Displacement (m) and velocity (m/s) of the ground, (3,) each, that fixed blocks have after a step of ``dt``.

        The mean over those that nothing but the ground moves: at the ends of steps each is off its motion by its own
        acceleration. Where there are none, over all of them, settlements and own motions of supports apart.
        """
        if self.motion is None:
            return REST, REST
        riding = self._riding
        fixed = riding if riding.any() else self.assembly.fixed
        displaced, velocity = state.position[fixed] - self.assembly.centroid[fixed], state.velocity[fixed, :3]
        if not riding.any():
            now, before = (self._apart(t)[0][fixed] for t in (state.time, state.time - dt))
            displaced, velocity = displaced - now, velocity - (now - before) / dt
        return displaced.sum(axis=0) / len(displaced), velocity.sum(axis=0) / len(velocity)

    def riding(self, state: State, dt: float) -> State:
        """The state with fixed blocks given the velocity that takes them along with the ground and the settlements."""
        if self.motion is None and not self._parts:
            return state
        fixed, velocity = self.assembly.fixed, state.velocity.copy()
        ahead, turn = self._ahead(state, state.time + dt)
        velocity[fixed, :3] = ahead / dt
        if turn is not None:
            velocity[fixed, 3:] = turn / dt
        return state.with_velocity(velocity)

    def check_start(self, state: State, dt: float) -> None:
        """DrystoneError where the fixed blocks are not where motion and settlements have them at the time of a start:
        they would jump there within the first step, of ``dt`` (s). Steps from middle to middle leave them less
        than dt^2 times their acceleration away, dt being that of the steps before the start, or ``dt``, if it is more.
        """
        if self.motion is None and not self._parts:
            return
        ahead, turn = self._ahead(state, state.time)
        jump = np.linalg.norm(ahead, axis=1)
        if turn is not None:
            jump += self.assembly.length * np.linalg.norm(turn, axis=1)
        worst = int(np.argmax(jump))
        greatest = [motion.pga for motion in self.motions]
        greatest += [_greatest_acceleration(one, self.assembly.length) for one in self.settlements]
        lag = dt * dt * sum(greatest)
        if jump[worst] > JUMP * self.assembly.length + lag:
            raise DrystoneError(
                f"fixed block {self.assembly.names[np.flatnonzero(self.assembly.fixed)[worst]]!r} starts "
                f"{jump[worst]:.3g} m from where the motion and the settlements have it at {state.time:.6g} s, the "
                "time of the start, and would jump there within the first step. Give `renewed` of the checkpoint or "
                "state to begin the motion at time zero, after another motion that was `brought_to_rest`"
            )

    def stopped(self, state: State, dt: float) -> State:
        """The state with the fixed blocks at rest where nothing moves them in a run that starts from it.

        DrystoneError where they are faster than motions of up to 1 g that have ended leave them, by steps of ``dt``
        (s): the stop would be a blow.
        """
        if self.motion is not None or self._parts or not np.any(state.velocity[self.assembly.fixed]):
            return state
        speed = np.linalg.norm(state.velocity[:, :3], axis=1)
        speed = (speed + self.assembly.length * np.linalg.norm(state.velocity[:, 3:], axis=1)) * self.assembly.fixed
        worst = int(np.argmax(speed))
        if speed[worst] > ONE_G * dt:
            raise DrystoneError(
                f"fixed block {self.assembly.names[worst]!r} moves at {speed[worst]:.3g} m/s at the start, and nothing "
                "moves it in this run: it would stop at once. Give the motion or settlement under which it moved, or "
                "start from a state in which it rests"
            )
        return state.with_velocity(np.where(self.assembly.fixed[:, None], 0.0, state.velocity))

    def _ahead(self, state: State, time: float) -> tuple[Array, Array | None]:
        """How far the fixed blocks (F, 3) (m) have to go, and turn (rad), to be where they are to be at a time (s)."""
        fixed = self.assembly.fixed
        target, turn = self.assembly.centroid + self.ground(time), None
        if self._parts:
            displacement, rotation = self._apart(time)
            target += displacement
            turn = rotation_vector(rotation[fixed] @ np.swapaxes(state.rotation[fixed], 1, 2))
        return (target - state.position)[fixed], turn

    @property
    def _parts(self) -> bool:
        """Whether some fixed blocks move apart from the ground."""
        return bool(self.settlements) or self.supports is not None

    @cached_property
    def _riding(self) -> NDArray[np.bool_]:
        """Which blocks (B_all,) are fixed and have neither settlements nor a motion of their own."""
        riding = self.assembly.fixed.copy()
        own = () if self.supports is None else self.supports.named
        for name in (*own, *(name for one in self.settlements for name in one.blocks)):
            riding[self.assembly.index_of(name)] = False
        return riding

    def _apart(self, time: float) -> tuple[Array, Array]:
        """Displacements (B_all, 3) (m) and rotations (B_all, 3, 3) of fixed blocks beyond those of the ground."""
        displacement, rotation = settled(self.settlements, self.assembly, time)
        if self.supports is not None:
            for name, moved in self.supports.beyond(time).items():
                displacement[self.assembly.index_of(name)] += moved
        return displacement, rotation


def _of_blocks(supports: MultiSupportMotion, assembly: Assembly) -> list[GroundMotion | None]:
    """The motion of each fixed block, None for those that stand still."""
    return [supports.motions.get(name, supports.reference) for name in compress(assembly.names, assembly.fixed)]


def _as_one(supports: MultiSupportMotion, assembly: Assembly) -> tuple[GroundMotion | None, MultiSupportMotion | None]:
    """The ground's motion and those of supports: of the ground alone where all fixed blocks have the same one."""
    first, *others = _of_blocks(supports, assembly)
    alike = first is not None and all(motion is first for motion in others)
    return (first, None) if alike else (supports.reference, supports)


def _greatest_acceleration(settlement: Settlement, length: float) -> float:
    """pi^2/2 displacement/duration^2 (m/s2), at a ``length`` (m) from the centroid where the block turns."""
    turn = 0.0 if settlement.rotation is None else float(np.linalg.norm(settlement.rotation))
    way = float(np.linalg.norm(settlement.displacement)) + length * turn
    return 0.5 * np.pi**2 * way / settlement.duration**2


def _check_supports(supports: MultiSupportMotion, assembly: Assembly) -> None:
    """DrystoneError for a name that is no fixed block of the assembly."""
    for name in supports.named:
        if not assembly.fixed[assembly.index_of(name)]:
            raise DrystoneError(f"block {name!r} is given a ground motion and is movable; make it one with fixed=True")
