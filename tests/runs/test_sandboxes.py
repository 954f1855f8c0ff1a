"""Whole runs in closed sandboxes: the contract of the sandbox, the gateway, and what run.json says about both."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from mlebench.agents import load_agent
from mlebench.errors import MlebenchError
from mlebench.runs import RunRecord
from mlebench.runs.cancel import ask_to_cancel
from mlebench.runs.launch import create_group, run_group
from tests.gateway.provider import OPENAI_KEY, Provider
from tests.runs.conftest import ASK_MODEL, TASK, Harness, options_of
from tests.sandbox.conftest import IMAGE, bubblewrap_problem, docker_problem
from tests.sandboxes import HAND_IN, until, write_agent


@pytest.fixture(params=["bubblewrap", "docker", "process"])
def sandbox(request: pytest.FixtureRequest) -> str:
    problem = {"docker": docker_problem, "bubblewrap": bubblewrap_problem}.get(request.param, lambda: None)()
    if problem:
        pytest.skip(f"{request.param}: {problem}")
    return str(request.param)


def run_in(
    harness: Harness, sandbox: str, code: str, *, needs: str = "", **options: Any
) -> tuple[Path, RunRecord, dict[str, Any]]:
    """One run; the agent may leave `seen.json` among its logs."""
    image = f"image: {IMAGE}\n" if sandbox == "docker" else ""
    agent = write_agent(harness.folder / "agents", code, extra=image + needs)
    asked = options_of(sandbox=sandbox, **options)
    group = create_group(harness.folder / "runs", agent, [harness.registry.get(TASK)], harness.data_dir, asked)
    (record,) = run_group(group, agent, harness.registry, harness.data_dir, asked)
    folder = group.folder / record.run_id
    seen = folder / "logs" / "seen.json"
    log = folder / "run.log"
    assert record.failure is None, (record.failure, log.read_text() if log.exists() else "")
    return folder, record, json.loads(seen.read_text()) if seen.exists() else {}


LOOK = """
import json, os, subprocess, urllib.request
from pathlib import Path
seen = {name: os.environ[name] for name in ("DATA_DIR", "SUBMISSION_DIR", "SEED", "TIME_LIMIT_SECS", "COMPETITION_ID")}
seen["health"] = json.load(urllib.request.urlopen(os.environ["VALIDATOR_URL"] + "/health"))
seen["validator"] = os.environ["VALIDATOR_URL"]
seen["environment"] = json.dumps(dict(os.environ))
home = Path(os.environ["AGENT_DIR"]).parent
seen["home"] = sorted(path.name for path in home.iterdir())
asked = ["sh", str(home / "validate_submission.sh"), os.environ["DATA_DIR"] + "/sample_submission.csv"]
done = subprocess.run(asked, capture_output=True, text=True)
seen["valid"] = [done.returncode, done.stdout + done.stderr]
(Path(os.environ["LOGS_DIR"]) / "seen.json").write_text(json.dumps(seen))
"""


def test_every_sandbox_is_as_the_contract_says(harness: Harness, sandbox: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROVIDER_API_KEY", "sk-of-the-user")
    folder, record, seen = run_in(harness, sandbox, HAND_IN + LOOK)
    assert seen["valid"] == [0, f"The submission for {TASK} is valid.\n"]
    assert seen["health"] == {"status": "running"}
    assert (seen["COMPETITION_ID"], seen["SEED"], seen["TIME_LIMIT_SECS"]) == (TASK, "0", "600")
    assert "sk-of-the-user" not in seen["environment"]
    assert {"agent", "code", "data", "instructions.txt", "logs", "submission"} <= set(seen["home"])
    assert record.submission is not None
    assert record.sandbox == sandbox
    assert record.resources is not None
    assert record.resources.memory_gb == 2
    assert any("GB of memory, less than the benchmark's 440" in sentence for sentence in record.resource_differences)
    assert record.cpu_seconds
    assert record.peak_memory_bytes
    assert record.sealed is not None
    assert record.sealed.validator_calls == 1
    assert not (folder / "sandbox").exists()
    if sandbox == "process":
        assert record.sealed.channels == ["validator", "open network"]
    else:
        assert seen["DATA_DIR"] == "/home/data"
        assert seen["SUBMISSION_DIR"] == "/home/submission"
        assert seen["validator"] == "http://localhost:5000"
        assert record.sealed.channels == ["validator"]
        assert {"memory", "processes", "disk"} <= set(record.enforced)
    assert ("sha256:" in (record.image_digest or "")) == (sandbox == "docker")


def test_the_model_is_reached_without_a_key_or_a_network(harness: Harness, sandbox: str, provider: Provider) -> None:
    folder, record, seen = run_in(harness, sandbox, ASK_MODEL, needs="needs: {model: true}\n")
    assert seen["tokens"] == 18
    assert OPENAI_KEY not in seen["environment"]
    assert provider.seen[0]["headers"]["authorization"] == f"Bearer {OPENAI_KEY}"
    assert record.model is not None
    assert record.model.prompt_tokens + record.model.completion_tokens == 18
    assert record.sealed is not None
    assert "model (openai)" in record.sealed.channels
    calls = [json.loads(line) for line in (folder / "model-calls.jsonl").read_text().splitlines()]
    assert calls[0]["request"]["messages"][0]["content"] == "hello"
    for path in folder.rglob("*"):
        assert not path.is_file() or OPENAI_KEY not in path.read_text(errors="replace"), path


def test_an_agent_that_needs_a_model_is_refused_where_no_provider_is_set_up(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(MlebenchError, match="OPENAI_API_KEY"):
        run_in(harness, "process", "pass", needs="needs: {model: true}\n")


def test_a_model_stays_closed_to_an_agent_that_does_not_need_it(harness: Harness, provider: Provider) -> None:
    folder, record, _ = run_in(harness, "process", HAND_IN + "print(os.environ.get('OPENAI_BASE_URL'))")
    assert (folder / "run.log").read_text() == "None\n"
    assert record.model is None


def test_hosts_that_were_opened_are_recorded(harness: Harness, sandbox: str) -> None:
    code = HAND_IN + "print(os.environ['HTTPS_PROXY'])"
    folder, record, _ = run_in(harness, sandbox, code, hosts=("mirror.example",))
    assert (folder / "run.log").read_text().startswith("http://")
    assert record.sealed is not None
    assert "hosts (mirror.example)" in record.sealed.channels
    assert record.hosts is not None


def test_an_open_network_is_a_channel(harness: Harness) -> None:
    if problem := bubblewrap_problem():
        pytest.skip(problem)
    _, record, seen = run_in(harness, "bubblewrap", HAND_IN + LOOK, network="open")
    assert record.sealed is not None
    assert record.sealed.channels == ["validator", "open network"]
    assert seen["valid"][0] == 0
    assert "no-network" not in record.guarantees


def test_memory_that_runs_out_is_named(harness: Harness) -> None:
    if problem := bubblewrap_problem():
        pytest.skip(problem)
    agent = write_agent(harness.folder / "agents", "x = bytearray(1 << 30)\nfor i in range(0, 1 << 30, 4096): x[i] = 1")
    asked = options_of(sandbox="bubblewrap", resources={"memory_gb": 0.25})
    group = create_group(harness.folder / "runs", agent, [harness.registry.get(TASK)], harness.data_dir, asked)
    (record,) = run_group(group, agent, harness.registry, harness.data_dir, asked)
    assert record.state == "failed"
    assert record.failure is not None
    assert record.failure.kind == "agent"


HOSTILE = {
    "a link to the answers": "os.symlink(ANSWERS, out / 'submission.csv')",
    "a folder that is a link to the answers": "shutil.rmtree(out); os.symlink(os.path.dirname(ANSWERS), out)",
    "a hard link to the data": "os.link(Path(os.environ['DATA_DIR']) / 'train.csv', out / 'submission.csv')",
    "100 GB of nothing": "os.truncate(os.open(out / 'submission.csv', os.O_CREAT | os.O_WRONLY), 100 << 30)",
    "a pipe": "os.mkfifo(out / 'submission.csv')",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_submission_stays_in_its_sandbox(what: str, harness: Harness, sandbox: str) -> None:
    answers = harness.layout.private / "test.csv"
    code = f"""
    import os, shutil
    from pathlib import Path
    ANSWERS = {str(answers)!r}  # as the host sees them, where whoever follows the link would be
    out = Path(os.environ["SUBMISSION_DIR"])
    try:
        {HOSTILE[what]}
    except OSError as error:
        print("the sandbox itself said no:", error)
    """
    folder, record, _ = run_in(harness, sandbox, code)
    handed_in = folder / "submission" / "submission.csv"
    if handed_in.exists():
        assert not handed_in.is_symlink()
        assert handed_in.stat().st_nlink == 1
        assert handed_in.stat().st_size < 1 << 20
        assert handed_in.read_bytes() != answers.read_bytes()
    else:
        assert record.submission is None


IMPROVING = """
import os, time
from pathlib import Path
sample = (Path(os.environ["DATA_DIR"]) / "sample_submission.csv").read_text()
out = Path(os.environ["SUBMISSION_DIR"]) / "submission.csv"
(out.parent / "other.csv").write_text("x")
time.sleep(0.8)
out.write_text("not yet\\n")
time.sleep(1.2)
out.write_text(sample)
time.sleep(1.2)
"""


def test_snapshots_are_kept_and_graded_afterwards(harness: Harness, sandbox: str) -> None:
    folder, record, _ = run_in(harness, sandbox, IMPROVING, snapshot_seconds=0.5)
    assert 1 <= len(record.snapshots) <= 3  # one for each content, not for each look
    assert len({snapshot.sha256 for snapshot in record.snapshots}) == len(record.snapshots)
    assert all((folder / snapshot.path).stat().st_size == snapshot.bytes for snapshot in record.snapshots)
    assert not (folder / "snapshots.json").exists()
    from mlebench.runs import RunGroup

    harness.grade(RunGroup.open(folder.parent))
    graded = json.loads((folder / "snapshots.json").read_text())
    assert [entry["seconds"] for entry in graded] == [snapshot.seconds for snapshot in record.snapshots]
    assert graded[0]["valid_submission"] is False
    assert graded[0]["score"] is None
    assert graded[-1]["valid_submission"] is True
    assert graded[-1]["score"] is not None


def test_a_cancelled_run_ends_and_the_others_go_on(harness: Harness, sandbox: str) -> None:
    image = f"image: {IMAGE}\n" if sandbox == "docker" else ""
    code = HAND_IN + "import time; time.sleep(600 if os.environ['SEED'] == '0' else 0)"
    agent = write_agent(harness.folder / "agents", code, extra=image)
    asked = options_of(sandbox=sandbox, seeds=2)
    group = create_group(harness.folder / "runs", agent, [harness.registry.get(TASK)], harness.data_dir, asked)
    first = group.folder_of(group.spec.runs[0])

    def cancel() -> None:
        until(lambda: (first / "sandbox" / "submission" / "submission.csv").exists(), 60)
        ask_to_cancel(first)

    thread = threading.Thread(target=cancel)
    thread.start()
    records = run_group(group, agent, harness.registry, harness.data_dir, asked)
    thread.join()
    assert [record.state for record in records] == ["cancelled", "finished"]
    assert records[0].submission is not None


def test_a_fault_of_the_machine_is_tried_again(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    from mlebench.runs import execute
    from mlebench.sandbox.process import ProcessBackend
    from mlebench.sandbox.protocol import SandboxError

    monkeypatch.setattr(execute, "_PAUSE_SECONDS", 0.05)
    start, faults = ProcessBackend.start, [SandboxError("the cable was pulled"), OSError(28, "No space left", "/x")]

    def failing(self: Any, sandbox: Any) -> Any:
        if faults:
            raise faults.pop(0)
        return start(self, sandbox)

    monkeypatch.setattr(ProcessBackend, "start", failing)
    _, record, _ = run_in(harness, "process", HAND_IN, retries=2)
    assert record.state == "finished"
    assert record.attempt == 3
    messages = [failure.message for failure in record.earlier_failures]
    assert "cable" in messages[0]
    assert "The disk is full" in messages[1]


def test_faults_that_stay_are_counted_and_do_not_drop_out(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    from mlebench.runs import execute

    monkeypatch.setattr(execute, "_PAUSE_SECONDS", 0.05)
    agent = write_agent(harness.folder / "agents", "pass")
    (agent.folder / "agent.yaml").write_text("name: tester\ndescription: d\nstart: [no-such-program]\n")
    agent = load_agent(agent.folder)
    asked = options_of(retries=1)
    group = create_group(harness.folder / "runs", agent, [harness.registry.get(TASK)], harness.data_dir, asked)
    (record,) = run_group(group, agent, harness.registry, harness.data_dir, asked)
    assert (record.state, record.attempt) == ("failed", 2)
    assert record.failure is not None
    assert record.failure.kind == "infrastructure"
    assert len(record.earlier_failures) == 1
    report: Any = harness.grade(group)
    assert report.total_runs == 1
