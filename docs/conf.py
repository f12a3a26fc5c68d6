"""Sphinx configuration: MyST pages, furo, and nothing that may stay broken."""

from __future__ import annotations

import importlib.metadata

project = "routelock"
author = "the routelock authors"
project_copyright = author
version = release = importlib.metadata.version("routelock")

extensions = ["myst_parser"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"routelock {release}"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
