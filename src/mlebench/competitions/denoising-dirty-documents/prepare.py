import io
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import numpy as np
from PIL import Image

from mlebench.data import ZipMember, member_names, place_members, split_rows, track

GREY_TEXTS = [repr(level / 255.0) for level in range(256)]


def prepare(raw: Path, public: Path, private: Path) -> None:
    dirty = {PurePosixPath(name).name: name for name in member_names(raw / "train.zip")}
    _, chosen = split_rows(sorted(name for name in dirty if name.endswith(".png")), test_size=0.2)
    test = set(chosen)

    place_members(
        raw / "train.zip",
        {path: public / ("test" if name in test else "train") / name for name, path in dirty.items()},
    )
    clean = {PurePosixPath(name).name: name for name in member_names(raw / "train_cleaned.zip")}
    place_members(
        raw / "train_cleaned.zip",
        {path: public / "train_cleaned" / name for name, path in clean.items() if name not in test},
    )
    with (
        (private / "answers.csv").open("w") as answers,
        (public / "sampleSubmission.csv").open("w") as sample,
    ):
        answers.write("id,value\n")
        sample.write("id,value\n")
        for name in track(sorted(test), "writing answers"):
            ids, values = _pixels(Path(name).stem, ZipMember(raw / "train_cleaned.zip", clean[name]))
            answers.writelines(f"{pixel},{value}\n" for pixel, value in zip(ids, values, strict=True))
            sample.writelines(f"{pixel},1\n" for pixel in ids)


def _pixels(stem: str, png: ZipMember) -> tuple[list[str], Iterator[str]]:
    """Ids and grey levels of a picture, row by row. Only 256 different texts occur."""
    grey = np.asarray(Image.open(io.BytesIO(png.read_bytes())).convert("L"))
    height, width = grey.shape
    columns = [f"_{column}" for column in range(1, width + 1)]
    ids = [f"{stem}_{row}{column}" for row in range(1, height + 1) for column in columns]
    return ids, map(GREY_TEXTS.__getitem__, grey.ravel().tolist())
