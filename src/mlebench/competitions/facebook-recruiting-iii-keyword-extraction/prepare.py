from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from mlebench.data import ZipMember, split_positions, track
from mlebench.data.formats.quoted_records import Lines, record_lines
from mlebench.data.formats.text_records import TextSpool
from mlebench.data.tables.bulk_texts import joined, spans, text_bounds, text_buffer
from mlebench.data.tables.csv_text import csv_header
from mlebench.data.tables.pandas_rules import NA_WORDS

COLUMNS = ["Id", "Title", "Body", "Tags"]
SAMPLE_TAGS = ",javascript c# python php java\n"
ROWS_AT_ONCE = 1 << 13
Places = npt.NDArray[np.intp]


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_with(raw, public, private, lambda questions: split_positions(questions, test_size=0.1))


def prepare_with(
    raw: Path,
    public: Path,
    private: Path,
    split: Callable[[int], tuple[Places, Places]],
    missing: Sequence[str] = NA_WORDS,
) -> None:
    """Seven gigabytes of text: lines wait in a file and are written in shuffled order."""
    tails = []
    with TextSpool(private) as spool:
        records = record_lines(ZipMember(raw / "Train.zip", "Train.csv"), COLUMNS, missing=missing)
        for lines in track(records, "reading questions"):
            spool.append(lines.texts)
            tails.append(lines.tails)
        questions = Lines(spool.texts(), np.concatenate(tails))
        train, test = split(len(questions.texts))

        write(public / "train.csv", questions, train, COLUMNS)
        write(private / "test.csv", questions, test, COLUMNS)
        write(public / "sample_submission.csv", questions, test, COLUMNS, tail=SAMPLE_TAGS)
        write(public / "test.csv", questions, test, COLUMNS[:-1], tail="\n")


def write(path: Path, questions: Lines, rows: Places, columns: list[str], tail: str | None = None) -> None:
    """The lines of these rows, or with something else instead of their tags."""
    with path.open("wb") as file:
        file.write(csv_header(columns))
        for start in track(range(0, len(rows), ROWS_AT_ONCE), f"writing {path.name}"):
            part = rows[start : start + ROWS_AT_ONCE]
            lines = questions.texts.take(pa.array(part))
            if tail is not None:
                bounds = text_bounds(lines)
                lines = joined(spans(lines.buffers()[2], bounds[:-1], bounds[1:] - questions.tails[part]), tail)
            file.write(text_buffer(lines))
