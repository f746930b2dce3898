"""What became of a structure in a run: it stood, it moved, it lost blocks, or it collapsed; by what, how surely."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..checks import finite_number, options_table, whole_number
from ..collision import detect
from ..errors import DrystoneError, UnknownNameError
from ..model import Assembly, State
from ..summary import Facts, Summarised, counted, listed

__all__ = ["VERDICT_UNITS", "Criteria", "Verdict", "Watch", "judge", "read_criteria"]

Array = NDArray[np.float64]

VERDICT_UNITS = {
    "time": "s", "collapse_time": "s", "potential_drop": "1", "displacement": "m", "residual_displacement": "m",
    "residual_drift": "1", "opening": "m", "slip": "m", "fallen": "1", "first_fallen": "s",
}  # fmt: skip
"""Units of the numbers of `Verdict.as_row`."""
STATES = ("stood", "moved", "lost blocks", "collapsed")
SLOW = 1e-4
"""Speed below which a block is at rest, over that of a fall through the height of the structure, sqrt(g H)."""
LASTING = 1.0
"""Time for which all blocks have to be at rest before a structure is, over sqrt(H / g): a rocking block is slower than
SLOW at the end of a swing, for much less than that unless it is about to stay on its edge."""


@dataclass(frozen=True)
class Criteria(Summarised, inline=True):
    """What counts as what.

    ``potential_drop``: share of the potential energy, measured from the lowest point of the movable blocks, that a
    structure has lost when it has collapsed (Nodargi and Bisegna 2024, section 4.5.2: 0.2). ``displacement`` (m, from
    the ground) of any block, and ``fallen``, a number of blocks, at which it has as well; None where they do not count.
    ``moved``: share of the height of the structure by which a block is displaced where it has moved.

    A block has fallen when it has dropped by more than half its height. One that falls off the ground has lost the
    potential energy it had, no more; once it is below everything fixed it need not come to rest, and its displacement
    counts no more.
    """

    potential_drop: float = 0.2
    displacement: float | None = None
    fallen: int | None = None
    moved: float = 2.5e-4

    def __post_init__(self) -> None:
        checked: dict[str, Any] = {
            "potential_drop": finite_number(self.potential_drop, "potential_drop", above=0.0, below=1.0),
            "moved": finite_number(self.moved, "moved (share of the height)", above=0.0),
        }
        if self.displacement is not None:
            checked["displacement"] = finite_number(self.displacement, "displacement (m)", above=0.0)
        if self.fallen is not None:
            checked["fallen"] = whole_number(self.fallen, "fallen (number of blocks)")
        for name, value in checked.items():
            object.__setattr__(self, name, value)


@dataclass(frozen=True)
class Verdict(Summarised):
    """What became of a structure. Displacements are seen from the ground.

    ``state``: "collapsed", "lost blocks", "moved" or "stood", the worst that holds. ``certain``: whether a longer run
    could not change it, and ``reason`` why or why not. ``time``: up to which it is judged (s). ``collapse_time`` (s):
    of the first recorded state in which it had collapsed, NaN where it has not, and ``criterion``: by which measure.
    ``potential_drop``: largest share of the potential energy lost at any time. ``displacement`` (m): the largest, of
    ``block``, at any time; ``residual_displacement`` (m) of ``residual_block`` and ``residual_drift`` (largest
    horizontal displacement over the height of the structure): at the end. ``opening``, ``slip`` (m): widest opening and
    largest slip at the end of what touched at the start; ``joint``: where it has opened most. ``fallen``: blocks that
    have fallen, with the time (s) of the first recorded state in which they had.
    """

    state: str
    certain: bool
    reason: str
    time: float
    collapse_time: float
    criterion: str
    potential_drop: float
    displacement: float
    block: str
    residual_displacement: float
    residual_block: str
    residual_drift: float
    opening: float
    slip: float
    joint: tuple[str, str] | None
    fallen: tuple[tuple[str, float], ...]

    @property
    def collapsed(self) -> bool:
        """Whether the structure has collapsed."""
        return self.state == "collapsed"

    def as_row(self) -> dict[str, float | bool | str]:
        """The verdict as plain values by name, for a row of a table (docs/tables.md): ``fallen`` is then the number of
        blocks, and ``first_fallen`` (s) the time of the first, NaN for none.
        """
        row: dict[str, Any] = {field.name: getattr(self, field.name) for field in fields(self)}
        row |= {"collapsed": self.collapsed, "joint": " - ".join(self.joint or ()), "fallen": len(self.fallen)}
        return row | {"first_fallen": min((time for _, time in self.fallen), default=float("nan"))}

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """The verdict in words: labels and texts; the first, without a label, is the verdict itself."""
        return tuple(self._summary())

    def _summary(self) -> Facts:
        yield "", f"{self.state}{'' if self.certain else ' (not certain)'} after {self.time:.6g} s: {self.reason}"
        if self.collapsed:
            yield "collapsed", f"at {self.collapse_time:.6g} s, {self.criterion}"
        yield "potential energy", f"down by {100 * self.potential_drop:.3g} % at most"
        yield "displacement", f"{self.displacement:.4g} m at most, {self.block}"
        yield (
            "at the end",
            f"{self.residual_displacement:.4g} m, {self.residual_block}; drift {self.residual_drift:.3g}",
        )
        where = "" if self.joint is None else f" between {self.joint[0]} and {self.joint[1]}"
        yield "joints", f"open by {self.opening:.4g} m at most{where}, slipped by {self.slip:.4g} m at the end"
        when = [f"{name} at {time:.4g} s" for name, time in self.fallen]
        yield "fallen", f"{counted(len(when), 'block')}{': ' if when else ''}{listed(when)}"


class History(Protocol):
    """What of a trajectory is judged; see there."""

    @property
    def time(self) -> Array: ...
    @property
    def position(self) -> Array: ...
    @property
    def rotation(self) -> Array: ...
    @property
    def velocity(self) -> Array: ...
    @property
    def ground(self) -> Array: ...
    @property
    def ground_velocity(self) -> Array: ...
    @property
    def gravity(self) -> Array: ...
    @property
    def acts_until(self) -> float: ...
    @property
    def complete(self) -> bool: ...
    @property
    def at_rest(self) -> bool: ...


class Watch:
    """Follows the states of a run, and knows when its verdict is certain."""

    def __init__(self, assembly: Assembly, gravity: Array, acts_until: float, criteria: Criteria) -> None:
        """``gravity`` (3,) (m/s2); ``acts_until`` (s): when ground motion, settlements and loads have ended."""
        self.assembly, self.criteria, self._acts_until = assembly, criteria, acts_until
        self._movable = assembly.movable
        size = float(np.linalg.norm(gravity))
        self.up = -gravity / size if size else np.zeros(3)
        corners = [np.concatenate([piece.vertices for piece in assembly.blocks[i].pieces]) for i in self._movable]
        levels = [points @ self.up for points in corners]
        self._extent = np.array([np.ptp(level) for level in levels])
        base = min(float(level.min()) for level in levels)
        self.height = max(float(level.max()) for level in levels) - base
        arms = [points - assembly.centroid[i] for points, i in zip(corners, self._movable, strict=True)]
        self._radius = np.array([float(np.linalg.norm(arm, axis=1).max()) for arm in arms])
        self._level = assembly.centroid[self._movable] @ self.up
        self._above = self._level - base
        self._whole = float(np.sum(assembly.mass[self._movable] * self._above))
        fixed = [piece for i in np.flatnonzero(assembly.fixed) for piece in assembly.blocks[i].pieces]
        self._floor = min((float((piece.vertices @ self.up).min()) for piece in fixed), default=-np.inf)
        self._slow, self._lasting = (
            SLOW * np.sqrt(size * self.height),
            LASTING * np.sqrt(self.height / max(size, 1e-300)),
        )
        self._time, self._rest_since = 0.0, np.inf

    def moved(self, position: Array, ground: Array) -> Array:
        """Displacements (B, 3) (m) of the movable blocks, seen from the ground, at ``position`` (B_all, 3)."""
        return (position - self.assembly.centroid - ground)[self._movable]

    def drop(self, moved: Array) -> float:
        """Share of the potential energy lost, by no block more than it had; zero without gravity."""
        lost = float(np.sum(self.assembly.mass[self._movable] * np.minimum(-(moved @ self.up), self._above)))
        return lost / self._whole if self._whole > 0.0 else 0.0

    def fallen(self, moved: Array) -> NDArray[np.bool_]:
        """(B,) which blocks have dropped by more than half their height."""
        return -(moved @ self.up) > 0.5 * self._extent if np.any(self.up) else np.zeros(len(moved), np.bool_)

    def collapse(self, moved: Array) -> str:
        """The criterion by which the structure has collapsed, in words; empty where it has not."""
        criteria, drop = self.criteria, self.drop(moved)
        if drop >= criteria.potential_drop:
            return f"potential energy down by {100 * criteria.potential_drop:.3g} %"
        if criteria.displacement is not None and np.linalg.norm(moved, axis=1).max() >= criteria.displacement:
            return f"a block displaced by {criteria.displacement:.4g} m"
        if criteria.fallen is not None and np.count_nonzero(self.fallen(moved)) >= criteria.fallen:
            return f"{counted(criteria.fallen, 'block')} fallen"
        return ""

    def speed(self, moved: Array, velocity: Array, ground_velocity: Array) -> float:
        """Largest speed of a point of a movable block, seen from the ground, at most (m/s); ``velocity`` (B_all, 6).

        Blocks that are `off` fall for ever, touch nothing of the structure, and do not count.
        """
        v = velocity[self._movable]
        turning = np.linalg.norm(v[:, 3:], axis=1) * self._radius
        speeds = np.linalg.norm(v[:, :3] - ground_velocity, axis=1) + turning
        return float(np.max(speeds[~self.off(moved)], initial=0.0))

    def off(self, moved: Array) -> NDArray[np.bool_]:
        """(B,) which blocks are below all fixed ones, having fallen off the ground."""
        return self._level + moved @ self.up + self._radius < self._floor

    @property
    def at_rest(self) -> bool:
        """Whether at the last state given all blocks had been at rest long enough, and nothing acted any more."""
        return self._time - self._rest_since >= self._lasting

    def certain(self, state: State, ground: Array, ground_velocity: Array) -> bool:
        """Whether the run can end here: the structure has collapsed, or is at rest and nothing acts any more.

        ``ground`` (3,) (m), ``ground_velocity`` (3,) (m/s). The states of a run are given one after the other.
        """
        self._time = state.time
        moved = self.moved(state.position, ground)
        if state.time < self._acts_until or self.speed(moved, state.velocity, ground_velocity) > self._slow:
            self._rest_since = np.inf
        else:
            self._rest_since = min(self._rest_since, state.time)
        return self.at_rest or bool(self.collapse(moved))


def read_criteria(given: Criteria | Mapping[str, Any] | None) -> Criteria:
    """Criteria, from their names and values where they are a mapping; the usual ones for None."""
    if isinstance(given, Criteria):
        return given
    names = [field.name for field in fields(Criteria)]
    table = options_table(given, "criteria")
    for key in table:
        if key not in names:
            raise UnknownNameError("criterion", key, names)
    return Criteria(**table)


def judge(history: History, assembly: Assembly | None, criteria: Criteria | Mapping[str, Any] | None) -> Verdict:
    """The verdict on a history; DrystoneError where its assembly is not known."""
    if assembly is None:
        raise DrystoneError("a verdict needs the assembly of the run; this trajectory was stored without it")
    watch = Watch(assembly, history.gravity, history.acts_until, read_criteria(criteria))
    names = [assembly.names[i] for i in assembly.movable]
    fall = np.full(len(names), np.nan)
    collapse_time, criterion, drop, largest = np.nan, "", 0.0, (0.0, names[0])
    for k, time in enumerate(history.time.tolist()):
        moved = watch.moved(history.position[k], history.ground[k])
        here = ~watch.off(moved)
        far = np.where(here, np.linalg.norm(moved, axis=1), 0.0)
        drop, largest = max(drop, watch.drop(moved)), max(largest, (float(far.max()), names[int(np.argmax(far))]))
        fall = np.where(np.isnan(fall) & watch.fallen(moved), time, fall)
        if not criterion and (met := watch.collapse(moved)):
            collapse_time, criterion = time, met
    stays = far > watch.criteria.moved * watch.height
    gone = ~np.isnan(fall)
    state = STATES[3 if criterion else 2 if gone.any() else 1 if stays.any() else 0]
    certain, reason = _certainty(history, watch, bool(criterion))
    opening, slip, joint = _joints(assembly, history.position[-1], history.rotation[-1])
    horizontal = here * np.linalg.norm(moved - np.outer(moved @ watch.up, watch.up), axis=1)
    return Verdict(
        state=state, certain=certain, reason=reason, time=time, collapse_time=collapse_time, criterion=criterion,
        potential_drop=drop, displacement=largest[0], block=largest[1], residual_displacement=float(far.max()),
        residual_block=names[int(np.argmax(far))], residual_drift=float(horizontal.max()) / watch.height,
        opening=opening, slip=slip, joint=joint,
        fallen=tuple(sorted(((names[i], float(fall[i])) for i in np.flatnonzero(gone)), key=lambda one: one[1])),
    )  # fmt: skip


def _certainty(history: History, watch: Watch, collapsed: bool) -> tuple[bool, str]:
    """Whether a longer run could not change the verdict, and why."""
    end = float(history.time[-1])
    if collapsed:
        return True, "what has fallen does not rise"
    if history.at_rest:
        return True, "all blocks are at rest and nothing acts on them any more"
    if not history.complete:
        return False, "the run was stopped before its end"
    if end < history.acts_until:
        until = (
            f"until {history.acts_until:.6g} s" if np.isfinite(history.acts_until) else "for ever, as loads may change"
        )
        return False, f"ground, settlements or loads act {until}"
    moved = watch.moved(history.position[-1], history.ground[-1])
    speed = watch.speed(moved, history.velocity[-1], history.ground_velocity[-1])
    return False, f"blocks have not been at rest long enough (up to {speed:.3g} m/s at the end); take a longer duration"


def _joints(assembly: Assembly, position: Array, rotation: Array) -> tuple[float, float, tuple[str, str] | None]:
    """Widest opening and largest slip (m) of what touched at the start, and the pair that has opened most."""
    contacts = detect(assembly, State.initial(assembly))
    if not contacts.count:
        return 0.0, 0.0, None
    a, b = contacts.blocks.T
    point = contacts.midpoint
    carried = [position[i] + np.einsum("cij,cj->ci", rotation[i], point - assembly.centroid[i]) for i in (a, b)]
    apart = carried[1] - carried[0]
    normal = np.einsum("cij,cj->ci", rotation[a], contacts.normal)
    opening = np.einsum("ci,ci->c", apart, normal)
    slip = np.linalg.norm(apart - opening[:, None] * normal, axis=1)
    most = int(np.argmax(opening))
    pair = assembly.names[a[most]], assembly.names[b[most]]
    return max(float(opening[most]), 0.0), float(slip.max()), pair
