"""Submission cases: Cdiscount."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, ans = cases.save, cases.rng, cases.answers()
    names = cases.read("public/category_names.csv").set_index("category_id")

    def put(v):
        return ans.assign(category_id=v)

    n, y = len(ans), ans.category_id.to_numpy()

    save("ok-perfect", ans)
    save("ok-random", put(rng.choice(names.index, n)))
    wrong = rng.random(n) < 0.3
    noisy = np.where(wrong, rng.choice(names.index, n), y)
    save("ok-noisy-shuffled", put(noisy).sample(frac=1, random_state=1))
    save("ok-whole-floats", put(noisy.astype(float)))
    save("ok-unknown-categories", put(np.where(wrong, -1, y)))

    save("bad-category-names", put(names.loc[y, "category_level3"].to_numpy()))
    save("bad-fractional", put(y + 0.5))
    save("bad-one-blank", with_cell(put(noisy), 2, "category_id", ""))
    save("bad-one-row-per-picture", pd.concat([ans, ans.iloc[::3]]))
    save("bad-ids-from-zero", ans.assign(_id=np.arange(n)))
    save("bad-id-twice", with_cell(ans, 0, "_id", ans["_id"][1]))
    save("bad-id-column-without-underscore", ans.rename(columns={"_id": "id"}))
