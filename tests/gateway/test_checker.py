"""The check of a submission, in a process that may be ended without harm."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mlebench.gateway.checker import Checker
from tests.conftest import Miniatures

TASK = "spooky-author-identification"


@pytest.fixture
def checker(miniatures: Miniatures) -> Iterator[Checker]:
    checker = Checker(miniatures.layout(TASK).data_dir)
    yield checker
    checker.close()


def test_valid_and_invalid_without_a_score_or_a_path(checker: Checker, miniatures: Miniatures, tmp_path: Path) -> None:
    folder = miniatures.registry.folders[TASK]
    answer = checker.check(folder, miniatures.layout(TASK).public / "sample_submission.csv")
    assert answer == (True, f"The submission for {TASK} is valid.", [])
    wrong = tmp_path / "wrong.csv"
    wrong.write_text("id,EAP\n1,2\n")
    answer = checker.check(folder, wrong)
    assert answer.valid is False
    assert str(tmp_path) not in answer.message
    assert "score" not in answer.message.lower()


def test_a_fault_of_ours_is_not_the_agents_and_tells_no_path(checker: Checker, tmp_path: Path) -> None:
    answer = checker.check(tmp_path / "no-competition", tmp_path / "x.csv")
    assert answer == (None, "The submission could not be checked: the validator has a problem.", [])


def test_a_submission_that_swells_ends_its_own_check_only(miniatures: Miniatures, tmp_path: Path) -> None:
    swollen = tmp_path / "swollen.csv"
    with swollen.open("wb") as file:
        file.write(b"id,EAP,HPL,MWS\n")
        for _ in range(40):
            file.write(b"id,0.1,0.2,0.7\n" * (1 << 16))
    checker = Checker(miniatures.layout(TASK).data_dir, memory_bytes=64 << 20)
    try:
        folder = miniatures.registry.folders[TASK]
        answer = checker.check(folder, swollen)
        assert answer.valid is None, answer
        assert answer.message == "The submission could not be checked: the validator has a problem."
        assert checker.check(folder, miniatures.layout(TASK).public / "sample_submission.csv").valid
    finally:
        checker.close()
