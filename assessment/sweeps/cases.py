"""Cases of a sweep: what is varied and what comes out, as plain values, and the key that a row is found by."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeAlias

import numpy as np

from ...checks import entries_of, options_table, text
from ...errors import DrystoneError, shown

__all__ = [
    "FAILURE", "OUTCOME", "WARNING", "Plain", "Row", "canonical", "key_of", "plain_row", "read_cases", "read_common",
]  # fmt: skip

Plain: TypeAlias = bool | int | float | str | None
"""What a cell of a table may be."""
Row: TypeAlias = dict[str, Plain]

OUTCOME, FAILURE, WARNING = "outcome", "failure", "warning"
"""The last columns of every table: how a run ended ("done", "failed" or "timed out"), why it gave no result, and of
what one with a result has warned."""
DEEPEST = 20
"""Lists and tables in each other that a value common to all runs may have."""
LARGEST = 2**63
"""Size below which whole numbers are kept: what tables hold exactly."""


def read_cases(cases: Any) -> list[Row]:
    """The cases in their order, each with plain values by names; DrystoneError for anything else."""
    return [plain_row(case, f"case {i}") for i, case in enumerate(entries_of(cases, "cases", "mappings"))]


def plain_row(values: Any, what: str, taken: Sequence[str] = ()) -> Row:
    """A mapping of names to numbers, truth values, texts and None, those of NumPy among them; ``taken``: other names
    that there are already.
    """
    if values is None:
        raise DrystoneError(f"{what} must be a mapping such as {{'name': value}}; got None")
    table = options_table(values, what)
    for name in table:
        text(name, f"a name in {what}", empty=False)
        if name in (OUTCOME, FAILURE, WARNING) or name in taken:
            raise DrystoneError(f"{what} has the name {shown(name)}, which is that of another column; take another")
    return {name: _plain(value, f"{name} of {what}") for name, value in table.items()}


def read_common(common: Any) -> dict[str, Any]:
    """Arguments that all runs have: plain values, and lists and tables of them."""
    return {name: _nested(value, f"{name} of common", 0) for name, value in options_table(common, "common").items()}


def canonical(value: Any) -> str:
    """A value as JSON text, the same for the same value whatever the order of its names; floats to the last bit."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def key_of(task: str, common: Mapping[str, Any], case: Row) -> str:
    """What distinguishes a run from all others: 64 letters."""
    return sha256(canonical([task, common, case]).encode()).hexdigest()


def _plain(value: Any, what: str) -> Plain:
    if isinstance(value, np.generic) or (isinstance(value, np.ndarray) and value.shape == ()):
        value = value.item()
    if isinstance(value, str):
        return str(text(value, what))
    if value is None or isinstance(value, (bool, float)):
        return value
    if isinstance(value, int) and abs(value) < LARGEST:
        return value
    raise DrystoneError(f"{what} must be a number (below 2^63), a text, True, False or None; got {shown(value)}")


def _nested(value: Any, what: str, depth: int) -> Any:
    if depth > DEEPEST:
        raise DrystoneError(f"{what} has more than {DEEPEST} lists or tables in each other")
    if isinstance(value, Mapping):
        table = options_table(value, what)
        return {name: _nested(one, f"{name} of {what}", depth + 1) for name, one in table.items()}
    if isinstance(value, (list, tuple)) or (isinstance(value, np.ndarray) and value.shape):
        return [_nested(one, what, depth + 1) for one in value]
    return _plain(value, what)
