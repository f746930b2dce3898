"""`drystone equilibrium`: whether a scene stands, its forces, or the mechanism that starts."""

from pathlib import Path
from typing import TYPE_CHECKING

from ..progress import waiting
from .answer import Answer
from .messages import folder, options, reported_warnings, shows_bars, warn_of_settlements
from .outcome import supports, told_structure, told_ties
from .tables import show_facts

if TYPE_CHECKING:
    from ..files import SceneFile
    from ..statics import EquilibriumResult

__all__ = ["execute"]


def execute(
    scene: str, arguments: list[str], solver: str, out: str | None, page: bool, answer: Answer, progress: bool
) -> int:
    """Decide, print the outcome and store forces, joints and picture."""
    from ..files import read_scene
    from ..statics import equilibrium

    quiet = answer.quiet
    read = read_scene(scene, options(arguments))
    warn_of_settlements(read, quiet)
    overlap = read.run.options.get("overlap_tolerance")
    with reported_warnings(quiet), waiting("equilibrium", shows_bars(progress, quiet)):
        result = equilibrium(
            read.assembly, gravity=read.gravity, loads=read.loads, solver=solver, overlap_tolerance=overlap,
            face_divisions=read.run.options.get("face_divisions", 1),
        )  # fmt: skip
    target = folder(Path("runs") / f"{read.name}-equilibrium" if out is None else out)
    written = _store(read, result, target)
    if page:
        written.append(result.view(read.name).save(target / "equilibrium.html"))
    if quiet:
        answer.result(show_facts([("outcome", _outcome(result))]))
    answer.tell(summary(read, result))
    answer.written(written)
    answer.give({
        "scene": read.name, "supports": supports(read.assembly), "stands": result.stable, "solver": result.solver,
        "imbalance": result.imbalance,
        "acceleration": dict(zip(read.assembly.names, result.acceleration[:, :3], strict=True)),
    }, {"imbalance": "1", "acceleration": "m/s2"})  # fmt: skip
    return 0


def _outcome(result: "EquilibriumResult") -> str:
    return "stands" if result.stable else "falls"


def summary(scene: "SceneFile", result: "EquilibriumResult") -> str:
    """The outcome in some lines."""
    lines = [
        *told_structure(scene, result.contacts),
        ("outcome", _outcome(result)),
        ("solver", result.solver),
    ]
    if result.stable:
        if len(result.contacts):  # what hangs from ties alone has none
            lines += [("largest normal force", f"{result.contacts['force_n'].max():.6g} N at one contact point")]
        if result.deformed is not None:
            pressed = -result.stresses()["principal_1"].min() / 1e6
            lines += [("largest compression", f"{pressed:.4g} MPa, mean of an element")]
        lines += [*told_ties(result.ties), ("imbalance", f"{result.imbalance:.2g} of the loads")]
    else:
        fastest = int(abs(result.acceleration[:, :3]).max(axis=1).argmax())
        speed = (result.acceleration[fastest, :3] ** 2).sum() ** 0.5
        lines += [("starts with", f"{scene.assembly.names[fastest]}, {speed:.4g} m/s2")]
    return show_facts(lines)


def _store(scene: "SceneFile", result: "EquilibriumResult", target: Path) -> list[Path]:
    from ..files import write_figure, write_table
    from ..view import joints_figure, stresses_figure

    moving = None if result.stable else result.mechanism
    title = f"{scene.name} {'stands' if result.stable else 'falls'}"
    tables = {"contacts": result.contacts, "joints": result.joints}
    tables |= {"ties": result.ties} if len(result.ties) else {}
    tables |= {} if result.deformed is None else {"stresses": result.stresses()}
    paths = [write_table(table, target / f"{name}.csv") for name, table in tables.items()]
    figures = {"equilibrium": joints_figure(scene.assembly, result.contacts, mechanism=moving, title=title)}
    if result.deformed is not None:
        figures["stresses"] = stresses_figure((scene.assembly, result.deformed), of="principal_1")
    return [*paths, *(write_figure(figure, target / f"{name}.png") for name, figure in figures.items())]
