"""What all tests share: coverage follows a share of the steps of long runs, which take twice the time while it looks.

A step in the middle of a run takes the lines that the steps before it took: the first ones of every test are followed,
and one of `EVERY` after them. A run without coverage is not touched, nor is what a step does.
"""

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from drystone.integrators import control, stepping

FIRST, EVERY = 100, 20
"""Steps of a test that coverage follows at its beginning, and one of so many that it follows later."""

count = [0]
"""Steps of the test so far."""


def unseen(advance: Any) -> Any:
    """`advance` of step control, most of whose steps no tracer sees.

    The tracer is taken off and put back in one frame, with which its own stack of frames stays right.
    """

    def seldom_seen(*arguments: Any) -> Iterator[Any]:
        made, tracer = advance(*arguments), sys.gettrace()
        count[0] += 1
        if count[0] <= FIRST or count[0] % EVERY == 0:
            yield from made
            return
        while True:
            sys.settrace(None)
            try:
                step = next(made)
            except StopIteration:
                return
            finally:
                sys.settrace(tracer)
            yield step

    return seldom_seen


@pytest.fixture(autouse=True, scope="session")
def coverage_follows_some_steps() -> Iterator[None]:
    """Only where it looks by a function of its own: a debugger's is left alone."""
    with pytest.MonkeyPatch.context() as patch:
        if type(sys.gettrace()).__module__.startswith("coverage"):
            patch.setattr(stepping, "advance", unseen(control.advance))
        yield


@pytest.fixture(autouse=True)
def steps_are_counted_anew() -> None:
    """For each test."""
    count[0] = 0
