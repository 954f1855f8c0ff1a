"""Plans: what is measured, what follows from it, and the split file."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.power import NormalIndPower

from mlebench.catalog import Registry, ids_of_file, split_ids
from mlebench.results import Source, load_results
from mlebench.results.planning import competitions_needed, informative, seeds_needed
from mlebench.results.run import together
from mlebench.results.variation import Variation, measured_variation, published_rows, published_variation
from tests.cli.conftest import Cli, cli  # noqa: F401
from tests.results.making import group_on_disk, published


def test_seeds_are_those_of_a_power_calculation() -> None:
    """On fixed competitions, two samples of 75 · seeds runs with the variance between seeds."""
    variation = Variation(rate=0.5, within=0.04, between=0.2)
    expected = NormalIndPower().solve_power(effect_size=0.05 / math.sqrt(0.04), power=0.8, alpha=0.05) / 75
    assert seeds_needed(variation, 75, 0.05, 0.8, other_competitions=False) == math.ceil(expected)
    assert seeds_needed(variation, 75, 0.05, 0.8, other_competitions=True) is None, "75 are too few, by any seeds"
    assert competitions_needed(variation, 5, 0.05, 0.8) == math.ceil((0.2 + 2 * 0.04 / 5) * 7.8489 / 0.0025)


@given(st.floats(0.001, 0.25), st.floats(0, 0.5), st.integers(5, 200), st.floats(0.01, 0.5))
def test_more_of_anything_never_needs_more(within: float, between: float, count: int, difference: float) -> None:
    variation = Variation(0.5, within, between)

    def seeds(competitions: int, wanted: float, other: bool) -> float:
        found = seeds_needed(variation, competitions, wanted, 0.8, other_competitions=other)
        return math.inf if found is None else found

    assert seeds(count + 1, difference, False) <= seeds(count, difference, False) <= seeds(count, difference, True)
    assert seeds(count, difference * 1.5, True) <= seeds(count, difference, True)
    assert competitions_needed(variation, 9, difference, 0.8) <= competitions_needed(variation, 3, difference, 0.8)


def test_variances_are_those_that_results_were_drawn_with(tmp_path: Path, registry: Registry) -> None:
    """Competitions won by chances of 0.1, 0.5 and 0.9, the same for both agents: they do not differ between them."""
    rng, ids, found = random.Random(3), split_ids("all", registry), {}
    chances = {i: (0.1, 0.5, 0.9)[n % 3] for n, i in enumerate(ids)}
    for agent in "AB":
        files = [
            published(
                tmp_path / f"{agent}{seed}.json",
                registry,
                [(i, "gold" if rng.random() < chances[i] else "none") for i in ids],
            )
            for seed in range(8)
        ]
        found[agent] = load_results([Source(tuple(files), agent)], registry)
    variation = measured_variation(together(found), "all")
    assert variation is not None
    assert variation.assumed == ()
    assert variation.rate == pytest.approx(0.5, abs=0.05)
    assert variation.within == pytest.approx((0.09 + 0.25 + 0.09) / 3, abs=0.02)
    assert variation.between == pytest.approx(0.0, abs=0.02)


def test_seeds_that_agree_are_not_taken_as_proof(tmp_path: Path, registry: Registry) -> None:
    files = [published(tmp_path / f"{n}.json", registry, [("leaf-classification", "gold")]) for n in "ab"]
    variation = measured_variation(load_results([Source(tuple(files), "x")], registry), "low")
    assert variation is not None
    assert variation.within == published_variation("low").within > 0
    assert "These seeds do not differ" in variation.assumed[0]


def test_the_published_table_is_whole() -> None:
    assert len(published_rows()) == 31
    low = published_variation("low")
    assert 0.5 < low.rate < 0.6
    assert 0 < low.within < 0.25


def test_competitions_that_everybody_wins_tell_nothing(tmp_path: Path, registry: Registry) -> None:
    ids = split_ids("low", registry)
    group = group_on_disk(
        tmp_path,
        registry,
        ids,
        lambda i, seed: "gold" if ids.index(i) < 5 or (ids.index(i) < 8 and seed == 0) else "none",
        seeds=2,
    )
    found = informative(load_results([group.folder], registry), registry)
    assert sorted(each.competition_id for each in found[:3]) == ids[5:8]
    assert [each.information for each in found[:4]] == [0.25, 0.25, 0.25, 0.0]


def test_the_command(tmp_path: Path, registry: Registry, cli: Cli) -> None:  # noqa: F811
    done = cli("plan", "--difference", "5", "--hours", "2", "--gpus", "3", "--dollars", "0.5", "--json")
    plan = json.loads(done.out)
    everything = plan["splits"][-1]
    assert (everything["split"], everything["competitions"]) == ("all", 75)
    assert everything["runs"] == 75 * everything["seeds_same_competitions"]
    assert everything["hours"] == 2 * everything["runs"]
    assert everything["gpu_hours"] == 6 * everything["runs"]
    assert everything["dollars"] == 0.5 * everything["runs"]
    assert "published entries" in everything["variation"]["assumed"][0]
    assert "Assumed: " in cli("plan").out
    ids = split_ids("low", registry)
    group_on_disk(tmp_path / "runs", registry, ids, lambda i, s: "gold" if s == ids.index(i) % 2 else "none", hours=3.0)
    own = json.loads(cli("plan", tmp_path / "runs", "--json").out)
    assert own["price_of_a_run"] == {"hours": 3.0, "gpu_hours": 3.0, "dollars": 0.25}
    path = tmp_path / "telling.txt"
    done = cli("plan", tmp_path / "runs", "--informative", "6", "--output", path)
    assert done.out.rstrip().endswith(f"Split file: {path}")
    assert len(ids_of_file(path, registry)) == 6
    assert cli("competitions", "--split", path).out.count(" low ") == 6


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--informative", "3"], "name a SOURCE"),
        (["--output", "x"], "--informative N"),
        (["--difference", "0"], "0<x<=100"),
        (["--difference", "five"], "not a valid float"),
        (["--power", "100"], "50<x<100"),
        (["no-such-group"], "not a run group"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str, cli: Cli) -> None:  # noqa: F811
    done = cli("plan", *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_more_competitions_than_tell_anything_are_refused(
    tmp_path: Path,
    registry: Registry,
    cli: Cli,  # noqa: F811
) -> None:
    path = published(tmp_path / "x.json", registry, [("leaf-classification", "gold")])
    done = cli("plan", path, "--informative", "1", "--output", tmp_path / "out.txt")
    assert (done.code, "Only 0 competitions of these results tell agents apart" in done.err) == (2, True)
    assert not (tmp_path / "out.txt").exists()
