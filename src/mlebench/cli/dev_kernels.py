"""mlebench dev kernels: public kernels of competitions, to compare submitted code with."""

from __future__ import annotations

from pathlib import Path

import click

from mlebench.cli import options


@click.group(name="kernels", epilog="\b\nExample:\n  mlebench dev kernels download -c spooky-author-identification")
def command() -> None:
    """Public kernels of competitions, which 'integrity plagiarism' compares code with."""


@command.command(
    name="download",
    epilog="""\b
Examples:
  mlebench dev kernels download -c spooky-author-identification
  mlebench dev kernels download -c spooky-author-identification --top 100 --output kernels/spooky""",
)
@options.option("-c", "--competition", "competition_id", required=True, metavar="ID", help="The competition.")
@options.option(
    "--top", type=click.IntRange(1, 500), default=50, show_default=True, help="How many, by their votes on Kaggle."
)
@options.option("--output", type=options.folder, help="Where to put them.  [default: kernels/ beside its data]")
@options.data_dir
@options.competitions_dir
@options.as_json
def download(
    competition_id: str,
    top: int,
    output: Path | None,
    data_dir: Path | None,
    competitions_dir: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Fetch the public kernels of a competition that have the most votes, through Kaggle's client.

    Kernels in Python only; notebooks are kept as scripts. kernels.json says whose they are. They are works of their
    authors, under the licence that each states, and the host's rules say what may be done with them.
    """
    from mlebench.cli.tables import printable
    from mlebench.data.layout import DataLayout
    from mlebench.data.sources.kernels import INDEX, download_kernels, kernels_folder

    competition = options.open_registry(competitions_dir).get(competition_id)
    folder = (output or kernels_folder(DataLayout(options.resolve_data_dir(data_dir), competition.id))).absolute()
    again = f"mlebench dev kernels download -c {competition.id}"
    found = download_kernels(competition, folder, top=top, command=again)
    if as_json:
        click.echo(found.model_dump_json(indent=2))
        return
    for left_out in found.left_out:
        click.echo(printable(f"Left out: {left_out}."))
    click.echo(f"{len(found.kernels)} kernels of {competition.id} in {folder} (whose they are: {INDEX})")
    click.echo(found.rules)
