"""Test rows that also stand in training tables: the same, or nearly."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.audit.leaks.contents import Contents
from mlebench.audit.leaks.near_texts import Texts
from mlebench.audit.leaks.report import Leak, Search
from mlebench.audit.leaks.rows import Linked, link
from mlebench.audit.leaks.tables import Table, stream
from mlebench.audit.leaks.truth import Truth, spelled
from mlebench.audit.leaks.twins import Twin, main_target, most_frequent, twin_leak

NAME = "no test row stands in the training tables"
_FEWEST = 20  # rows of a table of samples
_BITS = 40  # a row that says less can be met twice by accident
_TEXT = 30  # characters, on average
_DIGITS = 3  # that nearly equal numbers share
_ID = re.compile(r"(^|_)(id|key|index|row|uid|uuid|fold|url)s?$|id$", re.IGNORECASE)
Hashes = npt.NDArray[np.uint64]


def duplicate_rows(contents: Contents, tables: list[Table], truth: Truth) -> Search:
    """Compare the columns that a test table and a training table share, without ids and answers."""
    leaks, compared = [], False
    for test in (table for table in tables if table.side == "test"):
        linked = link(test, truth)
        if linked is None and len(test.frame) < max(_FEWEST, len(truth.ids) // 2):
            continue  # a list of categories or sensors, the same for both sides
        for train in (table for table in tables if table.side == "train"):
            columns = _shared(test, train, truth, linked)
            if columns:
                compared = True
                leaks += _compare(contents, test, train, columns, truth, linked)
    if not compared:
        return Search(NAME, not_run="No training table shares telling columns with a table of the test set.")
    return Search(NAME, leaks)


def _shared(test: Table, train: Table, truth: Truth, linked: Linked | None) -> list[str]:
    known = {*truth.names, *truth.targets.columns, truth.key, *([linked.key] if linked else [])}
    known -= set(_texts(test, [key for key in known if key in test.frame.columns]))  # a text may be its own id
    columns = [c for c in test.frame.columns if c in train.frame.columns and c not in known and not _ID.search(c)]
    bits = sum(_bits(test.frame[column]) for column in columns)
    return columns if bits >= _BITS or _texts(test, columns) else []


def _bits(column: pd.Series[Any]) -> float:
    """How much one cell says: by how many values there are, or by its digits where each row has a value of its own."""
    if column.nunique() < 0.9 * len(column) or pd.to_numeric(column, errors="coerce").isna().any():
        return float(np.log2(max(column.nunique(), 1)))
    return float(column.str.count(r"\d").mean() * np.log2(10))


def _texts(table: Table, columns: list[str]) -> list[str]:
    return [column for column in columns if table.frame[column].str.len().mean() >= _TEXT]


def _compare(
    contents: Contents, test: Table, train: Table, columns: list[str], truth: Truth, linked: Linked | None
) -> list[Leak]:
    target = main_target(truth)
    rows = test.frame if linked is None else linked.rows
    answers = None if linked is None else linked.targets[target]
    ours = {"duplicate": _exact(rows[columns]), "near-duplicate": _near(rows[columns])}
    wanted = {kind: np.unique(hashes) for kind, hashes in ours.items()}
    labels: dict[str, dict[int, str | None]] = {kind: {} for kind in ours}
    texts = _texts(test, columns)
    near = Texts(rows[texts].agg(" ".join, axis=1).tolist()) if texts else None

    def look(chunk: pd.DataFrame) -> None:
        known = spelled(chunk[target]).tolist() if target in chunk.columns else [None] * len(chunk)
        for kind, hashes in (("duplicate", _exact(chunk[columns])), ("near-duplicate", _near(chunk[columns]))):
            for place in np.flatnonzero(np.isin(hashes, wanted[kind])):
                labels[kind].setdefault(int(hashes[place]), known[place])
        if near is not None:
            near.look(chunk[texts].agg(" ".join, axis=1).tolist(), known)

    stream(contents, train, look)
    base = most_frequent(truth.targets[target])
    exact = {
        row: labels["duplicate"][h] for row, h in enumerate(ours["duplicate"].tolist()) if h in labels["duplicate"]
    }
    nearly = {
        row: labels["near-duplicate"][h]
        for row, h in enumerate(ours["near-duplicate"].tolist())
        if h in labels["near-duplicate"]
    } | (near.found if near is not None else {})
    nearly = {row: label for row, label in nearly.items() if row not in exact}
    where = f"also stand in public/{train.name}"
    found = [
        twin_leak("duplicate", test.name, _twins(exact, answers), len(rows), f"rows {where}", base),
        twin_leak("near-duplicate", test.name, _twins(nearly, answers), len(rows), f"rows nearly {where}", base),
    ]
    return [leak for leak in found if leak is not None]


def _twins(labels: dict[int, str | None], answers: pd.Series[Any] | None) -> list[Twin]:
    return [Twin(None if answers is None else answers.iloc[row], label) for row, label in labels.items()]


def _exact(rows: pd.DataFrame) -> Hashes:
    return np.asarray(pd.util.hash_pandas_object(rows, index=False), dtype=np.uint64)


def _near(rows: pd.DataFrame) -> Hashes:
    """Hashes that do not see the last digits of numbers, nor case and punctuation of texts."""
    plain = {}
    for column in rows.columns:
        numbers = pd.to_numeric(rows[column], errors="coerce").to_numpy(float)
        with np.errstate(divide="ignore", invalid="ignore"):
            scale = 10 ** (np.floor(np.log10(np.abs(numbers))) - _DIGITS + 1)
            rounded = np.where(numbers == 0, 0, np.round(numbers / scale) * scale)
        texts = pd.Series(rounded, index=rows.index).map("{:.6g}".format).astype(object)
        words = np.isnan(numbers)
        texts[words] = rows[column][words].str.lower().str.replace(r"[\W_]+", " ", regex=True).str.strip()
        plain[column] = texts
    return _exact(pd.DataFrame(plain).astype(object))
