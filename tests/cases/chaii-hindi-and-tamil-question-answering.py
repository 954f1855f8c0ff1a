"""Submission cases for chaii."""

from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    ans = pd.read_csv(prepared / "private" / "test.csv", dtype=str)
    test = pd.read_csv(prepared / "public" / "test.csv", dtype=str)

    def save(name, df):
        return df.to_csv(out / f"{name}.csv", index=False)

    def put(texts):
        return ans.assign(PredictionString=list(texts))

    truth = ans.PredictionString.tolist()

    save("ok-perfect", ans)
    (out / "ok-sample.csv").write_bytes((prepared / "public" / "sample_submission.csv").read_bytes())
    spans = []
    for t in truth:
        w = t.split()
        spans.append(" ".join(rng.permutation([*w, "है", "2 extra"] if rng.random() < 0.5 else w[: max(1, len(w) - 1)])))
    save("ok-noisy-spans-shuffled", put(spans).sample(frac=1, random_state=1))
    save("ok-repeated-upper-case", put(f"  {t.upper()} {t}\n" for t in truth))
    save("ok-whole-context", put(test.set_index("id").loc[ans.id, "context"]))
    save("ok-some-blank", put(t if rng.random() < 0.5 else "" for t in truth))
    save(
        "ok-missing-value-words",
        put(["NA", "null", "None", "nan"][i % 4] if i % 2 else t for i, t in enumerate(truth)),
    )
    save("ok-all-blank", put([""] * len(ans)))
    save("ok-glued-punctuation", put(t + "।" for t in truth))

    save("bad-answer-text-column", ans.rename(columns={"PredictionString": "answer_text"}))
    save("bad-numbers-only", put(range(len(ans))))
    save("bad-true-only", put(["True"] * len(ans)))
    x = ans.copy()
    x.loc[0, "id"] = x.loc[1, "id"]
    save("bad-id-twice", x)
    save("bad-ids-upper-case", ans.assign(id=ans.id.str.upper()))
    save("bad-two-rows-for-one-id", pd.concat([ans, ans.iloc[:1]]))
