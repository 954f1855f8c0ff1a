"""The answers as rows with ids and targets, in the order that a contestant sees."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from mlebench.catalog import Competition
from mlebench.data.expected import load_expected
from mlebench.data.layout import DataLayout
from mlebench.data.manifest import check_answers
from mlebench.data.tables.csv_files import read_csv
from mlebench.grading.grade import read_answers

SEED = 0
MAX_ROWS = 20_000


@dataclass(frozen=True)
class Truth:
    """Wanted rows: normalised ids, and the answer columns as texts."""

    key: str  # the id column's name
    ids: pd.Series[Any]
    targets: pd.DataFrame  # one column of classes where the answers have a column for each class
    names: list[str]  # of the answer columns
    answers: pd.DataFrame  # all columns of the same rows, as the grader reads them
    total: int  # rows before sampling
    links: dict[str, Any] = field(default_factory=dict)  # tables whose rows were found already, by name

    @property
    def unique(self) -> bool:
        """Whether an id is one row."""
        return bool(self.ids.is_unique)


def normal(values: pd.Series[Any]) -> pd.Series[Any]:
    """Ids as texts that compare: 0300 is 300, and 7.0 is 7."""
    texts = values.astype(str).str.strip().str.replace(r"(?<=\d)\.0$", "", regex=True)
    return texts.str.replace(r"^0+(?=\d+$)", "", regex=True)


def spelled(labels: pd.Series[Any]) -> pd.Series[Any]:
    """One spelling for what files of different formats call the same: True, 1 and 1.0."""
    return labels.replace({"True": "1", "False": "0", "true": "1", "false": "0", "1.0": "1", "0.0": "0"})


def read_truth(competition: Competition, layout: DataLayout, notes: list[str]) -> Truth | str:
    """The truth of a competition, sampled where it is large; or why there is none to look for."""
    check_answers(competition, layout)
    answers = read_answers(competition, layout.prepared / competition.answers)
    expected = load_expected(competition, layout) if competition.is_sealed else None
    key = str(expected.ids.name) if expected is not None else ""
    if not isinstance(answers, pd.DataFrame) or (key and key not in answers.columns):
        # In another form than what contestants hand in: what they should have handed in is the same.
        answers = _perfect(competition, layout, answers)
    if not isinstance(answers, pd.DataFrame) or answers.empty:
        return "The answers are not a table, and grade.py has no perfect(answers)."
    if key not in answers.columns:
        key = str(answers.columns[0])
    targets = _targets(competition, answers, key, [] if expected is None else list(expected.rows.columns))
    if not targets:
        return "competition.yaml names no answer_columns, and the answers show none."
    if expected is not None and expected.ids.is_unique:  # the order of the answers is nobody's business
        place = pd.Series(np.arange(len(expected)), index=normal(expected.ids))
        answers = answers.iloc[np.argsort(normal(answers[key]).map(place).to_numpy(), kind="stable")]
    total = len(answers)
    if total > MAX_ROWS:
        notes.append(f"{MAX_ROWS:,} of {total:,} rows of the answers were looked at (fixed seed)")
        chosen = np.sort(np.random.default_rng(SEED).choice(total, MAX_ROWS, replace=False))
        answers = answers.iloc[chosen]
    answers = answers.reset_index(drop=True)
    texts = answers[targets].astype(object).where(answers[targets].notna(), "").astype(str).apply(spelled)
    told = [column for column in competition.answer_columns if column not in answers.columns]
    return Truth(key, normal(answers[key]), _as_class(texts, told), targets, answers, total)


def _targets(competition: Competition, answers: pd.DataFrame, key: str, public: list[str]) -> list[str]:
    named = [column for column in competition.answer_columns if column in answers.columns]
    return named or [str(column) for column in answers.columns if column != key and column not in public]


def _as_class(texts: pd.DataFrame, told: list[str]) -> pd.DataFrame:
    """One column instead of a 1 among 0s, under the name that competition.yaml has for it beside theirs."""
    numbers = texts.apply(pd.to_numeric, errors="coerce")
    if texts.shape[1] < 2 or not numbers.isin([0, 1]).all(axis=None) or not (numbers.sum(axis=1) == 1).all():
        return texts
    classes: pd.Series[Any] = numbers.idxmax(axis=1).astype(object)
    return classes.to_frame(told[0] if told else "class")


def _perfect(competition: Competition, layout: DataLayout, answers: Any) -> Any:
    if competition.perfect_submission is not None:
        return competition.perfect_submission(answers)
    if competition.gold_submission is not None:
        return read_csv(layout.prepared / competition.gold_submission)
    return answers
