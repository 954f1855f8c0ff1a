"""Submission cases: H&M Personalized Fashion Recommendations."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases


def write_cases(cases: Cases) -> None:
    save, rng = cases.save, cases.rng

    answers = cases.answers(dtype=str)
    sample = cases.read("public/sample_submission.csv", dtype=str)
    sales = cases.read("public/transactions_train.csv", dtype=str)
    bought = {c: list(dict.fromkeys(p.split(" "))) for c, p in zip(answers.customer_id, answers.prediction)}
    articles = sorted(set(sales.article_id))
    popular = list(
        sales.article_id.value_counts(sort=True).sort_index().sort_values(ascending=False, kind="stable").index[:12]
    )

    def answer(make):
        """One row for each customer of the sample submission."""
        return sample.assign(prediction=[" ".join(make(c)) for c in sample.customer_id])

    perfect = save("ok-perfect", answer(lambda c: bought.get(c, popular)[:12]))
    # The raw join of all purchases repeats articles, and repeats take up places.
    save("ok-purchases-with-repeats", answers)
    noisy = answer(
        lambda c: [a if rng.random() < 0.4 else str(rng.choice(articles)) for a in (bought.get(c, []) + popular)[:12]]
    )
    save("ok-noisy-shuffled", noisy.sample(frac=1, random_state=0))
    save("ok-popular", answer(lambda c: popular))
    # Ids with their leading zero, as in articles.csv, match nothing: the answers lack it.
    save(
        "ok-leading-zeros",
        perfect.assign(prediction=[" ".join(a.zfill(10) for a in p.split()) for p in perfect.prediction]),
    )
    # Only the first 12 count.
    save("ok-right-after-twelfth", answer(lambda c: ["1"] * 12 + bought.get(c, popular)))
    save("ok-buyers-only", noisy[noisy.customer_id.isin(bought)])
    save("ok-unknown-customers-added", pd.concat([noisy, noisy.tail(3).assign(customer_id=["x", "y", "z"])]))
    save("ok-blank-predictions", noisy.assign(prediction=noisy.prediction.where(np.arange(len(noisy)) % 2 == 0)))
    # A customer with two rows shifts the pairing of all customers after it.
    save("ok-duplicated-buyer", pd.concat([perfect, perfect[perfect.customer_id == answers.customer_id[2]]]))

    save("bad-buyer-missing", noisy[noisy.customer_id != answers.customer_id[0]])
    save("bad-extra-column", noisy.assign(score=1))
    save("bad-column-name", noisy.rename(columns={"prediction": "article_id"}))
    save("bad-upper-case-ids", noisy.assign(customer_id=noisy.customer_id.str.upper()))
    save("bad-no-rows", noisy.iloc[:0])
