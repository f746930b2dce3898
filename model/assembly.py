"""An assembly: the blocks of a structure and the friction between them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from ..checks import FloatArray, IntArray, finite_array, index_array, one_of, sequence_of, text
from ..errors import DrystoneError
from ..summary import Facts, Summarised, Viewed, counted, listed, vector
from .block import Block
from .digest import digest
from .elastic import ElasticTable
from .friction import FrictionTable
from .geometry import Geometry
from .joints import Joint, JointTable
from .material import Material
from .meshing import MeshOf
from .ties import Tie, TieTable

__all__ = ["Assembly"]


@dataclass(frozen=True, eq=False)
class Assembly(Summarised, Viewed):
    """Blocks in a fixed order, and the friction coefficients and laws of their contacts.

    ``blocks``: at least one Block; names must differ, a block without a name is called ``block-<index>``.
    ``friction``: one number, or a mapping {(name_a, name_b): mu, (name, "*"): mu, "default": mu}. An exact
    pair wins over "*" (every other block), which wins over "default" (0.6 if absent); where both blocks of a
    pair have a "*" entry the smaller holds. ``joints``: one Joint, a mapping with the same keys (of two "*" entries the
    one given first holds), or None for dry joints. The friction of a joint, where it has one, wins over ``friction``.
    ``ties``: bars and cables between blocks, see `Tie`.

    >>> import drystone as ds
    >>> ground = ds.Block.box((2, 2, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    >>> stone = ds.Block.box((0.5, 0.5, 0.5), (0, 0, 0.25), name="stone")
    >>> assembly = ds.Assembly([ground, stone], friction={("ground", "stone"): 0.4, "default": 0.6})
    >>> assembly.names, len(assembly.movable)
    (('ground', 'stone'), 1)
    """

    blocks: tuple[Block, ...]
    friction: Any = 0.6
    joints: Any = None
    ties: tuple[Tie, ...] = ()

    def __init__(
        self,
        blocks: Sequence[Block],
        friction: float | Mapping[Any, float] = 0.6,
        joints: Joint | Mapping[Any, Joint] | None = None,
        ties: Sequence[Tie] = (),
    ) -> None:
        object.__setattr__(self, "blocks", sequence_of(blocks, Block, "blocks of an assembly", least=1))
        object.__setattr__(self, "friction", friction)
        object.__setattr__(self, "joints", joints)
        object.__setattr__(self, "ties", sequence_of(ties, Tie, "ties of an assembly"))
        if len(self._positions) < len(self.blocks):
            twice = next(name for i, name in enumerate(self.names) if self._positions[name] != i)
            raise DrystoneError(f"two blocks are called {twice!r}; names must differ")
        _ = self._friction_table, self.joint_table, self.tie_table  # refuse bad friction, joints and ties now

    def __len__(self) -> int:
        return len(self.blocks)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the blocks, in order."""
        return tuple(f"block-{i}" if b.name is None else b.name for i, b in enumerate(self.blocks))

    @cached_property
    def _positions(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.names)}

    def index_of(self, name: str) -> int:
        """Return the position of the block called `name`; UnknownNameError if there is none."""
        return self._positions[one_of(name, self._positions, "block")]

    @cached_property
    def fixed(self) -> npt.NDArray[np.bool_]:
        """(B_all,) True where the block belongs to the ground."""
        return np.array([block.fixed for block in self.blocks])

    @cached_property
    def movable(self) -> IntArray:
        """(B,) indices of the movable blocks."""
        return np.flatnonzero(~self.fixed).astype(np.int64)

    @cached_property
    def index(self) -> IntArray:
        """(B_all,) position of every block among the movable ones, -1 for fixed blocks."""
        position = np.full(len(self.blocks), -1, dtype=np.int64)
        position[self.movable] = np.arange(len(self.movable))
        return position

    @cached_property
    def mass(self) -> FloatArray:
        """(B_all,) masses in kg, read-only: those of the blocks."""
        return finite_array([block.mass for block in self.blocks], (None,), "masses of blocks")

    @cached_property
    def volume(self) -> FloatArray:
        """(B_all,) volumes in m3, read-only."""
        return finite_array([block.volume for block in self.blocks], (None,), "volumes of blocks")

    @cached_property
    def inertia(self) -> FloatArray:
        """(B_all, 3, 3) inertia about the centroid in kg m2, world axes at t = 0."""
        return np.array([block.inertia for block in self.blocks])

    @cached_property
    def centroid(self) -> FloatArray:
        """(B_all, 3) initial centroids in m."""
        return np.array([block.centroid for block in self.blocks])

    @cached_property
    def geometry(self) -> Geometry:
        """The shapes as flat arrays in body frames."""
        return Geometry.of(self.blocks)

    @cached_property
    def length(self) -> float:
        """Characteristic length (m): median smallest width of the movable (else all) blocks."""
        chosen = [b for b in self.blocks if not b.fixed] or self.blocks
        return float(np.median([block.width for block in chosen]))

    def pair_friction(self, blocks: Any) -> FloatArray:
        """Return the friction coefficients (C,) of pairs (C, 2) of all-block indices, in either order."""
        pairs = index_array(blocks, (None, 2), "pairs of blocks", len(self.blocks))
        return self.joint_table.friction(pairs, self._friction_table.of_pairs(pairs))

    @property
    def largest_friction(self) -> float:
        """The largest friction coefficient that any pair of blocks may have."""
        return max(self._friction_table.largest, self.joint_table.largest_friction)

    @cached_property
    def joint_table(self) -> JointTable:
        """The laws of the joints, by pair of blocks."""
        return JointTable.parse(self.joints, self.index_of, len(self.blocks))

    @cached_property
    def tie_table(self) -> TieTable:
        """The ties as arrays."""
        return TieTable.parse(self.ties, self.blocks, self.index_of, lambda: self.elastic)

    @cached_property
    def _friction_table(self) -> FrictionTable:
        return FrictionTable.parse(self.friction, self.index_of, len(self.blocks))

    def of_material(self, material: Material | None, mesh: MeshOf = None, blocks: Sequence[str] | None = None) -> Self:
        """The same assembly with the movable blocks, or those of these names, of a material: see `Block.of_material`.

        >>> import drystone as ds
        >>> from drystone.structures import arch
        >>> stone = ds.Material(young=20e9, poisson=0.2, density=2400.0)
        >>> arch().of_material(stone, mesh="affine").elastic.count
        6
        """
        names = [] if blocks is None else sequence_of(blocks, str, "blocks of a material")
        chosen = self.movable if blocks is None else [self.index_of(name) for name in names]
        changed = list(self.blocks)
        for i in chosen:
            changed[i] = changed[i].of_material(material, mesh)
        return type(self)(changed, self.friction, self.joints, self.ties)

    @cached_property
    def elastic(self) -> ElasticTable:
        """The modes of the blocks that deform."""
        return ElasticTable.of(self.blocks)

    @cached_property
    def digest(self) -> str:
        """A hash of all that the motion of the assembly depends on: blocks, friction, joints, ties, to the bit."""
        shape = self.geometry
        bodies = (self.names, self.fixed, self.mass, self.inertia, self.centroid)
        faces = (shape.piece_block, shape.vertex_start, shape.vertices, shape.face_start, shape.loop_start, shape.loops)
        elastic = [(block.material, block.mesh) for block in self.blocks] if self.elastic.count else []
        ties = [self.tie_table.parts] if self.ties else []
        return digest(bodies, faces, self._friction_table, self.joint_table, *elastic, *ties)

    def require_fixed(self, purpose: str) -> None:
        """Raise DrystoneError when no block is fixed; `purpose` names what needs one."""
        text(purpose, "purpose")
        if not self.fixed.any():
            raise DrystoneError(f"{purpose} needs a fixed block and the assembly has none; make one with fixed=True")

    def _summary(self) -> Facts:
        fixed = [name for name, held in zip(self.names, self.fixed, strict=True) if held]
        corners = np.vstack([piece.vertices for block in self.blocks for piece in block.pieces])
        laws = [law for law in self.joint_table.laws if law != Joint(friction=law.friction)]
        yield "", f"of {counted(len(self.blocks), 'block')}"
        yield "blocks", f"{len(self.movable)} movable, {len(fixed)} fixed: {listed(self.names)}"
        yield "fixed", listed(fixed) or "none"
        yield "mass", f"{float(np.sum(self.mass[self.movable])):.6g} kg movable"
        yield "from", vector(np.min(corners, axis=0), "m")
        yield "to", vector(np.max(corners, axis=0), "m")
        yield "length", f"{self.length:.4g} m, the median width of the movable blocks"
        pairs = self.friction.items() if isinstance(self.friction, Mapping) else ()
        yield "friction", listed([f"{pair} {mu:.4g}" for pair, mu in pairs]) or f"{self.friction:.4g}"
        yield "joints", counted(len(laws), "law") if laws else "dry"
        if self.ties:
            yield "ties", listed(self.tie_table.names)
