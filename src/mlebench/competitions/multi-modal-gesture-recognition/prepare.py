import random
from pathlib import Path

import pandas as pd

from mlebench.data import place, read_texts, tar_names, write_csv

TEST_ARCHIVE = "training4.tar.gz"
COPIED = [
    *(f"training{part}.tar.gz" for part in (1, 2, 3)),
    *(f"validation{part}.tar.gz" for part in (1, 2, 3)),
    "devel01-40.7z",
    "valid_all_files_combined.7z",
    "sample_code_mmrgc.zip",
]


def prepare(raw: Path, public: Path, private: Path) -> None:
    samples = [name for name in tar_names(raw / TEST_ARCHIVE) if name.endswith(".zip") and "/" not in name]
    test_ids = sorted(Path(name).stem[-4:] for name in samples)
    sequences = read_texts(raw / "training.csv")
    is_test = sequences["Id"].isin(test_ids)

    write_csv(sequences[~is_test], public / "training.csv")
    write_csv(sequences[is_test], private / "test.csv")
    write_csv(pd.DataFrame({"Id": test_ids}), public / "test.csv")
    rng = random.Random(0)
    guesses = [" ".join(map(str, rng.sample(range(1, 21), 20))) for _ in test_ids]
    write_csv(pd.DataFrame({"Id": test_ids, "Sequence": guesses}), public / "randomPredictions.csv")

    place(raw / TEST_ARCHIVE, public / "test.tar.gz")
    for name in COPIED:
        place(raw / name, public / name)
