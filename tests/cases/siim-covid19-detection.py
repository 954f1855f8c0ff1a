"""Submission cases: SIIM COVID-19 detection."""

import numpy as np
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers()
    STUDY = ["negative", "typical", "indeterminate", "atypical"]

    def boxes(text):
        """[(label, confidence, x1, y1, x2, y2), ...]"""
        t = text.split()
        return [(t[i], *map(float, t[i + 1 : i + 6])) for i in range(0, len(t), 6)]

    def line(preds):
        return " ".join(f"{p[0]} " + " ".join(f"{v:.6g}" for v in p[1:]) for p in preds)

    def guess(row, jitter):
        """Study rows: all four classes with confidences; image rows: moved, doubled, lost and invented boxes."""
        real = boxes(row["PredictionString"])
        if row["id"].endswith("_study"):
            conf = rng.dirichlet(np.ones(4)) + [1.0 * (c == real[0][0]) * rng.random() for c in STUDY]
            return line([(c, f, 0, 0, 1, 1) for c, f in zip(STUDY, conf / conf.sum())])
        found = [("none", rng.uniform(0.3, 0.9) if real[0][0] == "none" else rng.uniform(0.0, 0.6), 0, 0, 1, 1)]
        for p in real:
            if p[0] == "opacity" and rng.random() < 0.85:
                shift = rng.normal(0, jitter, 4)
                found.append(("opacity", rng.uniform(0.3, 1), *(np.array(p[2:]) + shift)))
                if rng.random() < 0.3:  # a second box on the same spot: only one can match
                    found.append(("opacity", rng.uniform(0.1, 1), *(np.array(p[2:]) + rng.normal(0, jitter, 4))))
        if rng.random() < 0.4:
            x, y = rng.uniform(0, 1500, 2)
            found.append(("opacity", rng.uniform(0, 0.7), x, y, x + 300, y + 400))
        return line(found)

    def predictions(f):
        return truth.assign(PredictionString=[f(r) for _, r in truth.iterrows()])

    noisy = predictions(lambda r: guess(r, 25))
    save("ok-perfect", truth)
    save("ok-noisy", noisy)
    save("ok-sloppy-boxes", predictions(lambda r: guess(r, 90)))
    save("ok-shuffled-extra-column", noisy.sample(frac=1, random_state=1).assign(comment="x"))
    save("ok-one-confidence", predictions(lambda r: line([(p[0], 1, *p[2:]) for p in boxes(guess(r, 25))])))  # ties
    save("ok-unknown-class", with_cell(noisy, 0, "PredictionString", "martian 1 0 0 1 1"))
    save("ok-study-wrong-box", predictions(lambda r: r["PredictionString"].replace(" 1 0 0 1 1", " 1 0 0 100 100")))
    # no knowledge at all, yet a perfect score in v1: see known_issues
    junk = line([(c, -1, 5000, 5000, 5001, 5001) for c in STUDY + ["none", "opacity"]])
    save("ok-negative-confidence", truth.assign(PredictionString=junk))

    save("bad-blank", with_cell(noisy, 0, "PredictionString", None))
    save("bad-five-numbers", with_cell(noisy, 0, "PredictionString", "negative 1 0 0 1"))
    save("bad-number-for-label", with_cell(noisy, 0, "PredictionString", "negative high 0 0 1 1"))
    save("bad-nan-confidence", with_cell(noisy, 0, "PredictionString", "negative nan 0 0 1 1"))
    save("bad-missing-row", noisy.iloc[1:])
    save("bad-capital-id", noisy.rename(columns={"id": "Id"}))
    save("bad-duplicate-id", with_cell(noisy, 1, "id", noisy["id"][0]))
