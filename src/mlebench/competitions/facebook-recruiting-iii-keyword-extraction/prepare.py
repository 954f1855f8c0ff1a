from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from mlebench.data import ZipMember, split_positions, track
from mlebench.data.tables.bulk_texts import TextSpool, csv_cells, joined, text_batches, text_buffer

QUESTION = ["Id", "Title", "Body"]
SAMPLE_TAGS = ",javascript c# python php java\n"
ROWS_AT_ONCE = 1 << 16
Places = npt.NDArray[np.intp]


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_with(raw, public, private, lambda questions: split_positions(questions, test_size=0.1))


def prepare_with(raw: Path, public: Path, private: Path, split: Callable[[int], tuple[Places, Places]]) -> None:
    """Seven gigabytes of text: questions wait in a file and are written line by line in shuffled order."""
    tags: list[pa.LargeStringArray] = []
    with TextSpool(private) as spool:
        source = ZipMember(raw / "Train.zip", "Train.csv")
        for batch in track(text_batches(source, [*QUESTION, "Tags"]), "reading questions"):
            spool.append(joined(*(csv_cells(batch[name]) for name in QUESTION), by=","))
            tags.append(joined(",", csv_cells(batch["Tags"]), "\n"))
        questions, endings = spool.texts(), pa.concat_arrays(tags)
        train, test = split(len(questions))

        write(public / "train.csv", questions, train, endings, "Tags")
        write(private / "test.csv", questions, test, endings, "Tags")
        write(public / "sample_submission.csv", questions, test, SAMPLE_TAGS, "Tags")
        write(public / "test.csv", questions, test, "\n")


def write(
    path: Path,
    questions: pa.LargeStringArray,
    rows: Places,
    ending: pa.LargeStringArray | str,
    *more_columns: str,
) -> None:
    """One line per row: the question and what stands at the end of its line."""
    with path.open("wb") as file:
        file.write((",".join([*QUESTION, *more_columns]) + "\n").encode())
        for start in track(range(0, len(rows), ROWS_AT_ONCE), f"writing {path.name}"):
            part = pa.array(rows[start : start + ROWS_AT_ONCE])
            end = ending if isinstance(ending, str) else ending.take(part)
            file.write(text_buffer(joined(questions.take(part), end)))
