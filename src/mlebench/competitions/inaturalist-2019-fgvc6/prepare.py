from pathlib import Path

import pandas as pd

from mlebench.data import coco, deal_tar, place, tar_files, write_csv

ARCHIVE = "train_val2019.tar.gz"  # also the name of the plain tar that v1 publishes
FOLDER = "train_val2019/"
SAMPLE = 654


def prepare(raw: Path, public: Path, private: Path) -> None:
    document = coco.read_json(raw / "train2019.json")
    train, test = coco.split_categories(document, test_size=0.12)
    write_tables(raw, public, private, document, train, test)
    archives = {
        public / ARCHIVE: {name: name.removeprefix(FOLDER) for name in coco.file_names(train)},
        public / "test2019.tar.gz": {name: Path(name).name for name in coco.file_names(test)},
    }
    write_archives(raw, archives)


def write_tables(
    raw: Path,
    public: Path,
    private: Path,
    document: coco.Entry,
    train: list[coco.Labelled],
    test: list[coco.Labelled],
) -> None:
    coco.write_json(coco.with_pictures(document, train), public / "train2019.json")
    place(raw / "val2019.json", public / "val2019.json")
    images = [{**picture.image, "file_name": "test2019/" + Path(picture.image["file_name"]).name} for picture in test]
    shown = {key: part for key, part in document.items() if key not in ("annotations", "categories")}
    coco.write_json({**shown, "images": images}, public / "test2019.json")

    answers = pd.DataFrame(
        {"id": [picture.image["id"] for picture in test], "predicted": [picture.category for picture in test]}
    )
    write_csv(answers, private / "answers.csv")
    write_csv(answers.assign(predicted=SAMPLE), public / "kaggle_sample_submission.csv")


def write_archives(raw: Path, archives: dict[Path, dict[str, str]]) -> None:
    """The pictures of each archive, from their old names to new ones."""
    if (raw / FOLDER).is_dir():
        for archive, names in archives.items():
            tar_files(archive, ((new, raw / old) for old, new in names.items()))
    else:
        deal_tar(raw / ARCHIVE, archives)
