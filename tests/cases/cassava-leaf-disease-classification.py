"""Submission cases: Cassava Leaf Disease Classification."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, ans = cases.save, cases.rng, cases.answers()

    n = len(ans)

    save("ok-perfect", ans)
    save("ok-random", ans.assign(label=rng.integers(0, 5, n)))
    wrong = rng.random(n) < 0.3
    noisy = ans.assign(label=np.where(wrong, rng.integers(0, 5, n), ans.label))
    save("ok-noisy-shuffled", noisy.sample(frac=1, random_state=1))
    save("ok-whole-floats", noisy.astype({"label": float}))
    save("ok-unknown-classes", ans.assign(label=np.where(wrong, 99, ans.label)))

    save("bad-fractional-class", ans.assign(label=ans.label + 0.25))
    save("bad-class-names", ans.assign(label="class " + ans.label.astype(str)))
    save("bad-one-blank", with_cell(ans, 3, "label", ""))
    save("bad-ids-without-extension", ans.assign(image_id=ans.image_id.str.replace(".jpg", "", regex=False)))
    save("bad-id-twice", with_cell(ans, 0, "image_id", ans.image_id[1]))
    save("bad-one-hot", pd.concat([ans[["image_id"]], pd.get_dummies(ans.label, dtype=int)], axis=1))
