"""mlebench export."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mlebench.cli import export_harbor, options, sources

if TYPE_CHECKING:
    from mlebench.results.tracked import Exported, Tracker


@click.group(
    name="export",
    epilog="\b\nExamples:\n  mlebench export mlflow latest\n  mlebench export harbor tasks --split starter",
)
def command() -> None:
    """Put runs into an experiment tracker, or competitions into task folders of Harbor, without a network.

    In a tracker each run becomes one of its own, with its parameters, figures and tags. A run that is there already is
    left as it is; one that has changed, say because it was graded again, takes the place of what it was.
    """


_files = options.option("--with-files", is_flag=True, help="Logs, code, submission and records of each run too.")


@command.command(
    epilog="""\b
Examples:
  mlebench export mlflow latest
  mlebench export mlflow runs --tracking-uri sqlite:////data/mlflow.db --experiment nightly --with-files
\b
To look at them:
  mlflow ui --backend-store-uri sqlite:///mlflow.db"""
)
@sources.sources
@options.option(
    "--tracking-uri",
    metavar="URI",
    default="sqlite:///mlflow.db",
    show_default=True,
    help="MLflow's store: a database file, or the address of a server.",
)
@options.option("--experiment", metavar="NAME", default="mlebench", show_default=True, help="What they are put under.")
@_files
def mlflow(asked: sources.Asked, tracking_uri: str, experiment: str, with_files: bool) -> None:
    """Put runs into MLflow (needs the part 'mlflow').

    SOURCE is a run group (its folder, its name, or 'latest'), or whatever else `mlebench report` takes.
    """
    from mlebench.results.mlflow_runs import MlflowRuns

    told = _export(asked, lambda: MlflowRuns(tracking_uri, experiment), with_files)
    click.echo(f"Runs in {tracking_uri}, experiment {experiment}: {told}.")


@command.command(
    epilog="""\b
Examples:
  mlebench export wandb latest
  mlebench export wandb runs --to tracked --project nightly --with-files
\b
To upload them, once you are logged in:
  wandb sync tracked/wandb/offline-run-*"""
)
@sources.sources
@options.option(
    "--to",
    "folder",
    type=options.folder,
    default=Path(),
    show_default="the current folder",
    help="Where wandb keeps them, in its folder 'wandb'.",
)
@options.option("--project", metavar="NAME", default="mlebench", show_default=True, help="What they are put under.")
@_files
def wandb(asked: sources.Asked, folder: Path, project: str, with_files: bool) -> None:
    """Put runs into a folder of offline runs of Weights & Biases (needs the part 'wandb').

    SOURCE is a run group (its folder, its name, or 'latest'), or whatever else `mlebench report` takes.
    """
    from mlebench.results.wandb_runs import WandbRuns

    told = _export(asked, lambda: WandbRuns(folder, project), with_files)
    click.echo(f"Runs in {folder.absolute() / 'wandb'}, project {project}: {told}.")


command.add_command(export_harbor.command)


def _export(asked: sources.Asked, open_tracker: Callable[[], Tracker], files: bool) -> Exported:
    from mlebench.cli.progress import counting
    from mlebench.results.tracked import export

    results = asked.load()
    tracker = open_tracker()
    with counting("exporting", len(results.runs)) as step:
        return export(results, tracker, files=files, on_run=step)
