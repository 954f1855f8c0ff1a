"""Submission cases: RSNA 2022 cervical spine."""

import numpy as np
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, full = cases.save, cases.rng, cases.answers()
    ans = full[["row_id", "fractured"]]

    put = lambda v: ans.assign(fractured=v)
    n, y = len(ans), ans.fractured.to_numpy()

    save("ok-perfect", ans)
    save("ok-random", put(rng.random(n)))
    near = np.clip(y + rng.normal(0, 0.35, n), 0.02, 0.98)
    save("ok-near-shuffled", put(near).sample(frac=1, random_state=1))
    save("ok-label-prior", put(ans.groupby(full.prediction_type).fractured.transform("mean")))
    save("ok-all-wrong-and-certain", put(1 - y))
    overall = full.prediction_type.eq("patient_overall").to_numpy()
    save("ok-only-overall-wrong", put(np.where(overall, 0.9 - 0.8 * y, 0.1 + 0.8 * y)))
    save("ok-only-bones-wrong", put(np.where(overall, 0.1 + 0.8 * y, 0.9 - 0.8 * y)))
    save("ok-whole-column-true-false", put(y == 1))

    save("bad-above-one", put(near * 1.2))
    save("bad-logits", put(4.0 * y - 2))
    save("bad-one-blank", with_cell(put(near), 4, "fractured", ""))
    wide = full.pivot(index="StudyInstanceUID", columns="prediction_type", values="fractured").reset_index()
    save("bad-one-row-per-study", wide)
    save("bad-overall-rows-left-out", put(near)[~overall])
    save("bad-hyphen-in-row-id", put(near).assign(row_id=ans.row_id.str.replace("_", "-", n=1)))
    save("bad-yes-no", put(np.where(y == 1, "yes", "no")))
