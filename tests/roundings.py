"""The suite under other roundings, other numbers of threads and in other orders: ``make roundings``.

A test that passes on one processor alone says nothing. Each row of the table is a run of the quick suite with the
instructions that another processor has (for compiled code, or for NumPy's and SciPy's linear algebra), with one or two
threads, and some with the tests in a random order; the last checks every index of compiled code, which reads beyond the
ends of arrays without a word. What this processor cannot run is said. Arguments go to pytest, such as the test files to
run or ``-n 2``. It ends with an error where a test fails.
"""

import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
ORDER = "DRYSTONE_TEST_ORDER"
"""Variable with the seed of the order of the tests, for this file as a plugin of pytest."""
FAILURES = 5
"""Failed tests named in a row."""


class Variation(NamedTuple):
    """A run: its name, the variables that make it, and the instructions of the processor that it needs."""

    name: str
    variables: Mapping[str, str]
    needs: str = ""


def variables(threads: int, order: int | None = None, **others: str) -> dict[str, str]:
    """Variables for every library with so many threads, for an order of the tests, and others."""
    names = ("DRYSTONE_THREADS", "NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    return dict.fromkeys(names, str(threads)) | ({} if order is None else {ORDER: str(order)}) | others


VARIATIONS = (
    Variation("any processor, 1 thread, order 1", variables(1, 1, NUMBA_CPU_NAME="generic")),
    Variation("Nehalem, 1 thread, order 2", variables(1, 2, OPENBLAS_CORETYPE="Nehalem"), "sse4_2"),
    Variation("Haswell, 2 threads, order 3", variables(2, 3, OPENBLAS_CORETYPE="Haswell"), "avx2"),
    Variation("SkylakeX, 2 threads", variables(2, OPENBLAS_CORETYPE="SkylakeX"), "avx512f"),
    Variation("Zen, 1 thread", variables(1, OPENBLAS_CORETYPE="Zen"), "avx2"),
    Variation("Haswell, any, 1 thread", variables(1, OPENBLAS_CORETYPE="Haswell", NUMBA_CPU_NAME="generic"), "avx2"),
    Variation("indices checked, 2 threads", variables(2, NUMBA_BOUNDSCHECK="1")),
)


def main(arguments: Sequence[str]) -> int:
    """Run the suite under each variation; 1 where a test failed in one."""
    known, failed = instructions(), 0
    print(f"{'variation':<34}{'passed':>7}{'failed':>7}{'s':>7}  failed tests", flush=True)
    with tempfile.TemporaryDirectory() as cache:
        for variation in VARIATIONS:
            if known and variation.needs and variation.needs not in known:
                print(f"{variation.name:<34}this processor has no {variation.needs}", flush=True)
                continue
            failed += run(variation, arguments, cache)
    return 1 if failed else 0


def run(variation: Variation, arguments: Sequence[str], cache: str) -> int:
    """Run one variation and print its row; how many tests failed, one where pytest did not come to an end."""
    environment = {**os.environ, **variation.variables}
    for name in ("NUMBA_CPU_NAME", "NUMBA_BOUNDSCHECK"):
        if name in variation.variables:
            environment["NUMBA_CACHE_DIR"] = str(Path(cache, name))  # beside the code lies what this processor runs
    command = [sys.executable, "-m", "pytest", "-q", "--tb=no", "-rfE", "-p", "no:cacheprovider"]
    command += ["-p", "tests.roundings", "-m", "not slow", *arguments]
    start = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - start
    counts = {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|error)", done.stdout)}
    names = re.findall(r"^(?:FAILED|ERROR) (?:tests/)?(\S+)", done.stdout, re.MULTILINE)
    wrong = counts.get("failed", 0) + counts.get("error", 0)
    if done.returncode and not wrong:
        wrong, names = 1, [f"pytest ended with {done.returncode}: {(done.stdout + done.stderr).strip()[-200:]}"]
    told = ", ".join(names[:FAILURES]) + (", …" if len(names) > FAILURES else "")
    print(f"{variation.name:<34}{counts.get('passed', 0):>7}{wrong:>7}{seconds:>7.0f}  {told}", flush=True)
    return wrong


def instructions() -> set[str]:
    """What this processor calls its instructions; nothing where the system does not tell."""
    told = Path("/proc/cpuinfo")
    flags = re.search(r"^flags\s*:(.*)$", told.read_text(encoding="utf-8"), re.MULTILINE) if told.exists() else None
    return set(flags[1].split()) if flags else set()


def pytest_collection_modifyitems(items: list[Any]) -> None:
    """Tests in the order of the variable's seed: the same for every process of one run."""
    if ORDER in os.environ:
        random.Random(int(os.environ[ORDER])).shuffle(items)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
