import zipfile
from pathlib import Path

import pandas as pd

from mlebench.data import ZipMember, new_member, read_csv, split_rows, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    phrases = read_csv(ZipMember(raw / "train.tsv.zip", "train.tsv"), sep="\t")
    write_parts(public, private, *split_rows(phrases, test_size=0.3))


def write_parts(public: Path, private: Path, train: pd.DataFrame, test: pd.DataFrame) -> None:
    _write_zipped(train, public, "train.tsv")
    _write_zipped(test.drop(columns="Sentiment"), public, "test.tsv")
    write_csv(test, private / "answers.csv")
    write_csv(test[["PhraseId"]].assign(Sentiment=2), public / "sampleSubmission.csv")


def _write_zipped(frame: pd.DataFrame, folder: Path, name: str) -> None:
    with (
        zipfile.ZipFile(folder / f"{name}.zip", "w") as archive,
        new_member(archive, name, compress=True) as file,
    ):
        frame.to_csv(file, sep="\t", index=False, lineterminator="\n")
