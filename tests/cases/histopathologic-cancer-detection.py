"""Submission cases: Histopathologic Cancer Detection."""

import numpy as np
from PIL import Image
from tests.competitions.cases import Cases

ID, Y = "id", "label"


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers()
    n = len(truth)

    save("ok-perfect", truth)
    noisy = save("ok-noisy", truth.assign(**{Y: (0.4 * truth[Y] + 0.6 * rng.random(n)).round(3)}))
    save("ok-random-ties-shuffled", truth.assign(**{Y: rng.integers(0, 4, n) / 4}).sample(frac=1, random_state=0))
    dark = []
    for name in truth[ID]:
        x = np.asarray(Image.open(cases.prepared / "public" / "test" / f"{name}.tif")).astype(float)
        dark.append(1 - x[32:64, 32:64].mean() / 255)
    save("ok-centre-darkness", truth.assign(**{Y: dark}))
    save("ok-inverted", truth.assign(**{Y: 1 - truth[Y]}))

    save("bad-logits", noisy.assign(**{Y: 8 * noisy[Y] - 4}))
    save("bad-nan", noisy.assign(**{Y: noisy[Y].where(np.arange(n) > 0)}))
    save("bad-file-names", noisy.assign(**{ID: noisy[ID] + ".tif"}))
    save("bad-duplicate-id", noisy.assign(**{ID: noisy[ID].where(np.arange(n) > 0, noisy[ID].iloc[1])}))
    save("bad-short", noisy.iloc[:-1])
    save("bad-words", noisy.assign(**{Y: np.where(noisy[Y] > 0.5, "tumour", "normal")}))
