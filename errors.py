"""The errors drystone raises for what a user gave or a run met.

Every message says what was seen, what is allowed and what to do.
"""

from collections.abc import Iterable
from typing import Any

__all__ = ["DrystoneError", "NotInstalledError", "StepFailedError", "UnknownNameError"]


class DrystoneError(ValueError):
    """Base of every error raised for what a user gave.

    Where it stops a run, ``trajectory`` holds the history up to there, so that no data are lost.
    """

    trajectory: Any = None


class UnknownNameError(DrystoneError):
    """A name that no registry, table or option list holds."""

    def __init__(self, kind: str, name: object, known: Iterable[str]) -> None:
        listing = ", ".join(sorted(known))
        super().__init__(f"unknown {kind} {name!r}; there are: {listing}")


class NotInstalledError(DrystoneError):
    """A solver or writer whose package is not installed here."""

    def __init__(self, what: str, install: str) -> None:
        super().__init__(f"{what} is not installed; install it with: {install}")


class StepFailedError(DrystoneError):
    """No solver of the chain reached the certificate in a step of a run."""
