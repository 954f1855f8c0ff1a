from pathlib import Path

import numpy as np
import pandas as pd

from mlebench.data import ZipMember, split_groups, track
from mlebench.data.tables.bulk_texts import joined, text_batches
from mlebench.grading import Words, mean_f1, text_column, words

from .prepare import Places, prepare_with


def prepare(raw: Path, public: Path, private: Path) -> None:
    """Questions with the same title and body are on one side."""
    batches = text_batches(ZipMember(raw / "Train.zip", "Train.csv"), ["Title", "Body"])
    texts = (joined(batch["Title"], batch["Body"], by="\0") for batch in track(batches, "comparing questions"))
    hashes = np.concatenate([pd.util.hash_array(part.to_numpy(zero_copy_only=False)) for part in texts])

    def split(questions: int) -> tuple[Places, Places]:
        train, test = split_groups(pd.DataFrame({"place": np.arange(questions)}), hashes, test_size=0.1)
        return train["place"].to_numpy(), test["place"].to_numpy()

    prepare_with(raw, public, private, split)


def score(predicted: Words, answers: pd.DataFrame) -> float:
    return mean_f1(words(text_column(answers, "Tags", allow_numbers=True)), predicted, rows=len(answers))
