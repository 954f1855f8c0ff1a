"""Submission cases: chaii."""

import pandas as pd
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, ans = cases.save, cases.rng, cases.answers(dtype=str)
    test = cases.read("public/test.csv", dtype=str)

    def put(texts):
        return ans.assign(PredictionString=list(texts))

    truth = ans.PredictionString.tolist()

    save("ok-perfect", ans)
    spans = []
    for t in truth:
        w = t.split()
        spans.append(" ".join(rng.permutation([*w, "है", "2 extra"] if rng.random() < 0.5 else w[: max(1, len(w) - 1)])))
    save("ok-noisy-spans-shuffled", put(spans).sample(frac=1, random_state=1))
    save("ok-repeated-upper-case", put(f"  {t.upper()} {t}\n" for t in truth))
    save("ok-whole-context", put(test.set_index("id").loc[ans.id, "context"]))
    save("ok-some-blank", put(t if rng.random() < 0.5 else "" for t in truth))
    save(
        "ok-missing-value-words", put(["NA", "null", "None", "nan"][i % 4] if i % 2 else t for i, t in enumerate(truth))
    )
    save("ok-all-blank", put([""] * len(ans)))
    save("ok-glued-punctuation", put(t + "।" for t in truth))

    save("bad-answer-text-column", ans.rename(columns={"PredictionString": "answer_text"}))
    save("bad-numbers-only", put(range(len(ans))))
    save("bad-true-only", put(["True"] * len(ans)))
    save("bad-id-twice", with_cell(ans, 0, "id", ans["id"][1]))
    save("bad-ids-upper-case", ans.assign(id=ans.id.str.upper()))
    save("bad-two-rows-for-one-id", pd.concat([ans, ans.iloc[:1]]))
