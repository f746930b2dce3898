"""Pages: one HTML file that shows a run, a structure or a mechanism in a browser, from disk and without a network."""

from .content import Content, Plot
from .page import Page, page_of

__all__ = ["Content", "Page", "Plot", "page_of"]
