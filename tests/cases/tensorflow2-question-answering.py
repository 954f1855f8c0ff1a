"""Submission cases: tensorflow2-question-answering."""

from tests.competitions.cases import Cases, with_cell

P = "PredictionString"


def write_cases(cases: Cases) -> None:
    save, rng = cases.save, cases.rng
    gold = cases.read("private/gold_submission.csv", dtype=str, keep_default_na=False)
    n = len(gold)
    long_row = gold["example_id"].str.endswith("_long")
    answered, blank = gold.index[gold[P] != ""], gold.index[gold[P] == ""]

    def put(rows, text):
        return with_cell(gold, rows, P, text)

    r = rng.random(n)
    noisy = with_cell(put(r < 0.3, "3:4"), r < 0.15, P, "")

    save("ok-perfect", gold)
    save("ok-noisy", noisy)
    save(
        "ok-noisy-shuffled-extra-column",
        noisy.assign(score=0.5).sample(frac=1, random_state=1)[["score", P, "example_id"]],
    )
    save("ok-random", gold.assign(**{P: rng.choice(["", "0:9", "2:3", "YES", "NO"], n)}))
    save("ok-always-answered", put(blank, "0:8"))
    save("ok-yes-everywhere-long-too", gold.assign(**{P: "YES"}))
    save("ok-blanks-around-numbers", put(answered, [f" {t.replace(':', ' : ')} " for t in gold.loc[answered, P]]))
    save("ok-missing-words-are-blank", put(blank, "None"))
    save(
        "ok-end-off-by-one",
        gold.assign(**{P: [t if ":" not in t else f"{t.split(':')[0]}:{int(t.split(':')[1]) + 1}" for t in gold[P]]}),
    )

    save("bad-lower-case-yes", put(answered[0], "yes"))
    save("bad-three-parts", put(answered[0], "1:2:3"))
    save("bad-one-number", put(answered[0], "17"))
    save("bad-not-numbers", put(answered[0], "a:b"))
    save(
        "bad-ids-without-suffix",
        gold.assign(example_id=gold["example_id"].str.replace("_long", "").str.replace("_short", "")),
    )
    save("bad-long-answers-only", gold[long_row])
    save("bad-repeated-id", with_cell(gold, 0, "example_id", gold["example_id"][2]))
