"""Comparisons: against numbers worked out by hand, and what speaks against a claim."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.stats
from statsmodels.stats.contingency_tables import mcnemar

from mlebench.catalog import Registry, split_ids
from mlebench.errors import MlebenchError
from mlebench.results import Results, Source, load_results
from mlebench.results.cautions import has_leak, is_crowded
from mlebench.results.compare import Comparison, compare
from mlebench.results.run import together
from mlebench.runs.record import Sealed, now
from tests.cli.conftest import Cli, cli  # noqa: F401
from tests.results.making import group_on_disk, published


def compared(registry: Registry, folder: Path, outcomes: Mapping[str, list[list[tuple[str, str]]]]) -> Comparison:
    """Agents by name, each with its seeds: pairs of competition and outcome."""
    found: dict[str, Results] = {}
    for agent, seeds in outcomes.items():
        files = [published(folder / f"{agent}{n}.json", registry, seed) for n, seed in enumerate(seeds)]
        found[agent] = load_results([Source(tuple(files), agent)], registry)
    return compare(together(found), registry)


def seed(registry: Registry, won: set[int]) -> list[tuple[str, str]]:
    return [(i, "gold" if n in won else "none") for n, i in enumerate(split_ids("low", registry))]


def test_two_agents_with_one_seed_by_hand(tmp_path: Path, registry: Registry) -> None:
    """B wins 10 that A does not, A wins 2 that B does not, both win 5."""
    first, second = set(range(7)), {*range(5), *range(7, 17)}
    found = compared(registry, tmp_path, {"A": [seed(registry, first)], "B": [seed(registry, second)]})
    (pair,) = found.pairs
    assert (pair.ahead, pair.behind, pair.tied) == (10, 2, 10)
    assert pair.difference == pytest.approx(100 * 8 / 22)
    assert pair.p_value == pytest.approx(mcnemar([[5, 10], [2, 5]], exact=True).pvalue)
    differences = np.array([1.0] * 10 + [-1.0] * 2 + [0.0] * 10)
    assert pair.paired_d == pytest.approx(differences.mean() / differences.std(ddof=1))
    assert pair.cohens_h == pytest.approx(2 * (np.arcsin(np.sqrt(15 / 22)) - np.arcsin(np.sqrt(7 / 22))))
    # With one seed a resample only draws competitions: SciPy's bootstrap of the differences is the same.
    done = scipy.stats.bootstrap((differences,), np.mean, n_resamples=9999, method="percentile", rng=1)
    low, high = (100 * end for end in done.confidence_interval)
    assert pair.interval == pytest.approx((low, high), abs=4.6), "to one competition"
    assert pair.detectable_difference == pytest.approx(100 * 2.8016 * done.standard_error, rel=0.1)
    assert pair.sentence.startswith("B is ahead by 36.4 points, 95 % interval ")
    assert pair.sentence.endswith(" on 22 competitions × 1 seed.")
    assert found.percent == pytest.approx([700 / 22, 1500 / 22])
    assert any(warning.startswith("Fewer than 3 seeds: A has 1, B has 1.") for warning in found.warnings)
    backwards = compared(registry, tmp_path, {"B": [seed(registry, second)], "A": [seed(registry, first)]}).pairs[0]
    assert backwards.sentence.startswith("B is ahead by 36.4 points")
    assert backwards.difference == -pair.difference
    assert backwards.p_value == pair.p_value


def test_chance_between_seeds_widens_the_interval(tmp_path: Path, registry: Registry) -> None:
    steady = compared(
        registry, tmp_path, {"A": [seed(registry, set(range(9)))] * 4, "B": [seed(registry, set(range(12)))] * 4}
    )
    swaying = compared(
        registry,
        tmp_path,
        {
            "A": [seed(registry, set(range(n, 22, 2))) for n in (0, 1, 0, 1)],
            "B": [seed(registry, {*range(n, 22, 2), 1, 3, 5}) for n in (1, 0, 1, 0)],
        },
    )
    widths = [pair.interval.high - pair.interval.low for found in (steady, swaying) for pair in found.pairs]
    assert widths[1] > widths[0]
    assert "× 4 seeds" in swaying.pairs[0].sentence


def test_equal_agents_are_not_told_apart(tmp_path: Path, registry: Registry) -> None:
    same = seed(registry, set(range(9)))
    found = compared(registry, tmp_path, {"A": [same] * 3, "B": [same] * 3})
    (pair,) = found.pairs
    assert (pair.difference, pair.p_value, pair.paired_d, pair.detectable_difference) == (0.0, 1.0, None, None)
    assert pair.sentence.startswith("A and B are level")
    assert any("has no width" in warning for warning in found.warnings)


def test_a_difference_within_chance_is_said_to_be_one(tmp_path: Path, registry: Registry) -> None:
    found = compared(registry, tmp_path, {"A": [seed(registry, set(range(9)))], "B": [seed(registry, {*range(2, 12)})]})
    assert "not enough to tell B and A apart" in found.pairs[0].sentence


def test_only_shared_competitions_count(tmp_path: Path, registry: Registry) -> None:
    low, medium = split_ids("low", registry), split_ids("medium", registry)
    first = [(i, "gold") for i in (*low[:12], *medium)]
    second = [(i, "none") for i in low[2:]]
    found = compared(registry, tmp_path, {"A": [first], "B": [second]})
    assert sorted(row.competition_id for row in found.competitions) == sorted(low[2:12])
    assert found.percent == [100.0, 0.0]
    assert any("because not all agents have them: 50 competitions" in warning for warning in found.warnings)


def test_with_several_agents_the_p_values_are_adjusted(tmp_path: Path, registry: Registry) -> None:
    found = compared(
        registry, tmp_path, {name: [seed(registry, set(range(n)))] for name, n in (("A", 2), ("B", 10), ("C", 20))}
    )
    assert [(pair.first, pair.second) for pair in found.pairs] == [("A", "B"), ("A", "C"), ("B", "C")]
    assert all(pair.p_adjusted >= pair.p_value for pair in found.pairs)
    assert found.pairs[1].p_adjusted == pytest.approx(3 * found.pairs[1].p_value), "the smallest of three"
    assert "C is ahead of A by" in found.pairs[1].sentence


class TestConditions:
    IDS = ("spooky-author-identification", "leaf-classification", "aerial-cactus-identification")

    def warnings(self, tmp_path: Path, registry: Registry, *settings: dict[str, Any]) -> list[str]:
        found = {}
        for n, each in enumerate(settings):
            group = group_on_disk(
                tmp_path, registry, self.IDS, lambda i, s: "gold", name=f"g{n}", seeds=3, agent=f"a{n}", **each
            )
            found[f"g{n}"] = load_results([group.folder], registry)
        return compare(together(found), registry).warnings

    def test_what_differs_and_what_was_open_is_said(self, tmp_path: Path, registry: Registry) -> None:
        sealed = Sealed.of(["validator", "open network"], 0, now(), knows_answers=False, isolated=True)
        text = "\n".join(
            self.warnings(tmp_path, registry, {"isolated": False, "hours": 2.0}, {"hours": 24.0, "sealed": sealed})
        )
        assert "Fewer than 3 seeds" not in text
        assert "Fewer than 10 competitions (3)" in text
        assert "Crowded leaderboards, where chance decides on medals: aerial-cactus-identification." in text
        assert "Known leaks" in text
        assert "Mixed resources: 2 hours. / 24 hours." in text
        assert "No isolation (sandbox process): a0" in text
        assert "The network was open to a1." in text

    def test_versions(self, tmp_path: Path, registry: Registry) -> None:
        groups = [
            group_on_disk(tmp_path, registry, self.IDS, lambda i, s: "gold", name=f"g{n}", agent=f"a{n}")
            for n in (0, 1)
        ]
        path = groups[1].folder / "metadata.json"
        content = json.loads(path.read_text()) | {"benchmark_version": "v2", "versions": {"mlebench": "9.9"}}
        path.write_text(json.dumps(content))
        found = {group.folder.name: load_results([group.folder], registry) for group in groups}
        warnings = compare(together(found), registry).warnings
        assert "Mixed benchmark versions: v1, v2." in warnings
        assert "Mixed versions of mlebench: 0.1.0, 9.9." in warnings

    def test_data_of_different_standing_is_never_mixed(self, tmp_path: Path, registry: Registry) -> None:
        with pytest.raises(MlebenchError, match="only part of the runs is on verified data"):
            self.warnings(tmp_path / "mixed", registry, {"kind": "verified"}, {"kind": "unverified"})
        with pytest.raises(MlebenchError, match="Runs on miniatures are left out"):
            self.warnings(tmp_path / "toys", registry, {"kind": "miniature"}, {"kind": "miniature"})
        both = self.warnings(tmp_path / "both", registry, {"kind": "unverified"}, {"kind": "unverified"})
        assert any(warning.startswith("Data that was not verified: ") for warning in both)


def test_which_leaderboards_are_crowded(registry: Registry) -> None:
    crowded = {c.id for c in registry if is_crowded(c)}
    known = {"aerial-cactus-identification", "tabular-playground-series-dec-2021", "tabular-playground-series-may-2022"}
    assert known < crowded
    assert "jigsaw-toxic-comment-classification-challenge" in crowded
    assert not crowded & {"spooky-author-identification", "smartphone-decimeter-2022", "random-acts-of-pizza"}
    assert has_leak(registry.get("aerial-cactus-identification"))


def test_the_command(tmp_path: Path, registry: Registry, cli: Cli) -> None:  # noqa: F811
    group_on_disk(tmp_path, registry, ["leaf-classification"], lambda i, s: "gold", agent="same", name="g0")
    group_on_disk(tmp_path, registry, ["leaf-classification"], lambda i, s: "none", agent="same", name="g1")
    done = cli("compare", tmp_path / "g0", tmp_path / "g1")
    assert done.code == 0
    assert f"same ({tmp_path / 'g0'}) is ahead by 100.0 points" in done.out
    assert "Warning: Fewer than 3 seeds" in done.out
    found = json.loads(cli("compare", tmp_path / "g0", tmp_path / "g1", "--json").out)
    assert found["pairs"][0]["difference"] == -100.0
    assert list(found["competitions"][0]["medals"].values()) == [{"count": 2, "of": 2}, {"count": 0, "of": 2}]
    alone = cli("compare", tmp_path / "g0")
    assert (alone.code, "takes two agents" in alone.err) == (2, True)
    assert cli("compare").code == 2
