"""A run as the content of a page."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..exports.bodies import seen_from_the_ground
from ..exports.tie_lines import TieLines
from ..ground_motion import GroundMotion
from ..model import Assembly
from ..results import Trajectory, Verdict
from ..results.trajectory import assembly_of
from ..results.watch import Criteria, Watch, read_criteria
from ..summary import counted
from .content import Content, Plot
from .forces import run_forces
from .measures import joint_measures, stress_measures

__all__ = ["run_content"]

Array = NDArray[np.float64]

TONE = {"stood": "good", "moved": "warn", "lost blocks": "warn", "collapsed": "bad"}
ENERGY = ("kinetic", "potential", "elastic", "harvested", "dissipated")
"""Columns of the ledger that are plotted, `potential` from its first value on."""
PATHS = (
    "time", "position", "rotation", "velocity", "ground", "ground_velocity", "deformation", "deformation_rate",
)  # fmt: skip
MOST_STATES, MOST_PLACES = 20_000, 6_000_000
"""States that a page shows, and states times blocks, at most; of longer runs they are evenly spread."""
FINE, MOST = 1000, 20_000
"""Times at which the ground's acceleration is plotted beside its samples, and samples that are, at most."""
STILL = 1e-9
"""Motion of the ground (m) that is not plotted."""


def run_content(
    trajectory: Trajectory,
    title: str,
    criteria: Criteria | Mapping[str, Any] | None = None,
    motion: GroundMotion | None = None,
    play: bool = False,
) -> Content:
    """What a page shows of a run; DrystoneError where its assembly is not known.

    ``criteria``: as in `Trajectory.verdict`. ``motion``: of the ground, whose acceleration is plotted.
    """
    assembly, verdict = assembly_of(trajectory), trajectory.verdict(criteria)
    fallen = np.full(len(assembly), np.inf)
    for name, time in verdict.fallen:
        fallen[assembly.index_of(name)] = time
    known = read_criteria(criteria)
    watch = Watch(assembly, trajectory.gravity, trajectory.acts_until, known, trajectory.settled)
    kept = _kept(trajectory, assembly)
    shown, forces, notes = trajectory, run_forces(trajectory, assembly), list[str]()
    if len(kept) < len(trajectory.time):
        shown = _thinned(trajectory, kept)
        forces = forces and replace(forces, state=np.searchsorted(kept, forces.state).clip(0, len(kept) - 1))
        notes.append(f"Of {len(trajectory.time)} recorded states {len(kept)} are shown.")
    if not trajectory.complete:
        notes.append("The run was stopped before its end.")
    position = seen_from_the_ground(shown)
    return Content(
        title=title,
        kind="run",
        headline=_headline(verdict),
        tone=TONE[verdict.state],
        facts=tuple((label or "verdict", text) for label, text in verdict.facts),
        assembly=assembly,
        time=shown.time,
        displacement=position - assembly.centroid,
        rotation=shown.rotation,
        ground=shown.ground,
        fallen=fallen,
        moved=known.moved * watch.height,
        settled=watch.places - assembly.centroid,
        deformation=shown.deformation if assembly.elastic.count else None,
        forces=forces,
        measures=(
            *joint_measures(assembly, position, shown.rotation),
            *stress_measures(assembly, shown.deformation),
        ),
        plots=(*_plots(shown, assembly, position - watch.places), *_ground_plots(shown, motion)),
        ties=TieLines.of(trajectory).state[kept].astype(np.uint8),
        play=play,
        notes=tuple(notes),
    )


def _kept(trajectory: Trajectory, assembly: Assembly) -> NDArray[np.int64]:
    """Numbers of the states that are shown: all, or as many as a page takes, evenly spread."""
    most = max(2, min(MOST_STATES, MOST_PLACES // len(assembly)))
    states = len(trajectory.time)
    return np.unique(np.linspace(0, states - 1, min(states, most)).astype(np.int64))


def _thinned(trajectory: Trajectory, kept: NDArray[np.int64]) -> Trajectory:
    """The history in some of its states; its tables of steps and contacts are not."""
    paths = {name: getattr(trajectory, name)[kept] for name in PATHS}
    return replace(trajectory, energy=trajectory.energy.iloc[kept].reset_index(drop=True), **paths)


def _headline(verdict: Verdict) -> str:
    """The outcome in a few words."""
    told = verdict.state
    if verdict.collapsed:
        told = f"collapsed at {verdict.collapse_time:.3g} s"
    elif verdict.fallen:
        told = f"lost {counted(len(verdict.fallen), 'block')}"
    elif told == "moved":
        told = f"moved by {verdict.residual_displacement:.2g} m"
    return told + ("" if verdict.certain else " (not certain)")


def _plots(trajectory: Trajectory, assembly: Assembly, displacement: Array) -> list[Plot]:
    far = np.linalg.norm(displacement[:, assembly.movable], axis=2)
    ledger = trajectory.energy
    energy = {name: ledger[name].to_numpy(dtype=float) for name in ENERGY}
    energy["potential"] = energy["potential"] - energy["potential"][0]
    plots = [
        Plot("Displacement", "m", {"largest": far.max(axis=1), "mean": far.mean(axis=1)}),
        Plot("Energy", "J", {name: values for name, values in energy.items() if np.any(values)}),
    ]
    return [plot for plot in plots if plot.series]


def _ground_plots(trajectory: Trajectory, motion: GroundMotion | None) -> list[Plot]:
    """Acceleration where the motion is given, displacement and velocity, in the directions in which there is any."""
    plots = []
    if motion is not None:
        first, last = trajectory.time[0], trajectory.time[-1]
        given = motion.time[(motion.time >= first) & (motion.time <= last)]
        time = np.union1d(np.linspace(first, last, FINE), given[:: max(1, len(given) // MOST)])
        acceleration = motion.accelerations_at(time)
        shaken = {axis: acceleration[:, i] for i, axis in enumerate("xyz") if np.any(acceleration[:, i])}
        plots += [Plot("Ground acceleration", "m/s2", shaken, time)] if shaken else []
    for title, unit, path in (
        ("Ground displacement", "m", trajectory.ground),
        ("Ground velocity", "m/s", trajectory.ground_velocity),
    ):
        series = {axis: path[:, i] for i, axis in enumerate("xyz") if np.abs(path[:, i]).max() > STILL}
        if series:
            plots.append(Plot(title, unit, series))
    return plots
