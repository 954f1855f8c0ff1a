"""Submission cases: leaf-classification."""

from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    truth = pd.read_csv(prepared / "private/test.csv")
    pd.read_csv(prepared / "public/sample_submission.csv")
    classes = list(truth.columns[1:])

    def save(name, df):
        df.to_csv(out / f"{name}.csv", index=False)

    def with_probs(p):
        df = pd.DataFrame(p, columns=classes)
        df.insert(0, "id", truth["id"].to_numpy())
        return df

    y = truth[classes].to_numpy()
    logits = 4 * y + rng.normal(0, 1, y.shape)
    p = np.exp(logits)
    p /= p.sum(1, keepdims=True)
    noisy = with_probs(p)

    save("ok-perfect", truth)
    (out / "ok-sample.csv").write_bytes((prepared / "public/sample_submission.csv").read_bytes())
    save("ok-noisy", noisy)
    save("ok-noisy-shuffled", noisy.sample(frac=1, random_state=3)[["id"] + classes[::-1]])
    hard = np.eye(99)[np.where(rng.random(len(y)) < 0.5, y.argmax(1), rng.integers(0, 99, len(y)))]
    save("ok-hard-half-wrong", with_probs(hard))  # exact zeros: clipping decides the score
    save("ok-sum-just-inside", with_probs(p * (1 + 1e-5)))  # sums of 1.00001 are tolerated
    save("bad-sum-just-outside", with_probs(p * (1 + 2e-5)))
    save("bad-unnormalised", with_probs(p * 2 / 3))
    q = p.copy()
    q[0, 0] -= 1.0
    q[0, 1] += 1.0
    save("bad-negative", with_probs(q))
    save("bad-extra-column", noisy.assign(comment="x"))
    save("bad-missing-class", noisy.drop(columns="Ginkgo_Biloba"))
    r = noisy.copy()
    r.loc[0, "id"] = 99999
    save("bad-unknown-id", r)
    s = noisy.copy()
    s.loc[1, "id"] = s.loc[0, "id"]
    save("bad-duplicate-id", s)
