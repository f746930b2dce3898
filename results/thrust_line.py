"""The effective thrust line: where the contact forces pass through a chain of blocks."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..checks import FloatArray, instance_of, positive_number, sequence_of
from ..errors import DrystoneError
from ..model import Assembly
from ..summary import Facts, Summarised, counted, listed, span
from .joint_forces import XYZ, joint_forces

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ThrustLine", "thrust_line"]

TOLERANCE = 1e-6
"""How far outside its joint a centre of pressure counts as on the edge, relative to the extent of all contact points:
what the certificate of 1e-8 leaves open, with a margin."""
LISTED = 8
"""How many names an error lists."""

Link = tuple[int, str, str]
"""A joint in a chain: its row in the table of joints, the block before it, the block behind it."""


@dataclass(frozen=True, eq=False)
class ThrustLine(Summarised):
    """Centres of pressure of the n joints along a chain of n + 1 blocks.

    ``blocks``: names in the order of the chain. ``points`` (n, 3): centres of pressure (m), NaN in a joint without a
    compressive resultant: the line is broken there. ``force`` (n, 3): resultants (N) that each block of the chain
    exerts on the next one. ``margin`` (n,): distance of the points from the edges of their joints (m), positive inside.
    ``tolerance`` (m). ``joints``: the table of `joint_forces` of these joints, in the chain's order, a before b.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> line = ds.thrust_line(ds.equilibrium(column(2)).contacts)
    >>> line.margin.round(6).tolist()
    [0.25, 0.25]
    """

    blocks: tuple[str, ...]
    points: FloatArray
    force: FloatArray
    margin: FloatArray
    tolerance: float
    joints: "pd.DataFrame"

    @property
    def inside(self) -> NDArray[np.bool_]:
        """(n,) whether each point lies in its joint or, up to the tolerance, on its edge; False where there is none."""
        return self.margin >= -self.tolerance

    @property
    def complete(self) -> bool:
        """Whether every joint of the chain is compressed and the line passes inside all of them."""
        return bool(np.all(self.inside))

    def _summary(self) -> Facts:
        force = np.linalg.norm(self.force, axis=1)
        yield "", f"through {counted(len(self.blocks), 'block')}"
        yield "blocks", listed(self.blocks)
        yield "joints", f"{len(self.points)}, the line passes inside {int(np.sum(self.inside))} of them"
        yield "thrust", span(force, "N")
        yield "margin", f"{span(self.margin, 'm')} from the edges, positive inside"


def thrust_line(
    contacts: "pd.DataFrame",
    assembly: Assembly | None = None,
    blocks: Sequence[str] | None = None,
    *,
    least: float | None = None,
    tolerance: float | None = None,
) -> ThrustLine:
    """Effective thrust line of an arch, a column or any other chain of blocks, from its contacts and their forces.

    The polyline of the centres of pressure in successive joints, with the resultants of the actual contact forces
    there: the effective thrust line of V. Beatini, G. Royer-Carfagni, A. Tasora, A regularized non-smooth contact
    dynamics approach for architectural masonry structures, Computers and Structures 187 (2017), Figure 8c.

    ``contacts``, ``least``: as in `joint_forces`. ``blocks``: names of at least two blocks, each in contact with the
    next, from one end of the chain to the other; the first may come again as the last (a base that carries both
    springings). Without them the chain is found: the joints of the table must form one path, which is followed from the
    end that appears first. ``assembly``: its fixed blocks then end the chain, so that one base may carry both ends.
    Other joints of these blocks, such as those with the fill above an arch, do not matter when ``blocks`` are named.
    ``tolerance``: how far outside its joint a point counts as on its edge (m); None for 1e-6 of the extent of all
    contact points. DrystoneError, saying where, if the blocks are no chain. For a wall or a vault, whose joints are no
    chain, see `joint_forces`.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> line = ds.thrust_line(ds.equilibrium(column(3)).contacts)
    >>> line.blocks, line.complete
    (('ground', 'drum-1', 'drum-2', 'drum-3'), True)
    """
    if assembly is not None:
        instance_of(assembly, Assembly, "assembly")
    table = joint_forces(contacts, least=least)
    chain = _found(table, assembly) if blocks is None else _named(table, assembly, blocks)
    joints = _along(table, chain)
    return ThrustLine(
        blocks=(chain[0][1], *(after for _, _, after in chain)),
        points=_vectors(joints, "centre"),
        force=_vectors(joints, "force"),
        margin=joints["margin"].to_numpy(dtype=float),
        tolerance=_allowance(contacts) if tolerance is None else positive_number(tolerance, "tolerance"),
        joints=joints,
    )


def _vectors(table: "pd.DataFrame", name: str) -> FloatArray:
    return table[[f"{name}_{axis}" for axis in XYZ]].to_numpy(dtype=float)


def _allowance(contacts: "pd.DataFrame") -> float:
    return TOLERANCE * float(np.linalg.norm(np.ptp(_vectors(contacts, "point"), axis=0)))


def _along(table: "pd.DataFrame", chain: Sequence[Link]) -> "pd.DataFrame":
    """The joints of a chain in its order, turned so that block a comes before block b."""
    joints = table.iloc[[row for row, _, _ in chain]].reset_index(drop=True)
    before = np.array([name for _, name, _ in chain], dtype=object)
    turned = joints["block_a"].to_numpy(dtype=object) != before
    joints.loc[turned, ["block_a", "block_b"]] = joints.loc[turned, ["block_b", "block_a"]].to_numpy()
    vectors = [f"{name}_{axis}" for name in ("normal", "force", "moment") for axis in XYZ]
    joints.loc[turned, vectors] = -joints.loc[turned, vectors]
    return joints


def _links(table: "pd.DataFrame") -> list[tuple[str, str]]:
    return list(zip(table["block_a"].tolist(), table["block_b"].tolist(), strict=True))


def _named(table: "pd.DataFrame", assembly: Assembly | None, blocks: Any) -> list[Link]:
    """The chain through blocks that the user names."""
    names = _checked_names(assembly, blocks)
    row_of = {frozenset(pair): row for row, pair in enumerate(_links(table))}
    chain = []
    for before, after in pairwise(names):
        row = row_of.get(frozenset((before, after)))
        if row is None:
            raise DrystoneError(
                f"blocks {before!r} and {after!r} follow each other and are not in contact; {before!r} "
                f"{_neighbours(table, before)}. Name the blocks of the chain in order, from one end to the other"
            )
        chain.append((row, before, after))
    return chain


def _checked_names(assembly: Assembly | None, blocks: Any) -> list[str]:
    names = list(sequence_of(blocks, str, "blocks of a chain (from one end to the other)", least=2))
    for name in names:
        if assembly is not None:
            assembly.index_of(name)
    open_chain = names[:-1] if names[0] == names[-1] and len(names) > 3 else names
    for name in open_chain:
        if open_chain.count(name) > 1:
            raise DrystoneError(f"block {name!r} is named twice; only the first may come again as the last of a chain")
    return names


def _neighbours(table: "pd.DataFrame", name: str) -> str:
    """What the block is in contact with, as words."""
    touching = [b if a == name else a for a, b in _links(table) if name in (a, b)]
    if not touching:
        return "is in no contact of the table"
    return f"is in contact with {_listing(touching)}"


def _listing(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:LISTED])
    return shown if len(names) <= LISTED else f"{shown}, … ({len(names)} in all)"


Node = tuple[str, int]
"""A block in the graph of joints: its name and -1, or the joint's row where a fixed block ends the chain."""


def _found(table: "pd.DataFrame", assembly: Assembly | None) -> list[Link]:
    """The chain that all joints of the table form."""
    if not len(table):
        raise DrystoneError("the table holds no contacts, so there is no thrust line")
    graph = _graph(table, _fixed(table, assembly))
    for (name, _), joints in graph.items():
        if len(joints) > 2:
            raise DrystoneError(
                f"the joints do not form a chain: block {name!r} {_neighbours(table, name)}. Name the blocks of the "
                "chain in order (blocks=[...]), or use joint_forces for structures that are not a chain"
            )
    ends = [node for node, joints in graph.items() if len(joints) == 1]
    if not ends:
        raise DrystoneError(
            f"the joints of {table['block_a'].iloc[0]!r} form a closed ring; name the blocks in order (blocks=[...]), "
            "or give the assembly, whose fixed blocks end a chain"
        )
    chain = _walk(graph, ends[0])
    if len(chain) < len(table):
        rest = min(set(range(len(table))) - {row for row, _, _ in chain})
        a, b = _links(table)[rest]
        raise DrystoneError(
            f"the joints form several chains: the one from {chain[0][1]!r} to {chain[-1][2]!r} leaves out the joint "
            f"of {a!r} and {b!r}. Name the blocks of one chain in order (blocks=[...])"
        )
    return chain


def _fixed(table: "pd.DataFrame", assembly: Assembly | None) -> set[str]:
    """Names of the fixed blocks; every block of the table must be one of the assembly's."""
    if assembly is None:
        return set()
    for pair in _links(table):
        for name in pair:
            assembly.index_of(name)
    return {name for name, fixed in zip(assembly.names, assembly.fixed, strict=True) if fixed}


def _graph(table: "pd.DataFrame", fixed: set[str]) -> dict[Node, list[tuple[int, Node]]]:
    """The joints of every block: row in the table and the node beyond."""
    graph: dict[Node, list[tuple[int, Node]]] = {}
    for row, (a, b) in enumerate(_links(table)):
        here, there = (a, row if a in fixed else -1), (b, row if b in fixed else -1)
        graph.setdefault(here, []).append((row, there))
        graph.setdefault(there, []).append((row, here))
    return graph


def _walk(graph: dict[Node, list[tuple[int, Node]]], start: Node) -> list[Link]:
    """The joints from one end of a path to the other."""
    chain: list[Link] = []
    node, last = start, -1
    while True:
        onward = [(row, there) for row, there in graph[node] if row != last]
        if not onward:
            return chain
        last, beyond = onward[0]
        chain.append((last, node[0], beyond[0]))
        node = beyond
