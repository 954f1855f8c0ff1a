"""A fault of ours in a run: it is in the group's log, the user is told where, and the sandbox never sees it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mlebench.logs import HARNESS_LOG
from mlebench.runs import RunGroup, RunRecord
from mlebench.runs.grade import grade_group
from mlebench.runs.group import GRADING_FAULTS, REPORT
from mlebench.runs.launch import create_group, run_group
from mlebench.runs.traces import where_to_look
from tests.gateway.provider import Provider
from tests.grading.conftest import Lab, lab  # noqa: F401  a fixture
from tests.runs.conftest import ASK_MODEL, Harness, options_of
from tests.sandbox.conftest import IMAGE, bubblewrap_problem, docker_problem
from tests.sandboxes import HAND_IN, write_agent

KEY = "a-key-of-no-known-form-0123456789"


def written(group: RunGroup) -> str:
    return (group.folder / HARNESS_LOG).read_text()


def break_sandbox(monkeypatch: pytest.MonkeyPatch, message: str) -> None:
    from mlebench.sandbox.process import ProcessBackend

    def start(self: Any, sandbox: Any) -> Any:
        raise KeyError(message)

    monkeypatch.setattr(ProcessBackend, "start", start)


def test_a_fault_of_a_run_has_its_traceback_in_the_groups_log(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        break_sandbox(patched, "x")
        group, record = harness.one(HAND_IN)
    assert record.failure is not None
    assert record.failure.message == "KeyError: 'x'"
    assert f"{record.run_id}, attempt 1" in written(group)
    assert "raise KeyError(message)" in written(group)
    assert where_to_look(group, record) == [group.folder / HARNESS_LOG]

    before = written(group)
    (record,) = harness.run(group)
    assert record.state == "finished"
    assert written(group).startswith(before)
    assert f"{record.run_id}, attempt 2: finished" in written(group)


def test_a_run_without_a_fault_sends_nobody_anywhere(harness: Harness) -> None:
    group, record = harness.one(HAND_IN)
    assert where_to_look(group, record) == []
    assert "ERROR" not in written(group)


def test_an_agent_that_fails_is_looked_for_in_what_it_printed(harness: Harness) -> None:
    group, record = harness.one("raise SystemExit('my own fault')")
    assert where_to_look(group, record) == [group.folder / record.run_id / "run.log"]


def test_a_log_that_cannot_be_written_does_not_harm_the_run(harness: Harness) -> None:
    group = harness.group(HAND_IN)
    (group.folder / HARNESS_LOG).symlink_to("/dev/full")
    (record,) = harness.run(group)
    assert record.state == "finished"
    assert harness.grade(group).total_valid_submissions == 1  # type: ignore[attr-defined]


def test_the_users_key_is_in_no_log(harness: Harness, provider: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    from mlebench.gateway.model.ledger import Ledger

    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    code = ASK_MODEL.replace('"plain"', '"unauthorized"')  # the provider answers with the key that it was sent
    agent = write_agent(harness.folder / "agents", code, extra="needs: {model: true}\n")

    def faulty(self: Any) -> None:
        raise ValueError(f"Illegal header value b'Bearer {KEY}\\n'")

    for broken in (False, True):
        if broken:
            monkeypatch.setattr(Ledger, "request", faulty)
        asked = options_of()
        task = harness.registry.get("spooky-author-identification")
        group = create_group(harness.folder / "runs", agent, [task], harness.data_dir, asked)
        run_group(group, agent, harness.registry, harness.data_dir, asked)
        assert ("ValueError: Illegal header value" in written(group)) is broken
        assert not [path for path in group.folder.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]
    assert any(KEY in str(seen["headers"]) for seen in provider.seen)


# The agent asks the validator, which fails; then it looks everywhere for the traces of that and of the run before.
SEARCH = (
    HAND_IN
    + """
import json, urllib.request
form = b'--b\\r\\nContent-Disposition: form-data; name="file"; filename="s.csv"\\r\\n\\r\\nid\\n\\r\\n--b--\\r\\n'
kind = {"Content-Type": "multipart/form-data; boundary=b"}
try:
    answer = urllib.request.urlopen(urllib.request.Request(os.environ["VALIDATOR_URL"] + "/validate", form, kind))
except urllib.error.HTTPError as error:
    answer = error
mark = ("no such key " + "0451").encode()
seen = {"answer": answer.read().decode(), "files": [], "searched": 0}
for root, folders, files in os.walk("/"):
    if root in ("/proc", "/sys", "/usr", "/dev"):
        folders.clear()
        continue
    for name in files:
        path = os.path.join(root, name)
        try:
            with open(path, "rb") as file:
                content = file.read(1 << 20)
        except OSError:
            continue
        seen["searched"] += 1
        if name.endswith((".log", "fault")) and "mle" in path or name == "harness.log" or mark in content:
            seen["files"].append(path)
(Path(os.environ["LOGS_DIR"]) / "seen.json").write_text(json.dumps(seen))
"""
)


@pytest.mark.parametrize("sandbox", ["bubblewrap", "docker"])
def test_no_trace_enters_the_sandbox(sandbox: str, lab: Lab, tmp_path: Path) -> None:  # noqa: F811
    problem = {"docker": docker_problem, "bubblewrap": bubblewrap_problem}[sandbox]()
    if problem:
        pytest.skip(f"{sandbox}: {problem}")
    lab.grader('return {}["no such key 0451"]')
    image = f"image: {IMAGE}\n" if sandbox == "docker" else ""
    agent = write_agent(tmp_path / "agents", SEARCH, extra=image)
    asked = options_of(sandbox=sandbox, seeds=2)
    group = create_group(tmp_path / "runs", agent, [lab.registry.get("my-task")], lab.data_dir, asked)
    records = run_group(group, agent, lab.registry, lab.data_dir, asked)
    assert [record.validator_faults for record in records] == [1, 1]
    assert "no such key 0451" in written(group)
    for record in records:
        folder = group.folder / record.run_id
        assert where_to_look(group, record) == [group.folder / HARNESS_LOG]
        seen = json.loads((folder / "logs" / "seen.json").read_text())
        assert json.loads(seen["answer"]) == {
            "error": "The submission could not be checked: the validator has a problem."
        }
        assert seen["searched"] > 5
        assert seen["files"] == []


def test_a_graders_traceback_stands_beside_the_runs_report_until_it_is_mended(lab: Lab, tmp_path: Path) -> None:  # noqa: F811
    good = (lab.folder / "grade.py").read_text()
    agent = write_agent(tmp_path / "agents", HAND_IN)
    asked = options_of()
    group = create_group(tmp_path / "runs", agent, [lab.registry.get("my-task")], lab.data_dir, asked)
    (record,) = run_group(group, agent, lab.registry, lab.data_dir, asked)
    folder = group.folder / record.run_id
    lab.grader('return {}["no such key 0451"]')
    report = grade_group(group, lab.registry, lab.data_dir, workers=1)
    assert report.competition_reports[0].error_kind == "internal"
    assert 'return {}["no such key 0451"]' in (folder / GRADING_FAULTS).read_text()
    assert str(folder / GRADING_FAULTS) in json.loads((folder / REPORT).read_text())["error"]
    assert 'return {}["no such key 0451"]' not in (folder / REPORT).read_text()
    assert 'return {}["no such key 0451"]' in written(group)
    assert where_to_look(group, record) == [folder / GRADING_FAULTS]

    (lab.folder / "grade.py").write_text(good)
    report = grade_group(group, lab.registry, lab.data_dir, workers=1)
    assert report.total_valid_submissions == 1
    assert where_to_look(group, RunRecord.load(folder)) == []
