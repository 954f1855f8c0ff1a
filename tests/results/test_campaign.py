"""The figures of docs/scale.md are those that `mlebench plan` gives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mlebench.catalog import Registry
from mlebench.results.campaign import Rates, bills
from mlebench.results.planning import Price
from tests.cli.conftest import Cli, cli

__all__ = ["cli"]
PAGE = Path(__file__).parents[2] / "docs" / "scale.md"


def test_it_is_plain_multiplication() -> None:
    rates = Rates(node_dollars=2, nodes=100, runs_per_node=2, run_mb=1, data_gb=750, store_gbit=80, network_dollars=0.1)
    [*_, whole] = bills(Registry(), Price(12.0, 12.0, 3.0), rates, seeds=4, agents=5)
    assert (whole.competitions, whole.runs) == (75, 1500)
    assert (whole.node_hours, whole.gpu_hours) == (1500 * 12 / 2, 1500 * 12)
    assert whole.days == 8 * 12 / 24  # 200 at a time: eight rounds
    assert whole.runs_gb == 1.5
    assert whole.pulled_gb == 1500 * 10  # fewer than all data on all nodes
    assert whole.first_pull_minutes == pytest.approx(200 * 10 * 8 / 80 / 60)
    assert (whole.node_dollars, whole.model_dollars, whole.network_dollars) == (18000, 4500, 1500)
    assert whole.dollars == pytest.approx(18000 + 4500 + 1500 + (whole.storage_dollars or 0))


def test_what_is_not_known_is_not_made_up() -> None:
    low, medium, _, whole = bills(Registry(), Price(24.0, 24.0, None), Rates(), seeds=1, agents=1)
    assert low.data_gb == pytest.approx(157.7, abs=0.1)
    assert (medium.data_gb, whole.data_gb, whole.pulled_gb, whole.model_dollars) == (None, None, None, None)


def test_no_node_pulls_a_competition_twice() -> None:
    [low, *_] = bills(Registry(), Price(24.0, 24.0, None), Rates(nodes=2), seeds=100, agents=10)
    assert low.data_gb is not None
    assert low.pulled_gb == 2 * low.data_gb


def test_the_page_says_what_the_command_says(cli: Cli) -> None:
    typed = next(line.split() for line in PAGE.read_text().splitlines() if line.startswith("    mlebench plan"))
    done = cli(*typed[1:])
    assert done.code == 0, done.err
    for line in done.out.split("16 seeds of every competition")[1].splitlines()[1:]:
        assert line.rstrip() in PAGE.read_text(), line
    whole = json.loads(cli(*typed[1:], "--json").out)["campaign"][-1]
    assert whole["runs"] == 24_000


def test_rates_without_a_measurement_are_wrong_usage(cli: Cli) -> None:
    done = cli("plan", "--nodes", "5")
    assert done.code == 2
    assert "--seeds" in done.err


@pytest.mark.parametrize("option", ["--difference", "--hours", "--dollars", "--node-dollars", "--store-gbit"])
@pytest.mark.parametrize("value", ["nan", "inf", "-1"])
def test_what_is_no_amount_is_refused(cli: Cli, option: str, value: str) -> None:
    done = cli("plan", "--seeds", "3", f"{option}={value}")
    assert done.code == 2
    assert option in done.err
