"""Submission cases: bms-molecular-translation."""

import numpy as np
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers(dtype=str)
    n = len(truth)

    def put(strings):
        return truth.assign(InChI=strings)

    def spoil(s):
        out = list(s)
        for _ in range(rng.integers(0, 8)):
            k = int(rng.integers(0, len(out)))
            out[k : k + int(rng.integers(0, 2))] = [rng.choice(list("CHNO0123-,/"))]
        return "".join(out)

    save("ok-perfect", put(truth["InChI"]))
    noisy = save("ok-noisy", put([spoil(s) for s in truth["InChI"]]))
    save("ok-other-molecule", put(np.roll(truth["InChI"].to_numpy(), 1)))
    save("ok-formula-only", put(truth["InChI"].str.split("/").str[:2].str.join("/")))
    save("ok-blanks", with_cell(noisy, slice(None, None, 4), "InChI", ""))  # read as missing, compared as 'nan'
    save("ok-all-blank", put(""))
    save("ok-numbers", put(np.arange(n) + 0.5))  # turned into text: '0.5', '1.5', ...
    save("ok-lower-case", put(truth["InChI"].str.lower()))
    save("ok-shuffled-extra", noisy.assign(smiles="C").sample(frac=1, random_state=0))

    save("bad-column-case", noisy.rename(columns={"InChI": "inchi"}))
    save("bad-no-id", noisy.drop(columns="image_id"))
    save("bad-with-extension", noisy.assign(image_id=noisy["image_id"] + ".png"))
    save("bad-too-few-rows", noisy.iloc[: n // 2])
    save("bad-duplicate-id", with_cell(noisy, 1, "image_id", noisy["image_id"][0]))
