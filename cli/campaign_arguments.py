"""Arguments of the words that make many runs: sweep, domain, fragility."""

from typing import Any

from .arguments import add_messages
from .domain import AMPLITUDES, GRID, HALF_PERIODS, LEVELS
from .fragility import INTENSITIES
from .model_options import add_model_options
from .parsing import number_of, whole_number_of

__all__ = ["add_domain", "add_fragility", "add_sweep"]


def add_sweep(words: Any) -> None:
    """`drystone sweep`."""
    sweep = words.add_parser(
        "sweep",
        help="many runs of a scene with values that vary",
        description="Make the runs of a sweep file, several at a time. A sweep that was interrupted resumes.",
    )
    sweep.add_argument("file", metavar="FILE", help="sweep file (TOML), see drystone.assessment.sweeps.plan")
    sweep.add_argument(
        "--allow-task", dest="allowed", action="append", default=[], metavar="TASK",
        help="allow the task that the file names, a program, such as my_study.py:function; may be repeated",
    )  # fmt: skip
    _add_engine(sweep, "<file>-sweep")
    sweep.set_defaults(module="sweep")


def add_domain(words: Any) -> None:
    """`drystone domain`."""
    domain = words.add_parser(
        "domain",
        help="which one-sine pulses bring a structure down",
        description="Run a grid of one-sine pulses in both directions and refine the boundary between those that a "
        "structure survives and those that bring it down. A search that was interrupted resumes.",
    )
    _add_campaign(domain, "domain")
    domain.add_argument(
        "--half-periods",
        default=HALF_PERIODS,
        metavar="A,B",
        help=f"range of half-periods (s; default: {HALF_PERIODS})",
    )
    domain.add_argument(
        "--amplitudes",
        metavar="A,B",
        help=f"range of amplitudes (see --accelerations; default: {AMPLITUDES} g)",
    )
    domain.add_argument(
        "--grid", default=GRID, metavar="N,M", help=f"cells of the first grid, run at all corners (default: {GRID})"
    )
    domain.add_argument(
        "--levels",
        type=whole_number_of,
        default=LEVELS,
        metavar="N",
        help=f"halvings of boundary cells (default: {LEVELS})",
    )
    domain.add_argument("--most-runs", type=whole_number_of, metavar="N", help="largest number of runs")
    domain.add_argument(
        "--pages", action="store_true", help="make each run once more as a page, which its point in domain.html opens"
    )
    domain.set_defaults(module="domain")


def add_fragility(words: Any) -> None:
    """`drystone fragility`."""
    fragility = words.add_parser(
        "fragility",
        help="probability of collapse under recorded motions of growing intensity",
        description="Multiple stripe analysis: every recorded motion scaled to every intensity, and a lognormal "
        "fragility function fitted to the collapses. An analysis that was interrupted resumes.",
    )
    _add_campaign(fragility, "fragility")
    fragility.add_argument(
        "--records", metavar="DIR", help="folder of recorded components, one in each file; see `record`"
    )
    fragility.add_argument(
        "--pattern", default="*", metavar="GLOB", help="names of files in the folder, such as '*.AT2'"
    )
    fragility.add_argument("--single", action="store_true", help="take .EW and .NS of a name apart, each along --axis")
    fragility.add_argument(
        "--fema",
        metavar="SET",
        help="instead: a set of FEMA P695: far-field, near-field, near-field-pulse, near-field-no-pulse",
    )
    fragility.add_argument("--units", metavar="UNIT", help="unit of the records, if they have none: g, cm/s2, ...")
    fragility.add_argument(
        "--measure", default="pga", metavar="NAME", help="intensity: pga (default), pgv, pgd, arias, cav or sa:PERIOD"
    )
    fragility.add_argument(
        "--intensities",
        metavar="A,B",
        help=f"pga and sa see --accelerations, else SI (default: {INTENSITIES} g)",
    )
    fragility.add_argument(
        "--whole", action="store_true", help="run whole records, also the parts in which nothing can move"
    )
    fragility.add_argument(
        "--bootstrap", type=whole_number_of, default=1000, metavar="N", help="samples of the bootstrap (default: 1000)"
    )
    fragility.add_argument(
        "--seed", type=whole_number_of, default=0, metavar="N", help="seed of the bootstrap (default: 0)"
    )
    fragility.set_defaults(module="fragility")


def _add_campaign(word: Any, kind: str) -> None:
    word.add_argument("scene", metavar="SCENE", help="scene file (TOML), model or the name of a structure")
    add_model_options(word)
    word.add_argument(
        "--change", dest="changes", action="append", default=[], metavar="KEY=VALUE",
        help="value of a table of the scene, such as run.dt=1e-3; may be repeated",
    )  # fmt: skip
    word.add_argument(
        "--accelerations", choices=("g", "m/s2"), default="g", metavar="UNIT",
        help="unit of the accelerations that are given, printed and drawn: g (9.81 m/s2, default) or m/s2; the CSV "
        "files have m/s2",
    )  # fmt: skip
    word.add_argument(
        "--axis", default="1,0,0", metavar="X,Y,Z", help="direction of the ground motion (default: 1,0,0)"
    )
    word.add_argument(
        "--after",
        type=number_of,
        metavar="S",
        help="time after the motion until a run ends at the latest (s; default: 8)",
    )
    _add_engine(word, f"<scene>-{kind}")


def _add_engine(word: Any, name: str) -> None:
    word.add_argument(
        "--workers", type=whole_number_of, metavar="N", help="runs at a time (default: number of processors)"
    )
    word.add_argument("--store", metavar="PATH", help="where runs are kept (default: runs.sqlite in the folder)")
    word.add_argument("--time-limit", type=number_of, metavar="S", help="stop a run after this time (s)")
    word.add_argument("--retry-failed", action="store_true", help="repeat runs that failed or timed out")
    word.add_argument("--out", metavar="DIR", help=f"folder of the results (default: runs/{name})")
    word.add_argument("--dask", metavar="ADDRESS", help="scheduler of a Dask cluster that makes the runs")
    add_messages(word)
