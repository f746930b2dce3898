"""Parts of a user's own: the Python file or module that registers them."""

from pathlib import Path

from ..errors import DrystoneError

__all__ = ["IMPORTED", "import_parts"]

IMPORTED: list[str] = []
"""What has been imported in this process, for those that it starts."""


def import_parts(parts: str) -> None:
    """Run a Python file, by its path, or import a module by its name; whatever it raises is one DrystoneError."""
    from ..disk import is_file
    from ..user_code import imported_once

    source = str(Path(parts).resolve()) if parts.endswith(".py") else parts
    try:
        imported_once(source)
    except DrystoneError as error:
        file = Path(f"{parts}.py")
        hint = f"; modules are not looked for in the current folder, its file is {file}" if is_file(file) else ""
        raise DrystoneError(f"--import {parts}: {error}{hint}") from error
    IMPORTED.append(source)
