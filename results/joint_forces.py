"""What passes through the joints: the resultant of the contact forces of every pair of blocks."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..checks import data_frame, finite_array, finite_number
from ..errors import DrystoneError
from ..numerics.compiled import FloatArray, IntArray, compiled
from ..numerics.polygons import hull_order
from ..summary import with_units

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["JOINT_COLUMNS", "joint_forces", "spread_columns"]

XYZ = ("x", "y", "z")
NEEDED = (
    "block_a", "block_b", "point_x", "point_y", "point_z", "normal_x", "normal_y", "normal_z",
    "friction", "force_x", "force_y", "force_z",
)  # fmt: skip
"""Columns of the table of contacts that are read."""
JOINT_COLUMNS = (
    "block_a", "block_b", "contacts", "normal_x", "normal_y", "normal_z", "spread",
    "centroid_x", "centroid_y", "centroid_z", "area", "force_x", "force_y", "force_z", "force_n", "force_t",
    "moment_x", "moment_y", "moment_z", "moment_n", "centre_x", "centre_y", "centre_z",
    "eccentricity", "margin", "friction", "friction_use",
)  # fmt: skip
"""Columns of the table of joints."""
JOINT_UNITS = {
    "contacts": "1", "normal": "1", "spread": "degrees", "centroid": "m", "area": "m2", "force": "N", "moment": "N m",
    "centre": "m", "eccentricity": "m", "margin": "m", "friction": "1", "friction_use": "1",
}  # fmt: skip
"""Their units; see `drystone.summary.with_units`."""

LEAST = 1e-8
"""Normal resultant below which a joint counts as unloaded, relative to the largest resultant: the certificate's own
accuracy."""
FLAT = 1e-9
"""Width below which the points of a joint lie on a line, relative to their extent; rounding of 1e6 coordinates."""
OPPOSED = 1e-6
"""Length of the mean of unit normals below which they cancel and a joint has no plane."""


def joint_forces(contacts: "pd.DataFrame", *, least: float | None = None) -> "pd.DataFrame":
    """Resultant, moment and centre of pressure of every joint, from a table of contacts with their forces.

    ``contacts``: the table of `Trajectory.contacts`, or another with its columns (C rows). ``least``: normal resultant
    (N) above which a joint counts as compressed; None for 1e-8 of the largest resultant, below which solvers leave
    anything. One row for each pair of blocks in contact, in the order in which pairs first appear; a pair that is
    written both ways round is one joint, with a and b as they stand first. With the points p_i, normals n_i (from a to
    b) and forces f_i on b of a joint:

    * ``contacts``: number of points and of bonds beside them. ``normal_x..``: n, the mean of the n_i weighted by their
      normal forces where these are compressive, of all alike in an unloaded joint. ``spread``: largest angle (degrees)
      between an n_i and n, zero where the joint is plane.
    * ``centroid_x..`` (m), ``area`` (m2): c, of the contact polygon, the convex hull of the p_i seen along n. Where the
      points lie on a line c is its middle and the area zero.
    * ``force_x..`` (N): R = sum of f_i, the force on b; a has the opposite. ``force_n`` = n·R (N), positive in
      compression; ``force_t`` = |R - n (n·R)| (N).
    * ``moment_x..`` (N m): M = sum of (p_i - c) x f_i, on b about c; ``moment_n`` = n·M, torsion.
    * ``centre_x..`` (m): centre of pressure c + n x M / (n·R), where M has no part in the plane: there the resultant
      passes. ``eccentricity`` (m): its distance from c. ``margin`` (m): its distance from the polygon's edge, positive
      inside, negative outside; at most zero where the points lie on a line.
    * ``friction``: mean mu of the points, bonds beside them apart; ``friction_use`` = force_t / (friction force_n), 1
      when the joint as a whole is about to slide. Torsion uses friction too and is not in it, cohesion and bonds allow
      more than 1.

    NaN stands for what does not exist: centre_x.., eccentricity, margin and friction_use where the normal resultant is
    not positive (above ``least``), friction_use where mu = 0, and everything that needs a plane where the normals of a
    joint cancel (a key in a slot); R is given all the same. DrystoneError for what is no such table.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> joints = ds.joint_forces(ds.equilibrium(column(2)).contacts)
    >>> joints[["block_a", "block_b"]].values.tolist(), joints["force_n"].round(1).tolist()
    ([['ground', 'drum-1'], ['drum-1', 'drum-2']], [3924.0, 1962.0])
    """
    import pandas as pd

    table = _Contacts.of(contacts)
    limit = _threshold(least, table.resultant)
    plane = _Plane.of(table, limit)
    moment = table.summed(np.cross(table.point - plane.centroid[table.joint], table.force))
    columns = {
        **table.names(contacts),
        **spread_columns("normal", plane.normal),
        "spread": plane.spread,
        **spread_columns("centroid", plane.centroid),
        "area": plane.area,
        **spread_columns("force", table.resultant),
        **spread_columns("moment", moment),
        **_resultants(table, plane, moment, limit),
    }
    return with_units(pd.DataFrame(columns, columns=list(JOINT_COLUMNS)), JOINT_UNITS)


def spread_columns(name: str, values: FloatArray, suffixes: Sequence[str] = XYZ) -> dict[str, FloatArray]:
    """The columns name_x, name_y, name_z of an array (n, 3), or of one (n, m) those with m other ``suffixes``."""
    return {f"{name}_{suffix}": values[:, i] for i, suffix in enumerate(suffixes)}


@dataclass(frozen=True, eq=False)
class _Contacts:
    """Contacts sorted by joint, all normals and forces as seen from the joint's block a.

    ``joint`` (C,): joint of each contact, ascending; ``start`` (J + 1,): where the contacts of a joint begin; ``first``
    (J,): row of the user's table in which a joint appears first.
    """

    joint: IntArray
    start: IntArray
    first: IntArray
    point: FloatArray
    normal: FloatArray
    force: FloatArray
    friction: FloatArray

    @classmethod
    def of(cls, contacts: "pd.DataFrame") -> "_Contacts":
        """The contacts of a table, joint by joint."""
        data_frame(contacts, NEEDED, "the table of contacts, such as trajectory.contacts(-1),")
        joint, first, side = _pairs(contacts)
        order = np.argsort(joint, kind="stable")
        sign = side[order, None]
        return cls(
            joint=joint[order],
            start=np.searchsorted(joint[order], np.arange(len(first) + 1)).astype(np.int64),
            first=first,
            point=_columns(contacts, "point")[order],
            normal=sign * _unit(_columns(contacts, "normal"))[order],
            force=sign * _columns(contacts, "force")[order],
            friction=_friction(contacts)[order],
        )

    def names(self, contacts: "pd.DataFrame") -> dict[str, Any]:
        """Blocks of each joint and its number of contacts."""
        rows = contacts.iloc[self.first]
        return {
            "block_a": rows["block_a"].to_numpy(),
            "block_b": rows["block_b"].to_numpy(),
            "contacts": np.diff(self.start),
        }

    def summed(self, values: FloatArray) -> FloatArray:
        """Sums over each joint (J, ...) of values (C, ...)."""
        return np.add.reduceat(values, self.start[:-1], axis=0) if len(values) else values

    def mean(self, values: FloatArray) -> FloatArray:
        """Means over each joint (J, ...) of values (C, ...)."""
        count = np.diff(self.start).reshape(-1, *(1,) * (values.ndim - 1))
        return self.summed(values) / count

    @property
    def mean_friction(self) -> FloatArray:
        """(J,) mean coefficient of friction of the contacts that have one, NaN where none has."""
        has_one = np.isfinite(self.friction)
        count = self.summed(has_one.astype(np.float64))
        return self.summed(np.where(has_one, self.friction, 0.0)) / np.where(count > 0.0, count, np.nan)

    @cached_property
    def resultant(self) -> FloatArray:
        """(J, 3) force on b (N)."""
        return self.summed(self.force)


@dataclass(frozen=True, eq=False)
class _Plane:
    """Mean plane of each joint: unit ``normal`` (J, 3), two ``axes`` (J, 2, 3) in it, its contact polygon.

    ``corners`` (C, 2): corners of the polygon of joint j, counter-clockwise from start[j], ``size`` (J,) of them,
    relative to the ``centroid`` (J, 3).
    """

    normal: FloatArray
    spread: FloatArray
    axes: FloatArray
    centroid: FloatArray
    area: FloatArray
    corners: FloatArray
    size: IntArray

    @classmethod
    def of(cls, table: _Contacts, least: float) -> "_Plane":
        """The planes of the joints of a table; ``least``: as in `joint_forces`."""
        normal = _mean_normal(table, least)
        along = np.clip(_dot(table.normal, normal[table.joint]), -1.0, 1.0)
        aside = np.linalg.norm(np.cross(table.normal, normal[table.joint]), axis=1)
        turn = np.degrees(np.arctan2(aside, along))
        spread = np.maximum.reduceat(turn, table.start[:-1]) if len(turn) else turn
        axes = _axes(normal)
        middle = table.mean(table.point)
        flat = np.einsum("cij,cj->ci", axes[table.joint], table.point - middle[table.joint])
        corners, size, inner, area = _polygons(np.nan_to_num(flat), table.start, FLAT)
        centroid = middle + np.einsum("jik,ji->jk", axes, inner)
        area[np.isnan(normal[:, 0])] = np.nan
        return cls(normal, spread, axes, centroid, area, corners - inner[table.joint], size)


def _resultants(table: _Contacts, plane: _Plane, moment: FloatArray, least: float) -> dict[str, FloatArray]:
    """What follows from resultant, moment and plane of every joint."""
    normal_force = _dot(table.resultant, plane.normal)
    tangential = np.linalg.norm(table.resultant - normal_force[:, None] * plane.normal, axis=1)
    carried = np.where(normal_force > least, normal_force, np.nan)
    arm = np.cross(plane.normal, moment) / carried[:, None]
    friction = table.mean_friction
    at = np.ascontiguousarray(np.einsum("jik,jk->ji", plane.axes, arm))
    return {
        "force_n": normal_force,
        "force_t": tangential,
        "moment_n": _dot(moment, plane.normal),
        **spread_columns("centre", plane.centroid + arm),
        "eccentricity": np.linalg.norm(arm, axis=1),
        "margin": _margins(plane.corners, table.start, plane.size, at),
        "friction": friction,
        "friction_use": tangential / (np.where(friction > 0.0, friction, np.nan) * carried),
    }


def _mean_normal(table: _Contacts, least: float) -> FloatArray:
    """(J, 3) unit normals; NaN where those of a joint cancel."""
    pressure = np.maximum(_dot(table.force, table.normal), 0.0)
    loaded = table.summed(pressure)[table.joint] > least
    weight = np.where(loaded, pressure, 1.0)
    mean = table.summed(weight[:, None] * table.normal) / table.summed(weight)[:, None]
    length = np.linalg.norm(mean, axis=1)
    return mean / np.where(length > OPPOSED, length, np.nan)[:, None]


def _axes(normal: FloatArray) -> FloatArray:
    """Two unit vectors (J, 2, 3) in the planes of unit normals (J, 3), right-handed with them."""
    if not len(normal):
        return np.zeros((0, 2, 3))
    helper = np.eye(3)[np.argmin(np.abs(np.nan_to_num(normal)), axis=1)]
    first = _unit(np.cross(normal, helper))
    return np.stack([first, np.cross(normal, first)], axis=1)


@compiled
def _polygons(
    flat: FloatArray, start: IntArray, tolerance: float
) -> tuple[FloatArray, IntArray, FloatArray, FloatArray]:
    """Corners (C, 2) and number of corners (J,) of the hulls of points (C, 2), their centroids (J, 2), areas (J,)."""
    joints = len(start) - 1
    corners, size = np.zeros_like(flat), np.zeros(joints, np.int64)
    centroid, area = np.zeros((joints, 2)), np.zeros(joints)
    most = 0
    for j in range(joints):
        most = max(most, start[j + 1] - start[j])
    points, order = np.empty((most, 2)), np.empty(2 * most + 1, np.int64)
    for j in range(joints):
        count, extent = start[j + 1] - start[j], 0.0
        for i in range(count):
            points[i] = flat[start[j] + i]
            extent = max(extent, np.hypot(points[i, 0], points[i, 1]))
        size[j] = min(hull_order(points, count, order, tolerance * extent), count)
        for i in range(size[j]):
            corners[start[j] + i] = points[order[i]]
        area[j] = _centre(corners, start[j], size[j], centroid[j])
    return corners, size, centroid, area


@compiled
def _centre(corners: FloatArray, first: int, size: int, centroid: FloatArray) -> float:
    """Write the centroid (2,) of a polygon, or the middle of a segment; return the polygon's area."""
    if size < 3:
        for i in range(size):
            centroid += corners[first + i] / size
        return 0.0
    twice = 0.0
    for i in range(1, size - 1):
        p, q, r = corners[first], corners[first + i], corners[first + i + 1]
        part = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        centroid += part * (p + q + r) / 3.0
        twice += part
    centroid /= twice
    return 0.5 * twice


@compiled
def _margins(corners: FloatArray, start: IntArray, size: IntArray, at: FloatArray) -> FloatArray:
    """Distances (J,) of the points ``at`` (J, 2) from the edges of their polygons, positive inside."""
    answer = np.empty(len(size))
    for j in range(len(size)):
        nearest, inside = np.inf, size[j] > 2
        for i in range(size[j]):
            p = corners[start[j] + i]
            q = corners[start[j] + (i + 1) % size[j]]
            u, v = q[0] - p[0], q[1] - p[1]
            x, y = at[j, 0] - p[0], at[j, 1] - p[1]
            squared = u * u + v * v
            part = min(max((x * u + y * v) / squared, 0.0), 1.0) if squared > 0.0 else 0.0
            nearest = min(nearest, np.hypot(x - part * u, y - part * v))
            inside = inside and u * y - v * x >= 0.0
        answer[j] = nearest if inside else -nearest
        if np.isnan(at[j, 0]):
            answer[j] = np.nan
    return answer


def _pairs(contacts: "pd.DataFrame") -> tuple[IntArray, IntArray, FloatArray]:
    """Joint (C,) of each row, first row (J,) of each joint, and 1 or -1 (C,) where a and b stand as there or not."""
    import pandas as pd

    both = np.concatenate([contacts["block_a"].to_numpy(dtype=object), contacts["block_b"].to_numpy(dtype=object)])
    if len(both) and pd.api.types.infer_dtype(both) != "string":
        raise DrystoneError("block_a and block_b of the table of contacts must be names of blocks, in every row")
    codes, names = pd.factorize(both)
    if np.any(codes < 0):
        row = int(np.flatnonzero(codes < 0)[0]) % len(contacts)
        raise DrystoneError(
            f"row {row} of the table of contacts names no block; every contact needs block_a and block_b"
        )
    a, b = codes.reshape(2, -1)
    if np.any(a == b):
        row = int(np.flatnonzero(a == b)[0])
        raise DrystoneError(f"row {row} of the table of contacts is a contact of {names[a[row]]!r} with itself")
    joint, _ = pd.factorize(np.minimum(a, b) * len(names) + np.maximum(a, b))
    _, first = np.unique(joint, return_index=True)
    side = np.where(a == a[first][joint], 1.0, -1.0)
    return joint.astype(np.int64), first.astype(np.int64), side


def _columns(contacts: "pd.DataFrame", name: str) -> FloatArray:
    return _numbers(contacts, [f"{name}_{axis}" for axis in XYZ])


def _numbers(contacts: "pd.DataFrame", names: list[str]) -> FloatArray:
    return finite_array(
        contacts[names].to_numpy(), (None, len(names)), f"the columns {', '.join(names)} of the contacts"
    )


def _friction(contacts: "pd.DataFrame") -> FloatArray:
    """The column, NaN where a row is a bond, which has none."""
    values = contacts["friction"]
    friction = np.full(len(contacts), np.nan)
    friction[values.notna()] = _numbers(contacts[values.notna()], ["friction"])[:, 0]
    if np.any(friction < 0.0):
        row = int(np.nanargmin(friction))
        raise DrystoneError(f"friction in row {row} of the contacts is {friction[row]:g}; it must not be negative")
    return friction


def _threshold(least: float | None, resultant: FloatArray) -> float:
    """Normal resultant (N) above which a joint is compressed."""
    if least is None:
        return LEAST * float(np.linalg.norm(resultant, axis=1).max(initial=0.0))
    return finite_number(least, "least (N)", least=0.0)


def _unit(vectors: FloatArray) -> FloatArray:
    length = np.linalg.norm(vectors, axis=1)
    if np.any(length == 0.0):
        row = int(np.flatnonzero(length == 0.0)[0])
        raise DrystoneError(
            f"the normal of row {row} of the contacts is zero; normals must have a direction, from a to b"
        )
    return vectors / length[:, None]


def _dot(a: FloatArray, b: FloatArray) -> NDArray[np.float64]:
    return np.einsum("ij,ij->i", a, b)
