"""The `drystone` command: parse, call, print."""

from .command import main
from .process import process

__all__ = ["main", "process"]
