from pathlib import Path

import pandas as pd

from mlebench.data import place, place_all, read_csv, split_rows, write_csv

INFORMATION = "HuBMAP-20-dataset_information.csv"
SUFFIXES = [".tiff", ".json", "-anatomical-structure.json"]


def prepare(raw: Path, public: Path, private: Path) -> None:
    labelled = read_csv(raw / "train.csv")
    write_parts(raw, public, private, labelled, *split_rows(labelled, test_size=3))


def write_parts(
    raw: Path, public: Path, private: Path, labelled: pd.DataFrame, train: pd.DataFrame, test: pd.DataFrame
) -> None:
    slides = read_csv(raw / INFORMATION)
    ids = slides["image_file"].str.replace(".tiff", "", regex=False)
    sizes = slides.assign(id=ids)[["id", "width_pixels", "height_pixels"]]

    write_csv(train, public / "train.csv")
    write_csv(slides[ids.isin(labelled["id"])], public / INFORMATION)
    write_csv(test.merge(sizes, on="id"), private / "test.csv")
    write_csv(test.rename(columns={"encoding": "predicted"}), private / "gold_submission.csv")
    write_csv(test[["id"]].assign(predicted=""), public / "sample_submission.csv")
    for name, part in (("train", train), ("test", test)):
        files = [f"{slide}{suffix}" for slide in part["id"] for suffix in SUFFIXES]
        place_all(((raw / "train" / file, public / name / file) for file in files), f"placing {name} slides")
    place(public / "sample_submission.csv", public / "test" / "sample_submission.csv")
