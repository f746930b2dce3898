"""The process that solves saved steps, one at a time, and says what each took; `runner` starts it.

It reports {"phase": ...} before each solve, so that the process that waits can end it after a time limit, and then the
row of results. While it solves it holds nothing but the step and the libraries, whose memory is measured.
"""

import gc
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import numpy as np

from ...errors import DrystoneError
from ...files.problems import SavedStep, read_step
from ...processes import Message, serve
from ...solvers import StepSolution, get_solver
from ...solvers.certificate import certificate
from ...user_code import imported_once

__all__ = ["main", "measure", "peak_memory", "reset_peak_memory"]

LONG = 5.0
"""Seconds of a solve beyond which it is not repeated."""
TOLD = ("status", "build_time", "solve_time", "iterations", "factorisations")
MEASURED = ("primal", "dual", "complementarity", "gap", "natural", "worst")
"""Of the row: what the solution says, and what its certificate does, None where the answer is not finite."""


def main() -> None:
    """Answer the jobs of the process that started this one."""
    serve(lambda job, report: answer(job, lambda phase: report({"phase": phase})))


def answer(job: Message, report: Callable[[str], None] = lambda phase: None) -> Message:
    """The row of one job; an error becomes its status."""
    try:
        if job.get("part"):
            imported_once(job["part"])
        if job.get("warm_up"):
            report("warm-up")
            _warm_up(job)
        return measure(job, read_step(job["path"], job["problem"]), report)
    except DrystoneError as error:
        return {"status": "not possible", "message": str(error)}
    except MemoryError:
        return {"status": "out of memory"}
    except Exception as error:  # whatever a solver raises that it should not: the row says so, the others go on
        return {"status": "crashed", "message": f"{type(error).__name__}: {error}"}


def measure(job: Message, step: SavedStep, report: Callable[[str], None] = lambda phase: None) -> Message:
    """Solve a step ``job["repeats"]`` times and give the run with the median time.

    Every repeat has a new solver and a new copy of the step, with nothing prepared. "cold": no guess. "warm": as in a
    run, the same solver has made the step before, which is not timed, and starts from its impulses.
    """
    runs: list[Message] = []
    while len(runs) < job["repeats"] and (not runs or runs[-1]["time"] <= LONG):
        solver = get_solver(job["solver"], **job["settings"])
        guess = None
        if job["start"] == "warm":
            assert step.before is not None  # the first step of a run is solved cold alone
            report("before")
            solver.solve(step.before.problem, job["form"], step.before.guess)
            guess = step.guess
        problem = replace(step.problem)
        gc.collect()
        report("solve")
        reset_peak_memory()
        start = perf_counter()
        solution = solver.solve(problem, job["form"], guess)
        runs.append(_row(step, solution, perf_counter() - start, solver.accuracy))
    return sorted(runs, key=lambda run: float(run["time"]))[len(runs) // 2] | {"repeats": len(runs)}


def _row(step: SavedStep, solution: StepSolution, time: float, accuracy: float) -> Message:
    memory = peak_memory()
    finite = np.isfinite(solution.velocity).all() and np.isfinite(solution.impulse).all()
    found = certificate(step.problem, solution.velocity, solution.impulse) if finite else None
    last = solution.attempts[-1].status if solution.attempts else ""
    return {
        **{name: getattr(solution, name) for name in TOLD},
        **{name: getattr(found, name) if found else None for name in MEASURED},
        "time": time, "attempts": len(solution.attempts), "chosen": solution.solver, "accuracy": accuracy,
        "value": _value(step, solution) if found else None, "peak_memory": memory,
        "message": last if last not in ("solved", solution.status) else "",
    }  # fmt: skip


def _value(step: SavedStep, solution: StepSolution) -> float:
    """Static value of the answer over the energy of the step, to compare answers."""
    scaled, restore = step.problem.scaled
    point = restore.forward(solution.velocity, solution.impulse)
    return float(scaled.objective("static", *point)) / max(1.0, scaled.energy)


def _warm_up(job: Message) -> None:
    """Load and compile what the solver uses, on a small step."""
    small = read_step(job["path"], job["warm_up"])
    solver = get_solver(job["solver"], **job["settings"])
    for guess in (None, small.guess):
        solver.solve(replace(small.problem), job["form"], guess)


def reset_peak_memory() -> None:
    """Forget the largest memory so far, where the system can (Linux); elsewhere it is that of the whole process."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def peak_memory() -> float | None:
    """Largest resident memory of this process (MB) since `reset_peak_memory`; None where it is not known."""
    status = Path("/proc/self/status")
    mark = re.search(r"VmHWM:\s*(\d+) kB", status.read_text("ascii", "replace")) if status.is_file() else None
    if mark:
        return float(mark[1]) / 1024.0
    with suppress(ImportError):
        import resource

        unit = 2.0**20 if sys.platform == "darwin" else 1024.0
        return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) / unit
    return None
