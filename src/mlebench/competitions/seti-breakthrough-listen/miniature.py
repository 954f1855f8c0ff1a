"""Miniature of the raw SETI Breakthrough Listen archive

Snippets are (6, 6, 8) here; the real ones are (6, 273, 256).
"""

from pathlib import Path

import numpy as np
import pandas as pd


def snippet(rng, needle):
    x = rng.normal(0, 1, (6, 6, 8))
    if needle:  # a drifting line in some of the on-target panels 0, 2, 4
        start, drift = int(rng.integers(8)), int(rng.choice([-1, 1]))
        for panel in (0, 2, 4):
            for t in range(6):
                x[panel, t, (start + drift * t) % 8] += 2.5
    return ((x - x.mean()) / x.std()).astype(np.float16)


def names(rng, n):
    """Distinct 12-digit hexadecimal ids, sorted."""
    return sorted({f"{v:012x}" for v in rng.integers(0, 2**48, n)})


def write_split(root, rng, ids, labels):
    for i, y in zip(ids, labels, strict=True):
        path = root / i[0] / f"{i}.npy"
        path.parent.mkdir(parents=True, exist_ok=True)
        np.save(path, snippet(rng, bool(y)))


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    def labelled(n):
        ids = names(rng, n)
        return pd.DataFrame({"id": ids, "target": (rng.random(len(ids)) < 0.2).astype(int)})

    train = labelled(240)
    train.to_csv(raw / "train_labels.csv", index=False)
    write_split(raw / "train", rng, train["id"], train["target"])
    test = labelled(8)
    write_split(raw / "test", rng, test["id"], test["target"])
    test.assign(target=0.5).to_csv(raw / "sample_submission.csv", index=False)

    old = raw / "old_leaky_data"
    for split, n in (("train", 12), ("test", 6)):
        table = labelled(n)
        write_split(old / f"{split}_old", rng, table["id"], table["target"])
        table.to_csv(old / f"{split}_labels_old.csv", index=False)
