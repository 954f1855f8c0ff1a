"""Submission cases: TPS Dec 2021."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, ans = cases.save, cases.rng, cases.answers()[["Id", "Cover_Type"]]

    n = len(ans)

    save("ok-perfect", ans)
    save("ok-random", ans.assign(Cover_Type=rng.integers(1, 8, n)))
    wrong = rng.random(n) < 0.3
    noisy = ans.assign(Cover_Type=np.where(wrong, rng.integers(1, 8, n), ans.Cover_Type))
    save("ok-noisy-shuffled", noisy.sample(frac=1, random_state=1))
    save("ok-whole-floats", noisy.astype({"Cover_Type": float}))
    save("ok-unknown-classes", ans.assign(Cover_Type=np.where(wrong, 99, ans.Cover_Type)))

    save("bad-fractional-class", ans.assign(Cover_Type=ans.Cover_Type + 0.25))
    save("bad-class-names", ans.assign(Cover_Type="type" + ans.Cover_Type.astype(str)))
    save("bad-one-blank", with_cell(ans, 3, "Cover_Type", ""))
    save("bad-ids-renumbered", ans.assign(Id=np.arange(n) + 4_000_000))
    save("bad-id-twice", with_cell(ans, 0, "Id", ans.Id[1]))
    save("bad-one-hot", pd.concat([ans[["Id"]], pd.get_dummies(ans.Cover_Type, dtype=int)], axis=1))
