"""Submission cases: VinBigData Chest X-ray Abnormalities Detection."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers()
    boxes = {}  # image -> list of (class, score, x0, y0, x1, y1)
    for t in truth.itertuples():
        boxes.setdefault(t.image_id, []).append((t.class_id, 1.0, t.x_min, t.y_min, t.x_max, t.y_max))
    images = list(boxes)

    def table(found):
        return pd.DataFrame(
            {
                "image_id": list(found),
                "PredictionString": [" ".join(f"{v}" for b in bs for v in b) for bs in found.values()],
            }
        )

    perfect = save("ok-perfect", table(boxes))
    save("ok-perfect-reversed-rows", perfect.iloc[::-1])
    # The very first true box can never be counted as found, so leaving it out is better than finding it.
    rest = {i: (bs[1:] or [(99, 0.1, 0, 0, 1, 1)]) if i == images[0] else bs for i, bs in boxes.items()}
    save("ok-perfect-without-first-box", table(rest))

    def noisy(b):
        c, _, x0, y0, x1, y1 = b
        jitter = rng.normal(0, 4, 4)
        return (c, round(float(rng.random()), 3), *(round(v + d, 1) for v, d in zip((x0, y0, x1, y1), jitter)))

    def false_alarm():
        x, y = (float(v) for v in rng.integers(0, 25, 2))
        return (int(rng.integers(0, 14)), round(float(rng.random()), 3), x, y, x + 5, y + 5)

    guesses = {
        i: [noisy(b) for b in bs if rng.random() < 0.9] + [false_alarm() for _ in range(4)] for i, bs in boxes.items()
    }
    save("ok-noisy-shuffled", table(guesses).sample(frac=1, random_state=0).assign(extra=1))
    save("ok-equal-scores", table({i: [(b[0], 0.5, *b[2:]) for b in bs] for i, bs in guesses.items()}))
    # The prediction that comes first in the file doesn't use up the true box it finds; others do.
    again = dict(boxes)
    again[images[1]] = boxes[images[1]][:1] + boxes[images[1]]
    save("ok-a-later-prediction-twice", table(again))
    save("ok-first-prediction-twice", table({i: again[i] for i in images[1:] + images[:1]}))
    # Several rows for one image are put together.
    rows = [(i, " ".join(map(str, b))) for i, bs in guesses.items() for b in bs]
    save("ok-one-row-per-box", pd.DataFrame(rows, columns=["image_id", "PredictionString"]))
    # Corner and size read as corner and corner: boxes that share the first corner and differ a lot in size.
    save(
        "ok-half-size-boxes",
        table(
            {
                i: [(c, s, x0, y0, (x0 + x1) / 2, (y0 + y1) / 2) for c, s, x0, y0, x1, y1 in bs]
                for i, bs in boxes.items()
            }
        ),
    )
    # At most 100 boxes per class and image: the right one has the lowest score here.
    flood = {
        i: [(b[0], 0.9, 90, 90, 91, 91) for b in bs for _ in range(100)] + [(b[0], 0.1, *b[2:]) for b in bs]
        for i, bs in boxes.items()
    }
    save("ok-flooded", table(flood))
    # Classes are cut to integers; classes that the truth lacks don't matter; a box turned inside out isn't counted as wrong.
    save(
        "ok-odd-boxes",
        table(
            {
                i: [(b[0] + 0.7, *b[1:]) for b in bs] + [(77, 1.0, 0, 0, 5, 5), (3, 0.95, 30.0, 5.0, 20.0, 9.0)]
                for i, bs in boxes.items()
            }
        ),
    )

    def with_first(text):
        return perfect.assign(PredictionString=[text, *perfect.PredictionString[1:]])

    save("bad-blank-for-no-finding", with_first(np.nan))
    save("bad-five-values", with_first("3 0.5 1 1 2"))
    save("bad-double-blank", with_first("3 0.5  1 1 2 2"))
    save("bad-class-name", with_first("Cardiomegaly 0.5 1 1 2 2"))
    save("bad-image-missing", perfect.iloc[1:])
    save("bad-image-unknown", perfect.assign(image_id=["0" * 32, *perfect.image_id[1:]]))
    save("bad-kaggle-header", perfect.set_axis(["ID", "TARGET"], axis=1))
