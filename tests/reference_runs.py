"""Twelve runs of one version of the package, and how far those of another differ: for changes that must change nothing.

    python -m tests.reference_runs make FILE             the runs of this version, as arrays in FILE
    python -m tests.reference_runs compare FILE FILE     the largest differences between those of two versions

All formulations, joints of every kind, settlements, quasi-static motion, 1 to 217 blocks. The same processor and the
same versions of NumPy, SciPy and numba are meant: elsewhere the last bits differ.
"""

import sys
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import drystone as ds
from drystone.structures import arch, column, dome, spandrel_arch, wall

from .steps import GROUND, cube, housner_block

__all__ = ["RUNS", "main"]

COLUMNS = ("kinetic", "potential", "harvested", "dissipated", "error")
"""Entries of the energy ledger that are compared."""


@dataclass(frozen=True)
class Case:
    """An assembly, the length of its run and of its steps (s), and the other arguments of `simulate`."""

    assembly: Callable[[], ds.Assembly]
    duration: float
    dt: float
    arguments: dict[str, Any] = field(default_factory=dict)


def spear() -> ds.Assembly:
    """A slender bar that flies past the edge of a wall, turning."""
    bar = ds.Block.box(size=(2.0, 0.02, 0.02), center=(0, 0, 1.5), name="spear")
    return ds.Assembly([ds.Block.box(size=(1, 1, 4), center=(1.6, 0, 2), fixed=True, name="wall"), bar])


def hanging(law: ds.Joint) -> ds.Assembly:
    """Two cubes one above the other and both joined by ``law``."""
    return ds.Assembly([GROUND, cube(0, 0.25, name="a"), cube(0.02, 0.75, name="b")], joints=law)


def moving(assembly: ds.Assembly, **velocities: tuple[float, ...]) -> np.ndarray:
    """Initial velocities (B_all, 6) of blocks by name."""
    initial = np.zeros((len(assembly), 6))
    for name, velocity in velocities.items():
        initial[assembly.names.index(name)] = velocity
    return initial


SHAKING = ds.GroundMotion.harmonic(6.0, 2.0, direction=(1.0, 0.4, 0.0), duration=2.0)
PUSHED = ds.GroundMotion.biphasic(1.11 * 9.81, 0.3, direction=(-1, 0, 0))
SINKING = [ds.Settlement(["left abutment"], displacement=(-0.01, 0, -0.02), duration=0.2)]
TIPPING = [ds.Settlement(["left abutment"], displacement=(0, 0, -0.01), duration=10.0)]
BRITTLE = ds.Joint(cohesion=2e4, tensile_strength=5e3)
DAMAGING = ds.Joint(tension_stiffness=1e9, shear_stiffness=1e9, fracture_energy=5.0)

RUNS: dict[str, Case] = {
    "rocking block": Case(housner_block, 2.0, 1e-2),
    "shaken column, anitescu-tasora": Case(
        lambda: column(3), 1.0, 1e-2, {"formulation": "anitescu-tasora", "motion": SHAKING}
    ),
    "shaken arch, compliant": Case(arch, 0.5, 1e-2, {"formulation": "compliant", "motion": PUSHED}),
    "shaken arch, coulomb": Case(arch, 0.5, 1e-2, {"formulation": "coulomb", "motion": PUSHED}),
    "shaken wall of 200": Case(lambda: wall(20, 10), 0.3, 1e-2, {"motion": SHAKING}),
    "spandrel arch, Clarabel": Case(spandrel_arch, 0.05, 1e-2, {"solver": "clarabel", "form": "static"}),
    "shaken dome, gauss-seidel": Case(lambda: dome(rings=4), 0.05, 1e-2, {"solver": "gauss-seidel", "motion": SHAKING}),
    "spear": Case(
        spear, 0.05, 1e-3, {"initial_velocity": moving(spear(), spear=(60, 0, 0, 0, 20, 5)), "gravity": (0, 0, 0)}
    ),
    "brittle joints": Case(lambda: hanging(BRITTLE), 1.0, 1e-2, {"motion": SHAKING}),
    "damaging joints": Case(lambda: hanging(DAMAGING), 1.0, 1e-2, {"motion": SHAKING}),
    "rebound": Case(
        lambda: hanging(ds.Joint(restitution=0.5)), 1.0, 1e-2, {"gravity": (0, 0, -9.81), "motion": SHAKING}
    ),
    "settling arch, velocity-reset": Case(arch, 0.3, 1e-2, {"settlements": SINKING, "integrator": "velocity-reset"}),
    "leaning column, rigid-modes": Case(
        lambda: column(4), 0.3, 1e-2, {"integrator": "rigid-modes", "gravity": (1.0, 0, -9.81)}
    ),
    "arch, large-steps": Case(arch, 20.0, 2.0, {"settlements": TIPPING, "integrator": "large-steps"}),
}


def make(path: str) -> None:
    """Make all runs and store what they give."""
    arrays = {}
    for name, case in RUNS.items():
        start = time.perf_counter()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            run = ds.simulate(case.assembly(), case.duration, case.dt, **case.arguments)
        for part in ("time", "position", "rotation", "velocity"):
            arrays[f"{name}/{part}"] = getattr(run, part)
        arrays[f"{name}/energy"] = run.energy[list(COLUMNS)].to_numpy()
        blocks, steps = len(run.names), int(run.steps["steps"].sum())
        print(f"{name:<34}{blocks:>6} blocks{steps:>6} steps{time.perf_counter() - start:>8.1f} s", flush=True)
    np.savez(path, **arrays)


def compare(first: str, second: str) -> int:
    """Print the largest difference of each quantity of each run; 1 where one is not equal to the last bit."""
    print(f"{'run':<34}" + "".join(f"{part:>12}" for part in ("time", "position", "rotation", "velocity", "energy")))
    differs = 0
    with np.load(first) as a, np.load(second) as b:
        for name in RUNS:
            cells = ""
            for part in ("time", "position", "rotation", "velocity", "energy"):
                left, right = a[f"{name}/{part}"], b[f"{name}/{part}"]
                same = left.shape == right.shape and np.array_equal(left, right)
                differs += not same
                size = np.max(np.abs(left - right)) if left.shape == right.shape else np.inf
                cells += f"{'equal':>12}" if same else f"{size:>12.2g}"
            print(f"{name:<34}{cells}")
    return 1 if differs else 0


def main(arguments: Sequence[str]) -> int:
    """Make or compare, as the arguments say."""
    if len(arguments) == 2 and arguments[0] == "make":
        make(arguments[1])
        return 0
    if len(arguments) == 3 and arguments[0] == "compare":
        return compare(arguments[1], arguments[2])
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
