"""v1 exactness: prepared bytes and scores of every competition agree with the recorded ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from mlebench.catalog import Registry
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
    record = golden.load_golden(competition_id) | {"grades": []}
    found = {side: golden.manifest(layout.prepared / side, index) for side in ("public", "private")}
    assert not golden.differences(record, found)


@pytest.mark.parametrize("competition_id", IDS)
def test_scores_and_refusals_differ_from_v1(competition_id: str, miniatures: Miniatures, tmp_path: Path) -> None:
    layout = miniatures.layout(competition_id)
    competition = miniatures.registry.get(competition_id)
    recorded = golden.load_golden(competition_id)["grades"]
    found = {
        path.stem: golden.graded(path.stem, grade_submission(competition, path, miniatures.data_dir).model_dump())
        for path in write_cases(competition, layout.prepared, tmp_path)
    }
    cases = [found[case["case"]] for case in recorded]
    assert not golden.differences({"grades": recorded}, {"grades": cases})
