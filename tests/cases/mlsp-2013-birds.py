"""Submission cases: MLSP 2013 Birds."""

import pandas as pd
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, ans = cases.save, cases.rng, cases.answers()

    n = len(ans)

    save("ok-perfect", ans)
    save("ok-random", ans.assign(Probability=rng.random(n)))
    noisy = (0.4 * ans.Probability + rng.normal(0.3, 0.25, n)).clip(0, 1)
    save("ok-noisy-shuffled", ans.assign(Probability=noisy).sample(frac=1, random_state=1))
    save("ok-ties-one-decimal", ans.assign(Probability=noisy.round(1)))
    prior = ans.Probability.groupby(ans.Id % 100).transform("mean")
    save("ok-species-prior", ans.assign(Probability=prior))

    old = pd.DataFrame({"rec_id": ans.Id // 100, "species": ans.Id % 100, "probability": noisy})
    save("bad-old-three-column-format", old)
    save("bad-id-base-19", ans.assign(Id=ans.Id // 100 * 19 + ans.Id % 100))
    save("bad-one-recording-left-out", ans[ans.Id // 100 != ans.Id.iloc[0] // 100])
    save("bad-species-from-one", ans.assign(Id=ans.Id + 1))
    save("bad-counts-above-one", ans.assign(Probability=ans.Probability * 3))
    save("bad-one-blank", with_cell(ans, 5, "Probability", ""))
