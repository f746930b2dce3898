"""The numbers of the interior points: of the steps along a path, of the solver of steps, of the limit program.

Each has its meaning, its unit, its range, and when one would turn it. What turning it costs is in docs/tuning.md.
"""

from dataclasses import dataclass
from math import inf
from typing import ClassVar

from ..structured.settings import Tuning, tuned

__all__ = ["InteriorPointTuning", "LimitTuning", "PathTuning"]


@dataclass(frozen=True)
class PathTuning(Tuning):
    """Numbers of a step along the central path (`drystone.solvers.interior_point.predictor_corrector`)."""

    boundary: float = tuned(
        0.99,
        0.1,
        0.9999,
        "A step goes so far towards the boundary of the cones. Lower it where steps become short from one iteration "
        "to the next; 0.5 takes two to four times the work.",
        unit="way to the boundary",
    )
    corrections: int = tuned(
        2,
        0,
        100,
        "A direction is corrected towards the centre at most so often (Gondzio's correctors). Raise it where a "
        "factorisation is dear beside a solve, as in large structures; each costs a solve.",
        without={"corrections": 0},
    )
    centrality: float = tuned(
        0.03,
        0.0,
        0.5,
        "Steps are shortened that leave a contact with a smaller eigenvalue of its scaled products. Raise it where the "
        "path stalls near the boundary; 0.06 costs a tenth more iterations.",
        unit="mean of all contacts",
        without={"centrality": 0.0},
    )


@dataclass(frozen=True)
class InteriorPointTuning(PathTuning):
    """Numbers of `drystone.solvers.interior_point.solver.InteriorPointSolver`, in variables of the scaled step.

    The proximal term of the impulses stands in the linear systems alone: it bounds their condition and vanishes with
    the step. It holds back impulses that are softer than it, and contact velocities with them; without it impulses
    that the contacts hardly determine run away and steps become short. So it grows after short steps and shrinks after
    long ones.
    """

    owner: ClassVar[str] = "interior-point"

    guess_kept: float = tuned(
        0.01,
        0.0,
        1.0,
        "A guess is the answer where the worst entry of its certificate is within this. Lower it where something at "
        "rest drifts in a long run; at 0 every step is solved anew, half as dear again.",
        unit="target",
        without={"guess_kept": 0.0},
    )
    start_near: float = tuned(
        0.7,
        0.0,
        1e6,
        "A warm start is put where the gap is so many times the worst entry of the guess's certificate. Raise it where "
        "warm steps are short; it costs iterations where the guess is good.",
        unit="worst entry",
    )
    start_far: float = tuned(
        20.0,
        0.0,
        1e6,
        "Where it is put instead if the guess is poor, or the first steps turn out short. Raise it where a structure "
        "gives way at once and steps are not solved; it costs an iteration or two in such steps.",
        unit="worst entry",
    )
    gap_least: float = tuned(
        1.0,
        0.0,
        inf,
        "The gap is led to no less than this after short steps near the target: where it is far below, corrections of "
        "contact velocities end at the cones (not with Coulomb's law). Raise it where large structures stall short of "
        "the target; it costs little.",
        unit="largest residual of contact velocities",
        without={"gap_least": 0.0},
    )
    proximal: float = tuned(
        1e-7,
        1e-14,
        1.0,
        "Proximal term of the impulses at first. Raise it where the matrix is not positive definite; it costs "
        "iterations where contacts are softer than it.",
    )
    gradient_steps: int = tuned(
        6,
        0,
        1000,
        "Accelerated gradient steps from a guess before the path. Lower it where steps are far from each other and "
        "guesses say nothing; rocking walls then take an eighth more iterations.",
        without={"gradient_steps": 0},
    )
    rest_speed: float = tuned(
        1.0,
        0.0,
        inf,
        "Contact velocity up to which a step may be one at rest, by default about what gravity gives in it. Lower it "
        "where all moves slowly: each trial that fails costs a factorisation.",
        unit="contact velocity",
        without={"rest_speed": 0.0},
    )


@dataclass(frozen=True)
class LimitTuning(PathTuning):
    """Numbers of `drystone.solvers.interior_point.limit_path`, in variables of the scaled step.

    The proximal term R is taken over the mean of contact velocities over that of impulses, delta over the inverse.
    """

    owner: ClassVar[str] = "limit path"

    proximal: float = tuned(
        1e-8,
        1e-14,
        1.0,
        "Proximal term R of the impulses, at first and at least. Raise it where the path ends because the matrix is "
        "not positive definite; it costs iterations at the end of the path.",
        unit="mean of s over mean of x",
    )
    delta: float = tuned(
        1e-6,
        1e-16,
        1.0,
        "Proximal term delta of the mechanism. Raise it where blocks are hardly held; it costs conjugate gradients.",
        unit="mean of x over mean of s",
    )
    acceptable: float = tuned(
        0.7,
        0.0,
        1.0,
        "An answer within this will do where it is not improved. Lower it for more digits of the multiplier; at 0 the "
        "path takes up to a third more work.",
        unit="accuracy",
        without={"acceptable": 0.0},
    )
    patience: int = tuned(
        15,
        1,
        1000,
        "Iterations without improvement after which that will do. Raise it where the answer is to be improved as far "
        "as rounding allows; each costs an iteration.",
        without={"acceptable": 0.0},
    )
    refinements: int = tuned(
        8,
        0,
        1000,
        "Conjugate gradients for a corrected direction, at most. Raise it where forces do not balance to the accuracy; "
        "each costs a solve.",
        without={"refinements": 0},
    )
    iterations: int = tuned(
        120,
        1,
        100_000,
        "Iterations at most. Raise it where a limit load ends there; nothing else changes.",
        without={"iterations": 100_000},
    )
