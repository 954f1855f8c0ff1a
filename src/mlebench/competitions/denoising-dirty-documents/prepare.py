import io
from pathlib import Path, PurePosixPath

import numpy as np
from PIL import Image

from mlebench.data import member_names, open_zip, place_members, split_rows, track
from mlebench.data.progress import in_threads
from mlebench.data.tables.bulk_texts import text_buffer

from .grade import pixel_texts

GREY_LINES = [f"{level / 255.0!r}\n" for level in range(256)]


def prepare(raw: Path, public: Path, private: Path) -> None:
    pages = {PurePosixPath(name).name for name in member_names(raw / "train.zip")}
    _, test = split_rows(sorted(name for name in pages if name.endswith(".png")), test_size=0.2)
    write_parts(raw, public, private, set(test))


def write_parts(raw: Path, public: Path, private: Path, test: set[str]) -> None:
    dirty = {PurePosixPath(name).name: name for name in member_names(raw / "train.zip")}
    place_members(
        raw / "train.zip",
        {path: public / ("test" if name in test else "train") / name for name, path in dirty.items()},
    )
    clean = {PurePosixPath(name).name: name for name in member_names(raw / "train_cleaned.zip")}
    place_members(
        raw / "train_cleaned.zip",
        {path: public / "train_cleaned" / name for name, path in clean.items() if name not in test},
    )
    pages = sorted(test)
    with (
        open_zip(raw / "train_cleaned.zip") as archive,
        (private / "answers.csv").open("wb") as answers,
        (public / "sampleSubmission.csv").open("wb") as sample,
    ):
        answers.write(b"id,value\n")
        sample.write(b"id,value\n")
        for values, others in track(
            in_threads(lambda name: pixels(Path(name).stem, archive.read(clean[name])), pages),
            "writing answers",
            len(pages),
        ):
            answers.write(values)
            sample.write(others)


def pixels(stem: str, png: bytes) -> tuple[memoryview, memoryview]:
    """Lines of a picture, row by row: with the grey levels, of which there are 256, and with 1 instead."""
    picture = Image.open(io.BytesIO(png)).convert("L")
    lines = pixel_texts(stem, picture.size, ",", GREY_LINES, np.asarray(picture))
    return text_buffer(lines), text_buffer(pixel_texts(stem, picture.size, ",1\n"))
