from pathlib import Path

import pandas as pd

from mlebench.data import place_folders, read_csv, split_sorted_groups, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    train, test = split_sorted_groups(read_csv(raw / "train.csv"), "Patient", test_size=0.1)
    answers = every_week(test)

    write_csv(train, public / "train.csv")
    write_csv(test.sort_values("Weeks").groupby("Patient", as_index=False).first(), public / "test.csv")
    write_csv(answers, private / "test.csv")
    sample = answers[["Patient_Week"]].assign(FVC=2000, Confidence=100)
    write_csv(sample, public / "sample_submission.csv")
    for name, part in (("train", train), ("test", test)):
        place_folders(raw / "train", part["Patient"].unique(), public / name)


def every_week(measured: pd.DataFrame) -> pd.DataFrame:
    """A row for each patient and week between the first and the last week of all; most have no measurement."""
    patients = pd.DataFrame({"Patient": measured["Patient"].unique()})
    weeks = pd.DataFrame({"Weeks": range(measured["Weeks"].min(), measured["Weeks"].max() + 1)})
    rows = patients.merge(weeks, how="cross").merge(measured, on=["Patient", "Weeks"], how="left")
    return rows.assign(Patient_Week=rows["Patient"] + "_" + rows["Weeks"].astype(str), Confidence=100)
