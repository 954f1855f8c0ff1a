"""Parts of the page that look across runs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from mlebench.results import GroupInfo, Results, RunResult
from mlebench.results.overview import command_of, curves, grouped_notes, links, matrix, side_by_side
from mlebench.results.page import render_page
from tests.results.test_aggregate import result
from tests.results.test_page import EVIL, checked


def _runs(agent: str) -> list[RunResult]:
    runs = [result("a", 0, "gold"), result("a", 1), result("b", 0, score=None), result("b", 1, "bronze")]
    return [replace(run, agent=agent, replicate=run.seed) for run in runs]


def test_medals_are_told_apart_by_colour_alone() -> None:
    found = matrix(_runs("x"), None)
    assert found.seeds == [0, 1]
    letters = [(label, [cell.letter if cell else None for cell in cells]) for label, cells in found.rows]
    assert letters[0][1][0] == "G"
    assert letters[1][1] == ["×", "B"]
    assert "gold" in (found.rows[0][1][0].text if found.rows[0][1][0] else "")
    assert matrix(_runs("x")[:3], None).rows[1][1][1] is None


def test_agents_stand_below_each_other() -> None:
    other = [replace(run, competition_id="c") if run.competition_id == "b" else run for run in _runs("y")]
    results = Results([], [*_runs("x"), *other])
    rows = side_by_side(results)
    assert [row.summaries[0].label for row in rows] == ["a"]
    assert side_by_side(Results([], _runs("x"))) == []
    assert "Side by side" in render_page(results)


def test_links_lead_to_files_that_are_elsewhere(tmp_path: Path) -> None:
    folder = tmp_path / "runs" / "g" / "a b"
    folder.mkdir(parents=True)
    (folder / "run.log").touch()
    run = replace(_runs("x")[0], folder=folder)
    assert links(run, tmp_path / "report.html") == {"run.log": "runs/g/a%20b/run.log"}
    assert links(run, tmp_path / "elsewhere" / "report.html") == {}


@pytest.mark.attack
def test_a_name_in_the_curves_ends_their_element(tmp_path: Path) -> None:
    (tmp_path / "snapshots.json").write_text(
        json.dumps([{"seconds": 60, "score": 0.5}, {"seconds": 90, "score": None}])
    )
    name = f"</script>{EVIL}"
    run = _runs(name)[0]
    run = replace(run, folder=tmp_path, facts=run.facts.model_copy(update={"name": name}))
    results = Results([], [run])
    assert curves(results)["a"]["series"][0]["points"] == [[60.0, 0.5]]
    page = checked(render_page(results))
    [data] = [text for kind, text in page.scripts if kind == "application/json"]
    assert json.loads(data)["a"]["name"] == name


@pytest.mark.parametrize("content", ["", "[1]", "{}", '[{"seconds": "x", "score": 1}]'])
def test_damaged_snapshots_break_the_page(content: str, tmp_path: Path) -> None:
    (tmp_path / "snapshots.json").write_text(content)
    assert curves(Results([], [replace(_runs("x")[0], folder=tmp_path)])) == {}


def test_a_command_to_run_it_again_is_another_one() -> None:
    group = GroupInfo(
        name="g", agent="x; rm", benchmark_version="v1", sandbox="docker", seeds=2, time_limit_seconds=90.0
    )
    runs = [replace(run, group="g") for run in _runs("x; rm")]
    expected = "mlebench run --agent 'x; rm' --seeds 2 --sandbox docker --time-limit 90s -c a -c b"
    assert command_of(group, runs) == expected
    assert command_of(replace(group, sandbox=None), runs) is None


def test_a_note_on_many_competitions_is_said_many_times() -> None:
    assert grouped_notes([("a", ["x", "y"]), ("b", ["x"])]) == {"x": ["a", "b"], "y": ["a"]}
