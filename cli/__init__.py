"""The `drystone` command: parse, call, print."""

from .command import main

__all__ = ["main"]
