"""Submission cases: HuBMAP kidney segmentation."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, decode_runs, encode_runs


def write_cases(cases: Cases) -> None:
    save, rng, ans = cases.save, cases.rng, cases.answers()

    put = lambda rles: pd.DataFrame({"id": ans.id, "predicted": list(rles)})
    truth = [np.array(e.split(), int).reshape(-1, 2) for e in ans.encoding]
    text = lambda runs: " ".join(f"{s} {n}" for s, n in runs)

    save("ok-perfect", put(ans.encoding))
    save(
        "ok-half-of-the-runs-shuffled",
        put(text(t[rng.random(len(t)) < 0.5]) for t in truth).sample(frac=1, random_state=1),
    )
    save("ok-shifted", put(text(t + [3, 0]) for t in truth))
    size = ans.width_pixels * ans.height_pixels
    save("ok-everything", put(f"1 {n}" for n in size))
    save("ok-one-blank", put([""] + list(ans.encoding[1:])))
    save(
        "ok-runs-cut-at-adjacent-pixels",
        put(" ".join(f"{s} 1 {s + 1} {n - 1}" if n > 1 else f"{s} 1" for s, n in t) for t in truth),
    )
    save("ok-beyond-the-image", put(f"{e} {n + 10} 500" for e, n in zip(ans.encoding, size)))
    save("ok-three-numbers-reuse-the-length", put(f"1 {n // 4} {n // 2}" for n in size))
    save("ok-single-number-is-empty", put([str(size[0] // 2)] + list(ans.encoding[1:])))
    # a wrong pixel order: rows first; same number of pixels, different place
    shapes = zip(ans.encoding, ans.width_pixels, ans.height_pixels)
    save("ok-row-major-order", put(encode_runs(decode_runs(e, w * h).reshape(w, h).T.ravel()) for e, w, h in shapes))

    save("bad-unsorted", put(text(t[::-1]) for t in truth))
    save("bad-overlap", put(text(t + [0, 1]) + f" {t[-1][0] + 1} 2" for t in truth))
    save("bad-start-at-zero", put(f"0 1 {text(t + [2, 0])}" for t in truth))
    save("bad-zero-length", put(f"{text(t)} {n - 1} 0" for t, n in zip(truth, size)))
    save("bad-odd-count", put(e.rsplit(" ", 1)[0] for e in ans.encoding))
    save("bad-encoding-column", ans[["id", "encoding"]])
    save("bad-only-numbers", put([7] * len(ans)))
    save("bad-commas", put(e.replace(" ", ",") for e in ans.encoding))
