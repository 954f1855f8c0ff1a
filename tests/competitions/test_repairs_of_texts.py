"""Version 2 of the competitions in which v1 takes words for nothing, and numbers for no words: cells are texts."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from mlebench.catalog import Registry
from mlebench.data.layout import DataLayout
from mlebench.grading.grade import grade_submission
from tests.competitions.test_repairs_of_splits import both
from tests.conftest import Miniatures

Metric = Callable[[Sequence[str], Sequence[str]], float]


def _sets(truth: Sequence[str], given: Sequence[str]) -> list[tuple[set[str], set[str]]]:
    return [(set(a.lower().split()), set(b.lower().split())) for a, b in zip(truth, given, strict=True)]


def _same(truth: Sequence[str], given: Sequence[str]) -> float:
    return float(np.mean([a == b for a, b in zip(truth, given, strict=True)]))


def _jaccard(empty: float) -> Metric:
    return lambda truth, given: float(
        np.mean([len(a & b) / len(a | b) if a | b else empty for a, b in _sets(truth, given)])
    )


def _mean_f1(truth: Sequence[str], given: Sequence[str]) -> float:
    return float(np.mean([2 * len(a & b) / (len(a) + len(b)) if a or b else 1 for a, b in _sets(truth, given)]))


def _pooled_f1(truth: Sequence[str], given: Sequence[str]) -> float:
    pairs = _sets(truth, given)
    return 2 * sum(len(a & b) for a, b in pairs) / sum(len(a) + len(b) for a, b in pairs)


def _distance(a: str, b: str) -> int:
    row = list(range(len(b) + 1))
    for number, letter in enumerate(a, 1):
        above, row = row, [number]
        for place, other in enumerate(b, 1):
            row.append(min(above[place] + 1, row[-1] + 1, above[place - 1] + (letter != other)))
    return row[-1]


def _edits(truth: Sequence[str], given: Sequence[str]) -> float:
    return float(np.mean([_distance(" ".join(a.split()), " ".join(b.split())) for a, b in zip(truth, given)]))


METRICS: dict[str, tuple[str, str, Metric]] = {  # id, text, metric
    "billion-word-imputation": ("id", "sentence", _edits),
    "bms-molecular-translation": ("image_id", "InChI", _edits),
    "chaii-hindi-and-tamil-question-answering": ("id", "PredictionString", _jaccard(0)),
    "facebook-recruiting-iii-keyword-extraction": ("Id", "Tags", _mean_f1),
    "imet-2020-fgvc7": ("id", "attribute_ids", _pooled_f1),
    "text-normalization-challenge-english-language": ("id", "after", _same),
    "text-normalization-challenge-russian-language": ("id", "after", _same),
    "tweet-sentiment-extraction": ("textID", "selected_text", _jaccard(1)),
}


@pytest.mark.parametrize("competition_id", METRICS)
def test_cells_are_no_texts(competition_id: str, miniatures: Miniatures, tmp_path: Path) -> None:
    """Answers and submissions are read and written here without pandas, which would change them."""
    key, column, metric = METRICS[competition_id]
    competition, layout = Registry().under("v2").get(competition_id), miniatures.layout(competition_id, "v2")
    with (layout.prepared / competition.answers).open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    truth = [row[column] for row in rows]
    words = ["", "nan", "NA", "None"]
    guesses = {
        "right": truth,
        "blank": [""] * len(truth),
        "numbers": ["12.50"] * len(truth),
        "words": [words[n % 7] if n % 7 < len(words) else text for n, text in enumerate(truth)],
    }
    for name, given in guesses.items():
        path = tmp_path / f"{name}.csv"
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([(key, column), *zip((row[key] for row in rows), given, strict=True)])
        report = grade_submission(competition, path, layout.data_dir)
        assert report.score == pytest.approx(metric(truth, given), abs=1e-5), (name, report.error)


@pytest.mark.parametrize(
    ("competition_id", "column", "paths"),
    [
        ("tweet-sentiment-extraction", "selected_text", ("public/train.csv", "private/test.csv")),
        ("chaii-hindi-and-tamil-question-answering", "answer_text", ("public/train.csv",)),
    ],
)
def test_words_of_the_raw_data_are_lost(
    competition_id: str, column: str, paths: tuple[str, ...], tmp_path: Path
) -> None:
    def with_words(raw: Path) -> None:
        with (raw / "train.csv").open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        for number, row in enumerate(rows):
            row[column] = "null" if number % 2 else row[column]
        with (raw / "train.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)

    def found(prepared: Path, name: str) -> bool:
        with (prepared / name).open(newline="", encoding="utf-8") as file:
            return any(row[column] == "null" for row in csv.DictReader(file))

    old, new = (side.public.parent for side in both(competition_id, tmp_path, with_words))
    assert [[found(folder, name) for name in paths] for folder in (old, new)] == [
        [False] * len(paths),
        [True] * len(paths),
    ]


def test_the_sample_submission_repeats_the_questions(miniatures: Miniatures) -> None:
    competition_id = "facebook-recruiting-iii-keyword-extraction"

    def rows(layout: DataLayout, name: str) -> list[dict[str, str]]:
        with (layout.public / name).open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    old, new = (miniatures.layout(competition_id, version) for version in ("v1", "v2"))
    assert set(rows(old, "sample_submission.csv")[0]) == {"Id", "Title", "Body", "Tags"}
    sample = rows(new, "sample_submission.csv")
    assert set(sample[0]) == {"Id", "Tags"}
    assert [row["Id"] for row in sample] == [row["Id"] for row in rows(new, "test.csv")]
