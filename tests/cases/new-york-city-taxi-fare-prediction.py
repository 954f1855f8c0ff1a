"""Submission cases: New York City Taxi Fare Prediction."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases


def write_cases(cases: Cases) -> None:
    save, rng = cases.save, cases.rng

    best = save("ok-perfect", cases.answers()[["key", "fare_amount"]])
    noisy = save("ok-noisy", best.assign(fare_amount=(best.fare_amount + rng.normal(0, 3, len(best))).round(3)))
    save("ok-noisy-shuffled-extra-column", noisy.sample(frac=1, random_state=0).assign(note="x"))
    save("ok-negative-fares", best.assign(fare_amount=-best.fare_amount))
    # Keys are never compared with the truth: another key that keeps the sort order is accepted.
    save("ok-foreign-key", best.sort_values("key").assign(key=[f"{i:06d}k" for i in range(len(best))]))

    save("bad-missing-row", noisy.iloc[:-1])
    save("bad-duplicated-row", pd.concat([noisy, noisy.iloc[:1]]))
    save("bad-blank-fare", noisy.assign(fare_amount=noisy.fare_amount.where(np.arange(len(noisy)) > 0)))
    save("bad-infinite-fare", noisy.assign(fare_amount=[np.inf, *noisy.fare_amount[1:]]))
    save("bad-dollar-sign", noisy.assign(fare_amount="$" + noisy.fare_amount.astype(str)))
    save("bad-column-name", noisy.rename(columns={"fare_amount": "fare"}))
