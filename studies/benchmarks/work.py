"""Work of a solve that does not depend on the load of the machine: calls of compiled kernels times what one costs.

A kernel's cost is the shortest time of one of its calls over the length of its first array, taken on the same problem.
What is interpreted between the kernels is left out.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from time import perf_counter
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher

from ...numerics.cholesky.base import Factorisation

__all__ = ["Costs", "Tally", "counting"]

MODULES = (
    "interior_point.central_path", "interior_point.coulomb_path", "interior_point.guess", "interior_point.limit_path",
    "interior_point.predictor_corrector", "interior_point.resting", "interior_point.solver", "newton.proximal",
    "structured.arrays", "structured.residuals", "structured.gradient_steps",
)  # fmt: skip
"""Where kernels are called from, in `drystone.solvers`."""
ONCE = ("factorise", "factorise_unsymmetric", "solve")
"""Methods of the factors, whose cost is that of a call."""

Costs = dict[str, float]
"""Seconds of each kernel, for one of the length of its first array."""


class Tally:
    """Calls of kernels, weighted by their lengths, and their shortest times for a length of one."""

    def __init__(self) -> None:
        self.calls: dict[str, float] = defaultdict(float)
        self.shortest: Costs = {}

    def timed(self, name: str, function: Callable[..., Any], arguments: Sequence[Any], size: float = 1.0) -> Any:
        """What the function makes of its arguments; it is added as one call of that size."""
        start = perf_counter()
        result = function(*arguments)
        time = perf_counter() - start
        self.calls[name] += size
        self.shortest[name] = min(time / size, self.shortest.get(name, np.inf))
        return result

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
        size = next((len(one) for one in arguments if isinstance(one, np.ndarray)), 1)
        return self.tally.timed(self.name, self.kernel, arguments, max(size, 1))


def _timed(name: str, method: Callable[..., Any], tally: Tally) -> Callable[..., Any]:
    return lambda *arguments: tally.timed(name, method, arguments)


@contextmanager
def counting() -> Iterator[Tally]:
    """Count the calls of the structured solvers' kernels while this lasts."""
    tally, replaced = Tally(), list[tuple[Any, str, Any]]()
    for place in MODULES:
        module = import_module(f"...solvers.{place}", __package__)
        for name, value in vars(module).items():
            if isinstance(value, Dispatcher):
                replaced.append((module, name, _Counted(name, value, tally)))
    replaced += [(Factorisation, name, _timed(name, getattr(Factorisation, name), tally)) for name in ONCE]
    with ExitStack() as stack:
        for owner, name, counted in replaced:
            stack.callback(setattr, owner, name, getattr(owner, name))
            setattr(owner, name, counted)
        yield tally
