"""mlebench prepare."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from mlebench.cli import options
from mlebench.cli.interrupts import ending_cleanly
from mlebench.cli.tables import printable

if TYPE_CHECKING:
    from mlebench.catalog import Competition
    from mlebench.data.many import Outcome


@click.command(
    name="prepare",
    epilog="""\b
Examples:
  A tiny synthetic stand-in, without an account or a network:
    mlebench prepare -c spooky-author-identification --miniature
  From Kaggle (needs an account, and the competition's rules accepted on its page):
    mlebench prepare -c spooky-author-identification
    mlebench prepare --lite -j 4 --data-dir /big/disk
  From what you have: a download, an extracted tree, or RAW/ID trees of several competitions:
    mlebench prepare -c spooky-author-identification --archive spooky.zip
    mlebench prepare -c spooky-author-identification --raw-dir spooky/
    mlebench prepare --list ids.txt --raw-dir RAW
  From a store that another machine pushed its prepared data to:
    mlebench prepare --lite --data-url s3://bucket/data
  Version 2 of the benchmark, beside version 1:
    mlebench prepare -c spooky-author-identification --miniature --benchmark v2
\b
A folder that is prepared already is compared with the record and left as it is. What was interrupted goes
on where it stopped. Exit code 1: some competition could not be prepared; the others are.""",
)
@options.selection
@options.option(
    "--raw-dir",
    type=options.folder,
    help="An extracted raw tree, or with several competitions a folder with one sub-folder ID each. "
    "It is never written to.",
)
@options.option(
    "--archive", type=click.Path(dir_okay=False, path_type=Path), help="A downloaded zip of one competition."
)
@options.data_url
@options.option("--miniature", is_flag=True, help="Use a tiny synthetic stand-in for the raw data.")
@options.option("--seed", type=click.IntRange(0), help="Of the miniature.  [default: 0]")
@options.option("--keep-raw", is_flag=True, help="Keep the download and the raw data.")
@options.benchmark
@options.data_dir
@options.option("--skip-verification", is_flag=True, help="Do not compare with the recorded checksums.")
@options.option("--overwrite-checksums", is_flag=True, help="Record the checksums of what is prepared.")
@options.option("--overwrite-leaderboard", is_flag=True, help="Record the leaderboard that Kaggle shows.")
@options.option("--force", is_flag=True, help="Prepare again what is prepared already.")
@options.option(
    "-j",
    "--jobs",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Competitions at a time; free cores are used inside one.",
)
@options.as_json
def command(
    selection: options.Selection,
    competitions_dir: tuple[Path, ...],
    benchmark: str,
    data_dir: Path | None,
    jobs: int,
    as_json: bool,
    **wishes: Any,
) -> None:
    """Turn the raw data of competitions into local tasks: acquire, split, verify."""
    import json

    from mlebench.cli.progress import preparing
    from mlebench.data.many import Task, prepare_many
    from mlebench.data.preflight import check_all
    from mlebench.data.prepare import PrepareOptions
    from mlebench.data.sources.choice import SourceOptions, source_for
    from mlebench.data.stores.fetch import StoreSource

    _refuse_contradictions(wishes)
    registry = options.open_registry(competitions_dir, benchmark)
    chosen = selection.find(registry)
    if wishes["archive"] and len(chosen) > 1:
        raise click.UsageError(f"--archive holds the data of one competition, and {len(chosen)} are chosen.")
    asked = PrepareOptions(
        verify=not wishes["skip_verification"],
        keep_raw=wishes["keep_raw"],
        overwrite_checksums=wishes["overwrite_checksums"],
        force=wishes["force"],
    )
    data, raw_dir = options.resolve_data_dir(data_dir), wishes["raw_dir"]
    tasks = []
    for competition in map(registry.get, chosen):
        if wishes["data_url"]:
            tasks.append(Task(competition, StoreSource(wishes["data_url"])))
            continue
        source_options = SourceOptions(
            miniature=wishes["miniature"],
            seed=wishes["seed"] or 0,
            raw_dir=raw_dir / competition.id if raw_dir and len(chosen) > 1 else raw_dir,
            archive=wishes["archive"],
            command=_typed(),
        )
        tasks.append(Task(competition, source_for(competition, source_options, asked)))
    check_all(tasks, data, asked, jobs=jobs)
    problems = _record_leaderboards(map(registry.get, chosen)) if wishes["overwrite_leaderboard"] else []
    with ending_cleanly(), preparing(len(tasks), quiet=as_json) as display:
        outcomes = prepare_many(tasks, data, asked, display, jobs=jobs)
    if as_json:
        click.echo(json.dumps([outcome._asdict() for outcome in outcomes], indent=2))
    elif len(outcomes) > 1:
        _summarise(outcomes, data)
    if problems or any(outcome.error for outcome in outcomes):
        raise SystemExit(1)


def _refuse_contradictions(wishes: dict[str, Any]) -> None:
    given = {name for name, value in wishes.items() if value not in (None, False)}
    together = "{} and {} cannot be used together."
    for one, other in (
        ("miniature", "raw_dir"),
        ("miniature", "archive"),
        ("raw_dir", "archive"),
        ("miniature", "overwrite_checksums"),
        ("skip_verification", "overwrite_checksums"),
        *(("data_url", other) for other in ("raw_dir", "archive", "miniature", "keep_raw", "overwrite_checksums")),
    ):
        if {one, other} <= given:
            raise click.UsageError(together.format(_flag(one), _flag(other)))
    # In the environment it may be there for other commands.
    typed = click.get_current_context().get_parameter_source("seed") == ParameterSource.COMMANDLINE
    if typed and "miniature" not in given:
        raise click.UsageError("--seed is the seed of a --miniature; real data has none.")


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def _typed() -> str | None:
    """The command as the user typed it, for messages that ask to repeat it."""
    import shlex
    import sys

    program = Path(sys.argv[0]).name
    return shlex.join([program, *sys.argv[1:]]) if program.startswith("mlebench") else None


def _record_leaderboards(competitions: Any) -> list[str]:
    """Write the leaderboards that Kaggle shows into the competitions' folders; say which could not be."""
    from mlebench.data.record import record_leaderboard
    from mlebench.data.sources.kaggle import leaderboard
    from mlebench.errors import DataError

    problems = []
    competition: Competition
    for competition in competitions:
        try:
            scores = leaderboard(competition, command=_typed())
            record_leaderboard(competition, scores, "leaderboard that Kaggle's interface gives")
            click.echo(f"{competition.id}: leaderboard of {len(scores)} teams recorded", err=True)
        except DataError as error:
            problems.append(str(error))
            click.secho(printable(f"Error: {error}"), fg="red", err=True)
    return problems


def _summarise(outcomes: list[Outcome], data: Path) -> None:
    count = {kind: sum(o.outcome == kind for o in outcomes) for kind in ("prepared", "already prepared", "failed")}
    parts = ", ".join(f"{number} {kind}" for kind, number in count.items() if number)
    click.echo(f"{parts}, in {data}")
    for outcome in outcomes:
        if outcome.error:
            click.secho(printable(f"Failed: {outcome.error.splitlines()[0]}"), fg="red", err=True)
