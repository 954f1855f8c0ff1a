"""Submission cases."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd


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


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    answers = pd.read_csv(prepared / "private" / "test.csv", keep_default_na=False)
    truth = answers[["id", "class", "predicted"]]
    full = [f"1 {int(float(w)) * int(float(h))}" for w, h in zip(answers["image_width"], answers["image_height"])]

    def write(name, frame):
        frame.to_csv(out / f"{name}.csv", index=False)

    def changed(texts, at=None):
        frame = truth.copy()
        if at is None:
            frame["predicted"] = texts
        else:
            frame.loc[at, "predicted"] = texts
        return frame

    noisy = changed([shifted(rng, t) for t in truth["predicted"]])
    filled = np.flatnonzero(truth["predicted"] != "")
    write("ok-noisy", noisy)
    write("ok-perfect", truth)
    shutil.copy(prepared / "public" / "sample_submission.csv", out / "ok-sample.csv")
    write("ok-all-empty", changed(""))  # 0
    write("ok-everything", changed(full))  # whole images
    half_full = [f if i % 5 == 0 else t for i, (f, t) in enumerate(zip(full, truth["predicted"]))]
    write("ok-some-full", changed(half_full))
    write("ok-first-half-only", noisy.iloc[: len(noisy) // 2])  # missing rows are tolerated
    extra = pd.DataFrame({"id": ["zcase999_day1_slice_0001"], "class": ["stomach"], "predicted": ["1 1"]})
    write("ok-surplus-rows", pd.concat([noisy, extra]))  # rows beyond the last are ignored
    order = noisy.index.to_numpy().reshape(-1, 3)[:, [1, 2, 0]].ravel()
    write("ok-classes-reordered", truth.iloc[order])  # rows count by position, not by id and class
    write("ok-header-only", noisy.iloc[:0])  # score nan
    write("ok-run-past-the-end", changed(["1 99999999"] * 3, at=filled[:3]))
    write("ok-lone-number", changed("7", at=filled[0]))  # read as an empty mask
    write("ok-three-numbers", changed("1 3 10", at=filled[0]))  # the one length serves both starts
    write("ok-other-classes", noisy.assign(**{"class": "liver"}))  # the class column isn't looked at

    write("bad-overlap", changed("1 5 3 2", at=filled[0]))
    write("bad-unsorted", changed("10 2 1 3", at=filled[0]))
    write("bad-start-zero", changed("0 5", at=filled[0]))
    write("bad-length-zero", changed("5 0", at=filled[0]))
    write("bad-fraction", changed("1.5 2", at=filled[0]))
    write("bad-segmentation-header", noisy.rename(columns={"predicted": "segmentation"}))
    write("bad-all-numbers", changed(7))  # the column is read as integers
