from pathlib import Path

from mlebench.data import read_csv, repack, split_groups, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    # This seed gives a test set of about 44 % of the pictures.
    train, test = split_groups(read_csv(raw / "train.csv"), "location", test_size=0.1, seed=8)
    answers = test[["id", "category_id"]].set_axis(["Id", "Category"], axis=1)

    write_csv(test, private / "test.csv")
    write_csv(answers, private / "answers.csv")
    write_csv(train, public / "train.csv")
    write_csv(test.drop(columns="category_id"), public / "test.csv")
    # v1 writes the row numbers of the raw table into a first column without a name.
    sample = answers.assign(Category=0)
    sample.insert(0, "", sample.index)
    write_csv(sample, public / "sample_submission.csv")

    for name, part in (("train_images.zip", train), ("test_images.zip", test)):
        images = (part["id"] + ".jpg").drop_duplicates()
        repack(raw / "train_images.zip", dict(zip(images, images, strict=True)), public / name)
