"""Options of a run, checked in one place."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from ..checks import finite_number, one_of, options_table, positive_number, whole_number, yes_no
from ..collision.detect import METHODS
from ..collision.divided import MOST_DIVISIONS
from ..formulations import Formulation, get_formulation
from ..results.watch import Criteria, read_criteria
from ..summary import Summarised

__all__ = ["Options", "read_options"]

MOST_SUBDIVISIONS = 30
MOST_IMPACTS = 1000
ENDS = ("end", "verdict")


@dataclass(frozen=True)
class Options(Summarised, inline=True):
    """What the ``options`` of `simulate` may set.

    ``newton_iterations``: most quasi-Newton iterations of a step where the formulation has them (1: the paper's
    choice). ``newton_tolerance``: work of the angular momentum out of balance, over the kinetic energy, at which they
    stop; most steps need one, blocks that hit something while they turn fast need more.
    ``collision``: "clipping", or "sphere-swept", which is coarser: blocks are rounded by 0.01 of their width, and edges
    that cross touch only when they are as near as that. ``margin``: detection distance at rest (m), None for 1e-3 of
    the assembly's length. ``overlap_tolerance``: largest initial overlap (m), None for 1e-4 of the assembly's length.
    ``subdivisions``: how often a step whose certificate fails is halved before the run stops, at most 30 times (1e9
    parts).
    ``impacts``: how many impacts of a step are given their own instants, None for the integrator's number.
    ``impact_share``: share of the kinetic energy of blocks that contacts connect, seen from their centre of mass, that
    their impacts must take to be given any. None is 5e-4 for each of these blocks and at most 0.05, and 0.05 where
    joints have restitution.
    ``theta``: of the theta method for the modes of blocks that deform, from 1/2 (keeps the energy of elastic waves) to
    1 (implicit Euler: damps what dt does not resolve). Quasi-static integrators have 1, whatever is given.
    ``face_divisions``: parts into which contact points divide the edges of a joint where a block with a mesh deforms,
    or that has springs: 1 puts them at its corners, n makes (n + 1)^2 on a rectangle; at most 20.
    ``settle``: the run starts from where the structure comes to rest under its weight and the loads of time zero,
    without inertia, unless it is given a start: joints with springs, ties and blocks that deform then bear the weight,
    which else comes on at once. Displacements and verdicts count from there.
    ``record_contacts``: keep contacts and impulses of every recorded step.
    ``until``: "end", or "verdict": the run ends as soon as its `Trajectory.verdict` is certain, by ``criteria``, a
    `drystone.results.Criteria` or a mapping of some of its values.
    """

    newton_iterations: int = 10
    newton_tolerance: float = 1e-4
    collision: str = "clipping"
    margin: float | None = None
    overlap_tolerance: float | None = None
    subdivisions: int = 4
    impacts: int | None = None
    impact_share: float | None = None
    theta: float = 1.0
    face_divisions: int = 1
    settle: bool = False
    record_contacts: bool = True
    until: str = "end"
    criteria: Criteria = field(default_factory=Criteria)

    def __post_init__(self) -> None:
        checked: dict[str, Any] = {
            "newton_iterations": whole_number(self.newton_iterations, "option newton_iterations"),
            "newton_tolerance": positive_number(self.newton_tolerance, "option newton_tolerance"),
            "subdivisions": whole_number(self.subdivisions, "option subdivisions", 0, MOST_SUBDIVISIONS),
            "impacts": None if self.impacts is None else whole_number(self.impacts, "option impacts", 0, MOST_IMPACTS),
            "theta": finite_number(self.theta, "option theta", least=0.5, most=1.0),
            "face_divisions": whole_number(self.face_divisions, "option face_divisions", 1, MOST_DIVISIONS),
            "settle": yes_no(self.settle, "option settle"),
            "record_contacts": yes_no(self.record_contacts, "option record_contacts"),
        }
        for name, unit in {"margin": " (m)", "overlap_tolerance": " (m)", "impact_share": ""}.items():
            value = getattr(self, name)
            checked[name] = None if value is None else positive_number(value, f"option {name}{unit}")
        checked |= {"until": one_of(self.until, ENDS, "option until"), "criteria": read_criteria(self.criteria)}
        for name, value in checked.items():
            object.__setattr__(self, name, value)
        one_of(self.collision, METHODS, "collision method")


def read_options(
    formulation: str | Formulation, given: Mapping[str, Any] | None, quasi_static: bool = False
) -> tuple[Formulation, Options]:
    """The formulation with its own options, and the options of the run.

    ``quasi_static``: steps follow equilibria; then theta is 1, since they have no waves to keep.
    """
    names = {f.name for f in fields(Options)}
    given = options_table(given, "options")
    own = {key: value for key, value in given.items() if key in names}
    rest = {key: value for key, value in given.items() if key not in names}
    built = get_formulation(formulation)
    for key in rest:
        one_of(key, names | set(built.options), "option")
    settings = Options(**own)
    return built.with_options(**rest), replace(settings, theta=1.0) if quasi_static else settings
