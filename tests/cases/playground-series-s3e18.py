"""Submission cases: playground-series-s3e18."""

import numpy as np
from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, answers = cases.save, cases.rng, cases.answers()[["id", "EC1", "EC2"]]

    noisy = answers.assign(
        EC1=(0.3 + 0.3 * answers["EC1"] + rng.normal(0, 0.25, len(answers))).clip(0, 1),
        EC2=(0.4 + 0.2 * answers["EC2"] + rng.normal(0, 0.25, len(answers))).clip(0, 1),
    )
    save("ok-perfect", answers)
    save("ok-noisy", noisy)
    save("ok-one-target-only", noisy.assign(EC1=answers["EC1"], EC2=0.5))  # (1 + 0.5) / 2
    save("ok-logits", noisy.assign(EC1=noisy["EC1"] * 50 - 25, EC2=noisy["EC2"] * 9 - 30))  # no range check
    save("ok-swapped-columns", noisy[["EC2", "id", "EC1"]])
    save("ok-rounded-ties", noisy.round(1))

    save("bad-ec1-only", noisy[["id", "EC1"]])
    save("bad-position-as-id", noisy.assign(id=np.arange(len(noisy)) + 1000))
    save("bad-blank-ec2", with_cell(noisy, 0, "EC2", ""))
    save("bad-inf-ec1", with_cell(noisy, 0, "EC1", np.inf))
    save("bad-word-ec1", with_cell(noisy, 2, "EC1", "high"))
    save("bad-id-as-index-name", noisy.rename(columns={"id": "Id"}))
