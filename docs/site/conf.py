"""Sphinx's settings: `make site` reads the documents of this folder as they are and writes build/site."""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from catalogue import api_text, decisions_text, gallery_text
from mathml import add_mathml
from sphinx.application import Sphinx

import drystone

project = "drystone"
author = "drystone developers"
copyright = "drystone developers, BSD-3-Clause"
version = release = drystone.__version__
language = "en"

extensions = ["myst_parser"]
root_doc = "index"
exclude_patterns = ["site", "results/[!R]*"]
source_suffix = {".md": "markdown"}
myst_enable_extensions = ["dollarmath", "colon_fence", "attrs_block"]
myst_heading_anchors = 3
nitpicky = True
suppress_warnings = ["misc.highlighting_failure"]  # outputs of examples are in no language
highlight_language = "none"

html_theme = "furo"
html_title = "drystone"
html_static_path = ["style.css"]
html_extra_path = ["../figures/spandrel-arch.html"]
html_css_files = ["style.css"]
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}

GENERATED = {"api": api_text, "gallery": gallery_text, "decisions/README": decisions_text}
"""Pages that get more than their file says, in place of its last line or after it."""


FILE_NAME = re.compile(r"\[[\w/-]+\.md\](?=\([\w./-]+\.md\))")
"""The text of a link that is the name of a file: pages have the title in its place."""


PATH = re.compile(r"`docs/([\w-]+)\.md`")
"""A document named as a file: pages link to it."""


def _complete(app: Sphinx, name: str, source: list[str]) -> None:
    if "/" not in name:
        source[0] = PATH.sub(r"[](\1.md)", source[0])
    source[0] = FILE_NAME.sub("[]", source[0])
    if name in GENERATED:
        source[0] = f"{source[0].rstrip()}\n\n{GENERATED[name]()}\n"


def setup(app: Sphinx) -> None:
    """Let pages be completed when they are read, and formulas be written as MathML, which needs no script."""
    app.connect("source-read", _complete)
    add_mathml(app)
