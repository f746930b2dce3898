"""Collects the history of a run and turns it into a Trajectory."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..formulations import StepProblem
from ..interruption import uninterrupted
from ..joints import JointMemory
from ..model import Scene
from ..solvers.solution import StepSolution
from .checkpoint import Checkpoint, ContactRecord, Moment, Resting
from .energy import Balance, Ledger
from .growing import GrowingArray, GrowingTable
from .run_store import RunPart, RunStore
from .steps import STEP_COLUMNS, StepReport, joined, step_row, with_peaks
from .tie_table import tie_forces
from .trajectory import Trajectory
from .watch import Criteria, Peak

__all__ = ["Recorder"]


class Recorder:
    """Keeps states, the ledger, the steps' table and, if asked, the contacts; what it keeps are numbers in arrays.

    With a ``store`` it keeps those since the last part that it handed on, and no contacts but those that the store
    wants.
    """

    def __init__(
        self, scene: Scene, keep_contacts: bool, criteria: Criteria, origin: Checkpoint, store: RunStore | None = None
    ) -> None:
        """``criteria``: by which the run is judged; ``origin``: what it starts from."""
        self._scene, self._assembly, self._keep_contacts, self._origin = scene, scene.assembly, keep_contacts, origin
        self._criteria = criteria
        self._store = store
        self._done = 0 if store is None else store.done
        self._begin({} if store is None else store.row)

    def _begin(self, row: Mapping[str, Any]) -> None:
        """Empty arrays, for the run or for its next part; ``row``: the steps since the last recorded state."""
        count, modes = len(self._assembly), self._assembly.elastic.count
        shapes: dict[str, tuple[int, ...]] = {
            "time": (), "position": (count, 3), "rotation": (count, 3, 3), "velocity": (count, 6), "ground": (3,),
            "ground_velocity": (3,), "deformation": (count, modes), "deformation_rate": (count, modes),
        }  # fmt: skip
        self._states = {name: GrowingArray(shape) for name, shape in shapes.items()}
        self._energy = GrowingTable(dict.fromkeys((one.name for one in fields(Balance)), np.float64))
        self._steps = GrowingTable({name: column.dtype for name, column in STEP_COLUMNS.items()})
        self._row = dict(row)
        self._records: list[ContactRecord | None] = []
        self._joints: list[JointMemory | None] = []
        self._size = 0
        self._last: tuple[int, Checkpoint, dict[str, Any], int] | None = None
        """Of the last whole step: recorded states until then, its checkpoint, the row of steps so far, their number."""

    def state(
        self,
        moment: Moment,
        ground: NDArray[np.float64],
        ground_velocity: NDArray[np.float64],
        ledger: Ledger,
    ) -> None:
        """Record a moment, the ground's displacement (3,) (m) and velocity (3,) (m/s), the ledger and the steps since
        the last one.
        """
        state = moment.state
        modal = state.deformation, state.deformation_rate
        values = (state.time, state.position, state.rotation, state.velocity, ground, ground_velocity, *modal)
        for array, value in zip(self._states.values(), values, strict=True):
            array.append(value)
        self._energy.append(vars(ledger.balance))
        known = self._joints[-1] if self._joints else None
        if known is not None and moment.joints is not None and known.same_as(moment.joints):
            self._joints.append(known)  # one for all the states in which nothing breaks
        else:
            self._joints.append(moment.joints)
        if self._row:
            if self._store is None and self._records and not self._keep_contacts:
                self._records[-1] = None
            self._steps.append(self._row)
            kept = self._store is None or self._store.keeps_contacts(self._store.states + len(self._joints) - 2)
            self._records.append(moment.record if kept else None)
        self._row = {}
        if self._store is not None:
            self._size += sum(np.asarray(value).nbytes for value in values)
            if self._records and self._records[-1] is not None:
                self._size += sum(array.nbytes for array in vars(self._records[-1].contacts).values())

    def begin(
        self, moment: Moment, ground: NDArray[np.float64], ground_velocity: NDArray[np.float64], ledger: Ledger
    ) -> None:
        """Record the initial state of the run."""
        self.state(moment, ground, ground_velocity, ledger)
        if self._store is not None:
            self._whole(moment, ledger, None)
            self.hand_on()

    def whole(self, moment: Moment, ledger: Ledger, resting: Resting | None = None) -> None:
        """A step is whole: with a store the run can go on from here; the part is handed on where the store wants it."""
        if self._store is None:
            return
        self._done += 1
        self._whole(moment, ledger, resting)
        if self._store.is_due(self._size):
            self.hand_on()

    def _whole(self, moment: Moment, ledger: Ledger, resting: Resting | None) -> None:
        end = replace(self._origin, moment=moment, ledger=ledger.counted, resting=resting)
        self._last = (len(self._joints), end, self._row, self._done)

    def hand_on(self) -> None:
        """Give the store what was recorded since its last part, up to the last whole step."""
        if self._store is None or self._last is None:
            return
        count, end, row, done = self._last
        energy, steps = self._energy.frame(), self._steps.frame()
        arrays = {name: array.array for name, array in self._states.items()}
        rows = count - (self._store.states == 0)
        part = RunPart(
            {name: array[:count] for name, array in arrays.items()}, energy[:count], steps[:rows],
            self._records[:rows], self._joints[:count], end, row, done,
        )  # fmt: skip
        with uninterrupted():
            self._store.add(part)
            self._begin(row)

    def step(self, time: float, problem: StepProblem, solution: StepSolution, report: StepReport) -> None:
        """Count in a step that ended at ``time`` (s); `state` makes it a row of the table."""
        row = step_row(time, problem, solution, report)
        self._row = joined(self._row, row) if self._row else row

    def seen(self, moment: Moment, peak: Peak) -> None:
        """How far blocks were displaced at the ``moment`` that ends the step, and what ties bore."""
        seen = {"displacement": peak.displacement, "displaced": peak.block, "potential_drop": peak.potential_drop}
        if self._assembly.ties:
            force = tie_forces(self._assembly, moment.state, moment.joints)
            most = int(np.argmax(force))
            seen |= {"tie_force": float(force[most]), "tie": self._assembly.tie_table.names[most]}
        self._row = with_peaks(self._row, seen)

    @property
    def time(self) -> float:
        """Time of the last recorded state (s)."""
        return float(self._states["time"].last)

    def trajectory(self, complete: bool = True, at_rest: bool = False, doubt: str = "") -> Trajectory:
        """What was recorded so far, up to the last recorded state; whole rows, wherever a run was interrupted.

        ``at_rest``: whether all blocks have come to rest, after all that acts has ended; ``doubt``: why that is not
        sure. With a store: what is there.
        """
        if self._store is not None:
            return replace(self._store.trajectory(), loads=self._scene.loads)
        energy, steps = self._energy.frame(), self._steps.frame()
        arrays = {name: array.array for name, array in self._states.items()}
        count = min(len(energy), len(steps) + 1, len(self._records) + 1, len(self._joints), *map(len, arrays.values()))
        return Trajectory(
            names=self._assembly.names,
            **{name: array[:count] for name, array in arrays.items()},
            energy=energy[:count],
            steps=steps[: count - 1],
            records=tuple(self._records[: count - 1]),
            complete=complete,
            assembly=self._assembly,
            origin=self._origin,
            joint_memories=tuple(self._joints[:count]),
            gravity=self._scene.gravity,
            acts_until=self._scene.acts_until,
            at_rest=at_rest,
            doubt=doubt,
            loads=self._scene.loads,
            criteria=self._criteria,
        )
