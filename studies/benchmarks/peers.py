"""Other engines on the same walls in the same run: milliseconds a step, and drift of what should not move.

The scenes S2 (at rest) and S3 (shaken) are described in docs/solver-performance.md. MuJoCo has the moving ground as a
body force -a(t), which is exact in the frame of the ground.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pandas as pd

from ...checks import FloatArray
from ...errors import DrystoneError, NotInstalledError
from ...files.rows import append_row, read_rows
from ...ground_motion import GroundMotion
from ...integrators import simulate
from ...model import Assembly, Block
from ...model.gravity import GRAVITY, ONE_G
from ...progress import watched
from ...results import Trajectory
from ...structures import wall
from ..result import Check, check_that

__all__ = [
    "ENGINES", "SCENES", "PeerScene", "compare_engines", "engine_checks", "ground_as_force", "measure_engine",
    "mujoco_model", "mujoco_steps", "require_mujoco", "tuned",
]  # fmt: skip

DT = 1e-3
FRICTION, DENSITY = 0.6, 2000.0
SAMPLES = 50
"""Times at which the drift is looked at."""
FIRST = 10
"""Steps run before the clock, which load and compile."""
BUDGET = 300.0
"""Wall time of one scene with one engine (s); a slow engine makes fewer steps."""
DRIFT = 1e-6
COLUMNS = ("scene", "blocks", "order", "engine", "steps", "ms", "median_ms", "worst_mm", "end_mm", "note")
SHUFFLE = 2024


@dataclass(frozen=True)
class PeerScene:
    """A wall: ``courses`` x ``bricks``; shaken by ``shaking`` g; ``duration`` (s); "as built" or "shuffled"."""

    name: str
    size: int
    courses: int
    bricks: int
    duration: float = 1.0
    shaking: float = 0.0
    order: str = "as built"

    def assembly(self) -> Assembly:
        """The wall with its bricks in the scene's order, the ground first."""
        built = wall(self.courses, self.bricks, density=DENSITY, friction=FRICTION)
        if self.order == "as built":
            return built
        ground, *bricks = built.blocks
        place = np.random.default_rng(SHUFFLE).permutation(len(bricks))
        return Assembly([ground, *(bricks[i] for i in place)], FRICTION)

    def motion(self) -> GroundMotion | None:
        """The motion of the ground, None for one at rest."""
        shaken = self.shaking * ONE_G
        return GroundMotion.harmonic(shaken, 1.0, duration=self.duration) if shaken else None


_WALLS = (("S2", 200, 16, 12, 1.0, 0.0), ("S2", 1000, 35, 28, 1.0, 0.0), ("S2", 5000, 79, 63, 1.0, 0.0),
          ("S3", 200, 16, 12, 3.0, 0.3))  # fmt: skip
SCENES = tuple(PeerScene(*wall_, order) for wall_ in _WALLS for order in ("as built", "shuffled"))


def compare_engines(path: Path, scenes: Sequence[PeerScene] = SCENES, progress: bool = False) -> pd.DataFrame:
    """Every scene with every engine that is installed; rows are added to the CSV file ``path``.

    ``ms``: mean wall time of a complete step; ``median_ms``: for drystone of detection, building and solving;
    ``worst_mm``, ``end_mm``: largest displacement of a brick's centroid relative to the ground, over the run and at its
    end. An engine that is not installed has one row that says how to install it, which is not kept.
    """
    installed = [name for name in ENGINES if name == DRYSTONE or find_spec("mujoco")]
    done = read_rows(path, COLUMNS)
    known = set(done[["scene", "blocks", "order", "engine"]].itertuples(index=False, name=None))
    for scene, engine in watched(list(product(scenes, installed)), "run", progress, "engines"):
        if (scene.name, len(scene.assembly().movable), scene.order, engine) not in known:
            append_row(path, COLUMNS, measure_engine(scene, engine))
    table = read_rows(path, COLUMNS)
    missing = [{"engine": name, "note": f"not installed: {INSTALL}"} for name in ENGINES if name not in installed]
    return pd.concat([table, pd.DataFrame(missing, columns=list(COLUMNS))]) if missing else table


def measure_engine(scene: PeerScene, engine: str) -> dict[str, Any]:
    """One row of `compare_engines`, of an engine that is installed."""
    known = {"scene": scene.name, "blocks": len(scene.assembly().movable), "order": scene.order, "engine": engine}
    return known | ENGINES[engine](scene, max(1, round(scene.duration / DT)))


def require_mujoco() -> None:
    """NotInstalledError where MuJoCo is not installed; loads nothing."""
    if not find_spec("mujoco"):
        raise NotInstalledError("the engine 'MuJoCo'", INSTALL)


def engine_checks(table: pd.DataFrame) -> list[Check]:
    """What the table must show of drystone: faster than tuned MuJoCo (within 2x at 200 blocks), and no drift."""
    ours = table[table["engine"] == DRYSTONE]
    checks = []
    both = ours.merge(table[table["engine"] == TUNED], on=["scene", "blocks", "order"], suffixes=("", "_peer"))
    for row in both.to_dict("records"):
        factor, peer = 2.0 if row["blocks"] < 500 else 1.0, min(row["ms_peer"], row["median_ms_peer"])
        said = f"a step takes at most {factor:g} times that of tuned MuJoCo"
        seen = f"{row['ms']:.3g} ms and {peer:.3g} ms"
        checks.append(_check("time", row, said, row["ms"] <= factor * peer, seen))
    for row in ours.to_dict("records"):
        drift = 1e-3 * row["worst_mm"]
        seen = f"{drift:.2g} m in {row['steps']} steps"
        checks.append(_check("drift", row, f"drift below {DRIFT:g} m", drift < DRIFT, seen))
    return checks


def _check(kind: str, row: Mapping[Any, Any], said: str, holds: bool, seen: str) -> Check:
    scene, blocks, order = row["scene"], row["blocks"], row["order"]
    name = f"{kind}.{scene}.{blocks}.{order.replace(' ', '-')}"
    return check_that(name, f"{scene}, {blocks} blocks {order}: {said}", holds, seen=seen)


def _found(steps: int, time: float, median: float, far: Sequence[float], note: str) -> dict[str, Any]:
    """Columns of a run of ``steps``: their ``time``, the ``median`` of one (s), how ``far`` bricks were off (m)."""
    return {
        "steps": steps, "ms": 1e3 * time / steps, "median_ms": 1e3 * median, "worst_mm": 1e3 * max(far),
        "end_mm": 1e3 * far[-1], "note": note,
    }  # fmt: skip


def _drystone(scene: PeerScene, steps: int) -> dict[str, Any]:
    """`simulate` with its default settings, of no more steps than the pace of the first ones allows."""
    assembly = scene.assembly()

    def run(count: int) -> tuple[Trajectory, float]:
        start = perf_counter()
        history = simulate(
            assembly, count * DT, DT, motion=scene.motion(), record_every=max(1, count // SAMPLES),
            options={"record_contacts": False},
        )  # fmt: skip
        return history, perf_counter() - start

    pace = run(FIRST)[1] / FIRST
    steps = min(steps, max(FIRST, int(BUDGET / pace)))
    history, time = run(steps)
    moved = history.displacements[:, assembly.movable]
    far = np.max(np.linalg.norm(moved, axis=2), axis=1)
    median = float(history.steps[["collision_time", "build_time", "solve_time"]].sum(axis=1).median())
    chosen = ", ".join(f"{n} {k}" for k, n in history.steps["solver"].value_counts().items())
    return _found(steps, time, median, far.tolist(), chosen)


LEAST_MEMORY, MEMORY_PER_BODY = 500, 0.6
"""Working memory (MB): MuJoCo's own estimate for thousands of bodies cannot be allocated, and little of it is used."""


def tuned(dt: float) -> dict[str, str]:
    """The settings of a careful user: stiff contacts of two steps' time constant, elliptic cones, a tight tolerance."""
    return {
        "geom": f'solref="{2.0 * dt!r} 1" solimp="0.99 0.999 0.0001"',
        "option": 'cone="elliptic" solver="Newton" impratio="10" tolerance="1e-10"',
    }


def mujoco_model(assembly: Assembly, settings: Mapping[str, str], dt: float = DT, friction: float = FRICTION) -> str:
    """Boxes as a MuJoCo model (MJCF) with free joints, turned as they are, on the plane z = 0; all else at its default.

    ``dt`` (s), ``friction`` of all contacts. DrystoneError for movable blocks that are no boxes.
    """
    bodies = []
    memory = max(LEAST_MEMORY, round(MEMORY_PER_BODY * len(assembly.movable)))
    for index in assembly.movable:
        half, axes = _box(assembly.blocks[index])
        density = float(assembly.mass[index] / (8.0 * np.prod(half)))
        bodies.append(
            f'<body pos="{_numbers(assembly.centroid[index])}" xyaxes="{_numbers(axes[:, :2].T.ravel())}"><freejoint/>'
            f'<geom type="box" size="{_numbers(half)}" density="{density!r}"/></body>'
        )
    return (
        f'<mujoco><size memory="{memory}M"/>'
        f'<option timestep="{dt!r}" gravity="0 0 {-ONE_G!r}" {settings.get("option", "")}/>'
        f'<default><geom friction="{friction!r} 0.005 0.0001" {settings.get("geom", "")}/></default>'
        f'<worldbody><geom type="plane" size="0 0 1"/>{"".join(bodies)}</worldbody></mujoco>'
    )


def _box(block: Block) -> tuple[FloatArray, FloatArray]:
    """Half sizes (3,) (m) and axes (3, 3), columns, of a box, from the three edges at its first corner."""
    corners = block.pieces[0].vertices
    rays = corners[1:] - corners[0]
    rays = rays[np.argsort(np.linalg.norm(rays, axis=1), kind="stable")]
    edges = [rays[0]]
    for ray in rays[1:]:
        if all(abs(ray @ edge) < 1e-9 * np.linalg.norm(ray) * np.linalg.norm(edge) for edge in edges):
            edges.append(ray)
    lengths = np.linalg.norm(edges, axis=1)
    if len(edges) != 3 or abs(float(np.prod(lengths)) * block.density / block.mass - 1.0) > 1e-6:
        raise DrystoneError(f"block {block.name!r} is no box, which a MuJoCo model of drystone is made of")
    return 0.5 * lengths, (np.array(edges) / lengths[:, None]).T


def _numbers(values: FloatArray) -> str:
    return " ".join(repr(float(value)) for value in values)


def mujoco_steps(model: Any, gravity: FloatArray) -> Iterator[Any]:
    """The data of a model at its start, then after a step under each of these accelerations (n, 3) (m/s2)."""
    import mujoco

    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    yield data
    for acceleration in gravity:
        model.opt.gravity[:] = acceleration
        mujoco.mj_step(model, data)
        yield data


def ground_as_force(motion: GroundMotion | None, gravity: Sequence[float], dt: float, steps: int) -> FloatArray:
    """Gravity (steps, 3) less the ground's acceleration at the middle of each step: the frame of the ground."""
    pushed = np.tile(np.array(gravity), (steps, 1))
    return pushed if motion is None else pushed - motion.accelerations_at((np.arange(steps) + 0.5) * dt)


def _mujoco(settings: Mapping[str, str], scene: PeerScene, steps: int) -> dict[str, Any]:
    """The scene as a compiled model, of which steps are made until the budget is spent."""
    import mujoco

    model = mujoco.MjModel.from_xml_string(mujoco_model(scene.assembly(), settings))

    def run(count: int) -> dict[str, Any]:
        """Make steps from the start: the first run is of few, which load and compile."""
        states = mujoco_steps(model, ground_as_force(scene.motion(), GRAVITY, DT, count))
        start = next(states).qpos.reshape(-1, 7)[:, :3].copy()
        every, times, iterations, far = max(1, count // SAMPLES), list[float](), 0, [0.0]
        while len(times) < count and sum(times) <= BUDGET:
            before = perf_counter()
            data = next(states)
            times.append(perf_counter() - before)
            iterations += int(data.solver_niter[0])
            if len(times) % every == 0 or len(times) == count or sum(times) > BUDGET:
                moved = data.qpos.reshape(-1, 7)[:, :3] - start
                far.append(float(np.max(np.linalg.norm(moved, axis=1))))
        warned = [f"warning {kind}" for kind, one in enumerate(data.warning) if one.number]
        note = ", ".join([f"{iterations / len(times):.3g} iterations", *warned])
        return _found(len(times), sum(times), float(np.median(times)), far, note)

    run(FIRST)
    return run(steps)


DRYSTONE, TUNED = "drystone", "MuJoCo, tuned"
ENGINES: dict[str, Callable[[PeerScene, int], dict[str, Any]]] = {
    DRYSTONE: _drystone,
    TUNED: partial(_mujoco, tuned(DT)),
    "MuJoCo, defaults": partial(_mujoco, {}),
}
"""Engines with their settings by name: what runs so many steps of a scene, the first ones before without the clock."""
INSTALL = "pip install 'drystone[peers]'"
