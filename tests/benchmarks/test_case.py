"""Competitions at their real size, made small: what is measured is graded without a complaint."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.__main__ import find_cases
from benchmarks.case import grade, prepare

# Answers of their own are of the real size, whatever the scale.
SMALL = {
    "bms_molecular_translation": {"GRADED": 300, "MOLECULES": 100},
    "cdiscount_image_classification_challenge": {"GRADED": 300},
    "dog_breed_identification": {"TIMES": 2},
    "facebook_recruiting_iii_keyword_extraction": {"GRADED": 300, "BODIES": 50},
    "object_detection_3d": {"GRADED": 20},
}
SCALE = {"dog_breed_identification": 0.05, "object_detection_3d": 0.05}


def test_every_case_with_answers_of_its_own_is_tried() -> None:
    assert {name for name, case in find_cases().items() if case.own_answers} == set(SMALL)


@pytest.mark.parametrize("name", SMALL)
def test_answers_of_its_own_are_those_of_the_public_side(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for constant, value in SMALL[name].items():
        monkeypatch.setattr(f"benchmarks.cases.{name}.{constant}", value)
    case = find_cases()[name]
    raw, prepared = tmp_path / "raw", tmp_path / "data" / case.competition_id / "prepared"
    for folder in (raw, prepared / "public", prepared / "private"):
        folder.mkdir(parents=True)
    case.build(raw, SCALE.get(name, 0.0005))
    prepare(case.competition_id, raw, prepared)
    grade(case.competition_id, case.write_submission(prepared), tmp_path / "data")
