"""Options that the commands about runs share."""

from __future__ import annotations

from pathlib import Path

import click

from mlebench.cli import options

runs_dir = options.option(
    "--runs-dir", type=options.folder, default=Path("runs"), show_default=True, help="Where run groups lie."
)
# Its environment variable is read by the registry, so that it holds for the Python interface too.
agents_dir = click.option(
    "--agents-dir",
    type=options.folder,
    multiple=True,
    help="A folder with agent folders of your own; may be repeated.  [env var: MLEBENCH_AGENTS_DIR]",
)
