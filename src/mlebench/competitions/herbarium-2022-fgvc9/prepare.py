from collections import Counter
from pathlib import Path

import pandas as pd

from mlebench.data import coco, place_named, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_with(raw, public, private, anonymous=False)


def prepare_with(raw: Path, public: Path, private: Path, *, anonymous: bool) -> None:
    """`anonymous`: test pictures tell nothing but what they show, as in version 2."""
    document = coco.read_json(raw / "train_metadata.json")
    train, test = coco.split_categories(document, test_size=0.2, image_id="image_id", split_from=2)
    if anonymous:
        test = coco.without_traces(test, raw / "train_images")

    numbered = _numbered(train)
    coco.write_json(coco.with_pictures(document, numbered), public / "train_metadata.json")
    place_named(raw / "train_images", coco.file_names(train), public / "train_images", coco.file_names(numbered))

    images = [
        {**picture.image, "image_id": i if anonymous else str(i), "file_name": f"{i // 1000:03d}/test-{i:06d}.jpg"}
        for i, picture in enumerate(test)
    ]
    coco.write_json(images, public / "test_metadata.json")
    new_names = [image["file_name"] for image in images]
    place_named(raw / "train_images", coco.file_names(test), public / "test_images", new_names)

    answers = pd.DataFrame({"Id": range(len(test)), "Predicted": [picture.category for picture in test]})
    write_csv(answers, private / "answers.csv")
    write_csv(answers.assign(Predicted=42), public / "sample_submission.csv")


def _numbered(train: list[coco.Labelled]) -> list[coco.Labelled]:
    """New ids and file names: the category and a number within it, from 1."""
    seen: Counter[int] = Counter()
    renamed = []
    for annotation, image in train:
        category = annotation["category_id"]
        seen[category] += 1
        image_id = f"{category:05d}__{seen[category]:03d}"
        name = f"{category // 100:03d}/{category % 100:02d}/{image_id}.jpg"
        renamed.append(
            coco.Labelled({**annotation, "image_id": image_id}, {**image, "image_id": image_id, "file_name": name})
        )
    return renamed
