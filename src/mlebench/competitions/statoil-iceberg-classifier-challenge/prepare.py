import json
from pathlib import Path
from typing import Any

import pandas as pd

from mlebench.data import split_rows, write_csv
from mlebench.data.archives.sevenzip import each_7z_member, new_7z

MEMBER = "data/processed/train.json"
TEST_FIELDS = ["id", "band_1", "band_2", "inc_angle"]


def prepare(raw: Path, public: Path, private: Path) -> None:
    write_parts(public, private, *split_rows(objects_of(raw / "train.json.7z"), test_size=0.2))


def write_parts(public: Path, private: Path, train: list[Any], test: list[Any]) -> None:
    answers = pd.DataFrame(test, columns=["id", "is_iceberg"])
    sample = answers.assign(is_iceberg=0.5)

    write_csv(answers, private / "test.csv")
    write_csv(sample, private / "sample_submission.csv")
    unlabelled = [{field: entry[field] for field in TEST_FIELDS} for entry in test]
    contents = {
        "train.json": json.dumps(train),
        "test.json": json.dumps(unlabelled),
        "sample_submission.csv": (private / "sample_submission.csv").read_text(),
    }
    for name, content in contents.items():
        with new_7z(public / f"{name}.7z") as add:
            add(name, content.encode())


def objects_of(archive: Path) -> list[Any]:
    objects: list[Any] = []
    each_7z_member(archive, [MEMBER], lambda _, content: objects.extend(json.loads(content)))
    return objects
