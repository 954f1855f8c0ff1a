"""v1 exactness: prepared bytes and scores of every competition agree with the recorded ones."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from mlebench.catalog import Registry
from mlebench.data.tables import csv_files
from mlebench.grading.grade import grade_submission
from tests.competitions import golden
from tests.competitions.cases import write_cases
from tests.conftest import Miniatures

IDS = golden.golden_ids()


def test_every_kaggle_competition_has_a_golden_file(registry: Registry) -> None:
    assert {c.id for c in registry if c.source == "kaggle"} == set(IDS)


@pytest.mark.parametrize("competition_id", IDS)
def test_prepared_files_differ_from_v1(competition_id: str, miniatures: Miniatures) -> None:
    layout = miniatures.layout(competition_id)
    index = golden.raw_index(layout.raw)
    record = golden.load_golden(competition_id)
    for side, folder in (("public", layout.public), ("private", layout.private)):
        found, wanted = golden.manifest(folder, index), golden.expected(record[side])
        unchecked = {name for name, entry in record[side].items() if entry.get("7z") == {}}
        assert {k: v for k, v in found.items() if k not in unchecked} == wanted, side


@pytest.mark.parametrize("fast", [False, True], ids=["pandas", "arrow"])
@pytest.mark.parametrize("competition_id", IDS)
def test_scores_and_refusals_differ_from_v1(
    competition_id: str, fast: bool, miniatures: Miniatures, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With both readers: large files take another way through `read_csv` than miniatures do."""
    if fast:
        monkeypatch.setattr(csv_files, "FAST_READ_BYTES", 0)
    layout = miniatures.layout(competition_id)
    competition = miniatures.registry.get(competition_id)
    reports = {
        path.stem: grade_submission(competition, path, miniatures.data_dir)
        for path in write_cases(competition, layout.prepared, tmp_path)
    }
    wrong = [
        f"{case['case']}: v1 {case.get('score', 'refuses')}, ours {report.score} {report.error_kind} {report.error}"
        for case in golden.load_golden(competition_id)["grades"]
        if not _agrees(case, report := reports[case["case"]])
    ]
    assert not wrong, "\n".join(wrong)


def _agrees(case: dict[str, Any], report: Any) -> bool:
    score = case.get("score")
    if report.error_kind not in (None, "invalid"):
        return False
    if isinstance(score, str):  # v1 gave nan or inf; ours refuses
        return not report.valid_submission
    if score is None or report.score is None:
        return score is None and report.score is None
    return math.isclose(report.score, score, rel_tol=1e-9, abs_tol=1.01e-5)
