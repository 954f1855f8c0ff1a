"""Submission cases: Invasive Species Monitoring."""

import pandas as pd
from tests.competitions.cases import Cases


def write_cases(cases: Cases) -> None:
    save, rng, ans = cases.save, cases.rng, cases.answers()
    n = len(ans)

    def put(p, ids=ans["name"]):
        return pd.DataFrame({"name": ids, "invasive": p})

    noisy = ans["invasive"] * 0.3 + rng.random(n) * 0.7
    save("ok-perfect", put(ans["invasive"]))
    save("ok-noisy", put(noisy))
    save("ok-random", put(rng.random(n)))
    save("ok-ties", put(noisy.round(1)))
    save("ok-inverted", put(1 - noisy))
    save("ok-reversed-extra-column", pd.DataFrame({"note": "x", "invasive": noisy, "name": ans["name"]}).iloc[::-1])

    first = ans.index == 0
    save("bad-above-one", put(noisy.mask(first, 1.5)))
    save("bad-negative", put(noisy.mask(first, -0.5)))
    save("bad-blank", put(noisy.mask(first)))
    save("bad-text", put(noisy.astype(str).mask(first, "yes")))
    save("bad-names-with-suffix", put(noisy, ans["name"].astype(str) + ".jpg"))
    save("bad-repeated-name", put(noisy, ans["name"].mask(first, ans["name"][1])))
