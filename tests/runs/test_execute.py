"""One run: what an agent may do wrong, and what is recorded of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mlebench.grading.report import GradingReport
from tests.runs.conftest import TASK, Harness
from tests.sandboxes import HAND_IN, alive


def test_a_run_leaves_what_the_plan_promises(harness: Harness) -> None:
    code = HAND_IN + 'print("seed", os.environ["SEED"]); (Path(os.environ["CODE_DIR"]) / "a.py").write_text("x = 1")'
    group, record = harness.one(code)
    folder = group.folder / record.run_id
    assert record.state == "finished"
    assert record.exit_code == 0
    assert record.failure is None
    assert record.sandbox == "process"
    assert "isolated" not in record.guarantees
    assert record.submission is not None
    assert record.submission.bytes == (folder / "submission" / "submission.csv").stat().st_size
    assert (folder / "code" / "a.py").read_text() == "x = 1"
    assert (folder / "run.log").read_text() == "seed 0\n"
    assert not (folder / "sandbox").exists()
    saved = json.loads((folder / "run.json").read_text())
    assert saved["state"] == "finished"
    assert saved["cpu_seconds"] > 0
    assert saved["peak_memory_bytes"] > 0
    assert saved["host"]
    assert saved["versions"]["mlebench"]
    assert saved["sealed"]["channels"] == ["validator", "open network"]
    metadata = json.loads((group.folder / "metadata.json").read_text())
    assert metadata["agent"] == "tester"
    assert metadata["data_sources"] == {TASK: "miniature"}


def test_grading_comes_after_and_writes_both_reports(harness: Harness) -> None:
    group, record = harness.one(HAND_IN)
    assert not (group.folder / record.run_id / "report.json").exists()
    report = harness.grade(group)
    assert isinstance(report, GradingReport)
    assert report.total_valid_submissions == 1
    single = json.loads((group.folder / record.run_id / "report.json").read_text())
    assert single["competition_id"] == TASK
    assert GradingReport.load(group.folder / "grading_report.json").total_runs == 1


def test_the_sandbox_is_as_the_contract_says(harness: Harness) -> None:
    code = """
    import json, os
    from pathlib import Path
    home = Path(os.environ["AGENT_DIR"]).parent
    names = ["COMPETITION_ID", "TIME_LIMIT_SECS", "STEP_LIMIT", "SEED"]
    seen = {name: os.environ[name] for name in names}
    seen["files"] = sorted(path.name for path in home.iterdir())
    seen["instructions"] = (home / "instructions.txt").read_text()
    seen["data"] = sorted(p.name for p in Path(os.environ["DATA_DIR"]).iterdir())
    seen["here"] = os.getcwd() == os.environ["AGENT_DIR"]
    (Path(os.environ["LOGS_DIR"]) / "seen.json").write_text(json.dumps(seen))
    """
    group, record = harness.one(code)
    seen = json.loads((group.folder / record.run_id / "logs" / "seen.json").read_text())
    assert seen["COMPETITION_ID"] == TASK
    assert (seen["TIME_LIMIT_SECS"], seen["STEP_LIMIT"], seen["SEED"]) == ("600", "500", "0")
    wanted = {"agent", "code", "data", "instructions.txt", "logs", "mlebench", "submission", "validate_submission.sh"}
    assert wanted <= set(seen["files"])
    assert {"description.md", "train.csv", "test.csv", "sample_submission.csv"} == set(seen["data"])
    assert seen["here"]
    assert "/submission/submission.csv" in seen["instructions"]
    assert harness.registry.get(TASK).description[:200] in seen["instructions"]


def test_a_nonzero_exit_is_the_agents_failure_and_its_submission_still_counts(harness: Harness) -> None:
    group, record = harness.one(HAND_IN + "raise SystemExit(3)")
    assert (record.state, record.exit_code) == ("failed", 3)
    assert record.failure is not None
    assert record.failure.kind == "agent"
    report = harness.grade(group)
    assert isinstance(report, GradingReport)
    assert report.total_valid_submissions == 1


def test_handing_in_nothing_is_a_result(harness: Harness) -> None:
    group, record = harness.one("pass")
    assert record.state == "finished"
    assert record.submission is None
    report = harness.grade(group)
    assert isinstance(report, GradingReport)
    assert (report.total_runs, report.total_runs_with_submissions) == (1, 0)


HOSTILE = {
    "a link to the answers": "os.symlink(ANSWERS, out / 'submission.csv')",
    "a folder that is a link to the answers": "shutil.rmtree(out); os.symlink(os.path.dirname(ANSWERS), out)",
    "a folder": "(out / 'submission.csv').mkdir(); (out / 'submission.csv' / 'x').write_text('x')",
    "a pipe": "os.mkfifo(out / 'submission.csv')",
    "a huge file": "os.truncate(os.open(out / 'submission.csv', os.O_CREAT | os.O_WRONLY), 100 << 30)",
    "a removed folder": "shutil.rmtree(out)",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_submission_never_leaves_the_sandbox(what: str, harness: Harness) -> None:
    answers = harness.layout.private / "test.csv"
    code = f"""
    import os, shutil
    from pathlib import Path
    ANSWERS = {str(answers)!r}
    out = Path(os.environ["SUBMISSION_DIR"])
    {HOSTILE[what]}
    """
    before = answers.read_bytes()
    group, record = harness.one(code)
    handed_in = group.folder / record.run_id / "submission" / "submission.csv"
    assert record.state == "finished"
    assert record.submission is None
    assert not handed_in.is_file()
    assert record.left_behind or what == "a folder"
    assert answers.read_bytes() == before
    report = harness.grade(group)
    assert isinstance(report, GradingReport)
    assert report.total_valid_submissions == 0


def test_the_time_limit_ends_the_run_and_what_was_handed_in_counts(harness: Harness) -> None:
    code = HAND_IN + (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], start_new_session=True)\n"
        "(Path(os.environ['LOGS_DIR']) / 'child').write_text(str(child.pid))\n"
        "time.sleep(600)\n"
    )
    group, record = harness.one(code, resources={"time_limit": 2.0})
    assert record.state == "timed_out"
    assert record.failure is not None
    assert record.failure.kind == "time_limit"
    assert record.submission is not None
    assert record.duration_seconds is not None
    assert 2 <= record.duration_seconds < 20
    assert not alive(int((group.folder / record.run_id / "logs" / "child").read_text()))


def test_an_agent_that_cannot_be_started_is_an_infrastructure_failure(harness: Harness, tmp_path: Path) -> None:
    group = harness.group("pass")
    path = harness.folder / "agents" / "tester" / "agent.yaml"
    path.write_text(path.read_text().replace("[python, start.py]", "[no-such-program]"))
    metadata = json.loads((group.folder / "metadata.json").read_text())
    from mlebench.agents import load_agent
    from mlebench.runs import RunGroup

    metadata["agent_digest"] = load_agent(path.parent).digest()
    (group.folder / "metadata.json").write_text(json.dumps(metadata))
    (record,) = harness.run(RunGroup.open(group.folder))
    assert record.state == "failed"
    assert record.failure is not None
    assert record.failure.kind == "infrastructure"
    assert "no-such-program" in record.failure.message
    assert not record.done  # worth another try


def test_the_validator_in_the_sandbox_says_what_is_wrong_and_never_a_score(harness: Harness) -> None:
    code = (
        HAND_IN
        + """
import json, subprocess, urllib.request
home = Path(os.environ["AGENT_DIR"]).parent
(out / "bad file; name.csv").write_text("id,EAP\\n1,0.5\\n")
def ask(path):
    done = subprocess.run(["sh", str(home / "validate_submission.sh"), str(path)], capture_output=True, text=True)
    return [done.returncode, done.stdout + done.stderr]
health = json.load(urllib.request.urlopen(os.environ["VALIDATOR_URL"] + "/health"))
seen = [ask(out / "submission.csv"), ask(out / "bad file; name.csv"), ask(out / "none.csv"), health]
(Path(os.environ["LOGS_DIR"]) / "seen.json").write_text(json.dumps(seen))
"""
    )
    group, record = harness.one(code)
    seen = json.loads((group.folder / record.run_id / "logs" / "seen.json").read_text())
    assert seen[0] == [0, f"The submission for {TASK} is valid.\n"]
    assert seen[1][0] == 1
    assert "HPL" in seen[1][1]
    assert "score" not in (seen[0][1] + seen[1][1]).lower()
    assert seen[2][0] == 2
    assert seen[3] == {"status": "running"}
    assert record.sealed is not None
    assert record.sealed.validator_calls == 2
    assert len((group.folder / record.run_id / "validations.jsonl").read_text().splitlines()) == 2
