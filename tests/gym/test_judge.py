"""What episodes hand in is judged in processes of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from mlebench.catalog import Registry
from mlebench.errors import MlebenchError
from mlebench.gym.episode import reward_of
from mlebench.gym.judge import Judge


def test_data_that_is_gone_is_charged_to_the_policy(registry: Registry, tmp_path: Path) -> None:
    competition, judge = registry.get("spooky-author-identification"), Judge()
    submission = tmp_path / "submission.csv"
    submission.write_text("id,EAP\n")
    judge.enter()
    try:
        for score in (True, False):
            with pytest.raises(MlebenchError, match="not prepared"):
                judge.judge(competition.folder, "v1", submission, tmp_path, score=score)
    finally:
        judge.leave()


def test_handing_in_nothing_pays_more_than_a_valid_submission(registry: Registry) -> None:
    for competition in registry:
        assert reward_of(competition, 0.5) >= reward_of(competition, None) == 0.0, competition.id
