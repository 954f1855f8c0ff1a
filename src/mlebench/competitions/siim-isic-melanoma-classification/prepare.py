from pathlib import Path

import pandas as pd

from mlebench.data import place_named, place_shards, read_csv, text_feature, write_csv

TEST_SHARDS = ["train00-2071.tfrec", "train06-2071.tfrec"]
METADATA = ["image_name", "patient_id", "sex", "age_approx", "anatom_site_general_challenge"]


def prepare(raw: Path, public: Path, private: Path) -> None:
    shards = sorted((raw / "tfrecords").glob("train*.tfrec"))
    table = read_csv(raw / "train.csv")
    is_test = table["image_name"].isin(
        [name for shard in TEST_SHARDS for name in text_feature(raw / "tfrecords" / shard, "image_name")]
    )
    write_parts(raw, public, private, table[~is_test], table[is_test])
    for name in ("train", "test"):
        chosen = [shard for shard in shards if (shard.name in TEST_SHARDS) == (name == "test")]
        place_shards(chosen, public / "tfrecords", name)


def write_parts(raw: Path, public: Path, private: Path, train: pd.DataFrame, test: pd.DataFrame) -> None:
    """All but the TFRecords."""
    write_csv(train, public / "train.csv")
    write_csv(test[METADATA], public / "test.csv")
    write_csv(test[["image_name", "target"]], private / "test.csv")
    write_csv(test[["image_name"]].assign(target=0), public / "sample_submission.csv")
    for name, part in (("train", train), ("test", test)):
        place_named(raw / "train", part["image_name"] + ".dcm", public / name)
        place_named(raw / "jpeg/train", part["image_name"] + ".jpg", public / "jpeg" / name)
