"""RD-Agent, as it comes from its registry. Its installation is large: run on request, with `-m heavy`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.agents.real_run import run_real, solution
from tests.agents.scripted_model import Ask, Call, Say

# It wants the data in a folder of its own, and the validation score in a table.
CODE = solution('"submission.csv"').replace('os.environ["DATA_DIR"]', '"workspace_input"') + (
    'pd.DataFrame({"logloss": [loss, loss]}, index=["linear", "ensemble"]).to_csv("scores.csv")\n'
    'print("debug_time: 1.0", "estimated_time: 1.0", sep="\\n")\n'
)
SCORES = ("alignment", "impact", "novelty", "feasibility", "risk_reward_balance")
JUDGED = {"execution": "It ran.", "return_checking": "It is right.", "code": "It is plain."}
# Words of its prompts -> what a model would answer; it asks for JSON everywhere but for code.
ANSWERS: dict[str, dict[str, Any]] = {
    "extracts structured information": {"Metric Name": "logloss", "Metric Direction": False},
    "categorize each identified challenge": {"few rows": {"problem": "There are few rows.", "reason": "Seventy."}},
    "# Task 1: Hypothesis Proposal": {
        "few rows": {
            "reason": "Few rows want few parameters.",
            "component": "Model",
            "hypothesis": "A linear model does well.",
            "evaluation": {f"{name}_score": 8 for name in SCORES},
        }
    },
    "sketch or refinement plan": {"description": "### Fit a linear model", "packages": ["scikit-learn"]},
    '"acceptable": ': {**JUDGED, "acceptable": True, "hyperparameter_tuning_decision": False},
    '"final_decision": ': {**JUDGED, "final_decision": True},
    '"Replace Best Result": ': dict.fromkeys(
        ["Evaluation Aligned With Task", "Replace Best Result", "Acceptable"], "yes"
    ),
}


def research(ask: Ask) -> Say | Call:
    text = "\n".join(str(message["content"]) for message in ask.body["messages"])
    answer = next((answer for words, answer in ANSWERS.items() if words in text), None)
    return Say(f"```python\n{CODE}\n```" if answer is None else json.dumps(answer))


@pytest.mark.heavy
def test_the_experiment_that_it_would_submit_is_handed_in(tmp_path: Path) -> None:
    run = run_real("rdagent", research, tmp_path, "-A", "loops=1", "--allow-model", "text-embedding-*")
    run.require_trained()
    assert "LogisticRegression" in (run.folder / "code" / "main.py").read_text()
    assert list((run.folder / "logs" / "rdagent").rglob("*.pkl"))
