"""mlebench export harbor."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from mlebench.cli import options, run_options


@click.command(
    name="harbor",
    epilog="""\b
Examples:
  mlebench export harbor tasks -c starter-wine-cultivars --with-oracle
  mlebench export harbor tasks --lite --runs latest
\b
To run them:
  harbor run -p tasks -a oracle
  harbor run -p tasks -a claude-code -m anthropic/claude-sonnet-5 --allow-agent-host api.anthropic.com""",
)
@click.argument("folder", metavar="DIR", type=options.folder)
@options.selection
@options.option(
    "--image",
    metavar="NAME",
    default="mlebench-environment",
    show_default=True,
    help="What agents work in; the public files are added to it.",
)
@options.option(
    "--verifier-image",
    metavar="NAME",
    help="What graders work in, with all that tests/requirements.txt names.  [default: an image of Python, into which "
    "that is installed]",
)
@options.option("--with-oracle", is_flag=True, help="Add solution/, which hands in the answers.")
@options.option(
    "--network",
    type=click.Choice(["no-network", "public"]),
    default="no-network",
    show_default=True,
    help="What task.toml asks Harbor for. Harbor's own --allow-agent-host lets an agent reach its model all the same.",
)
@options.option("--resources", type=options.existing_file, help="A YAML file with the limits of one run, as for `run`.")
@options.option("--runs", "runs", multiple=True, metavar="SOURCE", help="Runs for parity_experiment.json.")
@options.benchmark
@options.data_dir
@run_options.runs_dir
def command(
    folder: Path,
    selection: options.Selection,
    competitions_dir: tuple[Path, ...],
    image: str,
    verifier_image: str | None,
    with_oracle: bool,
    network: Literal["no-network", "public"],
    resources: Path | None,
    runs: tuple[str, ...],
    benchmark: str,
    data_dir: Path | None,
    runs_dir: Path,
) -> None:
    """Write competitions as task folders of Harbor, DIR/ID each.

    The agent's image gets the public files; the answers are in tests/, which is an image of its own: the verifier's.
    """
    import json

    from mlebench.cli.progress import counting
    from mlebench.harbor_tasks.folder import HarborOptions, write_task
    from mlebench.harbor_tasks.parity import parity
    from mlebench.results import find_sources, load_results
    from mlebench.runs.launch import check_prepared
    from mlebench.sandbox.resources import Resources

    registry = options.open_registry(competitions_dir, benchmark)
    chosen = selection.find(registry)
    competitions = [registry.get(competition_id) for competition_id in chosen]
    asked = HarborOptions(
        data_dir=options.resolve_data_dir(data_dir),
        image=image,
        verifier_image=verifier_image,
        with_oracle=with_oracle,
        network=network,
        resources=Resources.load(resources) if resources else None,
    )
    check_prepared(competitions, asked.data_dir)
    found = [source for name in runs for source in find_sources(name, runs_dir)]
    results = load_results(found, registry, benchmark=benchmark) if found else None
    with counting("exporting", len(competitions)) as step:
        for competition in competitions:
            write_task(competition, folder / competition.id, asked)
            step()
    if results is not None:
        text = json.dumps(parity(results, chosen), indent=2) + "\n"
        (folder / "parity_experiment.json").write_text(text, encoding="utf-8")
    click.echo(f"{len(competitions)} task{'' if len(competitions) == 1 else 's'} in {folder.absolute()}")
