"""Published-form reports against a second computation, which shares nothing with ours but the files."""

from __future__ import annotations

import csv
import io
import json
import random
import statistics
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from mlebench.catalog import Registry, split_ids
from mlebench.grading.report import GradingReport
from mlebench.results import load_results, sources
from mlebench.results.cautions import cautions
from mlebench.results.formats import render
from mlebench.results.terminal import as_text
from tests.cli.conftest import Cli, cli  # noqa: F401
from tests.results.making import graded, group_on_disk, published

OUTCOMES = ("gold", "silver", "bronze", "median", "none", "invalid", "missing")
Files = list[Path]


@pytest.fixture
def four(tmp_path: Path, registry: Registry) -> Files:
    """Four seeds of all 75 competitions; the second lacks four of low, the last all of high and one of medium."""
    rng = random.Random(14)
    splits = {name: split_ids(name, registry) for name in ("low", "medium", "high")}
    lacking: dict[int, set[str]] = {1: set(splits["low"][3:7]), 3: {*splits["high"], splits["medium"][0]}}
    files = []
    for seed in range(4):
        ids = [i for own in splits.values() for i in own if i not in lacking.get(seed, ())]
        rng.shuffle(ids)
        files.append(published(tmp_path / f"{seed}.json", registry, [(i, rng.choice(OUTCOMES)) for i in ids]))
    return files


def second_computation(
    files: Files, registry: Registry, field: str, *, complete: bool
) -> dict[str, tuple[float, float, int]]:
    """Mean and standard error by split, from the files' text alone."""
    wins = [{r["competition_id"]: r[field] for r in json.loads(f.read_text())["competition_reports"]} for f in files]
    shares: dict[str, dict[int, tuple[int, int]]] = {}
    for split, (seed, own) in product(("low", "medium", "high"), enumerate(wins)):
        ids = split_ids(split, registry)
        if not complete or set(ids) <= set(own):
            shares.setdefault(split, {})[seed] = sum(own.get(i, False) for i in ids), len(ids)
    common = set.intersection(*(set(own) for own in shares.values()))
    found = {split: [100 * k / n for k, n in own.values()] for split, own in shares.items()}
    found["all"] = [100 * sum(shares[s][seed][0] for s in shares) / 75 for seed in sorted(common)]
    return {
        split: (statistics.mean(own), statistics.stdev(own) / len(own) ** 0.5, len(own)) for split, own in found.items()
    }


@pytest.mark.parametrize("complete", [False, True])
@pytest.mark.parametrize(
    ("name", "field"),
    [
        *(("any_medal", "any_medal"), ("gold", "gold_medal"), ("above_median", "above_median")),
        *(("valid_submission", "valid_submission"), ("made_submission", "submission_exists")),
    ],
)
def test_means_and_errors_are_those_of_a_second_computation(
    four: Files,
    registry: Registry,
    cli: Cli,  # noqa: F811
    complete: bool,
    name: str,
    field: str,
) -> None:
    expected = second_computation(four, registry, field, complete=complete)
    asked = ["report", f"mine={','.join(map(str, four))}", *["--complete-seeds"] * complete]
    done = cli(*asked, "--json")
    (agent,) = json.loads(done.out)["agents"]
    found = {row["label"]: row[f"{name}_percent"] for row in agent["by_complexity"]}
    assert agent["agent"] == "mine"
    assert {split: (row["mean"], row["standard_error"], row["n"]) for split, row in found.items()} == {
        split: (pytest.approx(m), pytest.approx(e), n) for split, (m, e, n) in expected.items()
    }
    assert agent["headline"][f"{name}_percent"] == found["all"]
    assert cli(*asked, "--format", "json").out == done.out, "the same to the last digit"


def test_what_is_missing_is_named_and_counted(four: Files, cli: Cli) -> None:  # noqa: F811
    done = cli("report", f"mine={','.join(map(str, four))}")
    assert "mine: low lacks 4 of 88 runs (" in done.out
    assert "mine: medium lacks 1 of 152 runs (" in done.out
    assert "mine: high lacks 15 of 60 runs (" in done.out
    assert done.out.count("They count as failures.") == 3
    assert "300 runs" in done.out
    assert "not in the source 20 (6.7 %)" in done.out
    done = cli("report", f"mine={','.join(map(str, four))}", "--complete-seeds")
    assert "1 of 4 seeds are incomplete and left out of low." in done.out
    assert "mine: 2 of 4 seeds have something of each split: `all` is over these." in done.out


def test_splits_that_there_is_nothing_of_are_not_shown(
    tmp_path: Path,
    registry: Registry,
    cli: Cli,  # noqa: F811
) -> None:
    lite = [
        published(tmp_path / f"{n}.json", registry, [(i, "gold") for i in split_ids("low", registry)]) for n in "ab"
    ]
    done = cli("report", f"lite={lite[0]},{lite[1]}", "--json")
    (agent,) = json.loads(done.out)["agents"]
    assert [row["label"] for row in agent["by_complexity"]] == ["low"]
    assert agent["headline"]["any_medal_percent"]["mean"] == 100.0
    assert json.loads(done.out)["notes"] == [
        "lite: there is nothing of medium or high: not shown, and not part of `all`."
    ]


def test_one_seed_has_no_error_bar(four: Files, cli: Cli) -> None:  # noqa: F811
    done = cli("report", four[0])
    assert "±" not in done.out
    (agent,) = json.loads(cli("report", four[0], "--json").out)["agents"]
    assert agent["headline"]["any_medal_percent"]["standard_error"] is None
    assert agent["headline"]["any_medal_percent"]["interval"] is not None


def test_eight_competitions_with_two_seeds_do_not_look_certain(
    tmp_path: Path,
    registry: Registry,
    cli: Cli,  # noqa: F811
) -> None:
    ids = split_ids("starter", registry)
    outcomes = ["gold"] * 6 + ["none"] * 2
    files = [published(tmp_path / f"{n}.json", registry, list(zip(ids, outcomes, strict=True))) for n in "ab"]
    done = cli("report", f"x={files[0]},{files[1]}")
    assert "75.0 ± 0.0" in done.out
    assert "37.5 to 100.0" in done.out
    assert "12 of 16" in done.out


def test_the_block_of_the_published_guides_adds_up(four: Files, cli: Cli) -> None:  # noqa: F811
    reports = [r for f in four for r in json.loads(f.read_text())["competition_reports"]]
    (agent,) = json.loads(cli("report", f"x={','.join(map(str, four))}", "--json").out)["agents"]
    block = agent["outcomes"]
    valid = sum(r["valid_submission"] for r in reports)
    assert block["valid"] == {"count": valid, "of": 300, "percent": pytest.approx(100 * valid / 300)}
    assert block["reasons"]["no submission"]["count"] == sum(not r["submission_exists"] for r in reports)
    assert block["reasons"]["not in the source"]["count"] == 20
    assert sum(reason["count"] for reason in block["reasons"].values()) == block["invalid"]["count"] == 300 - valid
    for medal in ("gold", "silver", "bronze"):
        assert block["medals"][medal]["count"] == sum(r[f"{medal}_medal"] for r in reports)
    assert sum(medal["count"] for medal in block["medals"].values()) == 300
    text = cli("report", f"x={','.join(map(str, four))}", "--format", "markdown").out
    assert f"- valid: {valid} ({100 * valid / 300:.1f} %)" in text


def test_reports_of_others_have_the_percentile_of_their_scores(tmp_path: Path, registry: Registry) -> None:
    """Only what was not valid had one, of 0."""
    path = published(tmp_path / "x.json", registry, [("spooky-author-identification", "gold")])
    (run,) = load_results([path], registry).runs
    competition = registry.get("spooky-author-identification")
    assert competition.leaderboard is not None
    gold = competition.leaderboard.gold
    assert run.report is not None
    assert run.report.percentile == competition.leaderboard.percentile(gold, lower_is_better=True)


class TestSources:
    def test_the_published_layout(self, tmp_path: Path, registry: Registry, cli: Cli) -> None:  # noqa: F811
        for group, outcome in (("g0", "gold"), ("g1", "none"), ("h0", "bronze")):
            name = f"runs/{group}/2026-01-01T00-00-00_grading_report.json"
            published(tmp_path / name, registry, [("spooky-author-identification", outcome)])
        table = "experiment_id,run_group\nfirst,g0\nfirst,g1\nsecond,h0\nsecond,gone\n"
        (tmp_path / "runs" / "run_group_experiments.csv").write_text(table)
        for where in (tmp_path / "runs", tmp_path / "runs" / "run_group_experiments.csv"):
            found = json.loads(cli("report", where, "--json").out)
            assert [agent["agent"] for agent in found["agents"]] == ["first", "second"]
            assert "second: the run group gone has no grading report and is left out." in found["notes"]
            first = found["agents"][0]["by_competition"][0]
            assert (first["any_medal_percent"]["mean"], first["any_medal_percent"]["n"]) == (50.0, 2)
        done = cli("report", tmp_path / "runs", "--agent", "second", "--by", "agent", "--format", "csv")
        assert [row["agent"] for row in csv.DictReader(io.StringIO(done.out))] == ["second"]
        wrong = cli("report", tmp_path / "runs", "--agent", "secnd")
        assert (wrong.code, "Did you mean second?" in wrong.err) == (2, True)

    def test_a_table_cannot_lead_elsewhere(self, tmp_path: Path, registry: Registry, cli: Cli) -> None:  # noqa: F811
        published(tmp_path / "secret" / "x_grading_report.json", registry, [("spooky-author-identification", "gold")])
        (tmp_path / "runs").mkdir()
        (tmp_path / "runs" / "t.csv").write_text("experiment_id,run_group\na,../secret\n")
        done = cli("report", tmp_path / "runs")
        assert (done.code, "not the name of a run group" in done.err) == (2, True)

    def test_a_folder_of_groups_and_a_group_by_its_name(
        self,
        tmp_path: Path,
        registry: Registry,
        cli: Cli,  # noqa: F811
    ) -> None:
        ids = ["spooky-author-identification", "leaf-classification"]
        for agent in ("one", "two"):
            group_on_disk(tmp_path, registry, ids, lambda i, s: "gold", agent=agent, name=f"2026_run-group_{agent}")
        found = json.loads(cli("report", tmp_path, "--json").out)
        assert [agent["agent"] for agent in found["agents"]] == ["one", "two"]
        spent = found["agents"][0]["by_complexity"][0]
        assert spent["cost_usd"] == {"total": 1.0, "mean_per_run": 0.25, "runs": 4}
        assert spent["tokens"]["total"] == 6000
        assert (spent["hours"]["total"], spent["gpu_hours"]["total"]) == (96.0, 96.0)
        done = cli("report", "2026_run-group_two", "--runs-dir", tmp_path, "--by", "agent")
        assert "two: 44 runs" in done.out
        assert "one: " not in done.out

    def test_seeds_are_aligned_by_number(self, tmp_path: Path, registry: Registry) -> None:
        low, medium = split_ids("low", registry), split_ids("medium", registry)
        first = group_on_disk(tmp_path, registry, low, lambda i, s: "gold", name="a", seeds=2)
        second = group_on_disk(tmp_path, registry, medium, lambda i, s: "none", name="b", seeds=2)
        again = group_on_disk(tmp_path, registry, low[:1], lambda i, s: "none", name="c", seeds=1)
        both = load_results([first.folder, second.folder], registry)
        assert {run.replicate for run in both.runs} == {0, 1}
        assert both.missing == []
        more = load_results([first.folder, again.folder], registry)
        assert [run.replicate for run in more.runs if run.group == "c"] == [2]
        assert len(more.missing) == 21, "a third seed of low, of which the rest is missing"

    def test_files_with_the_same_name_are_different_agents(self, tmp_path: Path, registry: Registry) -> None:
        files = [
            published(tmp_path / n / "report.json", registry, [("spooky-author-identification", "gold")]) for n in "ab"
        ]
        assert load_results(files, registry).agents == ["a/report", "b/report"]

    def test_a_list_of_files_longer_than_any_path(self, tmp_path: Path, registry: Registry) -> None:
        path = published(tmp_path / "x.json", registry, [("leaf-classification", "gold")])
        (source,) = sources.find_sources("many=" + ",".join([str(path)] * 300), tmp_path)
        assert (source.agent, len(source.parts)) == ("many", 300)

    def test_a_table_that_is_no_text_is_wrong_usage(self, tmp_path: Path, cli: Cli) -> None:  # noqa: F811
        for far in (0, 100_000):  # the first lines are read by themselves, to see the headings
            (tmp_path / "t.csv").write_bytes(b"experiment_id,run_group\n" + b"a,b\n" * far + b"a,\xff\xfe\n")
            done = cli("report", tmp_path / "t.csv")
            assert (done.code, done.out) == (2, "")

    @pytest.mark.parametrize("text", ["x=", "x=nothing.json", "nothing"])
    def test_what_is_not_there_is_wrong_usage(self, text: str, cli: Cli) -> None:  # noqa: F811
        assert cli("report", text).code == 2

    def test_a_folder_of_nothing_is_wrong_usage(self, tmp_path: Path, cli: Cli) -> None:  # noqa: F811
        (tmp_path / "t.csv").write_text("a,b\n1,2\n")
        for path in (tmp_path, tmp_path / "t.csv"):
            done = cli("report", path)
            assert (done.code, done.out) == (2, "")

    def test_a_users_competition_does_not_change_a_split(self, tmp_path: Path, registry: Registry) -> None:
        own = tmp_path / "mine" / "own-task"
        own.mkdir(parents=True)
        for path in registry.get("spooky-author-identification").folder.iterdir():
            if path.is_file():
                (own / path.name).write_bytes(path.read_bytes())
        wider = Registry([tmp_path / "mine"])
        path = published(tmp_path / "x.json", wider, [("own-task", "gold")])
        assert [run.competition_id for run in load_results([path], wider).planned] == ["own-task"]
        path = published(tmp_path / "x.json", wider, [("own-task", "gold"), ("leaf-classification", "gold")])
        assert len(load_results([path], wider).planned) == 23

    def test_names_become_paths_only_where_there_is_no_such_file(self, tmp_path: Path) -> None:
        (tmp_path / "a=b.json").write_text("{}")
        assert sources.find_sources(str(tmp_path / "a=b.json"), tmp_path)[0].agent is None


@pytest.mark.parametrize("by", ["split", "category", "competition", "agent"])
@pytest.mark.parametrize("format_name", ["table", "json", "csv", "markdown"])
def test_every_grouping_in_every_format(four: Files, cli: Cli, by: str, format_name: str) -> None:  # noqa: F811
    done = cli("report", f"a={four[0]},{four[1]}", f"b={four[2]},{four[3]}", "--by", by, "--format", format_name)
    assert done.code == 0
    labels = {"split": "medium", "category": "Tabular", "competition": "leaf-classification", "agent": "all"}
    assert labels[by] in done.out
    if format_name == "json":
        rows: list[dict[str, Any]] = json.loads(done.out)["rows"]
        assert {row["agent"] for row in rows} == {"a", "b"}


def test_a_stranger_s_names_are_neither_markdown_nor_orders_to_a_terminal(
    tmp_path: Path,
    registry: Registry,
    cli: Cli,  # noqa: F811
) -> None:
    path = published(tmp_path / "x.json", registry, [("spooky-author-identification", "gold")])
    evil = "<b>|`[x](http://y)\x1b[2J"
    text = cli("report", f"{evil}={path}", "--format", "markdown").out
    assert "\x1b" not in text
    assert r"\<b\>\|\`\[x\](http://y)" in text
    assert "\x1b" not in cli("report", f"{evil}={path}").out
    assert "\x1b" not in cli("compare", f"{evil}={path}", f"b={path}").out


def test_with_a_file_the_table_is_printed_too(four: Files, tmp_path: Path, cli: Cli) -> None:  # noqa: F811
    done = cli("report", four[0], "--output", tmp_path / "page.html")
    assert "medal %" in done.out
    assert done.out.rstrip().endswith(f"Page: {tmp_path / 'page.html'}")
    assert "95 % interval" in (tmp_path / "page.html").read_text()
    assert "of 75" in (tmp_path / "page.html").read_text()


def test_a_pipe_gets_whole_lines(
    four: Files,
    cli: Cli,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("COLUMNS")
    for command in (["report", four[0]], ["competitions"]):
        done = cli(*command)
        assert "google-research-identify-contrails-reduce-global-warming " in done.out
    assert any(len(line) > 120 for line in cli("competitions").out.splitlines())


def test_obfuscated_runs_are_never_counted_with_others(tmp_path: Path, registry: Registry) -> None:
    ids = split_ids("low", registry)[:3]
    plain = group_on_disk(tmp_path, registry, ids, lambda *_: "gold", name="2026-01-02T03-04-05-UTC_run-group_plain")
    hidden = group_on_disk(
        *(tmp_path, registry, ids, lambda *_: "none"),
        name="2026-01-03T03-04-05-UTC_run-group_hidden",
        obfuscate=True,
        not_hidden=["file: whales.csv"],
    )
    for sources_ in ([plain.folder, hidden.folder], [sources.Source((plain.folder, hidden.folder), "made")]):
        results = load_results(sources_, registry)
        assert results.agents == ["made", "made (obfuscated)"]
        won = {
            agent: {run.report is not None and run.report.any_medal for run in results.runs if run.agent == agent}
            for agent in results.agents
        }
        assert won == {"made": {True}, "made (obfuscated)": {False}}
        assert {run.replicate for run in results.runs} == {0, 1}  # they are no further seeds of the other
    text = as_text(results)
    assert "the competitions were obfuscated; 3 names could not be hidden" in text
    warnings = list(cautions(results, results.runs, registry))
    assert "Obfuscated descriptions: made (obfuscated), others read the competitions' own." in warnings
    page = render(results, "html")
    assert "competitions obfuscated" in page
    assert f"Not hidden: {ids[0]}: file: whales.csv" in page
    assert (
        f"mlebench run --agent made --seeds 2 --sandbox bubblewrap --obfuscate --time-limit 86400s -c {ids[0]}" in page
    )


def test_medals_of_many_seeds_leave_space_for_the_names(tmp_path: Path, registry: Registry) -> None:
    name = split_ids("low", registry)[0]
    group = group_on_disk(tmp_path, registry, [name], lambda _, seed: "gold" if seed < 7 else "none", seeds=40)
    text = as_text(load_results([group.folder], registry))
    assert "7×G 33×–" in text
    assert f"\n{name[:12]}" in text


def test_a_report_alone_still_says_that_its_runs_were_obfuscated(tmp_path: Path, registry: Registry) -> None:
    report = graded(registry, "leaf-classification", "gold")
    report.obfuscated = True
    (tmp_path / "mine.json").write_text(GradingReport.of([report]).to_json())
    results = load_results([tmp_path / "mine.json"], registry)
    assert results.agents == ["mine (obfuscated)"]
    assert results.groups[0].obfuscated
