"""Empty files in place of the pictures of runs, which take as long as a short run, for tests that are not of them."""

from pathlib import Path
from typing import Any

import pytest

from drystone.cli import run

__all__ = ["blank_pictures"]


@pytest.fixture
def blank_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands of this process write empty files in place of the pictures of a run."""

    def written(name: str, trajectory: Any, target: Path) -> list[Path]:
        files = [target / file for file in ("last.png", "displacements.png", "energy.png")]
        for file in files:
            file.touch()
        return files

    monkeypatch.setattr(run, "write_pictures", written)
