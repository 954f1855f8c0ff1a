"""Submission cases: AI4Code."""

import numpy as np
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers()

    def mapped(f):
        return truth.assign(cell_order=[" ".join(f(c.split())) for c in truth["cell_order"]])

    def jitter(cells):
        return [cells[i] for i in np.argsort(np.arange(len(cells)) + rng.normal(0, 1.5, len(cells)))]

    def change_row(df, row, f):
        return with_cell(df, row, "cell_order", " ".join(f(df.loc[row, "cell_order"].split())))

    noisy = mapped(jitter)
    save("ok-perfect", truth)
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
    save("bad-notebook-twice", noisy.loc[[0, 0, *noisy.index[2:]]])
