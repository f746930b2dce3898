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

SOLVERS = ("clarabel", "auto")
MOST_STEPS = 200
WORK = 1000
"""Steps times movable blocks of one run, when the number of steps is not given: 5 steps of 200 blocks."""
FEWEST_STEPS = 5

SHORT = {
    "collision_ms": "collision", "collision_median_ms": "(median)", "build_ms": "build", "build_median_ms": "(median)",
    "solve_ms": "solve", "solve_median_ms": "(median)", "worst_certificate": "certificate", "failed_steps": "failed",
    "energy_error": "energy error",
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
        "solvers": names(solvers, SOLVERS),
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
            scene.assembly, **chosen, steps=count, dt=step, motion=scene.motion, gravity=scene.gravity,
            loads=scene.loads, options={**scene.run.options, **options(option)}, progress=progress,
        )  # fmt: skip
        _print(scene, table, count, step, perf_counter() - start, quiet)
        table.insert(0, "structure", scene.name)
        tables.append(table)
    if csv is not None:
        _write(pd.concat(tables, ignore_index=True), csv)
    return 0


def steps_for(scene: "SceneFile") -> int:
    """Number of steps that keeps the comparison of a scene to about a minute."""
    return max(FEWEST_STEPS, min(MOST_STEPS, WORK // len(scene.assembly.movable)))


def _print(scene: "SceneFile", table: "pd.DataFrame", steps: int, dt: float, seconds: float, quiet: bool) -> None:
    assembly = scene.assembly
    what = f"movable blocks {len(assembly.movable)}, {steps} steps of {dt:g} s"
    print(f"# {scene.name}: {what}, {len(table)} runs in {seconds:.0f} s")
    shown = table.drop(columns="warnings").rename(columns=SHORT)
    shown["status"] = [status.partition(":")[0] for status in table["status"]]
    print(show(shown))
    for status in dict.fromkeys(status for status in table["status"] if ":" in status):
        print(status)
    if not quiet:
        print(NOTES)


NOTES = """\
collision, build, solve: ms a step, the first step left out; certificate: worst of all steps; failed: steps that the
named solver did not solve itself; distance: of block centroids to the first row that ran (m); energy error: of the
balance, relative.
"""


def _write(table: "pd.DataFrame", csv: str) -> None:
    try:
        table.to_csv(csv, index=False)
    except OSError as error:
        raise DrystoneError(f"cannot write {csv!r}: {error.strerror or error}") from error
    print(f"written: {csv}")
