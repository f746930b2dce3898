"""The least friction, or the least of any parameter such as a thickness, with which a structure stands."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..checks import ROUNDING, finite_number, function, instance_of, options_table
from ..errors import DrystoneError, StepFailedError
from ..model import Assembly
from ..solvers.by_program import AnySolver
from ..summary import Facts, Summarised, counted
from .equilibrium import LOADING, equilibrium, stability_of, system_of

__all__ = ["Threshold", "least_friction", "least_parameter"]

TOLERANCE = 1e-6
"""Default width of the bracket, relative to its upper end."""
LARGEST_FRICTION = 1e3
SHARES = (0.5, 0.25, 0.75)
"""Places in the bracket that are tried; where stability can be proved or refuted at none of them the bracket stays as
it is.
"""


@dataclass(frozen=True)
class Threshold(Summarised, inline=True):
    """A bracket: at ``fails`` the structure was proved to fall, at ``stands`` to stand.

    ``fails`` is minus infinite where it stands even at the lower end that was asked for, ``stands`` infinite where it
    falls even at the upper end. The bracket may be wider than the tolerance where neither can be proved inside it.
    ``tried``: the values of which it was proved or refuted.
    """

    fails: float
    stands: float
    tried: tuple[tuple[float, bool], ...]

    @property
    def value(self) -> float:
        """The upper end, at which the structure stands."""
        return self.stands

    def _summary(self) -> Facts:
        yield "fails", f"at {self.fails:.8g}"
        yield "stands", f"at {self.stands:.8g}"
        yield "", f"{counted(len(self.tried), 'value')} tried"


def least_friction(
    assembly: Assembly,
    *,
    low: float = 0.0,
    high: float = LARGEST_FRICTION,
    tolerance: float = TOLERANCE,
    solver: str | AnySolver = "auto",
    **loading: object,
) -> Threshold:
    """The least friction coefficient, the same in all joints, at which the assembly stands.

    Cohesion and tensile strength stay what they are, each friction having Mohr and Coulomb's cone of its own with the
    apex c/mu, whatever the assembly's; bonds with tension_stiffness lie beside the friction. Ties have no friction:
    each pulls along its line, up to its yield force if it has one. Between ``low`` and
    ``high`` the structure must change from falling to standing once. The tension that joints with cohesion bear is at
    most c/mu and falls as friction grows: give a ``high`` at which the structure stands, such as 1.

    ``loading``: ``gravity``, ``loads``, ``closed`` and ``overlap_tolerance`` of `equilibrium`. ``tolerance``: see
    `least_parameter`.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> round(ds.least_friction(column(2), gravity=(1, 0, -10)).stands, 4)
    0.1
    """
    system = system_of(assembly, **options_table(loading, "argument", LOADING))

    def stands(mu: float) -> bool:
        return stability_of(system.with_friction(mu), solver).stable

    found = least(stands, low, high, tolerance)
    system.warn_of_loose("least_friction", bool(np.isinf(found.stands)))
    return found


def least_parameter(
    make: Callable[[float], Assembly],
    low: float,
    high: float,
    *,
    tolerance: float = TOLERANCE,
    solver: str | AnySolver = "auto",
    **loading: object,
) -> Threshold:
    """The least parameter for which ``make(parameter)`` stands, such as the thickness of an arch, by bisection.

    Between ``low`` and ``high`` the structure must change from falling to standing once. ``tolerance``: width of the
    bracket over its upper end, at least 1e-14, which is what double precision resolves. ``loading``: ``gravity``,
    ``loads``, ``closed`` and ``overlap_tolerance`` of `equilibrium`. Each end of the bracket is proved: by forces that
    balance the loads to 1e-8, what light blocks bear to 1e-6, or by a mechanism on which they work.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> def slender(width):
    ...     return column(1, width=width, height=1.0)
    >>> found = ds.least_parameter(slender, 0.05, 0.5, tolerance=1e-3, gravity=(1, 0, -10))
    >>> round(found.stands, 3)  # width over height
    0.1
    """
    make, loads = function(make, "make"), options_table(loading, "argument", LOADING)

    def stands(parameter: float) -> bool:
        made = instance_of(make(parameter), Assembly, f"what make({parameter:g}) returns")
        return equilibrium(made, solver=solver, **loads).stable

    return least(stands, low, high, tolerance)


def least(stands: Callable[[float], bool], low: float, high: float, tolerance: float) -> Threshold:
    """The bracket of the least value that stands, by bisection between ``low`` and ``high``."""
    low, high = finite_number(low, "low", least=0.0), finite_number(high, "high", least=0.0)
    tolerance = finite_number(tolerance, "tolerance", least=ROUNDING)
    if not low < high:
        raise DrystoneError(f"low must be below high; got {low:g} and {high:g}")
    tried: list[tuple[float, bool]] = []

    def at(value: float) -> bool:
        holds = stands(float(value))
        tried.append((float(value), holds))
        return holds

    if not at(high):
        return Threshold(float(high), np.inf, tuple(tried))
    if at(low):
        return Threshold(-np.inf, float(low), tuple(tried))
    while high - low > tolerance * high:
        for share in SHARES:
            middle = low * (high / low) ** share if low > 0.0 and high > 4.0 * low else low + share * (high - low)
            try:
                low, high = (low, middle) if at(middle) else (middle, high)
            except StepFailedError:  # too near the threshold to decide for either
                continue
            break
        else:
            break
    return Threshold(float(low), float(high), tuple(tried))
