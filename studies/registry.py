"""The studies by name. Listing them imports none; adding one is its module and one line in each table here."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ..errors import UnknownNameError
from ..summary import with_units
from .result import StudyResult

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["REPRODUCES", "STUDIES", "Study", "get_study", "list_studies"]

STUDIES: dict[str, str] = {
    "housner": "housner:run",
    "block-3d": "block_3d:run",
    "oppenheim-arch": "oppenheim_arch:run",
    "spandrel-arch": "spandrel_arch:run",
    "minimum-thickness": "minimum_thickness:run",
    "capacity": "capacity:run",
    "arch-loads": "arch_loads:run",
    "natural-arch": "natural_arch:run",
    "cylinder-dome": "cylinder_dome:run",
    "wall-settlement": "wall_settlement:run",
    "dome": "dome:run",
    "solver-performance": "solver_performance:run",
}
"""Name -> "module:function" in this package."""

PAPER = "Nodargi and Bisegna 2024 (Comput. Methods Appl. Mech. Engrg. 432, 117346)"
BEATINI = "Beatini, Royer-Carfagni and Tasora 2017"
ACARY = "Acary and Jean 2000"
REPRODUCES: dict[str, tuple[str, str]] = {
    "housner": (
        "free rocking of a slender block: impact times, angle peaks, restitution, order of convergence",
        f"Housner 1963 (Bull. Seismol. Soc. Am. 53, 403); {PAPER}, section 4.1",
    ),
    "block-3d": (
        "square block under a one-sine pulse at 44 degrees: comes to rest at 8 m/s2, overturns at 9.5 m/s2",
        f"{PAPER}, section 4.2",
    ),
    "oppenheim-arch": (
        "circular arch of 7 voussoirs under a biphasic pulse: collapse, peaks of the potential energy",
        f"{PAPER}, section 4.3",
    ),
    "spandrel-arch": (
        "arch with spandrels under a harmonic ground motion: seismic capacity, progressive collapse",
        f"{PAPER}, section 4.4",
    ),
    "minimum-thickness": (
        "semicircular arch: least thickness over voussoirs and friction, least friction of rotation alone",
        "closed form of the five-hinge mechanism; references A1 and A2",
    ),
    "capacity": (
        "horizontal acceleration that the Oppenheim arch (annular voussoirs) and the spandrel arch carry",
        f"Oppenheim 1992; {PAPER}, sections 4.3 and 4.4",
    ),
    "arch-loads": (
        "concentrated loads on an arch: hinges, sliding springers, what spandrels add",
        f"{BEATINI}, section 3.1",
    ),
    "natural-arch": (
        "wall over an unsupported width: a triangle falls, an arch remains",
        f"{BEATINI}, section 3.2",
    ),
    "cylinder-dome": (
        "massive cylinder over an octagonal opening: a false dome remains",
        f"{BEATINI}, section 3.2",
    ),
    "wall-settlement": (
        "wall in equilibrium under gravity, half of whose ground settles by 50 mm",
        f"{ACARY}, section 5.1",
    ),
    "dome": (
        "dome of 12 x 24 blocks with brittle cohesion of 1000 N per contact under gravity",
        f"{ACARY}, section 5.2",
    ),
    "solver-performance": (
        "solvers on steps from real runs, and other engines on the same walls: time, certificate, memory, drift",
        "docs/solver-performance.md",
    ),
}
"""Name -> what the study reproduces, and where that is from."""


class Study(Protocol):
    """What a study is: a function that runs it.

    ``out``: folder for what it keeps on the way. ``quick``: a coarse run of a minute at most. ``progress``: show
    progress bars. A study may have options of its own beside these, as keywords with defaults.
    """

    def __call__(self, out: Path, quick: bool, progress: bool, **options: Any) -> StudyResult: ...  # noqa: D102 - the class says it


def get_study(name: str) -> Study:
    """The study of that name; UnknownNameError if there is none."""
    if name not in STUDIES:
        raise UnknownNameError("study", name, STUDIES)
    module, _, function = STUDIES[name].partition(":")
    study: Study = getattr(import_module(f".{module}", __package__), function)
    return study


def list_studies() -> "pd.DataFrame":
    """Table of the studies: name, reproduces, reference."""
    import pandas as pd

    rows = [(name, *REPRODUCES[name]) for name in STUDIES]
    return with_units(pd.DataFrame(rows, columns=["name", "reproduces", "reference"]), {})
