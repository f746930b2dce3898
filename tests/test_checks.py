"""Validation of values from outside: what each check takes, and that all else ends in one DrystoneError."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from drystone import checks
from drystone.errors import DrystoneError, NotInstalledError, UnknownNameError, shown
from drystone.numerics.rotations import rotations


class Colour:
    """Any class of no use here."""


def three() -> Iterator[int]:
    yield from (1, 2, 3)


TAKEN: dict[str, tuple[Callable[[Any], Any], list[tuple[Any, Any]]]] = {
    "number": (
        lambda v: checks.finite_number(v, "x"),
        [
            (3, 3.0),
            (-2.5, -2.5),
            (np.float32(0.5), 0.5),
            (np.int64(7), 7.0),
            (np.array(4.0), 4.0),
            (Fraction(1, 4), 0.25),
            (Decimal("0.5"), 0.5),
            (1e20, 1e20),
        ],
    ),
    "least": (lambda v: checks.finite_number(v, "x", least=0), [(0, 0.0)]),
    "positive": (lambda v: checks.positive_number(v, "x"), [(1e-20, 1e-20)]),
    "whole": (lambda v: checks.whole_number(v, "x", 0, 9), [(0, 0), (3.0, 3), (np.int8(9), 9)]),
    "name": (lambda v: checks.one_of(v, ("a", "b"), "letter"), [("a", "a"), (np.str_("b"), "b")]),
    "text": (lambda v: checks.text(v, "x"), [("", ""), ("wall", "wall")]),
    "path": (lambda v: checks.file_path(v), [("a/b", Path("a/b")), (Path("c"), Path("c"))]),
    "table": (lambda v: checks.options_table(v, "x", ("a",)), [(None, {}), ({}, {}), ({"a": 1}, {"a": 1})]),
    "object": (lambda v: type(checks.instance_of(v, Colour, "x")), [(Colour(), Colour)]),
    "sequence": (
        lambda v: checks.sequence_of(v, int, "x", single=True),
        [([1, 2], (1, 2)), ((), ()), (three(), (1, 2, 3)), (5, (5,))],
    ),
    "yes": (lambda v: checks.yes_no(v, "x"), [(True, True), (np.False_, False)]),
    "work": (lambda v: checks.work_size(v, 10, "blocks", ""), [(10, 10), (0, 0)]),
}


@pytest.mark.parametrize("door", TAKEN)
def test_what_a_door_lets_in(door: str) -> None:
    through, pairs = TAKEN[door]
    for given, wanted in pairs:
        assert through(given) == wanted
        assert type(through(given)) is type(wanted) or isinstance(wanted, type) or door == "name"


def test_arrays_that_are_no_numbers_say_of_what_they_are() -> None:
    for kind in ("bool", "complex128"):
        with pytest.raises(DrystoneError, match=rf"x must be 3 numbers; got an array of shape \(3,\) of {kind}"):
            checks.finite_array(np.zeros(3, kind), (3,), "x")
    masked = np.ma.masked_greater([0.0, 9999.0, 0.0], 1000.0)
    with pytest.raises(DrystoneError, match="x must be numbers; some entries are masked"):
        checks.finite_array(masked, (3,), "x")
    assert checks.finite_array(np.ma.masked_array([1.0, 2.0]), (2,), "x").tolist() == [1.0, 2.0]


REFUSED: dict[str, tuple[Callable[[Any], Any], list[Any]]] = {
    "number": (
        lambda v: checks.finite_number(v, "x"),
        [
            None,
            True,
            "1",
            "x",
            b"1",
            1j,
            np.array([1.0]),
            [1],
            {},
            object(),
            Colour,
            np.nan,
            np.inf,
            10**400,
            -(10**5000),
            1e21,
            -1e21,
            np.datetime64("2020"),
            np.array("1"),
            np.array(None),
            Decimal("sNaN"),
            np.longdouble("1e4000"),
        ],
    ),
    "least": (lambda v: checks.finite_number(v, "x", least=0), [-1e-300]),
    "above": (lambda v: checks.finite_number(v, "x", above=0), [0, -1]),
    "most": (lambda v: checks.finite_number(v, "x", most=1), [1.1]),
    "below": (lambda v: checks.finite_number(v, "x", below=1), [1]),
    "positive": (lambda v: checks.positive_number(v, "x"), [0, -1, 1e-21, 5e-324, 10**400, "1"]),
    "whole": (lambda v: checks.whole_number(v, "x", 0, 9), [-1, 10, 0.5, 10**400, True, "3", None, np.nan]),
    "array": (
        lambda v: checks.finite_array(v, (None, 2), "x"),
        [
            None,
            1,
            "x",
            ["a", "b"],
            [["1", "2"]],
            [1, 2],
            [[1], [1, 2]],
            [[1, None]],
            [[1, 1j]],
            [[1, 10**400]],
            [[1e21, 0]],
            [[True, False]],
            {1, 2},
            three(),
            object(),
            [[object(), 1]],
            [[np.nan, 0]],
            np.zeros((0, 3)),
            np.array([["1", "2"]]),
            np.array([[1, "2"]], dtype=object),
            {"a": 1},
            [[np.longdouble("1e4000"), 1]],
        ],
    ),
    "index": (
        lambda v: checks.index_array(v, (2,), "x", 5),
        [[0, 5], [-1, 0], [0.5, 1], ["a", "b"], [0, 10**400], [np.nan, 0], [0]],
    ),
    "direction": (lambda v: checks.unit_vector(v), [[0, 0, 0], [1, 0], "xyz", None]),
    "rotation": (lambda v: rotations(v, (3, 3), "x"), [np.zeros((3, 3)), -np.eye(3), 1e20 * np.eye(3)]),
    "name": (lambda v: checks.one_of(v, ("a", "b"), "letter"), ["c", 1, None, [], {}, b"a", Colour]),
    "text": (lambda v: checks.text(v, "x", empty=False), ["", "a\0b", 5, None, b"a"]),
    "path": (lambda v: checks.file_path(v), ["", "a\0b", b"a", 5, None, object(), Path]),
    "table": (lambda v: checks.options_table(v, "x", ("a",)), [{"b": 1}, {1: 2}, [("a", 1)], 5, "a", {"a", "b"}]),
    "object": (lambda v: checks.instance_of(v, Colour, "x"), [Colour, None, "Colour", 5]),
    "sequence": (
        lambda v: checks.sequence_of(v, Colour, "x", least=1),
        [None, 5, "ab", b"a", {}, {1}, [1], [], [Colour], Colour, Colour(), three(), np.array(1.0), object()],
    ),
    "function": (lambda v: checks.function(v, "x"), [None, 5, "print"]),
    "yes": (lambda v: checks.yes_no(v, "x"), [0, 1, None, "yes", [], np.array([True])]),
    "work": (lambda v: checks.work_size(v, 10, "blocks", ""), [11, 1e300, np.inf, np.nan]),
}


@pytest.mark.parametrize("door", REFUSED)
def test_what_a_door_refuses(door: str) -> None:
    through, values = REFUSED[door]
    for value in values:
        with pytest.raises(DrystoneError) as caught:
            through(value)
        assert len(str(caught.value)) < 300, value
        assert "\n" not in str(caught.value), value


def test_an_array_that_comes_in_is_a_read_only_copy() -> None:
    given = np.array([1.0, 2.0])
    taken = checks.finite_array(given, (2,), "x")
    given[0] = 5.0
    assert taken.tolist() == [1.0, 2.0]
    assert not taken.flags.writeable
    assert checks.finite_array([Fraction(1, 2), Decimal(2)], (2,), "x").tolist() == [0.5, 2.0]
    assert checks.index_array([1.0, 2], (2,), "x", 3).dtype == np.int64
    with pytest.raises(DrystoneError, match=r"entries of x must not be negative; got -1"):
        checks.finite_array([-1.0, 2.0], (2,), "x", least=0)


def test_a_direction_of_any_length() -> None:
    for length in (1e-200, 1.0, 1e19):
        assert np.allclose(checks.unit_vector([0.0, 3 * length, 4 * length]), [0.0, 0.6, 0.8], rtol=0, atol=1e-15)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("clarable", "clarabel"),
        ("Clarabel", "clarabel"),
        ("gauss_seidel", "gauss-seidel"),
        ("xyz", None),
        (5, None),
        ("", None),
    ],
)
def test_an_unknown_name_suggests_the_known_one_most_like_it(given: object, meant: str | None) -> None:
    message = str(UnknownNameError("solver", given, ["clarabel", "gauss-seidel", "scs"]))
    assert message.startswith(f"unknown solver {given!r}; there are: clarabel, gauss-seidel, scs")
    assert message.endswith(f". Did you mean {meant!r}?" if meant else "scs")


def test_many_names_are_not_all_listed_and_the_likeliest_is_found_among_all() -> None:
    message = str(UnknownNameError("block", "block-7777x", [f"block-{i}" for i in range(10_000)]))
    assert "(10000 in all)" in message
    assert "Did you mean 'block-7777'?" in message
    assert len(message) < 500


def test_any_value_is_shown_in_one_short_line() -> None:
    deep: Any = []
    for _ in range(2000):
        deep = [deep]
    for value in (10**5000, "x" * 10**6, list(range(10**5)), np.zeros((500, 500)), deep, Colour(), Colour, {"a": deep}):
        assert len(shown(value)) < 150
        assert "\n" not in shown(value)
    assert "pip install" in str(NotInstalledError("the solver 'mosek'", "pip install drystone[mosek]"))
