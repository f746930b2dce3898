"""The energy ledger of a run: every entry from its own formula, and what is left over as the error.

Over one step from velocities v0 to v, with contact impulses gamma and given impulses dt f,

    kinetic + potential + elastic + strain + ties  -  (what it was)  =  harvested - dissipated + error

harvested    loads + ground: work of the loads, dt f'v, and of the moving ground and settling supports,
             -gamma'(prescribed velocity).
dissipated   friction + impact - stabilisation + springs + integration + yielding.

The impulse of a rigid contact acts at its mean velocity, (u0 + u)/2, u being the velocity of b relative to a; of its
work -gamma'(u0 + u)/2

friction         is the tangential part where the contact slides on, that is, where -gamma_t'u_t is at least
                 |gamma_t'(u_t - u0_t)|/2, with the u_t on which the step's law is: never negative. That of a middle is
                 on u_t + turning, at the end of the step, and u0_t - turning is then that of its start;
impact           is the rest without stabilisation: jumps of the velocity take it, and the lifting with which
                 associated sliding opens a joint gives some back;
stabilisation    is gamma_n max(0, -phi)/(2 dt), put in by pushing overlapping blocks apart, and the work against
                 gravity of moving them apart: the only ways in which a rigid contact can add energy;
integration      the scheme's own: 1/2 (v - v0)'M (v - v0), rotation as the formulation has it
                 (`Formulation.dissipation`), less the part of it that belongs to rigid contacts,
                 gamma'(u - u0)/2; the velocities that quasi-static stepping drops; and what the theta method and
                 the damping take of the modes of blocks that deform,
                 (theta - 1/2)(|r - r0|^2 + omega^2 |q - q0|^2) + dt c |r_theta|^2 for their rates r. In steps that
                 are centred, what springs hold at the middles more than at the ends, and their work on the change of
                 velocity, gamma'(u - u0)/2.

A compliant direction has the plastic velocity r = u + (what the gap and the memory add) + E gamma, without De Saxcé's
correction, and at the end of the step holds 1/2 gamma'E gamma = 1/2 f'K^-1 f with the force f = gamma/dt. At its start
it held 1/2 gamma_0'E gamma_0: gamma_0 is what the gap and the memory say, zero for an open gap without a bond.

friction, impact     -gamma_t'r_t, -gamma_n r_n;
springs              implicit Euler's loss, 1/2 (gamma - gamma_0)'E (gamma - gamma_0), and where a gap -phi = dt E g < 0
                     was open -gamma_n E g more: never negative. Bonded contacts have all their work here. So is
                     what no contact holds any more at the start of a step: of points that go while they are pressed,
                     that their neighbours do not take over, and what breaks and damages took.

Ties hold ``ties`` = sum of T^2/(2 K) and take ``yielding``, T times their plastic elongation; what implicit Euler loses
of the work on them is in springs, without that on elongations that straight steps gain on curves: it is what the scheme
takes of the velocities across, and leaves integration.

What springs hold at the start of a step is no more than what they held at the end of the last one
(`drystone.formulations.spring_state`). Where it is all the same, that energy is in no entry but the error.

The error is what these do not explain: angular momentum out of balance (`Formulation.imbalance`), an update that does
not follow the velocities, springs that change. `potential` comes from the positions, the work of gravity does not
enter.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..checks import shaped
from ..formulations import Formulation, StepProblem
from ..formulations.base import Turning
from ..formulations.elastic import ModalStep
from ..joints.ties import TieWork
from ..model import Assembly, State
from ..model.state import check_state
from ..numerics.compiled import FloatArray, IntArray, compiled
from ..solvers.solution import StepSolution
from .checkpoint import SUMMED, LedgerSums
from .contact_work import contact_work

__all__ = ["SUMMED", "Balance", "EnergyStep", "Ledger", "kinetic_energies", "kinetic_energy", "potential_energy"]

Array = NDArray[np.float64]

DISSIPATED = ("friction", "impact", "springs", "integration", "yielding")
"""Those that a structure loses; stabilisation, which it gains, counts against them."""

GAIN = 1e-3
"""Energy gained in a run, over the largest kinetic energy, change of potential energy or work harvested in it, from
which on the run warns."""
SMALL = 1e-5
"""The least of these, in the assembly's weight times its length: below it there are only rounding and settling."""
STILL = 1e-9
"""Nor are they less than the energy of a motion by so many of the assembly's lengths in a second: without gravity what
rounding leaves is less than 1e-12 of that, and would be warned of."""


def kinetic_energy(assembly: Assembly, state: State) -> float:
    """Kinetic energy of the movable blocks (J)."""
    check_state(state, assembly)
    return float(np.sum(kinetic_energies(assembly, state)))


def kinetic_energies(assembly: Assembly, state: State) -> Array:
    """Kinetic energy of each movable block (B,) (J)."""
    movable = assembly.movable
    moving = (np.array(one, order="C") for one in (state.rotation, state.velocity, state.deformation_rate))
    return _kinetic_energies(movable, assembly.inertia, np.array(assembly.mass), *moving)


@compiled
def _kinetic_energies(
    movable: IntArray, inertia: FloatArray, mass: FloatArray, rotation: FloatArray, velocity: FloatArray,
    rate: FloatArray,
) -> FloatArray:  # fmt: skip
    energy = np.empty(len(movable))
    for place, b in enumerate(movable):
        local, flying, turning, modal = np.zeros(3), 0.0, 0.0, 0.0
        for i in range(3):
            flying += velocity[b, i] ** 2
            for j in range(3):
                local[i] += rotation[b, j, i] * velocity[b, 3 + j]
        for i in range(3):
            moment = 0.0
            for j in range(3):
                moment += inertia[b, i, j] * local[j]
            turning += local[i] * moment
        for one in rate[b]:
            modal += one**2
        energy[place] = 0.5 * (mass[b] * flying + turning + modal)
    return energy


def strain_energy(assembly: Assembly, state: State) -> float:
    """Strain energy of the blocks that deform (J)."""
    return 0.5 * float(np.sum((assembly.elastic.frequency * state.deformation) ** 2))


def potential_energy(assembly: Assembly, state: State, gravity: Array) -> float:
    """Potential energy of the movable blocks in uniform ``gravity`` (3,) (m/s2), zero at the origin (J)."""
    check_state(state, assembly)
    gravity = shaped(gravity, (3,), "gravity (m/s2)")
    movable = assembly.movable
    return -float(np.sum(assembly.mass[movable] * (state.position[movable] @ gravity)))


@dataclass(frozen=True)
class Balance:
    """State of the ledger at one time (J), see `drystone.results.energy`.

    `strain` is the energy of blocks that deform, `elastic` that of springs, `ties` that of ties; `elastic_next` is that
    of springs where the last step had them deformed, which in a centred step is half a step later. `total` is kinetic +
    potential + elastic + strain + ties, `harvested` loads + ground, `dissipated` the sum of friction, impact, springs,
    integration and yielding (of ties) less stabilisation, and `error` what total - its first value - harvested +
    dissipated is.
    """

    time: float
    kinetic: float
    potential: float
    harvested: float
    dissipated: float
    total: float
    elastic: float
    loads: float
    ground: float
    friction: float
    impact: float
    stabilisation: float
    springs: float
    integration: float
    error: float
    strain: float = 0.0
    ties: float = 0.0
    yielding: float = 0.0
    elastic_next: float = 0.0


@dataclass(frozen=True)
class EnergyStep:
    """What the ledger needs to know of a step.

    ``start``, ``end``: the states between which it was made, fixed blocks with their velocities in it. ``dropped``:
    kinetic energy that quasi-static stepping took before (J). ``loads`` (B, 6) (N, N m): on the movable blocks, without
    gravity. ``approach`` (C, 3): contact velocities before the step (m/s). ``weight`` (B, 6): of the movable blocks (N)
    in steps in which all forces act with the mean of both velocities, None where they act with the last. ``spacing``:
    time from where springs are deformed before the step to where they are after it (s); None: the step's dt.
    ``modal``: of the modes of blocks that deform, None where there are none. ``ties``: what the step did to the ties,
    its last rows, None where there are none in it. ``moved_apart``: work against gravity of moving blocks apart that
    overlapped (J), see `drystone.integrators.overlaps`.
    """

    start: State
    end: State
    problem: StepProblem
    solution: StepSolution
    loads: Array
    approach: Array
    dropped: float = 0.0
    weight: Array | None = None
    spacing: float | None = None
    modal: ModalStep | None = None
    ties: TieWork | None = None
    moved_apart: float = 0.0


class Ledger:
    """Adds up the steps of a run."""

    def __init__(
        self,
        assembly: Assembly,
        state: State,
        gravity: Array,
        formulation: Formulation,
        before: LedgerSums | None = None,
        ties: float = 0.0,
    ) -> None:
        """From a ``state``; ``before``: what was counted until then, None at the start of a run, when ties hold
        ``ties`` (J) and springs nothing.
        """
        self._assembly, self._gravity, self._formulation = assembly, gravity, formulation
        self._sums = dict.fromkeys(SUMMED, 0.0) | ({"ties": ties} if before is None else dict(before.sums))
        self._enter(state)
        self._first, self._first_potential = self._total, self._potential
        self._mass, self._g = float(np.sum(assembly.mass[assembly.movable])), float(np.linalg.norm(gravity))
        self._least = 0.0
        self._stake = self._mass * max(SMALL * self._g * assembly.length, (STILL * assembly.length) ** 2)
        sways = before is not None and (assembly.elastic.count > 0 or len(assembly.ties) > 0)
        self._sway = np.inf if sways else 0.0  # not known before a step
        if before is not None and not before.begins:
            self._first, self._first_potential = before.first, before.first_potential
            self._least, self._stake = before.least, max(self._stake, before.stake)

    @property
    def counted(self) -> LedgerSums:
        """What has been counted so far, for a run that goes on from here."""
        return LedgerSums(dict(self._sums), self._first, self._first_potential, self._least, self._stake)

    def _enter(self, state: State) -> None:
        self._time = state.time
        self._kinetic = kinetic_energy(self._assembly, state)
        self._potential = potential_energy(self._assembly, state, self._gravity)
        self._strain = strain_energy(self._assembly, state)

    @property
    def _total(self) -> float:
        return self._kinetic + self._potential + self._sums["elastic"] + self._strain + self._sums["ties"]

    @property
    def _harvested(self) -> float:
        return self._sums["loads"] + self._sums["ground"]

    def add(self, step: EnergyStep) -> None:
        """Account for a step."""
        sums, problem, solution = self._sums, step.problem, step.solution
        begun = step.start.motion(self._assembly.movable, problem.dofs)
        velocity, prescribed, scheme = solution.velocity[:, :6], problem.prescribed, self._scheme(step)
        if step.weight is not None:
            change = 0.5 * (velocity - begun[:, :6])
            quickened = 0.5 * (prescribed - (step.approach - problem.apply_transpose(begun)))
            scheme -= problem.dt * float(np.sum((step.loads + step.weight) * change))
            scheme += float(np.sum(solution.impulse * quickened))
            velocity, prescribed = velocity - change, prescribed - quickened
        self._sway = _sway(step)
        sums["loads"] += problem.dt * float(np.sum(step.loads * velocity))
        sums["ground"] -= float(np.sum(solution.impulse * prescribed))
        scheme += self._modal_scheme(step)
        if step.ties is not None:
            sums["yielding"] += step.ties.plastic
            sums["springs"] += step.ties.work + step.ties.curved - step.ties.plastic - (step.ties.hold - step.ties.held)
            scheme -= step.ties.curved  # of the velocities that hold blocks on their curves
            sums["ties"] = step.ties.hold
        contacts = self._contact(step)
        sums["integration"] += step.dropped + scheme - contacts
        self._enter(step.end)
        self._stake = max(
            self._stake, self._kinetic, abs(self._potential - self._first_potential), abs(self._harvested)
        )
        self._least = min(self._least, self._kept)

    def _contact(self, step: EnergyStep) -> float:
        """Enter what contacts take; return what of it the scheme's part holds, gamma'(u - u0)/2 of rigid ones (J)."""
        sums, problem = self._sums, step.problem
        count = problem.count - (0 if step.ties is None else step.ties.count)  # without the ties
        moved = problem.apply_transpose(step.solution.velocity) + problem.prescribed
        work = contact_work(
            step.solution.impulse[:count], moved[:count], step.approach[:count], problem.phi[:count],
            problem.bond[:count], problem.E[:count], problem.memory[:count], problem.dt,
        )  # fmt: skip
        sums["friction"] += work.friction
        sums["impact"] += work.impact
        sums["stabilisation"] += work.stabilisation + step.moved_apart
        sums["springs"] += work.springs
        if step.end.time > step.start.time:  # in an impact nothing moves: what springs held they hold after it
            longer = 1.0 if step.spacing is None else step.spacing / problem.dt
            before, held = longer * work.before, longer * work.held
            now = held if step.weight is None else longer * work.halfway  # a centred step ends where it is halfway
            sums["springs"] += max(sums["elastic_next"] - before, 0.0) - (held - before)
            sums["integration"] += (held - now) - (sums["elastic_next"] - sums["elastic"])
            sums["elastic_next"], sums["elastic"] = held, now
        return work.jumps

    def _scheme(self, step: EnergyStep) -> float:
        """What implicit Euler takes of the kinetic energy in a step (J)."""
        movable = self._assembly.movable
        turning = Turning.of(self._assembly, step.start, np.zeros((len(self._assembly), 6)), step.problem.dt)
        change = step.solution.velocity[:, :3] - step.start.velocity[movable, :3]
        linear = 0.5 * float(np.sum(self._assembly.mass[movable, None] * change**2))
        spin, flown = step.solution.velocity[:, 3:6], step.weight is not None  # whose turning is no formulation's
        return linear + (turning.lost_by_euler(spin) if flown else self._formulation.dissipation(turning, spin))

    def _modal_scheme(self, step: EnergyStep) -> float:
        """Enter the work of the loads on modes; return what theta method and damping take of them, with the impulses
        at the velocities of the program (J).
        """
        if step.modal is None:
            return 0.0
        problem, movable = step.problem, self._assembly.movable
        velocity, impulse = step.solution.velocity, step.solution.impulse
        begun, mean = step.start.deformation_rate[movable], velocity[:, 6:]
        self._sums["loads"] += problem.dt * float(np.sum(step.modal.force[movable] * mean))
        damped = problem.dt * float(np.sum(self._assembly.elastic.rate[movable] * mean**2))
        taken = float(np.sum(step.modal.taken(self._assembly, step.start, problem, velocity, impulse)))
        return damped + taken + 0.5 * float(np.sum(problem.apply(impulse)[:, 6:] * (mean - begun)))

    @property
    def _kept(self) -> float:
        """Energy beyond the first that loads and ground have not brought (J)."""
        return self._total - self._first - self._harvested

    @property
    def gain(self) -> float:
        """Energy (J) that the run has gained since it had least, what loads and ground brought apart."""
        return self._kept - self._least

    @property
    def gains(self) -> bool:
        """Whether the gain is worth a warning: more than `GAIN` of what has been at stake in the run.

        Ties, and blocks that deform, are implicit Euler's from middle to middle in centred steps: there the energy
        never grows, and at the ends of steps it is off by the work of weight and loads f in half a step, at most
        dt/2 (2 f'H^-1 f stake)^1/2 to either side: of the weight alone dt/2 g (2 M stake)^1/2.
        """
        return self.gain > GAIN * self._stake + self._sway * float(np.sqrt(2.0 * self._stake))

    @property
    def balance(self) -> Balance:
        """The ledger now."""
        sums = self._sums
        dissipated = sum(sums[name] for name in DISSIPATED) - sums["stabilisation"]
        return Balance(
            time=self._time,
            kinetic=self._kinetic,
            potential=self._potential,
            harvested=self._harvested,
            dissipated=dissipated,
            total=self._total,
            error=self._kept + dissipated,
            strain=self._strain,
            **sums,
        )


def _sway(step: EnergyStep) -> float:
    """t (f'H^-1 f)^1/2 (N s kg^-1/2) of weight and loads f in a centred step with ties or blocks that deform, t twice
    the time from its end to the middle of the next; see `Ledger.gains`.
    """
    if step.weight is None or (step.modal is None and step.ties is None):
        return 0.0
    dt = step.problem.dt
    force = step.loads + step.weight
    twice_to_next = dt if step.spacing is None else 2.0 * step.spacing - dt
    pulled = np.linalg.solve(step.problem.H[:, :6, :6], force[:, :, None])[:, :, 0]
    return twice_to_next * float(np.sqrt(np.sum(force * pulled)))
