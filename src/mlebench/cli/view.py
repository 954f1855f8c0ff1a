"""mlebench view."""

from __future__ import annotations

from pathlib import Path

import click

from mlebench.cli import options, run_options
from mlebench.cli.settings import refuse_unasked


@click.command(
    name="view",
    epilog="""\b
Examples:
  mlebench view
  mlebench view /big/disk/runs --port 9000
  mlebench view runs/2026-01-02T03-04-05-UTC_run-group_baseline
  mlebench view --host 0.0.0.0""",
)
@click.argument("runs", required=False, type=click.Path(path_type=Path), metavar="[RUNS]")
@options.option(
    "--port", type=click.IntRange(0, 65535), default=8350, show_default=True, help="Where to listen; 0: any."
)
@options.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on. Beyond this machine, a token is needed to read anything.",
)
@options.option("--token", help="The token, at least 16 characters.  [default: made up where one is needed]")
@run_options.runs_dir
@options.competitions_dir
def command(
    runs: Path | None, port: int, host: str, token: str | None, runs_dir: Path, competitions_dir: tuple[Path, ...]
) -> None:
    """Show run groups in a browser, live: how they stand, logs, files, code, trajectories, comparisons.

    RUNS is a folder of run groups or a single group. Nothing is written. Ctrl-C ends it.
    """
    from mlebench.cli.interrupts import ending_cleanly
    from mlebench.errors import WrongUsage
    from mlebench.runs.listed import METADATA
    from mlebench.view.app import make_app
    from mlebench.view.pages import link
    from mlebench.view.server import listen, serve

    folder = (runs or runs_dir).absolute()
    if not folder.is_dir():
        raise WrongUsage(
            f"There is no folder {folder}.", hint="Name the folder of your run groups: mlebench view FOLDER"
        )
    only = folder.name if (folder / METADATA).is_file() else None
    root = folder.parent if only else folder
    app = make_app(root, only=only, registry=lambda: options.open_registry(competitions_dir))
    with listen(host, port, token) as listener:
        if not listener.is_local:
            refuse_unasked(("host", "token"), "this would show your runs to others")
        click.echo(f"Showing {folder}")
        click.echo(f"Open {listener.address(link('groups', only) if only else '/')}")
        click.echo("Ctrl-C ends it.")
        with ending_cleanly():
            serve(app, listener, app.state.view.highlighter.close)
