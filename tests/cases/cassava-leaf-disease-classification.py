"""Grading cases for Cassava Leaf Disease Classification."""

from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    ans = pd.read_csv(prepared / "private" / "test.csv")

    def save(name, df):
        return df.to_csv(out / f"{name}.csv", index=False)

    n = len(ans)

    save("ok-perfect", ans)
    (out / "ok-sample.csv").write_bytes((prepared / "public" / "sample_submission.csv").read_bytes())
    save("ok-random", ans.assign(label=rng.integers(0, 5, n)))
    wrong = rng.random(n) < 0.3
    noisy = ans.assign(label=np.where(wrong, rng.integers(0, 5, n), ans.label))
    save("ok-noisy-shuffled", noisy.sample(frac=1, random_state=1))
    save("ok-whole-floats", noisy.astype({"label": float}))
    save("ok-unknown-classes", ans.assign(label=np.where(wrong, 99, ans.label)))

    save("bad-fractional-class", ans.assign(label=ans.label + 0.25))
    save("bad-class-names", ans.assign(label="class " + ans.label.astype(str)))
    x = ans.astype({"label": object})
    x.iloc[3, 1] = ""
    save("bad-one-blank", x)
    save("bad-ids-without-extension", ans.assign(image_id=ans.image_id.str.replace(".jpg", "", regex=False)))
    x = ans.copy()
    x.iloc[0, 0] = x.iloc[1, 0]
    save("bad-id-twice", x)
    save("bad-one-hot", pd.concat([ans[["image_id"]], pd.get_dummies(ans.label, dtype=int)], axis=1))
