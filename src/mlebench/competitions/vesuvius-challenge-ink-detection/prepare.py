from pathlib import Path

import pandas as pd
from PIL import Image

from mlebench.data import place_all, place_tree, read_csv, write_csv

TEST = "3"  # the fragment that becomes the test picture, under the name a
HIDDEN = {"inklabels.png", "inklabels_rle.csv", "ir.png"}


def prepare(raw: Path, public: Path, private: Path) -> None:
    for fragment in ("1", "2"):
        place_tree(raw / "train" / fragment, public / "train" / fragment)
    source = raw / "train" / TEST
    files = sorted(path for path in source.rglob("*") if path.is_file() and path.name not in HIDDEN)
    place_all(((path, public / "test" / "a" / path.relative_to(source)) for path in files), "placing test")

    gold = read_csv(source / "inklabels_rle.csv").assign(Id="a")
    with Image.open(source / "ir.png") as picture:
        width, height = picture.size
    write_csv(gold.assign(width=width, height=height), private / "inklabels_rle.csv")
    write_csv(gold, private / "gold_submission.csv")
    write_csv(pd.DataFrame({"Id": ["a"], "Predicted": ["1 1 5 1"]}), public / "sample_submission.csv")
