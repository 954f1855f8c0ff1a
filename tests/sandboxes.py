"""Agents and sandboxes for tests: real folders, real processes."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import psutil

from mlebench.agents import Agent, load_agent
from mlebench.sandbox import SandboxSpec

HAND_IN = """
import os, shutil
from pathlib import Path
data, out = Path(os.environ["DATA_DIR"]), Path(os.environ["SUBMISSION_DIR"])
shutil.copyfile(data / "sample_submission.csv", out / "submission.csv")
"""


def write_agent(folder: Path, code: str, *, name: str = "tester", extra: str = "") -> Agent:
    """An agent that runs this code."""
    folder = folder / name
    folder.mkdir(parents=True)
    (folder / "agent.yaml").write_text(f"name: {name}\ndescription: for tests\nstart: [python, start.py]\n{extra}")
    (folder / "start.py").write_text(dedent(code))
    return load_agent(folder)


def bare_sandbox(folder: Path, code: str, **environment: str) -> SandboxSpec:
    """A sandbox without a competition, in which this code runs."""
    sandbox = folder / "sandbox"
    for name in ("submission", "logs", "code", "agent"):
        (sandbox / name).mkdir(parents=True)
    (folder / "data").mkdir()
    (sandbox / "agent" / "start.py").write_text(dedent(code))
    return SandboxSpec(
        run_id=f"sandbox-{folder.name}",
        folder=sandbox,
        data=folder / "data",
        command=("python", "start.py"),
        environment={"LOGS_DIR": str(sandbox / "logs"), **environment},
        output=folder / "run.log",
    )


def alive(process: int) -> bool:
    """Whether a process is still at work (a zombie is not)."""
    try:
        return psutil.Process(process).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def until(condition: Callable[[], bool], seconds: float = 20.0) -> bool:
    """Wait for something to become true."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return condition()
