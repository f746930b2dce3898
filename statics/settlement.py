"""Settlements in statics: the mechanism that a small motion of supports sets going, and the forces it leaves."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..checks import finite_array, options_table
from ..errors import DrystoneError
from ..formulations.base import given_velocity
from ..model import Assembly, State
from ..results.trajectory import contact_frame
from ..solvers.by_program import AnySolver
from ..summary import Facts, Summarised
from .backends import verified
from .equilibrium import LOADING, system_of
from .least import ACCURACY
from .programs import force_program, forces_of
from .system import StaticSystem

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SettlementResult", "settlement"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class SettlementResult(Summarised):
    """The answer of `settlement`.

    ``mechanism`` (B_all, 6): motion of all blocks, per unit of the given motion of the supports, those included.
    ``contacts``: forces during the motion, in the columns of `Trajectory.contacts` (N); ``ties``: of the ties (N),
    whose elasticity and pretension do not count. ``work``: what the loads do on the mechanism less what bonds and ties
    that yield take, ``dissipation`` (J per unit); it is equal to what the supports take, to the program's ``residual``.
    In dry structures nothing is dissipated.
    """

    mechanism: Array
    contacts: "pd.DataFrame"
    ties: "pd.DataFrame"
    work: float
    dissipation: float
    residual: float
    solver: str
    system: StaticSystem

    def _summary(self) -> Facts:
        yield "blocks", str(len(self.mechanism))
        yield "contacts", str(len(self.contacts))
        if len(self.ties):
            yield "ties", f"{self.ties['force'].max():.6g} N at most"
        yield "work", f"{self.work:.6g} J per unit of the supports' motion"
        yield "residual", f"{self.residual:.2g}"
        yield "solver", self.solver


def settlement(
    assembly: Assembly,
    supports: Mapping[str, ArrayLike],
    *,
    solver: str | AnySolver = "auto",
    **loading: object,
) -> SettlementResult:
    """Mechanism v and forces gamma of a structure whose fixed blocks ``supports`` {name: motion} start to move,

        min over v   h(D'v + w) - f'v       max over gamma   -w'gamma   s.t.   D gamma + f = 0, gamma ∈ Y

    with w the contact velocities of the supports' motion alone and h what bonds take, in dry structures the condition
    D'v + w ∈ Y* (`drystone.statics.programs`): the loads' potential falls as much as it can, and the forces are the
    admissible ones that do the least work on the supports (A. Iannuzzo, T. Van Mele, P. Block, Piecewise rigid
    displacement (PRD) method, Mechanics Research Communications 107 (2020) 103557). A motion is a displacement (3,), or
    one and a rotation vector about the block's centroid (6,), of any unit: the first instant is meant. ``loading``:
    ``gravity``, ``loads``, ``closed``, ``overlap_tolerance`` of `drystone.equilibrium`.
    DrystoneError where the structure does not stand.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> found = ds.settlement(column(2), {"ground": (0, 0, -1)})
    >>> found.mechanism[:, 2].round(6).tolist()
    [-1.0, -1.0, -1.0]
    """
    system = system_of(assembly, **options_table(loading, "argument", LOADING))
    motion = _motion(assembly, supports)
    contacts = system.contacts
    points = (contacts.midpoint, contacts.midpoint)
    state = replace(State.initial(assembly, None), velocity=motion)
    given = given_velocity(contacts.blocks, contacts.frame, *points, assembly.index, state)
    scaling = system.step.scaled[1]
    objective = given * scaling.contact[:, None]
    size = max(float(np.max(np.abs(objective), initial=0.0)), 1e-300)
    program = force_program(system, objective / size)
    found = verified(program, solver, "settlement", ACCURACY, ends=("infeasible", "unbounded"))
    solution = found.solution
    if solution.status == "infeasible":
        raise DrystoneError("the structure does not stand before the supports move; see drystone.equilibrium")
    if solution.status == "unbounded":
        raise DrystoneError("the supports cannot move so: blocks wedged between them would have to be crushed")
    scaled = solution.z[: 6 * system.step.bodies].reshape(-1, 6) * size / scaling.energy_root[:, None]
    velocity = scaling(scaled, np.zeros_like(objective))[0]
    force = forces_of(system, solution)
    taken = system.surface.power(system.step.apply_transpose(velocity) + given)
    return SettlementResult(
        mechanism=motion + system.everywhere(velocity),
        contacts=contact_frame(assembly.names, contacts, force, 1.0),
        ties=system.tie_forces(force),
        work=float(np.sum(system.step.k * velocity)) - taken,
        dissipation=taken,
        residual=program.residuals(solution).worst,
        solver=found.solver,
        system=system,
    )


def _motion(assembly: Assembly, supports: Mapping[str, ArrayLike]) -> Array:
    """The supports' motion as velocities of all blocks (B_all, 6)."""
    given = options_table(supports, "supports")
    if not given:
        raise DrystoneError("supports must name fixed blocks that move, as a mapping to motions (3,) or (6,); got none")
    motion = np.zeros((len(assembly.blocks), 6))
    for name, value in given.items():
        block = assembly.index_of(name)
        if not assembly.fixed[block]:
            raise DrystoneError(f"block {name!r} is not fixed; only the motion of fixed blocks can be given")
        moved = finite_array(value, [(3,), (6,)], f"motion of {name!r}")
        motion[block, : len(moved)] = moved
    return motion
