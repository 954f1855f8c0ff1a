"""The holdout of the training side: made from public files alone, and graded as the real test set is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pandas as pd
import pytest

from mlebench.catalog import Registry
from mlebench.data.layout import DataLayout
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.acquire import Miniature
from mlebench.errors import NotPrepared, WrongUsage
from mlebench.grading.grade import grade_submission
from mlebench.gym.holdout import SUPPORTED, answers_of, holdout_dir
from tests.conftest import Miniatures


@pytest.mark.parametrize("name", sorted(SUPPORTED))
def test_it_needs_no_answers_and_its_own_labels_win(
    name: str, registry: Registry, miniatures: Miniatures, tmp_path: Path
) -> None:
    competition = registry.get(name)
    real = miniatures.layout(name)
    # Only what a contestant has: whoever opened the answers would fail.
    shutil.copytree(real.public, DataLayout.of(competition, tmp_path).public)
    made = DataLayout.of(competition, holdout_dir(competition, tmp_path))
    before, train = pd.read_csv(real.public / "train.csv"), pd.read_csv(made.public / "train.csv")
    test = pd.read_csv(made.public / "test.csv")
    assert len(train) + len(test) == len(before)
    assert list(train) == list(before)
    key = test.columns[0]
    assert not set(test[key]) & set(train[key])
    assert set(test[key]) <= set(before[key])
    best = grade_submission(competition, made.prepared / competition.answers, made.data_dir)
    assert best.score == (0.0 if competition.metric.lower_is_better else 1.0), best.error
    assert holdout_dir(competition, tmp_path) == made.data_dir, "it is made once"


def test_a_holdout_outlives_the_data_that_it_was_made_from(registry: Registry, tmp_path: Path) -> None:
    competition = registry.get("spooky-author-identification")
    places = []
    for seed in (0, 5):
        prepare(competition, tmp_path, Miniature(seed), PrepareOptions(force=True))
        places.append(holdout_dir(competition, tmp_path))
    assert places[0] != places[1]


def test_others_are_refused_with_the_list_of_those_that_can(registry: Registry, tmp_path: Path) -> None:
    with pytest.raises(WrongUsage) as refused:
        holdout_dir(registry.get("leaf-classification"), tmp_path)
    assert 'reward="final"' in str(refused.value.hint)
    assert "spooky-author-identification" in str(refused.value.hint)


def test_what_is_not_prepared_is_told(registry: Registry, tmp_path: Path) -> None:
    with pytest.raises(NotPrepared):
        holdout_dir(registry.get("starter-wine-cultivars"), tmp_path)


def test_labels_of_another_form_are_refused(registry: Registry) -> None:
    competition, sample = registry.get("starter-wine-cultivars"), pd.DataFrame({"id": [1], "colour": [0.5]})
    with pytest.raises(WrongUsage, match="have not the form of a submission"):
        answers_of(competition, pd.DataFrame({"id": [1], "cultivar": [2]}), ["id"], sample)
    with pytest.raises(WrongUsage, match="no column 'id'"):
        answers_of(competition, pd.DataFrame({"row": [1], "colour": [2]}), ["row"], sample)
