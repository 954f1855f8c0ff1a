"""Version 2 of the competitions whose metric it repairs, computed anew, slowly, from what is stated of the metric."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import directed_hausdorff
from sklearn.metrics import cohen_kappa_score, roc_auc_score

from tests.competitions.test_repairs_of_grading import Bench
from tests.conftest import Miniatures

Benches = Callable[[str], Bench]
IDENTITIES = ["male", "female", "homosexual_gay_or_lesbian", "christian", "jewish", "muslim", "black", "white"]
IDENTITIES += ["psychiatric_or_mental_illness"]
Box = tuple[Any, ...]  # picture, class, confidence, four corners


@pytest.fixture
def bench(miniatures: Miniatures, tmp_path: Path) -> Benches:
    return lambda competition_id: Bench(competition_id, miniatures, tmp_path)


@pytest.mark.parametrize(
    ("competition_id", "column", "scale"),
    [
        ("aptos2019-blindness-detection", "diagnosis", range(5)),
        ("learning-agency-lab-automated-essay-scoring-2", "score", range(1, 7)),
    ],
)
def test_grades_that_nobody_gave_leave_no_gap(bench: Benches, competition_id: str, column: str, scale: range) -> None:
    table = bench(competition_id)
    truth = table.perfect()
    middle = truth.assign(**{column: np.where(truth[column] == scale[-1], scale[-1], scale[1])})
    by_hand = cohen_kappa_score(truth[column], middle[column], labels=list(scale), weights="quadratic")
    assert table.scores(middle)[1] == pytest.approx(by_hand, abs=1e-5)
    for beyond in (scale[0] - 1, scale[-1] + 1):
        given = truth.copy()
        given.loc[0, column] = beyond
        old, new = table.scores(given)
        assert old is not None
        assert new is None


def _sets(column: pd.Series[str]) -> list[set[str]]:
    return [set(str(text).split()) for text in column.fillna("")]


def _guesses(truth: list[set[str]], *more: str) -> list[set[str]]:
    """Every third loses a word, every fourth has one more."""
    guesses = [set(sorted(words)[number % 3 == 0 :]) for number, words in enumerate(truth)]
    return [words | ({more[number % len(more)]} if number % 4 == 0 else set()) for number, words in enumerate(guesses)]


@pytest.mark.parametrize(
    ("competition_id", "column", "free"),
    [
        ("facebook-recruiting-iii-keyword-extraction", "Tags", ["no-such-tag", "nor-this"]),
        ("plant-pathology-2021-fgvc8", "labels", ["scab", "rust"]),
    ],
)
def test_rows_are_pooled(bench: Benches, competition_id: str, column: str, free: list[str]) -> None:
    table = bench(competition_id)
    perfect = table.perfect(keep_default_na=False)
    truth = _sets(perfect[column])
    guesses = _guesses(truth, *free)
    f1 = [2 * len(a & b) / (len(a) + len(b)) if a | b else 1 for a, b in zip(truth, guesses, strict=True)]
    given = perfect.assign(**{column: [" ".join(sorted(words)) for words in guesses]})
    assert table.scores(given)[1] == pytest.approx(np.mean(f1), abs=1e-5)


def test_attributes_that_no_answer_has_are_free(bench: Benches) -> None:
    table = bench("imet-2020-fgvc7")
    perfect = table.perfect()
    truth = _sets(perfect["attribute_ids"])
    guesses = _guesses(truth, "999999", "888888", "0")
    shared = sum(len(a & b) for a, b in zip(truth, guesses, strict=True))
    by_hand = 2 * shared / sum(len(words) for words in [*truth, *guesses])
    given = perfect.assign(attribute_ids=[" ".join(sorted(words)) for words in guesses])
    old, new = table.scores(given)
    assert new == pytest.approx(by_hand, abs=1e-5)
    assert old is not None
    assert old > by_hand


def test_words_that_are_no_label_are_free(bench: Benches) -> None:
    table = bench("plant-pathology-2021-fgvc8")
    perfect = table.perfect()
    assert table.scores(perfect) == [1.0, 1.0]
    assert table.scores(perfect.assign(labels=perfect["labels"] + " unicorn")) == [1.0, None]


def _pixels(text: object) -> set[int]:
    words = [int(word) for word in str(text).split()] if isinstance(text, str) else []
    return {p for start, length in zip(words[::2], words[1::2], strict=True) for p in range(start, start + length)}


def test_empty_masks_are_full_ones(bench: Benches) -> None:
    table = bench("tgs-salt-identification-challenge")
    perfect = table.perfect()
    assert table.scores(perfect) == [1.0, 1.0]
    shifted = perfect.assign(
        rle_mask=[f"{300 + number} 6000" if number % 3 else None for number in range(len(perfect))]
    )
    scores = []
    for true, given in zip(map(_pixels, perfect["rle_mask"]), map(_pixels, shifted["rle_mask"]), strict=True):
        iou = len(true & given) / len(true | given) if true | given else 1.0
        scores.append(np.mean([iou > 0.5 + 0.05 * step for step in range(10)]))
    assert table.scores(shifted)[1] == pytest.approx(np.mean(scores), abs=1e-5)
    depths = pd.read_csv(table.layout.public / "depths.csv")
    assert set(perfect["id"]) <= set(depths["id"])


def test_false_alarms_of_absent_classes_are_free(bench: Benches) -> None:
    """Boxes that are right or elsewhere, so that the thresholds do not matter."""
    table = bench("3d-object-detection-for-autonomous-vehicles")
    perfect = table.perfect()
    texts, by_hand = [], []
    for number, text in enumerate(perfect["PredictionString"]):
        words = text.split()
        boxes = [" ".join(words[start : start + 9]) for start in range(0, len(words), 9)]
        kept = boxes[number % 2 :]
        strange = ["0.9 0 0 0 1 1 1 0 unicorn", "0.3 1 1 0 1 1 1 0 car"][: number % 3]
        texts.append(" ".join([*kept, *strange]) + " ")
        by_hand.append(len(kept) / (len(boxes) + len(strange)))
    old, new = table.scores(perfect.assign(PredictionString=texts))
    assert old is None, "blanks at the end of a cell"
    assert new == pytest.approx(np.mean(by_hand), abs=1e-5)
    assert table.scores(perfect)[1] == 1.0
    sizeless = perfect.assign(PredictionString=perfect["PredictionString"] + " 0.9 0 0 0 0 1 1 0 unicorn")
    assert table.scores(sizeless)[1] is None


def _area(box: Sequence[float]) -> float:
    return max(box[2] - box[0], 0) * max(box[3] - box[1], 0)


def _iou(a: Sequence[float], b: Sequence[float]) -> float:
    shared = _area([max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])])
    return shared / (_area(a) + _area(b) - shared)


def _voc(truth: list[Box], found: list[Box], threshold: float) -> float:
    """Average precision of VOC 2010, box by box."""
    free, hits = list(truth), []
    for picture, _, _, *corners in sorted(found, key=lambda box: -box[2]):
        near = [(box, _iou(corners, box[3:])) for box in free if box[0] == picture]
        best = max(near, key=lambda pair: pair[1], default=(None, 0.0))
        hits.append(best[1] > threshold)
        if hits[-1]:
            free.remove(best[0])  # type: ignore[arg-type]
    precision = [sum(hits[: n + 1]) / (n + 1) for n in range(len(hits))]
    return sum(max(precision[n:]) for n, hit in enumerate(hits) if hit) / len(truth)


def _boxes(ids: Sequence[str], texts: Sequence[str]) -> Iterator[Box]:
    for picture, text in zip(ids, texts, strict=True):
        words = text.split()
        for start in range(0, len(words), 6):
            yield picture, words[start], *(float(word) for word in words[start + 1 : start + 6])


def _disturbed(boxes: list[Box], size: float, rng: np.random.Generator) -> Iterator[Box]:
    """Moved by up to a few sizes, some left out, some twice; no two confidences are the same."""
    for number, (picture, name, _, *corners) in enumerate(boxes):
        move = float(rng.choice([0, 0, 0, size])) * rng.uniform(-1, 1)
        for copy in range(int(rng.choice([0, 1, 1, 1, 2]))):
            yield (
                picture,
                name,
                round(rng.random() * 0.99, 6) + number * 1e-8 + copy * 1e-9,
                *(c + move for c in corners),
            )


@pytest.mark.parametrize(
    ("competition_id", "key", "threshold", "size"),
    [
        ("siim-covid19-detection", "id", 0.5, 300.0),
        ("vinbigdata-chest-xray-abnormalities-detection", "image_id", 0.4, 8.0),
    ],
)
def test_precision_is_not_that_of_voc(
    bench: Benches, competition_id: str, key: str, threshold: float, size: float
) -> None:
    table = bench(competition_id)
    perfect = table.perfect()
    assert table.scores(perfect)[1] == 1.0
    truth = list(_boxes(perfect[key], perfect["PredictionString"]))
    found = list(_disturbed(truth, size, np.random.default_rng(4)))
    cells: dict[str, str] = dict.fromkeys(perfect[key], "")
    for picture, name, *numbers in found:
        cells[picture] += f" {name} " + " ".join(map(repr, map(float, numbers)))
    texts = [cells[name].strip() or f"{truth[0][1]} 0.0 0 0 1 1" for name in perfect[key]]
    given = perfect.assign(PredictionString=texts)
    found = list(_boxes(given[key], texts))
    classes = sorted({box[1] for box in truth})
    by_class = [([b for b in truth if b[1] == name], [b for b in found if b[1] == name]) for name in classes]
    by_hand = np.mean([_voc(*sides, threshold) for sides in by_class])
    old, new = table.scores(given)
    assert new == pytest.approx(by_hand, abs=2e-5)
    assert old is None or abs(old - by_hand) > 1e-3


def test_organs_are_united_and_masks_run_down_the_columns(bench: Benches) -> None:
    table = bench("uw-madison-gi-tract-image-segmentation")
    perfect, answers = table.perfect(), table.answers()
    assert list(perfect["id"]) == list(answers["id"])
    given = perfect.astype({"predicted": object})
    filled = given.index[given["predicted"].notna()]
    given.loc[filled[::4], "predicted"] = "1 2 40 1"
    given.loc[filled[1::5], "predicted"] = None
    dice, volumes = [], {}
    rows = zip(perfect["predicted"], given["predicted"], answers.itertuples(), strict=True)
    for true_text, given_text, row in rows:
        true, predicted = _pixels(true_text), _pixels(given_text)
        if true or predicted:
            dice.append(2 * len(true & predicted) / (len(true) + len(predicted)))
        scan, number = row.id.split("_slice_")
        sides = volumes.setdefault((scan, answers.loc[row.Index, "class"]), ([], [], []))
        sides[2].append((row.image_height, row.image_width))
        for pixels, points in ((true, sides[0]), (predicted, sides[1])):
            points += [(int(number), (p - 1) // int(row.image_width), (p - 1) % int(row.image_width)) for p in pixels]
    distances = []
    for true, predicted, sizes in volumes.values():
        if not true and not predicted:
            continue
        if not true or not predicted or len(predicted) > 10 * len(true):
            distances.append(1.0)
            continue
        scale = np.array([len(sizes), *sizes[0]], dtype=float)
        a, b = np.array(true) / scale, np.array(predicted) / scale
        distances.append(max(directed_hausdorff(a, b)[0], directed_hausdorff(b, a)[0]) / np.sqrt(3))
    by_hand = 0.4 * np.mean(dice) + 0.6 * (1 - np.mean(distances))
    assert table.scores(given)[1] == pytest.approx(by_hand, abs=1e-5)


def test_predictions_of_toxicity_are_cut(bench: Benches) -> None:
    table = bench("jigsaw-unintended-bias-in-toxicity-classification")
    answers = table.answers()
    toxic = answers["toxicity"] >= 0.5
    predicted = (answers["toxicity"] * 0.3 + np.random.default_rng(2).random(len(answers)) * 0.3).round(6)
    areas: list[list[float]] = [[], [], []]
    for name in IDENTITIES:
        mentioned = answers[name] >= 0.5
        for part, rows in zip(areas, (mentioned, mentioned ^ toxic, ~(mentioned ^ toxic)), strict=True):
            part.append(roc_auc_score(toxic[rows], predicted[rows]))
    means = [np.mean(np.array(part) ** -5.0) ** (-1 / 5) for part in areas]
    by_hand = np.mean([roc_auc_score(toxic, predicted), *means])
    given = answers[["id"]].assign(prediction=predicted)
    assert table.scores(given)[1] == pytest.approx(by_hand, abs=1e-5)
    given.loc[0, "prediction"] = 1.5
    assert table.scores(given)[1] is None
