"""Medals of submissions that use a hole of their grader are counted, and named beside the others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mlebench.catalog import Registry, split_ids
from mlebench.grading.report import GradingReport
from mlebench.results import load_results
from mlebench.results.page import render_page
from tests.cli.conftest import Cli, cli  # noqa: F401
from tests.results.making import graded

REASON = "A <hole> of the grader."


@pytest.fixture
def file(tmp_path: Path, registry: Registry) -> Path:
    """One competition of low each: gold, gold by a hole, none by a hole, and the rest without a submission."""
    ids = split_ids("low", registry)
    reports = [graded(registry, i, o) for i, o in zip(ids, ["gold", "gold", "none"] + ["missing"] * 19, strict=True)]
    for index in (1, 2):
        reports[index] = reports[index].model_copy(update={"exploit_suspected": True, "exploits": [REASON]})
    path = tmp_path / "x.json"
    path.write_text(GradingReport.of(reports).to_json())
    return path


def test_counts_stand_beside_the_figures_and_do_not_change_them(file: Path, cli: Cli) -> None:  # noqa: F811
    sentence = "exploits suspected: 2 of 22 submissions use a hole of their grader; 1 of 2 medals are theirs"
    assert sentence in cli("report", file).out
    assert f"- {sentence}" in cli("report", file, "--format", "markdown").out
    (agent,) = json.loads(cli("report", file, "--json").out)["agents"]
    block = agent["outcomes"]
    assert block["exploits_suspected"] == {"count": 2, "of": 22, "percent": pytest.approx(100 * 2 / 22)}
    assert block["medals_with_suspected_exploit"] == {"count": 1, "of": 2, "percent": 50.0}
    assert block["medals"]["gold"]["count"] == 2
    assert agent["runs"][1]["report"]["exploits"] == [REASON]
    line = cli("report", file, "--format", "csv").out.splitlines()[2]
    assert line.count("True") == 3, "valid, above the median, suspected"


def test_the_page_gives_the_reasons(file: Path, registry: Registry) -> None:
    page = render_page(load_results([file], registry))
    assert "2 of 22 submissions use a hole" in page
    assert "Suspected exploits" in page
    assert "A &lt;hole&gt; of the grader." in page


def test_nothing_is_said_where_nothing_is_suspected(tmp_path: Path, registry: Registry, cli: Cli) -> None:  # noqa: F811
    path = tmp_path / "x.json"
    path.write_text(GradingReport.of([graded(registry, "spooky-author-identification", "gold")]).to_json())
    assert "exploit" not in cli("report", path).out
    assert "xploit" not in render_page(load_results([path], registry))


def test_a_comparison_warns_of_it(file: Path, cli: Cli) -> None:  # noqa: F811
    done = cli("compare", f"a={file}", f"b={file}")
    assert "Submissions that use a hole of their grader: " in done.out
