"""Results of two versions of the benchmark are never counted together."""

from __future__ import annotations

from pathlib import Path

import pytest

from mlebench.catalog import Registry
from mlebench.errors import WrongUsage
from mlebench.grading.report import GradingReport
from mlebench.results import load_results
from mlebench.results.page import render_page
from mlebench.results.terminal import as_text
from mlebench.results.versions import other_report
from tests.results.making import graded, group_on_disk

SPOOKY, VESUVIUS = "spooky-author-identification", "vesuvius-challenge-ink-detection"


def test_one_grading_report_holds_two_versions(tmp_path: Path, registry: Registry) -> None:
    both = [graded(each, SPOOKY, "gold", data="verified") for each in (registry, registry.under("v2"))]
    path = tmp_path / "report.json"
    path.write_text(GradingReport.of(both).to_json())
    with pytest.raises(WrongUsage, match="v1 and v2"):
        load_results([path], registry)


def test_two_grading_reports_are_of_two_versions(tmp_path: Path, registry: Registry) -> None:
    for each in (registry, registry.under("v2")):
        (tmp_path / f"{each.benchmark}.json").write_text(
            GradingReport.of([graded(each, VESUVIUS, "gold", data="verified")]).to_json()
        )
    paths = [tmp_path / "v1.json", tmp_path / "v2.json"]
    with pytest.raises(WrongUsage, match="never counted together"):
        load_results(paths, registry)
    chosen = load_results(paths, registry, benchmark="v2")
    assert [group.benchmark_version for group in chosen.groups] == ["v2"]
    assert any("is of v1 and is left out" in note for note in chosen.notes)
    [run] = chosen.runs
    assert run.facts.leaderboard is not None
    assert run.facts.leaderboard.percentiles is not None, "v2 has the private leaderboard"


def test_a_damaged_report_of_the_other_version_hides_a_run(tmp_path: Path, registry: Registry) -> None:
    group = group_on_disk(tmp_path, registry, [SPOOKY], lambda *_: "silver", seeds=1)
    folder = group.folder_of(group.spec.runs[0])
    (folder / "report-v2.json").write_text("{")
    [run] = load_results([group.folder], registry).runs
    assert other_report(run) is None
    again = graded(registry.under("v2"), SPOOKY, "gold", data="verified")
    (folder / "report-v2.json").write_text(again.model_dump_json())
    results = load_results([group.folder], registry)
    found = other_report(results.runs[0])
    assert found is not None
    assert found.medal == "gold"
    assert "Under both versions" in as_text(results)
    page = render_page(results)
    shown = page.partition("Under both versions of the benchmark")[2].partition("</table>")[0]
    assert [shown.count(f">{text}</td>") for text in ("silver", "gold")] == [1, 1]
    assert shown.index("silver") < shown.index("gold"), "v1 stands first"


def test_a_medal_of_a_harder_task_looks_like_any_other(tmp_path: Path, registry: Registry) -> None:
    report = graded(registry.under("v2"), "random-acts-of-pizza", "gold", data="verified")
    path = tmp_path / "report.json"
    path.write_text(GradingReport.of([report]).to_json())
    results = load_results([path], registry)
    assert "(harder task)" in as_text(results)
    assert "(benchmark v2)" in as_text(results)
    assert "harder task than the leaderboard" in render_page(results)
