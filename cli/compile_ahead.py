"""The machine code of a first step, made by two processes: solvers by a helper, while this one is at the collisions.

A step begins with the collisions, whose code takes about as long to make as that of the solvers, which it needs last. A
helper process solves steps of a column that are written down here, and leaves the code on disk, where this process
finds it (`drystone.numerics.compiled`). It does nothing else, and ends with this process. Only `drystone run` and
`drystone warm-up` have it: no call of the library starts a process by itself.
"""

import atexit
import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np

from ..formulations import StepProblem
from ..model.gravity import ONE_G
from ..numerics.compiled import before_compiling
from ..numerics.threads import VARIABLE, processors
from ..processes import collect_rarely, start
from ..solvers import WarmStart, attempted, get_solver

__all__ = ["begin", "expected", "work"]

PUSHES = (0.0, 0.1, 8.0)
"""Horizontal accelerations (m/s2) of the helper's column: it stands, and is overturned. They are there for what they
make the solvers use; another number changes nothing.
"""
DT = 1e-3
"""Step of it (s), such as runs have."""

_helpers: list[subprocess.Popen[bytes]] = []
"""The helper of this process, once there is one."""


def expected() -> None:
    """Let the helper begin as soon as this process has to compile."""
    before_compiling(begin)


def begin() -> None:
    """Start the helper, where there is a processor for it; without one everything takes its time and works as well."""
    if _helpers or processors() < 2 or not Path(sys.executable or "").name.lower().startswith("python"):
        return  # in an application that embeds Python the executable is the application
    quiet = subprocess.DEVNULL
    try:
        helper = start(__name__, "work", {VARIABLE: "1"}, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet)
    except OSError:  # no process may be started here
        return
    _helpers.append(helper)
    atexit.register(_end, helper)


def _end(helper: "subprocess.Popen[bytes]") -> None:
    helper.kill()
    helper.communicate()


def work() -> None:
    """Solve a column's steps as a run solves its own, and use thereby what a run uses; what the helper does."""
    collect_rarely()
    threading.Thread(target=_watch, daemon=True).start()
    solver, guess = get_solver("auto"), WarmStart(np.zeros((2, 6)), np.zeros((8, 3)))
    for push in PUSHES:
        solution = attempted(solver, _column(push), "kinematic", guess)
        guess = WarmStart(solution.velocity, solution.impulse)


def _watch() -> None:
    """End this process when the one that began it has ended, which closes its end of the pipe."""
    sys.stdin.buffer.read()
    os._exit(0)


def _column(push: float) -> StepProblem:
    """A step of two cubes of one metre and one tonne, one on the other and on the ground."""
    corners = np.array([[x, y, 0.0] for x in (-0.5, 0.5) for y in (-0.5, 0.5)])
    below, above = np.array([0.0, 0.0, -0.5]), np.array([0.0, 0.0, 0.5])
    frame = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    D = np.zeros((8, 2, 6, 3))
    for c, corner in enumerate(corners):
        for contact, side, centre in ((c, 1, above), (4 + c, 0, below), (4 + c, 1, above)):
            sign = 1.0 if side else -1.0
            D[contact, side] = sign * np.vstack((frame.T, np.cross(corner - centre, frame).T))
    momentum = 1e3 * DT * np.array([push, 0.0, -ONE_G, 0.0, 0.0, 0.0])
    return StepProblem(
        H=np.tile(np.diag([1e3] * 3 + [1e3 / 6.0] * 3), (2, 1, 1)),
        k=np.tile(momentum, (2, 1)),
        blocks=np.repeat([[-1, 0], [0, 1]], 4, axis=0),
        D=D,
        phi=np.zeros(8),
        mu=np.full(8, 0.6),
        E=np.zeros((8, 3)),
        dt=DT,
        prescribed=np.zeros((8, 3)),
        memory=np.zeros((8, 3)),
    )
