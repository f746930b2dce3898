"""The examples of the documents: every python block runs, in order, and prints what the block after it shows."""

import io
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import drystone
from drystone.assessment.sweeps.plan import read_plan

from .assessment.made_here import runs_made_here  # noqa: F401 - of all tests here
from .registries import registries_restored

ROOT = Path(drystone.__file__).parent
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")

CLOSE = 0.05
"""Relative difference of printed numbers: mean iterations change with the rounding of the processor, the rest less."""
TINY = 1e-6
"""Size below which numbers are residuals, of which only the order is of interest: that they are tiny, too."""

GIVEN = {
    "docs/joints.md": """
import drystone as ds
from drystone.structures import column

blocks = [ds.Block.box((2, 2, 1), (0, 0, -0.5), fixed=True, name="ground")]
blocks += [ds.Block.box((1, 1, 0.5), (0, 0, 0.5 * i - 0.25), name=f"stone-{i}") for i in (1, 2)]
motion = ds.GroundMotion.one_sine(1.0, 0.5)
wall = ds.Assembly([
    *blocks[1:],
    ds.Block.box((1, 2, 1), (-0.5, 0, -0.5), fixed=True, name="left ground"),
    ds.Block.box((1, 2, 1), (0.5, 0, -0.5), fixed=True, name="right ground"),
])
""",
}
"""What the examples of a document take as given."""


class Example(NamedTuple):
    """A python block: its line in the document, its code, and what it prints, None where that is not shown."""

    line: int
    code: str
    output: str | None


def examples(text: str) -> Iterator[Example]:
    """The python blocks of a document."""
    blocks = list(FENCE.finditer(text))
    for i, block in enumerate(blocks):
        if block[1] == "python":
            after = blocks[i + 1] if i + 1 < len(blocks) else None
            shows = after is not None and not after[1] and not text[block.end() : after.start()].strip()
            yield Example(text.count("\n", 0, block.start()) + 2, block[2], after[2] if after and shows else None)


def documents() -> list[str]:
    """README.md and docs/*.md that have examples."""
    paths = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    there = [path for path in paths if path.exists() and list(examples(path.read_text(encoding="utf-8")))]
    return [path.relative_to(ROOT).as_posix() for path in there]


def same(printed: str, shown: str) -> bool:
    """Whether two texts have the same words and, within `CLOSE`, the same numbers."""
    words = [re.sub(r"[\s-]+", " ", NUMBER.sub("#", text)).strip() for text in (printed, shown)]
    numbers = [[float(n) for n in NUMBER.findall(text)] for text in (printed, shown)]
    return words[0] == words[1] and all(
        abs(a - b) <= CLOSE * abs(b) or max(abs(a), abs(b)) < TINY for a, b in zip(*numbers, strict=True)
    )


@pytest.mark.parametrize("document", documents())
def test_examples(document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(GIVEN.get(document, ""), names)
    with registries_restored():
        for example in examples((ROOT / document).read_text(encoding="utf-8")):
            code = compile("\n" * (example.line - 1) + example.code, str(ROOT / document), "exec")
            with redirect_stdout(io.StringIO()) as printed:
                exec(code, names)
            if example.output is not None:
                assert same(printed.getvalue(), example.output), f"line {example.line} prints\n{printed.getvalue()}"


def test_outputs_are_compared_word_by_word_and_number_by_number() -> None:
    assert same("a 1.00 b 3e-13", "a 1.01 b  2e-9")
    assert not same("a 1.00", "a 1.20")
    assert not same("a 1.00", "b 1.00")
    assert not same("a 1.00", "a 1.00 1.00")
    assert not same("a 1e-3", "a 1e-9")


def test_the_examples_of_extending_show_what_they_print() -> None:
    found = list(examples((ROOT / "docs/extending.md").read_text(encoding="utf-8")))
    assert len(found) > 7
    assert all(example.output or "print" not in example.code for example in found)


TOML = [
    (document, block[2])
    for document in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    for block in FENCE.finditer(document.read_text(encoding="utf-8"))
    if block[1] == "toml"
]


@pytest.mark.parametrize(("document", "text"), TOML, ids=[f"{path.name}-{i}" for i, (path, _) in enumerate(TOML)])
def test_scenes_and_sweeps_of_the_documents_are_read(
    document: Path, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As they stand, with a record and a model of the names that they have; tasks of a user's own are not believed."""
    monkeypatch.chdir(tmp_path)
    samples = np.sin(np.linspace(0.0, 6.0 * np.pi, 601))
    rows = "\n".join(f"{0.01 * i:.2f}, {value:.6f}" for i, value in enumerate(samples))
    (tmp_path / "RECORD.AT2").write_text(f"time (s), north (m/s2)\n{rows}\n", encoding="utf-8")
    cube = drystone.Block.box((400, 300, 200)).pieces[0]
    lines = ["o stone", *(f"v {x} {y} {z}" for x, y, z in cube.vertices.tolist())]
    lines += ["f " + " ".join(str(corner + 1) for corner in face) for face in cube.faces]
    (tmp_path / "vault.obj").write_text("\n".join(lines).replace("stone", "rib"), encoding="utf-8")
    for other in (one for path, one in TOML if path == document and "scene =" not in one):
        (tmp_path / "house.toml").write_text(other, encoding="utf-8")
    (tmp_path / "given.toml").write_text(text, encoding="utf-8")
    if "task =" in text:
        with pytest.raises(drystone.DrystoneError, match="--allow-task"):
            read_plan(tmp_path / "given.toml")
    elif "scene =" in text:
        plan = read_plan(tmp_path / "given.toml")
        assert len(plan.cases) > 3
    else:
        assert len(drystone.read_scene(tmp_path / "given.toml").assembly) > 0
