"""Parts of a user's own: the Python file or module that registers them."""

import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from ..errors import DrystoneError

__all__ = ["import_parts"]


def import_parts(parts: str) -> None:
    """Run a Python file, by its path, or import a module by its name; whatever it raises is one DrystoneError."""
    try:
        if parts.endswith(".py"):
            path = Path(parts).resolve(strict=True)
            name = f"drystone_parts_{path.stem}"
            spec = spec_from_file_location(name, path)
            if spec is None or spec.loader is None:
                raise ImportError("it is no Python file")
            module = module_from_spec(spec)
            sys.modules[name] = module  # where dataclasses and pickle look for it
            spec.loader.exec_module(module)
        else:
            import_module(parts)
    except Exception as error:
        raise DrystoneError(f"--import {parts}: {type(error).__name__}: {error}") from error
