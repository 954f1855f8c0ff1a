"""Submission cases: tweet-sentiment-extraction."""

import numpy as np
from tests.competitions.cases import Cases

ID, Y = "textID", "selected_text"


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers(dtype=str, keep_default_na=False)
    n = len(truth)

    def with_text(texts):
        return truth[[ID]].assign(**{Y: texts})

    save("ok-perfect", truth[[ID, Y]])
    # A blank prediction on a blank answer ("nan" reads as blank) divides by zero: see odd seeds
    save("ok-whole-text", with_text(truth["text"]))
    save("ok-upper-case-repeated", with_text([f"{t.upper()}  {t}" for t in truth[Y]]))  # still perfect
    save(
        "ok-random-word-shuffled",
        with_text([rng.choice(t.split() or ["x"]) for t in truth["text"]]).sample(frac=1, random_state=0),
    )
    save("ok-first-half", with_text([" ".join(t.split()[: (len(t.split()) + 1) // 2]) for t in truth[Y]]))
    a_third = truth[Y].where(np.arange(n) % 3 > 0, "")
    save("ok-a-third-blank", with_text(a_third.where(truth[Y] != "", "x")))
    save("ok-only-spaces", with_text("   "))  # not blank for pandas, but no words
    save("ok-numbers", with_text(rng.integers(0, 20, n)))

    save("bad-column-name", with_text(truth[Y]).rename(columns={Y: "text"}))
    save("bad-no-id", truth[[Y]])
    save("bad-short", truth[[ID, Y]].iloc[1:])
    save("bad-unknown-id", with_text(truth[Y]).assign(**{ID: truth[ID].where(np.arange(n) > 0, "zzzzzzzzzz")}))
    save("bad-duplicate-id", with_text(truth[Y]).assign(**{ID: truth[ID].where(np.arange(n) > 0, truth[ID].iloc[1])}))
