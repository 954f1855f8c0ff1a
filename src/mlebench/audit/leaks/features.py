"""Single features that predict the target almost perfectly: columns of test tables, and the order of rows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from mlebench.audit.leaks.contents import Contents
from mlebench.audit.leaks.predictive import Verdict, gives_away, near_perfect
from mlebench.audit.leaks.report import Leak, Search
from mlebench.audit.leaks.rows import Linked, labelled, link
from mlebench.audit.leaks.tables import Table, side_of
from mlebench.audit.leaks.truth import MAX_ROWS, SEED, Truth, spelled

NAME = "no single feature gives the answers away"
ORDER = "the order of rows and ids tells nothing"
MAX_TARGETS = 12
MAX_SHUFFLED = 5_000_000
COMMON_SEEDS = (0, 42)
_STANDARD_ERRORS = 6


def telling_features(tables: list[Table], truth: Truth, told: list[Leak]) -> Search:
    """Columns of the test set; rows of the training set help to judge where they have the same columns.

    `told`: columns that are the answers themselves.
    """
    linked = [found for table in tables if table.side in ("test", "other") and (found := link(table, truth))]
    if not linked:
        return Search(NAME, not_run="No public table has a row for each id of the test set.")
    leaks = []
    elsewhere = {(leak.file, leak.column) for leak in told}
    for one in linked:
        for column in one.rows.columns:
            known = column in (one.key, *truth.names, *truth.targets.columns)
            if known or (one.table.name, column) in elsewhere:
                continue  # the order of ids is another search, the answers themselves are another finding
            verdicts = {target: _verdict(one, column, target, tables) for target in _targets(truth)}
            how = [f"{verdict.how} ({target})" for target, verdict in verdicts.items() if verdict]
            if how:
                sure = any(verdict.sure for verdict in verdicts.values() if verdict)
                leaks.append(Leak("feature", one.table.name, _listed(how), column, caution=not sure))
    return Search(NAME, leaks)


def _targets(truth: Truth) -> list[str]:
    return [column for column in truth.targets.columns if truth.targets[column].nunique() > 1][:MAX_TARGETS]


def _verdict(linked: Linked, column: str, target: str, tables: list[Table]) -> Verdict | None:
    feature, answer = linked.rows[column], linked.targets[target]
    for table in labelled(tables, target):
        if column in table.frame.columns:
            some = table.frame.iloc[:: len(table.frame) // MAX_ROWS + 1]  # enough for statistics
            feature = pd.concat([feature, some[column]], ignore_index=True)
            answer = pd.concat([answer, spelled(some[target])], ignore_index=True)
            break
    return gives_away(feature, answer)


def telling_order(truth: Truth, contents: Contents, tables: list[Table]) -> Search:
    """The place in the sample submission, before a shuffle too, and the ids as numbers or in alphabetical order.

    What merely comes in bouts is a caution: neighbours are alike.
    """
    if not truth.unique:
        return Search(ORDER, not_run="An id has several rows.")
    orders = [
        ("place in the list of ids", pd.Series(np.arange(len(truth.ids)))),
        ("id", pd.to_numeric(truth.ids, errors="coerce")),
        ("alphabetical place of the id", truth.ids.rank()),
    ]
    if len(truth.ids) == truth.total:
        orders += _before_a_shuffle(truth.total, _sizes_of_training_data(contents, tables))
    leaks = []
    for target in _targets(truth):
        answer = truth.targets[target]
        for name, order in orders:
            if order.isna().any():
                continue
            verdict = near_perfect(order.astype(str), answer)
            if verdict or _in_bouts(order, answer):
                detail = f"{verdict.how} ({target})" if verdict else f"neighbours have the same {target} too often"
                leaks.append(Leak("order", "", detail, column=name, caution=verdict is None))
                break
    return Search(ORDER, leaks)


def _before_a_shuffle(rows: int, others: set[int]) -> Iterator[tuple[str, pd.Series[Any]]]:
    """Where rows stood before they were shuffled, alone or with so many others, by a seed that people often take."""
    for seed in COMMON_SEEDS:
        name, alone = f"place before a shuffle with the seed {seed}", list(range(rows))
        random.Random(seed).shuffle(alone)
        yield name, pd.Series(alone)
        for size in sorted(others):
            yield name, pd.Series(np.random.RandomState(seed).permutation(rows + size)[:rows])


def _sizes_of_training_data(contents: Contents, tables: list[Table]) -> set[int]:
    """How many rows or files it may have: those of each table, folder and archive that is called so."""
    files = Counter(entry.name.partition("/")[0] for entry in contents.entries if side_of(entry.name) == "train")
    found = {0, *files.values(), *(table.total for table in tables if table.side == "train")}
    return {size for size in found if size <= MAX_SHUFFLED}


def _in_bouts(order: pd.Series[Any], answer: pd.Series[Any]) -> bool:
    """Do neighbours agree more often than shuffled ones do?"""
    if not 2 <= answer.nunique() <= len(answer) // 4:
        return False
    codes = answer.factorize()[0][np.argsort(order.to_numpy(), kind="stable")]
    rng = np.random.default_rng(SEED)
    shuffled = [(np.diff(rng.permutation(codes)) == 0).sum() for _ in range(100)]
    spread = max(float(np.std(shuffled)), 1.0)
    return bool((np.diff(codes) == 0).sum() > np.mean(shuffled) + _STANDARD_ERRORS * spread)


def _listed(sentences: list[str]) -> str:
    more = f"; and {len(sentences) - 2} more targets" if len(sentences) > 2 else ""
    return "; ".join(sentences[:2]) + more
