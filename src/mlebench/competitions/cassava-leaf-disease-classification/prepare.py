from pathlib import Path

from mlebench.data import place, place_named, place_shards, read_csv, split_rows, text_feature, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    shards = sorted((raw / "train_tfrecords").glob("*.tfrec"))
    train_shards, test_shards = split_rows(shards, test_size=0.1)
    table = read_csv(raw / "train.csv")
    is_test = table["image_id"].isin([name for shard in test_shards for name in text_feature(shard, "image_name")])
    train, test = table[~is_test], table[is_test]

    write_csv(train, public / "train.csv")
    write_csv(test, private / "test.csv")
    write_csv(test[["image_id"]].assign(label=4), public / "sample_submission.csv")
    place(raw / "label_num_to_disease_map.json", public / "label_num_to_disease_map.json")
    for name, part, part_shards in (("train", train, train_shards), ("test", test, test_shards)):
        place_named(raw / "train_images", part["image_id"], public / f"{name}_images")
        place_shards(part_shards, public / f"{name}_tfrecords", f"ld_{name}")
