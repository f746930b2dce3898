"""Which cases of a test are slow."""

from itertools import product
from pathlib import Path

import pytest

from .marks import covering, with_slow

pytest_plugins = ["pytester"]


def test_every_value_is_covered_each_about_as_often() -> None:
    values = {"law": "abcd", "integrator": "mb", "dt": "12"}
    cases = [dict(zip(values, case, strict=True)) for case in product(*values.values())]
    kept = [cases[place] for place in covering(cases)]
    assert len(kept) == 4
    for name, every in values.items():
        assert {value: [case[name] for case in kept].count(value) for value in every} == {
            value: len(kept) // len(every) for value in every
        }


def test_combinations_beyond_each_value_are_slow(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    pytester.makeconftest("from tests.marks import mark_surplus\npytest_collection_modifyitems = mark_surplus\n")
    pytester.makeini("[pytest]\nmarkers =\n    slow\n    each_value\n")
    pytester.makepyfile(
        "import pytest\n@pytest.mark.each_value\n@pytest.mark.parametrize('a', [[1], [2]])\n"
        "@pytest.mark.parametrize('b', [0.0, 1.0, 2.0])\ndef test_all(a, b): pass\n"
        "@pytest.mark.parametrize('b', [0.0, 1.0])\ndef test_both(b): pass\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent.parent))
    found = pytester.runpytest_subprocess("-m", "slow", "-p", "no:xdist", "-p", "no:cov")
    found.assert_outcomes(passed=3, deselected=5)


def test_a_slow_value_must_be_one() -> None:
    assert [getattr(one, "values", one) for one in with_slow(["a", "b"], "b")] == ["a", ("b",)]
    with pytest.raises(ValueError, match="none of the values"):
        with_slow(["a", "b"], "c")
