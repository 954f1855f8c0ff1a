"""Submission cases: us-patent-phrase-to-phrase-matching."""

from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers(dtype={"id": str})[["id", "score"]]
    y = truth["score"].to_numpy()

    noisy = truth.assign(score=(y + rng.normal(0, 0.25, len(y))).round(6))
    save("ok-perfect", truth)
    save("ok-noisy", noisy)
    save("ok-shuffled-extra-column", noisy.assign(comment="x").sample(frac=1, random_state=1))
    save("ok-rescaled", noisy.assign(score=1000 * noisy["score"] - 77))  # same correlation
    save("ok-negated", noisy.assign(score=-noisy["score"]))
    save("ok-random", truth.assign(score=rng.random(len(y))))
    save("ok-one-blank", with_cell(noisy, 0, "score", None))  # NaN
    save("ok-one-infinite", with_cell(noisy, 0, "score", "inf"))  # NaN

    save("bad-text", with_cell(noisy, 0, "score", "similar"))
    save("bad-missing-row", noisy.iloc[1:])
    save("bad-duplicate-id", with_cell(noisy, 1, "id", noisy["id"][0]))
    save("bad-unknown-id", with_cell(noisy, 0, "id", "ffffffffffffffff"))
    save("bad-renamed-target", noisy.rename(columns={"score": "similarity"}))
