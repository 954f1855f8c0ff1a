"""Submission cases: detecting-insults-in-social-commentary."""

import numpy as np
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers()[["Insult", "Date", "Comment"]]
    y = truth["Insult"].to_numpy()
    n = len(y)

    def put(scores):
        return truth.assign(Insult=scores)

    save("ok-perfect", put(y))
    noisy = save("ok-noisy", put(np.clip(0.3 + 0.3 * y + rng.normal(0, 0.25, n), 0, 1)))
    save("ok-random", put(rng.random(n)))
    save("ok-reversed", put(1 - y))
    save("ok-many-ties", put(np.round(np.clip(0.3 + 0.3 * y + rng.normal(0, 0.25, n), 0, 1), 1)))
    save("ok-no-date-shuffled", noisy.drop(columns="Date").sample(frac=1, random_state=0))

    save("bad-above-one", put(np.where(y == 1, 1.2, 0.1)))
    save("bad-logits", put(rng.normal(size=n)))
    save("bad-no-comment-column", noisy.drop(columns="Comment"))
    save("bad-wrong-target-name", noisy.rename(columns={"Insult": "insult"}))
    # stripping the text's own quotes breaks the match
    save("bad-unquoted-comments", noisy.assign(Comment=noisy["Comment"].str.strip('"')))
    save("bad-words", put(np.where(y == 1, "yes", "no")))
    save("bad-blank-score", with_cell(noisy, 5, "Insult", np.nan))
