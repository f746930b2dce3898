"""`drystone compare`: formulations, forms and solvers side by side."""

from textwrap import wrap
from time import perf_counter
from typing import TYPE_CHECKING

from ..summary import counted
from .answer import Answer
from .messages import free_file, names, options, shows_bars
from .tables import WIDTH, show

if TYPE_CHECKING:
    import pandas as pd

    from ..files import SceneFile

__all__ = ["execute", "forms_for", "solvers_for", "steps_for"]

SOLVERS = ("auto", "interior-point", "clarabel", "scs", "qoco")
"""Solvers when none are given, those of them that are installed."""
LARGE = 100
"""Movable blocks above which scs and the form ccp are left out when none are given: they take seconds a step there."""
STEPS = ((20, 200), (100, 50))
"""Steps when none are given: up to so many movable blocks, so many steps; a few for larger structures."""
FEWEST_STEPS = 5

SHOWN = {
    "formulation": "formulation", "form": "form", "solver": "solver", "status": "status", "own_steps": "own steps",
    "iterations": "iterations",
    "collision_ms": "collision ms", "build_ms": "build ms", "solve_ms": "solve ms", "worst_certificate": "certificate",
    "distance": "distance m", "energy_error": "energy error",
}  # fmt: skip
"""Columns that are printed, and their titles; the CSV file has all."""
RESIDUALS = ("worst_certificate", "distance", "energy_error")
"""Columns whose order of magnitude is what matters."""


def execute(
    scenes: list[str],
    formulations: str | None,
    forms: str | None,
    solvers: str | None,
    steps: int | None,
    dt: float | None,
    integrator: str | None,
    option: list[str],
    arguments: list[str],
    csv: str | None,
    progress: bool,
    answer: Answer,
) -> int:
    """Print one table for each scene; all of them go to one CSV file where ``csv`` names it."""
    import pandas as pd

    from ..assessment.compare import compare
    from ..files import read_scene, write_table
    from ..formulations import FORMULATIONS

    chosen = names(formulations, tuple(FORMULATIONS))
    read = [read_scene(scene, options(arguments)) for scene in scenes]
    if csv is not None:
        free_file(csv, "table")
    tables = []
    for scene in read:
        count = steps_for(scene) if steps is None else steps
        step = scene.run.dt if dt is None else dt
        start = perf_counter()
        table = compare(
            scene.assembly, formulations=chosen, forms=names(forms, forms_for(scene)),
            solvers=names(solvers, solvers_for(scene)), steps=count, dt=step,
            motion=scene.motion, gravity=scene.gravity, loads=scene.loads, settlements=scene.settlements,
            integrator=scene.run.integrator if integrator is None else integrator,
            options={**scene.run.options, **options(option)}, progress=shows_bars(progress, answer.quiet),
        )  # fmt: skip
        answer.result(_shown(scene, table, count, step, perf_counter() - start))
        table.insert(0, "structure", scene.name)
        tables.append(table)
    answer.tell(NOTES)
    whole = pd.concat(tables, ignore_index=True)
    whole.attrs["units"] = tables[0].attrs["units"]
    answer.give({"comparison": whole})
    if csv is not None:
        answer.written([write_table(whole, csv)], "written")
    return 0


def solvers_for(scene: "SceneFile") -> tuple[str, ...]:
    """Solvers to compare on a scene when none are given."""
    from ..solvers.registry import solver_class

    usable = [name for name in SOLVERS if solver_class(name).available()]
    large = len(scene.assembly.movable) > LARGE
    return tuple(name for name in usable if not (large and name == "scs"))


def forms_for(scene: "SceneFile") -> tuple[str, ...]:
    """Forms to compare on a scene when none are given."""
    from ..formulations import FORMS

    large = len(scene.assembly.movable) > LARGE
    return tuple(name for name in FORMS if not (large and name == "ccp"))


def steps_for(scene: "SceneFile") -> int:
    """Number of steps that keeps the comparison of a scene with a few hundred blocks to two minutes."""
    count = len(scene.assembly.movable)
    return next((steps for most, steps in STEPS if count <= most), FEWEST_STEPS)


def _shown(scene: "SceneFile", table: "pd.DataFrame", steps: int, dt: float, seconds: float) -> str:
    blocks = counted(len(scene.assembly.movable), "movable block")
    contacts = f"{table['contacts'].fillna(0.0).max():.4g} contacts a step"
    what = f"{blocks}, {contacts}, {counted(steps, 'step')} of {dt:g} s"
    title = f"# {scene.name}: {what}, {counted(len(table), 'run')} in {seconds:.0f} s"
    shown = table[list(SHOWN)].rename(columns=SHOWN)
    shown["status"] = [_short(status) for status in table["status"]]
    for name in RESIDUALS:
        shown[SHOWN[name]] = ["-" if value != value else f"{value:.1e}" for value in table[name].astype(float)]
    long = dict.fromkeys(status for status in table["status"] if ":" in status)
    return "\n".join([title, show(shown, keys=3), *("\n".join(wrap(status, WIDTH)) for status in long), ""])


def _short(status: str) -> str:
    """A status in a few words; what is behind a colon stands below the table."""
    return status.partition(":")[0].partition(" of ")[0].replace(" in ", " ")


NOTES = """\
own steps: solved by the named solver itself. helped: solved by auto in its place. halved: made in parts. Iterations and
times: means over its own steps; times leave out the first step of the run. certificate: the worst of its own answers,
replaced ones included. distance: largest distance of block centroids to the first row that ran. energy error: error of
the balance over the energy that lifts the structure by its characteristic length. --csv writes all columns."""
