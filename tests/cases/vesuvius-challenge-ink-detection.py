"""Submission cases: vesuvius-challenge-ink-detection."""

import pandas as pd
from tests.competitions.cases import Cases, decode_runs, encode_runs


def write_cases(cases: Cases) -> None:
    rng = cases.rng
    row = cases.answers().iloc[0]
    w, h = int(row["width"]), int(row["height"])
    truth = decode_runs(row["Predicted"], w * h)

    def save(name, text, **more):
        cases.save(name, pd.DataFrame([{"Id": "a", "Predicted": text, **more}]))

    perfect = encode_runs(truth)
    save("ok-perfect", perfect)
    save("ok-noisy", encode_runs(truth ^ (rng.random(w * h) < 0.05)))
    save("ok-random", encode_runs(rng.random(w * h) < 0.3))
    save("ok-half-of-the-ink", encode_runs(truth & (rng.random(w * h) < 0.5)))
    save("ok-too-much-ink", encode_runs(truth | (rng.random(w * h) < 0.3)))
    save("ok-everything", f"1 {w * h}")
    save("ok-columns-first-by-mistake", encode_runs(truth.reshape(h, w).T.ravel()))
    save("ok-run-past-the-end", f"{perfect} {w * h - 1} 50")
    save("ok-start-past-the-end", f"{perfect} {w * h + 1000} 5")
    save("ok-only-blanks-is-an-empty-mask", "   ")
    save("ok-adjacent-runs", "1 2 3 2 5 1")
    save("ok-three-numbers", " ".join(row["Predicted"].split()[:3]))  # the one length is used twice

    save("bad-empty", "")
    save("bad-unsorted", "10 2 1 2")
    save("bad-overlap", "1 5 3 4")
    save("bad-zero-start", "0 3 10 2")
    save("bad-zero-length", "1 0 10 2")
    save("bad-odd-count", "1 3 10 2 20")
    save("bad-single-number", "17")
    save("bad-not-numbers", "1 x")
    save("bad-fragment-name", perfect, Id="b")
    save("bad-third-column", perfect, note="x")
