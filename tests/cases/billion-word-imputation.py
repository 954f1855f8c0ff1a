"""Submission cases: billion-word-imputation."""

import numpy as np
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers()
    holes = cases.read(cases.competition.sample_submission)

    def put(sentences):
        return truth.assign(sentence=sentences)

    def insert(text, word):
        words = text.split()
        k = int(rng.integers(1, len(words))) if len(words) > 1 else 1
        return " ".join([*words[:k], word, *words[k:]])

    save("ok-perfect", put(truth["sentence"]))
    guess = save("ok-insert-the", put([insert(s, "the") for s in holes["sentence"]]))
    save("ok-insert-blank", put([insert(s, "") for s in holes["sentence"]]))
    save("ok-upper-case", put(truth["sentence"].str.upper()))  # case and characters count
    save("ok-non-ascii", put(truth["sentence"].str.replace("e", "é")))  # distance counts characters, not bytes
    save("ok-mostly-x", truth.assign(sentence="x").sample(frac=1, random_state=0))
    save("ok-extra-column", guess.assign(word="the")[["word", "sentence", "id"]])

    save("bad-blank-sentence", with_cell(guess, 3, "sentence", ""))
    save("bad-null-sentence", with_cell(guess, 3, "sentence", "null"))  # read as a missing value
    save("bad-numbers-only", put(np.arange(len(truth))))
    save("bad-ids-from-one", guess.assign(id=guess["id"] + 1))
    save("bad-too-few-rows", guess.iloc[:-1])
    save("bad-no-header", guess.rename(columns={"id": "0", "sentence": "first"}))
    save("bad-duplicate-id", with_cell(guess, 1, "id", guess["id"][0]))
