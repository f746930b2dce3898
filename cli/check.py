"""`drystone check`: what is wrong with a model, in words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import DrystoneError
from ..summary import counted
from .answer import Answer
from .messages import folder
from .tables import show_facts

__all__ = ["execute"]

ENDS = (".obj", ".json")
"""Ends of names of models that are written."""
SCENES = ".toml"
"""End of names of scenes."""
NUMBER = re.compile(r"[-+]?\d[\d.]*(e[-+]?\d+)?")


def execute(model: str, scale: float | None, up: str, mend: bool, parting: str, out: str | None, answer: Answer) -> int:
    """Print what was found, write the tables, or the mended model, if asked to; 1 where there are problems."""
    from ..files import write_table
    from ..geometry import FORMATS, check_geometry

    if Path(model).suffix.lower() == SCENES:
        raise DrystoneError(
            f"{model!r} is a scene, and `drystone check` looks at models; give the model that its [geometry] names. "
            f"`drystone equilibrium {model}` reads a scene, tells of blocks that overlap, and whether it stands"
        )
    if out is not None and Path(out).suffix.lower() in set(FORMATS) - set(ENDS):
        raise DrystoneError(f"--out is {out!r}; it must be a folder, or a file that ends in {' or '.join(ENDS)}")
    how: dict[str, Any] = {"scale": scale, "mend": mend, "parts": parting, "up": up}
    report = check_geometry(model, **how)
    x, y, z = report.size
    pieces = int(report.blocks["pieces"].sum())
    answer.tell(f"{Path(model).name}: {counted(len(report.blocks), 'block')}, {counted(pieces, 'convex piece')}")
    answer.tell(show_facts([("size", f"{x:.4g} x {y:.4g} x {z:.4g} m")]))
    for remark in report.remarks:
        answer.tell(show_facts([("", remark)]))
    if out is not None and Path(out).suffix.lower() in ENDS:
        if report.blocks["fault"].any():
            answer.tell(show_facts([("not written", f"{out}: of some blocks no solid can be made")]))
        else:
            answer.written([_write(model, out, how)], "mended" if mend else "written")
    elif out is not None:
        target = folder(Path(out))
        tables = {"blocks": report.blocks, "joints": report.joints, "overlaps": report.overlaps}
        written = [write_table(table, target / f"{name}.csv") for name, table in tables.items()]
        answer.written(written, "tables")
    for problem in _in_short(report.problems):
        answer.result(show_facts([("problem", problem)]))
    if not report.problems:
        answer.result(show_facts([("problems", "none")]))
    elif not mend and check_geometry(model, **{**how, "mend": True}).problems != report.problems:
        answer.tell(show_facts([("", "`--mend` shows what mending does; with a run `--mend` mends the model, too")]))
    answer.give(
        {
            "model": model, "size": report.size, "remarks": report.remarks, "problems": report.problems,
            "blocks": report.blocks, "joints": report.joints, "overlaps": report.overlaps,
        },
        {"size": "m"},
    )  # fmt: skip
    return 1 if report.problems else 0


def _in_short(problems: Sequence[str]) -> Iterator[str]:
    """Of problems of blocks that differ by names and numbers alone the first, and how many there are."""
    kinds: dict[str, list[str]] = {}
    for problem in problems:
        kinds.setdefault(NUMBER.sub("#", problem.partition(": ")[2] or problem), []).append(problem)
    for first, *others in kinds.values():
        more = f". {counted(len(others), 'more block')} like it (all are in --out FOLDER and --json)" if others else ""
        yield first + more


def _write(model: str, out: str, how: Mapping[str, Any]) -> Path:
    """Write the model as it is read, mended or not."""
    from ..geometry import FORMATS, read_assembly, write_model

    known = any(mesh.fixed for mesh in FORMATS[Path(model).suffix.lower()](Path(model)))
    supports: list[str] | None = None if known else []
    folder(Path(out).parent)
    return write_model(out, read_assembly(model, supports=supports, **how))
