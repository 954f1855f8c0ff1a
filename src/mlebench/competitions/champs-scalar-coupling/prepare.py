from pathlib import Path

from mlebench.data import filter_csv, place_named, read_csv, split_sorted_groups, write_csv

from .grade import TARGET

TABLES = [
    "structures",
    "dipole_moments",
    "magnetic_shielding_tensors",
    "mulliken_charges",
    "potential_energy",
    "scalar_coupling_contributions",
]


def prepare(raw: Path, public: Path, private: Path) -> None:
    train, test = split_sorted_groups(read_csv(raw / "train.csv"), "molecule_name", test_size=0.1)
    molecules = train["molecule_name"].drop_duplicates()

    write_csv(train, public / "train.csv")
    write_csv(test, private / "answers.csv")
    write_csv(test.drop(columns=TARGET), public / "test.csv")
    write_csv(test[["id"]].assign(**{TARGET: 0}), public / "sample_submission.csv")
    del train, test
    for name in TABLES:
        filter_csv(raw / f"{name}.csv", public / f"{name}.csv", "molecule_name", molecules)
    place_named(raw / "structures", molecules + ".xyz", public / "structures")
