"""Load stepping to collapse: a load is raised until the structure moves on, with equilibrium at every increment.

The moving counterpart of limit analysis: gaps close, contacts open and blocks turn before the collapse, supports and
loads act where the blocks have come to, and the friction law is that of the formulation, "coulomb" too.
"""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..checks import (
    MOST_STEPS,
    ROUNDING,
    SMALLEST,
    finite_array,
    finite_number,
    positive_number,
    whole_number,
    work_size,
    yes_no,
)
from ..errors import DrystoneError
from ..formulations import Formulation
from ..joints import TIES
from ..model import Assembly, BodyForce, Loads, State
from ..model.gravity import ONE_G
from ..model.loads import Load
from ..model.scene import Scene
from ..progress import waiting
from ..results import Moment
from ..solvers import get_solver
from ..solvers.by_program import AnySolver
from ..summary import Facts, Summarised, counted, with_units
from .base import Integrator
from .context import StepContext
from .control import advance
from .options import Options, read_options
from .registry import INTEGRATORS, get_integrator
from .standing import unchanged

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["PushResult", "push"]

Array = NDArray[np.float64]

STILL = 1e-6
"""Speed of a structure that stands, over the speed its blocks would gain in the step without contacts; see
`_Search.speed`."""
UNITS = {"multiplier": "1", "steps": "1", "moved": "m", "displacement": "m"}
OF_HISTORIES = ("settle", "record_contacts", "until", "criteria")
"""Options that are of time histories alone."""
GONE = 0.1
"""Movement of a block under one load beyond which the structure counts as moving on, in lengths of the assembly."""


@dataclass(frozen=True)
class PushResult(Summarised):
    """What `push` found.

    ``multiplier``: the largest at which the structure came to stand; NaN where it does not stand under its dead load.
    ``collapse``: the least at which it moved on, infinity where it stood under the largest that was asked for.
    ``table``: one row for each load tried, in order: multiplier, stands, steps made, moved (largest movement of a
    centroid under this load) and displacement (from the start) (m). ``state``: in which it stood last.
    ``mechanism`` (B_all, 6): velocities with which it moved on, the largest of a centroid or, where none moves, of a
    turn being one; zero where it did not.
    """

    multiplier: float
    collapse: float
    table: "pd.DataFrame"
    state: State
    mechanism: Array

    def _summary(self) -> Facts:
        yield "multiplier", f"{self.multiplier:.6g}, the largest at which the structure came to stand"
        moved_on = f"{self.collapse:.6g}, the least at which it moved on"
        yield "collapse", moved_on if np.isfinite(self.collapse) else "none up to the largest load asked for"
        yield "loads tried", f"{len(self.table)}, in {counted(int(self.table['steps'].sum()), 'step')} (table)"
        yield "state", f"of {counted(len(self.state.position), 'block')}, in which it stood last"


def push(
    assembly: Assembly,
    *,
    live: ArrayLike | Loads | Load | Sequence[Load] = (1.0, 0.0, 0.0),
    dead: ArrayLike | Loads | Load | Sequence[Load] = (0.0, 0.0, -1.0),
    increment: float = 0.05,
    largest: float = 2.0,
    tolerance: float = 1e-3,
    dt: float = 1e-2,
    most_steps: int = 50,
    formulation: str | Formulation = "nodargi-bisegna",
    form: str = "kinematic",
    solver: str | AnySolver = "auto",
    integrator: str | Integrator = "velocity-reset",
    options: Mapping[str, Any] | None = None,
    progress: bool = False,
) -> PushResult:
    """Raise ``multiplier`` times ``live`` beside ``dead`` until ``assembly`` moves on.

    ``live``, ``dead``: accelerations of all blocks (3,) in units of g = 9.81 m/s2, or loads (N) that do not change with
    time. The multiplier grows from zero by ``increment`` up to ``largest``; under each load the structure makes
    quasi-static steps of ``dt`` (s), by the quasi-static ``integrator``, until it stands: until no block is faster than
    1e-6 of what the loads tried so far would give it in the step without contacts, and no bond suffers in it, or
    until ``most_steps``, of which half or more brought no block farther than such steps would. It counts as moving on
    if it does not come to stand within ``most_steps``, or if a block moves by more than a tenth of the assembly's
    length.
    Bisection between the last load under which it stood and the first under which it did not, each time from where it
    stood last, brings both within ``tolerance``.

    A warning says where the structure does not come to stand within ``most_steps``, though its steps become so much
    shorter that they would end: the multiplier may be too low then, as with soft springs and ties. The bracket is of
    this path of loads and steps. Of a structure that neither stands nor falls far within ``most_steps`` (because it
    creeps: near the limit its speed is proportional to the excess of the load) it says that it moves on. All loads
    together must take at most 1e9 steps, and ``tolerance`` is at least 1e-14 of ``largest``, which is what double
    precision resolves. ``progress``: show how long it takes, after two seconds. Other arguments as in `simulate`, but
    for the options ``settle``, ``record_contacts``, ``until`` and ``criteria`` of time histories. DrystoneError for bad
    input; StepFailedError as in `simulate`.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> found = ds.push(column(1, height=1.0), increment=0.2, tolerance=0.05)
    >>> bool(found.multiplier <= 0.5 <= found.collapse)
    True
    """
    increment, largest = positive_number(increment, "increment"), positive_number(largest, "largest")
    tolerance = finite_number(tolerance, f"tolerance (for loads up to {largest:g})", least=ROUNDING * largest)
    dt, most_steps = positive_number(dt, "dt (s)"), whole_number(most_steps, "most_steps")
    loads = np.ceil(largest / increment) + np.log2(max(2.0, increment / tolerance))
    work_size(most_steps * loads, MOST_STEPS, "steps", "Give larger increments, or fewer most_steps for a load.")
    progress = yes_no(progress, "progress")
    scheme = _scheme(integrator)
    chosen, settings = _settings(formulation, options)
    backend = get_solver(solver)
    backend.check_form(form)
    scene = _Pushed.by(assembly, _read(dead, "dead"), _read(live, "live"))
    scheme.check(scene, dt)
    context = StepContext(scene, chosen, form, backend, settings, dt)
    search = _Search(scheme, context, context.start(Moment(State.initial(assembly))), dt, most_steps)
    with waiting("push", progress):
        return search.bracket(increment, largest, tolerance)


def _scheme(integrator: str | Integrator) -> Integrator:
    scheme = get_integrator(integrator)
    if not scheme.quasi_static:
        able = ", ".join(name for name in INTEGRATORS if get_integrator(name).quasi_static)
        raise DrystoneError(
            f"push looks for equilibria, which the integrator {scheme.name!r} does not; give one of {able}"
        )
    return scheme


def _settings(formulation: str | Formulation, options: Mapping[str, Any] | None) -> tuple[Formulation, Options]:
    chosen, settings = read_options(formulation, options, quasi_static=True)
    for name in OF_HISTORIES:
        if name in (options or {}):
            raise DrystoneError(f"option {name!r} is one of time histories, which push has none of; leave it out")
    return chosen, settings


@dataclass(frozen=True)
class _Pushed(Scene):
    """A scene whose live loads have a multiplier."""

    live: Loads = field(default_factory=Loads)
    multiplier: float = 0.0

    @classmethod
    def by(cls, assembly: Assembly, dead: Array | Loads, live: Array | Loads) -> "_Pushed":
        """The scene of `push`; accelerations (3,) in m/s2."""
        weight, loads = (np.zeros(3), dead) if isinstance(dead, Loads) else (dead, Loads())
        pushing = live if isinstance(live, Loads) else Loads([BodyForce(live)])
        base = Scene.of(assembly, weight, loads, None)
        start = State.initial(assembly)
        pushed = [pushing.resultant(assembly, start, 0.0)]
        if assembly.elastic.count:
            pushed.append(pushing.on_modes(assembly, start, 0.0))
        if max(float(np.max(np.abs(part[assembly.movable]), initial=0.0)) for part in pushed) < SMALLEST:
            raise DrystoneError(
                "live puts no force on any movable block; give a load pattern that does, such as (1, 0, 0)"
            )
        return cls(base.assembly, base.gravity, base.loads, None, live=pushing)

    def load(self, state: State, dt: float) -> Array:
        """Force and moment (B_all, 6) (N, N m) of the dead loads and of the live ones times the multiplier."""
        return super().load(state, dt) + self.multiplier * self.live.resultant(self.assembly, state, state.time)

    def load_on_modes(self, state: State, time: float) -> Array:
        """The same on the modes (B_all, m) of blocks that deform (N kg^-1/2)."""
        return super().load_on_modes(state, time) + self.multiplier * self.live.on_modes(self.assembly, state, time)

    def first_moments(self, state: State, time: float) -> Array:
        """The same of their first moments (B_all, 3, 3) (N m)."""
        moments = self.live.first_moments(self.assembly, state, time)
        return super().first_moments(state, time) + self.multiplier * moments


class _Search:
    """The loads tried so far, from the ``moment`` in which the structure stood last.

    ``pull``: the largest acceleration (m/s2) that the loads tried so far would give a block without contacts: those of
    one multiplier may cancel. ``doubt``: of the first load under which the structure did not come to stand, though it
    seems about to; "" if none.
    """

    def __init__(
        self, integrator: Integrator, context: StepContext, moment: Moment, dt: float, most_steps: int
    ) -> None:
        self.integrator, self.context, self.moment = integrator, context, moment
        self.dt, self.most_steps = dt, most_steps
        self.initial, self.rows = moment.state, list[dict[str, Any]]()
        self.mechanism, self.doubt = np.zeros_like(moment.state.velocity), ""
        self.pull = 0.0

    def bracket(self, increment: float, largest: float, tolerance: float) -> PushResult:
        """Raise the load by increments, then halve the last of them."""
        stood, collapse, index = np.nan, np.inf, 0
        while not np.isfinite(collapse) and not stood >= largest:
            multiplier = min(index * increment, largest)
            stood, collapse = (multiplier, collapse) if self.stands(multiplier) else (stood, multiplier)
            index += 1
        while np.isfinite(collapse) and collapse - stood > tolerance:  # never where stood is NaN
            multiplier = 0.5 * (stood + collapse)
            stood, collapse = (multiplier, collapse) if self.stands(multiplier) else (stood, multiplier)
        if self.doubt:
            warnings.warn(self.doubt, stacklevel=3)
        import pandas as pd

        return PushResult(
            stood, collapse, with_units(pd.DataFrame(self.rows), UNITS), self.moment.state, self.mechanism
        )

    def stands(self, multiplier: float) -> bool:
        """Whether the structure comes to stand under that load; then it is where it came to."""
        scene, moment = self.context.scene, self.moment
        assert isinstance(scene, _Pushed)
        self.context.scene = replace(scene, multiplier=multiplier)
        still, path, moments = False, [0.0], [moment]
        while not still and len(path) <= self.most_steps and path[-1] <= GONE * scene.assembly.length:
            moment, still = self.step(moment)
            path.append(self.moved(moment.state))
            moments.append(moment)
        made = len(path) - 1
        still = still or self.trembles(moments, STILL * self.pull * self.dt**2)
        far = float(np.max(np.linalg.norm(moment.state.position - self.initial.position, axis=1)))
        self.rows.append(
            {"multiplier": multiplier, "stands": still, "steps": made, "moved": self.moved(moment.state),
             "displacement": far}
        )  # fmt: skip
        if still:
            self.moment = moment
        else:
            self.mechanism = _normalised(moment.state.velocity)
            self.doubt = self.doubt or self.slowing(multiplier, path)
        return still

    def step(self, moment: Moment) -> tuple[Moment, bool]:
        """One step on from a moment, and whether nothing moved and no bond suffered in it."""
        still, end = True, moment.state.time + self.dt
        given = self.context.options.impacts
        impacts = self.integrator.impacts if given is None else given
        for step in advance(self.integrator, self.context, moment, end, impacts, far=True):
            still = still and unchanged(moment.joints, step.end.joints, but=TIES)
            moment = step.end
            dt = step.problem.dt
            self.pull = max(self.pull, self.speed(step.problem.free_velocity) / dt)
            still = still and self.speed(step.solution.velocity) <= STILL * self.pull * dt
        return moment, still

    def speed(self, motion: Array) -> float:
        """Largest speed (m/s) among motions (B, dofs) of the movable blocks: of rotations at a distance of the
        assembly's length, of modes that of the block's mass with their momentum.
        """
        assembly = self.context.scene.assembly
        parts = (
            motion[:, :3],
            assembly.length * motion[:, 3:6],
            motion[:, 6:] / np.sqrt(assembly.mass[assembly.movable, None]),
        )
        return max(float(np.max(np.abs(part), initial=0.0)) for part in parts)

    def trembles(self, moments: Sequence[Moment], still: float) -> bool:
        """Whether the steps between these ``moments`` bring the blocks nowhere: whether the last half of them or more,
        in which no joint lost its bond, brought them no farther than as many ``still`` ones (m) would.

        What is in neutral equilibrium, as a block about its toe under just the load that lifts it, moves to and fro by
        what solvers leave.
        """
        last, made = moments[-1], len(moments) - 1
        broken = self.context.broken(last.joints)
        return any(
            self.apart(last.state, one.state) <= still * (made - k) and self.context.broken(one.joints) == broken
            for k, one in enumerate(moments[: made // 2 + 1])
        )

    def apart(self, first: State, second: State) -> float:
        """How far the blocks of two states are apart, and turned from one another at the assembly's length (m)."""
        turned = self.context.scene.assembly.length * np.abs(first.rotation - second.rotation)
        return float(max(np.max(np.abs(first.position - second.position)), np.max(turned)))

    def slowing(self, multiplier: float, path: list[float]) -> str:
        """What is to be said where steps became so much shorter along the ``path``, how far blocks had moved after each
        step (m), that they would end before a block has moved far; "" where they would not.
        """
        steps = np.diff(path)
        half = len(steps) // 2
        if not half or not 0.0 < steps[-1] < steps[-1 - half]:
            return ""
        shrink = float(steps[-1] / steps[-1 - half]) ** (1.0 / half)
        ahead = float(steps[-1]) * shrink / (1.0 - shrink)
        if path[-1] + ahead > GONE * self.context.scene.assembly.length:
            return ""
        return (
            f"push: under {multiplier:.6g} times the live load the structure did not come to stand within most_steps, "
            f"{len(steps)}, which counts as moving on; but its steps became shorter, and as they do it would stand "
            f"after another {ahead:.3g} m, so that the multiplier may be too low. Give larger most_steps or a larger dt"
        )

    def moved(self, state: State) -> float:
        """Largest movement of a centroid since the structure stood last (m)."""
        return float(np.max(np.linalg.norm(state.position - self.moment.state.position, axis=1)))


def _read(value: Any, what: str) -> Array | Loads:
    """Loads that are steady, or an acceleration (3,) (m/s2) from one in units of g."""
    if isinstance(value, (Loads, Load)) or (
        isinstance(value, Sequence) and len(value) and all(isinstance(one, Load) for one in value)
    ):
        loads = Loads.of(value)
        for load in loads.items:
            if not load.steady:
                raise DrystoneError(
                    f"{what}: {load!r} changes with time, or does not say that it is `steady`, and push has no time in "
                    "which loads change; give `Loads.held(0.0)` of them, the loads as they are at time zero"
                )
        return loads
    return ONE_G * finite_array(value, (3,), f"{what} (in units of g, or loads)")


def _normalised(velocity: Array) -> Array:
    largest = float(np.max(np.linalg.norm(velocity[:, :3], axis=1)))
    if largest == 0.0:
        largest = float(np.max(np.linalg.norm(velocity[:, 3:], axis=1)))
    return velocity / largest if largest > 0.0 else velocity
