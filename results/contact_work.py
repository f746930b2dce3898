"""What contacts take of the energy in a step, entry by entry; what each means is in `drystone.results.energy`."""

from typing import NamedTuple

import numpy as np

from ..numerics.compiled import FloatArray, kernel

__all__ = ["ContactWork", "contact_work"]


class ContactWork(NamedTuple):
    """The entries of a step (J). ``springs``: all that bonded contacts take, and what the others' springs lose.
    ``jumps``: gamma'(u - u0)/2 of the rigid directions, which the scheme's own part holds, too.

    Springs hold ``before`` at the start of the step and ``held`` at its end; ``halfway``: deformed by half the motion.
    """

    friction: float
    impact: float
    stabilisation: float
    springs: float
    jumps: float
    before: float
    held: float
    halfway: float


def contact_work(
    impulse: FloatArray,
    moved: FloatArray,
    approach: FloatArray,
    phi: FloatArray,
    bond: FloatArray,
    E: FloatArray,
    memory: FloatArray,
    dt: float,
) -> ContactWork:
    """What contacts take in a step of ``dt`` (s) with these ``impulse`` (C, 3) (N s).

    ``moved`` (C, 3): the velocity of b relative to a that the step ends with, that of fixed blocks included, and
    ``approach`` (C, 3) that before the impulses (m/s). ``phi`` (C,), ``bond`` (C,), ``E`` (C, 3), ``memory`` (C, 3):
    as in `drystone.formulations.StepProblem`.
    """
    arrays = (np.ascontiguousarray(one) for one in (impulse, moved, approach, phi, bond, E, memory))
    return ContactWork(*_contact_work(dt, *arrays))


@kernel
def _contact_work(
    dt: float, impulse: FloatArray, moved: FloatArray, approach: FloatArray, phi: FloatArray, bond: FloatArray,
    E: FloatArray, memory: FloatArray,
) -> tuple[float, float, float, float, float, float, float, float]:  # fmt: skip
    friction = loose = stabilisation = springs = jumps = before = held = halfway = 0.0
    for c in range(len(phi)):
        bonded = bond[c] > 0.0
        total = slid = jumped = 0.0
        for j in range(3):
            e, g, u = E[c, j], impulse[c, j], moved[c, j]
            taken, jump, turned = -g * u, 0.0, 0.0
            if e == 0.0:
                jump = 0.5 * g * (u - approach[c, j])
                if j > 0:
                    turned = g * memory[c, j]
                elif not bonded:
                    stabilisation += 0.5 * g * max(-phi[c], 0.0) / dt
            else:  # times dt, a spring is deformed by these
                if j > 0:
                    begun, end = -memory[c, j], e * g
                    middle = 0.5 * (begun + end)
                    taken -= g * (end - begun)
                else:
                    left, held_up = -phi[c] / dt, -e * bond[c]
                    begun, end = max(left, held_up), max(left - u, held_up)
                    middle = max(left - 0.5 * u, held_up)
                    taken += end / e * u
                springs -= g * u + taken
                before += 0.5 * begun**2 / e
                held += 0.5 * end**2 / e
                halfway += 0.5 * middle**2 / e
            jumps += jump
            total += taken + jump
            if j > 0:
                slid += taken - turned
                jumped += jump + turned
        if bonded:
            springs += total
        else:
            loose += total
            friction += slid + (jumped if abs(jumped) <= slid else 0.0)
    return friction, loose - friction + stabilisation, stabilisation, springs, jumps, before, held, halfway
