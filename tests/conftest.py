"""What is done as tests are collected: combinations beyond each value are marked, cycles are not looked for."""

import gc
from collections.abc import Generator

import pytest

from .marks import mark_surplus


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    mark_surplus(items)  # before pytest leaves out what `-m "not slow"` does


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Ten thousand tests and modules: Python would walk through them again and again, now and later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
