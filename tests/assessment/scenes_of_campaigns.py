"""A scene and records for the tests of campaigns: a block of 0.2 x 0.5 x 1 m, and sines between quiet seconds."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

__all__ = ["CAPACITY", "DT", "SCENE", "record", "sine"]

DT = 1e-2
SCENE = f"""
[structure]
kind = "block"
width = 0.2
depth = 0.5
height = 1.0
[run]
duration = 1.0
dt = {DT}
"""
CAPACITY = 9.81 * 0.2
"""Pseudo-static capacity of the block, g width / height (m/s2)."""
STEP = 0.01
"""Of the records (s): the time step of the runs, so that their parts begin with a step."""


Array = NDArray[np.float64]


def sine(half_period: float, lead: float = 0.0) -> tuple[Array, Array]:
    """Times and accelerations of one period of a sine of 1 m/s2, after ``lead`` (s) of a faster one of 0.1 m/s2."""
    time: Array = STEP * np.arange(float(round((lead + 2.0 * half_period) / STEP) + 2))
    late = time - lead
    strong: Array = np.where((late >= 0.0) & (late <= 2.0 * half_period), np.sin(np.pi * late / half_period), 0.0)
    quick: Array = np.where(late < 0.0, 0.1 * np.sin(2.0 * np.pi * time / 0.25), 0.0)
    return time, strong + quick


def record(folder: Path, name: str, half_period: float, lead: float = 0.0) -> str:
    """The path of a file of `sine`."""
    path = folder / name
    np.savetxt(path, np.stack(sine(half_period, lead), axis=1), delimiter=",")
    return str(path)
