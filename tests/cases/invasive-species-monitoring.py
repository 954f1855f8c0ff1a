"""Grading cases for Invasive Species Monitoring."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    ans = pd.read_csv(prepared / "private/answers.csv")
    n = len(ans)

    def save(name, p, ids=ans["name"]):
        pd.DataFrame({"name": ids, "invasive": p}).to_csv(out / f"{name}.csv", index=False)

    noisy = ans["invasive"] * 0.3 + rng.random(n) * 0.7
    save("ok-perfect", ans["invasive"])
    shutil.copy(prepared / "private/sample_submission.csv", out / "ok-sample.csv")
    save("ok-noisy", noisy)
    save("ok-random", rng.random(n))
    save("ok-ties", noisy.round(1))
    save("ok-inverted", 1 - noisy)
    pd.DataFrame({"note": "x", "invasive": noisy, "name": ans["name"]}).iloc[::-1].to_csv(
        out / "ok-reversed-extra-column.csv", index=False
    )

    first = ans.index == 0
    save("bad-above-one", noisy.mask(first, 1.5))
    save("bad-negative", noisy.mask(first, -0.5))
    save("bad-blank", noisy.mask(first))
    save("bad-text", noisy.astype(str).mask(first, "yes"))
    save("bad-names-with-suffix", noisy, ans["name"].astype(str) + ".jpg")
    save("bad-repeated-name", noisy, ans["name"].mask(first, ans["name"][1]))
