"""run, runs, report, agents and doctor as a user types them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from tests.conftest import Miniatures
from tests.sandboxes import HAND_IN, until, write_agent

TASK = "spooky-author-identification"


def test_run_report_and_look_around(cli: Cli, miniatures: Miniatures, tmp_path: Path) -> None:
    data, runs = miniatures.layout(TASK).data_dir, tmp_path / "runs"
    write_agent(tmp_path / "agents", HAND_IN + "print('\\x1b[2J<b>hello</b>')")
    places = ["--data-dir", data, "--runs-dir", runs]
    where = [*places, "--agents-dir", tmp_path / "agents"]
    asked = ["--seeds", 2, "--workers", 2, "--sandbox", "process"]
    done = cli("run", "--agent", "tester", "-c", TASK, *asked, *where)
    assert done.code == 0, done.err
    assert "NO ISOLATION" in done.err
    assert f"[2/2] {TASK} seed" in done.err
    assert "2/2" in done.out
    assert "miniature data" in done.out

    listed = json.loads(cli("runs", "list", "--runs-dir", runs, "--json").out)
    assert listed[0]["states"] == {"finished": 2}
    shown = json.loads(cli("runs", "show", "latest", "--runs-dir", runs, "--json").out)
    assert [run["seed"] for run in shown] == [0, 1]
    assert "finished" in cli("runs", "show", "latest", "--runs-dir", runs).out
    logs = cli("runs", "logs", "latest", TASK, "--runs-dir", runs).out
    assert "<b>hello</b>" in logs
    assert "\x1b[2J" not in logs
    assert cli("runs", "logs", "latest", "nope", "--runs-dir", runs).code == 2

    page = tmp_path / "pages" / "report.html"
    done = cli("report", "latest", "--runs-dir", runs, "--output", page)
    assert done.code == 0
    assert str(page) in done.out
    assert "<!DOCTYPE html>" in page.read_text()
    figures = json.loads(cli("report", "latest", "--runs-dir", runs, "--json").out)
    assert figures["agents"][0]["by_competition"][0]["valid_submission_percent"]["mean"] == 100.0
    group = next(runs.iterdir())
    assert TASK in cli("report", group, group / "grading_report.json").out

    again = cli("run", "--resume", "latest", *where, "--json")
    assert again.code == 0
    content = json.loads(again.out)
    assert [run["attempt"] for run in content["runs"]] == [1, 1]
    assert content["grading_report"]["total_valid_submissions"] == 2


def test_failures_of_agents_are_results_and_those_of_the_machine_are_not(
    cli: Cli, miniatures: Miniatures, tmp_path: Path
) -> None:
    data = miniatures.layout(TASK).data_dir
    write_agent(tmp_path / "agents", "print('no \\033[1mfeatures left'); raise SystemExit(5)")
    broken = write_agent(tmp_path / "agents", "", name="broken")
    (broken.folder / "agent.yaml").write_text("name: broken\ndescription: d\nstart: [no-such-program]\n")
    where = ["-c", TASK, "--data-dir", data, "--runs-dir", tmp_path / "runs", "--agents-dir", tmp_path / "agents"]
    done = cli("run", "--agent", "tester", *where)
    assert done.code == 0
    assert "exit code 5" in done.err
    assert "last words: no  [1mfeatures left" in done.err  # harmless for the terminal
    (run,) = (tmp_path / "runs").glob("*/*/run.json")
    assert f"mlebench runs logs {run.parent.parent} {run.parent.name}" in done.err
    done = cli("run", "--agent", "broken", *where)
    assert done.code == 1
    assert "infrastructure" in done.err


def test_without_a_closed_sandbox_a_run_is_refused_and_the_demonstration_says_so(
    cli: Cli, miniatures: Miniatures, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mlebench.cli import demo
    from mlebench.runs.plan import RunSettings
    from mlebench.sandbox.bubblewrap import sandbox

    monkeypatch.setattr(sandbox, "_works", False)
    monkeypatch.setenv("PATH", "/nowhere")
    where = ["--data-dir", miniatures.layout(TASK).data_dir, "--runs-dir", tmp_path / "runs"]
    done = cli("run", "--agent", "dummy", "-c", TASK, *where)
    assert done.code == 1
    for said in ("apt-get install bubblewrap", "dnf install bubblewrap", "--sandbox docker", "--sandbox process"):
        assert said in done.err
    assert not (tmp_path / "runs").exists()
    assert demo._sandbox(RunSettings()) == "process"
    assert "uses the sandbox 'process' instead, because its agent is our own" in cli("agents").err


def test_wrong_usage(cli: Cli, tmp_path: Path) -> None:
    where = ["--data-dir", tmp_path / "data", "--runs-dir", tmp_path / "runs"]
    assert cli("run", "-c", TASK, *where).code == 2
    assert cli("run", "--agent", "dummy", *where).code == 2
    assert cli("run", "--agent", "dummy", "-c", TASK, "--time-limit", "soon", *where).code == 2
    assert cli("run", "--agent", "dummy", "-c", TASK, "--seeds", "0", *where).code == 2
    assert cli("run", "--resume", "latest", "--agent", "dummy", *where).code == 2
    assert cli("report").code == 2
    for command, code, message in (
        (("run", "--agent", "dumy", "-c", TASK), 2, "Did you mean dummy?"),
        (("run", "--agent", "dummy", "-c", "spooky"), 2, "no competition 'spooky'"),
        (("run", "--agent", "dummy", "-c", TASK), 1, f"mlebench prepare -c {TASK}"),
        (("run", "--agent", "dummy", "-c", TASK, "--max-dollars", 3), 2, "uses no model"),
        (("run", "--hosted-tools", "--agent", "dummy", "-c", TASK), 2, "allow, which is what the bare option meant"),
        (("run", "--agent", "dummy", "-c", TASK, "--hosted-tools"), 2, "say which: refuse, strip, or allow"),
        (("run", "--agent", "dummy", "-c", TASK, "--hosted-tools", "some"), 2, "'some' is not one of"),
        (("run", "--agent", "dummy", "-c", TASK, "--alias", "fast"), 2, "not of the form NAME=VALUE"),
        (("run", "--agent", "dummy", "-c", TASK, "--alias", "fast=gpt-5"), 2, "uses no model"),
        (("run", "--resume", "latest"), 1, "no run group"),
    ):
        done = cli(*command, *where)
        assert done.code == code
        assert message in done.err
    assert cli("report", "nothing", "--runs-dir", tmp_path).code == 2
    assert cli("runs", "show", "nothing", "--runs-dir", tmp_path).code == 2


def test_a_group_is_cancelled_from_another_terminal(cli: Cli, miniatures: Miniatures, tmp_path: Path) -> None:
    data, runs = miniatures.layout(TASK).data_dir, tmp_path / "runs"
    write_agent(tmp_path / "agents", HAND_IN + "import time; time.sleep(600)")
    where = ["--data-dir", data, "--runs-dir", runs, "--agents-dir", tmp_path / "agents", "--sandbox", "process"]
    order = ["run", "--agent", "tester", "-c", TASK, "--seeds", 2, *where]
    command = [sys.executable, "-m", "mlebench", *map(str, order)]
    harness = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert until(lambda: bool(list(runs.glob("*/*/sandbox/submission/submission.csv"))), 60)
    assert cli("runs", "cancel", "latest", "nope", "--runs-dir", runs).code == 2
    done = cli("runs", "cancel", "latest", "--runs-dir", runs)
    assert "2 of 2 runs cancelled" in done.out
    _, errors = harness.communicate(timeout=60)
    assert harness.returncode == 130
    assert "mlebench run --resume" in errors
    done = cli("runs", "cancel", "latest", "--runs-dir", runs)
    assert done.code == 1
    assert "Nobody is running" in done.err


def test_what_a_killed_harness_left_is_cleaned(cli: Cli, miniatures: Miniatures, tmp_path: Path) -> None:
    data, runs = miniatures.layout(TASK).data_dir, tmp_path / "runs"
    write_agent(tmp_path / "agents", HAND_IN)
    where = ["--data-dir", data, "--runs-dir", runs, "--agents-dir", tmp_path / "agents"]
    assert cli("run", "--agent", "tester", "-c", TASK, "--sandbox", "process", *where).code == 0
    (run,) = runs.glob("*/*/run.json")
    record = json.loads(run.read_text())
    run.write_text(json.dumps({**record, "state": "running"}))
    (run.parent / "sandbox" / "logs").mkdir(parents=True)
    assert "cut off" in cli("runs", "show", "latest", "--runs-dir", runs).out
    done = cli("runs", "clean", "--runs-dir", runs)
    assert "1 runs had been cut off" in done.out
    assert not (run.parent / "sandbox").exists()
    assert json.loads(run.read_text())["failure"]["kind"] == "infrastructure"
    assert "clean" in cli("runs", "clean", "latest", "--runs-dir", runs).out
    refused = cli("run", "--resume", "latest", *where)
    assert refused.code == 1
    assert "--sandbox process" in refused.err
    assert cli("run", "--resume", "latest", "--sandbox", "process", *where).code == 0
    assert json.loads(run.read_text())["state"] == "finished"


def test_settings_of_sandboxes_are_checked_before_anything_starts(
    cli: Cli, miniatures: Miniatures, tmp_path: Path
) -> None:
    data = miniatures.layout(TASK).data_dir
    (tmp_path / "limits.yaml").write_text("cpus: none\nram: 3\n")
    (tmp_path / "prices.yaml").write_text("my-model: cheap\n")
    run = ["run", "--agent", "dummy", "-c", TASK, "--data-dir", data, "--runs-dir", tmp_path / "runs"]
    for given, message in (
        (["--resources", tmp_path / "limits.yaml"], "limits.yaml: ram"),
        (["--prices", tmp_path / "prices.yaml"], "prices.yaml"),
        (["--allow-host", "http://x/y"], "x/y"),
        (["--sandbox", "process", "--privileged"], "--sandbox docker"),
        (["--sandbox", "bubblewrap", "--runtime", "runsc"], "--sandbox docker"),
    ):
        done = cli(*run, *given)
        assert done.code == 2, given
        assert message in done.err
    assert cli(*run, "--build-arg", "nonsense").code == 2
    assert not (tmp_path / "runs").exists()


def test_agents_are_listed(cli: Cli, tmp_path: Path) -> None:
    assert "baseline" in cli("agents").out
    write_agent(tmp_path, "pass", name="mine")
    listed = json.loads(cli("agents", "--agents-dir", tmp_path, "--json").out)
    assert "mine" in [agent["name"] for agent in listed]
    done = cli("agents", "--agents-dir", tmp_path / "none")
    assert done.code == 2
    assert "no such folder" in done.err


def test_doctor_names_remedies_and_keeps_credentials_to_itself(cli: Cli, tmp_path: Path) -> None:
    done = cli("doctor", "--data-dir", tmp_path)
    assert done.code == 0
    assert "processors" in done.out
    report = json.loads(cli("doctor", "--data-dir", tmp_path, "--json").out)
    assert report["ok"]
    assert {"core", "sandboxes", "optional"} <= set(report)
    for finding in report["sandboxes"] + report["optional"]:
        assert finding["state"] == "ok" or finding["remedy"]
