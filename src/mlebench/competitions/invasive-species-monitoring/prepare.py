import zipfile
from pathlib import Path

from mlebench.data import ZipMember, new_member, read_csv, split_rows, write_csv
from mlebench.data.archives.sevenzip import repack_7z


def prepare(raw: Path, public: Path, private: Path) -> None:
    labels = read_csv(ZipMember(raw / "train_labels.csv.zip", "train_labels.csv"))
    train, test = split_rows(labels, test_size=0.2)
    sample = test[["name"]].assign(invasive=0.5)

    write_csv(test, private / "answers.csv")
    write_csv(sample, private / "sample_submission.csv")
    for name, table in (("train_labels.csv", train), ("sample_submission.csv", sample)):
        with (
            zipfile.ZipFile(public / f"{name}.zip", "w") as archive,
            new_member(archive, name, compress=True) as file,
        ):
            write_csv(table, file)

    # v1's archives are empty by mistake; without the pictures nobody could take part.
    parts = {"train": train, "test": test}
    pictures = {
        public / f"{folder}.7z": {f"train/{name}.jpg": f"{folder}/{name}.jpg" for name in part["name"]}
        for folder, part in parts.items()
    }
    repack_7z(raw / "train.7z", pictures)
