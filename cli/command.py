"""The `drystone` command: its words, and what is called for each. Nothing heavy is imported before it is needed."""

import argparse
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from .. import __version__
from ..errors import DrystoneError
from .answer import Answer
from .arguments import add_messages, add_output
from .campaign_arguments import add_domain, add_fragility, add_sweep
from .compare import FEWEST_STEPS, LARGE, SOLVERS, STEPS
from .interrupts import CODES, SAID, Terminated, ending_in_order
from .model_options import add_model_options
from .parsing import Parser, describe, joined, number_of, step_of, whole_number_of
from .run import CONTACTS, STATES
from .user_parts import import_parts

__all__ = ["main", "parser"]

LISTS = ("formulations", "solvers", "integrators", "studies", "structures")
SHELLS = ("bash", "zsh", "tcsh", "fish")
CLOSED = 141
STORING = ("run",)
"""Commands that store what they have when they are interrupted, and get the time for it."""
SETTINGS = ".numba_config.yaml"
"""What Numba takes settings from in the current folder, among them from where it reads compiled code."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with the arguments ``argv``, None for those of the process, and return its exit code.

    0: done; 1: a check of a study failed; 2: an error, reported in one line on standard error; 130: interrupted;
    141: whoever reads the output has closed it; 143: terminated (SIGTERM). What a run had computed is then stored.
    """
    try:
        arguments = vars(parser().parse_args(joined(sys.argv[1:] if argv is None else argv)))
        _refuse_settings()
        command = arguments.pop("module")
        with ending_in_order(stores=command in STORING):
            for parts in arguments.pop("parts"):
                import_parts(parts)
            module = import_module(f".{command}", __package__)
            answer = Answer(arguments.pop("word"), arguments.pop("quiet"), arguments.pop("as_json"))
            code: int = getattr(module, arguments.pop("function", "execute"))(answer=answer, **arguments)
            answer.end()
            if sys.stdout is not None:  # the caller has closed it
                sys.stdout.flush()
    except DrystoneError as error:
        print(f"drystone: error: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of our output, such as `head`, has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED
    except OSError as error:  # a full disk, where the output goes
        print(f"drystone: error: {error.strerror or error}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    except (KeyboardInterrupt, RuntimeError) as error:
        stop = error.__cause__ if isinstance(error, RuntimeError) else error  # Python 3.11 wraps it in `__set_name__`
        if not isinstance(stop, KeyboardInterrupt):
            raise
        number = signal.SIGTERM if isinstance(stop, Terminated) else signal.SIGINT
        print(f"drystone: {SAID[number]}", file=sys.stderr)
        return CODES[number]
    return code


def _refuse_settings() -> None:
    if Path(SETTINGS).is_file():
        raise DrystoneError(
            f"the current folder has a file {SETTINGS}, which tells Numba from where to read compiled code; start "
            "drystone in another folder, or put its settings into environment variables and take it away"
        )


def parser() -> argparse.ArgumentParser:
    """The words of the command and their arguments."""
    whole = Parser(prog="drystone", description="Dynamics and statics of dry masonry as convex programs.")
    whole.add_argument("--version", action="version", version=f"drystone {__version__}")
    whole.add_argument(
        "--import",
        dest="parts",
        action="append",
        default=[],
        metavar="FILE",
        help="run this Python file (.py) or module first: it registers parts of your own, or a sweep file asks for it; "
        "may be repeated",
    )
    words = whole.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_run(words)
    _add_show(words)
    _add_export(words)
    _add_view(words)
    _add_tables(words)
    _add_check(words)
    _add_compare(words)
    _add_limit(words)
    _add_equilibrium(words)
    _add_record(words)
    _add_study(words)
    add_sweep(words)
    add_domain(words)
    add_fragility(words)
    warming = words.add_parser("warm-up", help="compile everything now; otherwise the first runs do it")
    add_output(warming)
    warming.set_defaults(module="warm_up")
    schema = words.add_parser("schema", help="print the JSON schema of scene files")
    schema.add_argument("--keys", action="store_true", help="print all tables and keys as Markdown instead")
    add_output(schema)
    schema.set_defaults(module="schema")
    listing = words.add_parser("list", help="list structures, formulations, solvers and other parts")
    listing.add_argument("what", choices=LISTS, metavar="LIST", help=f"{', '.join(LISTS[:-1])} or {LISTS[-1]}")
    add_output(listing)
    listing.set_defaults(module="listing")
    completing = words.add_parser("completion", help="print a script that completes words and options in a shell")
    completing.add_argument("shell", choices=SHELLS, metavar="SHELL", help=f"{', '.join(SHELLS[:-1])} or {SHELLS[-1]}")
    add_output(completing)
    completing.set_defaults(module="completion")
    describe(words)
    return whole


def _add_run(words: Any) -> None:
    run = words.add_parser("run", help="run a scene and store its results")
    run.add_argument(
        "scene",
        metavar="SCENE",
        help="scene file (TOML), model (such as vault.obj) or the name of a structure; see `list structures`",
    )
    add_model_options(run)
    shaken = run.add_mutually_exclusive_group()
    shaken.add_argument("--record", metavar="FILE", help="record of the ground's acceleration, along x")
    pulse = "one sine of the ground's acceleration along x: amplitude (g) and half-period (s), such as 0.8,0.3"
    shaken.add_argument("--pulse", metavar="A,T", help=pulse)
    length = "duration (s; default: that of the scene's file, else with --record or --pulse until 1 s after the motion)"
    run.add_argument("--duration", type=number_of, metavar="S", help=length)
    run.add_argument("--dt", type=step_of, metavar="S", help="time step (s); suggest: the recommended one")
    run.add_argument("--formulation", metavar="NAME", help="see `list formulations`")
    run.add_argument("--form", metavar="NAME", help="kinematic, static or ccp")
    run.add_argument("--solver", metavar="NAME", help="see `list solvers`")
    run.add_argument("--integrator", metavar="NAME", help="see `list integrators`")
    every = f"store every N-th step (default: so that there are at most {STATES})"
    run.add_argument("--record-every", type=whole_number_of, metavar="N", help=every)
    run.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="option of the run; may be repeated"
    )
    run.add_argument(
        "--contacts",
        default=str(CONTACTS),
        metavar="N",
        help=f"store the contacts of N steps, evenly spread (default: {CONTACTS}), or: all, last, none",
    )
    run.add_argument(
        "--out",
        metavar="DIR",
        help="folder of the results (default: runs/<scene>; a number is added if it holds results)",
    )
    add_messages(run)
    run.set_defaults(module="run")
    resume = words.add_parser("resume", help="continue a run that was interrupted")
    resume.add_argument("result", metavar="RESULT", help="folder of the results of the run")
    add_messages(resume)
    resume.set_defaults(module="run", function="resume")


RUN = "folder of the results of a run, or its result.h5"


@contextmanager
def _of_stored(words: Any, name: str, module: str, what: str, result: str = RUN) -> Iterator[Any]:
    """A word that takes what a run has stored; in the block its own options are added, those of all come last."""
    word = words.add_parser(name, help=what)
    word.add_argument("result", metavar="RESULT", help=result)
    yield word
    add_output(word)
    word.set_defaults(module=module)


def _add_show(words: Any) -> None:
    with _of_stored(words, "show", "show", "print the summary of a stored run") as show:
        show.add_argument("--out", metavar="DIR", help="write the pictures of the run into this folder")


def _add_export(words: Any) -> None:
    with _of_stored(words, "export", "export", "write a stored run for other programs, or as a film") as export:
        text = ".vtkhdf, .pvd (ParaView), .glb (glTF), .usda (Blender), .dxf, .svg (CAD), .gif or .mp4 (a film)"
        export.add_argument("files", nargs="+", metavar="FILE", help=f"the end of the name says what: {text}")


def _add_view(words: Any) -> None:
    what = "write a stored run as a page that a browser plays, without a network"
    with _of_stored(words, "view", "view", what) as view:
        view.add_argument(
            "--out", metavar="FILE", help="file of the page, .html (default: view.html beside the results)"
        )
        view.add_argument("--play", action="store_true", help="the page plays when it is opened")


def _add_tables(words: Any) -> None:
    what, result = "write what a stored run or a sweep holds as CSV or Parquet", "a run or of a sweep, or its file"
    with _of_stored(words, "tables", "tabulate", what, f"folder of the results of {result}") as tables:
        tables.add_argument("--kind", choices=("csv", "parquet"), default="csv", help="csv (default) or parquet")
        known = "energy, steps, blocks, contacts, joints, ties"
        tables.add_argument("--only", metavar="A,B", help=f"of {known} (default: all)")
        tables.add_argument("--out", metavar="DIR", help="folder of the tables (default: tables, beside the result)")


def _add_check(words: Any) -> None:
    check = words.add_parser(
        "check",
        help="what is wrong with a model (OBJ, STL, PLY, GLB, 3DM, COMPAS JSON), and what mending does",
        description="Look a model over: units, open or inverted blocks, joints, overlaps. It exits with 1 if there are "
        "problems.",
    )
    check.add_argument("model", metavar="MODEL", help="file of the model")
    check.add_argument(
        "--scale",
        type=number_of,
        metavar="M",
        help="metres in a unit of the model (default: 1, or that of a Rhino file)",
    )
    check.add_argument("--up", default="z", metavar="AXIS", help="axis of the model that is upward: z (default) or y")
    check.add_argument("--mend", action="store_true", help="mend the model first: planes for faces, common for joints")
    how = "how blocks that are not convex are parted: planes (default), or coacd where planes cannot, approximately"
    check.add_argument("--parts", dest="parting", default="planes", metavar="NAME", help=how)
    out = "folder for the tables of blocks, joints and overlaps; or a file .obj or .json for the model as it was mended"
    check.add_argument("--out", metavar="PATH", help=out)
    add_output(check)
    check.set_defaults(module="check")


def _add_compare(words: Any) -> None:
    compare = words.add_parser(
        "compare",
        help="formulations, forms and solvers side by side",
        description="Run the same steps with every formulation, form and solver and print one table for each scene.",
    )
    compare.add_argument(
        "scenes", nargs="+", metavar="SCENE", help="scene file (TOML), model or the name of a structure"
    )
    add_model_options(compare)
    compare.add_argument("--formulations", metavar="A,B", help="default: all")
    compare.add_argument("--forms", metavar="A,B", help=f"default: all, ccp up to {LARGE} movable blocks")
    solvers = f"default: {','.join(SOLVERS)}, those that are installed; scs up to {LARGE} movable blocks"
    compare.add_argument("--solvers", metavar="A,B", help=solvers)
    steps = ", ".join(f"{count} up to {most} movable blocks" for most, count in STEPS)
    compare.add_argument(
        "--steps", type=whole_number_of, metavar="N", help=f"number of steps (default: {steps}, {FEWEST_STEPS} beyond)"
    )
    compare.add_argument("--dt", type=number_of, metavar="S", help="time step (s; default: of the scene)")
    compare.add_argument("--integrator", metavar="NAME", help="see `list integrators` (default: of the scene)")
    compare.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="option of the runs; may be repeated"
    )
    compare.add_argument("--csv", metavar="PATH", help="write all rows to one CSV file")
    add_messages(compare)
    compare.set_defaults(module="compare")


def _add_limit(words: Any) -> None:
    limit = words.add_parser("limit", help="limit load: the largest multiple of a live load that a structure carries")
    limit.add_argument("scene", metavar="SCENE", help="scene file (TOML), model or the name of a structure")
    add_model_options(limit, friction=False)
    limit.add_argument(
        "--live", default="1,0,0", metavar="X,Y,Z", help="live body force in units of g (default: 1,0,0)"
    )
    limit.add_argument(
        "--dead", metavar="X,Y,Z", help="dead body force in units of g (default: gravity and loads of the scene)"
    )
    limit.add_argument(
        "--friction", default="associated", metavar="LAW",
        help="associated (default) or coulomb; a number: the friction coefficient, with the associated law",
    )  # fmt: skip
    limit.add_argument("--form", default="static", metavar="NAME", help="static (default) or kinematic")
    _add_statics(limit)
    limit.set_defaults(module="limit")


def _add_equilibrium(words: Any) -> None:
    stands = words.add_parser("equilibrium", help="whether a structure stands, and with which forces")
    stands.add_argument("scene", metavar="SCENE", help="scene file (TOML), model or the name of a structure")
    add_model_options(stands)
    _add_statics(stands)
    stands.set_defaults(module="equilibrium")


def _add_statics(word: Any) -> None:
    word.add_argument("--solver", default="auto", metavar="NAME", help="see `list solvers`")
    word.add_argument("--out", metavar="DIR", help="folder of the results (default: runs/<scene>-<command>)")
    word.add_argument("--page", action="store_true", help="also write the result as a page for a browser")
    add_messages(word)


def _add_record(words: Any) -> None:
    record = words.add_parser("record", help="show what is in a file of a recorded ground motion")
    record.add_argument("files", nargs="+", metavar="FILE", help="file of a record, or one for each of its components")
    record.add_argument(
        "--units", metavar="UNIT", help="unit of the accelerations, such as g or cm/s2, if the file has none"
    )
    record.add_argument("--dt", type=number_of, metavar="S", help="time between samples (s) of a file with one column")
    record.add_argument(
        "--no-check", action="store_true", help="read files even if their peak is not the one in their header"
    )
    record.add_argument(
        "--damping", type=number_of, default=0.05, metavar="D", help="damping of the spectrum (default: 0.05)"
    )
    record.add_argument("--out", metavar="DIR", help="write spectrum, measures and a picture into this folder")
    add_output(record)
    record.set_defaults(module="record")


def _add_study(words: Any) -> None:
    study = words.add_parser("study", help="reproduce a published result")
    study.add_argument("name", metavar="NAME", help="see `list studies`, or all")
    resolution = study.add_mutually_exclusive_group()
    resolution.add_argument("--quick", action="store_true", help="coarse and fast")
    resolution.add_argument("--full", action="store_true", help="as fine as in the paper, if the study is coarser")
    study.add_argument(
        "--check", action="store_true", help="print PASS or FAIL for each known value; exit code 1 on a FAIL"
    )
    study.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="option of the study; may be repeated"
    )
    study.add_argument("--out", metavar="DIR", help="folder of the results (default: runs)")
    add_messages(study)
    study.set_defaults(module="study")
