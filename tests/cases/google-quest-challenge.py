"""Submission cases: Google QUEST Q&A Labeling."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng = cases.save, cases.rng

    best = cases.answers()
    cols = list(best.columns[1:])
    shape = best[cols].shape
    save("ok-perfect", best)

    def put(values):
        return best[["qa_id"]].join(pd.DataFrame(values, columns=cols))

    noisy = put((best[cols] + rng.normal(0, 0.3, shape)).clip(0, 1).round(3))
    save("ok-noisy-shuffled", noisy.sample(frac=1, random_state=0))
    # outside 0..1, reversed ranks
    save("ok-outside-unit-range", put(-1000 * best[cols] + rng.normal(0, 100, shape)))
    # Coarse predictions: many ties.
    ties = put(np.where(best[cols] >= best[cols].median(), 1.0, 0.0))
    ties.loc[0, cols], ties.loc[1, cols] = 0.25, 0.75
    save("ok-ties", ties)
    # A constant column has no rank correlation: the whole score is nan (accepted by v1).
    save("nan-constant-column", noisy.assign(answer_helpful=0.5))
    save("nan-blank-cell", with_cell(noisy, 0, cols[0], np.nan))
    # Ids are not compared with the truth.
    save("ok-foreign-ids", noisy.sort_values("qa_id").assign(qa_id=np.arange(len(noisy)) + 900000))

    save("bad-extra-column", noisy.assign(comment=1))
    save("bad-missing-target", noisy.drop(columns=["question_type_spelling"]))
    save("bad-missing-row", noisy.iloc[:-1])
    save("bad-no-id", noisy.drop(columns=["qa_id"]))
    save("bad-id-renamed", noisy.rename(columns={"qa_id": "id"}))
    save("bad-duplicated-row", pd.concat([noisy, noisy.iloc[:1]]))
