"""Submission cases: iWildCam 2020 (FGVC7)."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases


def write_cases(cases: Cases) -> None:
    save, rng = cases.save, cases.rng

    best = cases.answers()
    n = len(best)
    known = best.Category.unique()
    save("ok-perfect", best)
    save("ok-all-empty-scenes", best.assign(Category=0))
    noisy = best.assign(Category=np.where(rng.random(n) < 0.4, rng.choice(known, n), best.Category))
    save("ok-noisy-shuffled", noisy.sample(frac=1, random_state=0))
    save("ok-class-unknown-to-truth", noisy.assign(Category=np.where(np.arange(n) % 3 == 0, 9999, noisy.Category)))

    save("bad-column-predicted", noisy.rename(columns={"Category": "Predicted"}))
    save("bad-species-names", noisy.assign(Category="canis lupus"))
    save("bad-file-names", noisy.assign(Id=noisy.Id + ".jpg"))
    save("bad-missing-row", noisy.iloc[2:])
    save("bad-two-guesses", pd.concat([noisy, noisy]))
    save("bad-fraction", noisy.assign(Category=noisy.Category + 0.5))
