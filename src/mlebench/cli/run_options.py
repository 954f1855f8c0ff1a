"""Options that the commands about runs share."""

from __future__ import annotations

from pathlib import Path

from mlebench.cli import options

runs_dir = options.option(
    "--runs-dir", type=options.folder, default=Path("runs"), show_default=True, help="Where run groups lie."
)
agents_dir = options.option(
    "--agents-dir",
    type=options.folder,
    multiple=True,
    help="A folder with agent folders of your own; may be repeated.",
)
