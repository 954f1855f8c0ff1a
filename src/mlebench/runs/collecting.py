"""Taking what an agent has handed in out of its sandbox."""

from __future__ import annotations

from pathlib import Path

from mlebench.runs.record import RunRecord, Submission, now
from mlebench.runs.run_folder import SANDBOX
from mlebench.runs.snapshots import SUBMISSION_LIMITS
from mlebench.sandbox import collect, remove_sandbox_folder
from mlebench.sandbox.protocol import OUTPUTS


def collect_outputs(folder: Path, record: RunRecord) -> None:
    """The submission first. The sandbox stays until the record says that all is there."""
    limits = {"submission": SUBMISSION_LIMITS}
    for name in OUTPUTS:
        found = collect(folder / SANDBOX / name, folder / name, limits.get(name), move=True)
        record.left_behind += [each for each in found.refused if each not in record.left_behind]
    record.submission = Submission.of(folder / "submission" / "submission.csv")


def forget_failure(record: RunRecord) -> None:
    """What kept a run from being collected before is an earlier failure now."""
    if record.failure is not None:
        record.earlier_failures.append(record.failure)
        record.failure = None


def collect_elsewhere(folder: Path, before: RunRecord) -> RunRecord:
    """Collect a run whose agent has ended on another machine; returns its record, which is saved."""
    record = before.model_copy(deep=True)
    assert record.uncollected is not None
    forget_failure(record)
    collect_outputs(folder, record)
    record.state, record.failure = record.uncollected.state, record.uncollected.failure
    record.uncollected, record.finished_at = None, now()
    record.save(folder)
    remove_sandbox_folder(folder / SANDBOX)
    return record
