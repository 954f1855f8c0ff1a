"""The page: complete, self-contained, and safe whatever an agent writes."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest
from rich.console import Console

from mlebench.catalog import Registry
from mlebench.errors import MlebenchError
from mlebench.grading.report import CompetitionReport, GradingReport
from mlebench.results import GroupInfo, Results, RunResult, load_results
from mlebench.results import page as page_module
from mlebench.results.export import to_json
from mlebench.results.page import render_page
from mlebench.results.strip import bar, strip
from mlebench.results.terminal import print_table
from mlebench.runs import Failure, RunRecord
from tests.results.test_aggregate import result, without_leaderboard

TEMPLATES = Path(page_module.__file__).parent / "templates"
EVIL = "<script>alert('x')</script><img src=x onerror=alert(1)>\"'&"


class Checker(HTMLParser):
    """Collects tags, and complains of elements that are not closed."""

    VOID = {"meta", "rect", "line", "circle", "br", "img", "input"}

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.links: list[str] = []
        self.scripts: list[tuple[str | None, str]] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attributes if name in ("src", "href", "action")]
        assert not any(name.startswith("on") for name, _ in attributes)
        if tag == "script":
            self.scripts.append((dict(attributes).get("type"), ""))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["script"]:
            kind, before = self.scripts[-1]
            self.scripts[-1] = (kind, before + data)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag


def checked(page: str, *, links: bool = False) -> Checker:
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert checker.open == []
    _check_scripts(page, checker)
    assert "img" not in checker.tags
    assert links or all(link.startswith("#") for link in checker.links)
    assert not re.search(r"url\(|@import|https?://", re.sub(r"<script>.*?</script>", "", page, flags=re.DOTALL))
    return checker


def _check_scripts(page: str, checker: Checker) -> None:
    """Only ours run, and the page's policy allows no others."""
    ours = {(TEMPLATES / name).read_text().strip() for name in ("report.js", "uplot/uPlot.iife.min.js")}
    running = [text for kind, text in checker.scripts if kind is None]
    assert running
    assert set(running) <= ours
    digests = {f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in running}
    policy = re.search(r"script-src ([^\"]*)\"", page)
    assert policy is not None
    assert set(policy[1].split()) == digests
    assert {kind for kind, _ in checker.scripts} <= {None, "application/json"}


def evil_results() -> Results:
    record = RunRecord(
        run_id=EVIL, competition_id="a", agent=EVIL, seed=0, state="failed", created_at=datetime.now(UTC),
        sandbox="process", time_limit_seconds=60, step_limit=1,
        failure=Failure(kind="agent", message=EVIL), left_behind=[f"submission/{EVIL}: not a plain file"],
    )  # fmt: skip
    good, bad = result("a", 0, "gold", percentile=99.0), result(EVIL, 0, score=None)
    assert bad.report is not None
    report = bad.report.model_copy(update={"error": EVIL, "error_kind": "invalid", "warnings": [EVIL]})
    facts = bad.facts.model_copy(update={"name": EVIL, "metric": EVIL, "category": EVIL})
    runs = [replace(good, agent=EVIL), replace(bad, agent=EVIL, report=report, record=record, facts=facts)]
    group = GroupInfo(
        name=EVIL, agent=EVIL, benchmark_version="v1", sandbox="process", isolated=False, channels=["validator", EVIL],
        resource_differences=["2 CPUs, less than the benchmark's 36."], model_tokens=1200, model_cost_usd=0.5,
    )  # fmt: skip
    return Results([group], runs)


def test_everything_from_runs_is_escaped() -> None:
    page = render_page(evil_results())
    checked(page)
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_the_page_says_what_it_must() -> None:
    page = render_page(evil_results())
    assert "benchmark v1" in page
    assert "sandbox: process, no isolation" in page
    assert "human leaderboard" in page
    assert "What went wrong" in page
    assert "2 CPUs, less than the benchmark&#39;s 36." in page
    assert "1,200 tokens of language models, 0.5 US dollars" in page
    assert "the network was open" not in page  # without isolation there is a stronger mark
    group = replace(evil_results().groups[0], isolated=True, channels=["validator", "open network"])
    assert "the network was open" in render_page(replace(evil_results(), groups=[group]))
    assert "prefers-color-scheme: dark" in page


def test_nothing_in_a_picture_is_black_for_want_of_a_style() -> None:
    page = render_page(Results([], [result("a", 0, "gold", percentile=99.0)]))
    pictures = "".join(re.findall(r"<svg.*?</svg>", page, re.DOTALL))
    shapes = set(re.findall(r'<(?:rect|line|circle) class="([\w-]+)"', pictures))
    assert "leaderboard" in shapes
    assert [name for name in sorted(shapes) if not re.search(rf"\.{name}\b[^{{}}]*{{[^}}]*(fill|stroke)", page)] == []


def test_a_grading_report_of_others_can_be_read(tmp_path: Path, registry: Registry) -> None:
    own = registry.get("spooky-author-identification")
    reports = [CompetitionReport.of(own, "x.csv", score=score, data="verified") for score in (0.2, 0.5)]
    foreign = reports[0].model_copy(update={"competition_id": "somebody-elses"})
    content = GradingReport.of([*reports, foreign]).model_dump()
    for entry in content["competition_reports"]:
        for name in list(entry)[list(entry).index("benchmark_version") :]:
            del entry[name]  # additions of ours that a published report does not have
    path = tmp_path / "published_grading_report.json"
    path.write_text(json.dumps(content))
    results = load_results([path], registry)
    assert [(run.competition_id, run.replicate) for run in results.runs] == [
        ("spooky-author-identification", 0),
        ("spooky-author-identification", 1),
        ("somebody-elses", 0),
    ]
    assert results.runs[0].facts.name == own.name
    checked(render_page(results))


def test_what_is_no_report_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")
    for path, message in ((tmp_path / "x.json", "not a grading report"), (tmp_path / "none", "no run group")):
        with pytest.raises(MlebenchError, match=message):
            load_results([path])


def _with_score(score: float, medal: str | None, leaderboard: bool) -> RunResult:
    return result("a", 0, medal, score=score, leaderboard=leaderboard, percentile=score * 100 if leaderboard else None)


@pytest.mark.parametrize("leaderboard", [True, False])
def test_places_on_the_strip_keep_the_order_of_scores(leaderboard: bool) -> None:
    scores = [0.1, 0.45, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0]
    places = []
    for score in scores:
        picture = strip([_with_score(score, None, leaderboard)])
        assert picture is not None
        assert picture.exact is leaderboard
        places.append(picture.markers[0].place)
        bronze, silver, gold = (zone.start for zone in picture.zones)
        assert 0 <= bronze <= silver <= gold <= 100
        assert (score >= 0.9) == (picture.markers[0].place >= gold - 1e-9)
    assert places == sorted(places)
    assert all(0 <= place <= 100 for place in places)


def test_the_bar_holds_every_run_once() -> None:
    runs = [result("a", 0, "gold"), result("b", 0, None, above=True), result("c", 0, None), result("d", 0, score=None)]
    parts = bar(runs)
    assert [(part.kind, part.count) for part in parts] == [("gold", 1), ("above", 1), ("below", 1), ("none", 1)]
    assert sum(part.width for part in parts) == pytest.approx(100)


def test_competition_without_a_leaderboard_is_shown_as_one() -> None:
    own = without_leaderboard(result("own", 0))
    assert strip([own]) is None
    assert [part.kind for part in bar([own, result("a", 0)])] == ["below", "unranked"]
    results = Results([GroupInfo("g", "agent", "v1")], [own])
    page = render_page(results)
    checked(page)
    assert ">no leaderboard<" in page
    assert "human leaderboard" not in page
    assert json.loads(to_json(results))["agents"][0]["by_competition"][0]["any_medal_percent"] is None
    console = Console(record=True, width=120, file=io.StringIO())
    print_table(results, console)
    assert "own" in console.export_text()


def test_report_of_a_competition_nobody_knows_says_itself_that_it_has_no_leaderboard(
    tmp_path: Path, registry: Registry
) -> None:
    report = without_leaderboard(result("somebodys-own", 0)).report
    assert report is not None
    (tmp_path / "r.json").write_text(GradingReport.of([report]).to_json())
    assert load_results([tmp_path / "r.json"], registry).runs[0].facts.leaderboard is None


def test_a_mixed_page_keeps_miniatures_apart(tmp_path: Path, registry: Registry) -> None:
    spooky, leaf = registry.get("spooky-author-identification"), registry.get("leaf-classification")
    real = [CompetitionReport.of(spooky, "x.csv", score=9.0, data="verified")]
    toys = [CompetitionReport.of(each, "x.csv", score=0.0, data="miniature") for each in (spooky, leaf)]
    for name, reports in (("mixed", [toys[0], *real, toys[1]]), ("toys", toys)):
        (tmp_path / f"{name}.json").write_text(GradingReport.of(reports).to_json())
    mixed = load_results([tmp_path / "mixed.json"], registry)
    page = render_page(mixed)
    checked(page)
    assert "miniature data: scores mean nothing" in page
    assert page.count('<span class="mark warn">miniature</span>') == 2
    assert page.count("no place on the leaderboard") == 2
    (agent,) = json.loads(to_json(mixed))["agents"]
    assert [(row["label"], row["competitions"]) for row in agent["by_complexity"]] == [("low", 22), ("miniature", 2)]
    assert [row["label"] for row in agent["by_competition"]] == [spooky.id, spooky.id, leaf.id]
    assert agent["by_complexity"][0]["any_medal_percent"]["mean"] == 0.0
    only = render_page(load_results([tmp_path / "toys.json"], registry))
    checked(only)
    assert "miniature data</span>" in only
    assert ">–<small> %</small>" in only
