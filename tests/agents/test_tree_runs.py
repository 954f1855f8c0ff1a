"""The tree agent for real: in a closed sandbox, through the gateway, against a model that follows a script."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from mlebench.agents import AgentRegistry
from mlebench.agents.registry import BUILT_IN
from mlebench.catalog import Registry
from mlebench.gateway.model import Budget, ModelSettings
from mlebench.grading.grade import grade_submission
from mlebench.runs import RunRecord
from mlebench.runs.launch import create_group, run_group
from mlebench.runs.plan import RunOptions, RunSettings
from mlebench.sandbox import Resources
from tests.agents.scripted_model import KEY, MODEL, Ask, Say, Script, ScriptedModel, scripted_model
from tests.conftest import Miniatures
from tests.sandbox.conftest import bubblewrap_problem

TASK = "starter-wine-cultivars"
BROKEN = "import csv\nrows = list(csv.DictReader(open('missing.csv')))"
# The shares of the classes; nothing but the standard library, so that it takes no time on the busiest machine.
SHARES = """
import csv, math, os
data = os.environ["DATA_DIR"]
train, test = (list(csv.DictReader(open(f"{data}/{name}.csv"))) for name in ("train", "test"))
held, rest = train[::3], train[1::3] + train[2::3]
shares = {c: (sum(row["cultivar"] == c for row in rest) + 1) / (len(rest) + 3) for c in "123"}
loss = -sum(math.log(shares[row["cultivar"]]) for row in held) / len(held)
print(f"validation score: {loss:.6f} (lower is better)")
with open("submission.csv", "w", newline="") as file:
    out = csv.writer(file)
    out.writerow(["id", *(f"cultivar_{c}" for c in "123")])
    out.writerows([row["id"], *shares.values()] for row in test)
"""
FITTED = """
import os
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss
from sklearn.model_selection import cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
data = os.environ["DATA_DIR"]
train, test = pd.read_csv(f"{data}/train.csv"), pd.read_csv(f"{data}/test.csv")
features = [name for name in test.columns if name != "id"]
model = make_pipeline(StandardScaler(), LogisticRegression())
held = cross_val_predict(model, train[features], train["cultivar"], cv=5, method="predict_proba")
print(f"validation score: {log_loss(train['cultivar'], held):.6f} (lower is better)")
predicted = model.fit(train[features], train["cultivar"]).predict_proba(test[features])
table = pd.DataFrame(predicted, columns=[f"cultivar_{c}" for c in model.classes_])
table.insert(0, "id", test["id"])
table.to_csv("submission.csv", index=False)
"""
ENDLESS = "import time\nprint('I have time', flush=True)\ntime.sleep(100_000)"


def words_of(ask: Ask) -> str:
    """The question, in whichever dialect."""
    messages = ask.body.get("messages") or ask.body.get("input") or ask.body["contents"]
    return str(messages[0]["content"] if "content" in messages[0] else messages[0]["parts"][0]["text"])


def engineer(draft: str = BROKEN, repaired: str = SHARES, improved: str = FITTED) -> Script:
    """A model that answers by what it is asked to do."""

    def script(ask: Ask) -> Say:
        now = words_of(ask).rsplit("# Now\n", 1)[1]
        kinds = {"Write a solution": draft, "This script failed": repaired, "This script works": improved}
        code = next(code for words, code in kinds.items() if now.startswith(words))
        return Say(f"My plan: <script>alert('plan')</script>\n\n```python\n{code.strip()}\n```\n")

    return script


class Ran:
    """A run that has ended."""

    def __init__(self, folder: Path, record: RunRecord, model: ScriptedModel) -> None:
        self.folder, self.record, self.model = folder, record, model
        self.log = (folder / "run.log").read_text()

    @property
    def journal(self) -> list[dict[str, Any]]:
        path = self.folder / "logs" / "journal.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    @property
    def submission(self) -> Path:
        return self.folder / "submission" / "submission.csv"


Run = Callable[..., Ran]


@pytest.fixture
def run(tmp_path: Path, registry: Registry, miniatures: Miniatures, monkeypatch: pytest.MonkeyPatch) -> Run:
    def run_it(
        script: Script,
        *,
        sandbox: str = "bubblewrap",
        tokens: int | None = None,
        limits: Mapping[str, float] = MappingProxyType({}),
        **arguments: str,
    ) -> Ran:
        if sandbox == "bubblewrap" and (problem := bubblewrap_problem()):
            pytest.skip(f"bubblewrap: {problem}")
        layout = miniatures.layout(TASK)
        agent = AgentRegistry().get("tree")
        settings = RunSettings(
            resources=Resources.model_validate({"time_limit": 900.0, **limits}),
            arguments={"drafts": "1", **arguments},
            model_name=MODEL,
            model=ModelSettings(budget=Budget(tokens=tokens)),
        )
        options = RunOptions(sandbox, settings)
        with scripted_model(script) as model:
            for name, value in model.environment().items():
                monkeypatch.setenv(name, value)
            group = create_group(tmp_path / "runs", agent, [registry.get(TASK)], layout.data_dir, options)
            record = run_group(group, agent, registry, layout.data_dir, options)[0]
        return Ran(group.folder / record.run_id, record, model)

    return run_it


def score_of(path: Path, registry: Registry, miniatures: Miniatures) -> float:
    report = grade_submission(registry.get(TASK), path, miniatures.layout(TASK).data_dir)
    assert report.score is not None, report.error
    return report.score


@pytest.mark.parametrize(
    ("dialect", "path"),
    [
        ("openai-chat", "/v1/chat/completions"),
        ("openai-responses", "/v1/responses"),
        ("anthropic", "/v1/messages"),
        ("gemini", f"/v1beta/models/{MODEL}:generateContent"),
    ],
)
def test_a_broken_draft_is_repaired_and_improved_and_beats_the_sample(
    dialect: str, path: str, run: Run, registry: Registry, miniatures: Miniatures
) -> None:
    ran = run(engineer(), steps="3", dialect=dialect)
    assert ran.record.state == "finished", ran.log
    assert {ask.path for ask in ran.model.asks} == {path}
    broken, repaired, improved = ran.journal
    assert [(each["kind"], each["parent"]) for each in ran.journal] == [("draft", None), ("debug", 0), ("improve", 1)]
    assert broken["problem"] == "it ended with exit code 1"
    assert "missing.csv" in broken["output"]
    assert improved["score"] < repaired["score"]
    assert improved["lower_is_better"] is True
    assert [each["handed_in"] for each in ran.journal] == [None, 1, 2]
    _, after_failure, after_success = (words_of(ask) for ask in ran.model.asks)
    assert "No such file or directory: 'missing.csv'" in after_failure
    assert f"{repaired['score']} (lower is better)" in after_success
    own = score_of(ran.submission, registry, miniatures)
    sample = score_of(miniatures.layout(TASK).public / "sample_submission.csv", registry, miniatures)
    assert own < sample / 2
    assert (ran.folder / "code" / "solution.py").read_text().strip() == FITTED.strip()
    assert (ran.folder / "code" / "attempt-000.py").read_text().strip() == BROKEN
    page = (ran.folder / "logs" / "tree.html").read_text()
    assert "all steps are used" in page
    assert "<script" not in page
    kept = [file.read_text(errors="replace") for file in ran.folder.rglob("*") if file.is_file()]
    assert not [text for text in kept if KEY in text]


def test_a_spent_budget_ends_the_search_with_the_best_so_far(run: Run) -> None:
    ran = run(engineer(), steps="10", tokens=36)  # an answer of the scripted model takes 18
    assert ran.record.state == "finished", ran.log
    assert [each["kind"] for each in ran.journal] == ["draft", "debug"]
    assert "ended: the budget is spent" in ran.log
    assert "36 tokens is used up" in ran.log
    assert ran.submission.read_text().splitlines()[1].count(",") == 3
    assert len({line.split(",", 1)[1] for line in ran.submission.read_text().splitlines()[1:]}) == 1  # the shares


def test_a_budget_that_allows_nothing_leaves_the_sample_and_is_no_success(run: Run, miniatures: Miniatures) -> None:
    ran = run(engineer(), tokens=0)
    assert ran.record.state == "failed"
    assert ran.submission.read_bytes() == (miniatures.layout(TASK).public / "sample_submission.csv").read_bytes()


def test_what_was_best_when_the_time_ran_out_is_what_counts(
    run: Run, registry: Registry, miniatures: Miniatures
) -> None:
    ran = run(engineer(draft=SHARES, improved=ENDLESS, repaired=ENDLESS), limits={"time_limit": 60.0})
    assert ran.record.state in ("finished", "timed_out")  # where the machine is very busy the harness comes first
    assert ran.journal[0]["handed_in"] == 0
    assert {each["handed_in"] for each in ran.journal} == {0}
    assert all("stopped after" in each["problem"] for each in ran.journal[1:])
    assert score_of(ran.submission, registry, miniatures) < 1.2


def test_a_script_that_hands_in_something_invalid_does_not_replace_what_is_valid(run: Run) -> None:
    invalid = SHARES.replace('row["id"], *shares', '"nobody", *shares')
    ran = run(engineer(draft=SHARES, improved=invalid), steps="2")
    good, bad = ran.journal
    assert (good["valid"], bad["valid"]) == (True, False)
    assert "invalid" in bad["problem"]
    assert bad["handed_in"] == 0


def test_a_script_that_hands_in_by_itself_does_not_replace_the_sample(run: Run, miniatures: Miniatures) -> None:
    rogue = "from pathlib import Path\nPath('/home/submission/submission.csv').write_text('nonsense')"
    ran = run(engineer(draft=rogue), steps="1")
    assert ran.journal[0]["exit_code"] == 0
    assert ran.submission.read_bytes() == (miniatures.layout(TASK).public / "sample_submission.csv").read_bytes()


def test_where_the_gateway_asks_for_a_key_it_gets_the_one_of_the_run(run: Run) -> None:
    ran = run(engineer(draft=SHARES), sandbox="process", steps="1")
    assert ran.record.state == "finished", ran.log
    assert ran.journal[0]["problem"] is None


def test_a_script_that_takes_all_the_memory_does_not_take_the_agent_with_it(run: Run) -> None:
    greedy = "taken = []\nwhile True: taken.append(bytearray(b'x' * (64 << 20)))"
    ran = run(engineer(draft=greedy), steps="2", limits={"memory_gb": 1})
    assert ran.record.state == "finished", ran.log
    greedy_one, repaired = ran.journal
    assert greedy_one["problem"].startswith("it ended with exit code")
    assert repaired["problem"] is None


def test_a_model_that_only_talks_leaves_the_sample(run: Run, miniatures: Miniatures) -> None:
    ran = run(lambda ask: Say("I would rather talk about the weather."), steps="2")
    assert ran.record.state == "finished", ran.log
    assert [each["problem"] for each in ran.journal] == ["the answer held no Python script"] * 2
    assert ran.submission.read_bytes() == (miniatures.layout(TASK).public / "sample_submission.csv").read_bytes()


def test_the_agent_ends_by_itself_before_its_time_is_over(tmp_path: Path, miniatures: Miniatures) -> None:
    """Outside a sandbox, where nothing else ends it."""
    for name in ("submission", "logs", "code", "agent"):
        (tmp_path / name).mkdir()
    (tmp_path / "validate_submission.sh").write_text("echo fine\n")
    folders = {f"{name.upper()}_DIR": str(tmp_path / name) for name in ("submission", "logs", "code", "agent")}
    limits = {
        "TIME_LIMIT_SECS": "12",
        "STEP_LIMIT": "500",
        "MODEL": MODEL,
        "DATA_DIR": str(miniatures.layout(TASK).public),
    }
    usual = {
        "steps": "50",
        "drafts": "1",
        "debug_depth": "0",
        "step_seconds": "60",
        "temperature": "",
        "max_tokens": "99",
    }
    arguments = {f"ARG_{name.upper()}": value for name, value in {**usual, "dialect": "auto"}.items()}
    with scripted_model(engineer(draft=SHARES, improved=ENDLESS)) as model:
        done = subprocess.run(
            [sys.executable, "main.py"],
            cwd=BUILT_IN / "tree",
            env={**os.environ, **folders, **limits, **arguments, **model.environment()},
            capture_output=True,
            text=True,
            timeout=600,
        )
    assert done.returncode == 0, done.stderr
    assert "ended: the time is over" in done.stdout
