"""The site: `make docs` builds it into docs/_build/html."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_extensions"))

from mlebench import __version__

project = "mlebench"
release = version = __version__
html_title = f"mlebench {release}"
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["wide-tables.css"]

extensions = ["generated", "myst_nb", "sphinx_copybutton"]
exclude_patterns = ["_build", "_extensions"]

myst_heading_anchors = 4  # links to headings work as they do on a code host
nb_execution_mode = "force"  # the notebook has no outputs: what is shown was computed by this build
nb_execution_raise_on_error = True
nb_execution_timeout = 600
nb_execution_in_temp = True

autodoc_member_order = "bysource"
autodoc_default_options = {"exclude-members": "model_config"}
highlight_language = "text"  # of blocks that are only indented: commands, and what they print
