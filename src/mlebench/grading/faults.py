"""Tracebacks of graders that failed: a file beside the report. They may quote answers, so no sandbox may see them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

from mlebench.grading.report import CompetitionReport
from mlebench.logs import harmless

_log = logging.getLogger(__name__)


def write_tracebacks(reports: Sequence[CompetitionReport], path: Path) -> list[CompetitionReport]:
    """Write them all to one file, and say in the reports where it is. Where no grader failed, there is no file."""
    told, pieces = [], []
    for report in reports:
        if report.traceback is not None:
            about = f"{report.created_at} {report.competition_id}, {report.submission_path}\n{report.error}\n"
            pieces.append(harmless(f"{about}{report.traceback}\n"))
            error = f"{(report.error or '').rstrip('.')}. The traceback is in {path}"
            report = report.model_copy(update={"error": error})
        told.append(report)
    try:
        if pieces:
            path.write_text("".join(pieces), encoding="utf-8", errors="replace")
        else:
            path.unlink(missing_ok=True)  # of an earlier call, whose fault is mended
    except OSError:
        _log.exception("%s cannot be written.", path)
        return list(reports)
    return told
