"""Pages: one HTML file that shows a run, a structure or a mechanism in a browser, from disk and without a network."""

from .chart import Axis, Chart, Line, Points, relative_address
from .content import Content, Plot
from .page import Page, page_of
from .rows import described_rows

__all__ = [
    "Axis",
    "Chart",
    "Content",
    "Line",
    "Page",
    "Plot",
    "Points",
    "page_of",
    "relative_address",
    "described_rows",
]
