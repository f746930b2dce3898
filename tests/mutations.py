"""Faults planted one at a time in a copy of the package, and which test finds each: ``make mutations``.

Evidence that the tests can fail, not part of the quick suite. The list is `mutation_faults.FAULTS`. Each fault is
planted in a temporary copy of the repository, the tests it names are run until the first failure, and the whole quick
suite where they pass. Before, the named tests must pass on the copy as it is. It ends with an error where a fault
survives or its text is not found exactly once.

Arguments: words, to plant only the faults with one of them in their file or meaning.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from .mutation_faults import FAULTS, Fault

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "drystone"
LEFT_OUT = (".git", ".venv", "*_cache", "build", "dist", "runs", "*.egg-info")
"""Not copied. Compiled code in ``__pycache__`` is, so that only what has a fault, and its callers, is compiled anew."""
HANGS = 1800.0
"""Seconds after which tests that do not end count as failed: many faults keep a loop from ending."""


def main(words: Sequence[str]) -> int:
    """Plant the faults whose file or meaning has one of the ``words``, all without; 1 where one survives."""
    chosen = [fault for fault in FAULTS if not words or any(w in f"{fault.file} {fault.meaning}" for w in words)]
    misplaced = [fault for fault in chosen if (ROOT / fault.file).read_text(encoding="utf-8").count(fault.old) != 1]
    for fault in misplaced:
        print(f"not found exactly once in {fault.file}: {fault.old!r}")
    if misplaced or not chosen:
        print(f"{len(chosen)} faults chosen, {len(misplaced)} misplaced")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / PACKAGE
        shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
        check_import(copy)
        named = sorted({test for fault in chosen for test in fault.tests})
        failed, seconds = run(copy, named)
        if failed is not None:
            print(f"without any fault {failed} fails; nothing can be said")
            return 1
        print(f"{len(named)} named tests and files pass without a fault ({seconds:.0f} s)\n")
        print(row("", "file", "fault", "s", "found by"), flush=True)
        survived = [fault for number, fault in enumerate(chosen, 1) if not found(copy, number, fault)]
    print(f"\n{len(chosen)} faults, {len(chosen) - len(survived)} found, {len(survived)} survived")
    return 1 if survived else 0


def found(pristine: Path, number: int, fault: Fault) -> bool:
    """Plant one fault in a copy of the pristine copy and print its row; whether a test found it."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / PACKAGE
        shutil.copytree(pristine, copy, symlinks=True)
        path = copy / fault.file
        mutated = path.read_text(encoding="utf-8").replace(fault.old, fault.new)
        ast.parse(mutated)  # a fault that is no Python would be found by every test
        path.write_text(mutated, encoding="utf-8")
        test, seconds = run(copy, fault.tests)
        if test is None:
            test, more = run(copy, ())
            test, seconds = test and f"{test} (not named)", seconds + more
    print(row(f"{number}", fault.file, fault.meaning, f"{seconds:.0f}", test or "SURVIVED"), flush=True)
    return test is not None


def row(*cells: str) -> str:
    """A line of the table."""
    return "{:>3}  {:<40}{:<86}{:>5}  {}".format(*cells)


def check_import(copy: Path) -> None:
    """The tests must see the copy, whatever is installed."""
    command = [sys.executable, "-c", f"import {PACKAGE}; print({PACKAGE}.__file__)"]
    seen = subprocess.run(command, cwd=copy, env=environment(copy), capture_output=True, text=True, check=True).stdout
    if Path(seen.strip()).parent != copy:
        raise RuntimeError(f"tests would import {seen.strip()} instead of the copy in {copy}")


def environment(copy: Path) -> dict[str, str]:
    """Variables with which the copy is imported, and nothing is written in it but what numba compiles."""
    return {**os.environ, "PYTHONPATH": str(copy.parent), "PYTHONDONTWRITEBYTECODE": "1"}


def run(copy: Path, tests: Iterable[str]) -> tuple[str | None, float]:
    """Run tests, all quick ones if none are named, in the copy: the first that fails or None, and the seconds."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-rfE", "-p", "no:cacheprovider"]
    command += ["-m", "not slow", *tests]
    start = time.perf_counter()
    try:
        done = subprocess.run(command, cwd=copy, env=environment(copy), capture_output=True, text=True, timeout=HANGS)
    except subprocess.TimeoutExpired:
        return "a test that does not end", time.perf_counter() - start
    seconds = time.perf_counter() - start
    if done.returncode == 0:
        return None, seconds
    failure = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    if failure is None:
        raise RuntimeError(f"pytest ended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return failure[1].removeprefix("tests/"), seconds


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
