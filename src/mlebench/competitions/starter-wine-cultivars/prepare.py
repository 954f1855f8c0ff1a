from pathlib import Path

from mlebench.data import read_csv, shuffled_ids, split_rows, write_csv

SEED = 12
TEST_ROWS = 108
CULTIVARS = [1, 2, 3]


def prepare(raw: Path, public: Path, private: Path) -> None:
    wines = read_csv(raw / "wines.csv")
    train, test = shuffled_ids(*split_rows(wines, TEST_ROWS, seed=SEED, stratify=wines["cultivar"]), seed=SEED)
    one_hot = {f"cultivar_{c}": (test["cultivar"] == c).astype(int) for c in CULTIVARS}
    even = dict.fromkeys(one_hot, round(1 / len(CULTIVARS), 6))

    write_csv(train, public / "train.csv")
    write_csv(test.drop(columns="cultivar"), public / "test.csv")
    write_csv(test[["id"]].assign(**one_hot), private / "test.csv")
    write_csv(test[["id"]].assign(**even), public / "sample_submission.csv")
