"""The command as a whole process."""

import atexit
import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import NoReturn

from ..processes import collect_rarely
from .command import main

__all__ = ["process"]


def process() -> NoReturn:
    """Run the command as a whole process, which ends at once when all is done.

    Python would take apart compiled code and libraries first, a second or two after a long run, to give back what the
    system takes anyway. What is registered at `atexit` is called as ever, by then the last of it ends the process.
    """
    code = 1
    collect_rarely()

    streams = [stream for stream in (sys.stdout, sys.stderr) if stream is not None]

    def end() -> None:
        for stream in streams:
            with suppress(OSError, ValueError):  # its reader has gone, or it is closed
                stream.flush()
        os._exit(code)

    atexit.register(end)  # the first to be registered is the last to be called
    for stream in streams:
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # names of files may have letters that its encoding lacks
    try:
        code = main()
    except SystemExit as stop:  # of --help and --version
        code = int(stop.code or 0)
    sys.exit(code)
