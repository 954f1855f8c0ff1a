"""Submission cases: Google QUEST Q&A Labeling."""

from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    def save(name, frame):
        frame.to_csv(out / f"{name}.csv", index=False)

    best = pd.read_csv(prepared / "private/test.csv")
    cols = list(best.columns[1:])
    shape = best[cols].shape
    (out / "ok-sample.csv").write_bytes((prepared / "public/sample_submission.csv").read_bytes())
    save("ok-perfect", best)
    noisy = best.copy()
    noisy[cols] = (best[cols] + rng.normal(0, 0.3, shape)).clip(0, 1).round(3)
    save("ok-noisy-shuffled", noisy.sample(frac=1, random_state=seed))
    wild = best.copy()
    wild[cols] = -1000 * best[cols] + rng.normal(0, 100, shape)  # outside 0..1, reversed ranks
    save("ok-outside-unit-range", wild)
    # Coarse predictions: many ties.
    ties = best.copy()
    ties[cols] = np.where(best[cols] >= best[cols].median(), 1.0, 0.0)
    ties.loc[0, cols], ties.loc[1, cols] = 0.25, 0.75
    save("ok-ties", ties)
    # A constant column has no rank correlation: the whole score is nan (accepted by v1).
    save("nan-constant-column", noisy.assign(answer_helpful=0.5))
    hole = noisy.copy()
    hole.loc[0, cols[0]] = np.nan
    save("nan-blank-cell", hole)
    # Ids are not compared with the truth.
    save("ok-foreign-ids", noisy.sort_values("qa_id").assign(qa_id=np.arange(len(noisy)) + 900000))

    save("bad-extra-column", noisy.assign(comment=1))
    save("bad-missing-target", noisy.drop(columns=["question_type_spelling"]))
    save("bad-missing-row", noisy.iloc[:-1])
    save("bad-no-id", noisy.drop(columns=["qa_id"]))
    save("bad-id-renamed", noisy.rename(columns={"qa_id": "id"}))
    save("bad-duplicated-row", pd.concat([noisy, noisy.iloc[:1]]))
