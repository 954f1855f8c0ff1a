"""Figures against hand computation."""

from __future__ import annotations

import math
import statistics
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.catalog import CompetitionFacts, LeaderboardFacts
from mlebench.data.manifest import DataKind
from mlebench.grading.report import CompetitionReport
from mlebench.results import RunResult, by_competition, by_complexity, estimate
from mlebench.results.aggregate import headline, over_seeds


def result(
    competition: str,
    replicate: int,
    medal: str | None = None,
    *,
    score: float | None = 0.5,
    above: bool = False,
    percentile: float | None = None,
    complexity: str = "low",
    leaderboard: bool = True,
) -> RunResult:
    report = CompetitionReport(
        competition_id=competition,
        score=score,
        gold_threshold=0.9,
        silver_threshold=0.8,
        bronze_threshold=0.7,
        median_threshold=0.5,
        any_medal=medal is not None,
        gold_medal=medal == "gold",
        silver_medal=medal == "silver",
        bronze_medal=medal == "bronze",
        above_median=above,
        submission_exists=True,
        valid_submission=score is not None,
        is_lower_better=False,
        created_at="2026-01-01T00:00:00+00:00",
        submission_path="submission.csv",
        percentile=percentile,
    )
    percentiles = [1 - i / 100 for i in range(101)] if leaderboard else None
    facts = CompetitionFacts(
        name=competition, complexity=complexity, leaderboard=LeaderboardFacts(percentiles=percentiles)
    )
    return RunResult("agent", "group", competition, replicate, report, None, facts, replicate)


def without_leaderboard(run: RunResult) -> RunResult:
    """The same run in a competition that has none."""
    assert run.report is not None
    nothing = dict.fromkeys(f"{name}_threshold" for name in ("gold", "silver", "bronze", "median"))
    report = run.report.model_copy(update={**nothing, "leaderboard": None, "percentile": None})
    return replace(run, report=report, facts=run.facts.model_copy(update={"leaderboard": None}))


def test_competition_without_a_leaderboard_has_no_medals_and_spoils_nobodys() -> None:
    ranked = [result("a", 0, "gold", percentile=99), result("a", 1, None, percentile=20)]
    own = [without_leaderboard(result("own", 0)), without_leaderboard(result("own", 1, score=None))]
    alone = over_seeds("dev", own)
    assert "any_medal" not in alone.measures
    assert alone.percentile is None, "not even 0 for what is not valid"
    assert alone.measures["valid_submission"].mean == 50.0
    together = over_seeds("all", [*ranked, *own])
    assert together.measures["any_medal"] == over_seeds("a", ranked).measures["any_medal"]
    assert together.percentile == over_seeds("a", ranked).percentile
    assert together.measures["valid_submission"].mean == 75.0
    assert "gold" not in by_competition([*ranked, *own])[1].measures
    ungraded = replace(own[0], report=None)
    assert "any_medal" not in over_seeds("dev", [ungraded]).measures


def test_mean_and_standard_error_over_seeds_by_hand() -> None:
    runs = [
        result("a", 0, "gold", percentile=99),
        result("b", 0, None, percentile=20, above=False),
        result("a", 1, "silver", percentile=95),
        result("b", 1, "bronze", percentile=80),
    ]
    summary = over_seeds("low", runs)
    # Seed 0: one of two; seed 1: two of two.
    assert summary.measures["any_medal"] == (75.0, pytest.approx(25.0), 2)
    assert summary.measures["gold"] == (25.0, pytest.approx(25.0), 2)
    assert summary.measures["silver"].mean == 25.0
    assert summary.measures["valid_submission"] == (100.0, 0.0, 2)
    assert summary.percentile is not None
    assert summary.percentile.mean == pytest.approx((59.5 + 87.5) / 2)
    assert summary.percentile.error == pytest.approx(14.0)
    first, second = by_competition(runs)
    assert (first.label, first.measures["any_medal"].mean) == ("a", 100.0)
    assert second.measures["any_medal"] == (50.0, pytest.approx(50.0), 2)


def test_a_single_seed_has_no_error() -> None:
    assert over_seeds("low", [result("a", 0, "gold")]).measures["any_medal"] == (100.0, None, 1)


def test_runs_without_a_report_stay_in_the_denominator() -> None:
    runs = [result("a", 0, "gold"), replace(result("b", 0), report=None)]
    summary = over_seeds("low", runs)
    assert summary.measures["any_medal"].mean == 50.0
    assert summary.measures["made_submission"].mean == 50.0


def test_an_invalid_submission_is_at_the_bottom_of_a_known_board_only() -> None:
    known = [result("a", 0, percentile=80.0), result("b", 0, score=None)]
    assert over_seeds("low", known).percentile == (40.0, None, 1)
    unknown = [result("a", 0, percentile=80.0), result("b", 0, score=None, leaderboard=False)]
    assert over_seeds("low", unknown).percentile == (80.0, None, 1)


def test_by_complexity_adds_all_where_there_are_several() -> None:
    runs = [result("a", 0, complexity="low"), result("b", 0, "gold", complexity="high")]
    assert [s.label for s in by_complexity(runs)] == ["low", "high", "all"]
    assert [s.measures["any_medal"].mean for s in by_complexity(runs)] == [0.0, 100.0, 50.0]
    assert [s.label for s in by_complexity(runs[:1])] == ["low"]


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=30))
def test_estimate_agrees_with_the_standard_library(values: list[float]) -> None:
    found = estimate(values)
    assert found is not None
    assert found.mean == pytest.approx(statistics.fmean(values), abs=1e-6)
    assert found.error == pytest.approx(statistics.stdev(values) / math.sqrt(len(values)), abs=1e-6)


medals = st.sampled_from(["gold", "silver", "bronze", None])


@given(st.integers(1, 5), st.integers(1, 6), st.data())
def test_shares_add_up_whatever_the_results(seeds: int, competitions: int, data: st.DataObject) -> None:
    runs = [
        result(f"c{c}", s, data.draw(medals), score=data.draw(st.sampled_from([0.5, None])))
        for s in range(seeds)
        for c in range(competitions)
    ]
    measures = over_seeds("low", runs).measures
    parts = math.fsum(measures[name].mean for name in ("gold", "silver", "bronze"))
    assert parts == pytest.approx(measures["any_medal"].mean)
    wins = sum(run.report is not None and run.report.any_medal for run in runs)
    assert measures["any_medal"].mean == pytest.approx(100 * wins / len(runs))
    per_competition = [s.measures["any_medal"].mean for s in by_competition(runs)]
    assert math.fsum(per_competition) / competitions == pytest.approx(measures["any_medal"].mean)


def on(data: DataKind | None, run: RunResult) -> RunResult:
    assert run.report is not None
    return replace(run, report=run.report.model_copy(update={"data": data}))


class TestMiniatures:
    """They are never averaged with anything else."""

    def test_real_figures_are_the_same_with_and_without_them(self) -> None:
        real = [on("verified", result("a", 0, "gold", percentile=99)), on(None, result("b", 0, percentile=10))]
        toys = [on("miniature", result(name, 0, score=score)) for name, score in (("a", 1.0), ("c", 1.0), ("d", None))]
        mixed = by_complexity([toys[0], *real, *toys[1:]])
        assert [(s.label, s.competitions) for s in mixed] == [("low", 2), ("miniature", 3)]
        assert mixed[0] == by_complexity(real)[0]
        assert headline([*toys, *real]) == headline(real)
        assert headline(toys).label == "miniature"
        rows = by_competition([*toys, *real])
        assert [(s.label, s.mark) for s in rows] == [
            *(("a", None), ("b", None), ("a", "miniature"), ("c", "miniature"), ("d", "miniature")),
        ]
        assert rows[0].score is not None
        assert rows[0].score.mean == 0.5
        with pytest.raises(ValueError, match="miniatures"):
            over_seeds("all", [*toys, *real])

    def test_without_medals_they_have_no_share_of_them_either(self) -> None:
        (summary,) = by_complexity([on("miniature", result("a", 0)), on("miniature", result("b", 0, score=None))])
        assert set(summary.measures) == {"valid_submission", "made_submission"}
        assert summary.percentile is None
        assert summary.measures["valid_submission"].mean == 50.0
        (asked,) = by_complexity([on("miniature", result("a", 0, "gold", percentile=100.0))])
        assert asked.measures["gold"].mean == 100.0
        assert asked.mark == "miniature"

    def test_a_run_that_was_not_graded_is_known_by_its_group(self) -> None:
        run = replace(result("a", 0), report=None, made_with="miniature")
        assert run.is_miniature
        assert [s.label for s in by_complexity([run, result("b", 0)])] == ["low", "miniature"]

    def test_unverified_data_counts_and_is_marked(self) -> None:
        runs = [on("unverified", result("a", 0, "gold")), on("verified", result("b", 0))]
        (summary,) = by_complexity(runs)
        assert (summary.measures["gold"].mean, summary.mark) == (50.0, "unverified")
        assert [s.mark for s in by_competition(runs)] == ["unverified", None]
