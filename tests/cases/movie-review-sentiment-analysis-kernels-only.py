"""Submission cases: Movie Review Sentiment Analysis (Kernels Only)."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases


def write_cases(cases: Cases) -> None:
    save, rng = cases.save, cases.rng

    best = cases.answers()[["PhraseId", "Sentiment"]]
    n = len(best)
    save("ok-perfect", best)
    save("ok-random", best.assign(Sentiment=rng.integers(0, 5, n)))
    noisy = best.assign(Sentiment=np.where(rng.random(n) < 0.3, rng.integers(0, 5, n), best.Sentiment))
    save("ok-noisy-shuffled", noisy.sample(frac=1, random_state=0))
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
