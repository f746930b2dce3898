"""Which cases of a test are slow: run by `pytest -m slow` alone.

`with_slow` names single ones. The mark `each_value` leaves, of all combinations of a test's parameters, enough that
each value of each one occurs: for checks of laws, integrators and forms alike, where a fault in one of them shows with
any value of the others. What depends on a combination is a test of its own, or without the mark.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

__all__ = ["covering", "mark_surplus", "with_slow"]


def covering(cases: Sequence[Mapping[str, str]]) -> list[int]:
    """Places of some of the ``cases``, values by name, in which every value of every name occurs that occurs in any.

    The case with the most values that none before it has is taken next; of such, one whose others were taken least.

    >>> covering([{"law": law, "dt": dt} for law in ("a", "b") for dt in ("1", "2")])
    [0, 3]
    """
    times = Counter({value: 0 for case in cases for value in case.items()})
    taken: list[int] = []
    while 0 in times.values():
        gains = [(sum(not times[v] for v in case.items()), -sum(times[v] for v in case.items())) for case in cases]
        taken.append(gains.index(max(gains)))
        times.update(cases[taken[-1]].items())
    return sorted(taken)


def mark_surplus(items: Sequence[pytest.Item]) -> None:
    """Mark as slow what `covering` leaves out, of the tests marked `each_value`."""
    tests: dict[str, list[pytest.Function]] = {}
    for item in items:
        if isinstance(item, pytest.Function) and item.get_closest_marker("each_value"):
            tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for found in tests.values():
        kept = covering([{name: repr(value) for name, value in item.callspec.params.items()} for item in found])
        for place, item in enumerate(found):
            if place not in kept:
                item.add_marker(pytest.mark.slow)


def with_slow(values: Iterable[Any], *slow: Any) -> list[Any]:
    """The ``values`` of a parameter, those that are named ``slow`` marked as that."""
    every = list(values)
    unknown = [one for one in slow if one not in every]
    if unknown:
        raise ValueError(f"{unknown} are none of the values {every}")
    return [pytest.param(one, marks=pytest.mark.slow) if one in slow else one for one in every]
