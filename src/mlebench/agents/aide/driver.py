"""Drives AIDE step by step, because its command hands in the last step's submission and knows no end of the time.

After each step the best valid submission so far lies in the submission folder. AIDE's parts are used as they are;
what `through_the_gateway` and `same_direction` change, they say.
"""

from __future__ import annotations

import logging
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path
from types import FrameType

import aide.agent
import aide.backend
from aide.backend import backend_anthropic, backend_openai
from aide.journal import Journal, Node
from aide.utils.config import Config, _load_cfg, load_task_desc, prep_agent_workspace, prep_cfg, save_run
from hand_in import hand_in, hand_in_sample
from solution import run

FAILURES = 5  # steps in a row without an answer from the model: then there is no use in going on
_NOTE = """
# Limits

All the work on this competition may take {minutes} minutes; solutions run without a network.
Predictions must come from a model or procedure made from the given files: no labels by hand, no known answers.
"""


class TimeIsUp(BaseException):
    """Nobody may catch it by accident."""


def argument(name: str) -> str:
    """What the user said, or the default."""
    return os.environ[f"ARG_{name.upper()}"]


def configuration(workspace: Path, time_limit: float) -> Config:
    """AIDE's settings."""
    data, logs = Path(os.environ["DATA_DIR"]), Path(os.environ["LOGS_DIR"]) / "aide"
    logs.mkdir(exist_ok=True)
    task = logs / "task.md"
    note = _NOTE.format(minutes=max(1, round(time_limit / 60)))
    task.write_text((data / "description.md").read_text(encoding="utf-8") + note, encoding="utf-8")
    settings = _load_cfg(use_cli_args=False)
    settings.data_dir, settings.desc_file = str(data), str(task)
    settings.log_dir, settings.workspace_dir = str(logs), str(workspace)
    settings.copy_data = settings.generate_report = False
    settings.exp_name = "aide"
    settings.exec.timeout = int(argument("exec_timeout"))
    settings.agent.steps = min(int(argument("steps")), int(os.environ["STEP_LIMIT"]))
    settings.agent.k_fold_validation = int(argument("k_fold_validation"))
    for name, kind in (("num_drafts", int), ("max_debug_depth", int), ("debug_prob", float)):
        settings.agent.search[name] = kind(argument(name))
    settings.agent.code.model = os.environ["MODEL"]
    settings.agent.feedback.model = argument("feedback_model") or os.environ["MODEL"]
    for stage in (settings.agent.code, settings.agent.feedback):
        stage.temp = float(argument("temperature"))
    settings = prep_cfg(settings)
    settings.log_dir = logs
    return settings


def through_the_gateway() -> None:
    """Every model is asked at the address of the environment, and a budget that is used up ends the run.

    AIDE asks for models of known families at their makers' addresses, whatever the environment says, and waits for
    ever when it is refused. The gateway has tried again already where that had a point.
    """
    backend_openai.OPENAI_BASE_URL = os.environ.get("OPENAI_BASE_URL", "")
    for provider in ("gemini", "openrouter"):
        aide.backend.provider_to_query_func[provider] = backend_openai.query
    for module, name in ((backend_openai, "OPENAI"), (backend_anthropic, "ANTHROPIC")):
        name = f"{name}_TIMEOUT_EXCEPTIONS"
        setattr(module, name, tuple(e for e in getattr(module, name) if e.__name__ != "RateLimitError"))
    if float(argument("temperature")) < 0:
        ask = aide.agent.query
        aide.agent.query = lambda *args, **options: ask(*args, **{**options, "temperature": None})


def same_direction(journal: Journal) -> None:
    """AIDE fails for good when the model says of one solution that lower is better and of another that higher is."""
    good = journal.good_nodes
    for node in good:
        node.metric.maximize = good[0].metric.maximize


def is_better(node: Node, handed_in: Node | None) -> bool:
    """Than the one whose submission lies there; one that AIDE calls broken is better than none."""
    if handed_in is None:
        return True
    return not node.is_buggy and (handed_in.is_buggy or node.metric > handed_in.metric)


def work(agent: aide.agent.Agent, workspace: Path, ends: float) -> None:
    """Steps, until there are enough, the budget is used up or the model does not answer."""
    made = workspace / "working" / "submission.csv"
    best: Node | None = None
    failures = 0

    def execute(code: str, _reset: bool) -> aide.agent.ExecutionResult:
        shutil.rmtree(made, ignore_errors=True)  # what an earlier solution left there, whatever it is
        made.unlink(missing_ok=True)
        made.parent.mkdir(exist_ok=True)
        return run(code, workspace, min(agent.cfg.exec.timeout, ends - time.monotonic()))

    for step in range(1, agent.acfg.steps + 1):
        try:
            agent.step(execute)
            same_direction(agent.journal)
            node = agent.journal[-1]
            score = "broken" if node.is_buggy else node.metric
            print(f"Step {step}: {node.stage_name}, {score}, {node.exec_time:.0f} s")
            if is_better(node, best) and hand_in(made, node.code):
                print("This is now handed in.")
                best = node
            save_run(agent.cfg, agent.journal)
            failures = 0
        except Exception as error:
            failures += 1
            print(f"Step {step} failed:\n{traceback.format_exc(limit=-3)}")
            if "is used up" in str(error):  # the gateway's words on a budget, in every dialect
                print("The budget is used up: what was handed in stays.")
                break
            if failures == FAILURES:
                print(f"{FAILURES} steps in a row have failed.")
                break


def main() -> int:
    """Everything that the time allows."""
    time_limit = float(os.environ["TIME_LIMIT_SECS"])
    # Better to stop than to be stopped; it has taken a while to get here.
    seconds = time_limit - min(60.0, 0.1 * time_limit) - (time.time() - float(os.environ["STARTED"]))
    ends = time.monotonic() + seconds
    print(f"There are {seconds:.0f} seconds of {time_limit:.0f} for the work.")

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TimeIsUp

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, max(0.1, seconds))
    try:
        if argument("sample_first") == "true":
            hand_in_sample()
        random.seed(int(os.environ["SEED"]))
        through_the_gateway()
        settings = configuration(Path(tempfile.mkdtemp(prefix="aide-")), time_limit)
        log = logging.FileHandler(settings.log_dir / "aide.log")  # what it asked, and what it was answered
        logger = logging.getLogger("aide")
        logger.addHandler(log)
        logger.setLevel(logging.INFO)
        logger.propagate = False
        prep_agent_workspace(settings)
        work(aide.agent.Agent(load_task_desc(settings), settings, Journal()), settings.workspace_dir, ends)
    except TimeIsUp:
        print("The time is up: what was handed in stays.")
    if not Path(os.environ["CODE_DIR"], "solution.py").exists():
        print("No step has made a valid submission.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
