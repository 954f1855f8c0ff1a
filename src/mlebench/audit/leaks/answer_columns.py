"""Answers in public tables: under their own name, or by their values."""

from __future__ import annotations

from typing import Any

import pandas as pd

from mlebench.audit.leaks.predictive import same_values
from mlebench.audit.leaks.report import Leak, Search
from mlebench.audit.leaks.rows import Linked, link, looks_counted
from mlebench.audit.leaks.tables import Table
from mlebench.audit.leaks.truth import Truth
from mlebench.catalog import Competition

NAME = "no answer column is public"
VALUES = "no answers in other public tables"
_BY_LUCK = 0.1


def answer_columns(competition: Competition, tables: list[Table], truth: Truth | str) -> Search:
    """Answer columns in tables of the test set.

    A table is of the test set where its name says so, where its ids are the answers' ids, or where it holds the
    answers' ids with the answers' values. Without a truth (a sentence says why) names are all there is to go by.
    """
    if isinstance(truth, str) and not competition.answer_columns:
        return Search(NAME, not_run=truth)
    tables = [table for table in tables if table.side != "sample"]
    if not tables:
        return Search(NAME, not_run="There is no public table but the sample submission.")
    columns = list(dict.fromkeys([*competition.answer_columns, *([] if isinstance(truth, str) else truth.names)]))
    leaks = []
    for table in tables:
        found = [column for column in columns if column in table.frame.columns and (table.frame[column] != "").any()]
        if not found or not (table.side == "test" or _is_test_set(table, truth, found)):
            continue
        for column in found:
            other = _other_values(table, truth, column)
            detail = f"has {column}{', with other values than the answers' if other else ''}"
            leaks.append(Leak("answer-column", table.name, detail, column, caution=other))
    return Search(NAME, leaks)


def _is_test_set(table: Table, truth: Truth | str, found: list[str]) -> bool:
    linked = None if isinstance(truth, str) else link(table, truth)
    if isinstance(truth, str) or linked is None:
        return False
    if len(linked.rows) == len(table.frame) and not looks_counted(truth.ids):
        return True
    # Rows of the test set that were left in a larger table. Ids alone prove nothing where they are counted: some
    # competitions count train and test rows from 1 each.
    known = [column for column in found if column in truth.targets.columns]
    return any(_all_there(linked.rows[column], linked.targets[column]) for column in known)


def _other_values(table: Table, truth: Truth | str, column: str) -> bool:
    """Whether a column only shares its name with an answer: a sentence to be completed, a first guess."""
    linked = None if isinstance(truth, str) else link(table, truth)
    if linked is None or column not in linked.targets.columns:
        return False
    return bool((linked.rows[column] == linked.targets[column]).mean() < _BY_LUCK)


def _all_there(public: pd.Series[Any], answers: pd.Series[Any]) -> bool:
    """Also where there are too few rows for statistics: the name is the same, and each value."""
    return same_values(public, answers) is not None or (answers.nunique() > 1 and public.tolist() == answers.tolist())


def answers_in_tables(tables: list[Table], truth: Truth, named: list[Leak]) -> Search:
    """Columns that hold the answers' values beside the answers' ids; training tables that hold the ids at all."""
    leaks = []
    told = {leak.file for leak in named}
    for table in tables:
        linked = link(table, truth) if table.name not in told else None
        if linked is None:
            continue
        values = _values(linked)
        leaks += values
        if not values and table.side == "train" and not looks_counted(truth.ids):
            detail = f"a table of the training set with the ids of {len(linked.rows):,} test rows"
            leaks.append(Leak("test-ids", table.name, detail, column=linked.key, caution=True))
    return Search(VALUES, leaks)


def _values(linked: Linked) -> list[Leak]:
    leaks = []
    for target in linked.targets.columns:
        for column in linked.rows.columns:
            verdict = same_values(linked.rows[column], linked.targets[target]) if column != linked.key else None
            if verdict:
                detail = f"{verdict.how} ({target})"
                leaks.append(Leak("answer-values", linked.table.name, detail, column, caution=not verdict.sure))
    return leaks
