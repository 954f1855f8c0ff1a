"""mlebench plan."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mlebench.cli import campaign, options, sources
from mlebench.cli.settings import typed

if TYPE_CHECKING:
    from mlebench.results.planning import Informative, SplitPlan

_SHOWN = 10


@click.command(
    name="plan",
    epilog="""\b
Examples:
  mlebench plan --difference 5
  mlebench plan --difference 3 --hours 12 --gpus 1 --dollars 8.50
  mlebench plan A=a0.json,a1.json,a2.json B=b0.json,b1.json,b2.json
  mlebench plan --seeds 16 --agents 20 --nodes 1000 --dollars 10 --data-gb 3300
  mlebench plan runs --informative 20 --output telling.txt
  mlebench run --agent my-agent --list telling.txt --seeds 5""",
)
@sources.optional_sources
@options.option(
    "--difference",
    type=options.Amount(0, 100, min_open=True),
    default=5.0,
    show_default=True,
    help="What should be seen, in percentage points.",
)
@options.option(
    "--power",
    type=options.Amount(50, 100, min_open=True, max_open=True),
    default=80.0,
    show_default=True,
    help="How likely it should be seen where it is there, in per cent.",
)
@options.option("--hours", type=options.Amount(0), help="Of one run.  [default: as in the results, else 24]")
@options.option("--gpus", type=options.Amount(0), help="Of one run.  [default: as in the results, else 1]")
@options.option("--dollars", type=options.Amount(0), help="Of one run.  [default: as in the results]")
@options.option(
    "--informative",
    type=click.IntRange(1),
    metavar="N",
    help="Write the N competitions that tell most as a split file.",
)
@options.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="The split file.  [default: informative-N.txt]"
)
@campaign.rates
@options.as_json
def command(
    asked: sources.Asked,
    difference: float,
    power: float,
    hours: float | None,
    gpus: float | None,
    dollars: float | None,
    informative: int | None,
    output: Path | None,
    seeds: int | None,
    agent_count: int | None,
    as_json: bool,
    **rates: float | None,
) -> None:
    """Say how many seeds and competitions it takes to see a difference between two agents, and what they cost.

    How much results vary is measured on SOURCE…, which is what `mlebench report` takes; without it, by the published
    results. With it, the competitions that carry information are listed.
    """
    import json
    from dataclasses import asdict

    from mlebench.cli.report import write_report
    from mlebench.results import planning
    from mlebench.results.campaign import Rates, bills

    results = asked.load_apart() if asked.names else None
    if results is None and (informative is not None or asked.agents):
        raise click.UsageError("Which competitions tell most is known from results: name a SOURCE.")
    if output is not None and informative is None:
        raise click.UsageError("--output is where --informative N writes.")
    given = {name: value for name, value in rates.items() if value is not None}
    if seeds is None and typed("agent_count", *rates):
        raise click.UsageError("These options are about a measurement: say how many --seeds it has.")
    price = planning.price_of(results, hours, gpus, dollars)
    plans = planning.plan_splits(results, asked.registry, price, difference, power / 100)
    telling = planning.informative(results, asked.registry) if results else []
    needed = bills(asked.registry, price, Rates(**given), seeds=seeds, agents=agent_count or 1) if seeds else []  # type: ignore[arg-type]
    path = output or Path(f"informative-{informative}.txt")
    if informative is not None:
        write_report(planning.split_file(telling, informative), path)
    if as_json:
        content = {
            "difference": difference,
            "power": power,
            "price_of_a_run": asdict(price),
            "splits": [asdict(plan) for plan in plans],
            "informative": [asdict(each) for each in telling],
            "campaign": [asdict(bill) for bill in needed],
        }
        click.echo(json.dumps(content, indent=2))
    else:
        _show(plans, difference, power)
        if seeds:
            campaign.show_bills(needed, seeds, agent_count or 1)
        _show_informative(telling[: informative or _SHOWN], len(telling))
    if informative is not None:
        click.echo(f"Split file: {path.absolute()}", err=as_json)


def _show(plans: list[SplitPlan], difference: float, power: float) -> None:
    from mlebench.cli.tables import show_table
    from mlebench.results.planning import MOST_SEEDS

    def number(value: float | None) -> str:
        return "–" if value is None else f"{value:,.0f}"

    def seeds(value: int | None) -> str:
        return f"over {MOST_SEEDS}" if value is None else str(value)

    click.echo(f"To see a difference of {difference:g} points with a power of {power:g} %, for each agent:")
    headings = ("split", "competitions", "seeds", "runs", "hours", "GPU hours", "dollars", "3 seeds see", "rate")
    show_table(
        [
            (
                *(plan.split, str(plan.competitions), seeds(plan.seeds_same_competitions)),
                *map(number, (plan.runs, plan.hours, plan.gpu_hours, plan.dollars)),
                f"{plan.detectable_with_3_seeds:.1f}",
                f"{100 * plan.variation.rate:.0f} %",
            )
            for plan in plans
        ],
        headings,
        right=headings[1:],
    )
    click.echo("\nThat is on these very competitions. To say it of others like them, too:")
    counts = list(plans[0].competitions_needed)
    wanted = ("split", "seeds needed", *(f"competitions with {n} seed{'s' * (n > 1)}" for n in counts))
    show_table(
        [
            (
                plan.split,
                "not by seeds" if plan.seeds_other_competitions is None else str(plan.seeds_other_competitions),
                *map(number, plan.competitions_needed.values()),
            )
            for plan in plans
        ],
        wanted,
        right=wanted[1:],
    )
    for sentence in dict.fromkeys(sentence for plan in plans for sentence in plan.variation.assumed):
        click.secho(f"Assumed: {sentence}", dim=True)


def _show_informative(telling: list[Informative], of: int) -> None:
    from mlebench.cli.tables import show_table

    if telling:
        click.echo(f"\nThe {len(telling)} of {of} competitions that tell most:")
        headings = ("competition", "medal %", "information", "runs", "marks")
        show_table(
            [
                (
                    *(each.competition_id, f"{100 * each.rate:.0f}", f"{each.information:.2f}", str(each.runs)),
                    ", ".join(each.marks),
                )
                for each in telling
            ],
            headings,
            right=headings[1:4],
        )
