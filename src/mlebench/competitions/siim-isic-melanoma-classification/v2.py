from pathlib import Path

from mlebench.data import copy_records, linked, read_csv, split_groups
from mlebench.data.digests import md5
from mlebench.data.progress import in_threads

from .prepare import write_parts


def prepare(raw: Path, public: Path, private: Path) -> None:
    """Patients, with all their pictures and those that are copies of these, are on one side."""
    table = read_csv(raw / "train.csv")
    pictures = list(in_threads(md5, [raw / "jpeg/train" / f"{name}.jpg" for name in table["image_name"]]))
    train, test = split_groups(table, linked(table["patient_id"], pictures), test_size=0.125)
    write_parts(raw, public, private, train, test)
    # Records say the label, and bear a checksum of all their bytes: those of the test set are left out.
    shards = sorted((raw / "tfrecords").glob("train*.tfrec"))
    copy_records(shards, public / "tfrecords", "train", named=set(train["image_name"]))
