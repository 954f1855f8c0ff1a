"""The holdout of the training side: made from public files alone, and graded as the real test set is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pandas as pd
import pytest

from mlebench.audit.verify import grade_perfect
from mlebench.catalog import Competition, Registry
from mlebench.data.layout import DataLayout
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.acquire import Miniature
from mlebench.errors import NotPrepared, WrongUsage
from mlebench.grading.grade import grade_submission
from mlebench.gym.holdout import answers_of, holdout_dir
from tests.conftest import Miniatures

# Their training side has not the form of their raw data, and is no single table. AI4Code and alaska2 have a test set of
# a fixed size, for which their miniatures have too few training rows left.
REFUSED = [
    "AI4Code",
    "aerial-cactus-identification",
    "alaska2-image-steganalysis",
    "denoising-dirty-documents",
    "detecting-insults-in-social-commentary",
    "dogs-vs-cats-redux-kernels-edition",
    "facebook-recruiting-iii-keyword-extraction",
    "freesound-audio-tagging-2019",
    "inaturalist-2019-fgvc6",
    "jigsaw-unintended-bias-in-toxicity-classification",
    "leaf-classification",
    "mlsp-2013-birds",
    "multi-modal-gesture-recognition",
    "new-york-city-taxi-fare-prediction",
    "nomad2018-predict-transparent-conductors",
    "siim-isic-melanoma-classification",
    "starter-digit-images",
    "starter-drift-monitoring",
    "starter-jargon-retrieval",
    "starter-photo-denoising",
    "statoil-iceberg-classifier-challenge",
    "tensorflow-speech-recognition-challenge",
    "tgs-salt-identification-challenge",
    "the-icml-2013-whale-challenge-right-whale-redux",
    "vesuvius-challenge-ink-detection",
]
SUPPORTED = [name for name in Registry().ids() if name not in REFUSED]
BLANK_LABEL = "tweet-sentiment-extraction"  # one in the holdout of its miniature, which v1 refuses in a submission


def public_side(name: str, registry: Registry, miniatures: Miniatures, data_dir: Path) -> Competition:
    """Only what a contestant has: whoever opened the answers would fail."""
    competition = registry.get(name)
    shutil.copytree(miniatures.layout(name).public, DataLayout.of(competition, data_dir).public, symlinks=True)
    return competition


@pytest.mark.parametrize("name", SUPPORTED)
def test_it_needs_no_answers_and_its_own_labels_win(
    name: str, registry: Registry, miniatures: Miniatures, tmp_path: Path
) -> None:
    competition = public_side(name, registry, miniatures, tmp_path)
    made = DataLayout.of(competition, holdout_dir(competition, tmp_path))
    best = grade_perfect(competition, made.data_dir)
    assert best.score is not None or name == BLANK_LABEL, best.error
    sample = grade_submission(competition, made.prepared / competition.sample_submission, made.data_dir)
    if best.score is not None and sample.score is not None:  # a constant has no correlation with anything
        assert (best.score < sample.score) == competition.metric.lower_is_better
    assert holdout_dir(competition, tmp_path) == made.data_dir, "it is made once"


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_have_one_is_refused_with_the_reason(
    name: str, registry: Registry, miniatures: Miniatures, tmp_path: Path
) -> None:
    competition = public_side(name, registry, miniatures, tmp_path)
    with pytest.raises(WrongUsage, match="no holdout can be made of its training side") as refused:
        holdout_dir(competition, tmp_path)
    assert 'reward="final"' in str(refused.value.hint)
    assert not list(tmp_path.glob("*/holdout/*/*/prepared*"))


def test_rows_of_a_table_go_to_one_side(registry: Registry, miniatures: Miniatures, tmp_path: Path) -> None:
    competition = public_side("spooky-author-identification", registry, miniatures, tmp_path)
    made = DataLayout.of(competition, holdout_dir(competition, tmp_path))
    before = pd.read_csv(DataLayout.of(competition, tmp_path).public / "train.csv")
    train, test = (pd.read_csv(made.public / f"{side}.csv") for side in ("train", "test"))
    assert list(train) == list(before)
    assert sorted([*train["id"], *test["id"]]) == sorted(before["id"])
    assert "author" not in test


def test_a_table_beside_files_that_might_tell_its_labels_is_not_divided(
    registry: Registry, miniatures: Miniatures, tmp_path: Path
) -> None:
    competition = public_side("spooky-author-identification", registry, miniatures, tmp_path)
    (DataLayout.of(competition, tmp_path).public / "authors.csv").write_text("id,author\n")
    with pytest.raises(WrongUsage, match="no holdout"):
        holdout_dir(competition, tmp_path)


def test_a_holdout_outlives_the_data_that_it_was_made_from(registry: Registry, tmp_path: Path) -> None:
    competition = registry.get("spooky-author-identification")
    places = []
    for seed in (0, 5):
        prepare(competition, tmp_path, Miniature(seed), PrepareOptions(force=True))
        places.append(holdout_dir(competition, tmp_path))
    assert places[0] != places[1]


def test_what_is_not_prepared_is_told(registry: Registry, tmp_path: Path) -> None:
    with pytest.raises(NotPrepared):
        holdout_dir(registry.get("starter-wine-cultivars"), tmp_path)


def test_labels_of_another_form_are_no_answers() -> None:
    sample = pd.DataFrame({"id": [1], "colour": [0.5]})
    assert answers_of(pd.DataFrame({"id": [1], "cultivar": [2]}), ["id"], sample) is None
    assert answers_of(pd.DataFrame({"row": [1], "colour": [2]}), ["row"], sample) is None
