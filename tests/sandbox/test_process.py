"""The process sandbox: everything ends with the sandbox, and credentials stay outside."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from mlebench.sandbox import RunningSandbox, SandboxError, open_backend
from mlebench.sandbox.process import ProcessBackend
from tests.sandboxes import alive, bare_sandbox, until

# A child, a grandchild that has left its session and its parents, and a process that ignores requests to end.
FAMILY = """
import os, signal, subprocess, sys, time
from pathlib import Path
logs = Path(os.environ["LOGS_DIR"])
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
(logs / "child").write_text(str(child.pid))
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        (logs / "daemon").write_text(str(os.getpid()))
        time.sleep(600)
    os._exit(0)
while not (logs / "daemon").exists():
    time.sleep(0.01)
print("ready", flush=True)
"""


def is_ready(handle: RunningSandbox, folder: Path) -> bool:
    assert handle.wait(0.05) is None
    return "ready" in (folder / "run.log").read_text()


def family(folder: Path) -> list[int]:
    return [int((folder / "sandbox" / "logs" / name).read_text()) for name in ("child", "daemon")]


def test_the_outcome_says_how_the_agent_ended(tmp_path: Path) -> None:
    code = "import sys; x = bytearray(60_000_000); sum(range(3_000_000)); print('bye'); sys.exit(7)"
    handle = ProcessBackend().start(bare_sandbox(tmp_path, code))
    outcome = handle.wait(30)
    handle.close()
    assert outcome is not None
    assert (outcome.exit_code, outcome.signal, outcome.stragglers) == (7, None, 0)
    assert outcome.cpu_seconds is not None
    assert outcome.cpu_seconds > 0.02
    assert outcome.peak_memory_bytes is not None
    assert outcome.peak_memory_bytes > 60_000_000
    assert (tmp_path / "run.log").read_text() == "bye\n"


def test_processes_that_outlive_the_agent_end_with_the_sandbox(tmp_path: Path) -> None:
    handle = ProcessBackend().start(bare_sandbox(tmp_path, FAMILY))
    outcome = handle.wait(30)
    handle.close()
    assert outcome is not None
    assert outcome.exit_code == 0
    assert outcome.stragglers == 2
    assert not any(alive(process) for process in family(tmp_path))


def test_terminate_ends_grandchildren_that_left_the_session_and_ignore_the_request(tmp_path: Path) -> None:
    handle = ProcessBackend().start(bare_sandbox(tmp_path, FAMILY + "time.sleep(600)\n"))
    assert until(lambda: is_ready(handle, tmp_path))
    assert handle.wait(0.05) is None
    outcome = handle.terminate(grace=0.3)
    assert outcome.exit_code is None
    assert outcome.signal == signal.SIGTERM
    assert not any(alive(process) for process in family(tmp_path))


def test_an_agent_that_ignores_the_request_is_killed_after_the_grace(tmp_path: Path) -> None:
    code = "import signal, time; signal.signal(15, signal.SIG_IGN); print('ready', flush=True); time.sleep(600)"
    handle = ProcessBackend().start(bare_sandbox(tmp_path, code))
    assert until(lambda: is_ready(handle, tmp_path))
    assert handle.terminate(grace=0.3).signal == signal.SIGKILL


def test_an_agent_may_clean_up_when_asked_to_end(tmp_path: Path) -> None:
    code = """
    import os, signal, sys, time
    def end(number, frame):
        open(os.environ["LOGS_DIR"] + "/saved", "w").close()
        sys.exit(0)
    signal.signal(15, end)
    print("ready", flush=True)
    time.sleep(600)
    """
    handle = ProcessBackend().start(bare_sandbox(tmp_path, code))
    assert until(lambda: is_ready(handle, tmp_path))
    assert handle.terminate(grace=10).exit_code == 0
    assert (tmp_path / "sandbox" / "logs" / "saved").exists()


def test_credentials_do_not_reach_the_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secrets = {
        "OPENAI_API_KEY": "hidden-1",
        "HF_TOKEN": "hidden-2",
        "aws_secret_access": "hidden-3",
        "DB_PASSWORD": "hidden-4",
        "DATABASE_URL": "postgres://me:hidden-5@host",  # does not sound like a credential
        "CUDA_SECRET": "hidden-6",
    }
    for name, value in secrets.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("LANG", "C.UTF-8")
    code = """
    import contextlib, os
    print(dict(os.environ))
    with contextlib.suppress(PermissionError):
        print(open(f"/proc/{os.getppid()}/environ").read())
    """
    handle = ProcessBackend().start(bare_sandbox(tmp_path, code, SEED="3"))
    handle.wait(30)
    handle.close()
    printed = (tmp_path / "run.log").read_text()
    assert "hidden-" not in printed
    assert "'SEED': '3'" in printed
    assert "'LANG': 'C.UTF-8'" in printed
    assert f"'HOME': '{tmp_path / 'sandbox'}'" in printed  # ~/.kaggle and the like stay out of sight


def test_a_command_that_does_not_exist_is_no_fault_of_the_agent(tmp_path: Path) -> None:
    sandbox = bare_sandbox(tmp_path, "")
    with pytest.raises(SandboxError, match="no-such-program"):
        ProcessBackend().start(replace(sandbox, command=("no-such-program",)))


def test_an_agent_that_kills_its_keeper_gains_nothing(tmp_path: Path) -> None:
    code = """
    import os, signal, time
    open(os.environ["LOGS_DIR"] + "/me", "w").write(str(os.getpid()))
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(600)
    """
    handle = ProcessBackend().start(bare_sandbox(tmp_path, code))
    outcome = handle.wait(30)  # its failure, not the machine's: it gets no other attempt
    handle.close()
    assert outcome is not None
    assert (outcome.exit_code, outcome.signal) == (None, signal.SIGKILL)
    agent = int((tmp_path / "sandbox" / "logs" / "me").read_text())
    assert until(lambda: not alive(agent))


def test_the_sandbox_ends_when_the_harness_dies(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    harness = f"""
from pathlib import Path
from mlebench.sandbox.process import ProcessBackend
from tests.sandboxes import bare_sandbox
handle = ProcessBackend().start(bare_sandbox(Path({str(tmp_path / "inner")!r}), {FAMILY + "time.sleep(600)"!r}))
handle.wait(600)
"""
    root = Path(__file__).parents[2]
    process = subprocess.Popen([sys.executable, "-c", harness], cwd=root, env={**os.environ, "PYTHONPATH": str(root)})
    log = tmp_path / "inner" / "run.log"
    assert until(lambda: log.exists() and "ready" in log.read_text())
    process.kill()
    process.wait()
    assert until(lambda: not any(alive(one) for one in family(tmp_path / "inner")))


def test_an_unknown_sandbox_is_answered_with_the_known_ones() -> None:
    with pytest.raises(Exception, match="no sandbox 'moon'") as error:
        open_backend("moon")
    assert "process" in str(error.value)
