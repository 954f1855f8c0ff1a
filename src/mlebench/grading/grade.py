"""Grading one submission in this process."""

from __future__ import annotations

import math
import traceback
import warnings
from functools import lru_cache
from pathlib import Path
from typing import Any

import pandas as pd

from mlebench.catalog import Competition
from mlebench.data.layout import DataLayout
from mlebench.data.tables.csv_files import read_csv
from mlebench.errors import InvalidSubmission, SubmissionWarning
from mlebench.grading.read import read_submission
from mlebench.grading.report import CompetitionReport

DECIMALS = 5


def load_answers(competition: Competition, data_dir: Path) -> Any:
    """The answers as the competition's grader takes them."""
    layout = DataLayout(data_dir, competition.id)
    layout.require_prepared()
    path = layout.prepared / competition.answers
    return _answers(competition, path, path.stat().st_mtime_ns)


@lru_cache(maxsize=1)  # a batch is sorted by competition, so that one set of answers serves many submissions
def _answers(competition: Competition, path: Path, changed: int) -> Any:
    reader = competition.answers_reader or read_csv
    return reader(path)


def score_submission(competition: Competition, submission: Any, answers: Any) -> tuple[float, list[str]]:
    """The rounded score and the warnings. Raises InvalidSubmission where the submission breaks a rule.

    Anything else that the grader raises is a fault of ours and is passed on as it is.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", SubmissionWarning)
        score = float(competition.grade_function(submission, answers))
    if not math.isfinite(score):
        raise InvalidSubmission(f"The score of this submission is not a finite number ({score}).")
    return round(score, DECIMALS), list(dict.fromkeys(str(w.message) for w in caught))


def grade_submission(competition: Competition, submission_path: Path, data_dir: Path) -> CompetitionReport:
    """Grade one file. A wrong submission gives a report with an error, never an exception."""
    path = Path(submission_path)
    if not path.exists():
        return CompetitionReport.of(competition, path, error=f"There is no file {path}.", error_kind="missing")
    answers = load_answers(competition, data_dir)
    try:
        # Graders own what they are given, so a cached table must not be theirs to change.
        given = answers.copy(deep=False) if isinstance(answers, pd.DataFrame) else answers
        score, notes = score_submission(competition, read_submission(path), given)
    except InvalidSubmission as error:
        return CompetitionReport.of(competition, path, error=str(error), error_kind="invalid")
    except MemoryError:
        return CompetitionReport.of(
            competition, path, error="Grading needed more memory than allowed.", error_kind="memory-limit"
        )
    except Exception as error:
        return CompetitionReport.of(
            competition,
            path,
            error=f"Internal error of the grader, not of the submission: {type(error).__name__}: {error}"[:2000],
            error_kind="internal",
            traceback=traceback.format_exc(),
        )
    return CompetitionReport.of(competition, path, score=score, warnings=notes)
