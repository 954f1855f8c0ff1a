"""Submission cases: tabular-playground-series-may-2022."""

import pandas as pd
from tests.competitions.cases import Cases


def write_cases(cases: Cases) -> None:
    save, rng, ans = cases.save, cases.rng, cases.answers(usecols=["id", "target"])
    n = len(ans)

    def put(p, **more):
        return pd.DataFrame({"id": ans["id"], "target": p}).assign(**more)

    noisy = (ans["target"] * 0.3 + rng.random(n) * 0.7).round(4)
    save("ok-perfect", put(ans["target"]))
    save("ok-noisy", put(noisy))
    save("ok-random", put(rng.random(n).round(3)))
    save("ok-hard-labels", put((noisy > 0.5).astype(int)))
    save(
        "ok-shuffled-extra-column",
        pd.DataFrame({"note": "x", "target": noisy, "id": ans["id"]}).sample(frac=1, random_state=1),
    )

    save("bad-above-one", put(noisy.where(ans.index > 0, 1.0001)))
    save("bad-negative", put(noisy.where(ans.index > 0, -0.0001)))
    save("bad-blank", put(noisy.where(ans.index > 0)))
    save("bad-kaggle-ids", pd.DataFrame({"id": ans["id"] - 400 + 900_000, "target": noisy}))
    save("bad-repeated-id", pd.DataFrame({"id": ans["id"].where(ans.index > 0, ans["id"][1]), "target": noisy}))
    save("bad-column-name", pd.DataFrame({"id": ans["id"], "prediction": noisy}))
