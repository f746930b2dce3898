"""Steps taken from real runs: blocks at rest, rocking, sliding, colliding, flying, shaken."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

import drystone as ds
from drystone.integrators import INTEGRATORS
from drystone.numerics.friction_cone import project
from drystone.numerics.rotations import exponential
from drystone.structures import arch, wall

DYNAMIC = [name for name in INTEGRATORS if not INTEGRATORS[name].quasi_static]
"""Integrators of dynamics."""
SCHEME = "backward-euler"
"""The papers' steps, as the formulations write them."""
GROUND = ds.Block.box(size=(20, 20, 1), center=(0, 0, -0.5), fixed=True, name="ground")


@dataclass(frozen=True)
class Run:
    """A structure, how long it runs, and the recorded states whose steps are taken."""

    assembly: Callable[[], ds.Assembly]
    dt: float
    states: tuple[int, ...]
    arguments: Callable[[ds.Assembly], dict[str, Any]] = field(default=lambda assembly: {})


def off_path(integrator: str, dt: float, acceleration: float) -> float:
    """How far fixed blocks may be off their path at the ends of steps (m, rad); `mid-point` has it at the middles."""
    return 0.0 if integrator == "backward-euler" else 0.125 * dt**2 * acceleration


def natural_residual(problem: ds.StepProblem, velocity: np.ndarray, impulse: np.ndarray) -> np.ndarray:
    """|gamma - P_Y(gamma - (D'v + offset + E gamma))| (C,): zero where the contact's law holds exactly."""
    contact = problem.contact_velocity(velocity, impulse)
    return np.asarray(np.linalg.norm(impulse - project(impulse - contact, problem.mu), axis=1))


def _tilted(angle: float) -> np.ndarray:
    return exponential(np.array([[0.0, angle, 0.0]]))[0]


def housner_block(angle: float = np.radians(15.0)) -> ds.Assembly:
    """A block 0.6 x 0.6 x 2 m standing on its edge x = 0.3, z = 0, turned by ``angle`` (rad) about y."""
    R = _tilted(angle)
    corner = np.array([0.3, 0.0, 0.0])
    centre = corner + R @ (np.array([0.0, 0.0, 1.0]) - corner)
    block = ds.Block.box(size=(0.6, 0.6, 2.0), center=tuple(centre), rotation=R, name="block")
    return ds.Assembly([GROUND, block], friction=2.0)


def cube(x: float, z: float, size: float = 0.5, name: str = "cube", angle: float = 0.0) -> ds.Block:
    return ds.Block.box(size=(size, size, size), center=(x, 0, z), rotation=_tilted(angle), name=name)


def _moving(assembly: ds.Assembly, **velocities: tuple[float, ...]) -> dict[str, Any]:
    initial = np.zeros((len(assembly.names), 6))
    for name, velocity in velocities.items():
        initial[assembly.names.index(name)] = velocity
    return {"initial_velocity": initial}


RUNS: dict[str, Run] = {
    "resting block": Run(lambda: ds.Assembly([GROUND, cube(0, 0.25)]), 1e-3, (0, 3)),
    "resting wall": Run(lambda: wall(3, 3), 1e-3, (0, 2, 5)),
    "resting arch": Run(lambda: arch(), 1e-3, (0, 2, 4)),
    "rocking": Run(housner_block, 1e-2, (0, 40, 111, 112, 113, 140)),
    "sliding": Run(
        lambda: ds.Assembly([GROUND, cube(0, 0.25)], friction=0.3), 1e-2, (0, 5, 20),
        lambda a: {"gravity": (9.81 * np.sin(0.4), 0, -9.81 * np.cos(0.4))},
    ),
    "sliding without friction": Run(
        lambda: ds.Assembly([GROUND, cube(0, 0.25)], friction=0.0), 1e-2, (0, 5),
        lambda a: {"gravity": (9.81 * np.sin(0.4), 0, -9.81 * np.cos(0.4))},
    ),
    "colliding in flight": Run(
        lambda: ds.Assembly([cube(0, 1, name="a"), cube(0.6, 1.1, name="b", angle=0.2)]), 1e-2, (0, 3, 4, 5, 6, 9),
        lambda a: _moving(a, a=(3, 0.1, 0, 0, 0.5, 0.3), b=(-2, 0, 0.1, 0.2, 0, 0)) | {"gravity": (0, 0, 0)},
    ),
    "thrown on the ground": Run(
        lambda: ds.Assembly([GROUND, cube(0, 0.6, angle=0.5)]), 1e-2, (0, 8, 13, 14, 15, 25),
        lambda a: _moving(a, cube=(1, 0.2, 0, 0.5, 2, 1)),
    ),
    "shaken arch": Run(
        lambda: arch(), 1e-2, (0, 10, 25, 31, 45),
        lambda a: {"motion": ds.GroundMotion.biphasic(1.11 * 9.81, 0.3, direction=(-1, 0, 0))},
    ),
    "falling stack": Run(
        lambda: ds.Assembly([GROUND, cube(0, 0.26, name="a"), cube(0.1, 0.77, name="b"), cube(0.2, 1.28, name="c")]),
        1e-2, (0, 2, 5, 9, 20),
    ),
}  # fmt: skip


@cache
def history(name: str) -> tuple[ds.Assembly, ds.Trajectory, dict[str, Any]]:
    """The run of that name with the papers' scheme, made once."""
    run = RUNS[name]
    assembly = run.assembly()
    arguments = run.arguments(assembly)
    steps = max(run.states) + 1
    return assembly, ds.simulate(assembly, steps * run.dt, run.dt, integrator=SCHEME, **arguments), arguments


def steps_of(name: str, formulation: str) -> list[ds.StepProblem]:
    """The step problems of the run's chosen states in the given formulation."""
    assembly, trajectory, arguments = history(name)
    acting = {key: value for key, value in arguments.items() if key != "initial_velocity"}
    acting |= {"formulation": formulation, "integrator": SCHEME}
    return [
        ds.step_problem(assembly, RUNS[name].dt, start=trajectory.recorded_state(i), **acting)
        for i in RUNS[name].states
    ]
