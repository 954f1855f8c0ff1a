"""`inspect eval` as a user types it, with a model that follows a script."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.agents.scripted_model import Script, scripted_model
from tests.environments import environment

# What a model types into the shell: hand in the sample submission.
HAND_IN = "cp data/sample_submission.csv submission/submission.csv"


@dataclass(frozen=True)
class Evaluation:
    """What came of a call."""

    code: int
    said: str
    log: Path | None
    asks: list[Any]

    @cached_property
    def content(self) -> dict[str, Any]:
        """The log."""
        return dict(json.loads(_inspect("log", "dump", str(self.log)).stdout))

    @property
    def samples(self) -> dict[str, dict[str, Any]]:
        """The samples of the log by their ids."""
        return {sample["id"]: sample for sample in self.content["samples"]}


def _inspect(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [environment("inspect", with_mlebench=True) / "inspect", *words],
        capture_output=True,
        text=True,
        env={**os.environ, **variables},
        timeout=500,
    )


def evaluate(task: str, script: Script, folder: Path, *words: str, data_dir: Path) -> Evaluation:
    """Run a task; the log and whatever else is written go to `folder`."""
    with scripted_model(script) as model:
        done = _inspect(
            *(
                "eval",
                task,
                "--model",
                "openai-api/scripted/m",
                "--display",
                "plain",
                "--log-dir",
                str(folder / "logs"),
            ),
            *("-T", f"data_dir={data_dir}", *words),
            SCRIPTED_BASE_URL=f"{model.address}/v1",
            SCRIPTED_API_KEY="none",
            INSPECT_LOG_FORMAT="eval",
        )
    logs = sorted((folder / "logs").glob("*.eval"))
    return Evaluation(done.returncode, done.stdout + done.stderr, logs[-1] if logs else None, model.asks)


def report(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """`mlebench report` where Inspect is installed."""
    program = environment("inspect", with_mlebench=True) / "mlebench"
    return subprocess.run([program, "report", *words], capture_output=True, text=True, cwd=folder, timeout=200)
