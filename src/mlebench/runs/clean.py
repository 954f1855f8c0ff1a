"""Taking away what harnesses that died have left: sandboxes with their processes, containers, half-written files."""

from __future__ import annotations

from mlebench.errors import MlebenchError
from mlebench.runs.group import RunGroup
from mlebench.runs.listed import RUN_FILE
from mlebench.runs.plan import PlannedRun
from mlebench.runs.record import Failure, now
from mlebench.runs.run_folder import SANDBOX
from mlebench.sandbox import open_backend, remove_sandbox_folder

_LOST = Failure(kind="infrastructure", message="The harness ended before the run did.")


def clean_group(group: RunGroup) -> list[str]:
    """Clean a group that nobody runs; returns the runs that were cut off, which a resumed group runs again.

    Submissions, logs and records stay.
    """
    try:
        with group.locked():
            return [run.run_id for run in group.spec.runs if _clean(group, run)]
    except OSError as error:
        raise MlebenchError(f"{group.folder}: cannot be cleaned ({error.strerror}).") from error


def _clean(group: RunGroup, run: PlannedRun) -> bool:
    """Whether the run had been cut off."""
    folder, record = group.folder_of(run), group.record(run)
    if record.state == "unreadable":  # its sandbox may hold what an agent has made
        return False
    lost = record.state == "running"
    if lost:
        open_backend(group.spec.sandbox, group.spec.settings).recover(run.run_id)
        record.state, record.failure, record.finished_at = "failed", _LOST, now()
        record.save(folder)
    if record.uncollected is None:  # it holds what an agent has made; a resumed group collects it
        remove_sandbox_folder(folder / SANDBOX)
    for half in folder.glob(f".{RUN_FILE}.*"):
        half.unlink(missing_ok=True)
    return lost
