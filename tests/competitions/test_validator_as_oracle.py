"""Attacks on the validator: questions whose answers told of the scored rows while it ran the whole grader."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from mlebench.catalog import Registry
from mlebench.grading.validate import Verdict, validate_submission
from tests.competitions.test_common import perfect_of
from tests.conftest import Miniatures

Ask = Callable[[pd.DataFrame], Verdict]


class Oracle:
    """The validator of one competition, asked about changed submissions."""

    def __init__(self, name: str, miniatures: Miniatures, folder: Path, attack: Callable[[str], None]) -> None:
        self.layout = miniatures.layout(name)
        self.competition = miniatures.registry.get(name)
        self.table = perfect_of(self.competition, self.layout)
        self._path, self._attack = folder / "submission.csv", attack

    def ask(self, table: pd.DataFrame) -> str:
        """All that it says, without the numbers of the rows that the question itself names."""
        self._attack(f"validator of {self.competition.id}")
        table.to_csv(self._path, index=False)
        verdict = validate_submission(self.competition, self._path, self.layout.data_dir)
        return re.sub(r"row \d+", "row N", "\n".join([str(verdict.valid), verdict.message, *verdict.warnings]))

    def ask_for_each_row(self, column: str, value: str) -> set[str]:
        answers = set()
        for row in rows_of(self.table):
            changed = self.table.copy()
            changed.loc[changed.index[row], column] = value
            answers.add(self.ask(changed))
        return answers


def rows_of(table: pd.DataFrame, most: int = 50) -> list[int]:
    """So many rows, from all parts of the table."""
    return list(range(0, len(table), max(1, len(table) // most)))


@pytest.fixture
def oracle(miniatures: Miniatures, tmp_path: Path, attack: Callable[[str], None]) -> Callable[[str], Oracle]:
    return lambda name: Oracle(name, miniatures, tmp_path, attack)


@pytest.mark.parametrize(
    ("name", "column", "value"),
    [
        ("osic-pulmonary-fibrosis-progression", "FVC", ""),
        ("osic-pulmonary-fibrosis-progression", "Confidence", "inf"),
        ("jigsaw-toxic-comment-classification-challenge", "toxic", "inf"),
        ("stanford-covid-vaccine", "reactivity", ""),
        ("siim-covid19-detection", "PredictionString", "opacity inf 0 0 1 1"),
        ("tweet-sentiment-extraction", "selected_text", ""),
    ],
)
def test_a_bad_cell_tells_which_rows_are_scored(
    name: str, column: str, value: str, oracle: Callable[[str], Oracle]
) -> None:
    assert len(oracle(name).ask_for_each_row(column, value)) == 1


def test_left_out_customers_tell_who_bought_something(oracle: Callable[[str], Oracle]) -> None:
    asked = oracle("h-and-m-personalized-fashion-recommendations")
    sample = pd.read_csv(asked.layout.public / "sample_submission.csv", dtype=str)
    answers = {re.sub("'[0-9a-f]+'", "ID", asked.ask(sample.drop(index=row))) for row in rows_of(sample)}
    assert len(answers) == 1


def test_a_repeated_week_tells_whether_it_is_scored(oracle: Callable[[str], Oracle]) -> None:
    asked = oracle("osic-pulmonary-fibrosis-progression")
    answers = {asked.ask(pd.concat([asked.table, asked.table.iloc[row : row + 1]])) for row in rows_of(asked.table)}
    assert len(answers) == 1


def test_wrong_predictions_of_a_group_tell_its_labels(oracle: Callable[[str], Oracle]) -> None:
    asked = oracle("jigsaw-unintended-bias-in-toxicity-classification")
    truth = asked.table["prediction"].astype(float)
    answers = {
        asked.ask(asked.table.assign(prediction=guess)) for guess in (truth, 1 - truth, truth * 0, truth * 0 + 1)
    }
    assert len(answers) == 1


def test_missing_ids_are_listed_in_the_order_of_the_answers(
    registry: Registry, oracle: Callable[[str], Oracle]
) -> None:
    """Three competitions whose answers have another order than their public files."""
    for name in ("freesound-audio-tagging-2019", "tensorflow2-question-answering", "multi-modal-gesture-recognition"):
        asked = oracle(name)
        public = asked.layout.public
        sample = pd.read_csv(next(p for n in ("sample_submission.csv", "test.csv") if (p := public / n).exists()))
        unknown = asked.table.copy()
        unknown.iloc[:, 0] = [f"unknown{row}" for row in range(len(unknown))]
        half = len(unknown) // 2
        unknown.iloc[half:, 0] = sample.iloc[half:, 0].astype(str).to_numpy()
        kept = unknown.iloc[half:]
        said = asked.ask(pd.concat([kept, kept.iloc[: len(unknown) - len(kept)]]))
        listed = re.findall(r"'?([\w.]+)'?(?:,| and )", said.split("repeated: ")[-1].split("Missing")[-1])
        places = [
            sample.iloc[:, 0].astype(str).tolist().index(i) for i in listed if i in set(sample.iloc[:, 0].astype(str))
        ]
        assert places == sorted(places)
