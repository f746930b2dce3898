"""What is stored of a run beside its history, read back: JSON of anybody's, with the kinds that drystone counts on."""

from collections.abc import Mapping
from typing import Any

from ..checks import finite_number, instance_of, options_table, text
from ..errors import printable

__all__ = ["read_about"]

KINDS: Mapping[str, type] = {"settings": dict, "settlements": dict, "warnings": list}
"""What is a table or a list where it is known by these names."""


def read_about(about: Any) -> dict[str, Any]:
    """What `drystone.files.save` was given, with every text such that it can be printed and written.

    DrystoneError where it is no mapping, or where what `drystone run` stores by a name is of another kind.
    """
    read: dict[str, Any] = _printable(options_table(about, "about"))
    for name, kind in KINDS.items():
        instance_of(read.get(name, kind()), kind, f"{name} of about")
    if "scene" in read:
        text(read["scene"], "scene of about")
    settings = read.get("settings", {})
    if "duration" in settings:
        for name in ("duration", "dt"):  # never one without the other
            finite_number(settings.get(name), f"{name} in settings of about (s)")
    for name, told in read.get("settlements", {}).items():
        for time in told if isinstance(told, list) and len(told) == 2 else [told]:  # older files: the share reached
            finite_number(time, f"{name:.80} in settlements of about", least=0.0)
    return read


def _printable(value: Any) -> Any:
    """Tables, lists and texts that a terminal shows and a file can hold."""
    if isinstance(value, dict):
        return {printable(name): _printable(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_printable(one) for one in value]
    return printable(value) if isinstance(value, str) else value
