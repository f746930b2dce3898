"""One run of a case and what it took: drystone's own, and MuJoCo's tuned as in `drystone.studies.benchmarks.peers`."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...disk import reading, replacing
from ...errors import DrystoneError
from ...ground_motion import GroundMotion
from ...integrators import simulate
from ..histories import worst_certificate
from .peers import mujoco_model, tuned
from .precision_cases import PrecisionCase, Seen

__all__ = ["DRYSTONE", "MUJOCO", "NONE", "Run", "kept", "made", "series_of"]

DRYSTONE, MUJOCO = "drystone", "MuJoCo, tuned"
NONE = "none"
"""In the place of what another engine does not have."""


@dataclass(frozen=True)
class Run:
    """A run to make in steps of ``dt`` (s)."""

    case: PrecisionCase
    engine: str
    integrator: str
    formulation: str
    dt: float


def series_of(engine: str, integrator: str, formulation: str) -> str:
    """The name of what runs of several steps have in common."""
    return engine if engine == MUJOCO else f"{integrator}, {formulation}"


def made(run: Run) -> tuple[Seen | None, dict[str, Any]]:
    """The motion, None where a run stopped, and the columns of what it took: see `work_precision.COLUMNS`.

    Beside them ``unsolved``: steps that a solver did not bring to their law; ``natural``: the largest residual of it.
    """
    work = _mujoco if run.engine == MUJOCO else _drystone
    prepared = work(run)
    wall, cpu = perf_counter(), process_time()
    try:
        seen, facts = prepared()
    except DrystoneError as error:
        seen, facts = None, {"status": " ".join(str(error).split())[:120]}
    times = {"wall_s": perf_counter() - wall, "cpu_s": process_time() - cpu}
    return seen, {"status": "ok"} | times | facts


def kept(run: Run, path: Path) -> NDArray[np.float64]:
    """What the case looks at in that run, (n, d): from the file, which is made if it is not there.

    DrystoneError for a run that stopped.
    """
    if not path.exists():
        seen, row = made(run)
        if seen is None:
            raise DrystoneError(f"the reference of {run.case.name} at dt {run.dt:g} s stopped: {row['status']}")
        with replacing(path, "reference") as temporary, temporary.open("wb") as file:
            np.save(file, run.case.observe(seen))
    with reading(path, "reference"):
        found: NDArray[np.float64] = np.load(path, allow_pickle=False)
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
            "steps": int(table["steps"].sum()),
            "programs": int(table["friction_iterations"].sum()),
            "impacts": int(table["impacts"].sum()),
            "certificate": worst_certificate(table),
            "warnings": len(caught),
            "unsolved": int((table["status"] != "solved").sum()),
            "natural": float(table["natural"].max()),
        }

    return work


def _mujoco(run: Run) -> Prepared:
    """In the frame of the ground, whose motion is a body force -a at the middle of each step."""
    import mujoco

    case, assembly = run.case, run.case.make()
    friction = float(assembly.pair_friction(np.array([[0, 1]]))[0])
    model = mujoco.MjModel.from_xml_string(mujoco_model(assembly, tuned(run.dt), run.dt, friction))
    steps = max(1, round(case.duration / run.dt))
    motion = case.motion or GroundMotion.harmonic(0.0, 1.0)
    gravity = np.array(case.gravity) - motion.accelerations_at((np.arange(steps) + 0.5) * run.dt)

    def work() -> tuple[Seen, dict[str, Any]]:
        """Make the run."""
        data = mujoco.MjData(model)
        mujoco.mj_forward(model, data)
        places = np.empty((steps + 1, model.nq // 7, 7))
        places[0] = data.qpos.reshape(-1, 7)
        for step in range(steps):
            model.opt.gravity[:] = gravity[step]
            mujoco.mj_step(model, data)
            places[step + 1] = data.qpos.reshape(-1, 7)
        turned = _rotations(places[..., 3:])
        time = np.arange(steps + 1, dtype=np.float64) * run.dt
        seen = Seen(time, places[..., :3], turned @ np.swapaxes(turned[0], 1, 2))
        warned = sum(int(one.number) for one in data.warning)
        return seen, {"steps": steps, "programs": steps, "impacts": 0, "warnings": warned}

    return work


def _rotations(quaternion: Any) -> Any:
    """Rotation matrices (..., 3, 3) of unit quaternions (..., 4), the real part first."""
    w, v = quaternion[..., :1], quaternion[..., 1:]
    cross = np.zeros((*v.shape[:-1], 3, 3))
    cross[..., 0, 1], cross[..., 0, 2], cross[..., 1, 2] = -v[..., 2], v[..., 1], -v[..., 0]
    cross -= np.swapaxes(cross, -1, -2)
    return np.eye(3) + 2.0 * w[..., None] * cross + 2.0 * cross @ cross
