"""One test for every competition that exists: odd submissions never crash a grader and are never trusted silently.

A submission that breaks the form is refused, or v1 accepts it, in which case the report carries a warning, or the
hole that it uses.
Exceptions stand in accepted.yaml, each with the rule of v1 that explains it.
"""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
import yaml

from mlebench.audit.verify import COLUMNS, NOT_BEATEN, SAMPLE_SCORE, verify_competition
from mlebench.catalog import Competition, Registry
from mlebench.data.layout import DataLayout
from mlebench.data.tables.csv_files import read_texts
from mlebench.grading.grade import grade_submission, load_answers
from mlebench.grading.report import CompetitionReport
from tests.competitions import mutations
from tests.conftest import Miniatures

IDS = Registry().ids()
ACCEPTED: dict[str, dict[str, str]] = yaml.safe_load((Path(__file__).parent / "accepted.yaml").read_text()) or {}


@pytest.fixture(scope="module", params=IDS)
def layout(request: pytest.FixtureRequest, miniatures: Miniatures) -> DataLayout:
    return miniatures.layout(request.param)


@pytest.fixture(scope="module")
def competition(layout: DataLayout, registry: Registry) -> Competition:
    return registry.get(layout.competition_id)


@pytest.fixture(scope="module")
def perfect(competition: Competition, layout: DataLayout) -> pd.DataFrame:
    return perfect_of(competition, layout)


def perfect_of(competition: Competition, layout: DataLayout) -> pd.DataFrame:
    """The perfect submission as texts, with the columns of the sample where it has them all."""
    if competition.perfect_submission is not None:
        table: pd.DataFrame = competition.perfect_submission(load_answers(competition, layout.data_dir))
        table = table.astype(object).where(table.notna(), "").astype(str)
    else:
        table = read_texts(layout.prepared / (competition.gold_submission or competition.answers))
    columns = list(read_texts(layout.prepared / competition.sample_submission).columns)
    return table[columns] if set(columns) <= set(table.columns) else table


@pytest.fixture(scope="module")
def base(
    competition: Competition, layout: DataLayout, perfect: pd.DataFrame, tmp_path_factory: pytest.TempPathFactory
) -> CompetitionReport:
    path = tmp_path_factory.mktemp("base") / "submission.csv"
    perfect.to_csv(path, index=False)
    report = grade_submission(competition, path, layout.data_dir)
    assert report.valid_submission, report.error
    return report


@pytest.mark.parametrize("name", mutations.TABLES | mutations.FILES)
def test_odd_submissions(
    name: str,
    competition: Competition,
    layout: DataLayout,
    perfect: pd.DataFrame,
    base: CompetitionReport,
    tmp_path: Path,
) -> None:
    path = tmp_path / "submission.csv"
    mutations.write(name, perfect, path)
    report = grade_submission(competition, path, layout.data_dir)
    assert report.error_kind in (None, "invalid"), report.error
    if report.error_kind == "invalid":
        assert report.error
        assert len(report.error) < 2000
        assert "Traceback" not in report.error
        return
    excuse = ACCEPTED.get(competition.id, {}).get(name)
    if excuse or report.exploits or set(report.warnings) - set(base.warnings):
        return
    if name in mutations.SAME_CONTENT:
        assert report.score == base.score
    elif name in mutations.ODD_CELL and not _is_number(perfect.iloc[0, -1]):
        assert not _better(report, base)  # any text is a guess where texts are predicted
    elif name in ("negative cell", "huge cell"):
        assert not _better(report, base)  # a number like any other, and a wrong one
    else:
        pytest.fail(f"accepted with score {report.score} and no warning")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _better(report: CompetitionReport, base: CompetitionReport) -> bool:
    assert report.score is not None
    assert base.score is not None
    return report.score < base.score if report.is_lower_better else report.score > base.score


def test_folder_keeps_its_promises(competition: Competition, layout: DataLayout) -> None:
    """The perfect submission wins, the sample is valid, nothing private is public."""
    findings = verify_competition(competition, layout.data_dir)
    assert [finding for finding in findings if finding.ok is False] == []
    did_not_run = {finding.name for finding in findings if finding.ok is None}
    assert did_not_run <= {SAMPLE_SCORE, NOT_BEATEN, COLUMNS}, "a figure of real data; no score; answers are no table"


def test_accepted_list_has_no_stale_entry() -> None:
    known = mutations.TABLES | mutations.FILES
    assert not set(ACCEPTED) - set(IDS)
    assert not {name for entries in ACCEPTED.values() for name in entries} - set(known)
