"""Submission cases: text-normalization-challenge-english-language."""

import csv
from functools import partial

from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save = partial(cases.save, quoting=csv.QUOTE_NONNUMERIC)
    ans = cases.answers(dtype=str, keep_default_na=False)
    sample = cases.read(cases.competition.sample_submission, dtype=str, keep_default_na=False)
    n = len(ans)
    flip = cases.rng.random(n)

    save("ok-perfect", ans)
    noisy = save("ok-noisy", ans.assign(after=ans["after"].where(flip > 0.3, sample["after"])))
    save("ok-noisy-shuffled-extra-column", noisy.assign(why="x").sample(frac=1, random_state=1)[["why", "after", "id"]])
    save("ok-lower-case", ans.assign(after=ans["after"].str.lower()))
    save("ok-trailing-space", ans.assign(after=ans["after"].where(flip > 0.5, ans["after"] + " ")))
    # blanks, and words read as missing, are all the same value
    save("ok-blank-as-null-word", ans.assign(after=ans["after"].where(ans["after"] != "", "NULL")))
    save("ok-all-blank", ans.assign(after=""))
    save("ok-all-numbers", ans.assign(after=range(n)))

    save("bad-missing-token", ans.iloc[:-1])
    save("bad-id-format", ans.assign(id=ans["id"].str.replace("_", "-")))
    save("bad-ids-shifted", ans.assign(id=[f"{int(a) + 1}_{b}" for a, b in ans["id"].str.split("_")]))
    save("bad-no-after-column", ans.rename(columns={"after": "before"}))
    save("bad-repeated-id", with_cell(ans, 0, "id", ans["id"][1]))
