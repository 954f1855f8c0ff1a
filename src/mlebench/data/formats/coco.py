"""COCO-style data sets: a JSON document whose lists `annotations` and `images` describe the same pictures.

Entry k of one list belongs to entry k of the other. v1 splits such a set category by category, shuffles
what becomes the test set, and writes the documents with indentation and sorted keys.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TextIO

import pandas as pd

from mlebench.data.digests import md5
from mlebench.data.files.named import place_named
from mlebench.data.progress import in_threads
from mlebench.data.splits.seeded import split_rows
from mlebench.errors import DataError

Entry = dict[str, Any]

_CHUNK = 20_000
_LEVEL = " " * 4


class Labelled(NamedTuple):
    """One picture: its entry in `annotations` and its entry in `images`."""

    annotation: Entry
    image: Entry

    @property
    def category(self) -> int:
        """The label."""
        return int(self.annotation["category_id"])


def read_json(path: Path, *, encoding: str = "utf-8") -> Any:
    """A JSON document as Python objects."""
    try:
        return json.loads(path.read_text(encoding=encoding))
    except ValueError as error:
        raise DataError(f"{path}: not a JSON document ({error})") from error


def split_categories(
    document: Entry, test_size: float, *, image_id: str = "id", split_from: int = 5
) -> tuple[list[Labelled], list[Labelled]]:
    """Split each category by itself into (train, test), with the same seed for each.

    Train goes category by category, in order of first appearance; test is shuffled over all categories.
    Of a category with fewer than `split_from` pictures the last one is test, a single one is train.
    """
    train: list[Labelled] = []
    test: list[Labelled] = []
    for pictures in _by_category(document, image_id).values():
        if len(pictures) < max(split_from, 2):
            held_back = 1 if len(pictures) > 1 else 0
            train += pictures[: len(pictures) - held_back]
            test += pictures[len(pictures) - held_back :]
        else:
            train_rows, test_rows = _split_positions(len(pictures), test_size)
            train += [pictures[row] for row in train_rows]
            test += [pictures[row] for row in test_rows]
    random.Random(0).shuffle(test)
    return train, test


def _by_category(document: Entry, image_id: str) -> dict[int, list[Labelled]]:
    annotations, images = document["annotations"], document["images"]
    if len(annotations) != len(images):
        raise DataError(f"{len(annotations)} annotations, but {len(images)} images: one of each is expected.")
    categories: dict[int, list[Labelled]] = defaultdict(list)
    for annotation, image in zip(annotations, images):
        if annotation["image_id"] != image[image_id]:
            raise DataError(f"Annotation of image {annotation['image_id']} stands beside image {image[image_id]}.")
        categories[annotation["category_id"]].append(Labelled(annotation, image))
    return categories


@cache  # thousands of categories have only some hundred sizes
def _split_positions(size: int, test_size: float) -> tuple[list[int], list[int]]:
    return split_rows(list(range(size)), test_size)


def publish_numbered(
    document: Entry, old: Path, public: Path, *, test_size: float, hidden: Collection[str], anonymous: bool = False
) -> pd.DataFrame:
    """Split, and write `train` and `test` below `public`, each a metadata.json with its pictures.

    Train pictures keep ids and names. Test pictures are numbered from 0, with ids as text, and the test
    document has neither annotations nor the `hidden` parts; `anonymous` as version 2 has them, see below.
    Returns the answers, `Id` and `Predicted`.
    """
    train, test = split_categories(document, test_size)
    if anonymous:
        test = without_traces(test, old)
    write_json(with_pictures(document, train), public / "train/metadata.json")
    place_named(old, file_names(train), public / "train")

    images = [
        {
            **picture.image,
            "id": number if anonymous else str(number),
            "file_name": f"images/{number // 1000:03d}/{number}.jpg",
        }
        for number, picture in enumerate(test)
    ]
    shown = {key: part for key, part in document.items() if key not in {"annotations", *hidden}}
    write_json({**shown, "images": images}, public / "test/metadata.json")
    place_named(old, file_names(test), public / "test", [image["file_name"] for image in images])
    return pd.DataFrame({"Id": range(len(test)), "Predicted": [picture.category for picture in test]})


def without_traces(pictures: Sequence[Labelled], folder: Path) -> list[Labelled]:
    """In the order of a digest of each picture's content, and without licences, which tell who holds it.

    `split_categories` shuffles them, from the order of the categories, by a seed that everybody knows.
    """
    digests = list(in_threads(md5, [folder / name for name in file_names(pictures)]))
    ordered = [pictures[place] for place in sorted(range(len(digests)), key=digests.__getitem__)]
    return [
        Labelled(annotation, {key: value for key, value in image.items() if key != "license"})
        for annotation, image in ordered
    ]


def file_names(pictures: Iterable[Labelled]) -> list[str]:
    """Where the pictures are, relative to the document's folder of images."""
    return [picture.image["file_name"] for picture in pictures]


def with_pictures(document: Entry, pictures: Sequence[Labelled]) -> Entry:
    """The document with these pictures instead of its own."""
    return {
        **document,
        "annotations": [picture.annotation for picture in pictures],
        "images": [picture.image for picture in pictures],
    }


def write_json(document: Any, path: Path) -> None:
    """Write the text of `json.dumps(document, indent=4, sort_keys=True)`.

    Long lists of flat entries, which are nearly all of such a document, take a way that is several times
    faster than the encoder for indented text.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="ascii", newline="\n") as file:
        if isinstance(document, list):
            _write_list(document, file, "")
        elif not document:
            file.write("{}")
        else:
            for number, key in enumerate(sorted(document)):
                file.write(f"{',' if number else '{'}\n{_LEVEL}{json.dumps(key)}: ")
                if isinstance(document[key], list):
                    _write_list(document[key], file, _LEVEL)
                else:
                    file.write(_indented(document[key], _LEVEL))
            file.write("\n}")


def _write_list(entries: list[Any], file: TextIO, indent: str) -> None:
    if not entries:
        file.write("[]")
        return
    for number, text in enumerate(_list_texts(entries, indent)):
        file.write(("," if number else "[") + text)
    file.write(f"\n{indent}]")


def _list_texts(entries: list[Any], indent: str) -> Iterator[str]:
    """The entries' text, many at a time, from the line break before the first one on."""
    outer, inner = f"\n{indent}{_LEVEL}", f"\n{indent}{_LEVEL * 2}"
    flat = json.JSONEncoder(sort_keys=True, separators=("," + inner, ": "))
    for start in range(0, len(entries), _CHUNK):
        chunk = entries[start : start + _CHUNK]
        text = flat.encode(chunk)[1:-1]
        if all(isinstance(entry, dict) and entry for entry in chunk) and _is_flat(text, len(chunk)):
            # Line breaks inside of a text are escaped: each one here separates entries or fields.
            between = text[1:-1].replace(f"}},{inner}{{", f"{outer}}},{outer}{{{inner}")
            yield f"{outer}{{{inner}{between}{outer}}}"
        else:
            yield _indented(chunk, indent)[1:].removesuffix(f"\n{indent}]")


def _is_flat(text: str, entries: int) -> bool:
    """No entry holds a list or an entry of its own (a bracket in a text makes this cautious, not wrong)."""
    return text.count("{") == entries and "[" not in text


def _indented(value: Any, indent: str) -> str:
    return json.dumps(value, indent=4, sort_keys=True).replace("\n", "\n" + indent)
