"""A local web app that shows run groups: read only, and nothing that comes from a run is trusted."""

import mlebench.quiet  # noqa: F401
