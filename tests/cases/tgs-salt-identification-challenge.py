"""Submission cases: tgs-salt-identification-challenge."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd

N = 101 * 101


def encode(flat):
    m = np.concatenate([[0], flat, [0]])
    e = np.flatnonzero(m[1:] != m[:-1])
    return " ".join(f"{a + 1} {b - a}" for a, b in zip(e[::2], e[1::2]))


def decode(text):
    v, flat = [int(x) for x in text.split()], np.zeros(N, bool)
    for a, n in zip(v[::2], v[1::2]):
        flat[a - 1 : a - 1 + n] = True
    return flat


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    ans = pd.read_csv(prepared / "private/test.csv", keep_default_na=False, dtype=str)
    truth = [decode(t) for t in ans["rle_mask"]]
    n = len(ans)
    full = [i for i in range(n) if truth[i].all()]
    some = [i for i in range(n) if truth[i].any()]

    def save(name, masks, **more):
        df = pd.DataFrame({"id": ans["id"], "rle_mask": masks}).assign(**more)
        df.to_csv(out / f"{name}.csv", index=False)
        return df

    def replaced(i, text):
        return [text if k == i else t for k, t in enumerate(ans["rle_mask"])]

    # a mask moved right by some columns: intersection over union falls with the shift
    noisy = [
        encode(np.roll(t, 101 * int(s)) & (np.arange(N) >= 101 * int(s))) for t, s in zip(truth, rng.integers(0, 9, n))
    ]
    save("ok-perfect", ans["rle_mask"])
    shutil.copy(prepared / "public/sample_submission.csv", out / "ok-sample.csv")
    save("ok-noisy", noisy).sample(frac=1, random_state=1)[["rle_mask", "id"]].to_csv(
        out / "ok-noisy-shuffled.csv", index=False
    )
    save("ok-random", [encode(rng.random(N) < 0.5) if rng.random() < 0.6 else "" for _ in range(n)])
    save("ok-90-percent-of-pixels", [encode(t & (rng.random(N) < 0.9)) for t in truth])
    save("ok-all-full", f"1 {N}")
    save("ok-all-empty", "")
    save("ok-empty-where-all-salt", replaced(full[0], ""))  # still counts as a perfect hit, see spec
    save("ok-lone-number-is-empty", replaced(some[-1], "5"))
    save("ok-three-numbers", replaced(some[-1], "1 4000 5000"))
    save("ok-run-past-the-end", replaced(some[-1], f"{N - 10} 500"))
    save("ok-rows-first-by-mistake", [encode(t.reshape(101, 101).T.ravel()) for t in truth])

    save("bad-unsorted", replaced(0, "10 2 1 2"))
    save("bad-overlap", replaced(0, "1 5 3 4"))
    save("bad-zero-length", replaced(0, "1 0"))
    save("bad-odd-count", replaced(0, "1 2 5 2 9"))
    save("bad-only-numbers", [5] * n)
    save("bad-extra-column", ans["rle_mask"], z=100)
    pd.DataFrame({"id": ans["id"] + ".png", "rle_mask": noisy}).to_csv(out / "bad-file-names.csv", index=False)
    save("bad-missing-row", noisy).iloc[1:].to_csv(out / "bad-missing-row.csv", index=False)
