"""Submission cases: statoil-iceberg-classifier-challenge."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    ans = pd.read_csv(prepared / "private/test.csv", dtype={"id": str})
    y, n = ans["is_iceberg"], len(ans)

    def save(name, p, ids=ans["id"]):
        pd.DataFrame({"id": ids, "is_iceberg": p}).to_csv(out / f"{name}.csv", index=False)

    noisy = (y * 0.5 + rng.random(n) * 0.5).clip(0.02, 0.98)
    first = ans.index == 0
    save("ok-perfect", y)
    shutil.copy(prepared / "private/sample_submission.csv", out / "ok-sample.csv")
    save("ok-noisy", noisy)
    save("ok-random", rng.random(n))
    save("ok-one-certain-mistake", y.mask(first, 1 - y))
    pd.DataFrame({"is_iceberg": noisy, "note": 1, "id": ans["id"]}).iloc[::-1].to_csv(
        out / "ok-reversed-extra-column.csv", index=False
    )

    save("bad-above-one", noisy.mask(first, 1.01))
    save("bad-blank", noisy.mask(first))
    save("bad-text", noisy.astype(str).mask(first, "iceberg"))
    save("bad-changed-ids", noisy, "X" + ans["id"].str.upper())
    save("bad-missing-row", noisy[1:], ans["id"][1:])
    pd.concat([pd.DataFrame({"id": ans["id"], "is_iceberg": noisy})] * 2).to_csv(
        out / "bad-all-rows-twice.csv", index=False
    )
