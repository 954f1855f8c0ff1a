from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa

from mlebench.data import ZipMember, split_groups, track, write_csv
from mlebench.data.formats.text_records import text_batches
from mlebench.data.tables.bulk_texts import joined
from mlebench.grading import Words, mean_f1, words

from .prepare import Places, prepare_with

TEXT_COLUMNS = ["Tags"]  # "null" is a tag


def prepare(raw: Path, public: Path, private: Path) -> None:
    """Questions with the same title and body are on one side."""
    batches = text_batches(ZipMember(raw / "Train.zip", "Train.csv"), ["Title", "Body"], missing=[])
    texts = (joined(batch["Title"], batch["Body"], by="\0") for batch in track(batches, "comparing questions"))
    hashes = np.concatenate([pd.util.hash_array(part.to_numpy(zero_copy_only=False)) for part in texts])

    def split(questions: int) -> tuple[Places, Places]:
        train, test = split_groups(pd.DataFrame({"place": np.arange(questions)}), hashes, test_size=0.1)
        return train["place"].to_numpy(), test["place"].to_numpy()

    prepare_with(raw, public, private, split, missing=[])
    sample = _read(public / "sample_submission.csv")
    write_csv(sample, public / "sample_submission.csv")  # without the questions


def read_answers(path: Path) -> pd.DataFrame:
    answers = _read(path)
    return answers.assign(Id=pd.to_numeric(answers["Id"]))


def score(predicted: Words, answers: pd.DataFrame) -> float:
    return mean_f1(words(answers["Tags"]), predicted, rows=len(answers))


def _read(path: Path) -> pd.DataFrame:
    table: pd.DataFrame = pa.Table.from_batches(text_batches(path, ["Id", "Tags"], missing=[])).to_pandas()
    return table
