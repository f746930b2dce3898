"""Fragility functions: runs that they need, fits, the mean annual rate of collapse, tables for other programs."""

from .capacities import fit_capacities
from .curve import Fragility, Replicates
from .figure import fragility_figure, plot_fragility
from .fit import fit_fragility
from .hazard import AnnualRate, mean_annual_rate
from .runs import IncrementalAnalysis, StripeCase, incremental_analysis, multiple_stripes, stripe_table
from .stripe_analysis import StripeAnalysis, scene_stripes

__all__ = [
    "AnnualRate",
    "Fragility",
    "IncrementalAnalysis",
    "Replicates",
    "StripeAnalysis",
    "StripeCase",
    "fit_capacities",
    "fit_fragility",
    "fragility_figure",
    "incremental_analysis",
    "mean_annual_rate",
    "multiple_stripes",
    "plot_fragility",
    "scene_stripes",
    "stripe_table",
]
