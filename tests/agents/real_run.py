"""Runs of real agents, as a user starts them: in bubblewrap without a network, against a scripted model."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from mlebench.agents import AgentRegistry
from mlebench.agents.tools import ToolsMissing, require_built
from mlebench.catalog import Registry
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.embedded import Embedded
from tests.agents.scripted_model import MODEL, Script, ScriptedModel, scripted_model
from tests.sandbox.conftest import bubblewrap_problem

COMPETITION = "starter-wine-cultivars"
SUBMISSION = 'os.environ["SUBMISSION_DIR"] + "/submission.csv"'
# A solution of the competition that deserves the name; what it prints is for those who read a validation score.
SOLUTION = """
import os
from pathlib import Path
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
data = Path(os.environ["DATA_DIR"])
train, test = pd.read_csv(data / "train.csv"), pd.read_csv(data / "test.csv")
features = [name for name in test if name != "id"]
model = make_pipeline(StandardScaler(), LogisticRegression())
loss = -cross_val_score(model, train[features], train["cultivar"], scoring="neg_log_loss").mean()
model.fit(train[features], train["cultivar"])
names = [f"cultivar_{label}" for label in model.classes_]
table = pd.DataFrame(model.predict_proba(test[features]), columns=names)
table.insert(0, "id", test["id"])
table.to_csv(TARGET, index=False)
print(f"validation loss: {loss:.4f}")
"""


def solution(target: str) -> str:
    """The solution that writes to this place, a Python expression."""
    return SOLUTION.replace("TARGET", target)


# One command for a shell: where a shell is typed into, a second one would begin after its answer.
SOLVE = f"cat >solve.py <<'END' && python solve.py\n{solution(SUBMISSION)}\nEND"


@dataclass(frozen=True)
class RealRun:
    """What came of it."""

    folder: Path  # of the run
    printed: str  # by mlebench
    model: ScriptedModel

    @property
    def record(self) -> dict[str, Any]:
        return dict(json.loads((self.folder / "run.json").read_bytes()))

    @property
    def report(self) -> dict[str, Any]:
        return dict(json.loads((self.folder / "report.json").read_bytes()))

    @property
    def log(self) -> str:
        return (self.folder / "run.log").read_text(errors="replace")

    def require_trained(self) -> None:
        """The trained solution was handed in and graded, and nobody asked for anything but the model."""
        assert self.record["state"] == "finished", self.log
        assert self.report["valid_submission"], self.report
        assert self.report["score"] < 0.3, "a third for each cultivar costs 1.1"
        assert self.model.asks
        assert not self.model.unknown
        story = json.loads((self.folder / "trajectory.json").read_bytes())
        sources = {step["source"] for step in story["steps"]}
        assert "agent" in sources
        assert sources & {"system", "user"}, "AIDE says everything in the system's voice"


def run_real(agent: str, script: Script, folder: Path, *options: str, model: str = MODEL) -> RealRun:
    """One run of an agent whose tools are built."""
    if problem := bubblewrap_problem():
        pytest.skip(f"bubblewrap: {problem}")
    try:
        require_built(AgentRegistry().get(agent))
    except ToolsMissing as error:
        pytest.skip(str(error))
    data, runs = folder / "data", folder / "runs"
    prepare(Registry().get(COMPETITION), data, Embedded(), PrepareOptions())
    command = [sys.executable, "-m", "mlebench", "run", "--agent", agent, "--model", model, "-c", COMPETITION]
    command += ["--sandbox", "bubblewrap", "--data-dir", str(data), "--runs-dir", str(runs)]
    command += ["--time-limit", "20m", *options]  # no test waits for ever
    with scripted_model(script) as provider:
        environment = {**os.environ, **provider.environment()}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    printed = done.stdout + done.stderr
    found = list(runs.glob(f"*/{COMPETITION}*/run.json"))
    assert len(found) == 1, printed
    return RealRun(found[0].parent, printed, provider)
