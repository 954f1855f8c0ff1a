from pathlib import Path

from mlebench.data import place_named, read_csv, split_rows, write_csv

from .grade import CLASSES


def prepare(raw: Path, public: Path, private: Path) -> None:
    parts = dict(zip(("Train", "Test"), split_rows(read_csv(raw / "train.csv"), test_size=0.1), strict=True))
    for name, part in parts.items():
        numbered = [f"{name}_{i}" for i in range(len(part))]
        place_named(raw / "images", part["image_id"] + ".jpg", public / "images", (f"{new}.jpg" for new in numbered))
        parts[name] = part.assign(image_id=numbered)

    test = parts["Test"]
    write_csv(parts["Train"], public / "train.csv")
    write_csv(test, private / "test.csv")
    write_csv(test[["image_id"]], public / "test.csv")
    write_csv(test[["image_id"]].assign(**dict.fromkeys(CLASSES, 0.25)), public / "sample_submission.csv")
