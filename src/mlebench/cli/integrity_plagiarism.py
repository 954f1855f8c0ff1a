"""mlebench integrity plagiarism and mlebench integrity build."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mlebench.cli import options, run_options
from mlebench.integrity.plagiarism import MOST_PAIRS, THRESHOLD

if TYPE_CHECKING:
    from mlebench.integrity import PlagiarismReport
    from mlebench.runs import RunGroup

_SHOWN = 20  # pairs and notes on the terminal; the file has all
_path = click.Path(path_type=Path)


@click.command(
    name="plagiarism",
    epilog="""\b
Examples:
  mlebench dev kernels download -c spooky-author-identification
  mlebench integrity plagiarism latest
  mlebench integrity plagiarism latest --kernels my-kernels --threshold 0.4
  mlebench integrity plagiarism mine.py theirs.ipynb third/ --json
  mlebench integrity plagiarism solution.py -c spooky-author-identification --output copies.json""",
)
@click.argument("submitted", nargs=-1, required=True, metavar="GROUP|FILES…")
@options.option(
    "--kernels",
    type=options.folder,
    help="A folder of public kernels, or of folders of them named by competition.  [default: those that "
    "'mlebench dev kernels download' has fetched]",
)
@options.option("-c", "--competition", "competition_id", metavar="ID", help="What the FILES are solutions of.")
@options.option(
    "--shared",
    type=_path,
    multiple=True,
    help="A file or folder of code that everybody was given, which does not count; may be repeated.",
)
@options.option(
    "--method",
    type=click.Choice(["dolos", "winnowing"]),
    help="How fingerprints are made.  [default: dolos where it is installed]",
)
@options.option(
    "--threshold",
    type=options.Amount(0, 1, min_open=True),
    default=THRESHOLD,
    show_default=True,
    help="From this similarity on, a pair is worth a look.",
)
@options.option(
    "--pairs",
    type=click.IntRange(1, 100_000),
    default=MOST_PAIRS,
    show_default=True,
    help="How many pairs to write down.",
)
@options.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the report to this file.  [default: GROUP/integrity/plagiarism.json]",
)
@run_options.runs_dir
@options.data_dir
@options.competitions_dir
@options.as_json
def command(
    submitted: tuple[str, ...],
    kernels: Path | None,
    competition_id: str | None,
    shared: tuple[Path, ...],
    method: str | None,
    threshold: float,
    pairs: int,
    output: Path | None,
    runs_dir: Path,
    data_dir: Path | None,
    competitions_dir: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Compare submitted code with public kernels and with the other runs.

    GROUP is a path, a name below the runs folder, or 'latest'; the code that each of its runs left in code/ is
    compared. FILES are scripts, notebooks, or folders of them; each is one submission. Nothing is executed.

    Similarity is the share of one file's code that stands in the other, whatever its names, numbers, comments and
    order. Imports, docstrings, the code in the competition's description and what --shared names do not count. A high
    similarity is a reason to look at both files, and no proof. The exit code is 0 whatever is found.
    """
    from mlebench.integrity import find_copies

    group = _group(submitted, runs_dir)
    if group is not None:
        if competition_id is not None:
            raise click.UsageError("-c goes with files: a group knows its competitions.")
        output = output or group.folder / "integrity" / "plagiarism.json"
    if output is not None:
        options.require_writable(output.absolute().parent)
    report = find_copies(
        group or submitted,
        kernels=kernels,
        competition_id=competition_id,
        shared=shared,
        method=method,
        threshold=threshold,
        most_pairs=pairs,
        data_dir=options.resolve_data_dir(data_dir),
        competitions_dir=competitions_dir,
    )
    written = report.model_dump_json(indent=2)
    if as_json:
        click.echo(written)
    else:
        _show(report)
    if output is not None:
        _write(written + "\n", output)
        click.echo(f"Report: {output.absolute()}", err=as_json)


def _group(submitted: tuple[str, ...], runs_dir: Path) -> RunGroup | None:
    """A run group where one is named; files and folders that exist and are none are what they are."""
    from mlebench.runs import RunGroup
    from mlebench.runs.listed import METADATA

    def is_group(name: str) -> bool:
        return not Path(name).exists() or (Path(name) / METADATA).is_file()

    if not any(map(is_group, submitted)):
        return None
    if len(submitted) > 1:
        missing = [name for name in submitted if not Path(name).exists()]
        raise click.UsageError(f"There is no {missing[0]}." if missing else "Name one group, or files.")
    return RunGroup.find(submitted[0], runs_dir)


def _write(text: str, output: Path) -> None:
    from mlebench.errors import MlebenchError
    from mlebench.files import write_atomically

    try:
        write_atomically(output, text)
    except OSError as error:
        raise MlebenchError(f"The report cannot be written to {output}: {error.strerror}") from error


def _show(report: PlagiarismReport) -> None:
    from mlebench.cli.tables import printable, show_table

    rows = []
    for pair in report.pairs[:_SHOWN]:
        longest = max(pair.regions, key=lambda region: region.length)
        where = " = ".join(f"{first}–{last}" for first, last in (longest.left, longest.right))
        rows.append((f"{pair.similarity:.2f}", pair.left, pair.right, where))
    if rows:
        show_table(rows, ("similarity", "submitted", "like", "longest match (lines)"), right=("similarity",))
        click.echo()
    for note in report.notes[:_SHOWN]:
        click.echo(printable(note))
    if len(report.notes) > _SHOWN:
        click.echo(f"{len(report.notes) - _SHOWN} more notes stand in the report (--json, --output).")
    count = len(report.suspicious)
    click.secho(
        f"{count} {'pair is' if count == 1 else 'pairs are'} at or above {report.threshold:g}, by {report.method}."
        + (" Look at both files before you call it a copy." if count else ""),
        bold=True,
    )


@click.command(
    name="build",
    epilog="""\b
Examples:
  mlebench integrity build
  mlebench integrity build --force""",
)
@options.option("--force", is_flag=True, help="Install it again where it is there.")
def build_command(force: bool) -> None:
    """Install Dolos, which 'integrity plagiarism' uses where it is there.

    By npm, into the cache of the agents' tools; it compiles parsers, for which it needs a C++ compiler, make, Python
    and some minutes, and takes half a gigabyte. Without it, the same is done by the extra 'integrity' alone.
    """
    from mlebench.agents.build import build_tool
    from mlebench.cli.progress import installing
    from mlebench.integrity.plagiarism import dolos

    place = dolos.place()
    with installing(place.log) as say:
        built = build_tool(place, force=force, say=say)
    versions = ", ".join(f"{name} {version}" for name, version in built.versions.items())
    click.echo(f"dolos: {versions} in {place.root}")
