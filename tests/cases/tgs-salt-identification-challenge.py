"""Submission cases: tgs-salt-identification-challenge."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, decode_runs, encode_runs

N = 101 * 101


def write_cases(cases: Cases) -> None:
    save, rng, ans = cases.save, cases.rng, cases.answers(keep_default_na=False, dtype=str)
    truth = [decode_runs(t, N) for t in ans["rle_mask"]]
    n = len(ans)
    full = [i for i in range(n) if truth[i].all()]
    some = [i for i in range(n) if truth[i].any()]

    def put(masks, **more):
        return pd.DataFrame({"id": ans["id"], "rle_mask": masks}).assign(**more)

    def replaced(i, text):
        return [text if k == i else t for k, t in enumerate(ans["rle_mask"])]

    # a mask moved right by some columns: intersection over union falls with the shift
    noisy = [
        encode_runs(np.roll(t, 101 * int(s)) & (np.arange(N) >= 101 * int(s)))
        for t, s in zip(truth, rng.integers(0, 9, n))
    ]
    save("ok-perfect", put(ans["rle_mask"]))
    save("ok-noisy-shuffled", save("ok-noisy", put(noisy)).sample(frac=1, random_state=1)[["rle_mask", "id"]])
    save("ok-random", put([encode_runs(rng.random(N) < 0.5) if rng.random() < 0.6 else "" for _ in range(n)]))
    save("ok-90-percent-of-pixels", put([encode_runs(t & (rng.random(N) < 0.9)) for t in truth]))
    save("ok-all-full", put(f"1 {N}"))
    save("ok-all-empty", put(""))
    save("ok-empty-where-all-salt", put(replaced(full[0], "")))  # still counts as a perfect hit, see spec
    save("ok-lone-number-is-empty", put(replaced(some[-1], "5")))
    save("ok-three-numbers", put(replaced(some[-1], "1 4000 5000")))
    save("ok-run-past-the-end", put(replaced(some[-1], f"{N - 10} 500")))
    save("ok-rows-first-by-mistake", put([encode_runs(t.reshape(101, 101).T.ravel()) for t in truth]))

    save("bad-unsorted", put(replaced(0, "10 2 1 2")))
    save("bad-overlap", put(replaced(0, "1 5 3 4")))
    save("bad-zero-length", put(replaced(0, "1 0")))
    save("bad-odd-count", put(replaced(0, "1 2 5 2 9")))
    save("bad-only-numbers", put([5] * n))
    save("bad-extra-column", put(ans["rle_mask"], z=100))
    save("bad-file-names", pd.DataFrame({"id": ans["id"] + ".png", "rle_mask": noisy}))
    save("bad-missing-row", put(noisy).iloc[1:])
