"""Leaderboards: what is on them, and what must not be."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from mlebench.catalog import Registry
from mlebench.errors import MlebenchError, WrongUsage
from mlebench.results import Source, load_results
from mlebench.standings import Row, published_rows, ranked, rows_of_bundle, rows_of_results, write_site
from mlebench.standings.row import Figure
from mlebench.standings.site import new_board
from mlebench.standings.text import HEADINGS, as_csv, as_json, as_markdown, markdown_row
from tests.bundles.conftest import Results, made, results
from tests.bundles.forge import forged, with_fields

__all__ = ["made", "results"]


def _row(agent: str, mean: float, *, feedback: bool = False) -> Row:
    figures = {"all": Figure(mean=mean, error=1.0)}
    return Row(agent=agent, models="m", figures=figures, test_score_feedback=feedback, status="yours")


def _real(results: Results) -> None:
    """The group's miniature, as if it were the real thing."""
    for path in [*results.group.folder.glob("*/report.json"), results.group.folder / "grading_report.json"]:
        path.write_text(path.read_text().replace('"data": "miniature"', '"data": "verified"'))
    path = results.group.folder / "metadata.json"
    path.write_text(path.read_text().replace('"kind": "miniature"', '"kind": "verified"'))


def test_published_rows_are_lost_on_the_way() -> None:
    rows = published_rows()
    assert len(rows) == 31
    best = next(row for row in rows if row.agent == "Famou-Agent 2.0" and row.models == "Gemini-3-Pro-Preview")
    assert str(best.figures["all"]) == "64.44 ± 1.18"
    assert {row.status for row in rows} == {
        "official",
        "self-reported",
        "official, not comparable (test-set feedback)",
    }


def test_who_saw_test_scores_has_a_rank() -> None:
    found = ranked([_row("b", 50), _row("cheat", 90, feedback=True), _row("a", 60)], "all")
    assert [(rank, row.agent) for rank, row in found] == [(None, "cheat"), (1, "a"), (2, "b")]
    assert ranked([_row("a", 1)], "low") == []


@pytest.mark.attack
def test_miniatures_come_onto_a_leaderboard(results: Results, registry: Registry) -> None:
    with pytest.raises(MlebenchError, match="miniatures"):
        rows_of_results(load_results([Source((results.group.folder,))], registry), registry)


@pytest.mark.attack
def test_submissions_made_from_the_answers_come_onto_a_leaderboard(results: Results, registry: Registry) -> None:
    _real(results)
    for path in results.group.folder.glob("*/run.json"):
        path.write_text(json.dumps({**json.loads(path.read_text()), "kind": "oracle"}))
    with pytest.raises(MlebenchError, match="from the answers"):
        rows_of_results(load_results([Source((results.group.folder,))], registry), registry)


def test_a_row_discloses_what_readers_must_know(results: Results, registry: Registry) -> None:
    _real(results)
    [row] = rows_of_results(load_results([Source((results.group.folder,))], registry), registry)
    assert row.models == "plain"
    assert row.test_score_feedback is False
    assert row.padded_seeds is True  # 21 competitions of the split are missing
    assert row.network == "open network"  # the process sandbox
    assert row.known_leaks is True
    assert set(row.figures) == {"low"}
    assert row.note is not None
    assert markdown_row(row).count(" | ") == len(HEADINGS) - 2


@pytest.mark.attack
def test_a_bundle_that_contradicts_itself_comes_onto_a_leaderboard(results: Results, registry: Registry) -> None:
    _real(results)
    bad = forged(results.bundle(), with_fields("/report.json", score=0.0, gold_medal=True, any_medal=True))
    with pytest.raises(MlebenchError, match="no leaderboard takes it"):
        rows_of_bundle(bad, registry, results.data_dir, regrade=False)


def test_tables_lose_cells() -> None:
    rows = ranked([_row("a|b\nc", 60), _row("=1+1", 50)], "all")
    lines = as_markdown(rows).splitlines()
    assert len(lines) == 4
    assert "a\\|b c" in lines[2]
    [first, second] = csv.DictReader(io.StringIO(as_csv(rows)))
    assert (first["all_mean"], first["all_error"]) == ("60.0", "1.0")
    assert second["agent"] == "'=1+1"  # no formula
    assert json.loads(as_json(rows))[0]["rank"] == 1


@pytest.mark.attack
def test_a_bundle_puts_a_script_on_the_site(results: Results, registry: Registry, tmp_path: Path) -> None:
    _real(results)
    script = "<script>alert(1)</script>"
    for path in [results.group.folder / "metadata.json", *results.group.folder.glob("*/run.json")]:
        path.write_text(json.dumps({**json.loads(path.read_text()), "agent": script}))
    (tmp_path / "bundles").mkdir()
    results.bundle().rename(tmp_path / "bundles" / "one.zip")
    (tmp_path / "bundles" / "broken.zip").write_text("no bundle")
    refused = write_site(tmp_path / "bundles", tmp_path / "site", registry, results.data_dir)
    assert [text.split(":")[0] for text in refused] == ["broken.zip"]
    pages = list((tmp_path / "site").rglob("*.html"))
    assert {page.name for page in pages} == {"index.html", "one.html", "one-report.html"}
    for page in pages:
        assert script not in page.read_text()
        assert "default-src 'none'" in page.read_text()
    assert "&lt;script&gt;" in (tmp_path / "site" / "index.html").read_text()
    assert (tmp_path / "site" / "bundles" / "one.zip").read_bytes() == (tmp_path / "bundles" / "one.zip").read_bytes()


def test_a_folder_without_bundles_makes_an_empty_site(registry: Registry, tmp_path: Path) -> None:
    with pytest.raises(WrongUsage, match="no bundle"):
        write_site(tmp_path, tmp_path / "site", registry, tmp_path)


def test_a_new_board_lacks_its_workflow_or_takes_the_place_of_files(tmp_path: Path) -> None:
    import yaml

    new_board(tmp_path / "board")
    workflow = yaml.safe_load((tmp_path / "board" / ".github" / "workflows" / "leaderboard.yml").read_text())
    steps = [step.get("run", "") for step in workflow["jobs"]["verify"]["steps"]]
    assert any("mlebench verify" in step for step in steps)
    with pytest.raises(WrongUsage, match="not empty"):
        new_board(tmp_path / "board")
