"""Energy of random scenes: no law, scheme, spring, bond or rebound makes any without a warning."""

import warnings

import numpy as np
import pytest

import drystone as ds

from ..random_structures import scene

GAINED = 1e-3  # of the energy at stake: the bound of the issue
SWAY = 1e-2  # of the same, from which on a run warns: springs sway about middles of steps, and points come in pressed
ROUNDING = 1e-9  # of the same
SETTLING = 1e-6  # of the weight times the length: below it there is nothing but rounding and settling
FEW, MANY = range(24), range(24, 500)


@pytest.mark.parametrize("seed", [*FEW, *(pytest.param(seed, marks=pytest.mark.slow) for seed in MANY)])
def test_no_energy_comes_from_nowhere_unsaid(seed: int) -> None:
    arguments = scene(seed)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        run = ds.simulate(**arguments)
    table, assembly = run.energy, arguments["assembly"]
    weight = 9.81 * float(assembly.mass[assembly.movable].sum())
    moved = (table.potential - table.potential.iloc[0]).abs().max()
    stake = max(table.kinetic.max(), moved, table.harvested.abs().max(), SETTLING * weight * assembly.length)
    kept = (table.total - table.harvested).to_numpy()
    gained = float(np.max(kept - np.minimum.accumulate(kept)))
    elastic = table.elastic.max() > 0.0
    least = ROUNDING if elastic else GAINED  # rigid bonds have all their work there, also what they give back
    assert np.min(np.diff(table.springs)) >= -least * stake
    most = (SWAY if elastic else GAINED) * stake
    assert gained <= most or any("gained" in str(one.message) for one in said), (gained / stake, arguments)
