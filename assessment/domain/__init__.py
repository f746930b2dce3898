"""Failure domains: which pulses cause collapse, their boundary, their convex hull."""

from .domain import ACCELERATIONS, FailureDomain
from .figure import failure_domain_figure, plot_failure_domain
from .pulses import PulseCase
from .runs import AFTER, pulse_pages, pulse_runs, scene_capacity, scene_domain
from .search import failure_domain, pseudo_static_capacity

__all__ = [
    "ACCELERATIONS",
    "AFTER",
    "FailureDomain",
    "PulseCase",
    "failure_domain",
    "failure_domain_figure",
    "plot_failure_domain",
    "pseudo_static_capacity",
    "pulse_pages",
    "pulse_runs",
    "scene_capacity",
    "scene_domain",
]
