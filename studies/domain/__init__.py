"""Failure domains: which pulses bring the collapse, their boundary, their convex hull."""

from .domain import FailureDomain, PulseCase, failure_domain, pseudo_static_capacity
from .figure import failure_domain_figure, plot_failure_domain

__all__ = [
    "FailureDomain",
    "PulseCase",
    "failure_domain",
    "failure_domain_figure",
    "plot_failure_domain",
    "pseudo_static_capacity",
]
