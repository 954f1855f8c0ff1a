from pathlib import Path

from mlebench.data import place_named, read_csv, split_rows, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    table = read_csv(raw / "train.csv")
    train, test = split_rows(table, test_size=0.25)
    images, train_paths = raw / "train_images", train["label"] + "/" + train["image_id"]

    write_csv(train, public / "train.csv")
    write_csv(test, private / "test.csv")
    write_csv(test[["image_id"]].assign(label=None), public / "sample_submission.csv")
    place_named(images, train_paths, public / "train_images")
    place_named(images, test["label"] + "/" + test["image_id"], public / "test_images", test["image_id"])
