import random
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from mlebench.data import place_named, split_rows, write_csv

COVER, METHODS = "Cover", ["JMiPOD", "JUNIWARD", "UERD"]


def prepare(raw: Path, public: Path, private: Path) -> None:
    train, test = parts(raw)
    # v1's draws, in v1's order: they are the answers.
    rng = random.Random(0)
    rng.shuffle(test)
    folders = [COVER if rng.choice([True, False]) else rng.choice(METHODS) for _ in test]
    write_parts(raw, public, private, train, test, folders)


def parts(raw: Path) -> tuple[list[str], list[str]]:
    covers = sorted(path.name for path in (raw / COVER).glob("*.jpg"))
    return split_rows(covers, test_size=5000, seed=42)


def write_parts(
    raw: Path, public: Path, private: Path, train: Sequence[str], test: Sequence[str], folders: Sequence[str]
) -> None:
    """`folders` says which version of each test picture is taken."""
    train_names = [f"{i:05d}.jpg" for i in range(1, len(train) + 1)]
    for folder in [COVER, *METHODS]:
        place_named(raw / folder, train, public / folder, train_names)
    test_names = [f"{i:04d}.jpg" for i in range(1, len(test) + 1)]
    chosen = [f"{folder}/{name}" for folder, name in zip(folders, test, strict=True)]
    place_named(raw, chosen, public / "Test", test_names)

    ids = pd.DataFrame({"Id": test_names})
    write_csv(ids.assign(Label=[int(folder != COVER) for folder in folders]), private / "test.csv")
    write_csv(ids.assign(Label=0), public / "sample_submission.csv")
