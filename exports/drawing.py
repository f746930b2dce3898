"""An elevation as lines: outlines of blocks, ties, thrust line or resultants, hinges; what DXF and SVG write."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..collision import Contacts
from ..errors import DrystoneError
from ..model import Assembly
from ..results import Trajectory, joint_forces, thrust_line
from ..results.tie_table import STATES, tie_states
from ..results.trajectory import assembly_of, contact_frame, ground_at_contacts
from ..view import plane_of_mechanism, plane_of_motion
from ..view.joints import NEGLIGIBLE, vectors
from ..view.shapes import configuration, depth_order, piece_vertices, plane_axes, silhouette

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Drawing"]

Array = NDArray[np.float64]

HINGE = 0.02
"""A joint counts as a hinge where its centre of pressure is nearer to an edge than this share of its extent, or
outside."""
LENGTH = 0.05
"""Length of the bar of the largest resultant, as a share of the drawing's diagonal."""


@dataclass(frozen=True, eq=False)
class Drawing:
    """Lines in metres to the right and upward, as one side of the structure shows them.

    ``outlines``: polygons (n, 2) of the convex pieces, from the farthest to the nearest, with the ``names`` of their
    blocks and whether these are ``fixed``. ``thrust``: polylines (n, 2) through centres of pressure where the joints
    form a chain. ``forces`` (J, 2, 2): elsewhere bars along the resultants, as long as these are large. ``hinges``
    (H, 2): centres of pressure at the edge of their joint. ``ties`` (M, 2, 2), and which are ``slack`` (M,). ``title``:
    which structure or time.
    """

    outlines: list[Array]
    names: list[str]
    fixed: list[bool]
    thrust: list[Array]
    forces: Array
    hinges: Array
    ties: Array
    slack: list[bool]
    title: str

    @classmethod
    def of(cls, trajectory: Trajectory) -> "Drawing":
        """The last state of a run, seen from the ground, with the forces of the step that led to it.

        Without forces where the contacts of that step were not kept, as in a run that goes on or was interrupted.
        """
        assembly = assembly_of(trajectory)
        place = trajectory.position[-1] - trajectory.ground[-1], trajectory.rotation[-1]
        ground = trajectory.ground[-1]
        title = f"t = {trajectory.time[-1]:.4g} s"
        count = len(assembly.ties)
        if len(trajectory.records) and trajectory.records[-1] is not None:
            contacts, ground = trajectory.contacts(-1), ground_at_contacts(trajectory)[-1]
        else:
            title += ", without forces"
            contacts = contact_frame(trajectory.names, Contacts.empty(), np.zeros((0, 3)), 1.0)
        slack = (trajectory.ties()["state"].to_numpy()[-count:] == "slack").tolist() if count else []
        return cls.made(assembly, contacts, place, ground, plane_of_motion(trajectory), title, slack)

    @classmethod
    def at_rest(cls, assembly: Assembly, contacts: "pd.DataFrame", plane: str | None = None) -> "Drawing":
        """The initial state with the forces of a table of contacts, such as a limit load or an equilibrium has.

        ``plane``: "xz", "yz" or "xy"; None for the longer elevation.
        """
        plane = plane_of_mechanism(assembly, np.zeros((len(assembly), 6))) if plane is None else plane
        place, table = configuration(assembly, None, None), assembly.tie_table
        states = tie_states(table, table.elongation(*place), np.zeros(table.count))
        slack = (states == STATES.index("slack")).tolist()
        return cls.made(assembly, contacts, place, np.zeros(3), plane, "at rest", slack)

    @classmethod
    def made(
        cls,
        assembly: Assembly,
        contacts: "pd.DataFrame",
        place: tuple[Array, Array],
        ground: Array,
        plane: str,
        title: str,
        slack: list[bool],
    ) -> "Drawing":
        """Of a configuration, with contacts in a frame whose origin is at ``ground`` (m); ``slack``: of each tie."""
        axes = list(plane_axes(plane)[:2])
        pieces = piece_vertices(assembly, *place)
        order = depth_order(pieces, plane)
        polygons, owner = [silhouette(pieces[i], plane) for i in order], assembly.geometry.piece_block[order].tolist()
        joints = joint_forces(contacts)
        centre, force = vectors(joints, "centre") - ground, vectors(joints, "force")
        size = np.linalg.norm(force, axis=1)
        drawn = np.isfinite(centre[:, 0]) & (size > NEGLIGIBLE * size.max(initial=0.0))
        try:
            line = _unbroken(thrust_line(contacts, assembly).points - ground) if drawn.any() else []
        except DrystoneError:  # the joints form no chain
            line = []
        hinged = drawn & (joints["margin"].to_numpy(float) <= HINGE * np.sqrt(joints["area"].to_numpy(float)))
        on_line = {tuple(point) for part in line for point in part.tolist()}
        alone = drawn & np.array([tuple(point) not in on_line for point in centre.tolist()], dtype=bool)
        corners = np.concatenate(polygons)
        scale = LENGTH * float(np.linalg.norm(np.ptp(corners, axis=0))) / (size.max(initial=0.0) or 1.0)
        arms = 0.5 * scale * force[alone]
        bars = np.stack([centre[alone] - arms, centre[alone] + arms], axis=1)[..., axes]
        return cls(
            polygons, [assembly.names[b] for b in owner], [bool(assembly.fixed[b]) for b in owner],
            [part[:, axes] for part in line], bars, centre[hinged][:, axes],
            np.stack(assembly.tie_table.anchors(*place), axis=1)[..., axes], slack, title,
        )  # fmt: skip

    @property
    def box(self) -> Array:
        """Lowest and highest coordinates (2, 2) (m) of the outlines."""
        corners: Any = np.concatenate(self.outlines)
        return np.array([corners.min(axis=0), corners.max(axis=0)])


def _unbroken(points: Array) -> list[Array]:
    """The parts of a line between joints without a compressive resultant, which have no point."""
    breaks = np.flatnonzero(~np.isfinite(points[:, 0]))
    parts = [part[np.isfinite(part[:, 0])] for part in np.split(points, breaks)]
    return [part for part in parts if len(part) > 1]
