"""Submission cases: iWildCam 2020 (FGVC7)."""

from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    def save(name, frame):
        frame.to_csv(out / f"{name}.csv", index=False)

    best = pd.read_csv(prepared / "private/answers.csv")
    n = len(best)
    known = best.Category.unique()
    (out / "ok-sample.csv").write_bytes((prepared / "public/sample_submission.csv").read_bytes())
    save("ok-perfect", best)
    save("ok-all-empty-scenes", best.assign(Category=0))
    noisy = best.assign(Category=np.where(rng.random(n) < 0.4, rng.choice(known, n), best.Category))
    save("ok-noisy-shuffled", noisy.sample(frac=1, random_state=seed))
    save(
        "ok-class-unknown-to-truth",
        noisy.assign(Category=np.where(np.arange(n) % 3 == 0, 9999, noisy.Category)),
    )

    save("bad-column-predicted", noisy.rename(columns={"Category": "Predicted"}))
    save("bad-species-names", noisy.assign(Category="canis lupus"))
    save("bad-file-names", noisy.assign(Id=noisy.Id + ".jpg"))
    save("bad-missing-row", noisy.iloc[2:])
    save("bad-two-guesses", pd.concat([noisy, noisy]))
    save("bad-fraction", noisy.assign(Category=noisy.Category + 0.5))
