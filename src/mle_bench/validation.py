"""`validate_submission` under the name and with the result that agent guides expect."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple

import mlebench


class ValidationResult(NamedTuple):
    """What a submission is worth."""

    valid: bool
    score: float | None
    medal_tier: Literal["gold", "silver", "bronze"] | None
    message: str


def validate_submission(
    *, submission_path: Path | str, competition_id: str, data_dir: Path | str | None = None
) -> ValidationResult:
    """Grade a submission on prepared data. For use outside an agent's sandbox only: it shows the score.

    The message also says where the data is a miniature (then there is no medal) or was not verified.
    """
    report = mlebench.grade(submission_path, competition_id, data_dir=data_dir)
    warned = (f"Warning: {warning}" for warning in report.warnings)
    suspected = (f"Exploit suspected: {reason}" for reason in report.exploits)
    message = " ".join([report.error or "valid", *warned, *suspected])
    return ValidationResult(report.valid_submission, report.score, report.medal, message)
