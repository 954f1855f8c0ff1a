"""Miniature raw tree: iwildcam-2019-fgvc6."""

import io
import uuid
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image

CLASSES = [0, 1, 3, 8, 10, 11, 13, 14, 16, 17, 18, 19]
WEIGHTS = np.array([40, 10, 4, 5, 3, 6, 5, 2, 5, 3, 2, 6], float)


def jpeg(rng, category, night):
    """A tiny grey-brown scene with a blob whose colour hints at the class."""
    a = rng.normal(70 if night else 130, 10, (12, 16, 3))
    if category:
        colour = np.array([category * 37 % 256, category * 71 % 256, category * 113 % 256])
        y, x = int(rng.integers(0, 7)), int(rng.integers(0, 10))
        a[y : y + 5, x : x + 6] = colour
    buf = io.BytesIO()
    Image.fromarray(a.clip(0, 255).astype(np.uint8)).save(buf, "JPEG", quality=60)
    return buf.getvalue()


def guid(rng):
    return str(uuid.UUID(bytes=rng.bytes(16)))


def put_zip(path, members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as z:
        for name, data in members:
            z.writestr(zipfile.ZipInfo(name, (2019, 3, 1, 0, 0, 0)), data)


def split(rng, locations, n):
    """Sequences of one to three frames at random locations; each location has its own favourites."""
    taste = {loc: WEIGHTS * rng.exponential(1, len(CLASSES)) for loc in locations}
    rows, images = [], []
    while len(rows) < n:
        loc = int(rng.choice(locations))
        category = int(rng.choice(CLASSES, p=taste[loc] / taste[loc].sum()))
        seq, frames = guid(rng), int(rng.integers(1, 4))
        when = pd.Timestamp("2011-01-01") + pd.Timedelta(seconds=int(rng.integers(0, 1e8)))
        for frame in range(1, frames + 1):
            name = guid(rng)
            rows.append(
                [
                    category,
                    str(when + pd.Timedelta(seconds=frame)),
                    f"{name}.jpg",
                    frame,
                    name,
                    loc,
                    "Justin Brown",
                    seq,
                    frames,
                    1024,
                    747,
                ]
            )
            images.append((f"{name}.jpg", jpeg(rng, category, when.hour < 6)))
    columns = [
        "category_id",
        "date_captured",
        "file_name",
        "frame_num",
        "id",
        "location",
        "rights_holder",
        "seq_id",
        "seq_num_frames",
        "width",
        "height",
    ]
    df = pd.DataFrame(rows, columns=columns)
    order = rng.permutation(len(df))
    return df.iloc[order], [images[k] for k in order]


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)
    train, train_images = split(rng, rng.permutation(np.arange(33)), 330)
    test, test_images = split(rng, np.arange(200, 206), 20)
    train.to_csv(raw / "train.csv", index=False)
    test.drop(columns="category_id").to_csv(raw / "test.csv", index=False)
    test[["id"]].rename(columns={"id": "Id"}).assign(Predicted=0).to_csv(raw / "sample_submission.csv", index=False)
    put_zip(raw / "train_images.zip", train_images)
    put_zip(raw / "test_images.zip", test_images)
