"""Submission cases: Identify Contrails."""

import numpy as np
from tests.competitions.cases import Cases, decode_runs, encode_runs


def encode(mask):
    """Runs of ones, pixels counted from 1 down the columns; '-' for none."""
    return encode_runs(mask.T.ravel()) or "-"


def decode(text, h, w):
    return decode_runs(text.strip("-"), h * w).reshape(w, h).T


def write_cases(cases: Cases) -> None:
    save, rng = cases.save, cases.rng
    truth = cases.answers(dtype={"encoded_pixels": str})
    masks = [decode(e, h, w) for e, h, w in zip(truth.encoded_pixels, truth.height, truth.width)]
    best = truth[["record_id", "encoded_pixels"]]

    def with_masks(change):
        return best.assign(encoded_pixels=[encode(change(m)) for m in masks])

    def with_first(text):
        """All as in the truth, but for one given cell."""
        return best.assign(encoded_pixels=[text, *best.encoded_pixels[1:]])

    save("ok-perfect", best)
    noisy = with_masks(lambda m: m ^ (rng.random(m.shape) < 0.08))
    save("ok-noisy-shuffled", noisy.sample(frac=1, random_state=0).assign(extra=1))
    save(
        "ok-row-major-by-mistake",
        best.assign(encoded_pixels=[encode(m.ravel().reshape(m.shape[1], m.shape[0]).T) for m in masks]),
    )
    save("ok-all-empty", best.assign(encoded_pixels="-"))
    save("ok-full-images", with_masks(np.ones_like))
    # Runs beyond the image are cut off; blanks around and between numbers don't matter.
    save("ok-beyond-the-image", with_first("60 1000 5000 7"))
    save("ok-many-blanks", with_first("   1  3   10   5 "))
    save("ok-touching-runs", with_first("1 3 4 2"))
    # An odd number of values slips through in these two forms: no length at all, or one length for all starts.
    save("ok-lone-start", with_first("5"))
    save("ok-one-length-for-two-starts", with_first("1 3 10"))

    save("bad-overlap", with_first("1 5 3 2"))
    save("bad-unsorted", with_first("10 5 1 3"))
    save("bad-zero-start", with_first("0 3"))
    save("bad-zero-length", with_first("4 0"))
    save("bad-odd-count", with_first("1 3 10 5 20"))
    save("bad-blank-instead-of-dash", with_first(np.nan))
    save("bad-decimal", with_first("1.0 3.0"))
    save("bad-missing-record", noisy.iloc[1:])
