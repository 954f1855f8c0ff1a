"""mlebench data: prepared data in a place that several machines share."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mlebench.cli import options

if TYPE_CHECKING:
    from mlebench.catalog import Competition

_RULES = (
    "This is data of competitions whose rules say who may have it; most forbid handing it to people who have not "
    "accepted them: {names}.\nPush it only to a place that nobody else can read."
)
_ANSWERS = "The answers go along, because graders need them: whoever may read {place} can read them."


@click.group(
    name="data",
    epilog="""\b
Example:
  mlebench data push s3://bucket/data -c spooky-author-identification""",
)
def command() -> None:
    """Share prepared data between machines."""


@command.command(
    epilog="""\b
Examples:
  mlebench data push s3://bucket/data --split starter
  mlebench data push s3://bucket/data --lite --within-rules
  mlebench data push file:///mnt/shared/data -c spooky-author-identification --benchmark v2
\b
Other machines pull it with:
  mlebench prepare -c spooky-author-identification --data-url s3://bucket/data
  mlebench run --agent dummy -c spooky-author-identification --data-url s3://bucket/data
\b
What the store has is not sent again, so an interrupted push goes on where it stopped."""
)
@click.argument("url")
@options.selection
@options.benchmark
@options.data_dir
@options.option("--public-only", is_flag=True, help="Leave the answers out: enough for the nodes of a cluster.")
@options.option(
    "--within-rules",
    is_flag=True,
    help="You have read the competitions' rules, and whoever can read URL may have their data.",
)
def push(
    url: str,
    selection: options.Selection,
    competitions_dir: tuple[Path, ...],
    benchmark: str,
    data_dir: Path | None,
    public_only: bool,
    within_rules: bool,
) -> None:
    """Put prepared data into the store at URL: s3://BUCKET/FOLDER, file:///FOLDER, or what else fsspec knows."""
    import time

    from mlebench.cli.interrupts import ending_cleanly
    from mlebench.cli.progress import preparing
    from mlebench.data.limits import gigabytes
    from mlebench.data.many import Outcome
    from mlebench.data.progress import listening
    from mlebench.data.stores.access import open_store, shown
    from mlebench.data.stores.push import push as push_one
    from mlebench.data.stores.push import require_sound

    registry, data, store = (
        options.open_registry(competitions_dir, benchmark),
        options.resolve_data_dir(data_dir),
        open_store(url),
    )
    chosen = [registry.get(name) for name in selection.find(registry)]
    for competition in chosen:
        require_sound(competition, data)
    _mind_the_rules(chosen, data, within_rules)
    if not public_only:
        click.echo(_ANSWERS.format(place=f"{shown(url)}/*/private"), err=True)
    all_sent = all_bytes = 0
    with ending_cleanly(), preparing(len(chosen)) as display:
        for competition in chosen:
            start = time.monotonic()
            with listening(display.listener(competition.id)):
                pushed = push_one(competition, data, store, answers=not public_only)
            display.finished(Outcome(competition.id, "pushed", time.monotonic() - start))
            all_sent, all_bytes = all_sent + pushed.sent, all_bytes + pushed.bytes
    click.echo(f"{gigabytes(all_bytes)} lie in {shown(url)}, of which {gigabytes(all_sent)} were sent now.")


def _mind_the_rules(competitions: list[Competition], data_dir: Path, within_rules: bool) -> None:
    """A note before anything of a host's is copied, and nothing without a word of consent."""
    from mlebench.data.stores.push import is_hosts_data

    names = [competition.id for competition in competitions if is_hosts_data(competition, data_dir)]
    if not names:
        return
    click.secho(_RULES.format(names=", ".join(names)), fg="yellow", err=True)
    if within_rules:
        return
    if not sys.stdin.isatty():
        raise click.UsageError("Where the rules allow it: --within-rules")
    click.confirm("Do the rules allow it?", abort=True, err=True)
