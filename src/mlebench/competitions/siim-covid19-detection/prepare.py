from pathlib import Path

import numpy as np
import pandas as pd

from mlebench.data import place_folders, read_csv, split_rows, write_csv

# In the order of the columns of the study table.
LABELS = np.array(["negative", "typical", "indeterminate", "atypical"])
BOX = " 1 0 0 1 1"


def prepare(raw: Path, public: Path, private: Path) -> None:
    write_parts(raw, public, private, *split_rows(read_csv(raw / "train_study_level.csv"), test_size=0.1))


def write_parts(raw: Path, public: Path, private: Path, *parts: pd.DataFrame) -> None:
    train, test = (part.sort_values("id") for part in parts)
    images = read_csv(raw / "train_image_level.csv").sort_values("id")
    is_test = (images["StudyInstanceUID"] + "_study").isin(test["id"])

    write_csv(train, public / "train_study_level.csv")
    write_csv(images[~is_test], public / "train_image_level.csv")
    labels = LABELS[test.drop(columns="id").to_numpy().argmax(axis=1)]
    truth = {
        "id": [*test["id"], *images["id"][is_test]],
        "PredictionString": [*(labels + BOX), *images["label"][is_test]],
    }
    answers = pd.DataFrame(truth)
    write_csv(answers, private / "test.csv")
    blank = ["negative" + BOX] * len(test) + ["none" + BOX] * int(is_test.sum())
    write_csv(answers.assign(PredictionString=blank), public / "sample_submission.csv")
    for name, part in (("train", train), ("test", test)):
        place_folders(raw / "train", part["id"].str.replace("_study", ""), public / name)
