"""The site: every document is in its navigation, links lead somewhere, commands exist, the reference has every name."""

import ast
import importlib.util
import json
import re
import shlex
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import drystone as ds
from drystone.cli.command import parser
from drystone.geometry import FORMATS
from drystone.studies import STUDIES

from .typings import link

ROOT = Path(ds.__file__).parent
DOCS = ROOT / "docs"
DOCUMENTS = sorted([*DOCS.glob("*.md"), DOCS / "results" / "README.md", DOCS / "decisions" / "README.md"])
COMMAND = re.compile(r"^(?:\$ )?drystone (.*)$", re.MULTILINE)
BLOCK = re.compile(r"^```(?:sh|shell|bash)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PLACEHOLDERS = {"COMMAND", "NAME", "..."}
MADE = re.compile(r"^figures/")
"""Made by the build of the site."""


def of_the_site(name: str) -> ModuleType:
    """A module of docs/site, which is no package."""
    folder = str(DOCS / "site")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    spec = importlib.util.spec_from_file_location(name, DOCS / "site" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_every_document_is_in_the_navigation_once() -> None:
    trees = re.findall(r"```\{toctree\}\n(.*?)```", (DOCS / "index.md").read_text(encoding="utf-8"), re.DOTALL)
    told = [line for tree in trees for line in tree.splitlines() if line and not line.startswith(":")]
    there = [path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCUMENTS if path.name != "index.md"]
    assert sorted(told) == sorted(there)


@pytest.mark.parametrize("path", [ROOT / "CONTRIBUTING.md", *DOCUMENTS], ids=lambda path: path.name)
def test_links_lead_to_files_and_headings_that_are_there(path: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        file, _, heading = target.partition("#")
        if target.startswith("https://"):
            continue
        there = path if not file else path.parent / file
        assert there.exists(), target
        if heading:
            titles = re.findall(r"^#+ (.*)$", there.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in [re.sub(r"[^\w\- ]", "", one).strip().lower().replace(" ", "-") for one in titles], target


def commands(text: str) -> list[list[str]]:
    """The words of the commands of drystone in the blocks of a text; what stands behind a # is a comment."""
    found = [line for block in BLOCK.findall(text) for line in COMMAND.findall(block)]
    return [shlex.split(line.partition(" > ")[0].partition(" # ")[0]) for line in found]


@pytest.mark.parametrize("path", [ROOT / "README.md", *DOCUMENTS], ids=lambda path: path.name)
def test_commands_of_documents_are_commands(path: Path) -> None:
    """Their words, options and choices are those of the command; what they name need not be here."""
    for words in commands(path.read_text(encoding="utf-8")):
        if not PLACEHOLDERS & set(words[:1]):
            assert "module" in vars(parser().parse_args(words))


def test_a_command_that_is_none_is_seen() -> None:
    (words,) = commands("```\n$ drystone run arch --durations 1   # no such option\n```\n")
    with pytest.raises(ds.DrystoneError):
        parser().parse_args(words)


def test_the_reference_has_every_public_name_with_its_docstring() -> None:
    catalogue = of_the_site("catalogue")
    text = catalogue.api_text()
    entries = dict(re.findall(r"^### (\S+)\n\n(.*?)(?=^### |\Z)", text, re.MULTILINE | re.DOTALL))
    for name in ds.__all__:
        if not name.startswith("__"):
            first = (getattr(ds, name).__doc__ or "").strip().splitlines()[0].split("``")[0][:20].strip()
            assert first.replace("*", "") in entries[f"ds.{name}"].replace("\\", ""), name
    for room in ("structures", "statics", "view"):
        module = getattr(ds, room)
        for name in module.__all__:
            thing = getattr(module, name)
            if callable(thing):
                known = [f"ds.{name}", f"drystone.{room}.{name}"]
                assert [one for one in known if one in entries], f"{room}.{name}"


def test_docstrings_become_markdown() -> None:
    catalogue = of_the_site("catalogue")
    text = 'A (name, "*") of *kind*, ``a*b``.\n\n    x * y\n\n>>> 1 * 2\n2\n\nMore.'
    told = catalogue.as_markdown(text)
    assert told.splitlines()[0] == 'A (name, "\\*") of \\*kind\\*, ``a*b``.'
    assert "    x * y\n" in told
    assert "```pycon\n>>> 1 * 2\n2\n```\n" in told


def test_every_study_has_a_picture_that_is_there_or_made() -> None:
    figures = of_the_site("figures")
    assert sorted(figures.PICTURES) == sorted(set(STUDIES) - set(STUDIES.added))
    for study, (figure, caption) in figures.PICTURES.items():
        assert caption
        assert MADE.match(figures.picture_of(study)) or (DOCS / figure).is_file(), study


def test_pictures_of_the_readme_are_there_and_small() -> None:
    named = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(named) == 2
    assert all((ROOT / name).stat().st_size < 150_000 for name in named)


def test_figures_that_documents_show_are_made_by_the_build() -> None:
    figures = of_the_site("figures")
    made = {figures.FILM[0], *map(figures.picture_of, figures.PICTURES)}
    for path in DOCUMENTS:
        shown = re.findall(r"\{(?:figure|image)\} (\S+)", path.read_text(encoding="utf-8"))
        assert [one for one in shown if one not in made and not (DOCS / one).is_file()] == [], path.name


def test_the_citation_has_this_version() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.search(r"^version: (.*)$", text, re.MULTILINE)[1] == ds.__version__  # type: ignore[index]


RHINO = DOCS / "rhino" / "export_blocks.py"


def test_the_script_for_rhino_is_python_3_9_and_its_file_is_read(tmp_path: Path) -> None:
    """Triangles with corners of their own, as Rhino's meshes have them, in the text that the script writes."""
    source = RHINO.read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 9))
    names: dict[str, Any] = {"__name__": "script"}
    exec(compile(source, str(RHINO), "exec"), names)
    blocks = []
    for place in range(3):
        piece = ds.Block.box((1.0, 1.0, 0.5), center=(0.0, 0.0, 0.25 + 0.5 * place)).pieces[0]
        corners = [piece.vertices[list(face)].tolist() for face in piece.faces]
        faces = [[4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3] for k in range(len(corners))]
        blocks.append(("stone" if place else None, [point for face in corners for point in face], faces))
    path = tmp_path / "model.drystone.json"
    path.write_text(names["document"](blocks), encoding="utf-8")
    assembly = ds.read_assembly(path, supports="lowest")
    assert list(assembly.names) == ["block", "stone", "stone-2"]
    assert assembly.mass == pytest.approx([1000.0] * 3)
    assert ds.check_geometry(path).problems == ()


def test_the_script_for_rhino_reads_what_is_visible_in_metres(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a stand-in for Rhino that has the names that the script uses."""

    class Mesh:
        def __init__(self, points: list[tuple[float, float, float]]) -> None:
            converted = [SimpleNamespace(X=x, Y=y, Z=z) for x, y, z in points]
            self.Vertices = SimpleNamespace(ToPoint3dArray=lambda: converted)
            self.Faces = [SimpleNamespace(A=0, B=1, C=2, D=2, IsQuad=False)]

    kinds = {"Mesh": Mesh, "Extrusion": type("Extrusion", (), {}), "Brep": type("Brep", (), {})}
    kinds["InstanceReferenceGeometry"] = type("InstanceReferenceGeometry", (), {})
    rhino = SimpleNamespace(
        RhinoMath=SimpleNamespace(UnitScale=lambda unit, metres: 0.001), UnitSystem=SimpleNamespace(Meters="m"),
        Geometry=SimpleNamespace(**kinds),
    )  # fmt: skip
    shown = SimpleNamespace(Visible=True, Name="a", Geometry=Mesh([(0.0, 0.0, 0.0), (1e3, 0.0, 0.0), (0.0, 1e3, 0.0)]))
    hidden, curve = SimpleNamespace(Visible=False), SimpleNamespace(Visible=True, Geometry=object())
    instance = SimpleNamespace(Visible=True, Name="pier", Geometry=kinds["InstanceReferenceGeometry"]())
    document = SimpleNamespace(Objects=[hidden, curve, instance, shown], ModelUnitSystem="mm")
    monkeypatch.setitem(sys.modules, "Rhino", rhino)
    monkeypatch.setitem(sys.modules, "scriptcontext", SimpleNamespace(doc=document))
    names: dict[str, Any] = {"__name__": "script"}
    exec(compile(RHINO.read_text(encoding="utf-8"), str(RHINO), "exec"), names)
    (found,) = names["rhino_blocks"]()
    assert found == ("a", [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)], [[0, 1, 2]])
    assert capsys.readouterr().out == "left out: pier, an instance of a block; explode it first\n"
    assert json.loads(names["document"]([found]))["a"]["data"]["face"] == {"0": [0, 1, 2]}
    assert ".json" in FORMATS


def test_mypy_finds_the_package_without_a_right_to_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = link(tmp_path / "typings" / "drystone", tmp_path)
    assert made.samefile(tmp_path)
    assert link(made, tmp_path) == made

    def refused(*_: Any, **__: Any) -> None:
        raise OSError(1314, "a required privilege is not held by the client")

    junctions: list[tuple[str, str]] = []
    monkeypatch.setattr(Path, "symlink_to", refused)
    with pytest.raises(OSError, match="privilege"):
        link(tmp_path / "other")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "_winapi", SimpleNamespace(CreateJunction=lambda *to: junctions.append(to)))
    link(tmp_path / "other", tmp_path)
    assert junctions == [(str(tmp_path), str(tmp_path / "other"))]
