"""The failure domain of a scene: its one-sine pulses run by the engine of sweeps."""

from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...checks import finite_array, finite_number, instance_of, yes_no
from ...files.scene import SceneFile
from ...formulations import FORMULATIONS
from ...model.gravity import ONE_G
from ...results import VERDICT_UNITS
from ...summary import with_units
from ..campaign import Campaign
from ..evaluation import tell_undecided
from .domain import FailureDomain
from .pulses import PulseCase
from .search import failure_domain, pseudo_static_capacity

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["AFTER", "pulse_pages", "pulse_runs", "rides_on_ground", "scene_capacity", "scene_domain"]

AFTER = 8.0
"""Time (s) for which a structure is followed after the motion, at most: less leaves more verdicts uncertain, more costs
only where the verdict is not certain before."""

STIFFNESS = "normal_stiffness"
"""Option of formulations whose contacts are springs."""


def scene_domain(
    campaign: Campaign,
    half_periods: Any,
    amplitudes: Any,
    *,
    axis: Any = (1.0, 0.0, 0.0),
    after: float = AFTER,
    capacity: bool = True,
    **settings: Any,
) -> FailureDomain:
    """The failure domain of a scene under one-sine pulses along ``axis`` and against it, in place of its motion.

    ``half_periods`` (s) and ``amplitudes`` (m/s2): the ends of their ranges. Each pulse is followed for ``after`` (s)
    beyond its end, 2 half-periods after its start, or until the verdict is certain; Nodargi and Bisegna 2024 (section
    4.5.2) follow it for 2 s, which leaves some structures swaying or falling. A warning tells how many of the survivals
    are not certain. ``settings``: grid, levels, mode,
    most_runs and directions of `drystone.failure_domain`. ``capacity``: whether the pseudo-static capacities are
    computed by the limit program, see `scene_capacity`. What the table has beside: the verdicts, see
    `drystone.results.Verdict`. DrystoneError as `Campaign.runs`.

    >>> import drystone as ds, pathlib, tempfile
    >>> block = {"structure.width": 0.2, "structure.height": 1.0, "structure.tilt": 0.0, "run.dt": 0.01}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     campaign = ds.Campaign("block", pathlib.Path(folder) / "runs.sqlite", block, workers=1)
    ...     domain = ds.scene_domain(campaign, (0.3, 0.6), (1.0, 8.0), grid=(1, 1), levels=0, directions=[1])
    >>> domain.table[["half_period", "amplitude", "state"]].values.tolist()
    [[0.3, 1.0, 'stood'], [0.3, 8.0, 'collapsed'], [0.6, 1.0, 'stood'], [0.6, 8.0, 'collapsed']]
    """
    instance_of(campaign, Campaign, "campaign")
    rest = finite_number(after, "after (s)", least=0.0)
    direction = finite_array(axis, (3,), "axis").tolist()

    def evaluate(cases: Sequence[PulseCase]) -> Any:
        return pulse_runs(campaign, cases, direction, rest)

    found = scene_capacity(campaign, direction) if yes_no(capacity, "capacity") else None
    domain = failure_domain(evaluate, half_periods, amplitudes, capacity=found, **settings)
    tell_undecided(with_units(domain.table, {**domain.table.attrs["units"], **VERDICT_UNITS}))
    return domain


def pulse_runs(campaign: Campaign, cases: Sequence[PulseCase], axis: Sequence[float], after: float) -> "pd.DataFrame":
    """The verdicts of pulses along ``axis``, each followed for ``after`` (s) beyond its end: a row for each case."""
    rows = _rows(cases, after)
    table = campaign.runs({"kind": "one-sine", "direction": list(axis)}, rows)
    return table.drop(columns=list(rows[0])).assign(collapsed=table["collapsed"].astype(bool))


def pulse_pages(
    campaign: Campaign, domain: FailureDomain, folder: str | Path, *, axis: Any = (1.0, 0.0, 0.0), after: float = AFTER
) -> list[str]:
    """Make every run of a domain once more as a page in ``folder``, which must be there; the names of the files.

    In the order of ``domain.table``; ``axis`` and ``after`` as given to `scene_domain`. Runs whose page is known to the
    store of the campaign are not made again. DrystoneError as `Campaign.runs`.
    """
    instance_of(campaign, Campaign, "campaign")
    table = (
        instance_of(domain, FailureDomain, "domain").in_units("m/s2").table[["half_period", "amplitude", "direction"]]
    )
    cases = [PulseCase(*row) for row in table.itertuples(index=False, name=None)]
    motion = {"kind": "one-sine", "direction": finite_array(axis, (3,), "axis").tolist()}
    rows = _rows(cases, finite_number(after, "after (s)", least=0.0))
    return [str(name) for name in campaign.runs(motion, rows, pages=folder)["page"]]


def _rows(cases: Sequence[PulseCase], after: float) -> list[dict[str, float]]:
    return [
        {"motion.half_period": case.half_period, "motion.amplitude": case.direction * case.amplitude,
         "run.duration": 2.0 * case.half_period + after}
        for case in cases
    ]  # fmt: skip


def scene_capacity(campaign: Campaign, axis: Any = (1.0, 0.0, 0.0)) -> dict[int, float] | None:
    """The pseudo-static capacities (m/s2) of a scene by direction, under its own gravity, see `pseudo_static_capacity`.

    None where there are none: loads or settlements act beside the motion, or the structure does not stand without it.
    None too where it does not ride on the ground below them: blocks that deform, springs of joints, bonds, ties and the
    contacts of a compliant formulation give way before, and sway.
    """
    scene = instance_of(campaign, Campaign, "campaign").read()
    if scene.loads.items or scene.settlements or not rides_on_ground(scene):
        return None
    overlap = scene.run.options.get("overlap_tolerance")
    found = pseudo_static_capacity(scene.assembly, axis, dead=scene.gravity / ONE_G, overlap_tolerance=overlap)
    return found if all(0.0 < one < inf for one in found.values()) else None


def rides_on_ground(scene: SceneFile) -> bool:
    """Whether a structure is at rest on the ground until joints open or slide: rigid blocks in rigid contact, dry
    joints, no ties.
    """
    assembly, rigid = scene.assembly, STIFFNESS not in FORMULATIONS[scene.run.formulation].options
    return rigid and assembly.joint_table.is_rigid and not assembly.elastic.count and not assembly.ties
