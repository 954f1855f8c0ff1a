from pathlib import Path

from mlebench.data import place_all, read_csv, shuffled_ids, split_rows, write_csv

SEED = 14
TRAIN_IMAGES = 250


def prepare(raw: Path, public: Path, private: Path) -> None:
    labels = read_csv(raw / "labels.csv")
    test_images = len(labels) - TRAIN_IMAGES
    train, test = shuffled_ids(
        *split_rows(labels, test_images, seed=SEED, stratify=labels["digit"]), seed=SEED, form="img_{:04d}"
    )

    write_csv(train[["id", "digit"]], public / "train.csv")
    write_csv(test[["id"]], public / "test.csv")
    write_csv(test[["id", "digit"]], private / "test.csv")
    write_csv(test[["id"]].assign(digit=0), public / "sample_submission.csv")
    for folder, part in (("train", train), ("test", test)):
        place_all(
            (raw / "images" / old, public / folder / f"{new}.png")
            for old, new in zip(part["image"], part["id"], strict=True)
        )
