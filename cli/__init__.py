"""The `drystone` command: parse, call, print."""

from .command import main, process

__all__ = ["main", "process"]
