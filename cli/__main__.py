"""`python -m drystone.cli`."""

from .command import main

raise SystemExit(main())
