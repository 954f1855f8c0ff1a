from pathlib import Path

import pandas as pd

from mlebench.data import place_named, split_rows, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    pictures = sorted(path.relative_to(raw / "train") for path in (raw / "train").glob("*/*.png"))
    table = pd.DataFrame({"file": [path.name for path in pictures], "species": [path.parent.name for path in pictures]})
    train, test = split_rows(table, test_size=0.14)

    write_csv(test, private / "answers.csv")
    write_csv(test.assign(species="Sugar beet"), public / "sample_submission.csv")
    place_named(raw / "train", train["species"] + "/" + train["file"], public / "train")
    place_named(raw / "train", test["species"] + "/" + test["file"], public / "test", test["file"])
