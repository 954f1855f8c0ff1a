from pathlib import Path

import pandas as pd
from PIL import Image

from mlebench.data import place_folder, place_folders, read_csv, write_csv

TEST = "3"  # the fragment that becomes the test picture, under the name a
HIDDEN = ["inklabels.png", "inklabels_rle.csv", "ir.png"]


def prepare(raw: Path, public: Path, private: Path) -> None:
    source = raw / "train" / TEST
    place_folders(raw / "train", ["1", "2"], public / "train")
    place_folder(source, public / "test" / "a", without=HIDDEN)

    gold = read_csv(source / "inklabels_rle.csv").assign(Id="a")
    with Image.open(source / "ir.png") as picture:
        width, height = picture.size
    write_csv(gold.assign(width=width, height=height), private / "inklabels_rle.csv")
    write_csv(gold, private / "gold_submission.csv")
    write_csv(pd.DataFrame({"Id": ["a"], "Predicted": ["1 1 5 1"]}), public / "sample_submission.csv")
