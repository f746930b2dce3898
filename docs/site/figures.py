"""The pictures and films of the site: made by commands of drystone, each once, into docs/figures.

`python docs/site/figures.py` makes those that are missing or whose command or study has changed; what it made them by
is kept beside them in made.json. Studies that take hours have pictures in docs/results instead.
"""

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1]
FIGURES = DOCS / "figures"
WORK = DOCS.parent / "build" / "figures"

PICTURES = {
    "housner": ("phase-portrait", "Free rocking: angular velocity over angle, with event-driven impacts"),
    "block-3d": ("B1-energy", "Energies of a block that rocks on its corners and comes to rest"),
    "oppenheim-arch": ("configurations", "The arch of seven voussoirs collapses under its pulse"),
    "spandrel-arch": ("figures/spandrel-arch.gif", "The arch with spandrels in its harmonic motion of 0.36 g"),
    "minimum-thickness": ("voussoirs", "Least thickness of a semicircular arch of 4 and 8 voussoirs"),
    "capacity": ("oppenheim-arch", "Forces and mechanism of the arch at its horizontal limit load"),
    "arch-loads": ("friction-0.4", "Forces and mechanism under a load at the quarter, friction 0.4"),
    "natural-arch": ("collapse", "A triangle falls out of the wall, an arch remains"),
    "cylinder-dome": ("dome", "What remains of the cylinder over its opening"),
    "wall-settlement": ("settlement", "The wall follows the settlement and cracks"),
    "dome": ("dome", "The dome stands"),
    "elastic-wall": ("results/elastic-wall/gravity.png", "Stresses of an elastic wall in three ways of integration"),
    "elastic-dome": ("results/elastic-dome/stresses.png", "Stresses of an elastic dome, with the thrust line"),
    "rigid-or-elastic": ("rocking", "A column of rigid and of elastic blocks rocks"),
    "stone-house": ("results/stone-house/long-pulse.png", "The stone house under the longer pulse"),
    "stone-house-domain": (
        "results/stone-house-domain/domain.png",
        "Pulses that the stone house survives, and those that bring it down",
    ),
    "stone-house-fragility": (
        "results/stone-house-fragility/fragility.png",
        "Fragility of the stone house with its confidence band",
    ),
    "church": ("results/church/configurations.png", "The church under a pulse of 1 g"),
    "shaken-wall": ("results/shaken-wall/crown.png", "Displacement of the crown at three time steps"),
    "towers": ("results/towers/slender-tower.png", "A slender tower after a recorded earthquake, three frictions"),
    "drum-column": ("least-acceleration", "Least acceleration that overturns the column: other codes, ours for 1 s"),
    "solver-performance": ("profile", "Performance profile of the solvers on a few steps"),
    "work-precision": ("work-precision", "Error over time of computation, three cases at a few steps"),
    "contact-laws": ("contact-laws", "Error over time of computation: associated and exact friction at one step"),
    "documented": ("documented", "Error of the times of impacts by the step, one of the tables of the documents"),
}
"""Study -> the figure of its quick run, or the picture of a whole run below docs/, and what it shows."""

FILM = ("figures/spandrel-arch.gif", ["run", "spandrel-arch", "--duration", "5", "--quiet"])
"""The film of the gallery, whose page the front page links to, and the words of the run that it shows."""
PAGE = "figures/spandrel-arch.html"
"""The same run as a page."""


def picture_of(study: str) -> str:
    """The path of the picture of a study, below docs/."""
    figure = PICTURES[study][0]
    return figure if "/" in figure else f"figures/{study}.png"


def main() -> int:
    """Make what is missing; the exit code is 1 if something could not be made."""
    FIGURES.mkdir(exist_ok=True)
    WORK.mkdir(parents=True, exist_ok=True)
    made = _read(FIGURES / "made.json")
    failed = []
    jobs: dict[str, tuple[str, list[str], str | None]] = {"film": (*FILM, None)}
    for name, (figure, _) in PICTURES.items():
        if picture_of(name) != figure:
            jobs[name] = (picture_of(name), ["study", name, "--quick", "--quiet"], figure)
    for name, (path, words, figure) in jobs.items():
        stamp = _stamp(name, words)
        if made.get(path) == stamp and (DOCS / path).exists():
            continue
        print(f"{path}: drystone {' '.join(words)}", flush=True)
        if not _make(DOCS / path, words, name, figure):
            failed.append(path)
            continue
        made[path] = stamp
        (FIGURES / "made.json").write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
    print("\n".join(f"not made: {path}" for path in failed) or "all figures are there")
    return 1 if failed else 0


def _make(path: Path, words: list[str], name: str, figure: str | None) -> bool:
    out = WORK / name
    if figure is not None:
        ended = _drystone([*words, "--out", str(WORK)])
        (made,) = [*out.glob(f"{figure}.png")] or [None]
        if ended and made is not None:
            shutil.copyfile(made, path)
        return ended and made is not None
    shutil.rmtree(out, ignore_errors=True)
    ran = _drystone([*words, "--out", str(out)]) and _drystone(["export", str(out), str(path), "--quiet"])
    return ran and _drystone(["view", str(out), "--out", str(DOCS / PAGE), "--quiet"])


def _drystone(words: list[str]) -> bool:
    return subprocess.run([sys.executable, "-m", "drystone", *words], stdout=subprocess.DEVNULL).returncode == 0


def _stamp(name: str, words: list[str]) -> str:
    """What a picture depends on: its command, the module of its study, and what draws."""
    root = DOCS.parent
    modules = sorted(root.glob(f"studies/*/{name.replace('-', '_')}.py"))
    modules += [root / "studies" / "figures.py", *sorted(root.glob("view/*.py"))]
    return hashlib.sha256(b"\n".join([json.dumps(words).encode(), *(one.read_bytes() for one in modules)])).hexdigest()


def _read(path: Path) -> dict[str, str]:
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


if __name__ == "__main__":
    sys.exit(main())
