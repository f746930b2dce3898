"""What became of a structure in a run: it stood, it moved, it lost blocks, or it collapsed; by what, how surely."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..checks import IntArray, finite_array
from ..collision import Contacts, detect
from ..errors import DrystoneError
from ..model import Assembly, State
from ..numerics.rotations import carried_by_both
from ..summary import Facts, Summarised, counted, listed
from .watch import Criteria, Peak, Seen, Watch, read_criteria

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["VERDICT_UNITS", "Verdict", "judge", "parted"]

Array = NDArray[np.float64]

VERDICT_UNITS = {
    "time": "s", "collapse_time": "s", "potential_drop": "1", "displacement": "m", "residual_displacement": "m",
    "residual_drift": "1", "opening": "m", "slip": "m", "fallen": "1", "first_fallen": "s",
}  # fmt: skip
"""Units of the numbers of `Verdict.as_row`."""
STATES = ("stood", "moved", "lost blocks", "collapsed")


@dataclass(frozen=True)
class Verdict(Summarised):
    """What became of a structure. Displacements are seen from the ground or from the supports, see `Criteria`, from
    where the blocks were built or, with the option ``settle``, from where they settled.

    ``state``: "collapsed", "lost blocks", "moved" or "stood", the worst that holds. ``certain``: whether a longer run
    could not change it, and ``reason`` why or why not. ``time``: up to which it is judged (s). ``collapse_time`` (s):
    of the first recorded state at which or before which it had collapsed, NaN where it has not, and ``criterion``: by
    which measure. ``potential_drop``: largest share of the potential energy lost at the end of any step.
    ``displacement`` (m): the largest, of ``block``, at the end of any step, recorded or not; ``residual_displacement``
    (m) of ``residual_block`` and ``residual_drift`` (largest horizontal displacement over the height of the structure):
    at the end. ``opening``, ``slip`` (m): widest opening and largest slip at the end of what touched as built;
    ``joint``: where it has opened most. ``fallen``: blocks that have dropped, or lie overturned at the end, with the
    time (s) of the first recorded state in which they had (since which they lie overturned). Blocks that dropped below
    all that is fixed fall for ever: displacements and joints are without them.
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
        if self.joint is None:
            yield "joints", "none between blocks that touched at the start and do not fall for ever"
        else:
            between = f"between {self.joint[0]} and {self.joint[1]}"
            yield "joints", f"open by {self.opening:.4g} m at most {between}, slipped by {self.slip:.4g} m at the end"
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
    def steps(self) -> "pd.DataFrame": ...
    @property
    def gravity(self) -> Array: ...
    @property
    def acts_until(self) -> float: ...
    @property
    def complete(self) -> bool: ...
    @property
    def at_rest(self) -> bool: ...
    @property
    def doubt(self) -> str: ...
    @property
    def settled(self) -> Array | None: ...


def judge(history: History, assembly: Assembly | None, criteria: Criteria | Mapping[str, Any] | None) -> Verdict:
    """The verdict on a history; DrystoneError where its assembly is not known."""
    if assembly is None:
        raise DrystoneError("a verdict needs the assembly of the run; this trajectory was stored without it")
    gravity = finite_array(history.gravity, (3,), "gravity of the trajectory (m/s2)")
    watch = Watch(assembly, gravity, history.acts_until, read_criteria(criteria), history.settled)
    names = [assembly.names[i] for i in assembly.movable]
    fall, over = np.full(len(names), np.nan), np.full(len(names), np.nan)
    collapse_time, criterion, most = np.nan, "", Peak(0.0, names[0], 0.0)
    between = _between(history.steps)
    for k, time in enumerate(history.time.tolist()):
        seen = watch.seen(history.position[k], history.rotation[k], history.ground[k])
        moved = seen.moved
        peak = watch.peak(seen)
        if 0 < k <= len(between):
            peak = _larger(peak, between[k - 1])
        most = _larger(most, peak)
        fall = np.where(np.isnan(fall) & seen.dropped, time, fall)
        over = np.where(seen.overturned, np.where(np.isnan(over), time, over), np.nan)
        if not criterion and (met := watch.collapse(peak, seen.fallen)):
            collapse_time, criterion = time, met
    far = np.where(seen.off, 0.0, np.linalg.norm(moved, axis=1))
    stays = far > watch.criteria.moved * watch.height
    fall = np.fmin(fall, over)
    gone = ~np.isnan(fall)
    state = STATES[3 if criterion else 2 if gone.any() else 1 if stays.any() else 0]
    certain, reason = _certainty(history, watch, seen, bool(criterion))
    opening, slip, joint = _joints(assembly, history.position[-1], history.rotation[-1], assembly.movable[seen.off])
    horizontal = ~seen.off * np.linalg.norm(moved - np.outer(moved @ watch.up, watch.up), axis=1)
    return Verdict(
        state=state, certain=certain, reason=reason, time=time, collapse_time=collapse_time, criterion=criterion,
        potential_drop=most.potential_drop, displacement=most.displacement, block=most.block,
        residual_displacement=float(far.max()),
        residual_block=names[int(np.argmax(far))], residual_drift=float(horizontal.max()) / watch.height,
        opening=opening, slip=slip, joint=joint,
        fallen=tuple(sorted(((names[i], float(fall[i])) for i in np.flatnonzero(gone)), key=lambda one: one[1])),
    )  # fmt: skip


def _between(steps: "pd.DataFrame") -> list[Peak]:
    """What was seen in the steps up to each recorded state but the first; nothing in files of earlier versions."""
    if not set(Peak._fields) <= set(steps.rename(columns={"displaced": "block"}).columns):
        return []
    columns = (steps[name].tolist() for name in ("displacement", "displaced", "potential_drop"))
    return [Peak(*row) for row in zip(*columns, strict=True)]


def _larger(one: Peak, other: Peak) -> Peak:
    """The larger displacement of both, with its block, and the larger drop."""
    far = other if other.displacement > one.displacement else one
    return far._replace(potential_drop=max(one.potential_drop, other.potential_drop))


def _certainty(history: History, watch: Watch, seen: Seen, collapsed: bool) -> tuple[bool, str]:
    """Whether a longer run could not change the verdict, and why; ``seen``: at the end."""
    end = float(history.time[-1])
    if collapsed:
        return True, "what has fallen does not rise" if np.any(watch.up) else "a block has moved as far as it may"
    if history.at_rest:
        return True, "all blocks are at rest, nothing acts on them any more, and they stand with a margin"
    if not history.complete:
        return False, "the run was stopped before its end"
    if end < history.acts_until:
        until = (
            f"until {history.acts_until:.6g} s"
            if np.isfinite(history.acts_until)
            else "for ever: loads may change, or supports part"
        )
        return False, f"ground, settlements or loads act {until}"
    if not np.any(watch.up):
        return (
            False,
            "there is no gravity: the time of a fall, which tells rest from a slow start, is not known",
        )
    if history.doubt:
        return False, history.doubt
    speed = watch.speed(seen, history.velocity[-1], history.ground_velocity[-1])
    return False, f"blocks have not been at rest long enough (up to {speed:.3g} m/s at the end); take a longer duration"


def _joints(
    assembly: Assembly, position: Array, rotation: Array, off: IntArray
) -> tuple[float, float, tuple[str, str] | None]:
    """Widest opening and largest slip (m) of what touched at the start, and the pair that has opened most; without the
    blocks ``off`` (K,), which fall for ever.
    """
    contacts = detect(assembly, State.initial(assembly))
    kept = ~np.isin(contacts.blocks, off).any(axis=1)
    if not np.any(kept):
        return 0.0, 0.0, None
    opening, slip = (values[kept] for values in parted(assembly, contacts, position, rotation))
    most = int(np.argmax(opening))
    a, b = (assembly.names[i] for i in contacts.blocks[kept][most])
    return max(float(opening[most]), 0.0), float(slip.max()), (a, b)


def parted(assembly: Assembly, contacts: Contacts, position: Array, rotation: Array) -> tuple[Array, Array]:
    """How far two points that lay on each other in ``contacts`` at the start have moved apart (C,) (m): along the
    mean of the normals that both blocks have carried along, and across it. So a joint opens by the chord of the turn of
    one block on the other, whichever is a, and a turn about an edge is no slip.
    """
    a, b = contacts.blocks.T
    arms = (contacts.midpoint - assembly.centroid[i] for i in (a, b))
    on_a, on_b = (position[i] + np.einsum("cij,cj->ci", rotation[i], arm) for i, arm in zip((a, b), arms, strict=True))
    apart = on_b - on_a
    normal = carried_by_both(contacts.normal, rotation[a], rotation[b])
    opening = np.einsum("ci,ci->c", apart, normal)
    return opening, np.linalg.norm(apart - opening[:, None] * normal, axis=1)
