"""Finding the supervised task: which table trains, which rows are asked for, and what the columns mean."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from solver.features import is_text
from solver.files import Files
from solver.jobs import Job, direct_jobs, indicator_jobs, label_job
from solver.metric import Metric
from solver.sample import Sample
from solver.tables import Table, read_tables

COVERED = 0.99
# Folders that are named after what the files are, not after what they show.
KINDS = {"images", "image", "masks", "mask", "train", "test", "labels", "audio", "jpeg", "jpg", "png", "data", ""}


@dataclass
class Task:
    """Training rows, test rows in the order of the sample submission, and what to predict."""

    train: pd.DataFrame
    test: pd.DataFrame
    train_ids: pd.Series[str]
    test_ids: pd.Series[str]
    jobs: list[Job]
    hidden: set[str]  # columns that must not be features
    others: list[Table] = field(default_factory=list)

    def features(self) -> list[str]:
        """Columns that training and test rows share."""
        return [c for c in self.train.columns if c in self.test.columns and c not in self.hidden]


def find_task(files: Files, sample: Sample, metric: Metric | None) -> Task | None:
    """The task, or null where the public files show none of a known form."""
    tables = read_tables(files)
    test_table, test, test_key = _test_rows(tables, sample)
    targets = [t for t in sample.targets if test_table is None or t not in test.columns]
    known = {str(t) for t in targets}
    for table in sorted(tables, key=lambda t: _train_rank(t, known)):
        if table is test_table:
            continue
        found = _jobs(table.frame, targets, sample, metric)
        if found is None:
            continue
        jobs, used = found
        key = _id_column(table.frame, sample, test_key, files)
        ids = table.frame[key].astype(str) if key else pd.Series([""] * len(table.frame))
        hidden = used | {str(t) for t in targets} | {c for c in (key, test_key) if c}
        hidden -= {c for c in hidden - used if c in test.columns and is_text(test[c])}
        others = [t for t in tables if t is not table and t is not test_table]
        return Task(table.frame, test, ids, sample.ids, jobs, hidden, others)
    return _from_names(files, sample, test, targets)


def _test_rows(tables: list[Table], sample: Sample) -> tuple[Table | None, pd.DataFrame, str | None]:
    """The table that describes the rows of the sample submission, in the sample's order."""
    wanted = pd.Index(sample.ids)
    ranked = sorted(tables, key=lambda t: ("test" not in t.name.lower(), t.name))
    for table in ranked:
        for column in table.frame.columns:
            keys = table.frame[column].astype(str)
            if table.frame[column].dtype.kind == "f" or keys.nunique() < len(wanted) * COVERED:
                continue
            if keys.is_unique and wanted.isin(keys).mean() >= COVERED:
                rows = table.frame.set_axis(keys).reindex(wanted).reset_index(drop=True)
                return table, rows, str(column)
    for table in ranked:
        shared = [c for c in sample.table.columns if c in table.frame.columns]
        if "test" in table.name.lower() and len(table.frame) == len(sample.table) and shared:
            return table, table.frame.reset_index(drop=True), None
    return None, pd.DataFrame({sample.id_column: sample.table[sample.id_column]}), sample.id_column


def _train_rank(table: Table, targets: set[str]) -> tuple[bool, bool, bool, int]:
    name = table.name.lower()
    return (
        not targets & {str(c) for c in table.frame.columns},
        "train" not in name,
        "test" in name,
        -len(table.frame),
    )


def _jobs(
    frame: pd.DataFrame, targets: list[str], sample: Sample, metric: Metric | None
) -> tuple[list[Job], set[str]] | None:
    """What the table teaches about the targets, and the columns that hold it."""
    if targets and all(t in frame.columns for t in targets):
        jobs = direct_jobs(frame, targets, sample, metric)
        return (jobs, set()) if jobs else None
    if len(targets) > 1:
        for column in frame.columns:
            job = label_job(frame[column], targets)
            if job is not None:
                return [job], {str(column)}
        for column in frame.columns:
            jobs = indicator_jobs(frame[column], targets)
            if jobs is not None:
                return jobs, {str(column)}
    if len(targets) == 1:
        # The label under another name: `category_id` for `Category` or `Predicted`, say.
        wanted = re.sub(r"\W|_", "", targets[0]).lower()
        likely = [c for c in frame.columns if re.sub(r"\W|_", "", str(c)).lower().startswith(wanted)]
        likely += [c for c in frame.columns if str(c).lower() in ("category_id", "label", "class", "target")]
        for column in likely[:1]:
            jobs = direct_jobs(frame.rename(columns={column: targets[0]}), targets, sample, metric)
            if jobs:
                return jobs, {str(column)}
    return None


def _id_column(frame: pd.DataFrame, sample: Sample, test_key: str | None, files: Files) -> str | None:
    """The column of the training table that plays the part of the sample's ids."""
    names = [str(c) for c in frame.columns]
    for name in (test_key, sample.id_column):
        for column in names:
            if name is not None and column.lower() == name.lower():
                return column
    if files.media:
        for column in names:
            if frame[column].dtype.kind not in "fb":
                some = frame[column].head(50).astype(str)
                if np.mean([files.media_of(value, "train") is not None for value in some]) > 0.9:
                    return column
    return None


def _from_names(files: Files, sample: Sample, test: pd.DataFrame, targets: list[str]) -> Task | None:
    """Labels that stand in the names of folders (train/CLASS/x.png) or of files (cat.1.jpg)."""
    media = [e for e in files.media if "train" in e.name.lower() and "test" not in e.folder.lower()]
    folders = [entry.folder.split("/")[-1] for entry in media]
    beginnings = [re.split(r"[.\d_-]", entry.stem)[0] for entry in media]
    for names in (folders, beginnings):
        labels = pd.Series(names, dtype="str")
        if labels.str.lower().isin(KINDS).any():
            continue
        if labels.nunique() < 2 or labels.value_counts().median() < 2:
            continue
        ids = pd.Series([entry.name for entry in media], dtype="str")
        job = label_job(labels, targets) if len(targets) > 1 else _named_label(labels, sample, targets[0])
        if job is not None:
            return Task(pd.DataFrame({"_": ids}), test, ids, sample.ids, [job], set(test.columns) | {"_"})
    return None


def _named_label(labels: pd.Series, sample: Sample, target: str) -> Job | None:
    if sample.table[target].dtype.kind == "f" and labels.nunique() == 2:
        # Which of two names is the 1? The later one in the alphabet: cat 0, dog 1; background 0, whale 1.
        return Job([target], (labels == max(labels)).astype(int).to_numpy(), "probability", [0, 1])
    if sample.table[target].dtype.kind not in "iuf":
        return Job([target], labels.to_numpy(), "label", sorted(labels.unique()))
    return None
