from pathlib import Path

import pandas as pd

from mlebench.data import ZipMember, member_names, place_members, read_csv, split_rows, write_csv

from .grade import TARGETS


def prepare(raw: Path, public: Path, private: Path) -> None:
    parts = dict(zip(("train", "test"), split_rows(read_csv(ZipMember(raw / "train.csv.zip", "train.csv")), 0.1)))
    new_ids = {name: dict(zip(part["id"], range(1, len(part) + 1))) for name, part in parts.items()}
    train, test = (part.assign(id=range(1, len(part) + 1)) for part in parts.values())

    write_csv(train, public / "train.csv")
    write_csv(test, private / "test.csv")
    write_csv(test.drop(columns=TARGETS), public / "test.csv")
    sample = pd.DataFrame({"id": test["id"], TARGETS[0]: 0.1779, TARGETS[1]: 1.8892})
    write_csv(sample, public / "sample_submission.csv")

    targets = {}
    for member in member_names(raw / "train.zip"):
        old_id = int(Path(member).parent.name)
        for name, ids in new_ids.items():
            if old_id in ids:
                targets[member] = public / name / str(ids[old_id]) / "geometry.xyz"
    place_members(raw / "train.zip", targets)
