"""mlebench integrity familiarity."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mlebench.cli import options, run_options

if TYPE_CHECKING:
    from mlebench.catalog import Registry
    from mlebench.integrity.familiarity import Comparison, Document, Familiarity
    from mlebench.runs import RunGroup

_PATH = click.Path(exists=True, path_type=Path)


@click.command(
    name="familiarity",
    epilog="""\b
Examples:
  mlebench integrity familiarity --model my-model --lite
  mlebench integrity familiarity --model my-model --group latest --figures figures
  mlebench integrity familiarity --model my-model --documents posts --group latest --json
  mlebench integrity familiarity --model my-model --lite --obfuscated
The endpoint is OPENAI_BASE_URL, with OPENAI_API_KEY where it wants one.
Exit code 1: some document was not measured.""",
)
@options.option("--model", required=True, metavar="NAME", help="The model, as the endpoint names it.")
@options.option(
    "--documents",
    type=_PATH,
    multiple=True,
    help="Texts in place of descriptions: a file, or a folder with all files in it; may be repeated. A file belongs to "
    "the competition that it, or a folder above it, is named for.",
)
@options.option("--obfuscated", is_flag=True, help="The descriptions of obfuscated runs, in place of the usual ones.")
@options.selection
@options.option(
    "--group", metavar="GROUP", help="Put the familiarity beside the results of this run group: path, name or 'latest'."
)
@options.option(
    "--measure",
    type=click.Choice(["percentile", "any_medal"]),
    default="percentile",
    show_default=True,
    help="What of the results.",
)
@options.option("--figures", type=options.folder, help="With --group: a figure into this folder, as PNG and SVG.")
@options.option("--workers", type=click.IntRange(1), default=4, show_default=True, help="Documents at a time.")
@options.option("--retries", type=click.IntRange(0), default=5, show_default=True, help="Of a request that failed.")
@options.option("--cache-dir", type=options.folder, help="Where measurements are kept.  [default: the platform's]")
@run_options.runs_dir
@options.as_json
def command(
    model: str,
    documents: tuple[Path, ...],
    obfuscated: bool,
    selection: options.Selection,
    competitions_dir: tuple[Path, ...],
    group: str | None,
    measure: str,
    figures: Path | None,
    workers: int,
    retries: int,
    cache_dir: Path | None,
    runs_dir: Path,
    as_json: bool,
) -> None:
    """How well a model knows the texts about competitions: the mean probability that it gives to their tokens.

    By default the texts are the descriptions of the chosen competitions, or of those of --group. What was measured is
    kept, and not asked again; a call that was cut off goes on where it was.
    """
    import os

    from mlebench.cli.interrupts import CANCELLED, ending_cleanly
    from mlebench.cli.progress import counting
    from mlebench.gateway.model import ProxyConfig
    from mlebench.integrity.familiarity import measure_familiarity
    from mlebench.integrity.familiarity.performance import draw_comparisons
    from mlebench.integrity.familiarity.summary import keep_beside, to_json
    from mlebench.runs import RunGroup

    if figures is not None and group is None:
        raise click.UsageError("--figures needs --group, whose results are drawn.")
    if documents and obfuscated:
        raise click.UsageError("--obfuscated is about descriptions: it does not go with --documents.")
    registry = options.open_registry(competitions_dir)
    opened = RunGroup.find(group, runs_dir) if group is not None else None
    texts = _texts(registry, opened, selection, documents, obfuscated=obfuscated)
    config = ProxyConfig.from_environment(os.environ).model_copy(update={"retries": retries})
    if "openai" not in config.providers:
        raise click.UsageError("No endpoint is set: OPENAI_BASE_URL, and OPENAI_API_KEY where it wants a key.")
    try:
        with ending_cleanly(), counting("measuring", len(texts)) as step:
            found = measure_familiarity(
                texts, model, config, cache_dir=cache_dir, workers=workers, on_document=lambda _: step()
            )
    except KeyboardInterrupt:
        click.echo("Cancelled; what was measured is kept. The same command goes on with the rest.", err=True)
        raise SystemExit(CANCELLED) from None
    comparisons = _compared(found, opened, registry, measure) if opened is not None else []
    content = to_json(model, found, comparisons)
    if opened is not None:
        keep_beside(opened.folder, content)
    drawn = draw_comparisons(comparisons, model, figures) if figures is not None else []
    if as_json:
        click.echo(content)
    else:
        _show(found, comparisons)
    for path in drawn:
        click.echo(f"Figure: {path.absolute()}", err=as_json)
    if failed := [each for each in found if each.problem is not None]:
        click.secho(f"Not measured: {len(failed)} of {len(found)} documents.", fg="red", err=True)
        raise SystemExit(1)


def _texts(
    registry: Registry,
    group: RunGroup | None,
    selection: options.Selection,
    documents: tuple[Path, ...],
    *,
    obfuscated: bool,
) -> list[Document]:
    from mlebench.integrity.familiarity import descriptions, documents_at

    if documents and selection.is_given:
        raise click.UsageError("--documents are measured as they are: competitions cannot be chosen beside them.")
    if documents:
        return documents_at(documents, {*registry.folders, *(group.spec.data if group else ())})
    wanted = list(group.spec.data) if group and not selection.is_given else selection.find(registry)
    return descriptions((registry.get(each) for each in wanted), obfuscated=obfuscated)


def _compared(found: list[Familiarity], group: RunGroup, registry: Registry, measure: str) -> list[Comparison]:
    from mlebench.integrity.familiarity import compare_with
    from mlebench.results import load_results

    results = load_results([group.folder], registry)
    return [compare_with(found, results.of(agent), agent, measure) for agent in results.agents]


def _show(found: list[Familiarity], comparisons: list[Comparison]) -> None:
    from mlebench.cli.tables import show_table
    from mlebench.logs import harmless

    headings = ("document", "competition", "tokens", "mean probability", "perplexity", "problem")
    rows = [
        (
            each.document,
            each.competition_id or "–",
            str(each.tokens),
            "–" if each.mean_probability is None else f"{each.mean_probability:.4f}",
            "–" if each.perplexity is None else f"{each.perplexity:.2f}",
            each.problem or "",
        )
        for each in sorted(found, key=lambda each: -(each.mean_probability or 0.0))
    ]
    show_table(rows, headings, right=headings[2:5])
    for comparison in comparisons:
        click.secho(harmless(comparison.sentence), bold=True)
