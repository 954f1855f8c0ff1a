"""Version 2 of the benchmark as a user types it: beside version 1, never mixed with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mlebench.catalog import Registry
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.acquire import Miniature
from tests.cli.conftest import Cli
from tests.sandboxes import HAND_IN, write_agent

PIZZA = "random-acts-of-pizza"  # v2 has other data
SPOOKY = "spooky-author-identification"  # v2 grades otherwise
# Hands in 0.33 three times in each row, as v1 of this competition refuses it.
UNNORMALISED = """
import os, re
from pathlib import Path
sample = (Path(os.environ["DATA_DIR"]) / "sample_submission.csv").read_text().splitlines()
rows = [sample[0], *(line.split(",")[0] + ",0.33,0.33,0.33" for line in sample[1:])]
(Path(os.environ["SUBMISSION_DIR"]) / "submission.csv").write_text("\\n".join(rows) + "\\n")
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    for version in ("v1", "v2"):
        for competition_id in (PIZZA, SPOOKY):
            prepare(Registry().under(version).get(competition_id), folder, Miniature(), PrepareOptions())
    return folder


def test_data_of_both_lies_side_by_side_and_what_is_the_same_lies_there_once(data: Path) -> None:
    assert {path.name for path in (data / PIZZA).iterdir() if path.is_dir()} == {"prepared", "prepared-v2"}
    assert {path.name for path in (data / SPOOKY).iterdir() if path.is_dir()} == {"prepared"}


def test_grade_validate_and_verify_follow_the_version(cli: Cli, data: Path, tmp_path: Path) -> None:
    sample = (data / SPOOKY / "prepared/public/sample_submission.csv").read_text().splitlines()
    mine = tmp_path / "mine.csv"
    mine.write_text("\n".join([sample[0], *(line.split(",")[0] + ",2,2,2" for line in sample[1:])]))
    for version, code in (("v1", 1), ("v2", 0)):
        chosen = ["--benchmark", version, "--data-dir", data]
        done = cli("grade-sample", mine, SPOOKY, *chosen)
        assert (done.code, json.loads(done.out)["benchmark_version"]) == (code, version)
        assert cli("validate", mine, SPOOKY, *chosen).code == code
        assert cli("dev", "verify", SPOOKY, PIZZA, *chosen).code == 0
        lines = tmp_path / "lines.jsonl"
        lines.write_text(json.dumps({"competition_id": SPOOKY, "submission_path": str(mine)}) + "\n")
        out = tmp_path / f"graded-{version}"
        assert cli("grade", "--submission", lines, "--output-dir", out, *chosen).code == 0
        [report] = json.loads(next(out.glob("*_grading_report.json")).read_text())["competition_reports"]
        assert (report["valid_submission"], report["benchmark_version"]) == (version == "v2", version)


def test_show_has_both_versions(cli: Cli, data: Path) -> None:
    shown = cli("competitions", "show", PIZZA, "--data-dir", data).out
    for text in ("Known issues of v1", "What v2 changes", "harder task"):
        assert text in shown
    assert "Known issues of v2" not in shown
    facts = json.loads(cli("competitions", "show", PIZZA, "--benchmark", "v2", "--data-dir", data, "--json").out)
    assert (facts["benchmark"], facts["known_issues"], facts["data"]) == ("v2", [], "miniature")


def test_prepare_takes_the_version(cli: Cli, data: Path) -> None:
    chosen = ["-c", PIZZA, "-c", SPOOKY, "--miniature", "--benchmark", "v2", "--data-dir", data, "--json"]
    assert {done["outcome"] for done in json.loads(cli("prepare", *chosen).out)} == {"already prepared"}


def test_a_version_that_does_not_exist(cli: Cli) -> None:
    done = cli("prepare", "-c", PIZZA, "--benchmark", "v3")
    assert done.code == 2
    assert "v3" in done.err


def test_groups_of_two_versions_are_never_counted_together(cli: Cli, data: Path, tmp_path: Path) -> None:
    leak = HAND_IN.replace("sample_s", "sampleS") + "assert 'giver' not in (data / 'test.json').read_text()\n"
    write_agent(tmp_path / "agents", leak)
    where = ["--data-dir", data, "--runs-dir", tmp_path / "runs"]
    asked = ["--agent", "tester", "--agents-dir", tmp_path / "agents", "-c", PIZZA, "--sandbox", "process"]
    for version, state in (("v2", "finished"), ("v1", "failed")):  # v1 has the field, on which this agent fails
        done = cli("run", *asked, *where, "--benchmark", version, "--json")
        assert [run["state"] for run in json.loads(done.out)["runs"]] == [state], done.err
    groups = sorted((tmp_path / "runs").iterdir())
    specs = [json.loads((group / "metadata.json").read_text()) for group in groups]
    assert sorted(spec["benchmark_version"] for spec in specs) == ["v1", "v2"]

    mixed = cli("report", tmp_path / "runs")
    assert mixed.code == 2
    assert "never counted together" in mixed.err
    one = json.loads(cli("report", tmp_path / "runs", "--benchmark", "v2", "--json").out)
    assert [group["benchmark_version"] for group in one["groups"]] == ["v2"]
    assert one["agents"][0]["runs"][0]["report"]["difficulty"] == "harder"
    assert "(harder task)" in cli("report", tmp_path / "runs", "--benchmark", "v2").out
    resumed = ["run", "--resume", groups[0], "--sandbox", "process", "--agents-dir", tmp_path / "agents", *where]
    assert cli(*resumed, "--benchmark", "v2").code == 2
    assert cli(*resumed).code == 0  # with the version of the group, whatever is the default


def test_a_group_is_shown_under_both_versions(cli: Cli, data: Path, tmp_path: Path) -> None:
    write_agent(tmp_path / "agents", UNNORMALISED)
    where = ["--data-dir", data, "--runs-dir", tmp_path / "runs"]
    asked = [
        "--agent",
        "tester",
        "--agents-dir",
        tmp_path / "agents",
        "-c",
        SPOOKY,
        "-c",
        PIZZA,
        "--sandbox",
        "process",
    ]
    assert cli("run", *asked, *where).code == 0
    assert cli("runs", "regrade", "latest", *where, "--benchmark", "v1").code == 2  # which it is of already

    done = cli("runs", "regrade", "latest", *where)
    assert done.code == 0
    assert "1 of 2 runs" in done.out
    assert PIZZA in done.err  # an agent that saw v1's data has not worked on v2's task
    found = json.loads(cli("report", "latest", "--runs-dir", tmp_path / "runs", "--json").out)["agents"][0]["runs"]
    both = {run["competition_id"]: run["report_of_other_version"] for run in found}
    assert both[PIZZA] is None
    assert (both[SPOOKY]["benchmark_version"], both[SPOOKY]["score"]) == ("v2", 1.09861)
    shown = cli("report", "latest", "--runs-dir", tmp_path / "runs").out
    assert "Under both versions" in shown
    assert "not valid" in shown
