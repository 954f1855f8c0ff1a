"""mlebench prepare."""

from __future__ import annotations

from pathlib import Path

import click

from mlebench.cli import options


@click.command(
    name="prepare",
    epilog="""\b
Examples:
  mlebench prepare -c spooky-author-identification --miniature
  mlebench prepare --lite -j 4""",
)
@options.selection
@options.option("--raw-dir", type=options.folder, help="An extracted raw tree; it is never written to.")
@options.option("--miniature", is_flag=True, help="Use a tiny synthetic stand-in for the raw data.")
@options.option("--keep-raw", is_flag=True, help="Keep the raw data.")
@options.data_dir
@options.option("--skip-verification", is_flag=True, help="Do not compare with the recorded checksums.")
@options.option("--force", is_flag=True, help="Prepare again what is prepared already.")
def command(
    ids: tuple[str, ...],
    split: str | None,
    lite: bool,
    everything: bool,
    list_file: Path | None,
    competitions_dir: tuple[Path, ...],
    raw_dir: Path | None,
    miniature: bool,
    keep_raw: bool,
    data_dir: Path | None,
    skip_verification: bool,
    force: bool,
) -> None:
    """Acquire, split and verify the data of competitions."""
    from mlebench.data.acquire import Miniature, RawSource, RawTree
    from mlebench.data.prepare import PrepareOptions, prepare

    registry = options.open_registry(competitions_dir)
    chosen = options.selected_ids(registry, ids, split, lite, everything, list_file)
    source: RawSource = Miniature() if miniature else RawTree(raw_dir or Path())
    for competition_id in chosen:
        result = prepare(
            registry.get(competition_id),
            options.resolve_data_dir(data_dir),
            source,
            PrepareOptions(verify=not skip_verification, keep_raw=keep_raw, force=force),
        )
        click.echo(f"{competition_id}: {result.outcome}")
