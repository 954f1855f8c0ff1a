"""What a large measurement needs, as options of `mlebench plan`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mlebench.cli import options

if TYPE_CHECKING:
    from mlebench.results.campaign import Bill

_amount = options.Amount(0)
rates = options.combined(
    options.option(
        "--seeds", type=click.IntRange(1), help="Also say what so many seeds of every competition need, in all."
    ),
    options.option("--agents", "agent_count", type=click.IntRange(1), help="For so many agents.  [default: 1]"),
    options.option("--nodes", type=click.IntRange(1), help="Machines at a time.  [default: 100]"),
    options.option("--runs-per-node", type=click.IntRange(1), help="Runs at a time on each.  [default: 1]"),
    options.option("--node-dollars", type=_amount, help="Of an hour of a machine.  [default: 3.20]"),
    options.option("--storage-dollars", type=_amount, help="Of a GB for a month.  [default: 0.023]"),
    options.option("--network-dollars", type=_amount, help="Of a GB from the store to a node.  [default: 0]"),
    options.option("--store-gbit", type=options.Amount(0, min_open=True), help="The store's rate.  [default: 100]"),
    options.option("--run-mb", type=_amount, help="What stays of a run.  [default: 10]"),
    options.option("--data-gb", type=_amount, help="Of all competitions' data.  [default: as far as it is recorded]"),
)


def show_bills(bills: list[Bill], seeds: int, agents: int) -> None:
    """Two tables: what is needed, and what it costs."""
    from mlebench.cli.tables import show_table

    def number(value: float | None) -> str:
        return "–" if value is None else f"{value:,.0f}" if value >= 10 or value == 0 else f"{value:.2g}"

    click.echo(f"\n{seeds} seeds of every competition, {agents} agent{'s' * (agents > 1)}, in all:")
    needs = ("split", "runs", "node hours", "GPU hours", "days", "data GB", "runs GB", "pulled GB", "first pull min")
    show_table(
        [
            (
                b.split,
                *map(number, (b.runs, b.node_hours, b.gpu_hours, b.days, b.data_gb, b.runs_gb, b.pulled_gb)),
                number(b.first_pull_minutes),
            )
            for b in bills
        ],
        needs,
        right=needs[1:],
    )
    costs = ("split", "nodes $", "models $", "storage $", "network $", "in all $")
    show_table(
        [
            (
                b.split,
                *map(number, (b.node_dollars, b.model_dollars, b.storage_dollars, b.network_dollars, b.dollars)),
            )
            for b in bills
        ],
        costs,
        right=costs[1:],
    )
    click.secho("–: not known here, and not in the sum; say it with --data-gb and --dollars.", dim=True)
