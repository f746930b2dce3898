"""Steps on disk: sets of StepProblems saved from runs, in one HDF5 file, read back exactly.

The file has one group for each step, with the arrays of the StepProblem under their own names, ``velocity`` and
``impulse`` of the warm start it had in its run, the contacts in the group ``contacts``, and what is known of it as
attributes. The group ``before`` holds the step that the run made before it, where there was one.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from ..checks import file_path
from ..collision import Contacts
from ..disk import is_file
from ..errors import DrystoneError, UnknownNameError
from ..formulations import StepProblem
from ..solvers import WarmStart
from .hdf5 import attribute, numbers, opened, set_attribute, written

if TYPE_CHECKING:
    import h5py
    import pandas as pd

__all__ = ["SavedStep", "add_step", "add_steps", "list_steps", "read_step", "step_names"]

Fact = str | int | float

WHAT = "file of steps"
FORMAT = "drystone steps"
VERSION = 3
ARRAYS = ("H", "k", "blocks", "D", "phi", "mu", "E", "prescribed", "memory", "bond", "rebound")
SEEN, SHARE = "support_velocity", "share"
"""Stored beside these, and of contacts; steps of earlier files have none."""
GUESS = ("velocity", "impulse")
BEFORE, CONTACTS = "before", "contacts"
OWN = ("dt", "associated")
"""Attributes that are the step's own, beside its facts."""


@dataclass(frozen=True, eq=False)
class SavedStep:
    """One step of a run: ``problem``; ``guess``: velocities (B, 6) and impulses (C, 3) its run could start it from;
    ``facts``: structure, state and so on; ``before``: the step that was made before it.
    """

    name: str
    problem: StepProblem
    guess: WarmStart
    facts: Mapping[str, Fact] = field(default_factory=dict)
    before: "SavedStep | None" = None


def add_step(path: str | Path, step: SavedStep) -> None:
    """Add a step to a file of steps: `add_steps` of one."""
    add_steps(path, (step,))


def add_steps(path: str | Path, steps: Iterable[SavedStep]) -> None:
    """Add steps to a file of steps, made if it is not there; steps of the same names are replaced.

    The file is copied, added to and replaced: all the steps are in it afterwards, or none. Give many at once.
    """
    chosen = list(steps)
    for step in chosen:
        if "/" in step.name or not step.name:
            raise DrystoneError(f"a step cannot be stored as {step.name!r}; its name must not be empty or have a slash")
    if is_file(file_path(path, f"path of the {WHAT}")):
        with opened(path, WHAT) as file:
            _check_format(file)
    with written(path, WHAT, adding=True) as file:
        set_attribute(file, "format", FORMAT)
        set_attribute(file, "version", VERSION)
        for step in chosen:
            if step.name in file:
                del file[step.name]
            _write(file.create_group(step.name), step)


def read_step(path: str | Path, name: str) -> SavedStep:
    """The step of that name; UnknownNameError if there is none, DrystoneError for a file that is no file of steps."""
    with opened(path, WHAT) as file:
        _check_format(file)
        if name in file:
            return _read(file[name], name)
        names = tuple(file.keys())
    raise UnknownNameError("step", name, names)


def step_names(path: str | Path) -> tuple[str, ...]:
    """The names of the steps in a file, none where there is no file."""
    if not is_file(file_path(path, f"path of the {WHAT}")):
        return ()
    with opened(path, WHAT) as file:
        _check_format(file)
        return tuple(file.keys())


def list_steps(path: str | Path) -> "pd.DataFrame":
    """Table of the steps in a file: name, blocks, contacts and their facts."""
    import pandas as pd

    with opened(path, WHAT) as file:
        _check_format(file)
        rows = [
            {"problem": name, "blocks": len(group["H"]), "contacts": len(group["phi"]), **_facts(group)}
            for name, group in file.items()
        ]
    return pd.DataFrame(rows, columns=None if rows else ["problem", "blocks", "contacts"])


def _check_format(file: "h5py.File") -> None:
    if "format" not in file.attrs or attribute(file, "format") != FORMAT:
        raise DrystoneError("holds no steps of drystone")
    version = attribute(file, "version")
    if version != VERSION:
        raise DrystoneError(
            f"has version {version} of the format; this drystone reads version {VERSION}: make it again"
        )


def _write(group: "h5py.Group", step: SavedStep) -> None:
    problem = step.problem
    for name in (*ARRAYS, SEEN):
        _store(group, name, getattr(problem, name))
    for name in GUESS:
        _store(group, name, getattr(step.guess, name))
    if problem.contacts is not None:
        contacts = group.create_group(CONTACTS)
        for name in _contact_fields():
            _store(contacts, name, getattr(problem.contacts, name))
    group.attrs["dt"], group.attrs["associated"] = problem.dt, problem.associated
    for key, value in step.facts.items():
        set_attribute(group, key, value)
    if step.before is not None:
        _write(group.create_group(BEFORE), step.before)


def _store(group: "h5py.Group", name: str, values: NDArray[Any]) -> None:
    packing = {"compression": "gzip", "compression_opts": 4, "shuffle": True} if values.size else {}
    group.create_dataset(name, data=values, **packing)


def _read(group: "h5py.Group", name: str) -> SavedStep:
    arrays: dict[str, Any] = {key: numbers(group, key) for key in (*ARRAYS, SEEN) if key in group or key != SEEN}
    contacts = None
    if CONTACTS in group:
        known = [key for key in _contact_fields() if key in group[CONTACTS] or key != SHARE]
        contacts = Contacts(**{key: numbers(group[CONTACTS], key) for key in known})
    dt, associated = float(attribute(group, "dt")), bool(attribute(group, "associated"))
    problem = StepProblem(dt=dt, contacts=contacts, associated=associated, **arrays)
    return SavedStep(
        name=name,
        problem=problem,
        guess=WarmStart(*(numbers(group, key) for key in GUESS)),
        facts=_facts(group),
        before=_read(group[BEFORE], f"{name}, the step before") if BEFORE in group else None,
    )


def _contact_fields() -> Iterator[str]:
    return (one.name for one in fields(Contacts))


def _facts(group: "h5py.Group") -> dict[str, Fact]:
    return {key: attribute(group, key) for key in group.attrs if key not in OWN}
