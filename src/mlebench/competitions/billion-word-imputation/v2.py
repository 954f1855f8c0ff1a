from pathlib import Path

import pandas as pd

from mlebench.grading import edit_distances, single_spaced

from .prepare import prepare as prepare_v1

TEXT_COLUMNS = ["sentence"]


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_v1(raw, public, private)
    (private / "sample_submission.csv").rename(public / "sample_submission.csv")


def score(predicted: "pd.Series[str]", answers: pd.DataFrame) -> float:
    given = single_spaced(predicted.to_frame("sentence"), "sentence")["sentence"]
    return float(edit_distances(single_spaced(answers, "sentence")["sentence"], given).mean())
