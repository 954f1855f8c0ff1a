"""The validator as a tool of Inspect: whether a submission is valid in form. It knows no answers."""

from __future__ import annotations

from contextlib import closing

from anyio import to_thread
from inspect_ai.tool import Tool, tool
from inspect_ai.util import store

from mlebench.gateway.checker import NAME, Checker
from mlebench.inspect_tasks.options import TaskOptions
from mlebench.inspect_tasks.sandbox import COMPETITION, TooLarge, handed_in
from mlebench.scratch import Scratch


def _make(**given: object) -> Tool:
    """Check the submission of the sample. Takes the options of the task."""
    options = TaskOptions.of(given)

    async def execute() -> str:
        """Say whether your submission.csv is a valid submission, and if not why. No score is told.

        Returns:
            One sentence, and warnings.
        """
        try:
            content = await handed_in(options.sandbox)
        except TooLarge:  # whoever asks can make it smaller; an error would end the sample
            return "Your submission is too large to be read here, so it can be neither checked nor scored."
        if content is None:
            return "There is no submission yet."
        return await to_thread.run_sync(_verdict, store().get(COMPETITION), content, options)

    return execute


validate_submission = tool(name="validate_submission")(_make)


def _verdict(competition_id: str, content: bytes, options: TaskOptions) -> str:
    competition = options.registry.get(competition_id)
    checker = Checker(options.data_dir, benchmark=options.benchmark)
    with Scratch("inspect") as folder, closing(checker):
        (folder / NAME).write_bytes(content)
        answer = checker.check(competition.folder, folder / NAME)
    return "\n".join([answer.message, *(f"Warning: {text}" for text in answer.warnings)])
