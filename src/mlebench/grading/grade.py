"""Grading one submission in this process: `check` of the competition's grade.py, then `score`."""

from __future__ import annotations

import math
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from mlebench.catalog import Competition
from mlebench.data.expected import Expected, expected_of_answers, load_expected
from mlebench.data.layout import DataLayout
from mlebench.data.manifest import check_answers, kind_of
from mlebench.data.tables.csv_files import read_with_texts
from mlebench.data.tables.pandas_rules import our_pandas
from mlebench.errors import DataError, ExploitWarning, InvalidSubmission, SubmissionWarning
from mlebench.grading.pairing import align
from mlebench.grading.read import read_submission
from mlebench.grading.report import CompetitionReport

DECIMALS = 5


class Scored(NamedTuple):
    """A score, rounded, what is odd about the submission all the same, and the holes of v1 that it uses."""

    score: float
    warnings: list[str]
    exploits: list[str] = []


def read_answers(competition: Competition, path: Path) -> Any:
    """The answers as the competition's grader takes them."""
    if competition.answers_reader is not None:
        return competition.answers_reader(path)
    return read_with_texts(path, competition.text_columns)


@our_pandas()
def load_answers(competition: Competition, data_dir: Path) -> Any:
    """The answers as they were written at preparation."""
    layout = DataLayout.of(competition, data_dir)
    layout.require_prepared()
    check_answers(competition, layout)
    path = layout.prepared / competition.answers
    return _answers(competition, path, path.stat().st_mtime_ns)


@lru_cache(maxsize=1)  # a batch is sorted by competition, so that one set of answers serves many submissions
def _answers(competition: Competition, path: Path, changed: int) -> Any:
    return read_answers(competition, path)


def load_paired(competition: Competition, data_dir: Path) -> tuple[Expected | None, Any]:
    """What is expected, and the answers in its order."""
    answers = load_answers(competition, data_dir)
    if not competition.is_sealed:
        return None, answers
    expected = load_expected(competition, DataLayout.of(competition, data_dir))
    return expected, _in_order(competition, _Identity(expected), _Identity(answers))


class _Identity(NamedTuple):
    """Something large in the key of a cache, by what it is rather than what it holds."""

    value: Any

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and self.value is other.value


@lru_cache(maxsize=1)
def _in_order(competition: Competition, expected: _Identity, answers: _Identity) -> Any:
    rows: Expected = expected.value
    if competition.answers_as_written:
        return answers.value
    try:
        return align(answers.value, rows, on=str(rows.ids.name))
    except InvalidSubmission as error:
        raise DataError(
            f"The answers of {competition.id} are not those of its public files: {error.message}",
            hint=f"Prepare it again: mlebench prepare -c {competition.id} --force",
        ) from error


@dataclass(frozen=True)
class Notes:
    """What a grader says of a submission beside its score, each sentence once."""

    warnings: list[str] = field(default_factory=list)  # by `warn`
    exploits: list[str] = field(default_factory=list)  # by `suspect`

    @property
    def all(self) -> list[str]:
        """For those who are told before anything is scored."""
        return [*self.warnings, *self.exploits]


@contextmanager
def noting() -> Iterator[Notes]:
    """Collect what `warn` and `suspect` say within the block; other warnings are dropped."""
    notes = Notes()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", SubmissionWarning)
        try:
            yield notes
        except InvalidSubmission as error:
            _take(notes, caught)
            error.warnings = notes.all
            raise
        _take(notes, caught)


def _take(notes: Notes, caught: list[warnings.WarningMessage]) -> None:
    for kind, said in ((False, notes.warnings), (True, notes.exploits)):
        said.extend(dict.fromkeys(str(w.message) for w in caught if issubclass(w.category, ExploitWarning) == kind))


def check_submission(competition: Competition, submission: Any, expected: Expected) -> Any:
    """What the grader's `check` makes of it. From version 2 on it refuses what uses a hole of v1's grader."""
    with warnings.catch_warnings():
        if competition.benchmark != "v1":
            warnings.simplefilter("error", ExploitWarning)
        try:
            return competition.check_function(submission, expected)
        except ExploitWarning as hole:
            raise InvalidSubmission(str(hole)) from hole


def score_submission(competition: Competition, submission: Any, expected: Expected | None, answers: Any) -> Scored:
    """The rounded score, warnings and suspected exploits. Raises InvalidSubmission where the submission breaks a rule.

    Anything else that the grader raises is a fault of ours and is passed on as it is.
    """
    with noting() as notes:
        if expected is None:
            score = float(competition.grade_function(submission, answers))
        else:
            checked = check_submission(competition, submission, expected)
            del submission  # what the check took out of it is enough
            score = float(competition.score_function(checked, answers))
        if not math.isfinite(score):
            raise InvalidSubmission(f"The score of this submission is not a finite number ({score}).")
    return Scored(round(score, DECIMALS), notes.warnings, notes.exploits)


@our_pandas()
def score_files(competition: Competition, submission: Path, answers: Path) -> Scored:
    """Score a submission by a file of answers alone, without prepared data. Raises InvalidSubmission."""
    truth = read_answers(competition, answers)
    expected = expected_of_answers(competition, truth) if competition.is_sealed else None
    return score_submission(competition, read_submission(submission, competition.text_columns), expected, truth)


@our_pandas()
def grade_submission(
    competition: Competition, submission_path: Path, data_dir: Path, *, miniature_medals: bool = False
) -> CompetitionReport:
    """Grade one file. A wrong submission gives a report with an error, never an exception."""
    path = Path(submission_path)
    kind = kind_of(DataLayout.of(competition, data_dir))
    report = partial(CompetitionReport.of, competition, path, data=kind, miniature_medals=miniature_medals)
    if not path.name or not path.exists():  # lines without a submission_path have an empty one
        why = f"There is no file {path}." if path.name else "Nothing was handed in."
        return report(error=why, error_kind="missing")
    expected, answers = load_paired(competition, data_dir)
    try:
        # Graders own what they are given, so a cached table must not be theirs to change.
        given = answers.copy(deep=False) if isinstance(answers, pd.DataFrame) else answers
        scored = score_submission(competition, read_submission(path, competition.text_columns), expected, given)
    except InvalidSubmission as error:
        return report(error=str(error), error_kind="invalid", warnings=error.warnings)
    except MemoryError:
        return report(error="Grading needed more memory than allowed.", error_kind="memory-limit")
    except Exception as error:
        return report(
            error=f"Internal error of the grader, not of the submission: {type(error).__name__}: {error}"[:2000],
            error_kind="internal",
            traceback=traceback.format_exc(),
        )
    return report(**scored._asdict())
