"""The central path of a step with Coulomb's law itself: De Saxcé's correction inside the path, not around it.

    v = k + D x,     s = u + |u_t| e_0,     u = D'v + offset + E x,     x o s -> 0,     x, s ∈ Q

in the variables of the cones. Eliminating dx and ds leaves (I + D A N D') dv = r, A = (N E + R + T)^-1, which is not
symmetric and has the pattern of the symmetric one: it is factorised on the same fronts (L U, without pivoting), at
twice the price. The correction is convex in u_t, hence what a step leaves of its curvature can always be taken into
s_0 (`drystone.solvers.interior_point.coulomb_system.absorbed`): residuals fall as they do on a linear path.

The law is not monotone. Its path may turn back, where blocks wedge: the determinant changes its sign, and steps become
short. From the first short step on N has 0.99 t in place of t, as if joints dilated by a hundredth, which many such
steps are solved with; others come to a stand above the accuracy asked for.

(G. De Saxcé, Z.-Q. Feng, The bipotential method, Mathematical and Computer Modelling 28 (1998) 225-245; V. Acary,
P. Armand, H. M. Nguyen, M. Shpakovych, Second-order cone programming for frictional contact mechanics using interior
point algorithm, Optimization Methods and Software 39 (2024) 634-663.)
"""

from dataclasses import dataclass, field

import numpy as np

from ...numerics.compiled import FloatArray
from ..structured.contact_space import ContactSpace
from .central_path import CentralPath, Direction
from .coulomb_system import absorbed, corrected, expanded_with_friction, frictional_sides, frictional_weights
from .coulomb_tuning import CoulombTuning
from .path_system import reduced
from .predictor_corrector import SHORT_STEP

__all__ = ["CoulombPath"]

PROGRESS = 0.5
"""There is progress where residual and gap get below this share of the best before."""


@dataclass
class CoulombPath(CentralPath):
    """`CentralPath` of a step with Coulomb's law.

    ``numbers``: its own. ``slip`` (C,): |u_t|; ``along`` (C, 2): t; ``share`` of t for N from now on, the one ``used``
    in the last N and ``turned`` (C, 2), what is there; ``gain`` (C, 3, 3): A N.
    """

    restarts = False  # rounds of `drystone.solvers.interior_point.proximal_point` go on from where it ends
    trial_length = 0.2  # 0.4 gives up most warm starts in a house that falls apart, which then takes a third more work

    slip: FloatArray = field(init=False)
    along: FloatArray = field(init=False)
    turned: FloatArray = field(init=False)
    gain: FloatArray = field(init=False)
    share: float = field(init=False)
    used: float = field(init=False)

    numbers: CoulombTuning = field(default_factory=CoulombTuning)

    def __post_init__(self) -> None:
        self.progress, self.patience = PROGRESS, self.numbers.patience

    def contact(self, x: FloatArray) -> FloatArray:
        """Corrected contact velocities u + |u_t| e_0 of impulses x (C, 3)."""
        return corrected(super().contact(x), self.step.mu)

    def residuals(
        self, v: FloatArray, x: FloatArray, s: FloatArray, fresh: bool
    ) -> tuple[FloatArray, FloatArray, float, float]:
        """See `CentralPath.residuals`; ``s`` takes up what the direction before has left of the curvature."""
        balance, motion, _, _ = super().residuals(v, x, s, fresh)
        if fresh:
            contact = motion + s
            self.slip, self.along = np.hypot(contact[:, 1], contact[:, 2]), np.zeros((self.step.count, 2))
            self.used, self.share = 0.0, 1.0
        largest, gap = absorbed(motion, x, s, self.along, self.slip, self.used, self.step.mu)
        return balance, motion, largest, gap

    def least_gap(self, size: float, length: float) -> float:
        """Zero: with the bound of `CentralPath` five of the 70 steps of docs/tuning.md are solved no more."""
        return 0.0

    def stepped(self, length: float) -> None:
        """See `CentralPath.stepped`: a short step lessens the share of t."""
        super().stepped(length)
        if not length >= SHORT_STEP:
            self.share = self.numbers.share

    def regularise(self, x: FloatArray) -> None:
        """One term for all contacts: with less for large impulses walls and domes take a quarter more iterations."""
        self.soft = self.step.E + self.proximal

    def factorise(self) -> bool:
        """Factorise I + D A N D' for the scaling of the path."""
        self.used, self.turned = self.share, self.share * self.along
        if self.schur.by_contacts is not None:
            sides = frictional_sides(self.cones.roots(self.soft), self.step.E, self.turned)
            return bool(self.schur.by_contacts.factorise_between(*sides, self.step.operator))
        self.weight, self.gain = frictional_weights(self.cones.weights(self.soft), self.step.E, self.turned)
        return bool(self.schur.factorise_unsymmetric(self.gain, self.step.operator))

    def direction(self, balance: FloatArray, motion: FloatArray, c: FloatArray, corrected: bool) -> Direction:
        """dv, dx, ds with dv - D dx = -balance, N (D'dv + E dx) + R dx - ds = -motion and c + T dx + ds = 0."""
        step, by_contacts = self.step, self.schur.by_contacts
        if by_contacts is not None:
            return self._direction_by_contacts(by_contacts, balance, motion, c)
        dv = self.schur.solve(reduced(step.operator, self.weight, motion, c, balance))
        ds = step.operator.apply_transpose(dv)
        dx = expanded_with_friction(self.weight, step.E, self.proximal, self.turned, motion, c, ds)
        return dv, dx, ds

    def _direction_by_contacts(
        self, by_contacts: ContactSpace, balance: FloatArray, motion: FloatArray, c: FloatArray
    ) -> Direction:
        """The same from dx = R (I + M + A'D'D R)^-1 A'h, h = D'balance - N^-1 (motion + c); see `frictional_sides`."""
        step, t = self.step, self.turned
        drive = motion + c
        drive[:, 0] -= np.sum(t * drive[:, 1:], axis=1)
        dx = np.asfortranarray(by_contacts.impulses(step.operator.apply_transpose(balance) - drive))
        dv = step.operator.apply(dx) - balance
        ds = step.operator.apply_transpose(dv) + step.E * dx
        ds[:, 0] += np.sum(t * ds[:, 1:], axis=1)
        return dv, dx, ds + self.proximal * dx + motion
