"""Coming from the published benchmark: its files are taken as they are."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from tests.conftest import Miniatures
from tests.sandboxes import HAND_IN, write_agent

TASK = "spooky-author-identification"
WINE = "starter-wine-cultivars"


def test_what_runs_handed_in_cannot_be_graded_as_lines(cli: Cli, miniatures: Miniatures, tmp_path: Path) -> None:
    data, runs, lines = miniatures.layout(TASK).data_dir, tmp_path / "runs", tmp_path / "out.jsonl"
    code = f"import os\nif os.environ['SEED'] == '1': raise SystemExit\n{HAND_IN}"
    write_agent(tmp_path / "agents", code)
    where = ["--data-dir", data, "--runs-dir", runs, "--agents-dir", tmp_path / "agents", "--sandbox", "process"]
    assert cli("run", "--agent", "tester", "-c", TASK, "--seeds", 2, *where).code == 0
    assert cli("runs", "submissions", "latest", "--runs-dir", runs, "--output", lines).out == ""
    assert cli("runs", "submissions", "latest", "--runs-dir", runs).out == lines.read_text()
    first, second = map(json.loads, lines.read_text().splitlines())
    assert list(first) == ["competition_id", "submission_path", "logs_path", "code_path"]
    assert all(Path(first[name]).is_absolute() and Path(first[name]).exists() for name in list(first)[1:])
    assert second["submission_path"] is None
    done = cli("grade", "--submission", lines, "--output-dir", tmp_path / "graded", "--data-dir", data)
    assert done.code == 0, done.err
    [graded] = (tmp_path / "graded").glob("*_grading_report.json")
    [group] = runs.iterdir()
    once, again = (json.loads(path.read_text()) for path in (group / "grading_report.json", graded))
    assert (again["total_runs"], again["total_runs_with_submissions"]) == (2, 1)
    assert [r["score"] for r in again["competition_reports"]] == [r["score"] for r in once["competition_reports"]]
    assert cli("runs", "submissions", "nope", "--runs-dir", runs).code == 2
    assert cli("runs", "submissions", "latest", "--runs-dir", runs, "--output", tmp_path / "no/such/file").code == 1


@pytest.mark.parametrize("read_only", [False, True])
def test_data_of_the_published_benchmark_is_prepared_again(cli: Cli, tmp_path: Path, read_only: bool) -> None:
    """Public and private files alone, as another program leaves them; a shared folder may be read-only."""
    data = tmp_path / "theirs"
    assert cli("prepare", "-c", WINE, "--data-dir", data).code == 0
    prepared = data / WINE / "prepared"
    for ours in ("manifest.json", "expected.arrow", "../.digests.json"):
        (prepared / ours).unlink(missing_ok=True)
    before = {path: path.stat().st_ino for path in data.rglob("*")}

    def mlebench(*arguments: object) -> subprocess.CompletedProcess[str]:
        mounts = ["bwrap", "--dev-bind", "/", "/", *(["--ro-bind", data, data] if read_only else []), "--"]
        line = [*mounts, sys.executable, "-m", "mlebench", *arguments, "--data-dir", data]
        paths = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "XDG_STATE_HOME": str(tmp_path / "state")}
        return subprocess.run(list(map(str, line)), env=os.environ | paths, capture_output=True, text=True)

    grade = ("grade-sample", prepared / "private" / "test.csv", WINE)
    assert json.loads(mlebench(*grade).stdout)["data"] == "unverified"
    done = mlebench("prepare", "-c", WINE)
    assert done.returncode == 0, done.stderr
    report = mlebench(*grade)
    assert json.loads(report.stdout)["data"] == "verified"
    assert "unverified" not in report.stderr
    after = {path: path.stat().st_ino for path in data.rglob("*")}
    new = {path.name for path in after.keys() - before.keys()}
    assert new == (set() if read_only else {"manifest.json", "expected.arrow", ".digests.json"})
    assert after.items() >= before.items(), "no file was written anew"

    train = prepared / "public" / "train.csv"
    train.write_bytes(train.read_bytes() + b"1,2,3\n")
    done = mlebench("prepare", "-c", WINE)
    assert done.returncode == 1
    assert "public/train.csv: differs" in done.stdout + done.stderr
