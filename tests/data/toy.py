"""A competition of our own for the tests of the data package, with raw data of any size."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import yaml

from mlebench.catalog import Competition, load_competition

PREPARE = """
from mlebench.data import member_names, place, place_members, place_tree, read_csv, write_csv

def prepare(raw, public, private):
    rows = read_csv(raw / "train.csv")
    train, test = rows[rows["id"] % 5 != 0], rows[rows["id"] % 5 == 0]
    write_csv(train, public / "train.csv")
    write_csv(test.drop(columns="label"), public / "test.csv")
    write_csv(test[["id", "label"]], private / "test.csv")
    write_csv(test[["id"]].assign(label=0.5), public / "sample_submission.csv")
    place(raw / "notes.txt", public / "notes.txt")
    place_tree(raw / "pictures", public / "pictures")
    place_members(raw / "inner.zip", {name: public / "inner" / name for name in member_names(raw / "inner.zip")})
"""

GRADE = """
from mlebench.grading import align, numbers, require_columns
from mlebench.metrics.classification import roc_auc

def grade(submission, answers):
    require_columns(submission, ["id", "label"])
    submission = align(submission, answers, on="id")
    return roc_auc(answers["label"].to_numpy(), numbers(submission, "label", low=0, high=1))
"""

MINIATURE = """
from tests.data.toy import write_raw

def build(raw, rng):
    write_raw(raw, rows=40 + int(rng.integers(0, 10)))
"""

FACTS: dict[str, Any] = {
    "name": "A toy",
    "category": "Tabular",
    "complexity": "dev",
    "metric": {"name": "auc-roc", "lower_is_better": False},
    "answers": "private/test.csv",
    "sample_submission": "public/sample_submission.csv",
    "checksums": {"public": {}, "private": {}},
    "known_issues": [],
}
BOARD = '{"source": "test", "teams": 9, "gold": 0.9, "silver": 0.8, "bronze": 0.7, "median": 0.6}'


def make_competition(
    root: Path,
    name: str = "toy",
    *,
    prepare: str = PREPARE,
    grade: str = GRADE,
    miniature: str = MINIATURE,
    **facts: Any,
) -> Competition:
    """Write a competition folder below `root` and read it."""
    folder = root / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "competition.yaml").write_text(yaml.safe_dump({**FACTS, **facts}, sort_keys=False))
    (folder / "leaderboard.json").write_text(BOARD)
    (folder / "description.md").write_text("# A toy\n")
    (folder / "prepare.py").write_text(prepare)
    (folder / "grade.py").write_text(grade)
    (folder / "miniature.py").write_text(miniature)
    return load_competition(folder)


def write_raw(raw: Path, rows: int = 40) -> Path:
    """The raw tree: a table, a text, pictures, and a zip."""
    raw.mkdir(parents=True, exist_ok=True)
    lines = "".join(f"{i},{i * 0.25},{i % 2}\n" for i in range(rows))
    (raw / "train.csv").write_text("id,value,label\n" + lines)
    (raw / "notes.txt").write_text("notes\n")
    (raw / "pictures" / "deep").mkdir(parents=True)
    for i in range(5):
        (raw / "pictures" / "deep" / f"{i}.png").write_bytes(bytes([i]) * 1000)
    with zipfile.ZipFile(raw / "inner.zip", "w") as inner:
        inner.writestr("a/b.txt", "inside")
    return raw


def zip_tree(tree: Path) -> bytes:
    """The tree as Kaggle would hand it out."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(tree.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(tree).as_posix())
    return buffer.getvalue()


def state_of(tree: Path) -> dict[str, tuple[int, int, bytes]]:
    """Everything about a tree that a program could change: mode, time stamp and content of each entry."""
    return {
        str(path.relative_to(tree)): (
            path.lstat().st_mode,
            path.lstat().st_mtime_ns,
            path.read_bytes() if path.is_file() else b"",
        )
        for path in [tree, *sorted(tree.rglob("*"))]
    }
