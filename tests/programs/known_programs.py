"""Small conic programs with primal and dual solutions in closed form; every backend is run on all of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from drystone.programs import ConicProgram

Array = NDArray[np.float64]


SHARP = 1e-7  # relative error allowed in x and z
CURVED = 1e-5  # the same where a curved cone binds among others: the gap, 1e-11, bounds the square of the distance


@dataclass(frozen=True)
class KnownProgram:
    """A program with its unique solution x and multipliers z, or the status that says that it has none."""

    program: ConicProgram
    x: Array = field(default_factory=lambda: np.zeros(0))
    z: Array = field(default_factory=lambda: np.zeros(0))
    status: str = "solved"
    accuracy: float = SHARP

    @property
    def name(self) -> str:
        return self.program.name

    @property
    def value(self) -> float:
        return self.program.objective(self.x)


def _known(name: str, P: Any, q: Any, A: Any, b: Any, x: Any, z: Any, **cones: Any) -> KnownProgram:
    vectors = [np.array(vector, dtype=float) for vector in (q, b, x, z)]
    program = ConicProgram(sp.csc_array(np.array(P, float)), vectors[0], sp.csc_array(np.array(A, float)), vectors[1],
                           name=name, **cones)  # fmt: skip
    return KnownProgram(program, vectors[2], vectors[3])


def linear_program() -> KnownProgram:
    """Max x + 2 y with x + y <= 4, y <= 3, x, y >= 0: the vertex (1, 3), where both first rows pull with 1."""
    return _known("linear program", np.zeros((2, 2)), [-1, -2], [[1, 1], [0, 1], [-1, 0], [0, -1]], [4, 3, 0, 0],
                  [1, 3], [1, 1, 0, 0], nonnegative=4)  # fmt: skip


def quadratic_program() -> KnownProgram:
    """Two variables of given sum: 4 x + y + 1 + z = 0 = x + 2 y + 1 + z and x + y = 1 give y = 3 x."""
    return _known("quadratic program", [[4, 1], [1, 2]], [1, 1], [[1, 1]], [1], [0.25, 0.75], [-2.75], zero=1)


def least_norm() -> KnownProgram:
    """The smallest x with a given sum has equal entries."""
    n = 5
    return _known("least norm", np.eye(n), np.zeros(n), np.ones((1, n)), [1], np.full(n, 1 / n), [-1 / n], zero=1)


def semidefinite_quadratic() -> KnownProgram:
    """1/2 (x + y)^2 - x with x <= 3, y >= 1: x + y = 1 is reached with y on its bound, which pulls
    with 1.
    """
    return _known("semidefinite quadratic", [[1, 1], [1, 1]], [-1, 0], [[0, -1]], [-1], [0, 1], [1], nonnegative=1)


def projection(name: str, point: Sequence[float], nearest: Sequence[float]) -> KnownProgram:
    """Min 1/2 |x - p|^2 over a second-order cone: the multiplier is x - p (Moreau's decomposition)."""
    p, x, n = np.array(point, float), np.array(nearest, float), len(point)
    return _known(f"projection {name}", np.eye(n), -p, -np.eye(n), np.zeros(n), x, x - p, second_order=[n],
                  constant=0.5 * float(p @ p), factor=sp.eye_array(n))  # fmt: skip


def rotated_cone() -> KnownProgram:
    """Min x + y with x y >= 1, that is (x + y, x - y, 2) in a second-order cone."""
    return _known("rotated cone", np.zeros((2, 2)), [1, 1], [[-1, -1], [-1, 1], [0, 0]], [0, 0, 2], [1, 1],
                  [1, 0, -1], second_order=[3])  # fmt: skip


def distance_to_line() -> KnownProgram:
    """Min t with |x| <= t and 3 x + 4 y = 10: the distance 2 of the line from the origin, at 2 (0.6, 0.8)."""
    return _known("distance to line", np.zeros((3, 3)), [1, 0, 0],
                  [[0, 3, 4], [-1, 0, 0], [0, -1, 0], [0, 0, -1]], [10, 0, 0, 0], [2, 1.2, 1.6],
                  [-0.2, 1, -0.6, -0.8], zero=1, second_order=[3])  # fmt: skip


def mixed_cones() -> KnownProgram:
    """Every cone at once, made backwards: from x and complementary s, z follow q = -(P x + A'z), b = A x + s.

    Rows: one equation; an active and an inactive sign; cones of sizes 1, 2, 3 (active) and 4 (slack).
    """
    n, m = 7, 13
    A = np.cos(1.0 + np.arange(m * n, dtype=float) ** 1.5).reshape(m, n)
    root = np.eye(n) + 0.3 * np.sin(np.arange(n * n, dtype=float)).reshape(n, n)
    x = np.linspace(-1.0, 1.0, n)
    s = np.array([0, 0, 2, 0, 1, -1, 5, 3, -4, 3, 1, 1, 1], float)
    z = np.array([-1.5, 0.5, 0, 2, 0.7, 0.7, 1, -0.6, 0.8, 0, 0, 0, 0], float)
    P = root.T @ root
    known = _known("mixed cones", P, -(P @ x + A.T @ z), A, A @ x + s, x, z, zero=1, nonnegative=2,
                   second_order=[1, 2, 3, 4], factor=root)  # fmt: skip
    return replace(known, accuracy=CURVED)


def incline(slope: float, friction: float, form: str) -> KnownProgram:
    """A mass on a plane inclined by ``slope`` (tangent), one step from rest under its weight.

    k = (-1, slope, 0) times 0.3 in the frame of the contact. The mass sticks for slope <= friction: v = 0,
    the impulse is -k. Else it slides, and with associated friction v is the projection of k / m on { v_n >=
    friction |v_t| }: along the ray (friction, 1).
    """
    mass, k = 2.0, 0.3 * np.array([-1.0, slope, 0.0])
    ray = np.array([friction, 1.0, 0.0]) / np.hypot(friction, 1.0)
    v = max(0.0, float(ray @ k)) / mass * ray
    impulse = mass * v - k
    name = f"{form} incline, {'sticking' if slope <= friction else 'sliding'}"
    if form == "kinematic":
        T = np.diag([1.0, friction, friction])
        return _known(name, mass * np.eye(3), -k, -T, np.zeros(3), v, impulse / np.diag(T), second_order=[3],
                      variables={"v": slice(0, 3)}, rows={"contact": slice(0, 3)})  # fmt: skip
    T = np.diag([friction, 1.0, 1.0])
    return _known(name, np.eye(3) / mass, k / mass, -T, np.zeros(3), impulse, v / np.diag(T), second_order=[3])


SOLVABLE = (
    linear_program(),
    quadratic_program(),
    least_norm(),
    semidefinite_quadratic(),
    projection("inside", [3, 1, 1, 1], [3, 1, 1, 1]),
    projection("outside", [0, 3, 4], [2.5, 1.5, 2]),
    projection("polar", [-5, 3, 0], [0, 0, 0]),
    projection("in the plane", [1, 3], [2, 2]),
    projection("half line", [-2], [0]),
    rotated_cone(),
    distance_to_line(),
    mixed_cones(),
    incline(0.3, 0.6, "kinematic"),
    incline(1.2, 0.6, "kinematic"),
    incline(0.3, 0.6, "ccp"),
    incline(1.2, 0.6, "ccp"),
)


def _unsolvable(name: str, status: str, q: Any, A: Any, b: Any, **cones: Any) -> KnownProgram:
    n = len(q)
    program = ConicProgram(sp.csc_array((n, n)), np.array(q, float), sp.csc_array(np.array(A, float)),
                           np.array(b, float), name=name, **cones)  # fmt: skip
    return KnownProgram(program, status=status)


UNSOLVABLE = (
    _unsolvable("infeasible signs", "infeasible", [1], [[1], [-1]], [0, -1], nonnegative=2),
    _unsolvable(
        "infeasible cone", "infeasible", [1, 0], [[1, 0], [-1, 0], [0, -1]], [-1, 0, 0], zero=1, second_order=[2]
    ),
    _unsolvable("unbounded", "unbounded", [-1, 0], [[-1, 0], [0, -1]], [0, 0], second_order=[2]),
)

ALL = SOLVABLE + UNSOLVABLE
