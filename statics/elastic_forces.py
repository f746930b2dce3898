"""Forces on blocks that deform, which are unique: those of least elastic energy.

With the modes Phi of the blocks and their circular frequencies omega (`drystone.model.elastic`), contact forces gamma
(C, 3) and loads f, what the blocks are deformed by is q = Omega^-2 Phi'(gamma + f), and

    min over gamma   1/2 |Omega q(gamma)|^2 + e/2 |gamma|^2    s.t.   D gamma + f = 0,   gamma ∈ Y.

Its multipliers are the displacements v of the blocks: u = D'v + Phi q ∈ Y*, complementary to gamma, is how the joints
open and slide. e is so small that it decides only about forces that the stone leaves open, such as those between blocks
that are rigid. It still has a share in the others, which a second program takes away, with e/2 |gamma - gamma_1|^2
(proximal point); of what is open solvers meet so small a part to few digits: two programs more find the least forces
that stretch the blocks alike. Blocks with `Material.rigid_below` have no q until the forces stress them by more.

Menabrea's principle with the conditions of contact: A. Haar and Th. von Kármán, Zur Theorie der Spannungszustände in
plastischen und sandartigen Medien, Nachrichten der Göttinger Gesellschaft der Wissenschaften, 1909, 204-218.
"""

from dataclasses import dataclass, replace

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from ..formulations.elastic import modal_operator
from ..formulations.forms import sparse_operator
from ..model import Loads, State
from ..numerics.rotations import exponential
from ..results.stress import bears_rigidly
from ..solvers.by_program import AnySolver
from .backends import verified
from .programs import forces_of, least_change_program, least_energy_program, scaled_forces
from .system import StaticSystem

__all__ = ["ElasticForces", "elastic_forces"]

Array = NDArray[np.float64]

ACCURACY = 1e-8
"""Worst residual of the program."""
LEFT_OPEN = 1e-6
"""e over the mean compliance of the contact points: more, and it has a larger share in the forces, about its square;
with 1e-8 Clarabel and QOCO miss the accuracy in walls of 3 x 3 and 6 x 2 bricks, and SCS takes ten seconds."""
YIELD = 1e-6
"""What the stretch may yield by in the programs of the least forces. With 1e-4 forces of a wall of 6 x 2 bricks differ
by 3e-8 of the largest, with 1e-8 by 1e-10 or less and the program is worse conditioned."""
ROUNDS = 2
"""Programs of the least energy, and of the least forces: the second leaves of e, or of `YIELD`, the square of what the
first did. With one the forces differ by 6e-7."""


@dataclass(frozen=True)
class ElasticForces:
    """``force`` (C, 3) (N) of the contacts; ``state``: where the blocks are, and how they are deformed."""

    force: Array
    state: State


def elastic_forces(system: StaticSystem, loads: Loads, solver: str | AnySolver) -> ElasticForces | None:
    """The forces of least elastic energy that balance the dead load; StepFailedError where no solver finds them.

    ``loads``: those beside gravity. Blocks that `Material.rigid_below` keeps rigid are so at first. Those that the
    forces stress by more become elastic for good, as in a run, and the forces are found again, until they stress no
    other so. None where no block deforms then.
    """
    assembly, start = system.assembly, State.initial(system.assembly)
    modal_load, moments = loads.on_modes(assembly, start, 0.0), loads.first_moments(assembly, start, 0.0)
    still = assembly.elastic.rigid_below > 0.0
    while True:
        found = _forces_with(system, modal_load, still, solver)
        over = still & ~bears_rigidly(assembly, start, system.contacts, found.force, moments)
        if not np.any(over):
            return None if np.all(still) else found
        still &= ~over


def _forces_with(
    system: StaticSystem, modal_load: Array, still: NDArray[np.bool_], solver: str | AnySolver
) -> ElasticForces:
    """The forces of least elastic energy of blocks of which some are ``still`` (B_all,) rigid; ``modal_load``
    (B_all, m): Phi'f of the loads (N kg^-1/2).
    """
    assembly, step = system.assembly, system.step
    table, movable = assembly.elastic, assembly.movable
    omega = table.frequency[movable]
    deforms = (omega > 0.0) & ~still[movable, None]
    flexibility = np.divide(1.0, omega, out=np.zeros_like(omega), where=deforms)
    known = (flexibility * modal_load[movable]).ravel()
    if not step.count:
        return ElasticForces(np.zeros((0, 3)), _state(system, flexibility * known.reshape(omega.shape), None))
    scaling, stretch = step.scaled[1], _stretch(system, flexibility)
    unit = np.repeat(scaling.impulse_unit, 3)
    scaled = sp.csc_array(stretch * unit)
    mean = float(scaled.multiply(scaled).sum()) / step.count
    size, soft = (mean, LEFT_OPEN) if mean > 0.0 else (1.0, 1.0)  # no contact of theirs: the forces are the least
    metric = sp.diags_array(unit**2 / np.mean(unit**2)).tocsc()
    stone = sp.csc_array((scaled.T @ scaled) / size)
    near = bond = step.normal_impulse(system.scaled_surface.tension).ravel()
    for _ in range(ROUNDS if mean > 0.0 else 1):
        objective = scaled.T @ known / size - stone @ bond - soft * (metric @ near)
        program = least_energy_program(system, objective.reshape(-1, 3), stone + soft * metric)
        found = verified(program, solver, "forces of blocks that deform", ACCURACY).solution
        near = scaled_forces(system, found.x).ravel()
    if mean > 0.0:
        found = replace(found, x=_least(system, found.x, scaled / np.sqrt(size), metric))
    force = forces_of(system, found)
    stretched = stretch @ force.ravel() + known
    multipliers = found.z[: 6 * step.bodies].reshape(-1, 6)
    moved = scaling(multipliers, np.zeros_like(force))[0] * size / scaling.energy_root[:, None] ** 2
    return ElasticForces(force, _state(system, flexibility * stretched.reshape(omega.shape), moved))


def _least(system: StaticSystem, x: Array, stretch: sp.csc_array, metric: sp.csc_array) -> Array:
    """The least of the forces that stretch the blocks as ``x`` does, in the variables of the program that found it, by
    the method of multipliers: what holds the stretch in one program is known in the next.
    """
    program = least_change_program(system, x, stretch, metric, YIELD)
    start, change = program.b, np.zeros(program.size[1])
    for _ in range(ROUNDS):
        held = np.append(np.zeros(len(x)), change[len(x) :])
        program = replace(program, b=start + program.A @ held)
        change = verified(program, "auto", "least forces of blocks that deform", ACCURACY).solution.x
    return x + change[: len(x)]


def _stretch(system: StaticSystem, flexibility: Array) -> sp.csc_array:
    """Omega^-1 Phi' (Bm, 3C): from contact forces to Omega q, for ``flexibility`` 1/omega (B, m)."""
    assembly, step = system.assembly, system.step
    rows = modal_operator(system.contacts, assembly, State.initial(assembly))
    sides = np.where(step.blocks[:, :, None] >= 0, flexibility[step.blocks], 0.0)
    return sparse_operator(rows * sides[..., None], step.blocks, step.bodies)


def _state(system: StaticSystem, deformation: Array, moved: Array | None) -> State:
    """The state with the modes (B, m) of the movable blocks, which have ``moved`` (B, 6) (m, rad)."""
    start, movable = State.initial(system.assembly), system.assembly.movable
    q, all_moved = np.zeros_like(start.deformation), np.zeros((len(start.position), 6))
    q[movable] = deformation
    if moved is not None:
        all_moved[movable] = moved
    place, turn = start.position + all_moved[:, :3], exponential(all_moved[:, 3:])
    return State(place, turn, start.velocity, 0.0, q, start.deformation_rate)
