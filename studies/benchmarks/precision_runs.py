"""Runs of cases and what they took: drystone's own, and MuJoCo's tuned as in `drystone.studies.benchmarks.peers`.

Every run is a row of ``runs.csv`` in the study's folder, and the references are files beside it: a second call goes on
where the first was stopped. Remove a file to make it anew.
"""

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np
import pandas as pd
from scipy.spatial.transform import Rotation

from ...checks import FloatArray
from ...disk import reading, replacing
from ...errors import DrystoneError
from ...files.rows import append_row, read_rows
from ...integrators import simulate
from ...model import Assembly
from ...progress import watched
from ..histories import kept_as, worst_certificate
from .peers import ground_as_force, mujoco_model, mujoco_steps, tuned
from .precision_cases import MUJOCO, PrecisionCase, Seen, error_of

__all__ = ["REPEATS", "Run", "made", "measured", "references", "series_of"]


@dataclass(frozen=True)
class Run:
    """A run to make in steps of ``dt`` (s)."""

    case: PrecisionCase
    engine: str
    integrator: str
    formulation: str
    dt: float


Known = Mapping[str, tuple[FloatArray, float]]
"""By the name of a case what its errors are measured against, (n, d), and the step it was made with (s; 0: none)."""
COLUMNS = (
    "case", "engine", "integrator", "formulation", "dt", "reference", "repeat", "status", "error", "unit",
    "wall_s", "cpu_s", "steps", "programs", "impacts", "certificate", "warnings", "unsolved", "natural",
)  # fmt: skip
"""``dt`` (s), ``reference``: step of what the error is measured against (s; 0: closed form); ``error`` in ``unit``, inf
where a run stopped or has not what is looked at; ``wall_s``, ``cpu_s`` of the whole run; ``steps`` with their parts,
``programs`` solved for them, ``impacts`` given their own instants, the worst entry of a ``certificate``, ``warnings``
raised; ``unsolved``: steps that a solver did not bring to their law; ``natural``: the largest residual of it."""
KEY = list(COLUMNS[:6])
REPEATS, LONG = 3, 2.0
"""Runs of which the median counts, of those that take no longer than so many seconds of a processor; others are one."""


def measured(
    planned: Sequence[Run], known: Known, out: Path, repeats: int = 1, progress: bool = False, timed: bool = True
) -> pd.DataFrame:
    """The runs, with medians of their times: those that ``runs.csv`` in ``out`` does not hold are made and added to it.

    ``timed``: the first of a kind is made twice, so that its time counts when all that it needs is loaded and compiled.
    Short runs are repeated, in passes over all, so that what else the machine does falls on all runs alike.
    """
    path, warm = out / "runs.csv", set()
    keys = {(one.case.name, one.engine, one.integrator, one.formulation, one.dt, known[one.case.name][1]): one
            for one in planned}  # fmt: skip
    for repeat in range(repeats):
        done = _read(path)
        there = set(done[[*KEY, "repeat"]].itertuples(index=False, name=None))
        slow = set(done.loc[done["cpu_s"] > LONG, KEY].itertuples(index=False, name=None))
        todo = [key for key in keys if (*key, repeat) not in there and key not in slow]
        for key in watched(todo, "run", progress, f"pass {repeat + 1}"):
            one = keys[key]
            if timed and key[:4] not in warm:
                made(one)
                warm.add(key[:4])
            seen, facts = made(one)
            error = np.inf if seen is None else error_of(one.case.observe(seen), known[one.case.name][0])
            labels = dict(zip(KEY, key, strict=True)) | {"repeat": repeat, "unit": one.case.unit}
            append_row(path, COLUMNS, labels | facts | {"error": error})
    return _medians(_read(path)).loc[[*keys]].reset_index().drop(columns="reference")


def _read(path: Path) -> pd.DataFrame:
    exact = {"dt": float, "reference": float}  # by which runs are known again
    return read_rows(path, COLUMNS, dtype={"status": str, "unit": str}, converters=exact)


def _medians(rows: pd.DataFrame) -> pd.DataFrame:
    """A row for each run: medians of its times, ``repeats``, and ``noise``: the longest wall time over the least."""
    runs = rows.groupby(KEY, sort=False)
    wall, first = runs["wall_s"], runs.first().drop(columns="repeat")
    series = [series_of(*labels[1:4]) for labels in first.index]
    times = {"wall_s": wall.median(), "cpu_s": runs["cpu_s"].median()}
    return first.assign(**times, series=series, repeats=runs.size(), noise=wall.max() / wall.min())


def series_of(engine: str, integrator: str, formulation: str) -> str:
    """The name of what runs of several steps have in common."""
    return engine if engine == MUJOCO else f"{integrator}, {formulation}"


def made(run: Run) -> tuple[Seen | None, dict[str, Any]]:
    """The motion, None where a run stopped, and the columns of what it took: see `COLUMNS`."""
    assembly = run.case.make()
    model = _mujoco_model(run, assembly) if run.engine == MUJOCO else None
    wall, cpu = perf_counter(), process_time()
    try:
        seen, facts = _drystone(run, assembly) if model is None else _mujoco(run, model)
    except DrystoneError as error:
        seen, facts = None, {"status": " ".join(str(error).split())[:120]}
    times = {"wall_s": perf_counter() - wall, "cpu_s": process_time() - cpu}
    return seen, {"status": "ok"} | times | facts


def references(
    cases: Sequence[PrecisionCase], roads: Callable[[PrecisionCase], tuple[Run, Run]], out: Path, progress: bool = False
) -> tuple[dict[str, tuple[FloatArray, float]], pd.DataFrame]:
    """What errors are measured against, and a table of that: what it is, and its ``uncertainty`` in the case's unit.

    It is the closed form, else what is seen in the first of two runs, the ``roads``; the other tells how far that can
    be trusted. Both are kept in files in ``out``.
    """
    known, rows = dict[str, tuple[FloatArray, float]](), []
    for case in watched(cases, "case", progress, "references"):
        exact, step, said, uncertainty = case.exact, 0.0, "closed form", 0.0
        if exact is None:
            run, other = roads(case)
            exact, step, said = _kept(run, out), run.dt, f"{run.integrator}, {run.formulation}, dt {run.dt:g} s"
            uncertainty = error_of(_kept(other, out), exact)
        known[case.name] = exact, step
        rows.append((case.name, case.title, case.what, case.unit, case.target, said, uncertainty))
    columns = ["case", "title", "what", "unit", "target", "reference", "uncertainty"]
    return known, pd.DataFrame(rows, columns=columns)


def _kept(run: Run, out: Path) -> FloatArray:
    """What the case looks at in that run, (n, d): from a file in ``out``, which is made if it is not there.

    DrystoneError for a run that stopped.
    """
    key = kept_as(run.case.make(), run.case.motion, run.case.duration, run.dt, gravity=run.case.gravity)
    path = out / f"reference-{run.case.name}-{run.integrator}-{run.formulation}-{run.dt:g}-{key}.npy"
    if not path.exists():
        seen, row = made(run)
        if seen is None:
            raise DrystoneError(f"the reference of {run.case.name} at dt {run.dt:g} s stopped: {row['status']}")
        with replacing(path, "reference") as temporary, temporary.open("wb") as file:
            np.save(file, run.case.observe(seen))
    with reading(path, "reference"):
        found: FloatArray = np.load(path, allow_pickle=False)
    return found


def _drystone(run: Run, assembly: Assembly) -> tuple[Seen, dict[str, Any]]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        history = simulate(
            assembly, run.case.duration, run.dt, formulation=run.formulation, integrator=run.integrator,
            motion=run.case.motion, gravity=run.case.gravity, options={"record_contacts": False},
        )  # fmt: skip
    moving, table = assembly.movable, history.steps
    seen = Seen(history.time, (history.position - history.ground[:, None])[:, moving], history.rotation[:, moving])
    return seen, {
        "steps": int(table["steps"].sum()), "programs": int(table["friction_iterations"].sum()),
        "impacts": int(table["impacts"].sum()), "certificate": worst_certificate(table), "warnings": len(caught),
        "unsolved": int((table["status"] != "solved").sum()), "natural": float(table["natural"].max()),
    }  # fmt: skip


def _mujoco_model(run: Run, assembly: Assembly) -> Any:
    import mujoco

    friction = float(assembly.pair_friction(np.array([[0, 1]]))[0])
    return mujoco.MjModel.from_xml_string(mujoco_model(assembly, tuned(run.dt), run.dt, friction))


def _mujoco(run: Run, model: Any) -> tuple[Seen, dict[str, Any]]:
    """In the frame of the ground, whose motion is a body force -a at the middle of each step."""
    steps = max(1, round(run.case.duration / run.dt))
    gravity = ground_as_force(run.case.motion, run.case.gravity, run.dt, steps)
    places = np.empty((steps + 1, model.nq // 7, 7))
    for place, data in zip(places, mujoco_steps(model, gravity), strict=True):
        place[:] = data.qpos.reshape(-1, 7)
    scalar_last = np.roll(places[..., 3:], -1, axis=-1).reshape(-1, 4)
    turned = Rotation.from_quat(scalar_last).as_matrix().reshape(*places.shape[:2], 3, 3)
    time = np.arange(steps + 1, dtype=np.float64) * run.dt
    seen = Seen(time, places[..., :3], turned @ np.swapaxes(turned[0], 1, 2))
    warned = sum(int(one.number) for one in data.warning)
    return seen, {"steps": steps, "programs": steps, "impacts": 0, "warnings": warned}
