"""Submission cases: nfl-player-contact-detection."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    ans = pd.read_csv(prepared / "private/test.csv")
    y, n = ans["contact"], len(ans)

    def save(name, p, ids=ans["contact_id"]):
        df = pd.DataFrame({"contact_id": ids, "contact": p})
        df.to_csv(out / f"{name}.csv", index=False)
        return df

    first = ans.index == 0
    noisy = y.where(rng.random(n) > 0.15, 1 - y)
    save("ok-perfect", y)
    shutil.copy(prepared / "public/sample_submission.csv", out / "ok-sample.csv")
    df = save("ok-noisy", noisy)
    df.assign(x=1).sample(frac=1, random_state=1)[["x", "contact", "contact_id"]].to_csv(
        out / "ok-noisy-shuffled.csv", index=False
    )
    save("ok-random", rng.integers(0, 2, n))
    save("ok-inverted", 1 - y)
    save("ok-all-ones", 1)
    save("ok-whole-floats", noisy.astype(float))
    save("ok-third-class", noisy.mask(first, 2))
    save("ok-booleans", noisy.astype(bool))

    save("bad-probabilities", (noisy * 0.5 + 0.25 + rng.random(n) * 0.2).round(3))
    save("bad-blank", noisy.astype(float).mask(first))
    save("bad-text", noisy.astype(str).mask(first, "contact"))
    save("bad-missing-row", noisy[1:], ans["contact_id"][1:])
    pd.concat([df, df.iloc[:1]]).to_csv(out / "bad-repeated-row.csv", index=False)
    save("bad-pair-order", noisy, ["_".join(c[:3] + c[:2:-1]) for c in ans["contact_id"].str.split("_")])
