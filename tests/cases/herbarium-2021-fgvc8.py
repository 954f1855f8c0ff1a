"""Submission cases: herbarium-2021-fgvc8."""

import pandas as pd
from tests.competitions.cases import Cases


def write_cases(cases: Cases) -> None:
    save, rng, ans = cases.save, cases.rng, cases.answers()
    y, n = ans["Predicted"], len(ans)

    def put(p, ids=ans["Id"]):
        return pd.DataFrame({"Id": ids, "Predicted": p})

    first = ans.index == 0
    rand = pd.Series(rng.choice(y, n))
    noisy = y.where(rng.random(n) > 0.3, rand)
    save("ok-perfect", put(y))
    df = save("ok-noisy", put(noisy))
    save("ok-noisy-shuffled", df.assign(x=1).sample(frac=1, random_state=1)[["Predicted", "x", "Id"]])
    save("ok-random", put(rand))
    save("ok-one-unknown-category", put(y.mask(first, 999_999)))  # adds a class with F1 = 0
    save("ok-all-unknown", put(-1))
    save("ok-fractions-cut-off", put(noisy + 0.9))

    save("bad-blank", put(noisy.astype(float).mask(first)))
    save("bad-species-name", put(noisy.astype(str).mask(first, "Planta")))
    save("bad-missing-row", put(noisy[1:], ans["Id"][1:]))
    save("bad-ids-from-one", put(noisy, ans["Id"] + 1))
    save("bad-file-names", put(noisy, ans["Id"].astype(str) + ".jpg"))
    save("bad-repeated-id", put(noisy, ans["Id"].mask(first, ans["Id"][1])))
    save("bad-column-name", df.rename(columns={"Predicted": "category_id"}))
