"""Forces on blocks that deform, which are unique: those of least elastic energy.

With the modes Phi of the blocks and their circular frequencies omega (`drystone.model.elastic`), contact forces gamma
(C, 3) and loads f, what the blocks are deformed by is q = Omega^-2 Phi'(gamma + f), and

    min over gamma   1/2 |Omega q(gamma)|^2 + e/2 |gamma|^2    s.t.   D gamma + f = 0,   gamma ∈ Y.

Its multipliers are the displacements v of the blocks: u = D'v + Phi q ∈ Y*, complementary to gamma, is how the joints
open and slide. e is so small that it decides only about forces that the stone leaves open, such as those between blocks
that are rigid. (Menabrea's principle with the conditions of contact: A. Haar and Th. von Kármán, Zur Theorie der
Spannungszustände in plastischen und sandartigen Medien, Nachrichten der Göttinger Gesellschaft der Wissenschaften,
1909, 204-218.)
"""

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from ..formulations import get_formulation
from ..formulations.elastic import modal_operator
from ..formulations.forms import sparse_operator
from ..model import State
from ..numerics.rotations import exponential
from ..solvers.by_program import AnySolver
from .backends import verified
from .programs import forces_of, least_energy_program
from .system import FORMULATION, StaticSystem

__all__ = ["ElasticForces", "elastic_forces"]

Array = NDArray[np.float64]

ACCURACY = 1e-8
"""Worst residual of the program."""
LEFT_OPEN = 1e-8
"""e of the forces that elasticity leaves open, over the mean compliance of the contact points."""


@dataclass(frozen=True)
class ElasticForces:
    """``force`` (C, 3) (N) of the contacts; ``state``: where the blocks are, and how they are deformed."""

    force: Array
    state: State


def elastic_forces(system: StaticSystem, modal_load: Array, solver: str | AnySolver) -> ElasticForces:
    """The forces of least elastic energy that balance the dead load; StepFailedError where no solver finds them.

    ``modal_load`` (B_all, m): Phi'f of the loads (N kg^-1/2).
    """
    assembly, step, scaling = system.assembly, system.step, system.step.scaled[1]
    table, movable = assembly.elastic, assembly.movable
    state = State.initial(assembly)
    points = get_formulation(FORMULATION).contact_points(system.contacts)
    rows = modal_operator(system.contacts, points, assembly, state)
    omega = table.frequency[movable]
    flexibility = np.divide(1.0, omega, out=np.zeros_like(omega), where=omega > 0.0)
    sides = np.where(step.blocks[:, :, None] >= 0, flexibility[step.blocks], 0.0)
    stretch = sparse_operator(rows * sides[..., None], step.blocks, step.bodies)  # Omega^-1 Phi: forces to Omega q
    known = (flexibility * modal_load[movable]).ravel()
    unit = np.repeat(scaling.energy_root * scaling.contact, 3)
    scaled = sp.csc_array(stretch * unit)
    size = float(scaled.multiply(scaled).sum()) / step.count
    bond = step.normal_impulse(system.scaled_surface.tension).ravel()
    compliance = (scaled.T @ scaled) / size
    soft = LEFT_OPEN * unit**2 / np.mean(unit**2)
    compliance = sp.csc_array(compliance + sp.diags_array(soft))
    objective = scaled.T @ known / size - compliance @ bond
    program = least_energy_program(system, objective.reshape(-1, 3), compliance)
    found = verified(program, solver, "forces of blocks that deform", ACCURACY).solution
    force = forces_of(system, found)
    stretched = stretch @ force.ravel() + known
    deformation, moved = np.zeros_like(state.deformation), np.zeros((len(assembly.blocks), 6))
    deformation[movable] = flexibility * stretched.reshape(omega.shape)
    multipliers = found.z[: 6 * step.bodies].reshape(-1, 6)
    moved[movable] = scaling(multipliers, np.zeros_like(force))[0] * size / scaling.energy_root**2
    return ElasticForces(
        force,
        State(
            state.position + moved[:, :3], exponential(moved[:, 3:]), state.velocity, 0.0, deformation,
            state.deformation_rate,
        ),
    )  # fmt: skip
