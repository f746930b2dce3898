"""`drystone run`: one scene, its summary and its results."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import DrystoneError, StepFailedError
from ..summary import counted
from .tables import show_facts
from .talk import folder, options, seen, told_warnings

if TYPE_CHECKING:
    from ..files import RunSettings, SceneFile
    from ..integrators import Trajectory

__all__ = ["execute", "summary"]

SETTINGS = ("duration", "dt", "formulation", "form", "solver", "record_every")
CERTIFICATE = ["primal_residual", "dual_residual", "complementarity", "gap"]


def execute(
    scene: str, option: list[str], arguments: list[str], out: str | None, progress: bool, quiet: bool, **settings: Any
) -> int:
    """Run a scene, print the summary and store the results; what a stopped run reached is stored too."""
    from ..files import read_scene

    read = read_scene(scene, options(arguments))
    given = {key: settings[key] for key in SETTINGS if settings[key] is not None}
    run = read.run.changed(**given, options=options(option))
    target = folder(Path("results") / read.name if out is None else out)
    failure: DrystoneError | None = None
    with told_warnings(quiet) as told:
        try:
            trajectory = _simulate(read, run, seen(progress, quiet))
        except StepFailedError as stop:
            failure, trajectory = stop, _reached(stop)
    written = _store(read, trajectory, target)
    if not quiet:
        print(summary(read, run, trajectory))
        print(f"warnings             {len(told)}")
        print(show_facts([("results", ", ".join(str(path) for path in written))]))
    if failure is not None:
        raise DrystoneError(f"{failure} (what was computed before is in {str(target)!r})")
    return 0


def _simulate(scene: "SceneFile", run: "RunSettings", progress: bool) -> "Trajectory":
    from ..integrators import simulate

    return simulate(
        scene.assembly,
        run.duration,
        run.dt,
        formulation=run.formulation,
        form=run.form,
        solver=run.solver,
        motion=scene.motion,
        gravity=scene.gravity,
        loads=scene.loads,
        settlements=scene.settlements,
        options=run.options,
        record_every=run.record_every,
        progress=progress,
    )


def _reached(stop: StepFailedError) -> "Trajectory":
    from ..integrators import Trajectory

    if not isinstance(stop.trajectory, Trajectory):
        raise stop
    return stop.trajectory


def _store(scene: "SceneFile", trajectory: "Trajectory", target: Path) -> list[Path]:
    from ..files import save, write_figure, write_table
    from ..view import state_figure

    paths = [target / name for name in ("trajectory.npz", "energy.csv", "steps.csv", "last.png")]
    save(trajectory, paths[0])
    write_table(trajectory.energy, paths[1])
    write_table(trajectory.steps, paths[2])
    write_figure(state_figure(scene.assembly, trajectory, title=_title(scene, trajectory)), paths[3])
    return paths


def _title(scene: "SceneFile", trajectory: "Trajectory") -> str:
    return f"{scene.name}, t = {trajectory.time[-1]:.4g} s"


def summary(scene: "SceneFile", run: "RunSettings", trajectory: "Trajectory") -> str:
    """The run in a dozen lines."""
    steps, assembly = trajectory.steps, scene.assembly
    reached = f"{trajectory.time[-1]:.6g} s of {run.duration:g} s, dt {run.dt:g} s"
    lines = [
        ("structure", f"{scene.name}: {counted(len(assembly.blocks), 'block')}, {len(assembly.movable)} movable"),
        ("run", f"{run.formulation}, {run.form}, {run.solver}: {reached}"),
    ]
    if len(steps):
        solvers = steps["solver"].value_counts()
        lines += [
            ("steps", f"{len(steps)}, solved by {', '.join(f'{name} ({n})' for name, n in solvers.items())}"),
            ("contacts", f"{steps['contacts'].mean():.1f} a step, at most {steps['contacts'].max()}"),
            ("iterations", f"{steps['iterations'].mean():.1f} a step"),
            ("time per step", _times(trajectory)),
            ("worst certificate", f"{steps[CERTIFICATE].to_numpy().max():.2g}"),
        ]
    lines += _told_joints(scene, trajectory) + _told_settlements(scene, trajectory)
    lines += [("largest displacement", _largest(scene, trajectory)), *_ledger(trajectory)]
    return show_facts(lines)


def _times(trajectory: "Trajectory") -> str:
    table = trajectory.steps
    mean = {phase: 1e3 * table[f"{phase}_time"].median() for phase in ("collision", "build", "solve")}
    return ", ".join(f"{phase} {value:.3g} ms" for phase, value in mean.items()) + " (median)"


def _told_joints(scene: "SceneFile", trajectory: "Trajectory") -> list[tuple[str, str]]:
    laws = scene.assembly.joint_table.laws
    if not any(law.is_bonded for law in laws) or not len(trajectory.steps):
        return []
    return [("joints", f"{trajectory.steps['broken'].iloc[-1]} have lost their bond")]


def _told_settlements(scene: "SceneFile", trajectory: "Trajectory") -> list[tuple[str, str]]:
    end = float(trajectory.time[-1])
    reached = [f"{', '.join(one.blocks)}: {100 * one.share(end):.3g} %" for one in scene.settlements]
    return [("settlements reached", "; ".join(reached))] if reached else []


def _largest(scene: "SceneFile", trajectory: "Trajectory") -> str:
    import numpy as np

    chosen = scene.assembly.movable if len(scene.assembly.movable) else np.arange(len(scene.assembly))
    moved = trajectory.position - trajectory.position[0] - trajectory.ground[:, None]
    far = np.linalg.norm(moved[:, chosen], axis=2)
    time, place = np.unravel_index(int(np.argmax(far)), far.shape)
    name = trajectory.names[chosen[place]]
    return f"{far[time, place]:.4g} m, {name} at {trajectory.time[time]:.4g} s, seen from the ground"


def _ledger(trajectory: "Trajectory") -> list[tuple[str, str]]:
    last, start = trajectory.energy.iloc[-1], trajectory.energy.iloc[0]
    balance = last["total"] - start["total"] + last["dissipated"] - last["harvested"]
    parts = {
        "kinetic": last["kinetic"],
        "potential": last["potential"] - start["potential"],
        "harvested": last["harvested"],
        "dissipated": last["dissipated"],
        "balance error": balance,
    }
    if trajectory.energy["elastic"].any():
        parts["elastic"] = last["elastic"]
    return [("energy at the end", ", ".join(f"{name} {value:.4g}" for name, value in parts.items()) + " J")]
