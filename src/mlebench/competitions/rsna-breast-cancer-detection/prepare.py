from pathlib import Path

from mlebench.data import place_named, read_csv, split_groups, write_csv

TEST_COLUMNS = ["site_id", "patient_id", "image_id", "laterality", "view", "age", "implant", "machine_id"]


def prepare(raw: Path, public: Path, private: Path) -> None:
    train, test = split_groups(read_csv(raw / "train.csv"), by="patient_id", test_size=0.1, seed=42)
    breasts = test["patient_id"].astype(str) + "_" + test["laterality"]
    answers = test.assign(prediction_id=breasts).groupby("prediction_id")[["cancer"]].first().reset_index()

    write_csv(train, public / "train.csv")
    write_csv(test[TEST_COLUMNS].assign(prediction_id=breasts), public / "test.csv")
    write_csv(answers, private / "answers.csv")
    write_csv(answers.assign(cancer=train["cancer"].mean()), public / "sample_submission.csv")
    for name, part in (("train_images", train), ("test_images", test)):
        files = part["patient_id"].astype(str) + "/" + part["image_id"].astype(str) + ".dcm"
        place_named(raw / "train_images", files, public / name)
