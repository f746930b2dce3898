"""The scripts of docs/coming-from.md for other programs: those in Python parse, two run where their program is.

The side of drystone is run with all other examples, by `test_docs`. What pip does not install is not run: 3DEC, which
is sold, LMGC90, which is compiled from its sources, and Chrono, which comes by conda alone.
"""

import ast
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drystone as ds

PACKAGES = {"LMGC90": "pylmgc90", "compas_dem": "compas_dem", "MuJoCo": "mujoco", "Chrono": "pychrono"}


def scripts() -> dict[str, str]:
    """Heading -> script in Python."""
    text = (Path(ds.__file__).parent / "docs" / "coming-from.md").read_text(encoding="utf-8")
    sections = re.findall(r"^## (.*?)$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    found = {name: re.search(r"^```text\n(.*?)^```$", part, re.MULTILINE | re.DOTALL) for name, part in sections}
    assert [name for name, script in found.items() if script is None] == ["3DEC"]
    return {name: script[1] for name, script in found.items() if script}


def run(program: str) -> dict[str, Any]:
    """The names of a script at its end."""
    names: dict[str, Any] = {"__name__": "script"}
    exec(compile(scripts()[program], f"docs/coming-from.md, {program}", "exec"), names)
    return names


@pytest.mark.parametrize("program", PACKAGES)
def test_scripts_in_python_parse_and_import_their_program(program: str) -> None:
    imports = [node for node in ast.parse(scripts()[program]).body if isinstance(node, (ast.Import, ast.ImportFrom))]
    named = [str(getattr(node, "module", "")) for node in imports] + [
        one.name for node in imports for one in node.names
    ]
    assert PACKAGES[program] in {name.split(".")[0] for name in named}


def test_every_program_is_tried() -> None:
    assert sorted(scripts()) == sorted(PACKAGES)


def test_the_cubes_of_mujoco_stand() -> None:
    pytest.importorskip("mujoco", reason="MuJoCo is an extra")
    data = run("MuJoCo")["data"]
    assert data.time == pytest.approx(1.0, abs=2e-3)
    places = data.qpos.reshape(3, 7)[:, :3]
    assert places == pytest.approx(np.array([[0.0, 0.0, 0.2], [0.0, 0.0, 0.6], [0.0, 0.0, 1.0]]), abs=1e-3)


def test_the_cubes_of_compas_dem_have_three_joints() -> None:
    for name in ("compas_dem", "compas_cra"):
        pytest.importorskip(name, reason=f"{name} is installed by hand")
    assert len(list(run("compas_dem")["model"].contacts())) == 3
