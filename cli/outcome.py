"""What `drystone run` and `drystone show` say of a run: its summary and its pictures."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..summary import counted, listed
from .tables import show_facts

if TYPE_CHECKING:
    import pandas as pd

    from ..files import SceneFile
    from ..model import Assembly
    from ..results import Trajectory

__all__ = [
    "in_short",
    "recorded_step",
    "summary",
    "stored_warnings",
    "supports",
    "told_structure",
    "told_ties",
    "values",
    "write_pictures",
]

CERTIFICATE = ["primal_residual", "dual_residual", "complementarity", "gap"]
FEW = 5
"""Warnings that a summary quotes."""


def summary(name: str, trajectory: "Trajectory", about: Mapping[str, Any]) -> str:
    """The run in a dozen lines. ``about``: what is known of it beside its history, as `drystone run` stores it."""
    steps, assembly = trajectory.steps, trajectory.assembly
    movable = "" if assembly is None else f", {len(assembly.movable)} movable"
    lines = [
        ("structure", f"{name}: {counted(len(trajectory.names), 'block')}{movable}"),
        *([] if assembly is None else told_supports(assembly)),
        ("run", _settings(trajectory, about)),
    ]
    if len(steps):
        made = int(steps["steps"].sum())  # a row is of all steps since the last recorded state
        solvers = steps.groupby("solver")["steps"].sum().sort_values(ascending=False, kind="stable")
        lines += [
            ("steps", f"{made}, solved by {', '.join(f'{name} ({n})' for name, n in solvers.items())}"),
            ("contacts", f"{steps['contacts'].mean():.1f} a step, at most {steps['contacts'].max()}"),
            ("iterations", f"{steps['iterations'].sum() / made:.1f} a step"),
            ("time per step", _times(trajectory)),
            ("worst certificate", f"{steps[CERTIFICATE].to_numpy().max():.2g}"),
        ]
    if assembly is not None:
        lines += _told_elastic(trajectory)
    if assembly is not None and assembly.ties:
        lines += told_ties(trajectory.ties(), _most_of_a_tie(steps))
    lines += _told_joints(trajectory) + _told_settlements(about, float(trajectory.time[-1]))
    lines += [("largest displacement", _largest(trajectory)), *_ledger(trajectory), *_verdict(trajectory)]
    return show_facts(lines)


def supports(assembly: "Assembly") -> list[str]:
    """The names of the fixed blocks."""
    return [name for name, fixed in zip(assembly.names, assembly.fixed, strict=True) if fixed]


def told_structure(scene: "SceneFile", contacts: "pd.DataFrame") -> list[tuple[str, str]]:
    """A structure at rest, its contacts and its fixed blocks as lines of a summary."""
    told = f"{scene.name}: {counted(len(scene.assembly.blocks), 'block')}, {counted(len(contacts), 'contact')}"
    return [("structure", told), *told_supports(scene.assembly)]


def told_supports(assembly: "Assembly") -> list[tuple[str, str]]:
    """The fixed blocks as a line of a summary, the first few where they are many."""
    return [("supports", listed(supports(assembly)) or "none")]


def in_short(trajectory: "Trajectory") -> str:
    """What became of the structure in one line: the verdict, or the largest displacement where there is none."""
    verdict = _verdict(trajectory)
    return verdict[0][1] if verdict else f"none without blocks; moved by {_largest(trajectory)}"


def recorded_step(trajectory: "Trajectory") -> str:
    """How to call the steps whose contacts may be kept: of the steps between two recorded states it is the last."""
    steps = trajectory.steps
    return "step" if int(steps["steps"].sum()) == len(steps) else "recorded step"


def values(name: str, trajectory: "Trajectory", about: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """The run as values by name, and their units: the verdict as the row of a sweep has it, energies at the end."""
    from ..results import VERDICT_UNITS

    steps = trajectory.steps
    verdict = {} if trajectory.assembly is None else trajectory.verdict().as_row()
    told = {
        "scene": name,
        "settings": about.get("settings", {}),
        "blocks": len(trajectory.names),
        "supports": [] if trajectory.assembly is None else supports(trajectory.assembly),
        "steps": int(steps["steps"].sum()),
        "complete": trajectory.complete,
        "worst_certificate": float(steps[CERTIFICATE].to_numpy().max()) if len(steps) else None,
        "warnings": about.get("warning_count", 0),
        "verdict": verdict or None,
        "energy": {str(key): one for key, one in trajectory.energy.iloc[-1].items() if key != "time"},
    }
    return told, {"duration": "s", "dt": "s", "energy": "J", "worst_certificate": "1", **VERDICT_UNITS}


def stored_warnings(about: Mapping[str, Any]) -> str:
    """The number of warnings of a run, and the first of them."""
    given = about.get("warnings", [])
    return "\n".join(
        [show_facts([("warnings", str(about.get("warning_count", len(given))))]), *(f"  {one}" for one in given[:FEW])]
    )


def write_pictures(name: str, trajectory: "Trajectory", target: Path) -> list[Path]:
    """The last state, the displacements and the energy as pictures in a folder; without an assembly the last two."""
    from ..files import write_figure
    from ..view import displacements_figure, energy_figure, state_figure

    title = f"{name}, t = {trajectory.time[-1]:.4g} s"
    figures = {
        "displacements.png": displacements_figure(trajectory, name),
        "energy.png": energy_figure(trajectory, name),
    }
    if trajectory.assembly is not None:
        figures = {"last.png": state_figure(trajectory.assembly, trajectory, title=title), **figures}
    return [write_figure(figure, target / file) for file, figure in figures.items()]


def _settings(trajectory: "Trajectory", about: Mapping[str, Any]) -> str:
    """Who solved what, and how far the run came."""
    settings = about.get("settings", {})
    reached = f"{trajectory.time[-1]:.6g} s"
    if "duration" in settings:
        reached += f" of {settings['duration']:g} s, dt {settings['dt']:g} s"
    if not trajectory.complete:
        reached += ", stopped before its end"
    chosen = ", ".join(str(settings[key]) for key in ("formulation", "form", "solver") if key in settings)
    return f"{chosen}: {reached}" if chosen else reached


def _times(trajectory: "Trajectory") -> str:
    table = trajectory.steps
    mean = {
        phase: 1e3 * (table[f"{phase}_time"] / table["steps"]).median() for phase in ("collision", "build", "solve")
    }
    return ", ".join(f"{phase} {value:.3g} ms" for phase, value in mean.items()) + " (median)"


def _told_joints(trajectory: "Trajectory") -> list[tuple[str, str]]:
    laws = () if trajectory.assembly is None else trajectory.assembly.joint_table.laws
    if not any(law.is_bonded for law in laws) or not len(trajectory.steps):
        return []
    return [("joints", f"{trajectory.steps['broken'].iloc[-1]} have lost their bond")]


def _told_elastic(trajectory: "Trajectory") -> list[tuple[str, str]]:
    """How many blocks that were to become elastic have, and the first."""
    table = trajectory.elastic_since()
    if table.empty:
        return []
    count = int((table["time"] < float("inf")).sum())
    text = f"{count} of {counted(len(table), 'block')} have become elastic"
    if count:
        first = int(table["time"].to_numpy().argmin())
        text += f", first {table['block'].iloc[first]} at {table['time'].iloc[first]:.4g} s"
    return [("elastic", text)]


def told_ties(ties: "pd.DataFrame", peak: tuple[float, str] = (0.0, "")) -> list[tuple[str, str]]:
    """The tie that bears most, of a table of ties, and how far any has elongated plastically. ``peak``: force (N) and
    name of the one that bore most between the times of the table.
    """
    if ties.empty:
        return []
    row = ties["force"].to_numpy().argmax()
    force, name = max(peak, (float(ties["force"].iloc[row]), str(ties["tie"].iloc[row])))
    yielded = ties["plastic"].max() if "plastic" in ties else 0.0
    longer = f", elongated plastically by {yielded:.4g} m at most" if yielded > 0.0 else ""
    return [("ties", f"{force:.6g} N at most, {name}{longer}")]


def _most_of_a_tie(steps: "pd.DataFrame") -> tuple[float, str]:
    """The largest force of a tie (N) at the end of a step, recorded or not, and its name; files of earlier versions do
    not have it.
    """
    if "tie_force" not in steps or steps.empty:
        return 0.0, ""
    most = int(steps["tie_force"].to_numpy().argmax())
    return float(steps["tie_force"].iloc[most]), str(steps["tie"].iloc[most])


def _told_settlements(about: Mapping[str, Any], end: float) -> list[tuple[str, str]]:
    """How far settlements have come: stored are their starts and durations (s), in older files the share itself."""
    from ..model import Settlement

    reached = []
    for blocks, told in about.get("settlements", {}).items():
        share = Settlement(blocks, start=told[0], duration=told[1]).fraction(end) if isinstance(told, list) else told
        reached.append(f"{blocks}: {100 * share:.3g} %")
    return [("settlements reached", "; ".join(reached))] if reached else []


def _largest(trajectory: "Trajectory") -> str:
    import numpy as np

    chosen = np.arange(len(trajectory.names)) if trajectory.assembly is None else trajectory.assembly.movable
    far = np.linalg.norm(trajectory.displacements[:, chosen], axis=2)
    time, place = np.unravel_index(int(np.argmax(far)), far.shape)
    name = trajectory.names[chosen[place]]
    return f"{far[time, place]:.4g} m, {name} at {trajectory.time[time]:.4g} s, seen from the ground"


def _verdict(trajectory: "Trajectory") -> list[tuple[str, str]]:
    if trajectory.assembly is None:
        return []
    return [(label or "verdict", text) for label, text in trajectory.verdict().facts]


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
    for stored in ("elastic", "strain", "ties"):
        if trajectory.energy[stored].any():
            parts[stored] = last[stored] - start[stored]
    return [("energy at the end", ", ".join(f"{name} {value:.4g}" for name, value in parts.items()) + " J")]
