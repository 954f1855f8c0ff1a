from pathlib import Path

from mlebench.data import place_named, place_tree, read_csv, split_rows, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    train, test = split_rows(read_csv(raw / "train_labels.csv", dtype={"id": str}), test_size=0.1)

    write_csv(train, public / "train_labels.csv")
    write_csv(test, private / "test.csv")
    write_csv(test.assign(target=0.5), public / "sample_submission.csv")
    place_tree(raw / "old_leaky_data", public / "old_leaky_data")
    for name, part in (("train", train), ("test", test)):
        place_named(raw / "train", part["id"].str[0] + "/" + part["id"] + ".npy", public / name)
