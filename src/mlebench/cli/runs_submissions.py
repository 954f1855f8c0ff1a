"""mlebench runs submissions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mlebench.cli import options, run_options

if TYPE_CHECKING:
    from mlebench.runs import PlannedRun, RunGroup


@click.command(
    name="submissions",
    epilog="""\b
Example:
  mlebench runs submissions latest --output submissions.jsonl
  mlebench grade --submission submissions.jsonl --output-dir graded""",
)
@click.argument("groups", nargs=-1, required=True)
@options.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="A file.  [default: print it]")
@run_options.runs_dir
def submissions_command(groups: tuple[str, ...], output: Path | None, runs_dir: Path) -> None:
    """Write what the runs of GROUPS handed in as lines for 'mlebench grade': JSON, with absolute paths.

    A run that handed in nothing has a line too, without a submission_path, so that it counts as missing.
    """
    from mlebench.errors import MlebenchError
    from mlebench.files import write_atomically
    from mlebench.runs import RunGroup

    opened = [RunGroup.find(name, runs_dir) for name in groups]
    text = "".join(json.dumps(_line(group, run)) + "\n" for group in opened for run in group.spec.runs)
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        write_atomically(output, text)
    except OSError as error:
        raise MlebenchError(f"{output}: cannot be written ({error.strerror}).") from error


def _line(group: RunGroup, run: PlannedRun) -> dict[str, Any]:
    parts = {"submission_path": "submission/submission.csv", "logs_path": "logs", "code_path": "code"}
    paths = {name: group.file_of(run, part) for name, part in parts.items()}
    found = {name: str(path) if path.exists() else None for name, path in paths.items()}
    return {"competition_id": run.competition_id, **found}
