"""A run of 100 000 steps: memory stays flat and no step is without its certificate."""

import sys

import pytest

import drystone as ds
from drystone.structures import column

resource = pytest.importorskip("resource", reason="the peak of memory is asked of POSIX systems")

GROWTH = 5e6  # bytes, the bound for what 100 000 steps may add to the process
ACCURACY = 1e-8  # worst entry of the certificate of a solved step


def peak() -> float:
    """Largest memory of this process so far (bytes)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1.0 if sys.platform == "darwin" else 1024.0)


@pytest.mark.slow
def test_a_hundred_thousand_steps_take_no_memory_and_have_certificates() -> None:
    """Three drums on ground that shakes for 100 s, by steps of 1 ms: at rest, rocking and sliding."""
    motion = ds.GroundMotion.harmonic(2.0, 3.0, direction=(1.0, 0.3, 0.0), duration=100.0)
    assembly = column(3)
    ds.simulate(assembly, 5.0, 1e-3, motion=motion, record_every=1000)
    before = peak()
    run = ds.simulate(assembly, 100.0, 1e-3, motion=motion, record_every=1000)
    assert peak() - before < GROWTH
    assert run.steps["steps"].sum() == 100_000
    assert run.steps["status"].eq("solved").all()
    assert run.steps[["primal_residual", "dual_residual", "complementarity", "gap"]].to_numpy().max() <= ACCURACY
