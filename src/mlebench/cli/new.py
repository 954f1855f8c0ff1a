"""mlebench new."""

from __future__ import annotations

from pathlib import Path

import click

from mlebench.cli import options


@click.command(
    name="new",
    epilog="""\b
Example:
  mlebench new my-first-task --dir competitions
  mlebench lint competitions/my-first-task
  cp train.csv competitions/my-first-task/raw/
  mlebench prepare -c my-first-task --competitions-dir competitions""",
)
@click.argument("slug")
@options.option("--dir", "parent", type=options.folder, default=".", show_default=True, help="Where the folder goes.")
def command(slug: str, parent: Path) -> None:
    """Make a competition folder from a template. It works as it is; edit it into yours."""
    from mlebench.catalog import Registry
    from mlebench.catalog.create import RAW, create_competition, require_free_id

    # A folder of MLEBENCH_COMPETITIONS_DIR may be the one that is about to be made.
    require_free_id(slug, Registry.default(missing_ok=True))
    folder = create_competition(slug, parent)
    click.echo(f"Created {folder} with {', '.join(sorted(path.name for path in folder.iterdir()))}.")
    click.echo(f"Check it with: mlebench lint {folder}")
    click.echo(f"Put your raw data into {folder / RAW}, then: mlebench prepare -c {slug} --competitions-dir {parent}")
