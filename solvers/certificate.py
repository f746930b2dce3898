"""The certificate of a step: how well velocities and impulses satisfy the step's own equations.

It is computed from the physics, never from what a backend says of itself, and the same way for every solver.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..checks import shaped, yes_no
from ..numerics.compiled import FloatArray, kernel
from ..numerics.friction_cone import cone_distance, projected
from ..programs.step import StepLike, check_step
from ..summary import Facts, Summarised

__all__ = ["Certificate", "certificate"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Certificate(Summarised, inline=True):
    """Scaled residuals of one step, all dimensionless; zero is exact.

    ``primal``: distance of D'v + offset + E gamma from Y*. ``dual``: residual of H v = k + D gamma and distance
    of gamma from Y. ``complementarity``: |gamma . (D'v + offset + E gamma)| of the worst contact. ``gap``:
    |kinematic value + static value| over 1/2 k'H^-1 k. Complementarity and gap are of the order of the error's square;
    ``natural``, the residual |gamma - P_Y(gamma - (D'v + offset + E gamma))| of the worst contact, is of the order of
    the error itself. Of the associated law it is reported and does not decide: interior points leave it at the root of
    their gap. An answer to Coulomb's law is judged by it (`error`); there it is also the residual of the normal
    direction alone, |gamma_n - max(gamma_n - u_n, 0)| over the root of 2, where that is more: with mu |u_t| n beside u
    the distance from a wide cone is that of u_n from zero over (1 + mu^2)^(1/2).
    ``friction``: how far the step is from Coulomb's law where that is meant (`StepProblem.associated` false), the
    largest |assumed mu |u_t| - mu |u_t|| of a contact; zero elsewhere. It does not decide: it is for the
    sequence of steps to lower, not for the solver of one.
    """

    primal: float
    dual: float
    complementarity: float
    gap: float
    natural: float = 0.0
    friction: float = 0.0

    @property
    def worst(self) -> float:
        """The largest of primal, dual, complementarity and gap, which decides; NaN counts as infinite."""
        entries = (self.primal, self.dual, self.complementarity, self.gap)
        return max(entries) if all(math.isfinite(entry) for entry in entries) else float("inf")

    @property
    def error(self) -> float:
        """The largest of `worst` and ``natural``, by which an answer to Coulomb's law is judged; NaN is infinite.

        It is of the order of the error itself: a contact's impulse or velocity that is off by 1e-4 of what is of order
        one in the step (`StepProblem.scaled`) leaves 1e-4 here.
        """
        return max(self.worst, self.natural) if math.isfinite(self.natural) else float("inf")

    def _summary(self) -> Facts:
        yield "worst", f"{self.worst:.2g}"
        names = ("primal", "dual", "complementarity", "gap", "natural", "friction")
        yield from ((name, f"{getattr(self, name):.2g}") for name in names)


def certificate(problem: StepLike, velocity: Array, impulse: Array, exact: bool = False) -> Certificate:
    """Certificate of ``velocity`` (B, n) and ``impulse`` (C, 3) for the step ``problem``.

    ``exact``: of Coulomb's law itself; the step has the correction of this very answer (`StepProblem.assuming`).

    Residuals are taken in the step's own scaled variables, in which every block's momentum and every contact's
    velocity are of order one, so that one threshold serves grams and tonnes; see `StepProblem.scaled`. That is of the
    mean of the blocks that contacts connect: the speed of one that is lighter by m may be off by the root of m times as
    much.
    """
    check_step(problem)
    scaled, restore = problem.scaled
    velocity = shaped(velocity, problem.k.shape, "velocity")
    impulse = shaped(impulse, (len(problem.phi), 3), "impulse")
    v, gamma = restore.forward(velocity, impulse)
    contact = scaled.contact_velocity(v, gamma)
    primal, dual, work, natural = _worst_contact(contact, np.ascontiguousarray(gamma), problem.mu)
    if yes_no(exact, "exact"):
        natural = max(natural, _wrong_normal(contact[:, 0] - scaled.memory[:, 0], gamma))
    given = scaled.k + scaled.apply(gamma)
    momentum = np.linalg.norm(v - given, axis=1)
    size = np.maximum(1.0, np.linalg.norm(scaled.k, axis=1))
    return Certificate(
        primal=primal,
        dual=max(_largest(momentum / size), dual),
        complementarity=work,
        gap=_gap(scaled, v, gamma, given),
        natural=natural,
        friction=0.0 if problem.associated else _wrong_friction(contact, scaled.memory[:, 0], problem.mu),
    )


def _gap(scaled: StepLike, v: Array, gamma: Array, given: Array) -> float:
    """|kinematic value + static value| over 1/2 k'k, not below one, with ``given`` = k + D gamma; H is the identity."""
    if scaled.is_local:
        values = scaled.objective("kinematic", v, gamma) + scaled.objective("static", v, gamma)
        return float(abs(values) / max(1.0, scaled.energy))
    kinematic = np.sum(v * (0.5 * v - scaled.k))
    static = 0.5 * np.sum(given**2) + np.sum(gamma * scaled.offset)
    energy = 0.5 * np.sum(scaled.k**2)
    return float(abs(kinematic + static + np.sum(scaled.E * gamma**2)) / max(1.0, energy))


def _wrong_friction(contact: Array, assumed: Array, mu: Array) -> float:
    """Largest |s - mu |u_t|| for ``contact`` velocities (C, 3) and ``assumed`` s (C,), over speeds not below one."""
    slip = mu * np.hypot(contact[:, 1], contact[:, 2])
    return _largest(np.abs(assumed - slip) / np.maximum(1.0, np.linalg.norm(contact, axis=1)))


def _wrong_normal(speed: Array, impulse: Array) -> float:
    """Largest |gamma_n - max(gamma_n - u_n, 0)| over the root of 2, of speeds u_n (C,) and impulses (C, 3), relative to
    sizes not below one.
    """
    normal = impulse[:, 0]
    size = np.maximum(1.0, np.linalg.norm(impulse, axis=1))
    return _largest(np.abs(np.minimum(normal, speed)) / size) * math.sqrt(0.5)


def _largest(values: Array) -> float:
    return float(np.max(values)) if values.size else 0.0


@kernel
def _worst_contact(contact: FloatArray, impulse: FloatArray, mu: FloatArray) -> tuple[float, float, float, float]:
    """Largest distance of ``contact`` velocities (C, 3) from Y* and of impulses (C, 3) from Y, largest work and
    natural residual, relative to sizes not below one; NaN where anything is not finite.
    """
    primal = dual = complementarity = natural = total = 0.0
    for c in range(len(mu)):
        m, u, g = mu[c], contact[c], impulse[c]
        slip, shear = _length(u[1], u[2]), _length(g[1], g[2])
        speed, force = _length(u[0], slip), _length(g[0], shear)
        total += speed + force
        speed, force = max(1.0, speed), max(1.0, force)
        primal = max(primal, cone_distance(u[0], slip, 1.0, m) / speed)
        dual = max(dual, cone_distance(g[0], shear, m, 1.0) / force)
        work = u[0] * g[0] + u[1] * g[1] + u[2] * g[2]
        complementarity = max(complementarity, abs(work) / (speed * force))
        n, a, b = projected(g[0] - u[0], g[1] - u[1], g[2] - u[2], m)
        natural = max(natural, _length(g[0] - n, _length(g[1] - a, g[2] - b)) / force)
    if not math.isfinite(total):
        return math.nan, math.nan, math.nan, math.nan
    return primal, dual, complementarity, natural


@kernel
def _length(x: float, y: float) -> float:
    return math.sqrt(x * x + y * y)
