"""What a run returns: time histories as arrays, the ledger and the steps as tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..checks import one_of, place_of
from ..collision import Contacts
from ..errors import DrystoneError
from ..joints import TIE, JointMemory
from ..model import Assembly, Loads, State
from ..model.gravity import GRAVITY
from ..summary import Facts, Summarised, Viewed, counted, listed, with_units
from .checkpoint import Checkpoint, ContactRecord, LedgerSums, Moment
from .energy import SUMMED
from .joint_forces import joint_forces, spread_columns
from .records import LazyRecords, kept_rows
from .steps import CERTIFICATE, STEP_UNITS
from .stress import mean_stresses, stresses, where_found
from .tie_table import tie_table
from .verdict import Verdict, judge
from .watch import Criteria

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Trajectory", "contact_frame", "ground_at_contacts", "since_found", "steps_with_contacts"]

Array = NDArray[np.float64]

CONTACT_UNITS = {"point": "m", "normal": "1", "gap": "m", "friction": "1", "impulse": "N s", "force": "N"}
"""Units of the columns of the table of contacts; see `drystone.summary.with_units`."""


@dataclass(frozen=True, eq=False)
class Trajectory(Summarised, Viewed):
    """History of a run in the inertial frame; T recorded times, the first of them the initial state.

    ``names``: of all blocks, in the assembly's order, fixed ones too. ``time`` (T,) (s). ``position``
    (T, B_all, 3): centroids (m). ``rotation`` (T, B_all, 3, 3): from the initial orientation to the current one.
    ``velocity`` (T, B_all, 6): centroid velocity (m/s) and angular velocity (rad/s), spatial frame. ``ground``
    (T, 3): displacement of the ground (m); ``ground_velocity`` (T, 3): its mean velocity over the step that ended
    there (m/s), as fixed blocks have it. ``energy``: the ledger at the recorded times (J), see
    `drystone.results.energy`. ``steps``: T - 1 rows, the i-th for the steps between the recorded states i and
    i + 1 (one step with ``record_every=1``, unless it was made in parts), columns as in
    `drystone.results.steps`. ``records``: for each row of ``steps`` the contacts and impulses of its last step,
    None where they were not kept. ``complete``: whether the run reached its end. ``assembly``: that the run was of.
    ``origin``: the checkpoint that the run started from; ``joint_memories``: what the joints remember at the recorded
    times, None where all are dry. ``gravity`` (3,) (m/s2); ``acts_until`` (s): when ground motion and settlements have
    ended, inf where loads may change for ever; ``at_rest``: whether after that all blocks had been at rest long enough
    at the end, and stand with a margin, see `drystone.integrators.standing`; ``doubt``: why not though they were slow
    for long enough, "" otherwise. Of the last state the contacts are kept whatever the options. ``deformation``,
    ``deformation_rate`` (T, B_all, m): amplitudes of the modes of blocks that deform (m kg^1/2) and their rates, see
    `drystone.model.elastic`; m is zero where all are rigid. ``loads``: that acted beside gravity, None where a file
    could not store them. ``criteria``: those of the run's option, by which `verdict` judges. ``settled`` (B_all, 3):
    centroids (m) from which it counts displacements, where the option ``settle`` began the run, also of what goes on
    from its checkpoints; None: where the blocks were built.
    ``attrs["units"]`` of the tables names the unit of each column; docs/tables.md says what the columns are.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> run = ds.simulate(column(2), duration=0.05, dt=0.01)
    >>> run.position.shape, len(run.steps), len(run.contacts(-1))
    ((6, 3, 3), 5, 8)
    >>> run.energy.attrs["units"]["kinetic"]
    'J'
    """

    names: tuple[str, ...]
    time: Array
    position: Array
    rotation: Array
    velocity: Array
    ground: Array
    ground_velocity: Array
    energy: "pd.DataFrame"
    steps: "pd.DataFrame"
    records: Sequence[ContactRecord | None]
    complete: bool = True
    assembly: Assembly | None = None
    origin: Checkpoint | None = None
    joint_memories: Sequence[JointMemory | None] = ()
    gravity: Array = field(default_factory=lambda: np.array(GRAVITY))
    acts_until: float = float("inf")
    at_rest: bool = False
    doubt: str = ""
    deformation: Array = field(default_factory=lambda: np.zeros((0, 0, 0)))
    deformation_rate: Array = field(default_factory=lambda: np.zeros((0, 0, 0)))
    loads: Loads | None = None
    criteria: Criteria = field(default_factory=Criteria)
    settled: Array | None = None

    def __post_init__(self) -> None:
        for name in ("deformation", "deformation_rate"):
            if not getattr(self, name).size:
                object.__setattr__(self, name, np.zeros((len(self.time), len(self.names), 0)))
        if self.settled is None and self.origin is not None:
            object.__setattr__(self, "settled", self.origin.settled)
        with_units(self.energy, dict.fromkeys(self.energy.columns, "J") | {"time": "s"})
        with_units(self.steps, STEP_UNITS)

    def contacts(self, step: int) -> "pd.DataFrame":
        """Contacts of step ``step`` (row of `steps`; negative counts from the end), one row each.

        The step that led to the recorded state ``step + 1``.

        Columns: block_a, block_b (names), point_x.. (m, mid-point), normal_x.. (from a to b), gap (m), friction (NaN
        for a bond beside the contacts), impulse_n, impulse_t1, impulse_t2 (N s, on b, compression positive),
        impulse_x.. (N s, on b, world axes), force_n, force_t1, force_t2, force_x.. (N, mean over the step).
        """
        record = self._record(step)
        return contact_frame(self.names, record.contacts, record.impulse, record.dt)

    def joints(self, step: int) -> "pd.DataFrame":
        """Resultants, moments and centres of pressure in the joints of step ``step``: see `drystone.joint_forces`."""
        return joint_forces(self.contacts(step))

    def ties(self) -> "pd.DataFrame":
        """Forces and elongations of the ties over time: see `drystone.results.tie_table.tie_table`."""
        assembly = assembly_of(self)
        return tie_table(assembly, self.time, self.position, self.rotation, self.deformation, self.joint_memories)

    def stresses(self, index: int = -1, at: str = "centroids") -> "pd.DataFrame":
        """Stresses in the blocks that deform at a recorded state: see `drystone.results.stress.stresses`."""
        return stresses(assembly_of(self), self.recorded_state(index), at)

    def mean_stresses(self, step: int = -1) -> "pd.DataFrame":
        """Mean stress of every movable block, rigid ones too, by the contact forces and loads at points of step
        ``step``; see `drystone.results.stress.mean_stresses`.
        """
        assembly = assembly_of(self)
        if self.loads is None:
            raise DrystoneError(
                "this trajectory does not know its loads, as of files that could not store them, and forces at points "
                "have a part in mean stresses; take the one that simulate returned, or give it them: "
                "dataclasses.replace(run, loads=ds.Loads(...))"
            )
        record, row = self._record(step), range(len(self.records))[place_of(step, len(self.records), "step")]
        state = self.recorded_state(row + 1)
        found = where_found(assembly, state, float(since_found(self)[row]))
        moments = self.loads.first_moments(assembly, found, state.time - 0.5 * record.dt)
        return mean_stresses(assembly, found, record.contacts, record.impulse / record.dt, moments)

    def elastic_since(self) -> "pd.DataFrame":
        """When blocks that stay rigid at first (`Material.rigid_below`) had become elastic.

        Columns: block, time (s), the first recorded time at which it was deformed; infinite where it never was.
        """
        import pandas as pd

        below = assembly_of(self).elastic.rigid_below
        waits = np.flatnonzero(np.isfinite(below) & (below > 0.0))
        bent = np.any(self.deformation[:, waits], axis=2) | np.any(self.deformation_rate[:, waits], axis=2)
        times = np.where(bent.any(axis=0), self.time[bent.argmax(axis=0)], np.inf)
        rows = {"block": np.array([self.names[b] for b in waits], dtype=object), "time": times}
        return with_units(pd.DataFrame(rows), {"time": "s"})

    def recorded_state(self, index: int) -> State:
        """The recorded state ``index`` (position in `time`; negative counts from the end)."""
        index = place_of(index, len(self.time), "state")
        rigid = self.position[index], self.rotation[index], self.velocity[index], float(self.time[index])
        return State(*rigid, self.deformation[index], self.deformation_rate[index])

    def checkpoint(self, index: int = -1) -> Checkpoint:
        """All that a run needs to go on from the recorded state ``index`` (negative counts from the end).

        ``simulate(..., start=checkpoint)`` with the same arguments then makes the very steps that this run made or
        would have made. DrystoneError where the contacts that led to that state were not kept (option
        ``record_contacts``), and for a trajectory that is not in the inertial frame.
        """
        index = range(len(self.time))[place_of(index, len(self.time), "state")]
        if self.origin is None:
            raise DrystoneError(
                "this trajectory does not know what its run started from; take one that simulate returned"
            )
        if index == 0:
            return self.origin
        joints = self.joint_memories[index] if len(self.joint_memories) else None
        moment = Moment(self.recorded_state(index), self._record(index - 1), joints)
        return replace(self.origin, moment=moment, ledger=self._counted(index), resting=None)

    def _counted(self, index: int) -> LedgerSums:
        """What the ledger had counted at the recorded state ``index``."""
        table, before = self.energy.iloc[: index + 1], self.origin.ledger if self.origin is not None else None
        first = float(self.energy["total"].iloc[0]) if before is None else before.first
        first_potential = float(self.energy["potential"].iloc[0]) if before is None else before.first_potential
        brought = (table["loads"] + table["ground"]).to_numpy()
        kept = table["total"].to_numpy() - first - brought
        raised = np.abs(table["potential"].to_numpy() - first_potential)
        stake = max(float(np.max(part)) for part in (table["kinetic"].to_numpy(), raised, np.abs(brought)))
        least = float(np.min(kept, initial=0.0))
        if before is not None:
            least, stake = min(least, before.least), max(stake, before.stake)
        sums = {name: float(table[name].iloc[-1]) if name in table else 0.0 for name in SUMMED}  # old files lack some
        if "elastic_next" not in table:
            sums["elastic_next"] = sums["elastic"]
        return LedgerSums(sums, first, first_potential, least, stake)

    def displacement(self, name: str, frame: str = "ground") -> Array:
        """Displacement (T, 3) of the centroid of block ``name`` since the first state (m).

        ``frame``: from which it is seen, "ground" or "inertial".
        """
        name, frame = one_of(name, self.names, "block"), one_of(frame, ("ground", "inertial"), "frame")
        path = self.position[:, self.names.index(name)]
        moved = path - path[0]
        return moved - (self.ground - self.ground[0]) if frame == "ground" else moved

    @property
    def displacements(self) -> Array:
        """Displacements (T, B, 3) of all centroids since the first state (m), seen from the ground."""
        return self.position - self.position[0] - (self.ground - self.ground[0])[:, None]

    def verdict(self, criteria: Criteria | Mapping[str, Any] | None = None) -> Verdict:
        """What became of the structure: it stood, moved, lost blocks or collapsed; when, by what, how surely.

        ``criteria``: what counts as what, see `drystone.results.Criteria`; a mapping of some of its values will do.
        None for those of the run's option ``criteria``. Times are those of recorded states. DrystoneError where the
        assembly is not known.

        >>> import drystone as ds
        >>> from drystone.structures import column
        >>> ds.simulate(column(2), duration=1.0, dt=0.01).verdict().state
        'stood'
        """
        return judge(self, self.assembly, self.criteria if criteria is None else criteria)

    def in_ground_frame(self) -> "Trajectory":
        """The same history seen from the moving ground: positions, velocities and contacts relative to it.

        The energy table keeps the inertial frame's values.
        """
        velocity = self.velocity.copy()
        velocity[:, :, :3] -= self.ground_velocity[:, None]
        return replace(
            self,
            position=self.position - self.ground[:, None],
            velocity=velocity,
            ground=np.zeros_like(self.ground),
            ground_velocity=np.zeros_like(self.ground),
            records=_Displaced(self.records, -ground_at_contacts(self)),
            origin=None,
        )

    def _record(self, step: int) -> ContactRecord:
        record = self.records[place_of(step, len(self.records), "step")]
        if record is None:
            kept = [str(row) for row in steps_with_contacts(self)]
            raise DrystoneError(
                f"contacts of step {step} were not kept; there are those of {listed(kept) if kept else 'none'}. Leave "
                "out the option record_contacts=False, give a store more of them (ResultStore(contacts=None): all; "
                "--contacts all), or compute them again (`open_run(...).arguments`)"
            )
        return record

    def _summary(self) -> Facts:
        moved = np.linalg.norm(self.displacements, axis=2)
        time, place = np.unravel_index(int(np.argmax(moved)), moved.shape)
        kept = len(steps_with_contacts(self))
        yield "", f"of {self.time[-1]:.6g} s{'' if self.complete else ', stopped before its end'}"
        yield (
            "recorded",
            f"{counted(len(self.time), 'state')} of {counted(len(self.names), 'block')}: {listed(self.names)}",
        )
        made = int(self.steps["steps"].sum())
        yield "steps", f"{made}, contacts kept of {kept or 'none'}"
        if len(self.steps):
            worst = self.steps[list(CERTIFICATE)].to_numpy(dtype=float).max()
            solvers = self.steps.groupby("solver")["steps"].sum().sort_values(ascending=False, kind="stable")
            yield "solved by", listed([f"{name} ({number})" for name, number in solvers.items()])
            yield "certificate", f"worst {worst:.2g}"
            yield "contacts", f"{self.steps['contacts'].mean():.4g} a step"
        yield (
            "largest movement",
            f"{moved[time, place]:.4g} m, {self.names[place]} at {self.time[time]:.4g} s, seen from the ground",
        )
        yield "tables", "energy, steps, contacts(step), joints(step), ties(), checkpoint(state)"


class _Displaced(LazyRecords):
    """Records (S,) with their contacts displaced by the ``displacements`` (S, 3) (m)."""

    def __init__(self, records: Sequence[ContactRecord | None], displacements: Array) -> None:
        self._records, self._displacements, self.kept = records, displacements, kept_rows(records)

    def made(self, row: int) -> ContactRecord | None:
        record, by = self._records[row], self._displacements[row]
        if record is None:
            return None
        contacts = record.contacts
        moved = replace(contacts, point_a=contacts.point_a + by, point_b=contacts.point_b + by)
        return replace(record, contacts=moved)


def assembly_of(run: Trajectory) -> Assembly:
    """The assembly that a run was of; DrystoneError where it is not known."""
    if run.assembly is None:
        raise DrystoneError("this trajectory does not know its assembly; take one that simulate returned")
    return run.assembly


def since_found(run: Trajectory) -> Array:
    """Times (T - 1,) (s) from where the contacts of each row of the table of steps were found to the state it led to;
    zero where an older file does not tell.
    """
    table = run.steps
    return (table["time"] - table["found_at"]).to_numpy() if "found_at" in table else np.zeros(len(table))


def ground_at_contacts(run: Trajectory) -> Array:
    """Displacement (T - 1, 3) (m) of the ground where the contacts of each row of the table of steps were found."""
    return np.asarray(run.ground[1:] - since_found(run)[:, None] * run.ground_velocity[1:])


def steps_with_contacts(run: Trajectory) -> NDArray[np.int64]:
    """Rows of the table of steps whose contacts are there."""
    return np.flatnonzero(kept_rows(run.records))


def contact_frame(names: Sequence[str], contacts: Contacts, impulse: Array, dt: float) -> "pd.DataFrame":
    """The table of `Trajectory.contacts`, without ties; ``impulse`` (C, 3) (N s) of a step of ``dt`` (s)."""
    import pandas as pd

    touching = np.flatnonzero(contacts.key[:, 0] != TIE)
    contacts, impulse = contacts.chosen(touching), impulse[touching]
    world = np.einsum("ci,cij->cj", impulse, contacts.frame)
    called = np.array(names, dtype=object)
    columns: dict[str, Array | NDArray[np.object_]] = {
        "block_a": called[contacts.blocks[:, 0]],
        "block_b": called[contacts.blocks[:, 1]],
    }
    columns |= spread_columns("point", contacts.midpoint) | spread_columns("normal", contacts.normal)
    columns |= {"gap": contacts.gap, "friction": np.where(contacts.touching, contacts.friction, np.nan)}
    for kind, scale in (("impulse", 1.0), ("force", 1.0 / dt)):
        columns |= spread_columns(kind, scale * impulse, ("n", "t1", "t2")) | spread_columns(kind, scale * world)
    return with_units(pd.DataFrame(columns), CONTACT_UNITS)
