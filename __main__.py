"""`python -m drystone`: the command `drystone`.

Python itself looks into the current folder first where it is started so; from here on nothing does.
"""

import os
import sys

if not sys.flags.safe_path and sys.path and sys.path[0] in ("", os.getcwd()):  # noqa: PTH109 - before pathlib
    del sys.path[0]

from .cli import process

if __name__ == "__main__":
    process()
