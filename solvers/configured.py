"""What solvers of every kind have in common: class data that can be listed without loading anything, and settings."""

from abc import ABC
from collections.abc import Iterable
from importlib.util import find_spec
from textwrap import shorten
from typing import Any, ClassVar

from ..checks import finite_number
from ..errors import DrystoneError, NotInstalledError, UnknownNameError
from ..programs.step import FORMS
from ..summary import Facts, Summarised

__all__ = ["Configured", "LicenceError"]

SETTING = 40  # characters of a setting that a solver shows of itself


class LicenceError(DrystoneError):
    """A solver is installed and has no licence to run."""

    def __init__(self, solver: str, reason: str) -> None:
        super().__init__(
            f"the solver {solver!r} is installed and has no licence here ({reason}); put the licence file where the "
            "solver looks for it (MOSEK also takes its path from the environment variable MOSEKLM_LICENSE_FILE), or "
            "choose another solver, such as 'clarabel'"
        )


class Configured(Summarised, ABC, inline=True):
    """Class data and settings of a solver, of steps (`Solver`) or of conic programs (`ConicSolver`).

    Class data: ``name``; ``description``, one line; ``kind``, "conic" (is given the explicit program),
    "structured" (reads the blocks of the step) or "automatic" (tries others); ``forms`` of a step that it can solve;
    ``takes_local``, whether it solves a `drystone.formulations.LocalProblem`, which has neither H nor D;
    ``requires``, modules that must be installed; ``install``, the command for it; ``licence``; ``reference``;
    ``accuracy``, the worst entry of the certificate with which its answers count as solved.
    """

    name: str
    description: ClassVar[str]
    kind: ClassVar[str] = "structured"
    forms: ClassVar[tuple[str, ...]] = FORMS
    takes_local: ClassVar[bool] = False
    requires: ClassVar[tuple[str, ...]] = ()
    install: ClassVar[str] = "pip install drystone"
    licence: ClassVar[str] = "BSD-3-Clause"
    reference: ClassVar[str] = ""
    accuracy: float = 1e-8

    def __init__(self, tolerance: float | None = None, **settings: Any) -> None:
        """``tolerance``: what the algorithm is asked for, in its own measure; None for this solver's default.

        A tolerance above ``accuracy`` also becomes the accuracy with which answers count as solved. ``settings`` are
        the algorithm's own. `NotInstalledError` without its package, `DrystoneError` for settings it does not have.
        """
        if not self.available():
            raise NotInstalledError(f"the solver {self.name!r}", self.install)
        if tolerance is not None:
            tolerance = finite_number(tolerance, f"tolerance of {self.name}", above=0.0, below=1.0)
            self.accuracy = max(tolerance, self.accuracy)
        self.tolerance = tolerance
        self.settings = dict(settings)
        known = self.setting_names() if settings else None
        if known is not None:
            for setting in settings:
                if setting not in known:
                    raise UnknownNameError(f"setting of {self.name}", setting, known)

    @classmethod
    def available(cls) -> bool:
        """Whether the packages it needs are installed; loads nothing."""
        return all(find_spec(module) is not None for module in cls.requires)

    def setting_names(self) -> Iterable[str] | None:
        """The names of the settings it knows; None where only the backend knows them, when it is called."""
        return ()

    def _summary(self) -> Facts:
        yield "", repr(self.name)
        yield "accuracy", f"{self.accuracy:.2g}"
        if self.tolerance is not None:
            yield "tolerance", f"{self.tolerance:.2g}"
        yield from (
            (key.replace("_", " "), shorten(str(value), SETTING, placeholder=" …"))
            for key, value in self.settings.items()
        )
