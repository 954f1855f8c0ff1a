"""Version 2 of the competitions in which the order of the data, or what is missing in it, tells the answers of v1."""

from __future__ import annotations

import json
import random
import tarfile
import zipfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import train_test_split

from tests.competitions.test_repairs_of_splits import Sides, both
from tests.conftest import Miniatures


def told_by_the_seed(trained: Sequence[str], tested: int) -> list[str]:
    """The labels of test rows, of the training labels and the number of test rows alone.

    Sorted data stands in blocks of labels. The seed tells the place of each test row in it, and the training rows
    around it the block.
    """
    train, test = train_test_split(np.arange(len(trained) + tested), test_size=tested, random_state=0)
    blocks = np.sort(trained)
    return [blocks[max(np.searchsorted(np.sort(train), place) - 1, 0)] for place in test]


def _folders(side: Path) -> list[str]:
    return [path.parent.name for path in side.rglob("*.*")]


def _cats_and_dogs(public: Path) -> list[str]:
    return [str(int(path.name.startswith("dog"))) for path in (public / "train").iterdir()]


CASES = {
    "dogs-vs-cats-redux-kernels-edition": ("private/answers.csv", "label", _cats_and_dogs),
    "paddy-disease-classification": ("private/test.csv", "label", lambda public: _folders(public / "train_images")),
    "plant-seedlings-classification": ("private/answers.csv", "species", lambda public: _folders(public / "train")),
    "tensorflow-speech-recognition-challenge": (
        "private/test.csv",
        "label",
        lambda public: _folders(public / "train/audio"),
    ),
}


@pytest.mark.parametrize("competition_id", CASES)
def test_a_known_seed_tells_the_labels(competition_id: str, miniatures: Miniatures) -> None:
    path, column, trained = CASES[competition_id]
    shares = []
    for version in ("v1", "v2"):
        layout = miniatures.layout(competition_id, version)
        truth = pd.read_csv(layout.prepared / path, dtype=str)[column].tolist()
        labels = trained(layout.public)
        foretold = told_by_the_seed(labels, len(truth))
        right = np.mean([a == b for a, b in zip(foretold, truth, strict=True)])
        most = Counter(labels).most_common(1)[0][1] / len(labels)
        shares.append((right, most))
    assert shares[0][0] > 0.7
    assert shares[1][0] < max(0.4, shares[1][1] + 0.2), "no better than a guess"


METADATA = {
    "herbarium-2020-fgvc7": ("nybg2020/train/metadata.json", "private/answers.csv"),
    "herbarium-2021-fgvc8": ("train/metadata.json", "private/answers.csv"),
    "herbarium-2022-fgvc9": ("train_metadata.json", "private/answers.csv"),
    "inaturalist-2019-fgvc6": ("train2019.json", "private/answers.csv"),
}


@pytest.mark.parametrize("competition_id", METADATA)
def test_a_known_shuffle_tells_the_categories(competition_id: str, miniatures: Miniatures) -> None:
    """By the order of the categories in the training data, and the count of each, which is a share of it."""
    metadata, path = METADATA[competition_id]
    right = []
    for version in ("v1", "v2"):
        layout = miniatures.layout(competition_id, version)
        truth = pd.read_csv(layout.prepared / path).iloc[:, 1].tolist()
        annotations = json.loads((layout.public / metadata).read_text())["annotations"]
        counts = Counter(truth)
        foretold = [c for c in dict.fromkeys(a["category_id"] for a in annotations) for _ in range(counts[c])]
        random.Random(0).shuffle(foretold)
        right.append(np.mean(np.array(foretold) == truth))
    assert right[0] == 1
    assert right[1] < 0.4


@pytest.mark.parametrize(
    ("competition_id", "path", "key"),
    [
        ("herbarium-2020-fgvc7", "nybg2020/test/metadata.json", "id"),
        ("herbarium-2021-fgvc8", "test/metadata.json", "id"),
        ("herbarium-2022-fgvc9", "test_metadata.json", "image_id"),
    ],
)
def test_licences_tell_institutions(competition_id: str, path: str, key: str, tmp_path: Path) -> None:
    entries = []
    for side in both(competition_id, tmp_path, None):
        document = json.loads((side.public / path).read_text())
        images = document if isinstance(document, list) else document["images"]
        assert {str(image[key]) for image in images} == set(side.csv("private/answers.csv", dtype=str)["Id"])
        entries.append({(("license" in image), type(image[key])) for image in images})
        _check_labels(side, images, key)
    assert entries == [{(True, str)}, {(False, int)}]


def _check_labels(side: Sides, images: list[dict[str, Any]], key: str) -> None:
    """Pictures are known again by their bytes; the raw folder of each is its category."""
    folders = {path: "".join(path.parts[-3:-1]) for path in side.raw.rglob("*.jpg")}
    raw = {path.read_bytes(): int(folder) for path, folder in folders.items() if folder.isdigit() and len(folder) == 5}
    answers = side.csv("private/answers.csv").set_index("Id")["Predicted"]
    shown = {path.name: path for path in side.public.rglob("*.jpg") if "test" in str(path.relative_to(side.public))}
    for image in images:
        assert raw[shown[Path(image["file_name"]).name].read_bytes()] == answers[int(image[key])]


def test_whale_calls_are_in_the_order_of_time(tmp_path: Path) -> None:
    orders = []
    for side in both("the-icml-2013-whale-challenge-right-whale-redux", tmp_path, None):
        with zipfile.ZipFile(side.raw / "train2.zip") as archive:
            raw = {archive.read(name): Path(name).name for name in archive.namelist() if name.endswith(".aif")}
        with zipfile.ZipFile(side.public / "test2.zip") as archive:
            shown = {Path(name).name: raw[archive.read(name)] for name in archive.namelist()}
        answers = side.csv("private/test.csv").set_index("clip")["probability"]
        assert {name: int(old.endswith("_1.aif")) for name, old in shown.items()} == answers.to_dict()
        assert list(shown) == list(answers.index) == list(side.csv("public/sampleSubmission.csv")["clip"])
        orders.append((list(shown.values()), list(shown)))
    assert orders[0][0] == sorted(orders[0][0])
    assert set(orders[1][0]) == set(orders[0][0])
    places = pd.Series(orders[1][0]).rank()
    assert abs(places.corr(pd.Series(range(len(places))))) < 0.5
    assert orders[1][1] == [f"Test{number}.aif" for number in range(len(places))]


def test_validation_pictures_are_missing_and_tars_are_in_the_order_of_categories(tmp_path: Path) -> None:
    old, new = both("inaturalist-2019-fgvc6", tmp_path, None)
    validation = {image["file_name"] for image in json.loads((new.raw / "val2019.json").read_text())["images"]}
    with tarfile.open(old.public / "train_val2019.tar.gz") as archive:
        assert not {f"train_val2019/{name}" for name in archive.getnames()} & validation
    trained, tested = (
        json.loads((new.public / f"{part}2019.json").read_text())["images"] for part in ("train", "test")
    )
    with tarfile.open(new.public / "train_val2019.tar") as archive:
        assert set(archive.getnames()) == validation | {image["file_name"] for image in trained}
    with tarfile.open(new.public / "test2019.tar") as archive:
        names = archive.getnames()
        content = {name: archive.extractfile(name).read() for name in names}  # type: ignore[union-attr]
    assert names == sorted(image["file_name"] for image in tested)
    with tarfile.open(new.raw / "train_val2019.tar.gz") as archive:
        raw = {archive.extractfile(m).read(): m.name for m in archive if m.isfile()}  # type: ignore[union-attr]
    answers = new.csv("private/answers.csv").set_index("id")["predicted"]
    for image in tested:
        assert Path(raw[content[image["file_name"]]]).parent.name == str(answers[image["id"]])
    assert not list(new.public.glob("*.gz"))


def test_missing_leaves_are_test_leaves(tmp_path: Path) -> None:
    gaps = []
    for side in both("leaf-classification", tmp_path, None):
        with zipfile.ZipFile(side.raw / "train.csv.zip") as archive:
            every = pd.read_csv(archive.open("train.csv"))
        trained, tested = side.csv("public/train.csv"), side.csv("public/test.csv")
        missing = every["species"].value_counts().sub(trained["species"].value_counts(), fill_value=0)
        truth = every.set_index("id").loc[tested["id"], "species"].value_counts()
        gaps.append(missing.sub(truth, fill_value=0).sum())
        assert {int(path.stem) for path in (side.public / "images").iterdir()} == {*trained["id"], *tested["id"]}
        assert set(trained["id"]) <= set(every["id"])
    assert gaps == [0, len(tested)]
