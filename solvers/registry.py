"""The solvers by name. Listing them and asking whether they are installed loads no native library.

Adding one to drystone is its module and one line here; a user's own is registered.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ..errors import DrystoneError, shown
from ..programs.step import FORMS, FrictionalStep, StepLike, check_step
from ..registry import Registry, subclass_check
from ..summary import with_units
from .acceptance import attempted
from .base import Solver
from .by_program import AnySolver, ByProgram
from .conic.base import ConicSolver
from .coulomb import law_solution
from .solution import StepSolution, WarmStart

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SOLVERS", "get_solver", "list_solvers", "register_solver", "solve", "solver_class"]

Registered = TypeVar("Registered", bound=Solver | ConicSolver)

FAMILY = "cvxpy:NAME"

_class_check = subclass_check("solver", Solver, ConicSolver, texts=("name", "description"))


def _solver_check(part: Any) -> Any:
    """The class itself, where it is one of solvers that can solve."""
    checked = _class_check(part)
    if issubclass(checked, Solver) and checked.find is Solver.find and checked.solve is Solver.solve:
        raise DrystoneError(f"the solver {checked.__name__} lacks the method(s) find")
    forms = checked.forms
    if not isinstance(forms, tuple | list) or not forms or any(form not in FORMS for form in forms):
        raise DrystoneError(
            f"forms of the solver {checked.__name__} is {shown(forms)}; it is a tuple of some of {', '.join(FORMS)}, "
            'such as ("kinematic",)'
        )
    return checked


SOLVERS: Registry[type[Solver] | type[ConicSolver]] = Registry(
    "solver",
    __package__,
    {
        "auto": "auto:AutoSolver",
        "newton": "newton.solver:NewtonSolver",
        "interior-point": "interior_point.solver:InteriorPointSolver",
        "clarabel": "conic.clarabel:ClarabelSolver",
        "scs": "conic.scs:ScsSolver",
        "qoco": "conic.qoco:QocoSolver",
        "mosek": "conic.mosek:MosekSolver",
        "gauss-seidel": "first_order.gauss_seidel:GaussSeidelSolver",
        "spg": "first_order.spg:SpgSolver",
        "apgd": "first_order.apgd:ApgdSolver",
        "admm": "first_order.admm:AdmmSolver",
        FAMILY: "conic.cvxpy:CvxpySolver",
    },
    _solver_check,
)
"""The solvers; "cvxpy:NAME" stands for every installed CVXPY solver NAME."""


def register_solver(solver: type[Registered], *, replace: bool = False) -> type[Registered]:
    """Make a class of solvers known by its ``name``, here and on the command line; returns it, as decorators do.

    ``solver``: derived from `drystone.solvers.Solver`, or from `drystone.solvers.ConicSolver` for one of conic
    programs, with the class data ``name`` and ``description``, and ``forms`` where not all are taken. DrystoneError for
    anything else, and for a name that is taken unless ``replace``.

    >>> import drystone as ds
    >>> from drystone.solvers.registry import SOLVERS
    >>> with SOLVERS.restored():  # only so that this example leaves nothing behind
    ...     @ds.register_solver
    ...     class Rough(type(ds.get_solver("newton"))):
    ...         name = "rough"
    ...         accuracy = 1e-4
    ...     ds.get_solver("rough")
    Rough('rough', accuracy 0.0001)
    """
    SOLVERS.register(solver, replace=replace)
    return solver


def solver_class(name: str) -> type[Solver] | type[ConicSolver]:
    """The class of a name, without loading its backend. `UnknownNameError` for no name of a solver."""
    family = isinstance(name, str) and name.lower().startswith("cvxpy:")
    return SOLVERS[FAMILY if family else name]


def get_solver(name_or_instance: str | AnySolver = "auto", **settings: Any) -> Solver:
    """A solver, by name with its settings (``tolerance`` among them), or the instance itself.

    A `ConicSolver` becomes one of steps (`drystone.solvers.by_program.ByProgram`), with the setting ``polish``.

    `UnknownNameError` for an unknown name or setting, `NotInstalledError` for a solver whose package is
    missing.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> step = ds.step_problem(column(2), dt=1e-3)
    >>> solver = ds.get_solver("clarabel", tolerance=1e-10)
    >>> solver.solve(step).status
    'solved'
    """
    polish = {"polish": settings.pop("polish")} if "polish" in settings else {}
    if isinstance(name_or_instance, ConicSolver) and not settings:
        return ByProgram(name_or_instance, **polish)
    if isinstance(name_or_instance, Solver | ConicSolver):
        settings |= polish
        if settings:
            raise DrystoneError(
                f"settings {', '.join(settings)} beside the solver {name_or_instance.name!r} that is already made; "
                "give them where it is made, or give its name here"
            )
        assert isinstance(name_or_instance, Solver)
        return name_or_instance
    if not isinstance(name_or_instance, str):
        names = ", ".join(SOLVERS)
        raise DrystoneError(f"solver must be a name ({names}) or a solver object; got {shown(name_or_instance)}")
    kind: Callable[..., Any] = solver_class(name_or_instance)
    _, family, backend = name_or_instance.partition(":")
    given = (backend,) if family else ()
    if solver_class(name_or_instance).kind == "conic":
        return ByProgram(kind(*given, **settings), **polish)
    made: Solver = kind(*given, **settings, **polish)
    return made


def list_solvers() -> "pd.DataFrame":
    """Table of the solvers: name, description, kind, forms, local (whether it takes a `LocalProblem`), installed,
    licence, accuracy, reference.

    >>> import drystone as ds
    >>> table = ds.list_solvers()
    >>> table.loc[table["kind"] == "automatic", "name"].tolist()
    ['auto']
    """
    import pandas as pd

    rows = []
    for name in SOLVERS:
        kind = solver_class(name)
        rows.append(
            {
                "name": name,
                "description": kind.description,
                "kind": kind.kind,
                "forms": ", ".join(kind.forms),
                "local": kind.takes_local,
                "installed": kind.available(),
                "licence": kind.licence,
                "accuracy": kind.accuracy,
                "reference": kind.reference,
            }
        )
    return with_units(pd.DataFrame(rows), {"accuracy": "1"})


def solve(
    problem: StepLike,
    form: str = "kinematic",
    solver: str | AnySolver = "auto",
    warm_start: WarmStart | None = None,
) -> StepSolution:
    """Solve one step in a form ("kinematic", "static", "ccp") with a solver by name or object.

    `UnknownNameError` for a form or solver that does not exist, `DrystoneError` for a solver that does not
    take the form. The answer's ``status`` is "solved" only where its certificate is within the solver's
    accuracy; the certificate is drystone's own, also of a solver of yours. Where that raises, or returns no answer, the
    status is "failed", with NaN for velocities and impulses and the reason in the last of ``attempts``. A step that is
    meant with Coulomb's law (``associated`` false) is solved with that law, by the solver itself or as a sequence of
    programs (`drystone.solvers.coulomb`), and judged by its natural residual too.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> step = ds.step_problem(column(2), dt=1e-3)
    >>> answers = [ds.solve(step, form=form) for form in ("kinematic", "static", "ccp")]
    >>> [answer.solved for answer in answers]
    [True, True, True]
    """
    chosen = get_solver(solver)
    chosen.check_form(form)
    check_step(problem)
    chosen.check_warm_start(problem, warm_start)
    if not problem.associated:
        chosen.check_problem(problem, form)
        found = law_solution(chosen, cast("FrictionalStep", problem), form, warm_start)
        return replace(found.solution, attempts=tuple(one for answer in found.answers for one in answer.attempts))
    return attempted(chosen, problem, form, warm_start)
