"""Learning from labelled rows: tables, texts, pictures, sounds, groups of rows, or several of these."""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.arrays import Floats, Places, nearest
from solver.blend import predict
from solver.features import Blocks, table_blocks
from solver.files import Entry, Files
from solver.grouped import grouped_blocks
from solver.jobs import Job, Label, adds_up
from solver.media import media_blocks
from solver.metric import CORRELATIONS, guess_metric
from solver.sample import Sample
from solver.sandbox import Sandbox
from solver.series import series_blocks
from solver.task import Task, find_task
from solver.textual import text_blocks

MOST_TRAINING_ROWS = 60_000


def solve(sandbox: Sandbox, files: Files, sample: Sample) -> pd.DataFrame | None:
    """Find the task, make features, fit, fill the sample in."""
    metric = guess_metric(sandbox.evaluation())
    task = find_task(files, sample, metric)
    if task is None:
        return None
    shown = ", ".join(job.columns[0] for job in task.jobs[:4])
    sandbox.log(f"{len(task.train)} training rows, {len(task.test)} test rows; {task.jobs[0].style} of {shown}")
    sandbox.log(f"metric: {metric or 'not known'}; columns: {', '.join(task.features()[:8]) or 'none'}")
    _limit_rows(task, sandbox)
    blocks, rows = _features(sandbox, files, task)
    if not blocks.linear:
        return None
    submission = sample.table.copy()
    for number, job in enumerate(task.jobs):
        share = 0.9 / (len(task.jobs) - number)
        guess = predict(sandbox, job, blocks, rows, metric, share, quick=len(task.jobs) > 4)
        _write(submission, job, guess)
    if adds_up(sample, sample.targets) and all(submission[t].dtype.kind == "f" for t in sample.targets):
        shares = submission[sample.targets].clip(lower=1e-6)
        submission[sample.targets] = shares.div(shares.sum(axis=1), axis=0)
    if metric in CORRELATIONS:
        # Where nothing was learnt, or time was short, a column is constant and has no score: the first file's has.
        flat = [target for target in sample.targets if submission[target].nunique() < 2]
        submission[flat] = sample.table[flat]
    return submission


def _limit_rows(task: Task, sandbox: Sandbox) -> None:
    """A random part of very large training tables."""
    if len(task.train) > MOST_TRAINING_ROWS:
        rng = np.random.default_rng(sandbox.seed)
        chosen = np.sort(rng.choice(len(task.train), MOST_TRAINING_ROWS, replace=False))
        task.train = task.train.iloc[chosen].reset_index(drop=True)
        task.train_ids = task.train_ids.iloc[chosen].reset_index(drop=True)
        for job in task.jobs:
            job.y = job.y[chosen]


def _features(sandbox: Sandbox, files: Files, task: Task) -> tuple[Blocks, Places]:
    """All blocks, and the training rows that they hold."""
    blocks, rows = Blocks(), np.arange(len(task.train))
    if files.media:
        train = _media(files, task.train, task.train_ids, "train")
        test = _media(files, task.test, task.test_ids, "test")
        chosen = media_blocks(sandbox, train, test, blocks)
        if chosen is not None:
            rows = chosen
    part = task.train.iloc[rows]
    texts = table_blocks(part, task.test, task.features(), blocks)
    if texts:
        quick = len(task.jobs) > 4 or len(rows) * len(texts) > 40_000
        text_blocks(part, task.test, texts, blocks, quick=quick)
    series_blocks(sandbox, files, task.train_ids.iloc[rows], task.test_ids, blocks)
    for key in sorted(task.hidden):  # in the same order in every run
        ids = task.train_ids.iloc[rows]
        if grouped_blocks(ids, task.test_ids, key, task.others, blocks, sandbox.seed):
            sandbox.log(f"statistics of the rows of each '{key}'")
            break
    return blocks, rows


def _media(files: Files, frame: pd.DataFrame, ids: pd.Series[str], side: str) -> list[Entry | None]:
    """The picture or sound of each row, found by the row's id or by another column that names files."""
    columns = [ids, *(frame[c].astype(str) for c in frame.columns if frame[c].dtype.kind not in "fb")]
    for keys in columns:
        some = [files.media_of(value, side) is not None for value in keys.head(40)]
        if np.mean(some) > 0.8:
            return [files.media_of(value, side) for value in keys]
    return [None] * len(ids)


def _write(submission: pd.DataFrame, job: Job, guess: Floats) -> None:
    """Put the guesses into the form that the submission wants."""
    column = job.columns[0]
    if job.style == "columns":
        for place, name in enumerate(job.columns):
            submission[name] = guess[:, place]
    elif job.style == "probability":
        submission[column] = guess[:, 1]
    elif job.style == "label":
        submission[column] = _values(job.classes, guess.argmax(axis=1))
    elif job.style == "top":
        order = np.argsort(-guess, axis=1)[:, : job.k]
        submission[column] = [" ".join(str(job.classes[place]) for place in row) for row in order]
    elif job.style == "grade":
        submission[column] = _values(job.classes, nearest(np.asarray(job.classes, dtype=float), guess))
    else:
        submission[column] = guess


def _values(classes: list[Label], places: Places) -> list[Label]:
    return [classes[place] for place in places]
