"""The studies by name. Listing them imports none.

Adding one to drystone is its module and one entry of the table here; a user's own is registered.
"""

from collections.abc import Callable
from inspect import getdoc
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ..registry import Registry, function_check
from ..summary import with_units
from .result import StudyResult

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["REPRODUCES", "STUDIES", "Study", "get_study", "list_studies", "register_study"]

Registered = TypeVar("Registered", bound=Callable[..., StudyResult])

PAPER = "Nodargi and Bisegna 2024 (Comput. Methods Appl. Mech. Engrg. 432, 117346)"
BEATINI = "Beatini, Royer-Carfagni and Tasora 2017"
ACARY = "Acary and Jean 2000"
_REPRODUCTIONS = {
    "housner": (f"Housner 1963 (Bull. Seismol. Soc. Am. 53, 403); {PAPER}, section 4.1",
        "free rocking of a slender block: impact times, angle peaks, restitution, order of convergence"),
    "block-3d": (f"{PAPER}, section 4.2",
        "square block under a one-sine pulse at 44 degrees: comes to rest at 8 m/s2, overturns at 9.5 m/s2"),
    "oppenheim-arch": (f"{PAPER}, section 4.3",
        "circular arch of 7 voussoirs under a biphasic pulse: collapse, peaks of the potential energy"),
    "spandrel-arch": (f"{PAPER}, section 4.4",
        "arch with spandrels under a harmonic ground motion: seismic capacity, progressive collapse"),
    "minimum-thickness": ("closed form of the five-hinge mechanism, computed independently",
        "semicircular arch: least thickness over voussoirs and friction, least friction of rotation alone"),
    "capacity": (f"Oppenheim 1992; {PAPER}, sections 4.3 and 4.4",
        "horizontal acceleration that the Oppenheim arch (annular voussoirs) and the spandrel arch carry"),
    "arch-loads": (f"{BEATINI}, section 3.1",
        "concentrated loads on an arch: hinges, sliding springers, what spandrels add"),
    "natural-arch": (f"{BEATINI}, section 3.2",
        "wall over an unsupported width: a triangle falls, an arch remains"),
    "cylinder-dome": (f"{BEATINI}, section 3.2",
        "massive cylinder over an octagonal opening: a false dome remains"),
    "wall-settlement": (f"{ACARY}, section 5.1",
        "wall in equilibrium under gravity, half of whose ground settles by 50 mm"),
    "dome": (f"{ACARY}, section 5.2",
        "dome of 12 x 24 blocks with brittle cohesion of 1000 N per contact under gravity"),
    "elastic-wall": (f"{ACARY}, section 5.1, Figures 4, 6 and 7",
        "wall of blocks that deform: resultant on the ground in three ways of integration, stresses, settlement"),
    "elastic-dome": (f"{ACARY}, section 5.2, Figure 5",
        "dome of 12 x 24 blocks that deform, with brittle cohesion: stresses, thrust line in them"),
    "rigid-or-elastic": ("the same structures with rigid blocks",
        "what elasticity of the blocks changes on arch, wall and dome: forces, open joints, rocking, cost"),
    "stone-house": (f"{PAPER}, section 4.5.1",
        "three-wall stone house under one-sine pulses: survives 0.20 s at 0.8 g, falls under 0.40 s; capacity"),
    "stone-house-domain": (f"{PAPER}, section 4.5.2",
        "which one-sine pulses bring the stone house down: grid, refined boundary, hull, pseudo-static capacity"),
    "stone-house-fragility": (f"{PAPER}, section 4.5.3",
        "stone house under the records of FEMA P695 at six accelerations: lognormal fragility function"),
    "church": (f"{PAPER}, section 4.6",
        "church of 5000 blocks under a one-sine pulse of 1 g: at rest, capacity, damage of facade and bell tower"),
    "shaken-wall": (f"{BEATINI}, section 4",
        "wall with an arch on ground that oscillates at 1 Hz: static loads, the same motion at three time steps"),
    "towers": ("after Clementi et al. 2020 (Frattura ed Integrita Strutturale 51, 313)",
        "two towers under a recorded earthquake: displacement of the top, blocks lost, friction 0.3 to 0.7"),
    "drum-column": ("after Dimitri, De Lorenzis and Zavarise 2011, as restated with HybriDFEM",
        "column of seven drums under a step pulse: least acceleration that overturns it, beside three other codes"),
}  # fmt: skip
_BENCHMARKS = {
    "solver-performance": ("docs/solver-performance.md",
        "solvers on steps from real runs, and other engines on the same walls: time, certificate, memory, drift"),
    "work-precision": ("docs/work-precision.md",
        "error against time of computation: integrators, formulations and time steps, and MuJoCo"),
    "contact-laws": ("docs/integrators.md, What each law is worth",
        "associated and exact friction with both schemes at three time steps: errors, times, steps that miss the law"),
    "documented": ("docs/measurements.md",
        "tables of the documents that no other study makes: impacts, rest, limit loads, stiffness, sliding"),
}  # fmt: skip
REPRODUCES = _REPRODUCTIONS | _BENCHMARKS
"""Name -> what the study follows, and what it reproduces; its module has that name."""
_ROOMS = dict.fromkeys(_REPRODUCTIONS, "reproductions") | dict.fromkeys(_BENCHMARKS, "benchmarks")


class Study(Protocol):
    """What a study is: a function that runs it.

    ``out``: folder for what it keeps on the way. ``quick``: a coarse run of a minute at most. ``progress``: show
    progress bars. A study may have options of its own beside these, as keywords with defaults.
    """

    def __call__(self, out: Path, quick: bool, progress: bool, **options: Any) -> StudyResult: ...  # noqa: D102 - the class says it


STUDIES: Registry[Study] = Registry(
    "study",
    __package__,
    {name: f"{room}.{name.replace('-', '_')}:run" for name, room in _ROOMS.items()},
    function_check("study", "out", "quick", "progress"),
)


def register_study(study: Registered, name: str | None = None, *, replace: bool = False) -> Registered:
    """Make a study of yours known by a name, here and on the command line; returns it, as decorators do.

    ``study``: a function as `Study` describes it, which returns a `drystone.studies.StudyResult`. The first paragraph
    of its docstring says in lists what it reproduces, its attribute ``reference``, a text, where that is from.
    ``name``: default that of the function, with hyphens for underscores. DrystoneError for what is no such function,
    and for a name that is taken unless ``replace``.

    >>> import drystone as ds
    >>> from drystone.studies import STUDIES, StudyResult, check_that, get_study
    >>> with STUDIES.restored():  # only so that this example leaves nothing behind
    ...     @ds.register_study
    ...     def two_drums(out, quick, progress):
    ...         stands = ds.equilibrium(ds.read_scene("column", {"count": 2}).assembly).stable
    ...         return StudyResult("two drums", {}, {}, [check_that("stands", "two drums stand", stands)])
    ...     get_study("two-drums")(None, True, False).passed
    True
    """
    STUDIES.register(study, name, replace=replace)
    return study


def get_study(name: str) -> Study:
    """The study of that name; UnknownNameError if there is none."""
    return STUDIES[name]


def list_studies() -> "pd.DataFrame":
    """Table of the studies: name, reproduces, reference."""
    import pandas as pd

    rows = [(name, *_about(name)) for name in STUDIES]
    table = pd.DataFrame(rows, columns=["name", "reference", "reproduces"])
    return with_units(table[["name", "reproduces", "reference"]], {})


def _about(name: str) -> tuple[str, str]:
    """What a study follows and what it reproduces, without importing one of drystone's own."""
    if name not in STUDIES.added:
        return REPRODUCES[name]
    study = STUDIES.added[name]
    paragraph = (getdoc(study) or "").partition("\n\n")[0]
    return str(getattr(study, "reference", "")), " ".join(paragraph.split())
