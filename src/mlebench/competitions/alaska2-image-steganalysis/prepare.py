import random
from pathlib import Path

import pandas as pd

from mlebench.data import place_named, split_rows, write_csv

METHODS = ["JMiPOD", "JUNIWARD", "UERD"]


def prepare(raw: Path, public: Path, private: Path) -> None:
    covers = sorted(path.name for path in (raw / "Cover").glob("*.jpg"))
    train, test = split_rows(covers, test_size=5000, seed=42)
    train_names = [f"{i:05d}.jpg" for i in range(1, len(train) + 1)]
    for folder in ["Cover", *METHODS]:
        place_named(raw / folder, train, public / folder, train_names)

    # v1's draws, in v1's order: they are the answers.
    rng = random.Random(0)
    rng.shuffle(test)
    folders = ["Cover" if rng.choice([True, False]) else rng.choice(METHODS) for _ in test]
    test_names = [f"{i:04d}.jpg" for i in range(1, len(test) + 1)]
    chosen = [f"{folder}/{name}" for folder, name in zip(folders, test, strict=True)]
    place_named(raw, chosen, public / "Test", test_names)

    ids = pd.DataFrame({"Id": test_names})
    write_csv(ids.assign(Label=[int(folder != "Cover") for folder in folders]), private / "test.csv")
    write_csv(ids.assign(Label=0), public / "sample_submission.csv")
