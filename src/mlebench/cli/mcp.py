"""mlebench mcp."""

from __future__ import annotations

from pathlib import Path

import click

from mlebench.cli import options


@click.command(
    name="mcp",
    epilog="""\b
Examples:
  mlebench mcp --url http://localhost:5000 --home /home
  A client's configuration, in a sandbox:
  {"mcpServers": {"mlebench": {"command": "mlebench", "args": ["mcp"]}}}""",
)
@options.option("--url", help="The gateway of the run.  [default: VALIDATOR_URL, which sandboxes set]")
@options.option(
    "--home",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder of instructions.txt and submission/.  [default: the one above AGENT_DIR]",
)
def command(url: str | None, home: Path | None) -> None:
    """Serve a run's tools by the Model Context Protocol, on standard input and output.

    The tools are task, validate, time_left and budget_left. Sandboxes have this command without mlebench: a script of
    that name that knows its gateway. This one is for agents that run with mlebench installed.
    """
    import os
    import sys

    from mlebench.errors import WrongUsage
    from mlebench.gateway import mcp

    url = url or os.environ.get("VALIDATOR_URL")
    if not url:
        raise WrongUsage(
            "This is no sandbox of a run: VALIDATOR_URL is not set.",
            hint="Agents start it in their sandbox (docs/how-to/mcp.md), or name a run's gateway with --url.",
        )
    place = home or Path(os.environ.get("AGENT_DIR", ".")).absolute().parent
    mcp.serve(url, place, sys.stdin.buffer, sys.stdout.buffer)
