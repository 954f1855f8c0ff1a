"""Submission cases for Aerial Cactus."""

from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    ans = pd.read_csv(prepared / "private" / "test.csv")
    sample = prepared / "public" / "sample_submission.csv"
    save = lambda name, df: df.to_csv(out / f"{name}.csv", index=False)

    save("ok-perfect", ans)
    (out / "ok-sample.csv").write_bytes(sample.read_bytes())
    save("ok-random", ans.assign(has_cactus=rng.random(len(ans))))
    noisy = (0.5 * ans.has_cactus + rng.normal(0.25, 0.3, len(ans))).clip(0, 1)
    save("ok-noisy-shuffled", ans.assign(has_cactus=noisy).sample(frac=1, random_state=1))
    save("ok-ties-one-decimal", ans.assign(has_cactus=noisy.round(1), comment="extra column"))
    save("ok-inverted", ans.assign(has_cactus=1 - ans.has_cactus))

    save("bad-above-one", ans.assign(has_cactus=ans.has_cactus * 1.5))
    save("bad-logits-negative", ans.assign(has_cactus=ans.has_cactus * 4.0 - 2.0))
    save("bad-id-without-extension", ans.assign(id=ans.id.str.replace(".jpg", "", regex=False)))
    x = ans.copy()
    x.loc[0, "id"] = x.loc[1, "id"]
    save("bad-id-twice", x)
    save("bad-yes-no", ans.assign(has_cactus=ans.has_cactus.map({0: "no", 1: "yes"})))
    save("bad-all-blank", ans.assign(has_cactus=""))
