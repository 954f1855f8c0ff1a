from __future__ import annotations

import json
from pathlib import Path

import pytest

import mle_bench.validation
from tests.cli.conftest import Cli
from tests.conftest import Miniatures

SPOOKY = "spooky-author-identification"


@pytest.fixture
def data_dir(miniatures: Miniatures) -> Path:
    miniatures.layout(SPOOKY)
    return miniatures.data_dir


def test_grade_writes_the_published_form(cli: Cli, data_dir: Path, tmp_path: Path) -> None:
    prepared = data_dir / SPOOKY / "prepared"
    lines = tmp_path / "lines.jsonl"
    paths = [prepared / "private/test.csv", prepared / "public/sample_submission.csv", tmp_path / "absent.csv"]
    text = "".join(json.dumps({"competition_id": SPOOKY, "submission_path": str(p)}) + "\n" for p in paths)
    lines.write_text(text)
    options = ["--output-dir", tmp_path / "out", "--data-dir", data_dir, "--miniature-medals"]
    done = cli("grade", "--submission", lines, *options)
    assert done.code == 0, done.err
    (file,) = (tmp_path / "out").glob("*_grading_report.json")
    report = json.loads(file.read_text())
    assert list(report)[:9] == [
        "total_runs",
        "total_runs_with_submissions",
        "total_valid_submissions",
        "total_medals",
        "total_gold_medals",
        "total_silver_medals",
        "total_bronze_medals",
        "total_above_median",
        "competition_reports",
    ]
    assert list(report["competition_reports"][0])[:16] == [
        "competition_id",
        "score",
        "gold_threshold",
        "silver_threshold",
        "bronze_threshold",
        "median_threshold",
        "any_medal",
        "gold_medal",
        "silver_medal",
        "bronze_medal",
        "above_median",
        "submission_exists",
        "valid_submission",
        "is_lower_better",
        "created_at",
        "submission_path",
    ]
    assert (report["total_runs"], report["total_runs_with_submissions"], report["total_valid_submissions"]) == (3, 2, 2)
    assert (report["total_medals"], report["total_gold_medals"]) == (1, 1)
    assert report["competition_reports"][0]["benchmark_version"] == "v1"
    assert report["competition_reports"][0]["percentile"] == 100


def test_suspected_exploits_are_counted(cli: Cli, miniatures: Miniatures, tmp_path: Path) -> None:
    layout = miniatures.layout("nomad2018-predict-transparent-conductors")
    rows = (layout.public / "sample_submission.csv").read_text().splitlines()
    submission, lines = tmp_path / "submission.csv", tmp_path / "lines.jsonl"
    submission.write_text("".join(f"{row.partition(',')[2]}\n" for row in rows))
    lines.write_text(json.dumps({"competition_id": layout.competition_id, "submission_path": str(submission)}))
    done = cli("grade", "--submission", lines, "--output-dir", tmp_path / "out", "--data-dir", layout.data_dir)
    assert "Exploits suspected: 1" in done.out
    (file,) = (tmp_path / "out").glob("*_grading_report.json")
    report = json.loads(file.read_text())
    assert report["total_exploits_suspected"] == 1
    (graded,) = report["competition_reports"]
    assert (graded["exploit_suspected"], len(graded["exploits"])) == (True, 1)
    verdict = mle_bench.validation.validate_submission(
        submission_path=submission, competition_id=layout.competition_id, data_dir=layout.data_dir
    )
    assert "Exploit suspected: There is no column 'id'" in verdict.message


def test_bad_lines_cost_the_exit_code_but_nothing_else(cli: Cli, data_dir: Path, tmp_path: Path) -> None:
    lines = tmp_path / "lines.jsonl"
    sample = data_dir / SPOOKY / "prepared/public/sample_submission.csv"
    good = json.dumps({"competition_id": SPOOKY, "submission_path": str(sample)})
    lines.write_text(f'oops\n{good}\n{{"competition_id": "nope", "submission_path": "x.csv"}}\n')
    done = cli("grade", "--submission", lines, "--output-dir", tmp_path, "--data-dir", data_dir)
    assert done.code == 1
    assert "line 1" in done.err
    assert "nope" in done.err
    (file,) = tmp_path.glob("*_grading_report.json")
    assert json.loads(file.read_text())["total_valid_submissions"] == 1


@pytest.mark.attack
def test_paths_do_not_steer_the_terminal(cli: Cli, data_dir: Path, tmp_path: Path) -> None:
    lines = tmp_path / "lines.jsonl"
    hostile = "\x1b[2J\x1b]0;owned\x07\r\n3 graded, 3 valid, 3 medals\u202e\x9b"
    entries = [(hostile, "s.csv"), ("no-such-task", hostile), (SPOOKY, f"é{hostile}")]
    keys = ("competition_id", "submission_path")
    lines.write_text("".join(json.dumps(dict(zip(keys, entry))) + "\n" for entry in entries))
    done = cli("grade", "--submission", lines, "--output-dir", tmp_path / "out", "--data-dir", data_dir)
    assert done.code == 1
    shown = done.out + done.err
    assert [c for c in shown if not c.isprintable() and c != "\n"] == []
    assert "\\x1b[2J" in shown
    assert not any(line.startswith("3 graded") for line in shown.splitlines())


def test_grade_sample_and_validate(cli: Cli, data_dir: Path, tmp_path: Path) -> None:
    perfect = data_dir / SPOOKY / "prepared/private/test.csv"
    done = cli("grade-sample", perfect, SPOOKY, "--data-dir", data_dir)
    assert done.code == 0
    assert json.loads(done.out)["score"] == 0
    verdict = cli("validate", perfect, SPOOKY, "--data-dir", data_dir)
    assert verdict.code == 0
    assert "valid" in verdict.out
    bad = tmp_path / "bad.csv"
    bad.write_text("id,EAP\n1,2\n")
    for command in ("grade-sample", "validate"):
        refused = cli(command, bad, SPOOKY, "--data-dir", data_dir)
        assert refused.code == 1
        assert "Missing column 'HPL', 'MWS'" in refused.err


def test_validate_never_shows_a_score(cli: Cli, data_dir: Path) -> None:
    sample = data_dir / SPOOKY / "prepared/public/sample_submission.csv"
    graded = json.loads(cli("grade-sample", sample, SPOOKY, "--data-dir", data_dir).out)["score"]
    for extra in ([], ["--json"]):
        done = cli("validate", sample, SPOOKY, "--data-dir", data_dir, *extra)
        assert str(graded) not in done.out + done.err


def test_unprepared_data_names_the_command(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    path.write_text("id\n1\n")
    done = cli("grade-sample", path, SPOOKY, "--data-dir", tmp_path)
    assert done.code == 1
    assert f"mlebench prepare -c {SPOOKY}" in done.err


def test_environment_variables_are_options(
    cli: Cli, data_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MLEBENCH_DATA_DIR", str(data_dir))
    perfect = data_dir / SPOOKY / "prepared/private/test.csv"
    assert cli("validate", perfect, SPOOKY).code == 0
