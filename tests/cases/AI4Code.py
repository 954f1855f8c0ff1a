"""Submission cases: AI4Code."""

from pathlib import Path

import numpy as np
import pandas as pd


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)

    truth = pd.read_csv(prepared / "private/test_orders.csv")

    def save(name, df):
        df.to_csv(out / f"{name}.csv", index=False)

    def mapped(f):
        return truth.assign(cell_order=[" ".join(f(c.split())) for c in truth["cell_order"]])

    def jitter(cells):
        return [cells[i] for i in np.argsort(np.arange(len(cells)) + rng.normal(0, 1.5, len(cells)))]

    def change_row(df, row, f):
        df = df.copy()
        df.loc[row, "cell_order"] = " ".join(f(df.loc[row, "cell_order"].split()))
        return df

    noisy = mapped(jitter)
    save("ok-perfect", truth)
    (out / "ok-sample.csv").write_bytes((prepared / "public/sample_submission.csv").read_bytes())
    save("ok-noisy", noisy)
    save("ok-shuffled-extra-column", noisy.sample(frac=1, random_state=1).assign(comment="x"))
    save("ok-random", mapped(lambda c: list(rng.permutation(c))))
    save("ok-reversed", mapped(lambda c: c[::-1]))  # -1
    save("ok-double-spaces", noisy.assign(cell_order=noisy["cell_order"].str.replace(" ", "  ")))

    save("bad-cell-missing", change_row(noisy, 0, lambda c: c[:-1]))
    save("bad-cell-extra", change_row(noisy, 0, lambda c: [*c, "0badcafe"]))
    save("bad-cell-repeated", change_row(noisy, 0, lambda c: c[:-1] + c[:1]))
    save("bad-cell-foreign", change_row(noisy, 0, lambda c: [*c[:-1], "zzzzzzzz"]))
    save("bad-blank", change_row(noisy, 0, lambda c: []))
    save("bad-commas", noisy.assign(cell_order=noisy["cell_order"].str.replace(" ", ",")))
    save("bad-notebook-missing", noisy.iloc[1:])
    dup = noisy.copy()
    dup.loc[1] = dup.loc[0]
    save("bad-notebook-twice", dup)
