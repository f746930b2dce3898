"""Formulas of the site as MathML, which browsers draw without a script."""

from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

__all__ = ["add_mathml"]


def _inline(writer: HTML5Translator, node: object) -> None:
    writer.body.append(convert(node.astext()))
    raise _skip()


def _block(writer: HTML5Translator, node: object) -> None:
    writer.body.append(f'<div class="formula">{convert(node.astext(), display="block")}</div>\n')
    raise _skip()


def _skip() -> Exception:
    from docutils.nodes import SkipNode

    return SkipNode()


def add_mathml(app: Sphinx) -> None:
    """Make this the way in which the site writes formulas."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    app.config.html_math_renderer = "mathml"
