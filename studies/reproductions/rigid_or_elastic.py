"""Study `rigid-or-elastic`: what elasticity changes in forces, open joints, rocking and cost of arch, wall and dome."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from ...ground_motion import GroundMotion
from ...integrators import simulate
from ...model import Assembly, Material
from ...results import Trajectory
from ...structures import arch, dome, wall
from ..figures import lines_figure
from ..histories import assembly_of, over_weight
from ..result import Check, StudyResult, check_close, check_that

__all__ = ["run"]

YOUNG, POISSON, DENSITY = 60e9, 0.27, 2700.0
SOFT = 1e9  # Pa: of a weak tuff, the softest stone that is built with
STEP = 2e-3  # s
REST_STEP, REST = 0.05, 1.0  # s: quasi-static, so that long steps come to rest soon
PULSE, HALF_PERIOD, ROCKING = 6.0, 0.3, 1.5  # m/s2, s, s
BALANCE = 1e-3  # share of the weight
UNIQUE = 5e-3  # the arch moves by more where it is soft
ALIKE = 0.1  # share of the largest sway
UNLOADED, EDGE = 1e-6, 1e-2  # share of the largest force without which a joint is open; of the width of a joint


def run(out: Path, quick: bool = False, progress: bool = False) -> StudyResult:
    """Put each structure under gravity, rigid and elastic, and rock a column; quick: small structures, no H8."""
    look: Any = {"density": DENSITY, "friction": 0.7}
    structures = {"arch": arch(**look), "wall": wall(3, 3, **look) if quick else wall(6, 8, **look)}
    if not quick:
        structures["dome"] = dome(5.0, 0.15, 6, 12, **look)
    rows, rocked = [], {}
    for name, rigid in structures.items():
        for kind, assembly in _kinds(rigid, quick).items():
            history = simulate(assembly, REST, REST_STEP, integrator="velocity-reset", progress=progress)
            rows.append({"structure": name, "blocks": kind, **_at_rest(history)})
    pulse = GroundMotion.one_sine(PULSE, half_period=HALF_PERIOD)
    column = wall(3, 1, (0.5, 0.25, 0.4), bond="stack", density=DENSITY, friction=0.9)
    for kind, assembly in _kinds(column, quick).items():
        history = simulate(assembly, 0.6 if quick else ROCKING, STEP, motion=pulse, progress=progress)
        top = assembly.names[int(np.argmax(assembly.centroid[:, 2]))]
        sway = history.displacement(top)[:, 0]
        rocked[kind] = (history.time, 1e3 * sway)
        rows.append({"structure": "column", "blocks": kind, "sway": np.abs(sway).max(), "step_ms": _cost(history)})
    table = pd.DataFrame(rows)
    figure = lines_figure({"Top of a column under a pulse": rocked}, "time (s)", "displacement (mm)")
    return StudyResult("rigid-or-elastic", {"runs": table}, {"rocking": figure}, _checks(table))


def _kinds(rigid: Assembly, quick: bool) -> dict[str, Assembly]:
    """Rigid and elastic forms of an assembly."""
    stiff, soft = Material(YOUNG, POISSON, DENSITY), Material(SOFT, POISSON, DENSITY)
    kinds = {"rigid": rigid, "affine": rigid.of_material(stiff, "affine"), "soft": rigid.of_material(soft, "affine")}
    return kinds if quick else {**kinds, "h8": rigid.of_material(stiff)}


def _cost(history: Trajectory) -> float:
    """Mean time (ms) of a step, without the first."""
    steps = history.steps.iloc[1:]
    return float(1e3 * (steps.collision_time + steps.build_time + steps.solve_time).mean())


def _at_rest(history: Trajectory) -> dict[str, float]:
    """What the ground bears over the weight, the joints under gravity, and the mean time of a step (ms).

    ``largest_N``: largest resultant; ``cracked``: joints without compression; ``edges``: those whose force stands at
    an edge, within a hundredth of their width; ``spread``: standard deviation of the resultants over their mean.
    """
    assembly, joints = assembly_of(history), history.joints(-1)
    size = np.linalg.norm(joints[["force_x", "force_y", "force_z"]].to_numpy(), axis=1)
    carries = joints.force_n > UNLOADED * size.max()
    margin = (joints.margin / np.sqrt(joints.area))[carries]
    stress = history.stresses(-1).principal_1.min() if assembly.elastic.count else np.nan
    return {
        "reaction_over_weight": over_weight(joints, assembly),
        "largest_N": size.max(), "spread": size.std() / size.mean(),
        "cracked": (~carries).sum(), "edges": (margin < EDGE).sum(),
        "compression_MPa": -stress / 1e6, "step_ms": _cost(history),
    }  # fmt: skip


def _checks(table: pd.DataFrame) -> list[Check]:
    at_rest = table[table.structure != "column"]
    largest = at_rest[at_rest.structure == "arch"].set_index("blocks").largest_N
    sway = table[table.structure == "column"].set_index("blocks").sway
    most = float((sway.drop("soft") - sway["rigid"]).abs().max() / sway["rigid"])
    found = zip(at_rest.structure, at_rest.blocks, at_rest.reaction_over_weight, strict=True)
    return [
        *(check_close(f"weight.{name}.{kind}", f"{name}, {kind}: reaction over the weight", reaction, 1.0, BALANCE,
                      note="equilibrium") for name, kind, reaction in found),
        check_close("forces", "largest resultant in the arch, soft over stiff stone",
                    largest["soft"] / largest["affine"], 1.0, UNIQUE,
                    note="forces of elastic blocks are unique, and only ratios of stiffness count"),
        check_that("rocking", f"stone of {YOUNG / 1e9:g} GPa rocks as rigid blocks do, within {ALIKE:g} of the sway",
                   0.0 <= most < ALIKE, seen=f"{most:.3f}"),
    ]  # fmt: skip
