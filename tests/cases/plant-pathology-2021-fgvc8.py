"""Submission cases: Plant Pathology 2021 - FGVC8."""

import pandas as pd
from tests.competitions.cases import Cases, with_cell

CLASSES = ["complex", "frog_eye_leaf_spot", "healthy", "powdery_mildew", "rust", "scab"]


def write_cases(cases: Cases) -> None:
    save, rng, ans = cases.save, cases.rng, cases.answers()

    def put(labels):
        return ans.assign(labels=list(labels))

    n = len(ans)

    def noisy(text):
        flip = rng.random(6) < 0.15
        return " ".join(c for c, f in zip(rng.permutation(CLASSES), flip, strict=False) if (c in text.split()) != f)

    save("ok-perfect", ans)
    save("ok-random-one-class", put(rng.choice(CLASSES, n)))
    save("ok-noisy-sets-shuffled", put(noisy(t) for t in ans.labels).sample(frac=1, random_state=1))
    save("ok-everything", put([" ".join(CLASSES)] * n))
    save("ok-all-blank", put([""] * n))
    save("ok-unknown-labels-cost-nothing", put(f"{t}  mould {t} Scab" for t in ans.labels))
    save("ok-some-blank", put(t if rng.random() < 0.6 else "" for t in ans.labels))
    save("ok-commas-glue-words", put(t.replace(" ", ",") for t in ans.labels))

    save("bad-class-numbers", put(rng.integers(0, 6, n)))
    one_hot = pd.DataFrame({c: [int(c in t.split()) for t in ans.labels] for c in CLASSES})
    save("bad-one-hot", pd.concat([ans[["image"]], one_hot], axis=1))
    save("bad-one-row-per-label", ans.assign(labels=ans.labels.str.split()).explode("labels"))
    save("bad-image-without-extension", ans.assign(image=ans.image.str.replace(".jpg", "", regex=False)))
    save("bad-image-twice", with_cell(ans, 0, "image", ans["image"][1]))
