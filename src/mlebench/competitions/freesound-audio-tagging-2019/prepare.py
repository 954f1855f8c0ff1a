import tempfile
from pathlib import Path

import pandas as pd

from mlebench.data import ZipMember, download, place, place_tree, read_csv, write_csv

# The labels of the test clips were published after the competition, and are not part of its download.
LABELS_ARCHIVE = "FSDKaggle2019.meta.zip"
LABELS_URL = "https://zenodo.org/records/3612637/files/FSDKaggle2019.meta.zip?download=1"
LABELS = "FSDKaggle2019.meta/test_post_competition.csv"


def prepare(raw: Path, public: Path, private: Path) -> None:
    for item in sorted(raw.iterdir()):
        if "FSDKaggle2019.meta" not in item.name:
            (place_tree if item.is_dir() else place)(item, public / item.name)

    labels = _published_labels(raw)
    scored = labels[labels["usage"] == "Private"]
    tags = read_csv(raw / "sample_submission.csv", nrows=0).columns[1:]
    indicators = scored["labels"].str.get_dummies(",").reindex(columns=tags, fill_value=0)
    write_csv(pd.concat([scored["fname"], indicators], axis=1), private / "test.csv")


def _published_labels(raw: Path) -> pd.DataFrame:
    if (raw / LABELS_ARCHIVE).is_file():
        return read_csv(ZipMember(raw / LABELS_ARCHIVE, LABELS))
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / LABELS_ARCHIVE
        download(LABELS_URL, archive)
        return read_csv(ZipMember(archive, LABELS))
