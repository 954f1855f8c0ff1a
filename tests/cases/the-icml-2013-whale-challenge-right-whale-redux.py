"""Submission cases for Right Whale Redux."""

from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    ans = pd.read_csv(prepared / "private" / "test.csv")
    sample = prepared / "public" / "sampleSubmission.csv"
    save = lambda name, df: df.to_csv(out / f"{name}.csv", index=False)

    save("ok-perfect", ans)
    (out / "ok-sample.csv").write_bytes(sample.read_bytes())
    save("ok-random", ans.assign(probability=rng.random(len(ans))))
    noisy = (0.5 * ans.probability + rng.normal(0.25, 0.3, len(ans))).clip(0, 1)
    save("ok-noisy-shuffled", ans.assign(probability=noisy).sample(frac=1, random_state=1))
    save("ok-ties-one-decimal", ans.assign(probability=noisy.round(1), comment="extra column"))
    save("ok-inverted", ans.assign(probability=1 - ans.probability))

    save("bad-above-one", ans.assign(probability=ans.probability * 1.5))
    save("bad-logits-negative", ans.assign(probability=ans.probability * 4.0 - 2.0))
    save("bad-clip-without-extension", ans.assign(clip=ans["clip"].str.replace(".aif", "", regex=False)))
    old = [c.replace("Test", "TRAIN").replace(".aif", f"_{y}.aif") for c, y in zip(ans["clip"], ans.probability)]
    save("bad-train-style-names", ans.assign(clip=old))
    x = ans.copy()
    x.loc[0, "clip"] = x.loc[1, "clip"]
    save("bad-clip-twice", x)
    save("bad-yes-no", ans.assign(probability=ans.probability.map({0: "no", 1: "yes"})))
    save("bad-all-blank", ans.assign(probability=""))
