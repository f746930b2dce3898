"""What a command says on standard output: for a reader, for a script in a few lines, or for a program as JSON."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .tables import show_facts

__all__ = ["Answer", "plain"]


class Answer:
    """The result of a command and what it says beside it.

    ``quiet``: print the result alone, without tables, notes, warnings and bars. ``as_json``: print nothing but one JSON
    object at the end, of the values that were given with `give` and of their units.
    """

    def __init__(self, command: str = "", quiet: bool = False, as_json: bool = False) -> None:
        self.quiet, self.as_json = quiet, as_json
        self._values: dict[str, Any] = {"command": command}
        self._units: dict[str, str] = {}

    def result(self, text: str) -> None:
        """Print a part of the result, which is printed where the command is quiet, too."""
        if not self.as_json:
            print(text, flush=True)

    def tell(self, text: str) -> None:
        """Print what is beside the result: a longer form of it, notes, where files are."""
        if not self.quiet:
            self.result(text)

    def written(self, paths: Sequence[Path], label: str = "results") -> None:
        """Tell the files that were written."""
        self.tell(show_facts([(label, ", ".join(str(path) for path in paths))]))
        self.give({"files": [*self._values.get("files", ()), *paths]})

    def give(self, values: Mapping[str, Any], units: Mapping[str, str] | None = None) -> None:
        """Values of the JSON object by name; ``units``: of those that have one, "1" for plain numbers."""
        self._values |= values
        self._units |= {key: unit for key, unit in (units or {}).items() if unit}

    def end(self) -> None:
        """Print the JSON object, where it was asked for."""
        if self.as_json:
            print(json.dumps(plain({**self._values, "units": self._units}), allow_nan=False))


def plain(value: Any) -> Any:
    """A value as JSON has it: a table as its rows with their units, an array as a list, no number (NaN) and infinity as
    null, anything unknown as text.
    """
    if isinstance(value, bool) or value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, float):
        return value if value - value == 0.0 else None
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if hasattr(value, "to_dict") and hasattr(value, "columns"):
        units = {str(key): unit for key, unit in value.attrs.get("units", {}).items() if unit}
        return {"rows": [plain(row) for row in value.to_dict("records")], "units": units}
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    return None if type(value).__name__ in ("NAType", "NaTType") else str(value)
