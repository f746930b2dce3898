"""What others receive: the source distribution, the metadata, a README that stands on its own."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pytest

import drystone

ROOT = Path(drystone.__file__).parent
BACKEND = 77
"""Least version of setuptools that reads our pyproject.toml."""


def project() -> dict[str, Any]:
    path = ROOT / "pyproject.toml"
    if not path.exists():
        pytest.skip("drystone is installed without its sources")
    read: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    return read


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> tarfile.TarFile:
    """The source distribution, made by the backend of pyproject.toml in a copy of the clone, without a network."""
    project()
    try:
        here = version("setuptools")
    except PackageNotFoundError:
        here = "0, none"
    if int(re.split(r"\D", here)[0]) < BACKEND:
        pytest.skip(f"the build backend needs setuptools {BACKEND}, here is {here}; install drystone[test]")
    work = tmp_path_factory.mktemp("source")
    clone = work / "clone"
    clone.mkdir()
    for path in ROOT.iterdir():  # links, so that nothing is written into the clone
        if not path.name.startswith(".") and path.name != "build" and path.suffix != ".egg-info":
            (clone / path.name).symlink_to(path, target_is_directory=path.is_dir())
    made_by = "from setuptools import build_meta; build_meta.build_sdist({0!r}); build_meta.build_wheel({0!r})"
    program = made_by.format(str(work))
    made = subprocess.run(
        [sys.executable, "-c", program], cwd=clone, env={**os.environ, "PYTHONWARNINGS": "ignore"}, check=False,
        capture_output=True, text=True,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    archive: tarfile.TarFile = tarfile.open(next(work.glob("*.tar.gz")))  # noqa: SIM115 - read by the tests
    return archive


def tracked(folder: str, pattern: str) -> set[str]:
    return {str(path.relative_to(ROOT)) for path in (ROOT / folder).rglob(pattern)}


def test_the_source_distribution_holds_docs_changelog_tests_and_makefile(source: tarfile.TarFile) -> None:
    inside = {name.partition("/")[2] for name in source.getnames()}
    assert {"CHANGELOG.md", "LICENSE", "Makefile", "README.md", "pyproject.toml", "py.typed"} <= inside
    assert {path for path in tracked("docs", "*.md") if not path.startswith("docs/figures")} <= inside
    assert tracked("docs/site", "*.py") | tracked("docs/pictures", "*.png") | tracked("docs/rhino", "*.py") <= inside
    assert {"CITATION.cff", "CONTRIBUTING.md"} <= inside
    assert tracked("tests", "*.py") <= inside
    for package in project()["tool"]["setuptools"]["packages"]:
        folder = Path(*package.split(".")[1:])
        assert {str(path.relative_to(ROOT)) for path in (ROOT / folder).glob("*.py")} <= inside, package


def test_the_wheel_holds_the_parts_of_pages_and_the_licence_of_what_is_in_them(source: tarfile.TarFile) -> None:
    """The bundle, not the sources that it is made of: installing needs no node."""
    inside = {name.partition("/")[2] for name in source.getnames()}
    assert {path for pattern in ("*.js", "*.json") for path in tracked("page/source", pattern)} <= inside
    with zipfile.ZipFile(next(Path(str(source.name)).parent.glob("*.whl"))) as wheel:
        names = wheel.namelist()
    parts = {path.name for path in (ROOT / "page/assets").iterdir()}
    assert {name.rpartition("/")[2] for name in names if name.startswith("drystone/page/assets/")} == parts
    assert {"page.js", "chart.js", "page.css", "frame.html", "page.html", "chart.html", "three-LICENSE.txt"} == parts
    assert any(name.endswith(".dist-info/licenses/page/assets/three-LICENSE.txt") for name in names)
    assert not any("page/source" in name for name in names)


def test_the_source_distribution_holds_nothing_else(source: tarfile.TarFile) -> None:
    folders = {package.split(".")[1] for package in project()["tool"]["setuptools"]["packages"] if "." in package}
    for name in source.getnames():
        inside = name.partition("/")[2]
        top, _, rest = inside.partition("/")
        if rest:
            assert top in folders | {"docs", "tests", "drystone.egg-info"}, inside
        assert not inside.endswith((".pyc", ".nbi", ".nbc")), inside


def test_the_metadata_says_who_what_and_for_which_python() -> None:
    told = project()["project"]
    assert told["authors"] == [{"name": "drystone developers"}]
    least = tuple(int(part) for part in told["requires-python"].removeprefix(">=").split("."))
    versions = [
        tuple(int(part) for part in one.rpartition(" ")[2].split("."))
        for one in told["classifiers"]
        if re.fullmatch(r"Programming Language :: Python :: \d+\.\d+", one)
    ]
    assert versions == [(3, 11), (3, 12), (3, 13)]
    assert min(versions) == least
    assert sys.version_info[:2] in versions or sys.version_info[:2] > max(versions)
    assert told["description"]
    assert told["readme"] == "README.md"
    assert all(url.startswith("https://") for url in told.get("urls", {}).values())


def test_the_readme_has_no_relative_links_and_names_files_that_exist() -> None:
    """A package index shows the README alone: relative links lead nowhere there, so files are named as paths."""
    text = re.sub(r"```.*?```", "", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.DOTALL)
    targets = re.findall(r"\]\(([^)]*)\)", text) + re.findall(r"^\[[^\]]+\]:\s*(\S+)", text, re.MULTILINE)
    pictures = set(re.findall(r"!\[[^\]]*\]\(([^)]*)\)", text))
    assert [target for target in targets if not target.startswith("https://") and target not in pictures] == []
    named = re.findall(r"`((?:docs/)?[\w-]+\.md)`", text)
    assert "docs/architecture.md" in named
    for path in named:
        assert (ROOT / path).is_file(), path
