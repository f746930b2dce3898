"""Work of a solve that does not depend on the load of the machine: calls of compiled kernels times what one costs.

A kernel's cost is the shortest time of one of its calls over the length of its first array, taken on the same problem.
What is interpreted between the kernels is left out.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from time import perf_counter
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher

from ...numerics.cholesky.base import Factorisation

__all__ = ["Costs", "Tally", "counting"]

MODULES = (
    "interior_point.central_path",
    "interior_point.coulomb_path",
    "interior_point.guess",
    "interior_point.limit_path",
    "interior_point.predictor_corrector",
    "interior_point.resting",
    "interior_point.solver",
    "newton.proximal",
    "structured.arrays",
    "structured.residuals",
    "structured.schur",
    "structured.gradient_steps",
)
"""Where kernels are called from, in `drystone.solvers`."""
ONCE = ("factorise", "factorise_unsymmetric", "solve")
"""Methods of the factors, whose cost is that of a call."""
BY_COUNT = {"_descended": 7}
"""Kernels that do as many passes as one of their arguments says, and which."""

Costs = dict[str, float]
"""Seconds of each kernel, for one of the length of its first array."""


class Tally:
    """Calls of kernels, weighted by their lengths, and their shortest times for a length of one."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.shortest: Costs = {}

    def add(self, name: str, size: float, time: float) -> None:
        """One call of that size."""
        self.calls[name] += size  # type: ignore[assignment]
        self.shortest[name] = min(time / size, self.shortest.get(name, np.inf))

    def work(self, costs: Costs) -> float:
        """Seconds that the calls take at these costs; at their own where a kernel has none."""
        return sum(size * costs.get(name, self.shortest[name]) for name, size in self.calls.items())


class _Counted:
    """A kernel that tells the tally of its calls; to the compiler it is the kernel itself."""

    def __init__(self, name: str, kernel: Any, tally: Tally) -> None:
        self.name, self.kernel, self.tally = name, kernel, tally
        self._numba_type_ = kernel._numba_type_
        self.py_func = kernel.py_func

    def __call__(self, *arguments: Any) -> Any:
        start = perf_counter()
        result = self.kernel(*arguments)
        time = perf_counter() - start
        size = next((len(one) for one in arguments if isinstance(one, np.ndarray)), 1)
        if self.name in BY_COUNT:
            size *= arguments[BY_COUNT[self.name]]
        self.tally.add(self.name, max(size, 1), time)
        return result


def _timed(name: str, method: Callable[..., Any], tally: Tally) -> Callable[..., Any]:
    def called(*arguments: Any) -> Any:
        start = perf_counter()
        result = method(*arguments)
        tally.add(name, 1.0, perf_counter() - start)
        return result

    return called


@contextmanager
def counting() -> Iterator[Tally]:
    """Count the calls of the structured solvers' kernels while this lasts."""
    tally = Tally()
    before: list[tuple[Any, str, Any]] = []
    for place in MODULES:
        module = import_module(f"...solvers.{place}", __package__)
        for name, value in list(vars(module).items()):
            if isinstance(value, Dispatcher):
                before.append((module, name, value))
                setattr(module, name, _Counted(name, value, tally))
    for name in ONCE:
        method = getattr(Factorisation, name)
        before.append((Factorisation, name, method))
        setattr(Factorisation, name, _timed(name, method, tally))
    try:
        yield tally
    finally:
        for owner, name, value in before:
            setattr(owner, name, value)
