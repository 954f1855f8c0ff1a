"""Write graded cases: python make_submissions.py PREPARED_DIR OUT_DIR --seed N"""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd

F, B = "formation_energy_ev_natom", "bandgap_energy_ev"


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    truth = pd.read_csv(prepared / "private" / "test.csv")[["id", F, B]]
    n = len(truth)

    def save(name, df):
        df.to_csv(out / f"{name}.csv", index=False)

    save("ok-perfect", truth)
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")
    noisy = truth.copy()
    noisy[F] = (noisy[F] * rng.lognormal(0, 0.3, n)).round(6)
    noisy[B] = (noisy[B] * rng.lognormal(0, 0.2, n)).round(6)
    save("ok-noisy", noisy)
    save("ok-random", truth.assign(**{F: rng.random(n), B: 6 * rng.random(n)}))
    save("ok-reordered", noisy.iloc[::-1])  # rows are matched by position: a worse score than ok-noisy
    save("ok-foreign-ids", noisy.assign(id=noisy["id"] + 1000))  # ids are ignored: same as ok-noisy
    save("ok-no-id", noisy[[F, B]])  # the id column is not required
    save("ok-small-negative", noisy.assign(**{F: np.where(np.arange(n) == 0, -0.05, noisy[F])}))

    save("bad-minus-one", noisy.assign(**{B: np.where(np.arange(n) == 0, -1.0, noisy[B])}))
    save("bad-missing-column", noisy[["id", F]])
    save("bad-short", noisy.iloc[:-1])
    blank = noisy.copy()
    blank.loc[0, F] = np.nan
    save("bad-nan", blank)
    infinite = noisy.copy()
    infinite.loc[0, B] = np.inf
    save("bad-inf", infinite)
