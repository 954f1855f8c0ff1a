from pathlib import Path, PurePosixPath

from mlebench.data import ZipMember, member_names, place_members, read_csv, split_rows, write_csv

TRAIN = "competition_data/train"


def prepare(raw: Path, public: Path, private: Path) -> None:
    archive = raw / "competition_data.zip"
    parts = split_rows(read_csv(ZipMember(archive, f"{TRAIN}.csv")), test_size=0.25)
    train, test = (part.sort_values("id") for part in parts)

    write_csv(train, public / "train.csv")
    write_csv(test, private / "test.csv")
    write_csv(test[["id"]].assign(rle_mask="1 1"), public / "sample_submission.csv")
    depths = read_csv(raw / "depths.csv")
    write_csv(depths[depths["id"].isin(train["id"])].sort_values("id"), public / "depths.csv")

    train_ids, test_ids = set(train["id"]), set(test["id"])
    targets = {}
    for member in member_names(archive):
        path = PurePosixPath(member)
        if path.suffix != ".png" or str(path.parent.parent) != TRAIN:
            continue
        if path.stem in train_ids:
            targets[member] = public / "train" / path.parent.name / path.name
        elif path.stem in test_ids and path.parent.name == "images":
            targets[member] = public / "test" / "images" / path.name
    place_members(archive, targets)
