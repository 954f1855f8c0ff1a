import contextlib
import json
from pathlib import Path

import numpy as np
import pandas as pd

from mlebench.data import place_named, read_csv, track, write_csv

TEST_NOTEBOOKS = 20_000


def prepare(raw: Path, public: Path, private: Path) -> None:
    ancestors = read_csv(raw / "train_ancestors.csv").sample(frac=1, random_state=0, ignore_index=True)
    orders = read_csv(raw / "train_orders.csv")
    test_ids = choose_families(ancestors)
    in_test = orders["id"].isin(test_ids)

    write_csv(orders[~in_test], public / "train_orders.csv")
    write_csv(orders[in_test], private / "test_orders.csv")
    write_csv(ancestors[~ancestors["id"].isin(test_ids)], public / "train_ancestors.csv")
    place_named(raw / "train", orders.loc[~in_test, "id"] + ".json", public / "train")
    place_named(raw / "train", orders.loc[in_test, "id"] + ".json", public / "test")
    shown = [
        shown_order(f"{raw}/train/{name}.json") for name in track(orders.loc[in_test, "id"], "reading test notebooks")
    ]
    write_csv(orders.loc[in_test, ["id"]].assign(cell_order=shown), public / "sample_submission.csv")


def choose_families(ancestors: pd.DataFrame) -> "pd.Series[str]":
    """Notebooks of the test set: whole families in order of appearance, each that still fits."""
    family, _ = pd.factorize(ancestors["ancestor_id"])
    chosen, room = [], TEST_NOTEBOOKS
    for number, size in enumerate(np.bincount(family).tolist()):
        if size <= room:
            chosen.append(number)
            room -= size
    return ancestors.loc[np.isin(family, chosen), "id"]


def shown_order(notebook: str) -> str:
    """Cell ids as the file lists them."""
    with open(notebook, "rb") as file:  # noqa: PTH123 - 20,000 files: a Path takes as long as reading does
        content = file.read()
    return " ".join(kinds_of_cells(content))


def kinds_of_cells(content: bytes) -> dict[str, str]:
    """The first entry of the file says code or markdown for each cell; the far longer rest need not be parsed."""
    start = b'{"cell_type": {'
    if content.startswith(start):
        with contextlib.suppress(ValueError):  # a brace inside a text
            kinds: dict[str, str] = json.loads(content[len(start) - 1 : content.index(b"}") + 1])
            return kinds
    return json.loads(content)["cell_type"]  # type: ignore[no-any-return]
