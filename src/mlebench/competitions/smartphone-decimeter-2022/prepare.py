from pathlib import Path

import pandas as pd

from mlebench.data import place_folder, place_folders, read_csv, split_rows, v1_floats, write_csv

TRUTH = "ground_truth.csv"
SAMPLE = {"LatitudeDegrees": 37.904611315634504, "LongitudeDegrees": -86.48107806249548}
COLUMNS = ["UnixTimeMillis", *SAMPLE]


def prepare(raw: Path, public: Path, private: Path) -> None:
    drives = sorted(path.name for path in (raw / "train").iterdir() if path.is_dir())
    train_dates, test_dates = split_rows(sorted({date(drive) for drive in drives}), test_size=0.1)
    test = [drive for drive in drives if date(drive) in test_dates]
    place_folders(raw / "train", [drive for drive in drives if date(drive) in train_dates], public / "train")
    place_folders(raw / "train", test, public / "test", without=[TRUTH])
    place_folder(raw / "metadata", public / "metadata")

    tracks = sorted(path for drive in test for path in (raw / "train" / drive).rglob(TRUTH))
    answers = pd.concat([track_truth(path) for path in tracks])
    write_csv(answers, private / "test.csv")
    write_csv(answers.assign(**SAMPLE), public / "sample_submission.csv")


def date(drive: str) -> str:
    year, month, day = drive.split("-")[:3]
    return f"{year}-{month.zfill(2)}-{day.zfill(2)}"


def track_truth(path: Path) -> pd.DataFrame:
    truth = read_csv(path, usecols=COLUMNS, dtype=dict.fromkeys(SAMPLE, str))[COLUMNS]
    truth[list(SAMPLE)] = truth[list(SAMPLE)].apply(v1_floats)
    truth.insert(0, "tripId", f"{path.parent.parent.name}-{path.parent.name}")
    return truth
