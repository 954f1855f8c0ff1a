from pathlib import Path

from mlebench.data import place, place_named, read_csv, split_rows, write_csv

EXTRA = "extra_approved_InChIs.csv"


def prepare(raw: Path, public: Path, private: Path) -> None:
    train, test = split_rows(read_csv(raw / "train_labels.csv"), test_size=0.2)

    write_csv(train, public / "train_labels.csv")
    write_csv(test, private / "test.csv")
    write_csv(test[["image_id"]].assign(InChI="InChI=1S/H2O/h1H2"), public / "sample_submission.csv")
    place(raw / EXTRA, public / EXTRA)
    for name, part in (("train", train), ("test", test)):
        ids = part["image_id"]
        files = ids.str[0] + "/" + ids.str[1] + "/" + ids.str[2] + "/" + ids + ".png"
        # 2.4 million files: a sixteenth of them at a time keeps the lists of paths small.
        for _, some in files.groupby(ids.str[0]):
            place_named(raw / "train", some, public / name)
