"""Submission cases: nfl-player-contact-detection."""

import pandas as pd
from tests.competitions.cases import Cases


def write_cases(cases: Cases) -> None:
    save, rng, ans = cases.save, cases.rng, cases.answers()
    y, n = ans["contact"], len(ans)

    def put(p, ids=ans["contact_id"]):
        return pd.DataFrame({"contact_id": ids, "contact": p})

    first = ans.index == 0
    noisy = y.where(rng.random(n) > 0.15, 1 - y)
    save("ok-perfect", put(y))
    df = save("ok-noisy", put(noisy))
    save("ok-noisy-shuffled", df.assign(x=1).sample(frac=1, random_state=1)[["x", "contact", "contact_id"]])
    save("ok-random", put(rng.integers(0, 2, n)))
    save("ok-inverted", put(1 - y))
    save("ok-all-ones", put(1))
    save("ok-whole-floats", put(noisy.astype(float)))
    save("ok-third-class", put(noisy.mask(first, 2)))
    save("ok-booleans", put(noisy.astype(bool)))

    save("bad-probabilities", put((noisy * 0.5 + 0.25 + rng.random(n) * 0.2).round(3)))
    save("bad-blank", put(noisy.astype(float).mask(first)))
    save("bad-text", put(noisy.astype(str).mask(first, "contact")))
    save("bad-missing-row", put(noisy[1:], ans["contact_id"][1:]))
    save("bad-repeated-row", pd.concat([df, df.iloc[:1]]))
    save("bad-pair-order", put(noisy, ["_".join(c[:3] + c[:2:-1]) for c in ans["contact_id"].str.split("_")]))
