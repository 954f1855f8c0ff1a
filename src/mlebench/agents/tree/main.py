"""The tree agent: a language model writes whole solutions, one at a time, and the agent keeps the best.

Each attempt is a script. It is run, its own validation score is read, and its submission is validated. A failure goes
back to the model with its output; a success is improved.
"""

import json
import os
import shutil
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from typing import NoReturn

from search.attempts import Attempt, Tree
from search.model import Finished, Model, ModelFault
from search.page import page
from search.prompts import describe_task, overview, prompt_for
from search.reading import lower_is_better, read_score, shortened, split_answer
from search.sandbox import Sandbox

_NO_SCORE = "it printed no line `validation score: NUMBER (lower is better)` or `... (higher is better)`"
_SHORTEST = 0.02  # of the time limit: with less for a script, the search ends


def main() -> int:
    """Search until something ends it; an error where the model was of no use."""
    sandbox, tree = Sandbox(), Tree()
    try:
        search(Model(os.environ, sandbox.left, sandbox.log), sandbox, tree)
    except (Finished, ModelFault) as reason:
        end = f"ended: {reason}"
        exit_code = int(isinstance(reason, ModelFault) or not tree.attempts)
    sandbox.log(end)
    (sandbox.logs / "tree.html").write_text(page(tree, end), encoding="utf-8")
    shutil.rmtree(sandbox.scratch, ignore_errors=True)
    return exit_code


def search(model: Model, sandbox: Sandbox, tree: Tree) -> NoReturn:
    """One attempt after the other, until Finished or ModelFault is raised."""
    names = ("ARG_STEPS", "ARG_DRAFTS", "ARG_DEBUG_DEPTH", "ARG_STEP_SECONDS", "STEP_LIMIT")
    steps, drafts, debug_depth, longest, step_limit = (int(os.environ[name]) for name in names)
    sandbox.log(f"{model.name}, spoken to as {model.dialect}")
    sample = sandbox.find_sample()
    sandbox.hand_in(sample)  # something valid is there, whatever happens
    description = (sandbox.data / "description.md").read_text(encoding="utf-8", errors="replace")
    tree.lower, files = lower_is_better(description), overview(sandbox.data)
    while len(tree.attempts) < min(steps, step_limit):
        seconds = min(longest, sandbox.left() / 2)  # so that one slow script does not take the time of all others
        if seconds < _SHORTEST * sandbox.time_limit:
            raise Finished("the time is over")
        kind, parent = tree.next_step(drafts, debug_depth)
        task = describe_task(sandbox.data, description, files, seconds)
        plan, code = split_answer(model.ask(prompt_for(kind, parent, tree, task)))
        attempt = Attempt(len(tree.attempts), kind, parent.number if parent else None, plan, code)
        try_out(attempt, sandbox, min(seconds, sandbox.left()))
        tree.attempts.append(attempt)
        keep(attempt, sandbox, tree, sample)
    raise Finished("all steps are used")


def try_out(attempt: Attempt, sandbox: Sandbox, seconds: float) -> None:
    """Run the script, read its score, validate what it wrote."""
    script = sandbox.code / f"attempt-{attempt.number:03}.py"
    script.write_text(attempt.code + "\n", encoding="utf-8")
    if not attempt.code:
        attempt.problem = "the answer held no Python script"
        return
    began = time.monotonic()
    with tempfile.TemporaryDirectory(dir=sandbox.scratch, ignore_cleanup_errors=True) as name:
        submission = Path(name, "submission.csv")
        attempt.output, attempt.exit_code = sandbox.run(script, submission.parent, seconds)
        attempt.seconds = round(time.monotonic() - began, 2)
        attempt.score, attempt.lower_is_better = read_score(attempt.output)
        attempt.valid, said = sandbox.validate(submission)
        if attempt.valid:
            shutil.copyfile(submission, sandbox.scratch / f"{attempt.number}.csv")
    if attempt.exit_code is None:
        attempt.problem = f"it was stopped after {seconds:.0f} seconds"
    elif attempt.exit_code != 0:
        attempt.problem = f"it ended with exit code {attempt.exit_code}"
    elif not attempt.valid:
        attempt.problem = said
    elif attempt.score is None:
        attempt.problem = _NO_SCORE


def keep(attempt: Attempt, sandbox: Sandbox, tree: Tree, sample: Path | None) -> None:
    """Hand in the best so far, also where a script has put something else there, and write down what happened."""
    best = tree.to_hand_in()
    sandbox.hand_in(sample if best is None else sandbox.scratch / f"{best.number}.csv")
    if best is not None:
        (sandbox.code / "solution.py").write_text(best.code + "\n", encoding="utf-8")
    entry = {**asdict(attempt), "output": shortened(attempt.output, 20_000), "handed_in": best and best.number}
    with (sandbox.logs / "journal.jsonl").open("a", encoding="utf-8") as journal:
        journal.write(json.dumps(entry) + "\n")
    (sandbox.logs / "tree.html").write_text(page(tree, "At work."), encoding="utf-8")
    sandbox.log(f"{attempt}; handed in: {'the sample' if best is None else f'#{best.number}'}")


if __name__ == "__main__":
    sys.exit(main())
