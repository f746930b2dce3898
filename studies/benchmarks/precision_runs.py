"""One run of a case and what it took: drystone's own, and MuJoCo's tuned as in `drystone.studies.benchmarks.peers`."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
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
from ...progress import watched
from ..histories import worst_certificate
from .peers import ground_as_force, mujoco_model, mujoco_steps, tuned
from .precision_cases import MUJOCO, PrecisionCase, Seen, error_of

__all__ = [
    "REPEATS", "Reference", "Run", "five_steps", "made", "measured", "reference_of", "series_of", "trusted_cases",
]  # fmt: skip


@dataclass(frozen=True)
class Run:
    """A run to make in steps of ``dt`` (s)."""

    case: PrecisionCase
    engine: str
    integrator: str
    formulation: str
    dt: float


@dataclass(frozen=True)
class Reference:
    """What errors of a case are measured against: ``known`` (n, d), made in steps of ``dt`` (s; 0: a closed form).

    ``uncertainty``: how far another road to it ends, in the case's unit; ``said``: what it is in words.
    """

    known: FloatArray
    dt: float = 0.0
    uncertainty: float = 0.0
    said: str = "closed form"


COLUMNS = (
    "case", "engine", "integrator", "formulation", "dt", "reference", "repeat", "status", "error", "unit",
    "wall_s", "cpu_s", "steps", "programs", "impacts", "certificate", "warnings", "unsolved", "natural",
)  # fmt: skip
"""``dt`` (s), ``reference``: step of what the error is measured against (s; 0: closed form); ``error`` in ``unit``, inf
where a run stopped or has not what is looked at; ``wall_s``, ``cpu_s`` of the whole run; ``steps`` with their parts,
``programs`` solved for them, ``impacts`` given their own instants, the worst entry of a ``certificate``, ``warnings``
raised; ``unsolved``: steps that a solver did not bring to their law; ``natural``: the largest residual of it."""
KEY = list(COLUMNS[:7])
REPEATS, LONG = 3, 2.0
"""Runs of which the median counts, of those that take no longer than so many seconds of a processor; others are one."""


def measured(
    planned: Sequence[Run],
    known: Mapping[str, Reference],
    path: Path,
    warm_up: Callable[[Run], Run],
    repeats: int = 1,
    progress: bool = False,
) -> pd.DataFrame:
    """The runs, with medians of their times: those that the file ``path`` does not hold are made and added to it.

    ``known``: by the name of the case. ``warm_up``: a run that is made before the first of its kind and does not count.
    Short runs are repeated, in passes over all, so that what else the machine does falls on all runs alike.
    """
    warm: set[tuple[str, ...]] = set()
    for repeat in range(repeats):
        done = _read(path)
        there = set(done[KEY].itertuples(index=False, name=None))
        slow = {key[:-1] for key in done.loc[done["cpu_s"] > LONG, KEY].itertuples(index=False, name=None)}
        keys = {_key(one, known, repeat): one for one in planned}
        todo = [key for key in keys if key not in there and key[:-1] not in slow]
        for key in watched(todo, "run", progress, f"pass {repeat + 1}"):
            one = keys[key]
            if key[:4] not in warm:
                made(warm_up(one))
                warm.add(key[:4])
            seen, facts = made(one)
            error = np.inf if seen is None else error_of(one.case.observe(seen), known[one.case.name].known)
            labels = dict(zip(KEY, key, strict=True))
            append_row(path, COLUMNS, labels | facts | {"error": error, "unit": one.case.unit})
    groups = dict(list(_read(path).groupby(KEY[:-1], sort=False)))
    return pd.DataFrame([_medians(groups[_key(one, known, 0)[:-1]]) for one in planned])


def five_steps(one: Run) -> Run:
    """What has to be loaded and compiled is there after so many."""
    return replace(one, case=replace(one.case, duration=5 * one.dt))


def _key(one: Run, known: Mapping[str, Reference], repeat: int) -> tuple[str, ...]:
    """The texts in the columns `KEY`."""
    step, name = known[one.case.name].dt, one.case.name
    return name, one.engine, one.integrator, one.formulation, f"{one.dt:g}", f"{step:g}", str(repeat)


def _read(path: Path) -> pd.DataFrame:
    return read_rows(path, COLUMNS, dtype=dict.fromkeys(KEY, str) | {"status": str}, keep_default_na=False,
                     na_values={name: [""] for name in COLUMNS[8:]})  # fmt: skip


def _medians(group: pd.DataFrame) -> dict[Any, Any]:
    """The row of a run: medians of its times, ``repeats``, and ``noise``: the longest wall time over the least."""
    first: dict[Any, Any] = group.iloc[0].drop(["reference", "repeat"]).to_dict()
    wall, cpu = group["wall_s"], group["cpu_s"]
    return first | {
        "dt": float(first["dt"]), "series": series_of(first["engine"], first["integrator"], first["formulation"]),
        "wall_s": wall.median(), "cpu_s": cpu.median(), "repeats": len(group), "noise": wall.max() / wall.min(),
    }  # fmt: skip


def trusted_cases(cases: Sequence[PrecisionCase], known: Mapping[str, Reference]) -> pd.DataFrame:
    """Of each case what its error is, what it is measured against and how far that can be trusted itself."""
    table = pd.DataFrame([(case.name, case.title, case.what, case.unit, case.target) for case in cases],
                         columns=["case", "title", "what", "unit", "target"])  # fmt: skip
    roads = [known[case.name] for case in cases]
    return table.assign(reference=[one.said for one in roads], uncertainty=[one.uncertainty for one in roads])


def series_of(engine: str, integrator: str, formulation: str) -> str:
    """The name of what runs of several steps have in common."""
    return engine if engine == MUJOCO else f"{integrator}, {formulation}"


def made(run: Run) -> tuple[Seen | None, dict[str, Any]]:
    """The motion, None where a run stopped, and the columns of what it took: see `COLUMNS`."""
    prepared = _mujoco(run) if run.engine == MUJOCO else _drystone(run)
    wall, cpu = perf_counter(), process_time()
    try:
        seen, facts = prepared()
    except DrystoneError as error:
        seen, facts = None, {"status": " ".join(str(error).split())[:120]}
    times = {"wall_s": perf_counter() - wall, "cpu_s": process_time() - cpu}
    return seen, {"status": "ok"} | times | facts


def reference_of(run: Run, other: Run, out: Path) -> Reference:
    """What errors of a case are measured against: a closed form, else a run, as far as another one agrees with it."""
    if run.case.exact is not None:
        return Reference(run.case.exact())
    known, beside = _kept(run, out), _kept(other, out)
    series = series_of(run.engine, run.integrator, run.formulation)
    return Reference(known, run.dt, error_of(beside, known), f"{series}, dt {run.dt:g} s")


def _kept(run: Run, out: Path) -> FloatArray:
    """What the case looks at in that run, (n, d): from a file in ``out``, which is made if it is not there.

    DrystoneError for a run that stopped.
    """
    path = out / f"reference-{run.case.name}-{run.integrator}-{run.formulation}-{run.dt:g}.npy"
    if not path.exists():
        seen, row = made(run)
        if seen is None:
            raise DrystoneError(f"the reference of {run.case.name} at dt {run.dt:g} s stopped: {row['status']}")
        with replacing(path, "reference") as temporary, temporary.open("wb") as file:
            np.save(file, run.case.observe(seen))
    with reading(path, "reference"):
        found: FloatArray = np.load(path, allow_pickle=False)
    return found


Prepared = Callable[[], tuple[Seen, dict[str, Any]]]


def _drystone(run: Run) -> Prepared:
    case, assembly = run.case, run.case.make()

    def work() -> tuple[Seen, dict[str, Any]]:
        """Make the run."""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            history = simulate(
                assembly, case.duration, run.dt, formulation=run.formulation, integrator=run.integrator,
                motion=case.motion, gravity=case.gravity, options={"record_contacts": False},
            )  # fmt: skip
        moving, table = assembly.movable, history.steps
        seen = Seen(history.time, (history.position - history.ground[:, None])[:, moving], history.rotation[:, moving])
        return seen, {
            "steps": int(table["steps"].sum()), "programs": int(table["friction_iterations"].sum()),
            "impacts": int(table["impacts"].sum()), "certificate": worst_certificate(table), "warnings": len(caught),
            "unsolved": int((table["status"] != "solved").sum()), "natural": float(table["natural"].max()),
        }  # fmt: skip

    return work


def _mujoco(run: Run) -> Prepared:
    """In the frame of the ground, whose motion is a body force -a at the middle of each step."""
    import mujoco

    case, assembly = run.case, run.case.make()
    friction = float(assembly.pair_friction(np.array([[0, 1]]))[0])
    model = mujoco.MjModel.from_xml_string(mujoco_model(assembly, tuned(run.dt), run.dt, friction))
    steps = max(1, round(case.duration / run.dt))
    gravity = ground_as_force(case.motion, case.gravity, run.dt, steps)

    def work() -> tuple[Seen, dict[str, Any]]:
        """Make the run."""
        places = np.empty((steps + 1, model.nq // 7, 7))
        for place, data in zip(places, mujoco_steps(model, gravity), strict=True):
            place[:] = data.qpos.reshape(-1, 7)
        scalar_last = np.roll(places[..., 3:], -1, axis=-1).reshape(-1, 4)
        turned = Rotation.from_quat(scalar_last).as_matrix().reshape(*places.shape[:2], 3, 3)
        time = np.arange(steps + 1, dtype=np.float64) * run.dt
        seen = Seen(time, places[..., :3], turned @ np.swapaxes(turned[0], 1, 2))
        warned = sum(int(one.number) for one in data.warning)
        return seen, {"steps": steps, "programs": steps, "impacts": 0, "warnings": warned}

    return work
