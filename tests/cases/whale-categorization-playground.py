"""Submission cases: Humpback Whale Identification Challenge."""

import pandas as pd
from tests.competitions.cases import Cases


def write_cases(cases: Cases) -> None:
    save, rng, answers = cases.save, cases.rng, cases.answers()
    whales = sorted(cases.read("public/train.csv")["Id"].unique())

    def put(ids, images=answers["Image"]):
        return pd.DataFrame({"Image": images, "Id": ids})

    def guesses(truth, position, length):
        """length different guesses, the truth at that position (or absent if position >= length)"""
        others = [w for w in rng.permutation(whales) if w != truth][:length]
        return [*others[:position], truth, *others[position : length - 1]] if position < length else others

    truth = answers["Id"].tolist()
    ranked = [" ".join(guesses(t, int(rng.integers(0, 7)), 5)) for t in truth]
    save("ok-noisy", put(ranked))
    save("ok-perfect", put(truth))
    save("ok-second-place", put([" ".join(guesses(t, 1, 5)) for t in truth]))  # 1/2
    save("ok-sixth-place", put([" ".join(guesses(t, 5, 6)) for t in truth]))  # beyond the fifth: 0
    save("ok-repeated-guesses", put([f"w_zzzzzzz w_zzzzzzz {t}" for t in truth]))  # repeats use up ranks: 1/3
    save("ok-truth-repeated", put([f"{t} {t} {t}" for t in truth]))  # counted once: 1
    save("ok-double-space", put([f"w_zzzzzzz  {t}" for t in truth]))  # the empty word between takes rank 2: 1/3
    save("ok-one-guess", put([guesses(t, int(rng.integers(0, 2)), 1)[0] for t in truth]))
    some_blank = [r if i % 3 else "" for i, r in enumerate(ranked)]
    save("ok-some-blank", put(some_blank))  # a blank scores 0

    frame = pd.DataFrame({"Image": answers["Image"], "Id": ranked})
    save("bad-extra-column", frame.assign(confidence=1))
    save("bad-lower-case-header", frame.rename(columns={"Id": "id"}))
    save("bad-repeated-image", put(ranked, answers["Image"].where(answers.index != 1, answers["Image"][0])))
    save("bad-no-extension", put(ranked, answers["Image"].str[:-4]))
    save("bad-missing-row", frame.iloc[1:])
    save("bad-no-image", frame[["Id"]])
