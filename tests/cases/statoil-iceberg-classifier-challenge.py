"""Submission cases: statoil-iceberg-classifier-challenge."""

import pandas as pd
from tests.competitions.cases import Cases


def write_cases(cases: Cases) -> None:
    save, rng, ans = cases.save, cases.rng, cases.answers(dtype={"id": str})
    y, n = ans["is_iceberg"], len(ans)

    def put(p, ids=ans["id"]):
        return pd.DataFrame({"id": ids, "is_iceberg": p})

    noisy = (y * 0.5 + rng.random(n) * 0.5).clip(0.02, 0.98)
    first = ans.index == 0
    save("ok-perfect", put(y))
    save("ok-noisy", put(noisy))
    save("ok-random", put(rng.random(n)))
    save("ok-one-certain-mistake", put(y.mask(first, 1 - y)))
    save("ok-reversed-extra-column", pd.DataFrame({"is_iceberg": noisy, "note": 1, "id": ans["id"]}).iloc[::-1])

    save("bad-above-one", put(noisy.mask(first, 1.01)))
    save("bad-blank", put(noisy.mask(first)))
    save("bad-text", put(noisy.astype(str).mask(first, "iceberg")))
    save("bad-changed-ids", put(noisy, "X" + ans["id"].str.upper()))
    save("bad-missing-row", put(noisy[1:], ans["id"][1:]))
    save("bad-all-rows-twice", pd.concat([pd.DataFrame({"id": ans["id"], "is_iceberg": noisy})] * 2))
