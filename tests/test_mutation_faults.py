"""The list of planted faults: each can be planted as it stands, and the tests it names are there."""

import ast
from pathlib import Path

import pytest

from .mutation_faults import FAULTS, Fault

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.meaning)
def test_a_fault_can_be_planted_and_its_tests_be_run(fault: Fault) -> None:
    text = (ROOT / fault.file).read_text(encoding="utf-8")
    assert text.count(fault.old) == 1
    ast.parse(text.replace(fault.old, fault.new))
    for name in fault.tests:
        file, *functions = name.split("::")
        there = (ROOT / file).read_text(encoding="utf-8")
        assert all(f"def {function}(" in there for function in functions), name
