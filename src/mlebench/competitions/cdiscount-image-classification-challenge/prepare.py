from pathlib import Path

from mlebench.data import place, split_rows, write_csv
from mlebench.data.formats.bson import copy_documents, copy_without, scan_bson

COLUMNS = ["_id", "category_id"]
SAMPLE = 1000010653


def prepare(raw: Path, public: Path, private: Path) -> None:
    documents = scan_bson(raw / "train.bson", COLUMNS)
    train, test = split_rows(documents, test_size=0.1)
    answers = test[COLUMNS].sort_values("_id")

    write_csv(answers, private / "answers.csv")
    write_csv(answers.assign(category_id=SAMPLE), public / "sample_submission.csv")
    place(raw / "category_names.csv", public / "category_names.csv")

    train, test = train.sort_index(), test.sort_index()
    copy_documents(raw / "train.bson", train, public / "train.bson")
    copy_documents(raw / "train.bson", train.head(100), public / "train_example.bson")
    copy_without(raw / "train.bson", test, "category_id", public / "test.bson")
