from pathlib import Path

from mlebench.data import read_csv, repack, split_rows, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    train, test = split_rows(read_csv(raw / "train.csv"), test_size=0.19)

    write_csv(train, public / "train.csv")
    write_csv(test, private / "test.csv")
    write_csv(test[["id"]].assign(has_cactus=0.5), public / "sample_submission.csv")
    for name, part in (("train.zip", train), ("test.zip", test)):
        repack(raw / "train.zip", {f"train/{image}": image for image in sorted(part["id"])}, public / name)
