"""How a run ended, and whose fault that is."""

from __future__ import annotations

import errno
import json
import os
from contextlib import suppress
from pathlib import Path

from mlebench.errors import MlebenchError
from mlebench.gateway.model import ModelUsage
from mlebench.runs.listed import State
from mlebench.runs.record import Ending, Failure
from mlebench.sandbox import Outcome

FULL = (errno.ENOSPC, errno.EDQUOT)
_LEAST_BYTES = 1 << 20  # a disk with less is full
DISK_WAS_FULL = Ending(
    state="failed",
    failure=Failure(
        kind="infrastructure", message="The disk was full while the agent worked. Free some space and resume the group."
    ),
)


def explained(error: Exception) -> str:
    """A fault of the machine in words for its user."""
    if isinstance(error, MlebenchError):
        return str(error)
    if isinstance(error, OSError) and error.errno in FULL:
        return f"The disk is full ({error.filename or error.strerror}). Free some space and resume the group."
    return f"{type(error).__name__}: {error}"


def ending_of(state: State, outcome: Outcome, time_limit: float) -> Ending:
    """What an agent is answerable for."""
    failure = None
    if state == "timed_out":
        failure = Failure(kind="time_limit", message=f"The time limit of {time_limit:g} s was over.")
    elif state == "finished" and outcome.exit_code != 0:
        how = f"exit code {outcome.exit_code}" if outcome.signal is None else f"signal {outcome.signal}"
        why = f", having used up its {outcome.exceeded}" if outcome.exceeded else ""
        state, failure = "failed", Failure(kind="agent", message=f"The agent ended with {how}{why}.")
    return Ending(state=state, failure=failure)


def model_trouble(used: ModelUsage | None, journal: Path) -> str | None:
    """What the first call heard, where a model was asked and never answered. The agent may have ended well even so."""
    asked = used.requests + used.refused if used is not None else 0
    if used is None or not asked or used.refused + used.errors < asked:
        return None
    what = f"all {asked} model calls were refused" if not used.requests else f"none of {asked} model calls was answered"
    why = None
    with suppress(OSError, ValueError), journal.open("rb") as lines:
        why = next((entry["error"] for entry in map(json.loads, lines) if entry.get("error")), None)
    return f"{what}: {why}" if why else what


def spoiled_by_full_disk(sandbox: Path, outcome: Outcome, *, seen: bool) -> bool:
    """Whether an agent that failed, or handed in nothing, had no space on our disk to do better.

    `seen` says that our own files found it full at some time. An agent that used up a limit of its own is no such case.
    """
    disk = os.statvfs(sandbox)
    full = disk.f_bavail * disk.f_frsize < _LEAST_BYTES or (disk.f_files > 0 and disk.f_favail == 0)
    if outcome.exceeded is not None or not (full or seen):
        return False
    try:
        handed_in = (sandbox / "submission" / "submission.csv").lstat().st_size > 0
    except OSError:
        handed_in = False
    return outcome.exit_code != 0 or not handed_in
