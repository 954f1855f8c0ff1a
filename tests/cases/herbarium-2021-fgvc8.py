"""Submission cases: herbarium-2021-fgvc8."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    ans = pd.read_csv(prepared / "private/answers.csv")
    y, n = ans["Predicted"], len(ans)

    def save(name, p, ids=ans["Id"]):
        df = pd.DataFrame({"Id": ids, "Predicted": p})
        df.to_csv(out / f"{name}.csv", index=False)
        return df

    first = ans.index == 0
    rand = pd.Series(rng.choice(y, n))
    noisy = y.where(rng.random(n) > 0.3, rand)
    save("ok-perfect", y)
    shutil.copy(prepared / "public/sample_submission.csv", out / "ok-sample.csv")
    df = save("ok-noisy", noisy)
    df.assign(x=1).sample(frac=1, random_state=1)[["Predicted", "x", "Id"]].to_csv(
        out / "ok-noisy-shuffled.csv", index=False
    )
    save("ok-random", rand)
    save("ok-one-unknown-category", y.mask(first, 999_999))  # adds a class with F1 = 0
    save("ok-all-unknown", -1)
    save("ok-fractions-cut-off", noisy + 0.9)

    save("bad-blank", noisy.astype(float).mask(first))
    save("bad-species-name", noisy.astype(str).mask(first, "Planta"))
    save("bad-missing-row", noisy[1:], ans["Id"][1:])
    save("bad-ids-from-one", noisy, ans["Id"] + 1)
    save("bad-file-names", noisy, ans["Id"].astype(str) + ".jpg")
    save("bad-repeated-id", noisy, ans["Id"].mask(first, ans["Id"][1]))
    df.rename(columns={"Predicted": "category_id"}).to_csv(out / "bad-column-name.csv", index=False)
