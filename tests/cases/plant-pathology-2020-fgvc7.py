"""Submission cases: Plant Pathology 2020 - FGVC7."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell

C = ["healthy", "multiple_diseases", "rust", "scab"]


def write_cases(cases: Cases) -> None:
    save, rng, ans = cases.save, cases.rng, cases.answers()
    y = ans[C].to_numpy(float)

    def table(values):
        df = pd.DataFrame(values, columns=C)
        df.insert(0, "image_id", ans["image_id"].values)
        return df

    noisy = table(y + rng.normal(0, 0.8, y.shape))
    save("ok-perfect", ans)
    save("ok-noisy-unbounded", noisy.sample(frac=1, random_state=1))
    save("ok-columns-reordered", noisy[["scab", "image_id", "rust", "healthy", "multiple_diseases"]])
    save("ok-random", table(rng.random(y.shape)))
    save("ok-many-ties", table((y + rng.normal(0, 0.8, y.shape)).round(0)))

    save("bad-extra-column", noisy.assign(other=0.0))
    save("bad-missing-class", noisy.drop(columns="multiple_diseases"))
    save("bad-kaggle-column-name", noisy.rename(columns={"multiple_diseases": "combinations"}))
    save("bad-train-ids", noisy.assign(image_id=noisy["image_id"].str.replace("Test_", "Train_")))
    save("bad-repeated-id", with_cell(noisy, 0, "image_id", noisy["image_id"][1]))
    save("bad-blank", with_cell(noisy, 0, "rust", np.nan))
