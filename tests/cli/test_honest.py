"""A miniature never passes for the real thing, wherever a user looks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mle_bench.validation import validate_submission
from tests.cli.conftest import Cli
from tests.conftest import Miniatures
from tests.data.toy import make_competition, write_raw
from tests.sandboxes import HAND_IN, write_agent

TASK = "spooky-author-identification"


@pytest.fixture
def data_dir(miniatures: Miniatures) -> Path:
    return miniatures.layout(TASK).data_dir


def grade(cli: Cli, path: Path, data_dir: Path, folder: Path, *more: object) -> tuple[dict[str, object], str]:
    folder.mkdir()
    (folder / "lines.jsonl").write_text(json.dumps({"competition_id": TASK, "submission_path": str(path)}) + "\n")
    where = ["--output-dir", folder, "--data-dir", data_dir]
    done = cli("grade", "--submission", folder / "lines.jsonl", *where, *more)
    assert done.code == 0, done.err
    (file,) = folder.glob("*_grading_report.json")
    return json.loads(file.read_text()), done.err


def test_grading_on_every_surface(cli: Cli, data_dir: Path, tmp_path: Path) -> None:
    perfect = data_dir / TASK / "prepared" / "private" / "test.csv"
    done = cli("grade-sample", perfect, TASK, "--data-dir", data_dir)
    report = json.loads(done.out)
    assert (report["score"], report["data"]) == (0, "miniature")
    assert (report["any_medal"], report["gold_medal"], report["above_median"]) == (False, False, False)
    assert report["percentile"] is None
    assert "miniature" in report["warnings"][0]
    assert "miniature data" in done.err
    asked = cli("grade-sample", perfect, TASK, "--data-dir", data_dir, "--miniature-medals")
    assert json.loads(asked.out)["gold_medal"]
    assert "miniature data" in asked.err

    whole, told = grade(cli, perfect, data_dir, tmp_path / "a")
    assert (whole["total_valid_submissions"], whole["total_medals"], whole["total_above_median"]) == (1, 0, 0)
    assert "miniature data" in told
    whole, told = grade(cli, perfect, data_dir, tmp_path / "b", "--miniature-medals")
    assert (whole["total_medals"], whole["total_above_median"]) == (1, 1)
    assert "miniature data" in told

    done = cli("validate", perfect, TASK, "--data-dir", data_dir)
    assert "miniature" in done.err
    done = cli("validate", perfect, TASK, "--data-dir", data_dir, "--json")
    assert "miniature" in json.loads(done.out)["warnings"][0]
    alias = validate_submission(submission_path=perfect, competition_id=TASK, data_dir=data_dir)
    assert (alias.valid, alias.medal_tier) == (True, None)
    assert "miniature" in alias.message

    (listed,) = [c for c in json.loads(cli("competitions", "--data-dir", data_dir, "--json").out) if c["id"] == TASK]
    assert (listed["prepared"], listed["data"]) == (True, "miniature")
    assert "miniature" in cli("competitions", "show", TASK, "--data-dir", data_dir).out


def test_running_on_every_surface(cli: Cli, data_dir: Path, tmp_path: Path) -> None:
    runs, page = tmp_path / "runs", tmp_path / "page.html"
    write_agent(tmp_path / "agents", HAND_IN)
    where = ["--data-dir", data_dir, "--runs-dir", runs, "--agents-dir", tmp_path / "agents"]
    done = cli("run", "--agent", "tester", "-c", TASK, "--sandbox", "process", *where)
    assert "miniature data" in done.err
    assert f"{TASK} (miniature)" in done.out
    (group,) = runs.iterdir()
    assert json.loads((group / "metadata.json").read_text())["data"][TASK]["kind"] == "miniature"
    (record,) = (json.loads(path.read_text()) for path in group.glob("*/run.json"))
    assert record["data"] == "miniature"
    assert "miniature" in cli("runs", "show", "latest", "--runs-dir", runs).err
    done = cli("report", "latest", "--runs-dir", runs, "--json")
    assert "miniature" in done.err
    (agent,) = json.loads(done.out)["agents"]
    (row,) = agent["by_complexity"]
    assert (row["label"], row["data"], row["any_medal_percent"]) == ("miniature", ["miniature"], None)
    assert "miniature data" in cli("report", "latest", "--runs-dir", runs, "--output", page).out
    assert "miniature data: scores mean nothing" in page.read_text()
    # The group's report by itself knows it too.
    assert "(miniature)" in cli("report", group / "grading_report.json").out


def test_data_that_was_not_compared_is_marked_the_same_way(cli: Cli, tmp_path: Path) -> None:
    make_competition(tmp_path / "competitions")
    here = ["--competitions-dir", tmp_path / "competitions", "--data-dir", tmp_path / "data"]
    raw = write_raw(tmp_path / "raw")
    assert cli("prepare", "-c", "toy", "--raw-dir", raw, "--skip-verification", *here).code == 0
    done = cli("grade-sample", tmp_path / "data/toy/prepared/private/test.csv", "toy", *here)
    report = json.loads(done.out)
    assert (report["data"], report["gold_medal"]) == ("unverified", True)
    assert "checksums" in report["warnings"][0]
    assert "unverified data: toy" in done.err


def test_a_damaged_miniature_is_told_by_prepare_and_grade(cli: Cli, tmp_path: Path) -> None:
    prepare = ["prepare", "-c", TASK, "--miniature", "--data-dir", tmp_path]
    assert cli(*prepare).code == 0
    prepared = tmp_path / TASK / "prepared"
    (prepared / "private" / "test.csv").write_text("id,EAP,HPL,MWS\n")
    done = cli(*prepare)
    assert done.code == 1
    assert "damaged" in done.err
    assert "--force" in done.err
    done = cli("grade-sample", prepared / "public" / "sample_submission.csv", TASK, "--data-dir", tmp_path)
    assert done.code == 1
    assert "private/test.csv" in done.err
    assert cli(*prepare, "--force").code == 0
    assert cli("grade-sample", prepared / "public/sample_submission.csv", TASK, "--data-dir", tmp_path).code == 0
