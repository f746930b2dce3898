"""Runs and their pages for the tests of this folder."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import drystone as ds
from drystone.numerics.rotations import exponential
from drystone.page import Page
from drystone.page.packing import unpacked
from drystone.structures import arch

__all__ = ["HOSTILE", "data_of", "falling", "hostile_run", "sagging", "shaken_arch", "tied_run"]

HOSTILE = (
    "</script><script>window.broken = 1</script>",
    "<img src=x onerror='window.broken = 2'>",
    "\"'&amp;{{data}}{{script}}",
    "<!--<script>",
    "__proto__",
)
"""Names as a stranger may give them."""


def shaken_arch() -> ds.Trajectory:
    """An arch that rocks, with its forces."""
    motion = ds.GroundMotion.biphasic(10.9, 0.30, direction=(-1, 0, 0))
    options = {"record_contacts": True}
    return ds.simulate(arch(), 0.5, 5e-3, motion=motion, record_every=4, options=options)


def hostile_run() -> ds.Trajectory:
    """Stones with the names of `HOSTILE`, one on the other, that stand."""
    ground = ds.Block.box((2, 2, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    stones = [ds.Block.box((1, 1, 0.5), (0, 0, 0.25 + 0.5 * i), name=name) for i, name in enumerate(HOSTILE)]
    return ds.simulate(ds.Assembly([ground, *stones]), 0.04, 0.01)


def tied_run() -> ds.Trajectory:
    """A stone on moving ground, between a cable that is slack and a rod that yields and is slack then."""
    ground = ds.Block.box((2, 2, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    stone = ds.Block.box((0.4, 0.4, 1.0), (0, 0, 0.5), name="stone")
    cable = ds.Tie("stone", "ground", (-0.2, 0.1, 1.0), (-0.9, 0, 0), stiffness=1e4, slack=0.02, name="cable")
    rod = ds.Tie("stone", "ground", (0.2, 0.1, 1.0), (0.9, 0, 0), stiffness=1e5, yield_force=600.0, name="rod")
    built = ds.Assembly([ground, stone], ties=[cable, rod])
    return ds.simulate(built, 0.4, 5e-3, motion=ds.GroundMotion.one_sine(10.0, 0.3), record_every=8)


def sagging() -> ds.Trajectory:
    """A soft lintel of 8 x 2 x 2 elements on two soft piers, which sags under its weight."""
    ground = ds.Block.box((6, 2, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    soft = ds.Material(1e9, 0.2, 2000.0)
    piers = [ds.Block.box((0.4, 0.6, 0.8), (x, 0, 0.4), name=f"pier {x}").of_material(soft) for x in (-1.2, 1.2)]
    lintel = ds.Block.box((3.0, 0.5, 0.25), (0, 0, 0.925), name="lintel").of_material(soft, (8, 2, 2))
    built = ds.Assembly([ground, *piers, lintel], 0.6)
    return ds.simulate(built, 0.08, 1e-3, integrator="backward-euler", record_every=5)


def falling(assembly: ds.Assembly, states: int, *, turn: float = 0.05) -> ds.Trajectory:
    """A made-up history of an assembly, every block on a path of its own: the worst to pack.

    ``turn``: by what a block turns about each axis from state to state, about (rad).
    """
    run = ds.simulate(assembly, 0.01, 0.01, options={"record_contacts": True})
    random, count = np.random.default_rng(1), len(assembly)
    time = np.linspace(0.0, 6.0, states)
    shift = np.cumsum(random.normal(scale=0.02, size=(states, count, 3)), axis=0)
    turned = np.cumsum(random.normal(scale=turn, size=(states, count, 3)), axis=0)
    shift[0] = turned[0] = 0.0
    still = assembly.fixed
    shift[:, still] = turned[:, still] = 0.0
    energy = run.energy.iloc[np.zeros(states, int)].reset_index(drop=True).assign(time=time)
    return replace(
        run,
        time=time,
        position=assembly.centroid + shift,
        rotation=exponential(turned.reshape(-1, 3)).reshape(states, count, 3, 3),
        velocity=np.zeros((states, count, 6)),
        ground=np.zeros((states, 3)),
        ground_velocity=np.zeros((states, 3)),
        energy=energy,
        steps=run.steps.iloc[np.zeros(states - 1, int)].reset_index(drop=True),
        records=tuple([None] * (states - 2) + [run.records[-1]]),
        joint_memories=(),
    )


def data_of(page: Page | Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Header and arrays of a page, from its text."""
    text = page.read_text(encoding="utf-8") if isinstance(page, Path) else page.html
    found = re.search(r'<script type="text/plain" id="data">([^<]*)</script>', text)
    assert found is not None
    return unpacked(found[1])
