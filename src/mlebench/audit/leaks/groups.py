"""Groups on both sides of the split: the same patient, speaker, author or place in train and test."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import pandas as pd
from scipy import stats

from mlebench.audit.leaks.predictive import CHANCE
from mlebench.audit.leaks.report import Leak, Search
from mlebench.audit.leaks.rows import Linked, labelled, link
from mlebench.audit.leaks.tables import Table
from mlebench.audit.leaks.truth import Truth, spelled
from mlebench.audit.leaks.twins import main_target, most_frequent

NAME = "no group is on both sides of the split"
# Words that name who or where a sample is from; several samples from one are not independent.
_NAMES = {
    *("patient", "subject", "person", "speaker", "author", "user", "username", "customer", "donor", "participant"),
    *("player", "driver", "owner", "location", "site", "hospital", "clinic", "station", "camera", "device", "session"),
    *("sentence", "document", "recording", "molecule", "group", "family", "slide", "video", "study"),
}
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")  # of snake_case and CamelCase
_SHARED = 0.1  # of the test rows: fewer are strays
_GAIN = 0.2  # of the mistakes of the most frequent answer that a group must save
_LOOKED_UP = 0.95  # of rows right, for a column that only looks like a group


class LookUp(NamedTuple):
    """How well the answers of test rows follow from training rows of the same group."""

    right: float
    rows: int
    proven: bool


def shared_groups(tables: list[Table], truth: Truth, declared: Sequence[str], notes: list[str]) -> Search:
    """Columns that name groups, by their name or declared; or by structure where the group tells the answer.

    A group on both sides is a leak where training rows of the group tell the answers of its test rows better than
    chance does; else a caution.
    """
    tests = [linked for table in tables if table.side in ("test", "other") and (linked := link(table, truth))]
    leaks, compared = [], set()
    for linked in tests:
        for train in (table for table in tables if table.side == "train"):
            for column in linked.rows.columns:
                if column in train.frame.columns and column not in (linked.key, *truth.names, *truth.targets.columns):
                    compared.add(column)
                    leak = _judge(linked, train, column, truth, column in declared)
                    leaks += [leak] if leak else []
    notes += [f"no table of each side has the group {name}" for name in declared if name not in compared]
    if not compared:
        return Search(NAME, not_run="No training table shares columns with a table of the test set.")
    return Search(NAME, leaks)


def _judge(linked: Linked, train: Table, column: str, truth: Truth, declared: bool) -> Leak | None:
    ours, theirs = linked.rows[column], train.frame[column]
    repeated = theirs.nunique() < 0.7 * len(theirs) and theirs.nunique() >= 10
    words = {word.lower() for word in _WORDS.findall(column)}
    named = declared or (bool(words & _NAMES) and theirs.nunique() >= 5)
    if not (named or repeated):
        return None
    shared = ours.isin(set(theirs) - {""})
    if shared.mean() < _SHARED or shared.sum() < 3:
        return None
    found = _look_up(linked, train, column, shared, main_target(truth))
    if not named and not (found and found.proven and found.right >= _LOOKED_UP):
        return None
    detail = f"{shared.sum():,} of {len(ours):,} test rows have a value that public/{train.name} has too"
    if found:
        detail += f"; their most frequent label there is right for {found.right:.0%} of {found.rows:,}"
    return Leak("group", linked.table.name, detail, column=column, caution=not (found and found.proven))


def _look_up(linked: Linked, train: Table, column: str, shared: pd.Series[Any], target: str) -> LookUp | None:
    if not labelled([train], target) or train.frame[target].nunique() > len(train.frame) // 3:
        return None
    counts = pd.DataFrame({"group": train.frame[column], "label": spelled(train.frame[target])}).value_counts()
    usual = counts.reset_index().drop_duplicates("group").set_index("group")["label"]
    answers = linked.targets[target][shared]
    right = linked.rows[column][shared].map(usual) == answers
    base = most_frequent(answers)
    tail = float(stats.binom.sf(int(right.sum()) - 1, len(right), base))
    better = right.mean() - base >= _GAIN * (1 - base)
    return LookUp(float(right.mean()), len(right), bool(better and tail < CHANCE))
