"""Tables that grow row by row: resumed after any interruption, whatever the last line looks like."""

from pathlib import Path
from typing import Any

import pytest

import drystone as ds
from drystone.files.rows import append_row, read_rows

COLUMNS = ("name", "value", "note")
ROWS: list[dict[str, Any]] = [
    {"name": "a", "value": 1.5, "note": "plain"},
    {"name": "b", "value": -2.0, "note": 'with, comma and "quotes"'},
    {"name": "c", "value": 3.25, "note": "two\nlinés"},
]


def written(path: Path) -> bytes:
    for row in ROWS:
        append_row(path, COLUMNS, row)
    return path.read_bytes()


def test_rows_are_read_as_they_were_written_and_each_is_a_line(tmp_path: Path) -> None:
    assert written(tmp_path / "runs.csv").count(b"\n") == 1 + len(ROWS)
    table = read_rows(tmp_path / "runs.csv", COLUMNS)
    assert table["value"].tolist() == [row["value"] for row in ROWS]
    assert table["note"].tolist() == ["plain", 'with, comma and "quotes"', "two linés"]


def test_a_table_cut_anywhere_is_resumed(tmp_path: Path) -> None:
    """At every byte: the whole lines are kept, what follows them is dropped with a word, and the next row is whole."""
    path = tmp_path / "runs.csv"
    whole = written(path)
    for cut in range(len(whole)):
        path.write_bytes(whole[:cut])
        kept = max(0, whole[:cut].count(b"\n") - 1)
        if whole[:cut].endswith(b"\n") or not cut:
            table = read_rows(path, COLUMNS)
        else:
            with pytest.warns(UserWarning, match=r"the last row of .*runs\.csv' was not finished and is left out"):
                table = read_rows(path, COLUMNS)
        assert len(table) == kept
        append_row(path, COLUMNS, ROWS[0])
        assert read_rows(path, COLUMNS)["name"].tolist() == [row["name"] for row in ROWS[:kept]] + ["a"]


def test_a_foreign_table_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    path.write_text("name,value\na,1\n")
    with pytest.raises(ds.DrystoneError, match="no table of runs of this version"):
        read_rows(path, COLUMNS)
    path.write_text("name,value,note\na,1,x\nb,2,x,y,z\n")
    with pytest.raises(ds.DrystoneError, match="or it is damaged"):
        read_rows(path, COLUMNS)
    with pytest.raises(ds.DrystoneError, match="cannot write the table"):
        append_row(tmp_path / "missing" / "runs.csv", COLUMNS, ROWS[0])
