"""The problem set of `solver-performance`: steps taken from real runs, saved in one file.

A recipe is a run and the steps of it that are kept. The run stops before each of them and goes on for one step with a
solver that keeps its program and warm start.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ...checks import one_of
from ...files.problems import SavedStep, add_steps, step_names
from ...formulations import StepProblem
from ...ground_motion import GroundMotion
from ...integrators import simulate
from ...model import Assembly
from ...model.gravity import ONE_G
from ...programs import StepLike
from ...progress import watched
from ...solvers import StepSolution, WarmStart, get_solver
from ...solvers.base import Solver
from ...structures import arch, block, dome, house, spandrel_arch, wall
from ..reproductions.spandrel_arch import ground_motion

__all__ = ["QUICK", "RECIPES", "USUAL", "Recipe", "chosen", "make_problems", "steps_of"]

Arguments = Callable[[Assembly], Mapping[str, Any]]
USUAL = "nodargi-bisegna"


def _undisturbed(assembly: Assembly) -> Mapping[str, Any]:
    """Under gravity alone."""
    return {}


@dataclass(frozen=True)
class Recipe:
    """A run of about ``size`` blocks, the numbers of its ``steps`` to keep, and more ``arguments`` of `simulate`."""

    name: str
    structure: str
    state: str
    size: int
    make: Callable[[], Assembly]
    dt: float
    steps: tuple[int, ...]
    arguments: Arguments = _undisturbed
    formulation: str = USUAL

    def names(self) -> dict[int, str]:
        """Name of the problem for each of the steps."""
        return {step: self.name if len(self.steps) == 1 else f"{self.name}-{step}" for step in self.steps}


def steps_of(recipe: Recipe) -> Iterator[SavedStep]:
    """Run a recipe and give its steps, in their order."""
    assembly, names = recipe.make(), recipe.names()
    arguments, start = dict(recipe.arguments(assembly)), None
    kept, made = dict[int, tuple[StepProblem, WarmStart]](), 0
    for number in sorted({number - back for number in names for back in (0, 1) if number >= back}):
        keeper = _RecordingSolver(get_solver("auto"))
        for steps, solver in ((number - made, keeper.solver), (1, keeper)):
            if steps:
                run = simulate(
                    assembly, steps * recipe.dt, recipe.dt, formulation=recipe.formulation, solver=solver, start=start,
                    options={"record_contacts": False}, record_every=steps, **arguments,
                )  # fmt: skip
                start = run.checkpoint()
                arguments.pop("initial_velocity", None)  # where the first begins
        kept[number], made = keeper.kept[0], number + 1
    facts = {name: getattr(recipe, name) for name in ("structure", "state", "size", "formulation")}
    for number, name in sorted(names.items()):
        before = SavedStep(f"{name}, the step before", *kept[number - 1]) if number else None
        yield SavedStep(name, *kept[number], facts=facts | {"step": number}, before=before)


def make_problems(path: Path, recipes: Sequence[Recipe], progress: bool = False) -> tuple[str, ...]:
    """Add the steps of the recipes that ``path`` does not hold yet, and return the names of all of the recipes'."""
    there = set(step_names(path))
    todo = [recipe for recipe in recipes if not there.issuperset(recipe.names().values())]
    for recipe in watched(todo, "run", progress, "problems"):
        add_steps(path, steps_of(recipe))
    return tuple(name for recipe in recipes for name in recipe.names().values())


def chosen(names: Sequence[str]) -> tuple[Recipe, ...]:
    """The recipes of these names; UnknownNameError for one that there is not."""
    known = {recipe.name: recipe for recipe in RECIPES}
    return tuple(known[one_of(name, known, "problem")] for name in names)


class _RecordingSolver(Solver):
    """Passes the programs of a step on to a solver and keeps them, but for those without friction that move overlapping
    blocks apart: the first is that of the step.
    """

    def __init__(self, solver: Solver) -> None:
        super().__init__()
        self.name = solver.name  # a run tries others after it, unless it is `auto`
        self.solver = solver
        self.kept: list[tuple[StepProblem, WarmStart]] = []

    def solve(self, problem: StepLike, form: str = "kinematic", warm_start: WarmStart | None = None) -> StepSolution:
        """The solver's answer; the step and its warm start are kept on the way."""
        assert isinstance(problem, StepProblem)
        assert warm_start is not None
        if np.any(problem.mu) or not problem.count:
            self.kept.append((problem, warm_start))
        return self.solver.solve(problem, form, warm_start)


def _moved(motion: GroundMotion) -> Arguments:
    return lambda assembly: {"motion": motion}


def _shaken(acceleration: float, direction: tuple[float, float, float] = (1.0, 0.0, 0.0)) -> Arguments:
    """Ground that starts with its largest acceleration (g) and swings at 1 Hz."""
    return _moved(GroundMotion.harmonic(acceleration * ONE_G, 1.0, direction, 100.0, phase=0.5 * np.pi))


def _thrown(*velocity: float) -> Arguments:
    """All movable blocks with one initial velocity (6,) (m/s, rad/s)."""
    return lambda assembly: {"initial_velocity": np.tile(velocity, (len(assembly.movable), 1))}


def _on_slope(angle: float) -> Arguments:
    """Gravity as on a slope of this angle (rad)."""
    return lambda assembly: {"gravity": (ONE_G * np.sin(angle), 0.0, -ONE_G * np.cos(angle))}


PULSE = _moved(GroundMotion.biphasic(1.11 * ONE_G, 0.3, direction=(-1, 0, 0)))
"""That of Nodargi and Bisegna (2024), section 4.3, at 1.11 g."""
SPANDREL = _moved(ground_motion())

WALLS = {50: (7, 7), 200: (16, 12), 1000: (35, 28), 5000: (79, 63), 10000: (111, 90)}
"""Courses and bricks in a course of the walls, by their size."""
HOUSES = {50: (4, 4, 4), 200: (8, 6, 8), 1000: (16, 12, 19), 5000: (30, 22, 50)}
"""Length and width in bricks, and courses, of the houses, by their size."""
DOMES = {50: (5, 10), 200: (10, 20), 1000: (25, 40)}
"""Rings and sectors of the domes, by their size."""


def _house(size: int) -> Assembly:
    length, width, courses = HOUSES[size]
    return house(length, width, courses, door=(length // 4, courses // 2) if size > 50 else None)


MAKE: dict[str, Callable[..., Assembly]] = {
    "wall": lambda size, friction=0.6: wall(*WALLS[size], friction=friction),
    "dome": lambda size, thickness_ratio=0.15: dome(5.0, thickness_ratio, *DOMES[size]),
    "house": _house,
}


def _in_sizes(
    structure: str, sizes: Sequence[int], state: str, dt: float, steps: tuple[int, ...],
    arguments: Arguments = _undisturbed, formulation: str = USUAL, **shape: float,
) -> list[Recipe]:  # fmt: skip
    """The same run of walls, domes or houses of several sizes; ``shape``: of all of them."""
    other = "" if formulation == USUAL else f"-{formulation}"
    return [
        Recipe(f"{structure}-{size}-{state}{other}", structure, state, size, partial(MAKE[structure], size, **shape),
               dt, steps, arguments, formulation)
        for size in sizes
    ]  # fmt: skip


ASKEW = (0.8, 0.6, 0.0)
_RECIPES = (
    Recipe("block-resting", "block", "resting", 1, partial(block, 0.5, 0.5, 0.5), 1e-3, (3,)),
    Recipe("block-rocking", "block", "rocking", 1, partial(block, 0.6, 0.6, 2.0, tilt=15.0, friction=2.0), 1e-2,
           (40, 112)),
    Recipe("block-sliding", "block", "sliding", 1, partial(block, 0.5, 0.5, 0.5, friction=0.3), 1e-2, (5,),
           _on_slope(0.4)),
    Recipe("block-colliding", "block", "colliding", 1, partial(block, 0.5, 0.5, 0.5, tilt=20.0), 1e-2, (0, 14),
           _thrown(1.0, 0.2, -2.0, 0.5, 2.0, 1.0)),
    Recipe("arch-7-resting", "arch", "resting", 7, arch, 1e-3, (2,)),
    Recipe("arch-7-rocking", "arch", "rocking", 7, arch, 1e-2, (25, 45), PULSE),
    Recipe("arch-7-rocking-compliant", "arch", "rocking", 7, arch, 1e-2, (25,), PULSE, "compliant"),
    Recipe("arch-25-resting", "arch", "resting", 25, partial(arch, 10.0, 0.15, 180.0, 25), 1e-3, (2,)),
    Recipe("arch-25-collapsing", "arch", "collapsing", 25, partial(arch, 10.0, 0.08, 180.0, 25), 1e-2, (60, 100)),
    Recipe("spandrel-arch-resting", "spandrel arch", "resting", 200, spandrel_arch, 1e-3, (2,)),
    Recipe("spandrel-arch-rocking", "spandrel arch", "rocking", 200, spandrel_arch, 5e-3, (120, 160), SPANDREL),
    Recipe("spandrel-arch-collapsing", "spandrel arch", "collapsing", 200, spandrel_arch, 5e-3, (400, 600), SPANDREL),
    *_in_sizes("wall", (50, 200, 1000, 5000), "resting", 1e-3, (2,)),
    *_in_sizes("wall", (10000,), "resting", 1e-3, (1,)),
    *_in_sizes("wall", (50, 200, 1000, 5000), "rocking", 2e-3, (10,), _shaken(0.6)),
    *_in_sizes("wall", (200, 1000), "sliding", 2e-3, (10,), _shaken(0.5), friction=0.2),
    *_in_sizes("wall", (200, 1000), "colliding", 1e-3, (0,), _thrown(0.2, 0.0, -0.5, 0.0, 0.0, 0.0)),
    *_in_sizes("wall", (200,), "collapsing", 5e-3, (80,), _shaken(0.9)),
    *_in_sizes("wall", (1000,), "collapsing", 5e-3, (40,), _shaken(0.9)),
    *_in_sizes("wall", (200, 1000), "resting", 1e-3, (3,), formulation="compliant"),
    *_in_sizes("wall", (200,), "rocking", 2e-3, (10,), _shaken(0.6), "anitescu-tasora"),
    *_in_sizes("dome", (50, 200, 1000), "resting", 1e-3, (2,)),
    *_in_sizes("dome", (50, 200, 1000), "rocking", 2e-3, (10,), _shaken(0.6)),
    *_in_sizes("dome", (200,), "collapsing", 5e-3, (60,), thickness_ratio=0.03),
    *_in_sizes("house", (50, 200, 1000), "resting", 1e-3, (2,)),
    *_in_sizes("house", (5000,), "resting", 1e-3, (1,)),
    *_in_sizes("house", (50, 200, 1000), "rocking", 2e-3, (10,), _shaken(0.6, ASKEW)),
    *_in_sizes("house", (200,), "collapsing", 5e-3, (80,), _shaken(0.9, ASKEW)),
)  # fmt: skip
RECIPES: tuple[Recipe, ...] = tuple(sorted(_RECIPES, key=lambda recipe: recipe.size))
"""The runs of the problem set, small ones first."""

QUICK = ("block-sliding", "arch-7-resting", "arch-7-rocking")
"""Those of a quick study."""
