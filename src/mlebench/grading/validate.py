"""Validation: is a submission acceptable in form? Decided by the submission and public facts, without the answers."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from mlebench.catalog import Competition
from mlebench.data.expected import load_expected
from mlebench.data.layout import DataLayout
from mlebench.data.manifest import data_warnings, kind_of
from mlebench.data.tables.pandas_rules import our_pandas
from mlebench.errors import InvalidSubmission, MlebenchError
from mlebench.grading.grade import check_submission, grade_submission, noting
from mlebench.grading.read import read_submission


class Verdict(NamedTuple):
    """Valid in form or not, one sentence, and what may still cost points or be refused."""

    valid: bool
    message: str
    warnings: list[str] = []


@our_pandas()
def validate_submission(competition: Competition, submission: Path, data_dir: Path) -> Verdict:
    """Run the grader's checks. A fault of ours is raised, not blamed on others."""
    if not competition.is_sealed:
        return _by_grading(competition, submission, data_dir)
    expected = load_expected(competition, DataLayout.of(competition, data_dir))
    try:
        with noting() as notes:
            check_submission(competition, read_submission(submission, competition.text_columns), expected)
    except InvalidSubmission as error:
        return _invalid(competition, str(error), error.warnings)
    if notes.all:
        return Verdict(True, f"The submission for {competition.id} is valid in form, with warnings.", notes.all)
    return Verdict(True, f"The submission for {competition.id} is valid.")


def validate_for_user(competition: Competition, submission: Path, data_dir: Path) -> Verdict:
    """The same, with what must be said of the data beside every result; agents are told of their submission only."""
    verdict = validate_submission(competition, submission, data_dir)
    about_data = data_warnings(kind_of(DataLayout.of(competition, data_dir)))
    return verdict._replace(warnings=list(dict.fromkeys([*verdict.warnings, *about_data])))


def _by_grading(competition: Competition, submission: Path, data_dir: Path) -> Verdict:
    """A grade.py without `check` can only be asked by grading; `lint` says that this is no seal."""
    report = grade_submission(competition, submission, data_dir)
    if report.valid_submission:
        return Verdict(True, f"The submission for {competition.id} is valid.", [*report.warnings, *report.exploits])
    if report.error_kind not in ("invalid", "missing"):
        fault = MlebenchError(f"{submission}: could not be checked. {report.error}")
        if report.traceback:
            fault.add_note(report.traceback)  # for logs; the message does not have it
        raise fault
    return _invalid(competition, str(report.error), report.warnings)


def _invalid(competition: Competition, why: str, warnings: list[str]) -> Verdict:
    return Verdict(False, f"The submission for {competition.id} is invalid. {why}", warnings)
