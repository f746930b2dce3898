"""`drystone domain`: which one-sine pulses bring a structure down."""

from typing import TYPE_CHECKING, Any

from .answer import Answer
from .campaign_options import campaign_of, numbers, range_of
from .messages import folder
from .tables import show

if TYPE_CHECKING:
    from ..assessment.domain import FailureDomain

__all__ = ["AMPLITUDES", "GRID", "HALF_PERIODS", "LEVELS", "execute"]

HALF_PERIODS, AMPLITUDES = "0.1,0.9", "0.2,2"
"""Ranges that are searched if nothing is said: s, g."""
GRID, LEVELS = "8,8", 1
PAGES = "pages"
"""Folder of the pages of the runs, beside that of the domain."""


def execute(
    scene: str,
    half_periods: str,
    amplitudes: str | None,
    axis: str,
    accelerations: str,
    grid: str,
    levels: int,
    most_runs: int | None,
    after: float | None,
    pages: bool,
    answer: Answer,
    **runs: Any,
) -> int:
    """Make the runs that the store does not hold yet; print the boundary, write the table of runs and the figure."""
    from ..assessment.domain import ACCELERATIONS, AFTER, failure_domain_figure, pulse_pages, scene_domain
    from ..files import write_figure, write_table

    given = "g" if amplitudes is None else accelerations
    reach = [ACCELERATIONS[given] * one for one in range_of(amplitudes or AMPLITUDES, "--amplitudes")]
    span, line = range_of(half_periods, "--half-periods"), numbers(axis, "--axis", 3)
    search: dict[str, Any] = {"grid": numbers(grid, "--grid", 2), "levels": levels, "most_runs": most_runs}
    rest, opened = AFTER if after is None else after, None
    with campaign_of(scene, "domain", quiet=answer.quiet, **runs) as (campaign, target):
        domain = scene_domain(campaign, span, reach, axis=line, after=rest, **search)
        if pages:
            beside = folder(target / PAGES)
            opened = [f"{PAGES}/{name}" for name in pulse_pages(campaign, domain, beside, axis=line, after=rest)]
    written = [write_table(domain.table, target / "runs.csv")]
    domain = domain.in_units(accelerations)
    written += [
        write_figure(failure_domain_figure(domain, safe=True), target / "domain.png"),
        domain.view(target.name, opened).save(target / "domain.html"),
    ]
    answer.result(f"{domain}")
    answer.tell("")
    _tell(domain, answer)
    answer.written(written)
    return 0


def _tell(domain: "FailureDomain", answer: Answer) -> None:
    found = {direction: domain.boundary(direction) for direction in domain.directions}
    for direction, table in found.items():
        if len(table):
            answer.tell(f"# boundary, direction {direction:+d} ({domain.unit})\n\n{show(table)}\n")
    told = {"capacity": domain.capacity, "boundary": found, "runs": domain.table}
    answer.give(told, {"capacity": domain.unit})
