"""Units of the tables of sweeps over simulations, whose names are known; tasks of a user's own say none."""

from collections.abc import Iterable

__all__ = ["units_of"]

SIMULATIONS = {
    f"drystone.assessment.sweeps{module}:{name}"
    for module in ("", ".simulation")
    for name in ("simulate_case", "page_case")
}
"""Names of the tasks that run a scene, by text and as functions."""
MEGABYTES = {"size": "MB"}
"""Of a page, the result of `page_case`."""


def units_of(tasks: Iterable[str], parameters: Iterable[str]) -> dict[str, str]:
    """The units of ``parameters``, keys of a scene's tables, and of results, by name; none where a task is another's.

    >>> units_of(["drystone.assessment.sweeps:simulate_case"], ["motion.amplitude"])["motion.amplitude"]
    'm/s2'
    """
    if not SIMULATIONS.issuperset(tasks):
        return {}
    from ...files.scene_keys import scene_unit
    from ...results import VERDICT_UNITS

    return {name: scene_unit(name) for name in parameters} | VERDICT_UNITS | MEGABYTES
