"""Primal-dual interior point on the step: Nesterov-Todd scaling, predictor and corrector, one factorisation each."""

from dataclasses import replace
from typing import Any

import numpy as np

from ...checks import whole_number
from ...numerics.contact_operator import RIGID
from ...numerics.friction_cone import project
from ..acceptance import law_accuracy
from ..newton.coulomb import coulomb_newton
from ..newton.proximal import SETTLED, proximal_newton, sufficient
from ..newton.tuning import NewtonTuning
from ..structured.arrays import Arrays, Iterate
from ..structured.base import StructuredSolver
from ..structured.convergence import End, Goal
from ..structured.residuals import residuals_of
from .central_path import CentralPath
from .coulomb_path import CoulombPath
from .coulomb_tuning import CoulombTuning
from .guess import error_before, gradient_steps
from .predictor_corrector import in_cones, variables
from .proximal_point import law_error, proximal_point
from .resting import at_rest, resting_impulses
from .tuning import InteriorPointTuning, LimitTuning

__all__ = ["InteriorPointSolver"]

GUESS_FRESH = 1e-3
"""Share of the target up to which an error of a kept guess may be new. The next step would have to undo an error that
came at once: loads that grow slowly would else lag."""
NEWTON_ITERATIONS, NEWTON_TARGET = 20, 0.2
"""Newton iterations for a guess that is nearly the answer, which then stays near it, and the share of the target that
they are to reach: forces of springs follow a load that grows slowly, and blocks that deform come to rest where they
do, to 1e-6 of their shortening (3e-5 without)."""

NEWTON = NewtonTuning()
"""Of the Newton rounds on a guess that is nearly the answer, and of what makes impulses exact."""
UNIQUE = 1e-4
"""What the path of Coulomb's law is followed to where impulses are unique, over the target: it costs less there than
Newton's method from farther off, whose contacts change their status at errors of 1e-5."""
ENOUGH = 0.01
"""Share of the accuracy of Coulomb's law up to which the end of its path will do, as of the rounds that follow else
(`drystone.solvers.interior_point.proximal_point`). With 0.1 a rocking wall of 51 bricks is 0.2 to 0.3 mm off of 53 mm
at dt = 5e-3 s, as rounding has it, with 0.03 or less 0.1 mm."""


LAW_SOFT = 2e-3
"""Median compliance of the contacts of a scaled step, all of which give way, from which Newton's method is tried on
Coulomb's law before its path: with joints of 1e11 Pa/m at dt 1e-3 s, of 1e10 at 2.5e-3 s. It ends in 638 of 640 steps
of a wall and a house there, after 7 iterations where the path takes 16; in stiffer steps it does not."""
LAW_STEPS, LAW_STEP = 50, 2.0
"""Gradient steps before it, and their size over those that are safe. With 6 of size 3 it takes 12 iterations."""
LAW_NEWTON, LAW_PATIENCE = 40, 10
"""Its iterations at most, and how many of them without progress."""


class InteriorPointSolver(StructuredSolver):
    """Infeasible primal-dual path following in velocities v, impulses x and contact velocities s,

        v = k + D x,     s = D'v + offset + E x,     x o s -> 0,     x, s ∈ Q,

    x = (mu gamma_n, gamma_t) and s = (u_n/mu, u_t) in second-order cones Q. Eliminating dx and ds leaves the nB x nB
    system (I + D (E + T)^-1 D') dv = r, factorised once for the predictor, the corrector and, where the step would be
    short, up to two more (Gondzio's centrality correctors). Polishing (`drystone.solvers.newton.proximal`) then finds
    which contacts stick, slide and open exactly.

    A warm start from impulses gamma and their contact velocities u is the point near them with x o s = m e exactly,

        x = 1/2 (z + (z o z + 4 m e)^(1/2)),    s = x - z,    z = x(gamma) - s(u)

    (Chen-Harker-Kanzow-Smale smoothing of the projection), with m so large as the guess is wrong. Of a structure that
    moves the next step then takes about 10 iterations where a cold start takes 25. Where the guess is the answer it is
    returned; where the contacts that carry rest, one factorisation finds impulses that keep them so
    (`drystone.solvers.interior_point.resting`).

    Settings: ``max_iterations``; ``tuning``, an `InteriorPointTuning` or the numbers of it that differ, by name;
    ``limit_tuning``, of limit programs, a `LimitTuning` or such numbers; ``coulomb_tuning``, of Coulomb's law, a
    `CoulombTuning` or such numbers.
    ``polish=False`` leaves the answer as the path ends.
    """

    name = "interior-point"
    description = "primal-dual interior point, Nesterov-Todd scaling, one nB x nB factorisation an iteration"
    target_ratio = 0.95
    reference = "Nesterov and Todd 1997; Mehrotra 1992; Gondzio 1996; Andersen, Dahl, Liu and Vandenberghe 2011"

    def __init__(self, tolerance: float | None = None, polish: bool = True, **settings: Any) -> None:
        super().__init__(tolerance, polish, **settings)
        self.most = whole_number(self.settings.get("max_iterations", 400), "max_iterations")
        self.tuning = InteriorPointTuning.of(self.settings.get("tuning"))
        self.limit_tuning = LimitTuning.of(self.settings.get("limit_tuning"))
        self.coulomb_tuning = CoulombTuning.of(self.settings.get("coulomb_tuning"))

    def setting_names(self) -> tuple[str, ...]:
        """``max_iterations``, ``tuning``, ``limit_tuning`` and ``coulomb_tuning``."""
        return ("max_iterations", "tuning", "limit_tuning", "coulomb_tuning")

    @property
    def exact_friction(self) -> bool:
        """True: see `solve_coulomb`."""
        return True

    def iterate_coulomb(self, step: Arrays, guess: Iterate | None, target: float) -> Iterate:
        """The path of Coulomb's law, and where it ends above the accuracy rounds from there; the better one.

        Where all contacts are compliant impulses are unique, and are found to rounding from the end of the path.
        """
        unique = bool(np.all(step.E > 0.0))
        found = self.iterate(step, guess, UNIQUE * target if unique else target)
        if not np.all(np.isfinite(found.impulse)):
            return found
        law = law_accuracy(self.accuracy)
        reached = law_error(step, found)
        if reached > (target if unique else ENOUGH * law):
            self.schur.prepare(step)
            further = proximal_point(step, found, self.schur, law, self.most).after(found)
            better = law_error(step, further) < reached
            found = further if better else replace(found, iterations=further.iterations)
        return replace(found, end=End.CONVERGED) if law_error(step, found) <= law else found

    def exact(self, step: Arrays, target: float) -> Goal:
        """What impulses that are returned as they are have to be: near the target they would drift in a run."""
        return Goal(self.tuning.guess_kept * target, natural=sufficient(step, NEWTON))

    def iterate(self, step: Arrays, guess: Iterate | None, target: float) -> Iterate:
        """Impulses of the scaled step."""
        if guess is None:
            self.schur.prepare(step)
            return self._on_the_path(step, None, np.inf, target)
        tuning, exact = self.tuning, self.exact(step, target)
        guess = Iterate(project(guess.impulse, step.mu), 0, velocity=guess.velocity)
        found = residuals_of(step, guess.impulse)
        kept = exact.met(found.worst, found.natural)
        if kept and found.worst - error_before(step, guess) <= GUESS_FRESH * target:
            return guess
        self.schur.prepare(step)
        tried = Iterate(guess.impulse, 0, end=End.NOT_BEGUN)
        if at_rest(step, found.contact, guess.impulse, tuning):
            tried = self._at_rest(step, guess, target)
        if not tried.end.converged and found.worst <= SETTLED and step.associated:
            inner = NEWTON_TARGET * target
            tried = proximal_newton(step, guess.impulse, self.schur, inner, NEWTON, NEWTON_ITERATIONS).after(tried)
            if residuals_of(step, tried.impulse).worst <= target:
                tried = replace(tried, end=End.CONVERGED)
        if tried.end.converged:
            return tried
        soft = not step.associated and _is_soft(step)
        guess = gradient_steps(step, guess, *((LAW_STEPS, LAW_STEP) if soft else (tuning.gradient_steps,)))
        found = residuals_of(step, guess.impulse)
        if exact.met(found.worst, found.natural):
            return guess.after(tried)
        if soft:
            nothing = np.zeros_like(step.E)  # beside the compliance of the step
            tried = coulomb_newton(step, guess.impulse, nothing, self.schur, LAW_NEWTON, LAW_PATIENCE).after(tried)
        return tried if tried.end.converged else self._on_the_path(step, guess, found.worst, target).after(tried)

    def _at_rest(self, step: Arrays, guess: Iterate, target: float) -> Iterate:
        """Impulses at which everything rests, where those of the guess lead to some.

        Exactly, or within the target where blocks deform: they vibrate more.
        """
        changed, cone = in_cones(step)
        found = resting_impulses(changed, variables(guess.impulse, cone), self.schur)
        impulse, end = np.ascontiguousarray(found.impulse * cone), found.end
        if end.converged:
            answer = residuals_of(step, impulse)
            asked = self.exact(step, target) if step.dofs == RIGID else Goal(target)
            end = End.CONVERGED if asked.met(answer.worst, answer.natural) else End.NOT_AT_REST
        return Iterate(impulse, found.iterations, found.factorisations, end)

    def _on_the_path(self, step: Arrays, guess: Iterate | None, worst: float, target: float) -> Iterate:
        """Impulses at the end of the path, entered near those of a guess with this ``worst`` entry, or cold."""
        self.schur.prepare(step)
        if step.associated:
            path = CentralPath.of(step, self.schur, Goal(target), self.tuning)
        else:
            path = CoulombPath.of(step, self.schur, Goal(target), self.tuning, numbers=self.coulomb_tuning)
        found = Iterate(step.offset, 0, end=End.NOT_BEGUN)
        if guess is not None:
            found = path.enter(guess.impulse, worst, self.most)
        again = path.restarts or guess is None
        if not found.end.converged and found.iterations < self.most and again:
            found = path.follow(None, self.most - found.iterations).after(found)
        return found


def _is_soft(step: Arrays) -> bool:
    """Whether all contacts give way, alike in both tangential directions, and most of them by much."""
    E = step.E
    return bool(np.all(E > 0.0) and np.all(E[:, 1] == E[:, 2]) and np.median(E[:, 0]) >= LAW_SOFT)
