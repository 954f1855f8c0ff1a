"""Submission cases: jigsaw-toxic-comment-classification-challenge."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell

C = ["toxic", "severe_toxic", "obscene", "threat", "insult", "identity_hate"]


def write_cases(cases: Cases) -> None:
    save, rng, ans = cases.save, cases.rng, cases.answers(dtype={"id": str})
    n = len(ans)

    def put(values):
        return ans[["id"]].join(pd.DataFrame(values, columns=C))

    y = ans[C].to_numpy(float).clip(0, 1)
    noisy = y + rng.normal(0, 0.7, (n, 6))
    save("ok-perfect", put(y))
    df = save("ok-noisy-any-real-number", put(noisy))
    save("ok-noisy-shuffled", df.sample(frac=1, random_state=1))
    save("ok-random", put(rng.random((n, 6))))
    save("ok-many-ties", put((y + rng.normal(0, 0.7, (n, 6))).round(0)))
    save("ok-targets-reversed-compared-by-position", df[["id", *C[::-1]]])
    # only rows that are not scored are wrong here
    save("ok-noise-in-unscored-rows-only", put(np.where(ans[["toxic"]].to_numpy() < 0, rng.random((n, 6)), y)))

    save("bad-missing-target", df.drop(columns="threat"))
    save("bad-extra-column", df.assign(comment=1))
    save("bad-missing-row", df.iloc[:-1])
    scored, unscored = ans.index[ans["toxic"] >= 0], ans.index[ans["toxic"] < 0]
    save("bad-scored-id-replaced-by-repeat-of-unscored", with_cell(df, scored[0], "id", df.loc[unscored[0], "id"]))
    # the number of scored rows stays right, so v1 does not notice this one
    save("ok-repeated-id-both-scored", with_cell(df, scored[0], "id", df.loc[scored[9], "id"]))
    save("bad-blank-in-scored-row", with_cell(df, scored[0], "insult", np.nan))
    # a blank in a row that is not scored does no harm
    save("ok-blank-in-unscored-row", with_cell(df, unscored[0], "insult", np.nan))
