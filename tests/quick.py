"""The quick tests: as many of the cheapest as fit into a time, by what each took when it last ran (``make quick``).

A plugin of pytest, ``-p tests.quick``. It keeps in pytest's cache what each test took. With ``--within SECONDS`` the
cheapest tests are chosen until their sum, shared among the workers, is that long; tests that never ran count nothing.
Those whose turn comes after that time are skipped, so the time holds on a slow machine and in a fresh clone, too.
"""

import os
import time
from collections.abc import Mapping, Sequence

import pytest

__all__ = ["chosen"]

KEPT = "drystone/durations"
"""Name of the table in pytest's cache: seconds by test, with its fixtures."""
STARTED = time.monotonic()


def chosen(tests: Sequence[str], took: Mapping[str, float], within: float) -> set[str]:
    """The cheapest of the ``tests`` whose sum (s) is at most ``within``; ``took``: seconds of those that ever ran."""
    total, kept = 0.0, set()
    for test in sorted(tests, key=lambda test: (took.get(test, 0.0), test)):
        total += took.get(test, 0.0)
        if total > within:
            break
        kept.add(test)
    return kept


class Durations:
    """Keeps what each test took, where the results of all workers arrive."""

    def __init__(self, config: pytest.Config) -> None:
        self.cache = config.cache
        self.took: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.outcome != "skipped":
            self.took[report.nodeid] = self.took.get(report.nodeid, 0.0) + report.duration

    def pytest_sessionfinish(self) -> None:
        if self.cache is not None and self.took:
            known = self.cache.get(KEPT, {})
            self.cache.set(KEPT, known | {test: round(seconds, 4) for test, seconds in self.took.items()})


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--within", type=float, default=None, help="seconds for the cheapest tests, see tests/quick.py")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Durations(config))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    within = config.getoption("--within")
    if within is None or config.cache is None:
        return
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    keep = chosen([item.nodeid for item in items], config.cache.get(KEPT, {}), within * workers)
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in keep])
    items[:] = [item for item in items if item.nodeid in keep]


def pytest_runtest_setup(item: pytest.Item) -> None:
    within = item.config.getoption("--within")
    if within is not None and time.monotonic() - STARTED > within:
        pytest.skip(f"later than {within:g} s")
