"""Keyword extraction: 6 million questions, 7 GB of text; 600,000 sets of tags are graded."""

from __future__ import annotations

import zipfile
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa

from benchmarks.case import Case
from benchmarks.synthetic import pick, write_table
from mlebench.data import new_member

ROWS, TAGS, GRADED = 6_034_195, 30_000, 603_420
BODIES = 2_000


def build(raw: Path, scale: float) -> None:
    rng = np.random.default_rng(0)
    rows = int(ROWS * scale)
    with (
        zipfile.ZipFile(raw / "Train.zip", "w", compresslevel=1) as archive,
        new_member(archive, "Train.csv", compress=True) as file,
    ):
        write_table(file, questions(rng, np.arange(1, rows + 1)), quoted=True, end="\r\n")


def questions(rng: np.random.Generator, numbers: np.ndarray[tuple[int], np.dtype[np.int64]]) -> dict[str, object]:
    words = [f"word{number}" for number in range(5000)]
    texts = [" ".join(words[i] for i in row) for row in rng.integers(0, len(words), (BODIES, 120)).tolist()]
    bodies = [f'<p>{text}, "so"</p>\r\n\r\n<pre>x = {number}\n</pre>\n' for number, text in enumerate(texts)]
    titles = [f"How do I use {first} with {last}?" for first, last in pairwise(words)]
    return {
        "Id": pa.array(numbers.astype(str)),
        "Title": pick(rng, titles, len(numbers)),
        "Body": pick(rng, bodies, len(numbers)),
        "Tags": tags(rng, len(numbers)),
    }


def tags(rng: np.random.Generator, count: int) -> object:
    """Two to five of 30,000 tags, some much more common than others."""
    names = [f"tag-{number}" for number in range(TAGS)]
    draws = (TAGS * rng.random((200_000, 5)) ** 6).astype(int).tolist()
    sets = [" ".join(names[i] for i in row[: 2 + number % 4]) for number, row in enumerate(draws)]
    return pick(rng, sets, count)


def write_all_graded(prepared: Path, target: Path) -> None:
    """Answers of the real number of rows, and guesses."""
    rng = np.random.default_rng(1)
    numbers = rng.permutation(ROWS)[:GRADED]
    write_table(prepared / "private" / "test.csv", questions(rng, numbers), quoted=True)
    write_table(target, {"Id": numbers, "Tags": tags(rng, GRADED)})


CASE = Case(
    "facebook-recruiting-iii-keyword-extraction",
    size="6 million questions; 603,420 graded tag sets",
    build=build,
    scale=0.05,
    tables=("Train.zip::Train.csv",),
    submission=write_all_graded,
    own_answers=True,
    grade_scale=1,
)
