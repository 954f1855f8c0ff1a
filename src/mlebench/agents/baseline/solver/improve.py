"""From the first file to a better one."""

from __future__ import annotations

import traceback

from solver import denoise, learn, prior, retrieve
from solver.files import Files
from solver.sample import read_sample
from solver.sandbox import Sandbox


def improve(sandbox: Sandbox, files: Files) -> None:
    """Let the strategies try, the most special first, until one has handed in."""
    sample = read_sample(sandbox.handed_in)
    if sample is None:
        sandbox.log("the sample submission is no table with ids and targets: it stays")
        return
    for strategy in (retrieve.solve, denoise.solve, learn.solve, prior.solve):
        name = strategy.__module__.removeprefix("solver.")
        try:
            submission = strategy(sandbox, files, sample)
        except Exception:
            # A strategy that stumbles over unusual data must not cost the submission.
            sandbox.log(f"{name}: gave up\n{traceback.format_exc(limit=-4)}")
            continue
        if submission is None or not sample.accepts(submission):
            sandbox.log(f"{name}: does not fit this task")
        elif sandbox.hand_in(submission, name):
            return
    sandbox.log("the sample submission stays")
