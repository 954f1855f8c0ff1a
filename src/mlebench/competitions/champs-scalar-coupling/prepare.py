from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from mlebench.data import place_named, read_csv, split_sorted_groups, track, write_csv

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
    known = pa.array(molecules, pa.large_string())
    for name in track(TABLES, "filtering tables"):
        table = read_csv(raw / f"{name}.csv")
        kept = pc.is_in(pa.array(table["molecule_name"], pa.large_string()), value_set=known)
        write_csv(table, public / f"{name}.csv", where=kept.to_numpy(zero_copy_only=False))
    place_named(raw / "structures", molecules + ".xyz", public / "structures")
