"""The choice of the quick tests."""

from pathlib import Path

import pytest

from .quick import chosen

pytest_plugins = ["pytester"]


def test_the_cheapest_tests_that_fit_are_chosen_and_those_that_never_ran() -> None:
    took = {"a": 3.0, "b": 0.5, "c": 1.0}
    assert chosen(["a", "b", "c", "new"], took, 2.0) == {"b", "c", "new"}
    assert chosen(["a", "b", "c"], took, 4.5) == {"a", "b", "c"}


def test_a_second_run_leaves_out_what_took_long_in_the_first(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once by what the cache keeps, and once by the clock in a folder without a cache."""
    pytester.makepyfile("import time\ndef test_a(): time.sleep(0.6)\ndef test_b(): pass\ndef test_c(): pass\n")
    monkeypatch.delenv("PYTEST_XDIST_WORKER_COUNT", raising=False)  # of this run, not of those within
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent.parent))
    run = ("-p", "tests.quick", "-p", "no:xdist", "-p", "no:cov")
    pytester.runpytest_subprocess(*run, "--within", "0").assert_outcomes(skipped=3)
    pytester.runpytest_subprocess(*run).assert_outcomes(passed=3)
    assert pytester.runpytest_subprocess(*run, "--within", "0.5").parseoutcomes()["deselected"] == 1
