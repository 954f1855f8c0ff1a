"""Submission cases: vesuvius-challenge-ink-detection."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases


def encode(mask):
    m = np.concatenate([[0], mask, [0]])
    e = np.flatnonzero(m[1:] != m[:-1])
    return " ".join(f"{a + 1} {b - a}" for a, b in zip(e[::2], e[1::2]))


def write_cases(cases: Cases) -> None:
    rng = cases.rng
    row = cases.answers().iloc[0]
    w, h = int(row["width"]), int(row["height"])
    v = np.array(row["Predicted"].split(), int)
    truth = np.zeros(w * h, bool)
    for a, n in zip(v[::2], v[1::2]):
        truth[a - 1 : a - 1 + n] = True

    def save(name, text, **more):
        cases.save(name, pd.DataFrame([{"Id": "a", "Predicted": text, **more}]))

    perfect = encode(truth)
    save("ok-perfect", perfect)
    save("ok-noisy", encode(truth ^ (rng.random(w * h) < 0.05)))
    save("ok-random", encode(rng.random(w * h) < 0.3))
    save("ok-half-of-the-ink", encode(truth & (rng.random(w * h) < 0.5)))
    save("ok-too-much-ink", encode(truth | (rng.random(w * h) < 0.3)))
    save("ok-everything", f"1 {w * h}")
    save("ok-columns-first-by-mistake", encode(truth.reshape(h, w).T.ravel()))
    save("ok-run-past-the-end", f"{perfect} {w * h - 1} 50")
    save("ok-start-past-the-end", f"{perfect} {w * h + 1000} 5")
    save("ok-only-blanks-is-an-empty-mask", "   ")
    save("ok-adjacent-runs", "1 2 3 2 5 1")
    save("ok-three-numbers", f"{v[0]} {v[1]} {v[2]}")  # the one length is used twice

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
