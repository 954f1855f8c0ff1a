"""Is a prepared competition sound?

The perfect submission must win, the sample submission must be valid, and nothing private may be public.
"""

from __future__ import annotations

import logging
import tempfile
from pathlib import Path

from mlebench.audit.finding import Finding, not_run
from mlebench.audit.leaks import answer_columns, private_files
from mlebench.audit.leaks.audit import public_tables
from mlebench.audit.leaks.contents import Contents
from mlebench.audit.leaks.report import finding_of, with_known
from mlebench.audit.leaks.truth import read_truth
from mlebench.catalog import Competition
from mlebench.data.layout import DataLayout
from mlebench.data.manifest import kind_of
from mlebench.data.tables.pandas_rules import our_pandas
from mlebench.errors import MlebenchError
from mlebench.grading.grade import DECIMALS, grade_submission
from mlebench.grading.perfect import write_perfect
from mlebench.grading.report import CompetitionReport

_log = logging.getLogger(__name__)
PERFECT = "perfect submission wins gold"
NOT_BEATEN = "sample submission does not beat the perfect one"
SAMPLE = "sample submission is valid"
SAMPLE_SCORE = "sample submission scores the recorded figure"
FILES = private_files.NAME
COLUMNS = answer_columns.NAME


@our_pandas()
def verify_competition(competition: Competition, data_dir: Path) -> list[Finding]:
    """Check the prepared data of one competition. Raises NotPrepared where there is none."""
    layout = DataLayout.of(competition, data_dir)
    layout.require_prepared()
    toy = kind_of(layout) == "miniature"
    sample = grade_submission(competition, layout.prepared / competition.sample_submission, data_dir)
    return [
        *_perfect(competition, data_dir, sample, toy=toy),
        _sample(competition, sample),
        _sample_score(competition, sample, toy=toy),
        *_leaks(competition, layout),
    ]


def grade_perfect(competition: Competition, data_dir: Path) -> CompetitionReport:
    """Grade the perfect submission, through a file, as a contestant would hand it in: types are the reader's."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "perfect.csv"
        write_perfect(competition, data_dir, path)
        return grade_submission(competition, path, data_dir, miniature_medals=True)


def _perfect(competition: Competition, data_dir: Path, sample: CompetitionReport, *, toy: bool) -> list[Finding]:
    try:
        report = grade_perfect(competition, data_dir)
    except MlebenchError as error:
        wrong = str(error)
    except Exception as error:  # perfect() is the competition's own code
        _log.exception("%s: perfect() of grade.py failed.", competition.id)
        wrong = f"perfect(answers) of grade.py: {type(error).__name__}: {error}"
    else:
        if report.score is not None:
            beaten = _not_beaten(report.score, sample, lower=report.is_lower_better)
            return [gold_finding(competition, report, toy=toy), beaten]
        wrong = f"The perfect submission has no score. {report.error}"
    return [Finding(PERFECT, False, wrong), not_run(NOT_BEATEN, "The perfect submission has no score.")]


def _not_beaten(perfect: float, sample: CompetitionReport, *, lower: bool) -> Finding:
    """A sample submission that beats the answers shows a wrong direction."""
    if sample.score is None:
        return not_run(NOT_BEATEN, "The sample submission has no score.")
    beaten = sample.score < perfect if lower else sample.score > perfect
    told = f"{sample.score:g} against {perfect:g}, {'lower' if lower else 'higher'} is better"
    return Finding(NOT_BEATEN, not beaten, f"It beats it: {told}." if beaten else f"It does not: {told}.")


def gold_finding(competition: Competition, report: CompetitionReport, *, toy: bool) -> Finding:
    """Whether the perfect submission wins, as far as that can be known of these data."""
    if report.gold_threshold is None:
        return not_run(PERFECT, f"There is no leaderboard; score {report.score:g}.")
    lower = report.is_lower_better
    told = f"score {report.score:g}, gold from {report.gold_threshold:g}, {'lower' if lower else 'higher'} is better"
    if report.gold_medal:
        return Finding(PERFECT, True, f"Gold: {told}.")
    known = [issue.note for issue in competition.known_issues if issue.kind == "leaderboard"]
    if known:
        return Finding(PERFECT, True, f"Not gold ({told}), a known issue: {known[0]}")
    if toy and report.score == (0 if lower else 1):
        detail = f"The best possible score, but this leaderboard is out of reach: {told}."
        return Finding(PERFECT, True, detail, warning=True)
    return Finding(PERFECT, False, f"Not gold: {told}.")


def _sample(competition: Competition, report: CompetitionReport) -> Finding:
    if report.valid_submission:
        return Finding(SAMPLE, True, f"Valid, score {report.score:g}.")
    known = [issue.note for issue in competition.known_issues if issue.kind == "grading"]
    if known and competition.sample_score is None and report.error_kind == "invalid":
        return Finding(SAMPLE, True, f"Invalid ({report.error}), a known issue: {known[0]}")
    return Finding(SAMPLE, False, str(report.error))


def _sample_score(competition: Competition, report: CompetitionReport, *, toy: bool) -> Finding:
    recorded = competition.sample_score
    if recorded is None:
        return not_run(SAMPLE_SCORE, "competition.yaml records no sample_score.")
    if toy:
        return not_run(SAMPLE_SCORE, f"Recorded is {recorded:g} on the real data, and this is a miniature.")
    if report.score is None:
        return Finding(SAMPLE_SCORE, False, f"It has no score; recorded is {recorded:g}.")
    ok = round(report.score, DECIMALS) == round(recorded, DECIMALS)
    return Finding(SAMPLE_SCORE, ok, f"Score {report.score:.{DECIMALS}f}, recorded {recorded:.{DECIMALS}f}.")


def _leaks(competition: Competition, layout: DataLayout) -> list[Finding]:
    """The two searches that take no statistics; `mlebench integrity leaks` does the others."""
    contents = Contents(layout.public, [])
    truth = read_truth(competition, layout, contents.notes)
    searches = [
        private_files.private_files(competition, layout, contents),
        answer_columns.answer_columns(competition, public_tables(competition, contents), truth),
    ]
    return [finding_of(with_known(search, competition)) for search in searches]
