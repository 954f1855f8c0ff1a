"""Version 2 of the competitions whose grading it repairs, from first principles: the fault is in v1 and not in v2."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import f1_score, log_loss

from mlebench.catalog import Registry
from mlebench.grading.grade import grade_submission, score_files
from mlebench.grading.perfect import write_perfect
from tests.conftest import Miniatures

V1 = Registry()
V2 = V1.under("v2")


class Bench:
    """Grades a table under both versions; null where it is refused."""

    def __init__(self, competition_id: str, miniatures: Miniatures, folder: Path) -> None:
        self.versions = V1.get(competition_id), V2.get(competition_id)
        layouts = [miniatures.layout(competition_id, each.benchmark) for each in self.versions]
        self.layout, self.folder = layouts[1], folder
        self.data_dirs = [layout.data_dir for layout in layouts]

    def answers(self) -> pd.DataFrame:
        found: pd.DataFrame = pd.read_csv(self.layout.prepared / self.versions[1].answers)
        return found

    def perfect(self, version: int = 1, **how: Any) -> pd.DataFrame:
        """By the answers of v2, or those of v1."""
        path = self.folder / "perfect.csv"
        write_perfect(self.versions[version], self.data_dirs[version], path)
        found: pd.DataFrame = pd.read_csv(path, **how)
        return found

    def scores(self, submission: pd.DataFrame) -> list[float | None]:
        path = self.folder / "submission.csv"
        submission.to_csv(path, index=False)
        graded = zip(self.versions, self.data_dirs, strict=True)
        reports = [grade_submission(version, path, data_dir) for version, data_dir in graded]
        assert not [report.error for report in reports if report.error_kind not in (None, "invalid")]
        return [report.score for report in reports]


@pytest.fixture
def bench(miniatures: Miniatures, tmp_path: Path) -> Callable[[str], Bench]:
    return lambda competition_id: Bench(competition_id, miniatures, tmp_path)


@pytest.mark.parametrize(
    "competition_id",
    [
        "spooky-author-identification",
        "lmsys-chatbot-arena",
        "dog-breed-identification",
        "leaf-classification",
    ],
)
def test_rows_that_do_not_add_up_are_refused(bench: Callable[[str], Bench], competition_id: str) -> None:
    table = bench(competition_id)
    wanted = pd.read_csv(table.layout.public / "sample_submission.csv").columns
    perfect = table.perfect()[wanted]
    truth = perfect.iloc[:, 1:].to_numpy(float)
    weights = np.random.default_rng(1).uniform(0.1, 1, truth.shape)
    by_hand = log_loss(truth.argmax(axis=1), weights / weights.sum(axis=1, keepdims=True), labels=range(truth.shape[1]))
    given = perfect.copy()
    given[given.columns[1:]] = weights * np.arange(1, len(weights) + 1)[:, None]  # far above 1, too
    assert table.scores(given) == [None, pytest.approx(by_hand, abs=1e-5)]
    for spoiled in (0.0, -1.0, np.nan):
        refused = given.copy()
        refused.iloc[0, 1:] = spoiled
        assert table.scores(refused) == [None, None]
    certain = perfect.copy()
    certain.iloc[0, 1:] = 1 - truth[0]  # all on what is wrong: Kaggle's clip decides
    assert table.scores(certain)[1] == pytest.approx(-np.log(1e-15 / 1) / len(truth), rel=0.2)


@pytest.mark.parametrize(
    ("competition_id", "key", "best"),
    [
        ("stanford-covid-vaccine", "id_seqpos", 0.0),
        ("nomad2018-predict-transparent-conductors", "id", 0.0),
        ("uw-madison-gi-tract-image-segmentation", "id", 1.0),
        ("smartphone-decimeter-2022", "UnixTimeMillis", 0.0),
    ],
)
def test_rows_are_paired_by_position(bench: Callable[[str], Bench], competition_id: str, key: str, best: float) -> None:
    table = bench(competition_id)
    perfect = table.perfect()
    shuffled = perfect.sample(frac=1, random_state=3)
    old, new = table.scores(shuffled)
    assert new == pytest.approx(best, abs=1e-5)
    assert old is None or abs(old - best) > 1e-4
    foreign = perfect.astype({key: object})
    foreign.loc[0, key] = "nobody" if perfect[key].dtype.kind not in "if" else 987654321
    assert table.scores(foreign)[1] is None
    twice = pd.concat([perfect.iloc[1:], perfect.iloc[[-1]]])
    assert table.scores(twice)[1] is None


@pytest.mark.parametrize(
    ("competition_id", "key"),
    [("new-york-city-taxi-fare-prediction", "key"), ("google-quest-challenge", "qa_id")],
)
def test_ids_are_never_compared(bench: Callable[[str], Bench], competition_id: str, key: str) -> None:
    table = bench(competition_id)
    for version in (0, 1):
        perfect = table.perfect(version)
        foreign = perfect.copy()
        order = perfect[key].rank(method="first").astype(int)
        foreign[key] = order if perfect[key].dtype.kind in "if" else order.map("{:09d}".format)
        assert (table.scores(foreign)[version] is None) == bool(version)
    assert table.scores(perfect.sample(frac=1, random_state=3))[1] == table.scores(perfect)[1]


def test_labels_of_comments_are_compared_by_position(bench: Callable[[str], Bench]) -> None:
    table = bench("jigsaw-toxic-comment-classification-challenge")
    perfect = table.perfect()
    backwards = perfect[["id", *perfect.columns[:0:-1]]]
    old, new = table.scores(backwards)
    assert new == 1.0
    assert old is not None
    assert old < 1.0
    assert table.scores(backwards.assign(note="mine")) == [None, 1.0]


def test_a_single_easy_week_is_scored(bench: Callable[[str], Bench]) -> None:
    table = bench("osic-pulmonary-fibrosis-progression")
    whole = pd.read_csv(table.layout.prepared / table.versions[1].sample_submission)
    scored = [row for row in range(len(whole)) if table.scores(whole.iloc[[row]])[0] is not None]
    assert scored, "v1 scores one row"
    assert all(table.scores(whole.iloc[[row]])[1] is None for row in scored[:3])
    assert table.scores(whole.sample(frac=1, random_state=2))[1] == table.scores(whole)[1] is not None


def test_the_public_measurement_is_scored(tmp_path: Path) -> None:
    """Two patients, one with four measurements and one with two, of which the first is public."""
    weeks = [
        ("a", 1, 100.0),
        ("a", 2, None),
        ("a", 3, 90.0),
        ("a", 4, 80.0),
        ("a", 5, 70.0),
        ("b", 1, 500.0),
        ("b", 5, 400.0),
    ]
    answers = pd.DataFrame(weeks, columns=["Patient", "Weeks", "FVC"])
    answers = answers.assign(Patient_Week=answers["Patient"] + "_" + answers["Weeks"].astype(str), Confidence=100)
    given = answers[["Patient_Week"]].assign(FVC=answers["FVC"].fillna(0) + 50.0, Confidence=100.0)
    given.loc[given["Patient_Week"] == "b_1", "FVC"] = 500.0  # which everybody knows
    answers[["Patient_Week", "Patient", "Weeks", "FVC", "Confidence"]].to_csv(tmp_path / "answers.csv", index=False)
    given.to_csv(tmp_path / "given.csv", index=False)
    versions = (registry.get("osic-pulmonary-fibrosis-progression") for registry in (V1, V2))
    old, new = (score_files(version, tmp_path / "given.csv", tmp_path / "answers.csv").score for version in versions)
    wrong, right = (-np.sqrt(2) * error / 100 - np.log(np.sqrt(2) * 100) for error in (50, 0))
    assert new == pytest.approx(wrong, abs=1e-5)
    assert old == pytest.approx((4 * wrong + right) / 5, abs=1e-5)


def test_no_answer_where_there_is_none_counts_as_a_hit(bench: Callable[[str], Bench]) -> None:
    table = bench("tensorflow2-question-answering")
    for version in (0, 1):
        perfect = table.perfect(version)
        answered = perfect["PredictionString"].notna()
        assert table.scores(perfect)[version] == 1.0
        blank = perfect.assign(PredictionString=pd.NA)
        unanswered = 1 - answered.mean() if version == 0 else 0.0
        assert table.scores(blank)[version] == pytest.approx(unanswered, abs=1e-5)
    half = perfect.copy()
    missed = half.index[answered][::2]
    half.loc[missed, "PredictionString"] = pd.NA
    wrong = half.index[~answered][:3]
    half.loc[wrong, "PredictionString"] = "1:2"
    hits = answered.sum() - len(missed)
    assert table.scores(half)[1] == pytest.approx(2 * hits / (2 * hits + len(wrong) + len(missed)), abs=1e-5)


def test_an_exact_submission_has_no_score(bench: Callable[[str], Bench]) -> None:
    table = bench("champs-scalar-coupling")
    exact = table.answers()[["id", "scalar_coupling_constant"]]
    assert table.scores(exact) == [None, pytest.approx(np.log(1e-9), abs=1e-4)]
    noisy = exact.assign(scalar_coupling_constant=exact["scalar_coupling_constant"] + np.arange(len(exact)) % 3)
    error = (noisy - exact)["scalar_coupling_constant"].abs().groupby(table.answers()["type"]).mean()
    by_hand = float(np.log(error.clip(lower=1e-9)).mean())
    assert table.scores(noisy)[1] == pytest.approx(by_hand, abs=1e-4)
    assert table.scores(pd.concat([noisy, noisy.iloc[[0]]]))[1] is None


def test_a_repeated_customer_shifts_all_after_it(bench: Callable[[str], Bench]) -> None:
    table = bench("h-and-m-personalized-fashion-recommendations")
    answers = pd.read_csv(table.layout.private / "answers.csv", dtype=str)
    twelve = answers.assign(
        prediction=[" ".join(list(dict.fromkeys(text.split()))[:12]) for text in answers["prediction"]]
    )
    assert table.scores(twelve)[1] == 1.0  # with ten digits, which v1 finds nowhere
    assert table.scores(pd.concat([twelve, twelve.iloc[[0]]]))[1] is None


@pytest.mark.parametrize("text", ["1 2 9", "7"])
@pytest.mark.parametrize("competition_id", ["hubmap-kidney-segmentation", "uw-madison-gi-tract-image-segmentation"])
def test_half_a_run_is_scored(bench: Callable[[str], Bench], competition_id: str, text: str) -> None:
    table = bench(competition_id)
    given = table.perfect().astype({"predicted": object})
    given.loc[1, "predicted"] = text
    assert table.scores(given)[1] is None
    assert table.scores(table.perfect())[1] == 1.0


def test_gestures_that_nobody_made_are_refused(bench: Callable[[str], Bench]) -> None:
    table = bench("multi-modal-gesture-recognition")
    perfect = table.perfect()
    counts = perfect["Sequence"].str.split().str.len()
    silent = perfect.copy()
    silent.loc[0, "Sequence"] = pd.NA
    assert table.scores(silent) == [None, pytest.approx(counts[0] / counts.sum(), abs=1e-5)]
    single = perfect.assign(Sequence=[pd.NA, *perfect["Sequence"].str.split().str[0][1:]])  # a column of numbers
    assert table.scores(single)[1] == pytest.approx(1 - (len(perfect) - 1) / counts.sum(), abs=1e-5)


def test_vesuvius_mixes_two_leaderboards() -> None:
    first, second = (registry.get("vesuvius-challenge-ink-detection").leaderboard for registry in (V1, V2))
    assert first is not None
    assert second is not None
    assert (first.gold, first.percentiles) == (0.779927, None)
    assert "public leaderboard" in first.source
    assert second.percentiles is not None
    assert "private leaderboard" in second.source
    # Its own percentiles hold its thresholds: ranks 12, 62 and 124 of 1249 lie near the first, fifth and tenth.
    for threshold, place in ((second.gold, 1), (second.silver, 5), (second.bronze, 10)):
        assert second.percentiles[place + 1] <= threshold <= second.percentiles[place - 1]


@pytest.mark.parametrize(
    ("competition_id", "column"),
    [("ventilator-pressure-prediction", "pressure"), ("stanford-covid-vaccine", "deg_50C")],
)
def test_words_are_accepted_where_nothing_is_scored(
    bench: Callable[[str], Bench], competition_id: str, column: str
) -> None:
    table = bench(competition_id)
    perfect = table.perfect()
    accepted = []
    for row in (0, len(perfect) - 1):
        given = perfect.astype({column: object})
        given.loc[row, column] = "nothing"
        old, new = table.scores(given)
        accepted.append(old is not None)
        assert new is None
    assert any(accepted)
    assert table.scores(perfect)[1] == 0.0


@pytest.mark.parametrize(
    ("competition_id", "column", "wrong"),
    [
        ("cassava-leaf-disease-classification", "label", 7),
        ("paddy-disease-classification", "label", "unicorn"),
        ("paddy-disease-classification", "label", None),
        ("plant-seedlings-classification", "species", "unicorn"),
        ("plant-seedlings-classification", "species", None),
        ("herbarium-2020-fgvc7", "Predicted", 3.5),
        ("herbarium-2021-fgvc8", "Predicted", 3.5),
        ("herbarium-2022-fgvc9", "Predicted", 3.5),
        ("iwildcam-2019-fgvc6", "Category", 3.5),
        ("rsna-breast-cancer-detection", "cancer", None),
        ("rsna-breast-cancer-detection", "cancer", -0.1),
        ("rsna-breast-cancer-detection", "cancer", 1.1),
    ],
)
def test_what_is_no_class_is_accepted(
    bench: Callable[[str], Bench], competition_id: str, column: str, wrong: object
) -> None:
    table = bench(competition_id)
    for version in (0, 1):
        perfect = table.perfect(version)
        assert table.scores(perfect)[version] == 1.0
        given = perfect.astype({column: object})
        given.loc[0, column] = wrong
        assert (table.scores(given)[version] is None) == bool(version)


def test_a_class_that_is_never_true_adds_a_zero_to_the_mean(bench: Callable[[str], Bench]) -> None:
    table = bench("iwildcam-2019-fgvc6")
    perfect = table.perfect()[["Id", "Category"]]
    given = perfect.assign(Category=np.where(np.arange(len(perfect)) % 3, perfect["Category"], 999))
    truth = perfect["Category"]
    old, new = table.scores(given)
    by_hand = [f1_score(truth, given["Category"], labels=labels, average="macro") for labels in (None, truth.unique())]
    assert [old, new] == pytest.approx(by_hand, abs=1e-5)
    assert list(pd.read_csv(table.layout.public / "sample_submission.csv").columns) == ["Id", "Category"]


def test_decimals_are_no_categories(bench: Callable[[str], Bench]) -> None:
    table = bench("inaturalist-2019-fgvc6")
    for version in (0, 1):
        perfect = table.perfect(version)
        assert table.scores(perfect.astype({"predicted": float}))[version] == (0.0 if version else None)
    assert table.scores(perfect.assign(predicted=perfect["predicted"] + 0.5))[1] is None


@pytest.mark.parametrize(
    ("competition_id", "column"),
    [("us-patent-phrase-to-phrase-matching", "score"), ("paddy-disease-classification", "label")],
)
def test_the_sample_submission_says_nothing(bench: Callable[[str], Bench], competition_id: str, column: str) -> None:
    table = bench(competition_id)
    sample = pd.read_csv(table.layout.prepared / table.versions[1].sample_submission)
    assert sample[column].notna().all()
    assert sample.iloc[:, 0].tolist() == table.answers()[sample.columns[0]].tolist()
    assert table.scores(sample)[1] is not None


def test_easy_rows_count_as_often_as_they_stand_there(bench: Callable[[str], Bench]) -> None:
    table = bench("predict-volcanic-eruptions-ingv-oe")
    given = table.perfect()[["segment_id", "time_to_eruption"]]
    given["time_to_eruption"] += np.arange(len(given)) * 1000
    repeated = pd.concat([given, given.iloc[[0] * 50]])  # the first one is right
    once, often = table.scores(given), table.scores(repeated)
    assert once[0] == once[1] == pytest.approx(np.mean(np.arange(len(given)) * 1000), abs=0.5)
    assert often[0] is not None
    assert once[0] is not None
    assert often[0] < once[0] / 2
    assert often[1] is None
