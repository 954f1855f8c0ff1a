"""Agents that start nothing: the harness itself hands in, and no sandbox is opened. By the `kind` of agent.yaml."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from mlebench import foreign
from mlebench.runs.record import RunRecord

if TYPE_CHECKING:
    from mlebench.runs.execute import RunJob

HandIn = Callable[["RunJob", RunRecord, Path], str | None]


def hand_in(job: RunJob, record: RunRecord, target: Path) -> str | None:
    """Write the submission; returns why there is none, or null."""
    return _KINDS[job.agent.spec.kind](job, record, target)


def _oracle(job: RunJob, record: RunRecord, target: Path) -> None:
    """The perfect submission. It is made from the answers, which is why no agent's process is ever near it."""
    from mlebench.grading.perfect import write_perfect

    write_perfect(job.competition(), job.data_dir, target)


def _replay(job: RunJob, record: RunRecord, target: Path) -> str | None:
    """A file that was made elsewhere: of this seed where there is one, else of the competition."""
    folder, competition = Path(str(job.settings.arguments["folder"])), record.competition_id
    names = (f"{competition}_seed{record.seed}.csv", f"{competition}.csv", f"{competition}/submission.csv")
    for name in names:
        if (folder / name).is_file():
            with foreign.opened(folder, name) as file, target.open("xb") as new:
                shutil.copyfileobj(file, new)
            return None
    return f"There is none of {', '.join(names)} in {folder}."


_KINDS: dict[str, HandIn] = {"oracle": _oracle, "replay": _replay}
