"""Study `spandrel-arch`: a wall of about 200 blocks over an arch, shaken in its plane (Nodargi and Bisegna, 4.4)."""

from pathlib import Path

import numpy as np
import pandas as pd

from ...ground_motion import GroundMotion
from ...integrators import simulate
from ...model import Assembly
from ...model.gravity import ONE_G
from ...results import Trajectory
from ...structures import spandrel_arch
from ...summary import counted
from ..figures import elevations, energy_figure, lines_figure
from ..histories import certificate_check, clocked, crown_of, mean_times, reached, worst_certificate
from ..result import Check, StudyResult, check_that

__all__ = ["ground_motion", "run"]

AMPLITUDE, HALF_PERIOD, DURATION = 0.36 * ONE_G, 1.0, 6.0
STEP = 1e-3
CAPACITY = 0.284  # g, the paper's limit analysis; its bond pattern is not given
BAND = 0.05  # of the capacity
RELATIVE = 1e-3  # m: a crown that has moved this far from the ground has left it
FALLEN = 0.5  # m: a block that has dropped this far has fallen
PICTURES = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)


def ground_motion() -> GroundMotion:
    """Sine of 0.36 g and half-period 1 s along x, the first pulse leftwards."""
    return GroundMotion.harmonic(AMPLITUDE, 0.5 / HALF_PERIOD, direction=(-1, 0, 0), duration=DURATION)


def run(out: Path, quick: bool = False, progress: bool = False) -> StudyResult:
    """Shake the spandrel arch through the paper's motion; quick: 100 steps for the times alone, without a check."""
    assembly = spandrel_arch()
    history, wall = clocked(lambda: simulate(
        assembly, 100 * STEP if quick else DURATION, STEP, motion=ground_motion(), record_every=10, progress=progress,
        options={"record_contacts": False},
    ))  # fmt: skip
    crown, time, ground = crown_of(assembly), history.time, history.ground[:, 0]
    x, _, z = history.displacement(crown).T
    path = pd.DataFrame({"time": time, "ground_x": ground, "crown_x": x, "crown_z": z})
    lines = {"crown, x": (time, ground + x), "crown, z": (time, z), "ground, x": (time, ground, "k--")}
    steps = history.steps.iloc[1:]  # the first loads and compiles
    times = {
        "blocks": len(assembly.movable), "steps": int(history.steps.steps.sum()), "contacts": steps.contacts.mean(),
        **mean_times(steps, "broad", "narrow", "collision", "build", "solve"), "wall_s": wall,
        "worst_certificate": worst_certificate(history.steps),
    }  # fmt: skip
    seen = reached(history, PICTURES)
    figures = {
        "crown": lines_figure({"Spandrel arch, 0.36 g, half-period 1 s": lines}, "time (s)", "displacement (m)"),
        "energy": energy_figure("Spandrel arch", assembly, history),
        "configurations": elevations(assembly, history, seen, min(2, len(seen)), [crown]),
    }
    tables = {"times": pd.DataFrame([times]), "crown": path}
    return StudyResult("spandrel-arch", tables, figures, _checks(assembly, history, crown, quick))


def _checks(assembly: Assembly, history: Trajectory, crown: str, quick: bool) -> list[Check]:
    checks = [certificate_check(history.steps)]
    if quick:
        return checks
    moved = np.linalg.norm(history.displacement(crown), axis=1)
    left = float(history.time[np.argmax(moved > RELATIVE)])
    least = np.arcsin((1 - BAND) * CAPACITY * ONE_G / AMPLITUDE) / np.pi * HALF_PERIOD
    drop = assembly.centroid[assembly.movable, 2] - history.position[-1, assembly.movable, 2]
    count, fallen = int(np.sum(drop > FALLEN)), float(np.max(drop))
    what = f"the crown stays with the ground until 0.95 x {CAPACITY} g ({least:.3f} s)"
    checks.append(check_that("P2.start", what, left >= least, seen=f"leaves at {left:.3f} s"))
    what = f"the structure collapses: blocks have fallen by more than {FALLEN} m"
    checks.append(check_that("P2.end", what, count > 0, seen=f"{counted(count, 'block')}, largest {fallen:.2f} m"))
    return checks
