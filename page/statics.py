"""Structures, limit loads and equilibria as the content of a page."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..model import Assembly
from ..model.gravity import ONE_G
from ..numerics.rotations import exponential
from ..results.tie_table import tie_states
from ..statics import EquilibriumResult, LimitResult
from ..view.mechanism import SHARE, displaced
from ..view.shapes import configuration
from .content import Content
from .forces import Forces, forces_of
from .measures import stress_measures

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["equilibrium_content", "limit_content", "structure_content"]

Array = NDArray[np.float64]

LOOSE = 1e-6
"""Share of the largest force of a tie below which one is slack in a result of statics."""
SAME = 1e-9
"""Difference of accelerations, as a share of the largest, up to which they are one."""
STATES = 25
"""States of a mechanism: a turn is interpolated between them to what no one sees."""


def structure_content(assembly: Assembly, title: str) -> Content:
    """What a page shows of a structure as it was built."""
    facts = (
        ("blocks", f"{len(assembly.movable)} movable, {int(assembly.fixed.sum())} fixed"),
        ("mass", f"{float(assembly.mass[assembly.movable].sum()):.6g} kg movable"),
    )
    return _content(assembly, title, "", "plain", facts, np.zeros((len(assembly), 6)), None, None)


def limit_content(result: LimitResult, title: str) -> Content:
    """What a page shows of a limit load: forces at the limit and the mechanism, as far as one sees it."""
    headlines = {
        "solved": (f"limit load {result.multiplier:.4g} times the live load", "plain"),
        "unbounded": ("every multiple of the live load is carried", "good"),
        "infeasible": ("the dead load is not carried", "bad"),
    }
    headline, tone = headlines[result.status]
    facts = (
        ("multiplier", f"{result.multiplier:.8g}"),
        ("live load", _live(result)),
        ("kinematic program", f"{result.kinematic_multiplier:.8g}"),
        ("friction", result.friction),
        ("worst certificate", f"{result.certificate.worst:.2g}"),
        ("solver", f"{result.solver}, {result.form}"),
    )
    forces = forces_of(result.system.assembly, [(0, result.contacts, np.zeros(3))]) if len(result.contacts) else None
    return _content(result.system.assembly, title, headline, tone, facts, result.mechanism, forces, result.ties)


def _live(result: LimitResult) -> str:
    """The live load in words: as a body acceleration where it is one, or by its resultant."""
    system = result.system
    share = system.live[:, :3] / (ONE_G * system.assembly.mass[system.assembly.movable, None])
    size = float(np.abs(share).max())
    if np.ptp(share, axis=0).max() < SAME * size and not np.any(system.live[:, 3:]):
        mean = np.where(np.abs(share[0]) < SAME * size, 0.0, share[0])
        return f"({', '.join(f'{one:g}' for one in mean)}) g on all blocks"
    total = system.live[:, :3].sum(axis=0)
    return f"forces and moments on blocks, together ({', '.join(f'{one:.6g}' for one in total)}) N"


def equilibrium_content(result: EquilibriumResult, title: str) -> Content:
    """What a page shows of an equilibrium: its forces and blocks deformed by them, or the mechanism that begins."""
    headline, tone = ("stands", "good") if result.stable else ("falls", "bad")
    facts = (("solver", result.solver), ("imbalance", f"{result.imbalance:.2g} of the loads"))
    assembly, deformed = result.system.assembly, result.deformed
    forces = forces_of(assembly, [(0, result.contacts, np.zeros(3))]) if len(result.contacts) else None
    content = _content(assembly, title, headline, tone, facts, result.mechanism, forces, result.ties)
    if deformed is None:
        return content
    return replace(
        content,
        displacement=(deformed.position - assembly.centroid)[None],
        rotation=deformed.rotation[None],
        deformation=deformed.deformation[None],
        measures=stress_measures(assembly, deformed.deformation[None]),
        notes=(*content.notes, "Blocks are drawn as the loads deform and move them, magnified."),
    )


def _content(
    assembly: Assembly, title: str, headline: str, tone: str, facts: tuple[tuple[str, str], ...], mechanism: Array,
    forces: Forces | None, ties: "pd.DataFrame | None",
) -> Content:  # fmt: skip
    moves = bool(np.any(mechanism))
    share = np.linspace(0.0, 1.0, STATES) if moves else np.zeros(1)
    motion = share[:, None, None] * (displaced(assembly, mechanism, None, None, None)[3] if moves else 0.0) * mechanism
    told = f"The mechanism is enlarged: its fastest corner goes {100 * SHARE:g} % of the size of the structure."
    return Content(
        title=title,
        kind="mechanism" if moves else "structure",
        headline=headline,
        tone=tone,
        facts=facts,
        assembly=assembly,
        time=share,
        displacement=motion[..., :3],
        rotation=exponential(motion[..., 3:].reshape(-1, 3)).reshape(*motion.shape[:2], 3, 3),
        ground=np.zeros((len(share), 3)),
        fallen=np.full(len(assembly), np.inf),
        moved=0.0,
        forces=forces,
        ties=_tie_states(assembly, ties)[None],
        play=moves,
        notes=(told,) if moves else (),
    )


def _tie_states(assembly: Assembly, ties: "pd.DataFrame | None") -> NDArray[np.uint8]:
    """What ties are (M,) by the forces of a result, or by their lengths as they were built."""
    table, none = assembly.tie_table, np.zeros(assembly.tie_table.count)
    if ties is None or not len(ties):
        return tie_states(table, table.elongation(*configuration(assembly, None, None)), none).astype(np.uint8)
    force = ties["force"].to_numpy()
    elastic = np.where(force > LOOSE * force.max(), force / table.stiffness, -table.length)
    return tie_states(table, elastic, none).astype(np.uint8)
