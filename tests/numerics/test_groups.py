"""Groups of connected bodies against SciPy's connected components."""

import numpy as np
import pytest
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from drystone.numerics.groups import connected_groups


@pytest.mark.parametrize("seed", range(8))
def test_groups_are_the_connected_components(seed: int) -> None:
    random = np.random.default_rng(seed)
    count = 40
    pairs = random.integers(-1, count, size=(5 * seed, 2))
    both = pairs[np.all(pairs >= 0, axis=1)]
    graph = coo_array((np.ones(len(both)), (both[:, 0], both[:, 1])), shape=(count, count))
    number, component = connected_components(graph, directed=False)
    group, groups = connected_groups(pairs, count)
    assert groups == number
    _, first = np.unique(group, return_index=True)
    assert np.all(np.diff(first) > 0)  # numbered in the order of their first bodies
    assert len(set(zip(group.tolist(), component.tolist(), strict=True))) == number


def test_fixed_bodies_connect_nothing() -> None:
    group, groups = connected_groups(np.array([[0, -1], [-1, 2], [2, 1]]), 3)
    assert (group.tolist(), groups) == ([0, 1, 1], 2)
