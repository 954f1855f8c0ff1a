"""Submission cases: tabular-playground-series-may-2022."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    ans = pd.read_csv(prepared / "private/test.csv", usecols=["id", "target"])
    n = len(ans)

    def save(name, p, **more):
        pd.DataFrame({"id": ans["id"], "target": p}).assign(**more).to_csv(out / f"{name}.csv", index=False)

    noisy = (ans["target"] * 0.3 + rng.random(n) * 0.7).round(4)
    save("ok-perfect", ans["target"])
    shutil.copy(prepared / "public/sample_submission.csv", out / "ok-sample.csv")
    save("ok-noisy", noisy)
    save("ok-random", rng.random(n).round(3))
    save("ok-hard-labels", (noisy > 0.5).astype(int))
    pd.DataFrame({"note": "x", "target": noisy, "id": ans["id"]}).sample(frac=1, random_state=1).to_csv(
        out / "ok-shuffled-extra-column.csv", index=False
    )

    save("bad-above-one", noisy.where(ans.index > 0, 1.0001))
    save("bad-negative", noisy.where(ans.index > 0, -0.0001))
    save("bad-blank", noisy.where(ans.index > 0))
    pd.DataFrame({"id": ans["id"] - 400 + 900_000, "target": noisy}).to_csv(out / "bad-kaggle-ids.csv", index=False)
    pd.DataFrame({"id": ans["id"].where(ans.index > 0, ans["id"][1]), "target": noisy}).to_csv(
        out / "bad-repeated-id.csv", index=False
    )
    pd.DataFrame({"id": ans["id"], "prediction": noisy}).to_csv(out / "bad-column-name.csv", index=False)
