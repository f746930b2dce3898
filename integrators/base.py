"""What an integrator is: it makes one step from a moment, and says what it was. Nothing is changed by making one."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar

import numpy as np

from ..formulations import StepProblem
from ..model import Scene
from ..numerics.compiled import IntArray
from ..results.checkpoint import Moment
from ..results.energy import EnergyStep
from ..results.steps import StepReport
from ..solvers import StepSolution
from ..summary import Facts, Summarised
from .context import StepContext

__all__ = ["ImpactEvent", "ImpactHandling", "Integrator", "NoEquilibrium", "Rejection", "ReversalEvent", "Step"]


class ImpactHandling(Enum):
    """What becomes of contacts that are open at the start of a step and close in it."""

    IN_STEP = "the step takes their impacts"
    AT_EVENTS = "the step is not made where their impacts matter, which an ImpactEvent says"
    LEFT_OUT = "they are left out"


@dataclass(frozen=True)
class Rejection(Summarised, inline=True):
    """Why a step is not kept; where it is not ``fatal`` the step can be kept, but is better made in parts."""

    reason: str
    fatal: bool = True


@dataclass(frozen=True)
class ImpactEvent(Rejection):
    """The first contact to close in a step whose impact matters.

    ``after``: time from the start of the step (s). ``key`` (1, 2): of the contact. ``share``: about what the impacts of
    the step take, over the kinetic energy.
    """

    after: float = 0.0
    key: IntArray = field(default_factory=lambda: np.zeros((1, 2), np.int64))
    share: float = 0.0


@dataclass(frozen=True)
class ReversalEvent(Rejection):
    """Joints that carry much of the weight turn round in their sliding, ``after`` so long from the start (s)."""

    after: float = 0.0


@dataclass(frozen=True)
class NoEquilibrium(Rejection):
    """Blocks move so far in a quasi-static step that there is no equilibrium near its start."""


@dataclass(frozen=True)
class Step(Summarised):
    """One step that was made: the moment at its ``end`` and how it was reached."""

    end: Moment
    problem: StepProblem
    solution: StepSolution
    energy: EnergyStep
    report: StepReport


class Integrator(Summarised, ABC, inline=True):
    """How the steps of a history are made. A new one is a subclass in its own module and a line in the registry.

    Class data: ``name``; ``description``, one line; ``reference``; ``order``, of convergence where velocities are
    smooth; ``quasi_static``, whether it follows equilibria, so that `drystone.push` can use it; ``impacts``, how many
    impacts of a step may be given their own instant if nothing else is said, zero where `step` knows only IN_STEP.
    """

    name: ClassVar[str]
    description: ClassVar[str]
    reference: ClassVar[str] = ""
    order: ClassVar[int] = 1
    quasi_static: ClassVar[bool] = False
    impacts: ClassVar[int] = 0

    def check(self, scene: Scene, dt: float) -> None:
        """DrystoneError where steps of ``dt`` (s) of the scene are not what this integrator is for."""

    @abstractmethod
    def problem(self, context: StepContext, start: Moment, end: float) -> StepProblem:
        """The first program of the step from ``start`` to the time ``end`` (s), as `step` would solve it."""

    @abstractmethod
    def step(
        self, context: StepContext, start: Moment, end: float, handling: ImpactHandling = ImpactHandling.IN_STEP
    ) -> tuple[Step | None, Rejection | None]:
        """The step from ``start`` to the time ``end`` (s), None where there is no answer; why it is not kept."""

    def _summary(self) -> Facts:
        yield "", repr(self.name)
