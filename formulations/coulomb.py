"""The Nodargi-Bisegna step with exact Coulomb friction, as it is or by a sequence of associated programs.

References: G. De Saxcé, Z.-Q. Feng, The bipotential method: a constructive approach to design the complete contact
law with friction and improved numerical algorithms, Mathematical and Computer Modelling 28 (1998) 225-245; V. Acary,
F. Cadoux, C. Lemaréchal, J. Malick, A formulation of the linear discrete Coulomb friction problem via convex
optimization, Zeitschrift für Angewandte Mathematik und Mechanik 91 (2011) 155-175; D. G. Anderson, Iterative procedures
for nonlinear integral equations, Journal of the ACM 12 (1965) 547-560.
"""

from collections.abc import Sequence
from typing import Any

from ..checks import finite_number, whole_number
from ..collision import Contacts
from ..model import Assembly, State
from ..programs.friction import corrected
from ..programs.step import AnswerLike
from .base import StepInputs
from .nodargi_bisegna import NodargiBisegna
from .problem import StepProblem

__all__ = ["Coulomb"]


class Coulomb(NodargiBisegna):
    """Nodargi-Bisegna's inertia and contact points with Coulomb's law, in which sliding opens no contact:

        Y  ∋  gamma   ⊥   u + mu |u_t| n   ∈  Y*,     u = D'v + phi/dt n + prescribed.

    So written by De Saxcé the law is the associated one but for the term s = mu |u_t| that depends on the answer.
    Solvers with `drystone.solvers.Solver.exact_friction` solve it as it is. For others, and where such a one does not
    get within its accuracy, there is a sequence. With s given the step is one of our convex programs, s being on the
    normal row of `StepProblem.memory`; its answer gives the next s:

        s_0 = mu |u_t(v_n)|,     g_j = mu |u_t(v(s_j))|     until  |s_j - g_j| <= friction_tolerance

    at every contact, in the units of the certificate (`Certificate.friction`), each warm-started from the last; while
    they bring much the programs go on, to a hundredth of the tolerance; the next s is mixed from the last answers
    (`drystone.programs.friction`). A structure at rest takes one program, a rocking one 2 to 5, a cracked wall 9 to 50.

    It is not proved that the sequence converges, nor the path of the interior point: the law is no convex program. That
    a step has an answer can be told beforehand, by Acary, Cadoux, Lemaréchal and Malick's criterion (some velocity has
    contact velocities inside Y*), which steps of masonry meet; it may have several. What is not found is therefore no
    answer that is missing: where the law is not met to the accuracy, the nearest to it is taken with a warning and the
    status "nearest", and the columns `natural` and `friction` of the table of steps keep how far it is. The default
    tolerance is what the certificate of the programs, 1e-8, leaves certain of sliding speeds.

    Options: ``friction_iterations``, the most programs of a step; ``friction_tolerance``.
    """

    name = "coulomb"
    description = "Nodargi-Bisegna with exact, non-associated Coulomb friction, by one program or a sequence"
    reference = "De Saxcé and Feng 1998; Acary, Cadoux, Lemaréchal and Malick 2011"
    options = {"friction_iterations": 50, "friction_tolerance": 1e-5}  # noqa: RUF012 - read only

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        most, tolerance = self.settings["friction_iterations"], self.settings["friction_tolerance"]
        self.settings["friction_iterations"] = whole_number(most, "friction_iterations")
        self.settings["friction_tolerance"] = finite_number(tolerance, "friction_tolerance", above=0.0, below=1.0)

    @property
    def friction_tolerance(self) -> float:
        """The option of that name."""
        return float(self.settings["friction_tolerance"])

    @property
    def most_programs(self) -> int:
        """The option ``friction_iterations``."""
        return int(self.settings["friction_iterations"])

    def discretise(
        self, assembly: Assembly, state: State, contacts: Contacts, inputs: StepInputs, dt: float
    ) -> StepProblem:
        """The first step of the sequence: it assumes the sliding of the iterate, or of the start of the step."""
        problem = super().discretise(assembly, state, contacts, inputs, dt)
        begun = state.motion(assembly.movable, problem.dofs)
        return problem.assuming(begun if inputs.iterate is None else inputs.iterate)

    def corrected(self, tries: Sequence[tuple[StepProblem, AnswerLike]]) -> StepProblem | None:
        """The next step of the sequence; None where this one assumed what came out."""
        return corrected(tries, self.friction_tolerance)
