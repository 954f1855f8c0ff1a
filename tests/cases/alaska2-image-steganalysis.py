"""Submission cases: ALASKA2 Image Steganalysis."""

import numpy as np
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, ans = cases.save, cases.rng, cases.answers()

    def put(v):
        return ans.assign(Label=v)

    n, y = len(ans), ans.Label.to_numpy()

    save("ok-perfect", ans)
    save("ok-random", put(rng.random(n)))
    noisy = y + rng.normal(0, 1, n)
    save("ok-noisy-logits-shuffled", put(3 * noisy).sample(frac=1, random_state=1))
    save("ok-noisy-few-levels", put(noisy.round()))
    save("ok-inverted", put(-y))
    # the same number of errors, at the safe end and at the unsure end of the ranking
    save("ok-false-alarms-on-top", put(np.where((y == 0) & (rng.random(n) < 0.2), 2, y)))
    save("ok-misses-at-bottom", put(np.where((y == 1) & (rng.random(n) < 0.2), -1, y)))
    hit = (y == 1) & (np.cumsum(y) <= 0.4 * y.sum())  # an ROC corner at a true positive rate of 0.4
    save("ok-corner-at-0.4", put(np.where(hit, 2, 1 - y)))

    save("bad-one-blank", with_cell(put(noisy), 7, "Label", ""))
    save("bad-words", put(np.where(y == 1, "stego", "cover")))
    save("bad-infinite-score", put(np.where(y == 1, np.inf, 0)))
    save("bad-ids-five-digits", ans.assign(Id="0" + ans.Id))
    save("bad-ids-as-numbers", ans.assign(Id=ans.Id.str[:4].astype(int)))
    save("bad-id-twice", with_cell(ans, 0, "Id", ans["Id"][1]))
