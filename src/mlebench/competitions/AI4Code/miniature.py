"""Miniature raw data: AI4Code.

v1 always takes 20,000 notebooks for its test set, so all of these end up there;
`notebooks=20_300` exercises the split.
"""

import json
from pathlib import Path

import numpy as np
import pandas as pd

STEPS = ["imports", "load data", "missing values", "plots", "features", "model", "training", "submission"]
CODE = [
    "import pandas as pd",
    "df = pd.read_csv('train.csv')",
    "df.isna().sum()",
    "df.hist()",
    "df['x2'] = df.x ** 2",
    "m = LGBMRegressor()",
    "m.fit(X, y)",
    "sub.to_csv('submission.csv')",
]


def notebook(rng):
    """(json text, true order): code cells in order first, then the markdown cells shuffled."""
    cells = []
    for step in sorted(rng.integers(0, len(STEPS), int(rng.integers(1, 7)))):
        if rng.random() < 0.6:
            cells.append(("markdown", f"## {STEPS[step]}\nNow we look at {STEPS[step]} – café"))
        cells.append(("code", CODE[step] + f"  # {int(rng.integers(100))}"))
    if not any(kind == "markdown" for kind, _ in cells):
        cells.insert(0, ("markdown", "# My notebook"))
    names = [f"{v:08x}" for v in rng.choice(2**32, len(cells), replace=False)]
    code = [i for i, c in enumerate(cells) if c[0] == "code"]
    text = [i for i, c in enumerate(cells) if c[0] == "markdown"]
    shown = code + list(rng.permutation(text))
    doc = {
        "cell_type": {names[i]: cells[i][0] for i in shown},
        "source": {names[i]: cells[i][1] for i in shown},
    }
    return json.dumps(doc), " ".join(names)


def build(raw: Path, rng: np.random.Generator, notebooks: int = 120) -> None:
    for split in ("train", "test"):
        (raw / split).mkdir(parents=True, exist_ok=True)

    ids = sorted({f"{v:014x}" for v in rng.integers(0, 2**56, notebooks)})
    orders, ancestors = [], []
    family = [f"{v:08x}" for v in rng.choice(2**32, max(2, len(ids) * 2 // 3), replace=False)]
    for i in ids:
        text, order = notebook(rng)
        (raw / "train" / f"{i}.json").write_text(text)
        orders.append((i, order))
        parent = f"{int(rng.integers(2**56)):014x}" if rng.random() < 0.3 else None
        ancestors.append((i, family[int(rng.integers(len(family)))], parent))
    pd.DataFrame(orders, columns=["id", "cell_order"]).to_csv(raw / "train_orders.csv", index=False)
    pd.DataFrame(ancestors, columns=["id", "ancestor_id", "parent_id"]).to_csv(raw / "train_ancestors.csv", index=False)

    sample = []
    for _k in range(4):
        text, _ = notebook(rng)
        name = f"{int(rng.integers(2**56)):014x}"
        (raw / "test" / f"{name}.json").write_text(text)
        sample.append((name, " ".join(json.loads(text)["cell_type"])))
    pd.DataFrame(sample, columns=["id", "cell_order"]).to_csv(raw / "sample_submission.csv", index=False)
