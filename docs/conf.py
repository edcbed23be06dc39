"""Sphinx: how `scripts/docs` makes a site of these pages, without anything from elsewhere."""

from analyzer import __version__

project = "analyzer"
author = "The analyzer authors"
release = __version__
extensions = ["myst_parser", "numpydoc", "sphinx.ext.autodoc"]
exclude_patterns: list[str] = []
html_theme = "furo"
html_title = "analyzer"
html_theme_options = {"light_css_variables": {"code-font-size": "71%"}}  # 100 columns in a line
html_copy_source = False
html_show_sphinx = False
myst_heading_anchors = 4
numpydoc_show_class_members = False
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
highlight_language = "text"
suppress_warnings = ["misc.highlighting_failure", "myst.header"]  # Cython is not Python
