"""The failure domain of a scene: its one-sine pulses run by the engine of sweeps."""

from collections.abc import Sequence
from typing import Any

from ...checks import finite_number, yes_no
from ..campaign import Campaign
from .domain import FailureDomain
from .pulses import PulseCase
from .search import failure_domain, pseudo_static_capacity

__all__ = ["AFTER", "scene_domain"]

AFTER = 2.0
"""Time (s) for which a structure is followed after the pulse (Nodargi and Bisegna 2024, section 4.5.2)."""


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
    """The failure domain of a scene under one-sine pulses along ``axis`` and against it, in the place of its motion.

    ``half_periods`` (s) and ``amplitudes`` (m/s2): the ends of their ranges. Each pulse is followed for ``after`` (s)
    beyond its end, 2 half-periods after its start, or until the verdict is certain. ``settings``: grid, levels, mode,
    most_runs and directions of `drystone.failure_domain`. ``capacity``: whether the pseudo-static capacities are
    computed by the limit program. What the table has beside: the verdicts, see `drystone.results.Verdict`.
    """
    rest = finite_number(after, "after (s)", least=0.0)
    direction = [finite_number(one, "axis") for one in axis]

    def evaluate(cases: Sequence[PulseCase]) -> Any:
        rows = [
            {"motion.half_period": case.half_period, "motion.amplitude": case.direction * case.amplitude,
             "run.duration": 2.0 * case.half_period + rest}
            for case in cases
        ]  # fmt: skip
        table = campaign.runs({"kind": "one-sine", "direction": direction}, rows)
        return table.drop(columns=list(rows[0])).assign(collapsed=table["collapsed"].astype(bool))

    wanted = yes_no(capacity, "capacity")
    found = pseudo_static_capacity(campaign.read().assembly, direction) if wanted else None
    return failure_domain(evaluate, half_periods, amplitudes, capacity=found, **settings)
