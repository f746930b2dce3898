"""The Conic Benchmark Format: exact round trips, cones of foreign files, damaged files, the files MOSEK writes."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from drystone.errors import DrystoneError
from drystone.programs import ConicProgram, ConicSolution
from drystone.solvers.conic.clarabel import ClarabelSolver

from .known_programs import ALL, SOLVABLE, KnownProgram, mixed_cones

OPTIMUM = 1e-8  # relative difference of optimal values of two writings of one program, each solved to 1e-11
CURVED = 1e-5  # error of x on a curved cone: the gap, 1e-11, bounds its square
THROUGH_EPIGRAPH = 1e-4  # the same for x, where the objective is a cone: the gap bounds the square of the distance


def solve(program: ConicProgram) -> ConicSolution:
    return ClarabelSolver().answer(program)


def read(tmp_path: Path, text: str) -> ConicProgram:
    path = tmp_path / "program.cbf"
    path.write_text(text)
    return ConicProgram.read_cbf(path)


@pytest.mark.parametrize("known", ALL, ids=lambda known: known.name)
def test_round_trip_is_exact(known: KnownProgram, tmp_path: Path) -> None:
    path = tmp_path / "program.cbf"
    known.program.write_cbf(path)
    expected, found = known.program.linear_objective(), ConicProgram.read_cbf(str(path))
    assert np.array_equal(found.q, expected.q)
    assert np.array_equal(found.b, expected.b)
    assert np.array_equal(found.A.toarray(), expected.A.toarray())
    assert found.constant == expected.constant
    assert (found.zero, found.nonnegative) == (expected.zero, expected.nonnegative)
    assert found.second_order.tolist() == expected.second_order.tolist()
    assert found.name == expected.name
    assert (dict(found.variables), dict(found.rows)) == (dict(expected.variables), dict(expected.rows))


def test_numbers_that_need_every_digit(tmp_path: Path) -> None:
    values = np.array([1 / 3, 1e-300, 5e-324, 1.7e308, -np.pi, np.nextafter(1.0, 2.0)])
    program = ConicProgram(
        np.zeros((6, 6)), values, np.diag(values), values[::-1].copy(), second_order=np.array([6]), constant=0.1
    )
    path = tmp_path / "program.cbf"
    program.write_cbf(path)
    found = ConicProgram.read_cbf(path)
    assert np.array_equal(found.q, values)
    assert np.array_equal(found.b, program.b)
    assert np.array_equal(found.A.diagonal(), values)
    assert found.constant == 0.1


ROTATED = """# min x + y with 2 x y >= 2
VER
4

OBJSENSE
MIN

VAR
2 1
F 2

CON
3 1
QR 3

OBJACOORD
2
0 1.0
1 1.0

ACOORD
2
0 0 1.0
1 1 1.0

BCOORD
1
2 1.4142135623730951
"""


def test_rotated_cone_of_rows(tmp_path: Path) -> None:
    solution = solve(read(tmp_path, ROTATED))
    assert np.allclose(solution.x, [1.0, 1.0], rtol=0, atol=CURVED)


def test_rotated_cone_of_variables_and_a_maximum(tmp_path: Path) -> None:
    """Max z with 2 x y >= z^2 and x + 2 y = 4: x = 2, y = 1, z = 2; read as the minimum of -z - 3."""
    text = (
        "VER\n3\nOBJSENSE\nMAX\nVAR\n3 1\nQR 3\nCON\n1 1\nL= 1\nOBJACOORD\n1\n2 1\nOBJBCOORD\n3\n"
        "ACOORD\n2\n0 0 1\n0 1 2\nBCOORD\n1\n0 -4\n"
    )
    program = read(tmp_path, text)
    assert program.zero == 1
    solution = solve(program)
    assert np.allclose(solution.x, [2.0, 1.0, 2.0], rtol=0, atol=CURVED)
    assert program.objective(solution.x) == pytest.approx(-5.0, abs=OPTIMUM)


@pytest.mark.parametrize(
    ("cone", "expected"), [("L+", [0.0, 2.0]), ("L-", [-2.0, 0.0]), ("L=", [0.0, 0.0]), ("Q", [2.0, 2.0])]
)
def test_cones_of_variables(cone: str, expected: list[float], tmp_path: Path) -> None:
    """Min x - y with -2 <= x <= 2, -2 <= y <= 2 and (x, y) in the cone; Q: x >= |y|, minimal on x = y, least norm."""
    text = (
        f"VER\n1\nOBJSENSE\nMIN\nVAR\n2 1\n{cone} 2\nCON\n5 3\nL- 2\nL+ 2\nF 1\nOBJACOORD\n2\n0 1\n1 -1\n"
        "ACOORD\n4\n0 0 1\n1 1 1\n2 0 1\n3 1 1\nBCOORD\n5\n0 -2\n1 -2\n2 2\n3 2\n4 7\n"
    )
    program = read(tmp_path, text)
    assert np.all(program.cones.project(program.b) == program.b)
    assert len(program.b) == 6
    x = solve(program).x
    if cone == "Q":  # the whole ray x = y is optimal
        assert x[0] == pytest.approx(x[1], abs=1e-8)
        assert x[0] <= 2.0 + 1e-8
    else:
        assert np.allclose(x, expected, rtol=0, atol=1e-8)


def test_comments_and_blank_lines_anywhere(tmp_path: Path) -> None:
    noisy = ROTATED.replace("\n", "\n# a word\n\n")
    assert np.array_equal(read(tmp_path, noisy).A.toarray(), read(tmp_path, ROTATED).A.toarray())


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("CON\n3 1\nQR 3", "INT\n1\n0", "integer variables"),
        ("CON\n3 1\nQR 3", "PSDVAR\n1\n3", "semidefinite"),
        ("CON\n3 1\nQR 3", "POWCONES\n1 2\n2\n1\n1", "power cones"),
        ("QR 3", "EXP 3", "cone 'EXP'"),
        ("QR 3", "QR 2", "2 entries and 3"),
        ("QR 3", "QR 1\nF 2", "smallest has 2"),
        ("QR 3", "QR three", "a cone and its size"),
        ("VER\n4", "VER\n9", "version 9"),
        ("VER\n4", "", "begins with VER"),
        ("MIN", "BEST", "'BEST'; expected MIN or MAX"),
        ("OBJSENSE\nMIN\n", "", "no OBJSENSE"),
        ("VAR\n2 1\nF 2\n", "", "no VAR"),
        ("BCOORD\n1", "BCOORD\n2", "the file ends"),
        ("BCOORD\n1\n", "BCOORD\n1\n2 ", "3 finite|2 finite"),
        ("1.4142135623730951", "nan", "finite numbers"),
        ("1.4142135623730951", "x", "finite numbers"),
        ("0 0 1.0", "0 2 1.0", r"ACOORD has an entry at \[0.0, 2.0\]"),
        ("0 0 1.0", "1 1 1.0", "two entries at one position"),
        ("0 0 1.0", "0.5 0 1.0", "positions are whole"),
        ("BCOORD", "WHATEVER", "keyword 'WHATEVER'; read are"),
        ("BCOORD", "ACOORD", "appears twice"),
    ],
)
def test_damaged_and_foreign_files(old: str, new: str, words: str, tmp_path: Path) -> None:
    assert old in ROTATED
    with pytest.raises(DrystoneError, match=words):
        read(tmp_path, ROTATED.replace(old, new, 1))


def test_files_without_text(tmp_path: Path) -> None:
    with pytest.raises(DrystoneError, match="no VER"):
        read(tmp_path, "")
    path = tmp_path / "binary.cbf"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DrystoneError, match="line 1 holds the byte 0xff, which is not UTF-8"):
        ConicProgram.read_cbf(path)


needs_mosek = pytest.mark.skipif(find_spec("mosek") is None, reason="MOSEK is not installed; it writes this file")


@needs_mosek
@pytest.mark.parametrize("known", SOLVABLE, ids=lambda known: known.name)
def test_task_of_mosek_is_the_same_program(known: KnownProgram, tmp_path: Path) -> None:
    """MOSEK itself writes its task as CBF; another solver finds the known optimum in the file."""
    from drystone.solvers.conic.mosek import write_task

    path = tmp_path / "task.cbf"
    write_task(known.program, path)
    program = ConicProgram.read_cbf(path)
    solution = solve(program)
    scale = 1.0 + float(np.max(np.abs(known.x)))
    assert program.objective(solution.x) == pytest.approx(known.value, abs=OPTIMUM * (1.0 + abs(known.value)))
    assert np.max(np.abs(solution.x[: len(known.x)] - known.x)) < THROUGH_EPIGRAPH * scale


@needs_mosek
def test_task_of_mosek_in_its_readable_format(tmp_path: Path) -> None:
    from drystone.solvers.conic.mosek import MosekSolver

    path = tmp_path / "task.ptf"
    MosekSolver().write_task(mixed_cones().program, path)
    assert "QUAD" in path.read_text()
