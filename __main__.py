"""`python -m drystone`: the command `drystone`."""

from .cli import main

if __name__ == "__main__":
    raise SystemExit(main())
