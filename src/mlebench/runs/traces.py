"""Where to look when a run did not go well."""

from __future__ import annotations

from pathlib import Path

from mlebench.logs import HARNESS_LOG
from mlebench.runs.group import GRADING_FAULTS, SNAPSHOTS_FAULTS, RunGroup
from mlebench.runs.record import RunRecord
from mlebench.runs.run_folder import LOG


def where_to_look(group: RunGroup, record: RunRecord) -> list[Path]:
    """The files that say what went wrong, the most telling one first; none for a run without a fault."""
    folder = group.folder / record.run_id
    found = [folder / GRADING_FAULTS, folder / SNAPSHOTS_FAULTS]
    ours = record.validator_faults or record.earlier_failures
    if ours or (record.failure and record.failure.kind == "infrastructure"):
        found.append(group.folder / HARNESS_LOG)
    if record.failure is not None:
        found.append(folder / LOG)
    return [path for path in found if path.is_file() and path.stat().st_size]
