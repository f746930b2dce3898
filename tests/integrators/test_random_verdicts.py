"""Verdicts that are certain, on structures that may just fall, against runs ten times as long."""

import warnings
from typing import Any

import pytest

import drystone as ds
from drystone.results import Verdict

from ..random_structures import near_failure

DURATION, LONGER = 2.0, 10.0  # s, and how many times as long as what was certain is run again
CLAIMED = 5  # verdicts of twenty that are certain at least: a program that never is would pass the rest


def verdict(arguments: dict[str, Any], duration: float, until: str) -> Verdict:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the law and of energy: it is the verdict that is asked
        options = {"record_contacts": False, "until": until}
        return ds.simulate(duration=duration, options=options, **arguments).verdict()


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 200, 20))
def test_what_is_certain_does_not_change(first: int) -> None:
    wrong, certain = [], 0
    for seed in range(first, first + 20):
        arguments = near_failure(seed)
        said = verdict(arguments, DURATION, "verdict")
        if not said.certain:
            continue
        certain += 1
        later = verdict(arguments, LONGER * said.time, "end")
        if later.state != said.state:
            wrong.append((seed, said.state, said.reason, later.state))
    assert not wrong
    assert certain >= CLAIMED
