"""mlebench compare."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mlebench.cli import options, sources

if TYPE_CHECKING:
    from mlebench.results.compare import Comparison


@click.command(
    name="compare",
    epilog="""\b
Examples:
  mlebench compare runs/2026-01-02T03-04-05-UTC_run-group_baseline latest
  mlebench compare A=a0.json,a1.json,a2.json B=b0.json,b1.json,b2.json
  mlebench compare published/runs --agent one-experiment --agent another --json""",
)
@sources.sources
@options.as_json
def command(asked: sources.Asked, as_json: bool) -> None:
    """Is B better than A? On the competitions that all have, with what speaks against a claim.

    Each SOURCE is what `mlebench report` takes; two groups of one agent are told apart by their names. The interval
    is by a paired bootstrap of competitions and seeds, the test an exact sign test over competitions.
    """
    from mlebench.results.compare import compare, to_json

    comparison = compare(asked.load_apart(), asked.registry)
    if as_json:
        click.echo(to_json(comparison))
    else:
        _show(comparison)


def _show(comparison: Comparison) -> None:
    from mlebench.cli.tables import show_table
    from mlebench.logs import harmless

    rows = [
        (row.competition_id, *(f"{share.part} of {share.of}" for share in row.medals))
        for row in comparison.competitions
    ]
    total = ("any medal %", *(f"{percent:.1f}" for percent in comparison.percent))
    show_table([*rows, total], ("competition", *comparison.agents), right=comparison.agents)
    click.echo()
    headings = (
        *("pair", "points", "95 % interval", "ahead/behind/tied", "sign test p", "Cohen's h", "paired d", "detectable"),
    )
    show_table(
        [
            (
                f"{pair.second} − {pair.first}",
                f"{pair.difference:+.1f}",
                f"{pair.interval.low:+.1f} to {pair.interval.high:+.1f}",
                f"{pair.ahead}/{pair.behind}/{pair.tied}",
                f"{pair.p_value:.3g}" + (f" ({pair.p_adjusted:.3g})" if len(comparison.pairs) > 1 else ""),
                f"{pair.cohens_h:+.2f}",
                "–" if pair.paired_d is None else f"{pair.paired_d:+.2f}",
                "–" if pair.detectable_difference is None else f"{pair.detectable_difference:.1f}",
            )
            for pair in comparison.pairs
        ],
        headings,
        right=headings[1:],
    )
    click.echo()
    for pair in comparison.pairs:
        click.secho(harmless(pair.sentence), bold=True)
    for warning in comparison.warnings:
        click.secho(f"Warning: {harmless(warning)}", fg="yellow")
