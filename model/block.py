"""A block: one convex piece or a rigid union of several, with its exact mass properties; rigid, or elastic."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass, replace
from functools import cached_property
from typing import Any, Self, cast

import numpy as np

from ..checks import FloatArray, finite_array, instance_of, positive_number, printable_text, sequence_of, yes_no
from ..elements import AffineBody, ElasticBody
from ..errors import DrystoneError, shown
from ..numerics.rotations import rotations
from ..summary import Facts, Summarised, counted, vector
from .hull import convex_hull, merge_faces
from .material import Material
from .meshing import MeshOf, elastic_body, read_mesh
from .polyhedron import Polyhedron, overlap_depth

__all__ = ["Block", "check_point"]

OVERLAP = 1e-6
"""Overlap of two pieces of a union, relative to the smaller width, that counts as touching."""

BESIDE = 1e-6
"""How far a point at which something pulls may be outside a block that deforms, in widths of the block: models have
rounded numbers. With a larger one ties and forces pull at points that the block does not have, to which its deformation
is extrapolated."""

_BOX_CORNERS = np.array([(x, y, z) for z in (-0.5, 0.5) for y in (-0.5, 0.5) for x in (-0.5, 0.5)])
_BOX_FACES = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))


@dataclass(frozen=True, eq=False)
class Block(Summarised, inline=True):
    """A block of homogeneous material, rigid unless it has a ``material``.

    ``pieces``: convex polyhedra in world coordinates at t = 0 (m), moving as one body; ``density`` in kg/m3;
    ``fixed``: the block belongs to the ground and moves with it; ``name``: None lets the assembly name it.
    ``material``: with it the block deforms, and has the material's density. ``mesh``: (n, m, k) hexahedra along x, y
    and z (blocks of six quadrilaterals; of a turned box, along the edges that are nearest to these world axes at t = 0,
    not along its own x, y and z), "tetrahedra", or "affine", one uniform strain; None: 2 x 2 x 2 hexahedra, or
    tetrahedra for other shapes. Use `box`, `from_vertices`, `from_mesh` or `union` to make a block, `of_material` to
    make it deform.

    >>> import drystone as ds
    >>> stone = ds.Block.box((1.0, 0.5, 0.2), center=(0, 0, 0.1), density=2000.0, name="stone")
    >>> round(stone.mass, 6)
    200.0
    """

    pieces: tuple[Polyhedron, ...]
    density: float = 2000.0
    fixed: bool = False
    name: str | None = None
    material: Material | None = None
    mesh: MeshOf = None

    def __post_init__(self) -> None:
        if self.name is not None and printable_text(self.name, "a block's name") == "*":
            raise DrystoneError("a block's name must not be '*', which stands for every block")
        pieces = sequence_of(self.pieces, Polyhedron, f"pieces of {_label(self.name)}", least=1)
        object.__setattr__(self, "pieces", pieces)
        object.__setattr__(self, "density", positive_number(self.density, f"density of {_label(self.name)}"))
        object.__setattr__(self, "fixed", yes_no(self.fixed, f"fixed of {_label(self.name)}"))
        object.__setattr__(self, "mesh", read_mesh(self.mesh, f"mesh of {_label(self.name)}"))
        if self.material is not None:
            instance_of(self.material, Material, f"material of {_label(self.name)}")
            self._check_material()
            object.__setattr__(self, "density", self.material.density)
            with _named(self.name):
                _ = self.elastic  # refuse a mesh that does not fit now

    def _check_material(self) -> None:
        """DrystoneError where the block cannot deform as asked."""
        if self.fixed:
            raise DrystoneError(f"{_label(self.name)} is fixed and has a material; fixed blocks do not deform")
        if len(self.pieces) > 1 and self.mesh != "affine":
            raise DrystoneError(
                f"{_label(self.name)} is a union of {counted(len(self.pieces), 'piece')}; give it the mesh 'affine', "
                "or make blocks of its pieces"
            )

    @classmethod
    def box(
        cls,
        size: Any,
        center: Any = (0.0, 0.0, 0.0),
        density: float = 2000.0,
        rotation: Any = None,
        fixed: bool = False,
        name: str | None = None,
        material: Material | None = None,
        mesh: MeshOf = None,
    ) -> Self:
        """Return a box of `size` (3,) m about `center` (3,) m.

        ``rotation`` (3, 3): its columns are the directions of the box's axes; None = world axes. A size that
        is not positive or a matrix that is no rotation raises DrystoneError.
        """
        with _named(name):
            size = finite_array(size, (3,), "size", above=0.0)
            corners = _BOX_CORNERS * size
            if rotation is not None:
                corners = corners @ rotations(rotation, (3, 3), "rotation").T
            piece = Polyhedron(finite_array(center, (3,), "center") + corners, _BOX_FACES)
        return cls((piece,), density, fixed, name, material, mesh)

    @classmethod
    def from_vertices(
        cls, vertices: Any, density: float = 2000.0, fixed: bool = False, name: str | None = None
    ) -> Self:
        """Return the convex hull of points (n, 3) in m; coplanar triangles become polygon faces."""
        with _named(name):
            piece = convex_hull(vertices)
        return cls((piece,), density, fixed, name)

    @classmethod
    def from_mesh(
        cls,
        vertices: Any,
        faces: Sequence[Sequence[int]],
        density: float = 2000.0,
        fixed: bool = False,
        name: str | None = None,
    ) -> Self:
        """Return a block from a convex surface mesh.

        ``vertices`` (V, 3) in m; ``faces``: index loops, counter-clockwise seen from outside. Neighbouring
        coplanar faces are merged. A mesh that is open, inverted, not convex, not planar per face or flat
        raises DrystoneError.
        """
        with _named(name):
            mesh = Polyhedron(vertices, cast("tuple[tuple[int, ...], ...]", faces))
            piece = merge_faces(mesh.vertices, mesh.faces, mesh.normals)
        return cls((piece,), density, fixed, name)

    @classmethod
    def union(
        cls,
        pieces: "Sequence[Block]",
        density: float | None = None,
        fixed: bool = False,
        name: str | None = None,
    ) -> Self:
        """Return one rigid block made of blocks, which may touch but not overlap.

        ``density`` (kg/m3): None takes the one density of all of them.
        """
        pieces = sequence_of(pieces, Block, f"pieces of the union {_label(name)}", least=1)
        if density is None:
            density = pieces[0].density
            if any(block.density != density for block in pieces):
                raise DrystoneError(f"the pieces of {_label(name)} differ in density; give the density of the union")
        _refuse_overlap(pieces, name)
        return cls(tuple(piece for block in pieces for piece in block.pieces), density, fixed, name)

    def of_material(self, material: Material | None, mesh: MeshOf = None) -> Self:
        """The same block of this material, elastic; rigid, with the density that it has, for None."""
        return replace(self, material=material, mesh=mesh)

    @cached_property
    def elastic(self) -> ElasticBody | AffineBody:
        """The block as an elastic body; only where it has a material."""
        if self.material is None:
            raise DrystoneError(
                f"{_label(self.name)} is rigid: it has no material, and so no modes; give it one with `of_material`"
            )
        second = (0.5 * np.trace(self.inertia) * np.eye(3) - self.inertia) / self.density
        return elastic_body(self.pieces, self.centroid, self.volume, second, self.material, self.mesh)

    @property
    def elastic_key(self) -> bytes:
        """What blocks have in common that may be one elastic body, turned: see `drystone.model.elastic`."""
        loops = [piece.faces for piece in self.pieces]
        material = None if self.material is None else astuple(self.material)
        return repr((material, self.mesh, loops)).encode()

    @cached_property
    def volume(self) -> float:
        """Volume (m3)."""
        return sum(piece.volume for piece in self.pieces)

    @cached_property
    def mass(self) -> float:
        """Mass (kg)."""
        return self.density * self.volume

    @cached_property
    def centroid(self) -> FloatArray:
        """Centroid (3,) in m, world axes at t = 0."""
        return np.asarray(sum(piece.volume * piece.centroid for piece in self.pieces) / self.volume)

    @cached_property
    def inertia(self) -> FloatArray:
        """Inertia tensor (3, 3) about the centroid in kg m2, world axes at t = 0."""
        second = np.zeros((3, 3))
        for piece in self.pieces:
            arm = piece.centroid - self.centroid
            second += piece.second_moment + piece.volume * np.outer(arm, arm)
        return np.asarray(self.density * (np.trace(second) * np.eye(3) - second))

    @cached_property
    def principal_inertia(self) -> tuple[FloatArray, FloatArray]:
        """Principal moments (3,) in kg m2, ascending, and axes (3, 3) as columns of a rotation matrix."""
        moments, axes = np.linalg.eigh(self.inertia)
        axes[:, 2] *= np.sign(np.linalg.det(axes))
        return moments, axes

    @cached_property
    def width(self) -> float:
        """Smallest width of its pieces (m)."""
        return min(piece.width for piece in self.pieces)

    def _summary(self) -> Facts:
        corners = np.vstack([piece.vertices for piece in self.pieces])
        yield "", repr(self.name) if self.name is not None else "without a name"
        yield "", "fixed" if self.fixed else "movable"
        yield "mass", f"{self.mass:.6g} kg"
        yield "density", f"{self.density:.4g} kg/m3"
        if self.material is not None:
            yield "elastic", f"E {self.material.young:.4g} Pa, nu {self.material.poisson:.4g}"
        yield "centroid", vector(self.centroid, "m")
        yield "extent", vector(np.ptp(corners, axis=0), "m")
        yield (
            "pieces" if len(self.pieces) > 1 else "",
            f"{len(self.pieces)}" if len(self.pieces) > 1 else counted(len(self.pieces[0].faces), "face"),
        )


def check_point(block: Block, point: FloatArray, what: str) -> None:
    """DrystoneError where a block deforms and is pulled at a point (3,) (m, at t = 0) that is not in or on it.

    ``what`` is at the point, with its verb: "the force is at".
    """
    if block.material is None:
        return
    if any(np.all(piece.normals @ point <= piece.offsets + BESIDE * block.width) for piece in block.pieces):
        return
    place, label = ", ".join(f"{x:g}" for x in point), "" if block.name is None else f" {shown(block.name)}"
    raise DrystoneError(
        f"{what} ({place}) m beside the block{label}, which deforms; give a point in or on it, or leave the block "
        "without a material (young, poisson)"
    )


def _refuse_overlap(blocks: Sequence[Block], name: str | None) -> None:
    pieces = [(piece, block.name or f"piece {i}") for i, block in enumerate(blocks) for piece in block.pieces]
    for i, (a, name_a) in enumerate(pieces):
        for b, name_b in pieces[:i]:
            if (depth := overlap_depth(a, b)) > OVERLAP * min(a.width, b.width):
                raise DrystoneError(
                    f"in the union {_label(name)}, {name_b!r} and {name_a!r} overlap by {depth:.3g} m; "
                    "pieces may touch but not overlap"
                )


def _label(name: str | None) -> str:
    return "the block" if name is None else f"block {shown(name)}"


@contextmanager
def _named(name: str | None) -> Iterator[None]:
    """Put the block's name in front of what is wrong with its shape."""
    try:
        yield
    except DrystoneError as error:
        if name is None:
            raise
        raise DrystoneError(f"block {shown(name)}: {error}") from error
