"""Submission cases: UW-Madison GI Tract Image Segmentation."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell


def runs(text):
    s = [int(x) for x in text.split()]
    return list(zip(s[0::2], s[1::2]))


def shifted(rng, text):
    """The runs moved by a pixel or two, some dropped; stays sorted and free of overlaps."""
    out, end = [], 0
    for start, length in runs(text):
        start = max(start + int(rng.integers(-1, 3)), end + 1)
        if rng.random() > 0.15:
            out.append(f"{start} {length}")
            end = start + length - 1
    return " ".join(out)


def write_cases(cases: Cases) -> None:
    save, rng, answers = cases.save, cases.rng, cases.answers(keep_default_na=False)
    truth = answers[["id", "class", "predicted"]]
    full = [f"1 {int(float(w)) * int(float(h))}" for w, h in zip(answers["image_width"], answers["image_height"])]

    def changed(texts, at=slice(None)):
        return with_cell(truth, at, "predicted", texts)

    noisy = changed([shifted(rng, t) for t in truth["predicted"]])
    filled = np.flatnonzero(truth["predicted"] != "")
    save("ok-noisy", noisy)
    save("ok-perfect", truth)
    save("ok-all-empty", changed(""))  # 0
    save("ok-everything", changed(full))  # whole images
    half_full = [f if i % 5 == 0 else t for i, (f, t) in enumerate(zip(full, truth["predicted"]))]
    save("ok-some-full", changed(half_full))
    save("ok-first-half-only", noisy.iloc[: len(noisy) // 2])  # missing rows are tolerated
    extra = pd.DataFrame({"id": ["zcase999_day1_slice_0001"], "class": ["stomach"], "predicted": ["1 1"]})
    save("ok-surplus-rows", pd.concat([noisy, extra]))  # rows beyond the last are ignored
    order = noisy.index.to_numpy().reshape(-1, 3)[:, [1, 2, 0]].ravel()
    save("ok-classes-reordered", truth.iloc[order])  # rows count by position, not by id and class
    save("ok-header-only", noisy.iloc[:0])  # score nan
    save("ok-run-past-the-end", changed(["1 99999999"] * 3, at=filled[:3]))
    save("ok-lone-number", changed("7", at=filled[0]))  # read as an empty mask
    save("ok-three-numbers", changed("1 3 10", at=filled[0]))  # the one length serves both starts
    save("ok-other-classes", noisy.assign(**{"class": "liver"}))  # the class column isn't looked at

    save("bad-overlap", changed("1 5 3 2", at=filled[0]))
    save("bad-unsorted", changed("10 2 1 3", at=filled[0]))
    save("bad-start-zero", changed("0 5", at=filled[0]))
    save("bad-length-zero", changed("5 0", at=filled[0]))
    save("bad-fraction", changed("1.5 2", at=filled[0]))
    save("bad-segmentation-header", noisy.rename(columns={"predicted": "segmentation"}))
    save("bad-all-numbers", truth.assign(predicted=7))  # the column is read as integers
