"""`drystone limit`: the limit load of a scene, its mechanism and its forces."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..progress import waiting
from ..summary import counted
from .answer import Answer
from .campaign_options import numbers
from .messages import folder, options, reported_warnings, shows_bars, warn_of_settlements
from .outcome import supports, told_structure, told_ties
from .tables import show_facts

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ..files import SceneFile
    from ..statics import LimitResult

__all__ = ["execute"]

MEANING = {
    "solved": "",
    "unbounded": "every multiple of the live load is carried",
    "infeasible": "the dead load is not carried with any multiple of the live load",
}


def execute(
    scene: str,
    arguments: list[str],
    live: str,
    dead: str | None,
    out: str | None,
    page: bool,
    answer: Answer,
    progress: bool,
    **law: Any,
) -> int:
    """Solve the limit program of a scene, print the result and store forces, mechanism and picture."""
    from ..files import read_scene
    from ..model.gravity import ONE_G
    from ..statics import limit_load

    quiet = answer.quiet
    with suppress(ValueError):
        arguments = [*arguments, f"friction={float(law['friction'])!r}"]
        law["friction"] = "associated"
    read = read_scene(scene, options(arguments))
    warn_of_settlements(read, quiet)
    overlap = read.run.options.get("overlap_tolerance")
    direction = numbers(live, "--live", 3)
    fixed = [read.gravity / ONE_G, read.loads] if dead is None else numbers(dead, "--dead", 3)
    with reported_warnings(quiet), waiting("limit load", shows_bars(progress, quiet)):
        result = limit_load(read.assembly, live=direction, dead=fixed, overlap_tolerance=overlap, **law)
    target = folder(Path("runs") / f"{read.name}-limit" if out is None else out)
    written = _store(read, result, direction, target)
    if page:
        written.append(result.view(read.name).save(target / "limit.html"))
    if quiet:
        answer.result(show_facts([_multiplier(result, direction)]))
    answer.tell(summary(read, result, direction))
    answer.written(written)
    answer.give(*_values(read, result, direction))
    return 0


def _of_what(live: list[float]) -> str:
    """What a multiplier multiplies: an acceleration of all blocks in g, whatever the scene's gravity is."""
    return f"times ({', '.join(f'{part:g}' for part in live)}) g on all blocks"


def _multiplier(result: "LimitResult", live: list[float]) -> tuple[str, str]:
    return "multiplier", " ".join(f"{result.multiplier:.8g} {MEANING[result.status] or _of_what(live)}".split())


def _values(scene: "SceneFile", result: "LimitResult", live: list[float]) -> tuple[dict[str, Any], dict[str, str]]:
    told = {
        "scene": scene.name, "supports": supports(scene.assembly), "status": result.status,
        "multiplier": result.multiplier, "live": live,
        "kinematic_multiplier": result.kinematic_multiplier, "bracket": result.bracket, "friction": result.friction,
        "form": result.form, "solver": result.solver, "iterations": result.iterations,
        "solve_time": result.solve_time, "worst_certificate": result.certificate.worst,
    }  # fmt: skip
    one = dict.fromkeys(["multiplier", "kinematic_multiplier", "bracket", "worst_certificate"], "1")
    return told, {**one, "live": "g", "solve_time": "s"}


def summary(scene: "SceneFile", result: "LimitResult", live: list[float]) -> str:
    """The result in some lines; ``live``: the direction of the live load, in g."""
    lines = [
        *told_structure(scene, result.contacts),
        _multiplier(result, live),
        ("kinematic program", f"{result.kinematic_multiplier:.8g}"),
        ("friction", result.friction),
        (
            "solver",
            f"{result.form}, {result.solver}, {counted(result.iterations, 'iteration')}, {result.solve_time:.3g} s",
        ),
        ("worst certificate", f"{result.certificate.worst:.2g}"),
    ]
    lines += told_ties(result.ties)
    if result.friction == "coulomb":
        lines.insert(5, ("bracket", f"{result.bounds()} (frictionless to associated)"))
    return show_facts(lines)


def _store(scene: "SceneFile", result: "LimitResult", live: list[float], target: Path) -> list[Path]:
    import pandas as pd

    from ..files import write_figure, write_table

    mechanism = pd.DataFrame(result.mechanism, columns=["vx", "vy", "vz", "wx", "wy", "wz"])
    mechanism.insert(0, "block", scene.assembly.names)
    tables = {"contacts": result.contacts, "mechanism": mechanism}
    tables |= {"ties": result.ties} if len(result.ties) else {}
    paths = [write_table(table, target / f"{name}.csv") for name, table in tables.items()]
    return [*paths, write_figure(_figure(scene, result, live), target / "limit.png")]


def _figure(scene: "SceneFile", result: "LimitResult", live: list[float]) -> "Figure":
    from ..view import joints_figure

    moves = bool(result.mechanism.any())
    title = f"{scene.name}, multiplier {result.multiplier:.5g}\n{_of_what(live)}"
    return joints_figure(scene.assembly, result.contacts, mechanism=result.mechanism if moves else None, title=title)
