"""The numbers of the interior points: of the steps along a path, of the solver of steps, of the limit program.

Each has its meaning, its unit, the range in which it may sensibly lie, and as ``effect`` its line of docs/tuning.md.
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
        "A step goes so far towards the boundary of the cones.",
        unit="way to the boundary",
        effect="half +145.4 (+203.5) %; double +11.8 (+18.0) %; limit path: half +282.3 (+164.7) %; double +2.5 (+2.1) "
        "%",
    )
    corrections: int = tuned(
        2,
        0,
        100,
        "A direction is corrected towards the centre at most so often (Gondzio's correctors).",
        without={"corrections": 0},
        effect="half +1.5 (+18.8) %; double +0.0 (-5.3) %; without +2.0 (+5.5) %; limit path: half -2.4 (-8.9) %; "
        "double -0.5 (+4.6) %; without -3.5 (-8.3) %",
    )
    corrected_below: float = tuned(
        0.8,
        0.0,
        1.0,
        "Directions whose step is shorter are corrected.",
        unit="full step",
        without={"corrections": 0},
        effect="half +1.9 (+0.7) %; double +5.3 (-7.2) %; without +2.0 (+5.5) %; limit path: half -1.6 (-3.9) %; "
        "double +16.8 (+8.8) %; without -3.5 (-8.3) %",
    )
    corrected_from: int = tuned(
        200,
        0,
        10**9,
        "With no more contacts a factorisation costs no more than corrections, and none is made.",
        unit="contacts",
        without={"corrected_from": 0},
        effect="half +0.1 (+0.0) %; double +0.2 (+0.0) %; without +1.3 (+0.0) %; limit path: half +0.3 (+0.0) %; "
        "double -2.4 (-1.6) %; without +0.3 (+0.0) %",
    )
    product_least: float = tuned(
        0.1,
        0.0,
        1.0,
        "Corrections lead scaled products of a contact back that are smaller.",
        unit="centre",
        without={"corrections": 0},
        effect="half -0.2 (-0.6) %; double -0.4 (-0.7) %; without +2.0 (+5.5) %; limit path: half +2.7 (+11.0) %; "
        "double -1.2 (-0.8) %; without -2.9 (-6.7) %",
    )
    product_most: float = tuned(
        10.0,
        1.0,
        1e6,
        "Corrections lead scaled products of a contact back that are larger.",
        unit="centre",
        without={"corrections": 0},
        effect="half +0.9 (+3.4) %; double +0.0 (+12.5) %; without +2.0 (+5.5) %; limit path: half +2.0 (+10.8) %; "
        "double +1.9 (+7.7) %; without -2.9 (-6.7) %",
    )
    centrality: float = tuned(
        0.03,
        0.0,
        0.5,
        "Steps are shortened that leave a contact with a smaller eigenvalue of its scaled products.",
        unit="mean of all contacts",
        without={"centrality": 0.0},
        effect="half -1.2 (-9.0) %; double +5.6 (+11.0) %; without +4.1 (+18.2) %, 1 lost; limit path: half -1.5 "
        "(-4.9) %; double +7.6 (+15.0) %; without +10.4 (+23.1) %",
    )
    shortening: float = tuned(
        0.8,
        0.1,
        0.99,
        "Steps that leave the centre are shortened by this factor.",
        without={"centrality": 0.0},
        effect="half +2.4 (+13.9) %; double +1.1 (+19.3) %; without +4.1 (+18.2) %, 1 lost; limit path: half +3.3 "
        "(+1.9) %; double +2.9 (+13.8) %; without +10.4 (+23.1) %",
    )
    shortenings: int = tuned(
        10,
        0,
        1000,
        "Steps that leave the centre are shortened at most so often.",
        without={"shortenings": 0},
        effect="half +0.3 (+0.6) %; double +0.5 (+0.8) %; without +3.4 (+18.0) %, 1 lost; limit path: half -0.1 (+1.0) "
        "%; double -0.2 (-0.4) %; without +1.8 (+4.6) %",
    )
    short_step: float = tuned(
        0.15,
        0.0,
        1.0,
        "The proximal term grows tenfold after shorter steps.",
        unit="full step",
        effect="half +0.4 (+2.0) %; double +0.3 (+3.2) %; limit path: half +0.8 (+2.1) %; double -2.4 (-6.1) %",
    )
    long_step: float = tuned(
        0.5,
        0.0,
        1.0,
        "The proximal term shrinks tenfold after longer steps.",
        unit="full step",
        effect="half +0.0 (+0.9) %; double +7.4 (+117.5) %, 1 lost; limit path: half +2.2 (+3.4) %; double -5.8 "
        "(-10.1) %",
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
        "A guess is the answer where the worst entry of its certificate is within this.",
        unit="target",
        without={"guess_kept": 0.0},
        effect="half +1.5 (+0.0) %; double +0.0 (+0.0) %; without +63.3 (+14.6) %",
    )
    guess_fresh: float = tuned(
        1e-3,
        0.0,
        inf,
        "And where no more of that entry is new, since the next step would have to undo an error that came at once: "
        "loads that grow slowly would else lag.",
        unit="target",
        without={"guess_fresh": inf},
        effect="half +3.8 (+0.0) %; double +0.0 (+0.0) %; without +0.0 (+0.0) %",
    )
    newton_iterations: int = tuned(
        20,
        0,
        1000,
        "Newton iterations for a guess that is nearly the answer, which then stays near it: forces of springs follow a "
        "load that grows slowly.",
        without={"newton_iterations": 0},
        effect="half +0.0 (+0.0) %; double +0.0 (+0.0) %; without +0.0 (+0.0) %",
    )
    newton_target: float = tuned(
        0.2,
        1e-3,
        1.0,
        "What these are to reach.",
        unit="target",
        without={"newton_iterations": 0},
        effect="half +0.0 (+0.0) %; double +0.0 (+0.0) %; without +0.0 (+0.0) %",
    )
    start_near: float = tuned(
        0.7,
        0.0,
        1e6,
        "A warm start is put where the gap is so many times the worst entry of the guess's certificate.",
        unit="worst entry",
        without={"guess_useful": 0.0},
        effect="half +1.3 (+9.0) %; double -0.3 (+5.8) %; without +0.6 (-5.6) %",
    )
    start_far: float = tuned(
        20.0,
        0.0,
        1e6,
        "Where it is put instead if the guess is poor, or the first steps turn out short.",
        unit="worst entry",
        without={"trial_length": 0.0},
        effect="half -0.3 (-2.4) %; double +0.4 (-1.6) %; without +0.0 (+0.0) %",
    )
    guess_useful: float = tuned(
        0.03,
        0.0,
        inf,
        "Worst entry of a certificate from which a guess is poor.",
        without={"guess_useful": inf},
        effect="half -0.6 (-6.9) %; double -0.7 (-0.9) %; without -0.8 (+2.0) %",
    )
    trial_steps: int = tuned(
        3,
        1,
        100,
        "From so many steps on their lengths say whether a warm start is poor.",
        without={"trial_length": 0.0},
        effect="half +0.0 (+0.0) %; double +0.0 (+0.0) %; without +0.0 (+0.0) %",
    )
    trial_length: float = tuned(
        0.4,
        0.0,
        1.0,
        "A warm start is poor as soon as they are shorter on average.",
        unit="full step",
        without={"trial_length": 0.0},
        effect="half +0.0 (+0.0) %; double +3.5 (-1.0) %; without +0.0 (+0.0) %",
    )
    gap_least: float = tuned(
        1.0,
        0.0,
        inf,
        "The gap is led to no less than this after steps shorter than `long_step`, once this is within "
        "`measured_from`: where it is far below, corrections of contact velocities end at the cones (not with "
        "Coulomb's law).",
        unit="largest residual of contact velocities",
        without={"gap_least": 0.0},
        effect="half +0.2 (+1.2) %; double -0.2 (-0.7) %; without +3.2 (+64.1) %",
    )
    proximal: float = tuned(
        1e-7,
        1e-14,
        1.0,
        "Proximal term of the impulses at first.",
        without={"proximal": 1e-12, "proximal_least": 1e-12, "proximal_most": 1e-12},
        effect="half +0.7 (+2.9) %; double +0.2 (+0.1) %; without +4.5 (+23.2) %, 10 lost",
    )
    proximal_least: float = tuned(
        1e-9,
        1e-14,
        1.0,
        "Least proximal term.",
        without={"proximal_least": 1e-7, "proximal_most": 1e-7},
        effect="half +1.2 (+0.1) %; double -0.7 (-4.6) %; without +6.8 (+236.1) %",
    )
    proximal_most: float = tuned(
        1e-6,
        1e-14,
        1.0,
        "Largest proximal term.",
        without={"proximal_least": 1e-7, "proximal_most": 1e-7},
        effect="half +0.1 (+4.9) %; double +0.0 (+0.0) %; without +6.8 (+236.1) %",
    )
    measured_from: float = tuned(
        30.0,
        0.0,
        inf,
        "The certificate is taken where gap and residuals are within this.",
        unit="target",
        without={"measured_from": inf},
        effect="half +0.2 (+4.8) %; double +0.4 (+2.6) %; without +4.7 (-0.2) %",
    )
    carrying: float = tuned(
        1e-6,
        0.0,
        inf,
        "A contact carries from this impulse on, and is not left out.",
        unit="impulse of the scaled step",
        effect="half +0.0 (+0.0) %; double +0.0 (+0.0) %",
    )
    shortest_step: float = tuned(
        1e-6,
        0.0,
        1.0,
        "A shorter step ends the iteration: rounding allows no more.",
        unit="full step",
        without={"shortest_step": 0.0},
        effect="half +0.0 (+0.0) %; double +0.0 (+0.0) %; without +0.0 (+0.0) %",
    )
    fast: float = tuned(
        0.1,
        0.0,
        1.0,
        "The path goes on below the target while an iteration improves the certificate to less than this: velocities "
        "of up to 25 blocks are twenty times more accurate for one iteration more.",
        unit="entry before",
        without={"fast": 0.0},
        effect="half -0.3 (-0.0) %; double +4.3 (+3.2) %; without -5.8 (-1.2) %",
    )
    deepest: float = tuned(
        1e-3,
        0.0,
        1.0,
        "The path goes on so far below the target.",
        unit="target",
        without={"fast": 0.0},
        effect="half +0.2 (+0.1) %; double -0.4 (-0.1) %; without -5.8 (-1.2) %",
    )
    sweeps: int = tuned(
        6,
        0,
        1000,
        "Gradient sweeps over a guess before the path.",
        without={"sweeps": 0},
        effect="half -1.5 (+13.8) %; double +5.9 (+4.4) %; without -0.4 (-0.6) %",
    )
    sweep_step: float = tuned(
        3.0,
        0.0,
        100.0,
        "Size of a sweep's gradient steps, over those that are safe if each contact's error is its own.",
        without={"sweeps": 0},
        effect="half -1.6 (+1.4) %; double +6.2 (-7.5) %; without -0.4 (-0.6) %",
    )
    rest_compliance: float = tuned(
        1e-9,
        1e-14,
        1.0,
        "What a contact at rest gives way, in the metric of its cone.",
        without={"rest_speed": 0.0},
        effect="half +0.0 (+0.0) %; double -0.2 (-0.1) %; without +13.2 (+5.0) %",
    )
    rest_speed: float = tuned(
        0.02,
        0.0,
        inf,
        "Contact velocity up to which a step may be one at rest.",
        unit="contact velocity",
        without={"rest_speed": 0.0},
        effect="half +0.2 (+0.1) %; double -0.3 (-0.1) %; without +13.2 (+5.0) %",
    )
    rest_passes: int = tuned(
        6,
        1,
        1000,
        "Solves with the same factors that bring a step to rest.",
        without={"rest_speed": 0.0},
        effect="half -0.6 (-0.1) %; double +0.6 (+0.0) %; without +13.2 (+5.0) %",
    )
    rest_residual: float = tuned(
        1e-13,
        0.0,
        1.0,
        "Contact velocity at which no more are needed.",
        unit="contact velocity",
        without={"rest_speed": 0.0},
        effect="half +0.0 (+0.0) %; double -0.0 (-0.0) %; without +13.2 (+5.0) %",
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
        "Proximal term R of the impulses at first.",
        unit="mean of s over mean of x",
        effect="half +3.9 (+21.4) %; double +0.7 (+2.3) %",
    )
    proximal_least: float = tuned(
        1e-8, 1e-14, 1.0, "Least R.", unit="mean of s over mean of x", effect="half +5.0 (+5.9) %; double -0.1 (+9.5) %"
    )
    proximal_most: float = tuned(
        1e-5,
        1e-14,
        1.0,
        "Largest R.",
        unit="mean of s over mean of x",
        without={"proximal_most": 1e-8},
        effect="half +0.5 (+3.2) %; double -0.0 (-0.0) %; without +8.9 (+18.8) %",
    )
    delta: float = tuned(
        1e-6,
        1e-16,
        1.0,
        "Proximal term delta of the mechanism.",
        unit="mean of x over mean of s",
        effect="half +0.7 (+2.6) %; double +3.3 (+5.6) %",
    )
    measured_from: float = tuned(
        10.0,
        0.0,
        inf,
        "A state is measured where its gap is within this.",
        unit="acceptable gap",
        without={"measured_from": inf},
        effect="half +0.0 (+0.0) %; double +0.0 (+0.0) %; without +0.0 (+0.0) %",
    )
    ray_growth: float = tuned(
        1e4,
        1.0,
        inf,
        "Growth of forces or velocities from which their direction may prove that no limit exists.",
        effect="half +0.0 (+0.0) %; double +0.0 (+0.0) %",
    )
    acceptable: float = tuned(
        0.7,
        0.0,
        1.0,
        "An answer within this will do where it is not improved.",
        unit="accuracy",
        without={"acceptable": 0.0},
        effect="half +0.0 (+0.0) %; double +0.0 (+0.0) %; without +3.9 (+33.3) %",
    )
    slow: float = tuned(
        0.5,
        0.0,
        1.0,
        "An answer is improved where it gets below this.",
        unit="best before",
        without={"acceptable": 0.0},
        effect="half -0.2 (-0.2) %; double +3.9 (+33.3) %; without +3.9 (+33.3) %",
    )
    patience: int = tuned(
        15,
        1,
        1000,
        "Iterations without improvement after which that will do.",
        without={"acceptable": 0.0},
        effect="half -3.0 (-8.6) %; double +1.1 (+6.7) %; without +3.9 (+33.3) %",
    )
    start_inside: float = tuned(
        0.1,
        1e-12,
        1e6,
        "How far inside the cones the start is at least.",
        unit="largest entry",
        effect="half +2.3 (+12.8) %; double +2.8 (+10.2) %",
    )
    start_least: float = tuned(
        1e-12,
        0.0,
        1.0,
        "Least size that counts in this, of any loads.",
        without={"start_least": 0.0},
        effect="half +0.0 (+0.0) %; double +0.0 (+0.0) %; without +0.0 (+0.0) %",
    )
    refinements: int = tuned(
        8,
        0,
        1000,
        "Conjugate gradients for a corrected direction, at most.",
        without={"refinements": 0},
        effect="half -0.1 (-0.0) %; double +0.0 (+0.0) %; without -20.3 (-18.6) %",
    )
    balanced: float = tuned(
        1e-12,
        0.0,
        1.0,
        "Balance at which they end.",
        unit="force of the scaled step",
        without={"balanced": 0.0},
        effect="half -1.6 (-3.9) %; double -1.0 (-1.0) %; without +68.5 (+87.9) %",
    )
    rising: float = tuned(
        10.0,
        1.0,
        inf,
        "They end where the work of what is left grows so many times, which is rounding.",
        without={"rising": inf},
        effect="half +0.0 (+0.0) %; double +0.0 (+0.0) %; without +0.0 (+0.0) %",
    )
    free_motion: float = tuned(
        1e-10,
        0.0,
        1.0,
        "A motion meets no contact where its work there is less, and proves that nothing holds it.",
        unit="work of what is left",
        effect="half +0.0 (+0.0) %; double +0.0 (+0.0) %",
    )
    rounding: float = tuned(
        1e-12,
        0.0,
        1.0,
        "Loads on blocks that touch nothing balance within this.",
        unit="dead load",
        effect="half +0.0 (+0.0) %; double +0.0 (+0.0) %",
    )
    iterations: int = tuned(
        120,
        1,
        100_000,
        "Iterations at most.",
        without={"iterations": 100_000},
        effect="half +0.0 (+0.0) %; double +0.0 (+0.0) %; without +0.0 (+0.0) %",
    )
