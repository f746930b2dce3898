"""Limit analysis: the largest multiple of a live load that a structure carries beside its dead load."""

from dataclasses import replace
from numbers import Real
from time import perf_counter

from ..checks import one_of
from ..errors import DrystoneError
from ..model import Assembly
from ..solvers.by_program import AnySolver
from .backends import backends
from .limit_state import LimitResult, solve_limit
from .programs import LIMIT_FORMS
from .sequence import without_dilation
from .system import LoadPattern, StaticSystem

__all__ = ["limit_load"]

FRICTION = ("associated", "coulomb")


def limit_load(
    assembly: Assembly,
    *,
    live: LoadPattern = (1.0, 0.0, 0.0),
    dead: LoadPattern = (0.0, 0.0, -1.0),
    friction: str = "associated",
    form: str = "static",
    solver: str | AnySolver = "auto",
    closed: float | None = None,
    overlap_tolerance: float | None = None,
) -> LimitResult:
    """Largest multiplier a of ``live`` that the assembly carries beside ``dead``, in its initial configuration,

        max over gamma, a   a    s.t.   D gamma + f_dead + a f_live = 0,   gamma ∈ Y     (form "static")
        min over v   -f_dead'v   s.t.   f_live'v = 1,   D'v ∈ Y*                          (form "kinematic")

    ``live``, ``dead``: body accelerations (3,) in units of g = 9.81 m/s2, loads (N), or sequences of these. Tilting
    gravity is the live load (1, 0, 0) beside the dead load (0, 0, -1): dry joints may tilt by ``result.tilt``. Loads
    that are functions of time count as at t = 0.

    ``friction``: "associated" (normality: sliding dilates; limit theorems hold, the two programs agree) or "coulomb",
    joints that do not dilate: collapse states of a low multiplier by the programs of Ferris and Tin-Loi (2001), see
    `drystone.statics.sequence`. The multiplier is the least that was found from two starts: a load at which such joints
    do have a mechanism, proved by ``result.certificate``; lower ones may exist. All of them lie in ``result.bracket``,
    from the multiplier of frictionless joints to the associated one (Radenkovic's theorems). A structure that stands by
    friction has the lower end 0, or less: that says nothing of its safety, and only the upper end is worth anything.
    Where the associated law carries any load, the dead load is the one start. The status "unbounded" then says that
    no collapse state was found; it proves nothing for joints that do not dilate: ``result.bracket[0]`` counts.
    ``solver``: "interior-point", the structured solver, which solves both forms at once where every Y is a cone; a
    conic solver of `list_solvers`, which friction="coulomb" and joints with both cohesion and tensile strength need; or
    "auto", which tries "interior-point" and then the conic ones.
    ``closed``: gap up to which joints carry (m), None for 1e-4 of the assembly's length. ``overlap_tolerance``: largest
    overlap of blocks (m), None for the same, or for ``closed`` where that is more.

    Whatever solver answers, the result is verified by both programs (``result.certificate``). Where its answer in
    ``form`` does not pass, the other form is tried: ``result.form`` says which it was. StepFailedError where none
    passes. DrystoneError for loads without force on movable blocks, unknown names, overlapping blocks.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> round(ds.limit_load(column(4)).multiplier, 6)  # overturns: width over height
    0.3125
    """
    form = one_of(form, LIMIT_FORMS, "form")
    if isinstance(friction, Real):
        raise DrystoneError(f"friction must be a law, {' or '.join(FRICTION)}; a coefficient is one of the assembly")
    friction = one_of(friction, FRICTION, "friction")
    if live is None:
        raise DrystoneError("live must be a load pattern, such as (1, 0, 0); got None")
    if friction == "coulomb":
        backends(solver)  # whose programs the sequence needs, refused before anything is solved
    start = perf_counter()
    system = StaticSystem.of(assembly, dead, live, closed, overlap_tolerance)
    associated = solve_limit(system, form, solver)
    system.warn_of_loose("limit_load", associated.status == "infeasible")
    associated = replace(associated, build_time=perf_counter() - start - associated.solve_time)
    if friction == "associated":
        system.warn_of_pressing("limit_load")
        return associated
    return without_dilation(associated, solver)
