"""`drystone compare`: formulations, forms and solvers side by side."""

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from ..errors import DrystoneError
from .talk import names, options, show

if TYPE_CHECKING:
    import pandas as pd

    from ..files import SceneFile

__all__ = ["execute", "steps_for"]

SOLVERS = ("clarabel", "scs", "qoco")
"""Solvers when none are given, those of them that are installed."""
LARGE = 100
"""Movable blocks above which scs is left out when none are given: it takes many seconds a step there."""
STEPS = ((20, 200), (100, 50))
"""Steps when none are given: up to so many movable blocks, so many steps; a few for larger structures."""
FEWEST_STEPS = 5

SHORT = {
    "collision_ms": "collision", "collision_median_ms": "(median)", "build_ms": "build", "build_median_ms": "(median)",
    "solve_ms": "solve", "solve_median_ms": "(median)", "worst_certificate": "certificate", "own_steps": "own",
    "helped_steps": "helped", "halved_steps": "halved", "failed_steps": "failed", "energy_error": "energy error",
}  # fmt: skip


def execute(
    scenes: list[str],
    formulations: str | None,
    forms: str | None,
    solvers: str | None,
    steps: int | None,
    dt: float | None,
    option: list[str],
    csv: str | None,
    progress: bool,
    quiet: bool,
) -> int:
    """Print one table for each scene; all of them go to one CSV file where ``csv`` names it."""
    import pandas as pd

    from ..files import read_scene
    from ..formulations import FORMS, FORMULATIONS
    from ..studies.compare import compare

    chosen = {
        "formulations": names(formulations, tuple(FORMULATIONS)),
        "forms": names(forms, tuple(FORMS)),
    }
    read = [read_scene(scene) for scene in scenes]
    if csv is not None and not Path(csv).absolute().parent.is_dir():
        raise DrystoneError(f"the folder of {csv!r} does not exist; make it first")
    tables = []
    for scene in read:
        count = steps_for(scene) if steps is None else steps
        step = scene.run.dt if dt is None else dt
        start = perf_counter()
        table = compare(
            scene.assembly, **chosen, solvers=names(solvers, solvers_for(scene)), steps=count, dt=step,
            motion=scene.motion, gravity=scene.gravity, loads=scene.loads, settlements=scene.settlements,
            options={**scene.run.options, **options(option)}, progress=progress,
        )  # fmt: skip
        _print(scene, table, count, step, perf_counter() - start)
        table.insert(0, "structure", scene.name)
        tables.append(table)
    if not quiet:
        print(NOTES)
    if csv is not None:
        _write(pd.concat(tables, ignore_index=True), csv)
    return 0


def solvers_for(scene: "SceneFile") -> tuple[str, ...]:
    """Solvers to compare on a scene when none are given."""
    from ..solvers.registry import solver_class

    usable = [name for name in SOLVERS if solver_class(name).available()]
    large = len(scene.assembly.movable) > LARGE
    return tuple(name for name in usable if not (large and name == "scs"))


def steps_for(scene: "SceneFile") -> int:
    """Number of steps that keeps the comparison of a scene with a few hundred blocks to two minutes."""
    count = len(scene.assembly.movable)
    return next((steps for most, steps in STEPS if count <= most), FEWEST_STEPS)


def _print(scene: "SceneFile", table: "pd.DataFrame", steps: int, dt: float, seconds: float) -> None:
    assembly = scene.assembly
    what = f"movable blocks {len(assembly.movable)}, {steps} steps of {dt:g} s"
    print(f"# {scene.name}: {what}, {len(table)} runs in {seconds:.0f} s")
    shown = table.drop(columns="warnings").rename(columns=SHORT)
    shown["status"] = [status.partition(":")[0] for status in table["status"]]
    print(show(shown))
    for status in dict.fromkeys(status for status in table["status"] if ":" in status):
        print(status)
    print()


NOTES = """\
steps: made, of which the named solver solved own itself, helped ones were solved by auto in its place, halved ones were
made in parts; failed: the step that nothing solved. Iterations, collision, build, solve (ms a step): of its own steps,
the first of the run left out; certificate: the worst of its own answers, replaced ones too. Distance: of the block
centroids to the first row that ran, largest over time (m); energy error: of the balance, over the energy that lifts the
structure by its characteristic length."""


def _write(table: "pd.DataFrame", csv: str) -> None:
    from ..files import write_table

    write_table(table, csv)
    print(f"written: {csv}")
