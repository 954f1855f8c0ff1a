"""Validation: is a submission acceptable? The answer never holds a score or anything derived from answers."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from mlebench.catalog import Competition
from mlebench.errors import MlebenchError
from mlebench.grading.grade import grade_submission


class Verdict(NamedTuple):
    """Valid or not, and one sentence."""

    valid: bool
    message: str


def validate_submission(competition: Competition, submission: Path, data_dir: Path) -> Verdict:
    """Run the grader's checks and forget the score. A fault of ours is raised, not blamed on others."""
    report = grade_submission(competition, submission, data_dir)
    if report.valid_submission:
        return Verdict(True, f"The submission for {competition.id} is valid.")
    if report.error_kind not in ("invalid", "missing"):
        fault = MlebenchError(f"{submission}: could not be checked. {report.error}")
        if report.traceback:
            fault.add_note(report.traceback)  # for logs; the message does not have it
        raise fault
    return Verdict(False, f"The submission for {competition.id} is invalid. {report.error}")
