"""Submission cases: Movie Review Sentiment Analysis (Kernels Only)."""

from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    def save(name, frame):
        frame.to_csv(out / f"{name}.csv", index=False)

    best = pd.read_csv(prepared / "private/answers.csv")[["PhraseId", "Sentiment"]]
    n = len(best)
    (out / "ok-sample.csv").write_bytes((prepared / "public/sampleSubmission.csv").read_bytes())
    save("ok-perfect", best)
    save("ok-random", best.assign(Sentiment=rng.integers(0, 5, n)))
    noisy = best.assign(Sentiment=np.where(rng.random(n) < 0.3, rng.integers(0, 5, n), best.Sentiment))
    save("ok-noisy-shuffled", noisy.sample(frac=1, random_state=seed))
    save("ok-whole-floats", noisy.assign(Sentiment=noisy.Sentiment.astype(float)))
    save("ok-out-of-range", noisy.assign(Sentiment=np.where(np.arange(n) < 5, 9, noisy.Sentiment)))

    save("bad-fractions", noisy.assign(Sentiment=noisy.Sentiment + 0.25))
    save(
        "bad-words",
        noisy.assign(Sentiment=noisy.Sentiment.map(dict(enumerate(["neg", "weak", "neutral", "good", "pos"])))),
    )
    save("bad-blank", noisy.assign(Sentiment=noisy.Sentiment.where(np.arange(n) != 1)))
    save("bad-missing-row", noisy.iloc[1:])
    save("bad-duplicated-id", pd.concat([noisy.iloc[:1], noisy.iloc[:-1]]))
    save(
        "bad-tab-separated",
        noisy.assign(PhraseId=noisy.PhraseId.astype(str) + "\t" + noisy.Sentiment.astype(str))[["PhraseId"]].rename(
            columns={"PhraseId": "PhraseId\tSentiment"}
        ),
    )
