"""Falling back: which solvers are asked one after the other, and the one loop that asks them.

There are two chains. `step_chains` are those of `auto` for the program of a step, one for each kind of step.
`PROGRAM_CHAIN` is that of statics, whose programs only conic solvers take. `first_accepted` walks along either.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from .by_program import AnySolver
from .choice import AutoTuning, Kind

__all__ = [
    "CAREFUL", "LAW_CHAIN", "LOCAL_LAW_CHAIN", "PROGRAM_CHAIN", "STEP_CHAIN", "Link", "first_accepted", "step_chains",
]  # fmt: skip

Tried = TypeVar("Tried")


@dataclass(frozen=True)
class Link:
    """One try: a solver by name, with settings, or as an object; ``other_form``: not in the form asked for."""

    solver: str | AnySolver
    settings: dict[str, Any] = field(default_factory=dict)
    other_form: bool = False


CAREFUL = {"tolerance": 1e-12, "max_step_fraction": 0.9}
"""Clarabel with shorter steps and a smaller gap, for degenerate steps: a quarter more iterations."""

STEP_CHAIN = (
    Link("interior-point", {"polish": False}),
    Link("newton", {"max_iterations": 200}),
    Link("clarabel"),
    Link("clarabel", CAREFUL),
    Link("clarabel", other_form=True),
    Link("qoco"),
    Link("scs", {"time_limit": 60.0}),
)
"""Of rigid steps, in this order; solvers that are not installed are passed over."""
LAW_ITERATIONS = 3000
"""Iterations of each link of the chain of Coulomb's law. Of sixteen hard steps of a house of 190 stones that falls
apart nine take the path and its rounds up to 400, seven up to 1200."""
_LAW_PATH = Link("interior-point", {"polish": False, "max_iterations": LAW_ITERATIONS})
LAW_CHAIN = (_LAW_PATH, Link("admm", {"max_iterations": LAW_ITERATIONS}), _LAW_PATH)
"""Of Coulomb's law itself; each starts from the end of the one before. A path that stalls, as it may where impacts
leave impulses far from unique, does not from where the splitting has brought the contacts."""
LOCAL_LAW_CHAIN = (Link("admm"),)
"""The same of local problems, of which the interior point has no blocks to eliminate to."""
PROGRAM_CHAIN = (
    Link("clarabel", {"tolerance": 1e-10}),
    Link("clarabel", {"tolerance": 1e-8}),
    Link("qoco"),
    Link("scs", {"time_limit": 10.0}),
)
"""Of conic programs."""

COLD_TARGET = 1e-10
"""Tolerance of interior-point in stiff steps without a start: polishing then takes a third of the iterations."""
SETTLED_ITERATIONS = 20
"""Iterations of newton from a start that is nearly right, at most: an end where it is not."""


def step_chains(tuning: AutoTuning) -> dict[Kind, tuple[Link, ...]]:
    """The order of the solvers for each kind of step."""
    conic = STEP_CHAIN[2:]
    moving = (
        Link("interior-point", {"polish": False, "tolerance": tuning.moving_target}),
        Link("newton", {"max_iterations": 200}),
        *conic,
    )
    return {
        Kind.RIGID: STEP_CHAIN,
        Kind.UNEVEN: (Link("interior-point"), *STEP_CHAIN[1:]),
        Kind.EASY: (Link("newton", {"max_iterations": 40}), Link("interior-point"), *conic),
        Kind.COLD: (Link("interior-point", {"tolerance": COLD_TARGET}), *moving[1:]),
        Kind.SETTLED: (Link("newton", {"max_iterations": SETTLED_ITERATIONS}), *moving),
        Kind.MOVING: moving,
    }


def first_accepted(tries: Iterable[Tried], accepts: Callable[[Tried], bool]) -> tuple[Tried | None, list[Tried]]:
    """The first of the ``tries`` that is accepted, None where none is, and all that were made.

    ``tries`` is drawn from one at a time: a generator asks the next solver only when the last answer was not accepted.
    """
    made = list[Tried]()
    for answer in tries:
        made.append(answer)
        if accepts(answer):
            return answer, made
    return None, made
