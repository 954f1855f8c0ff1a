"""Submission cases: Kuzushiji Recognition."""

import numpy as np
from tests.competitions.cases import Cases


def write_cases(cases: Cases) -> None:
    save, rng = cases.save, cases.rng

    truth = cases.answers()

    def boxes(labels):
        t = labels.split(" ")
        return [(t[i], *map(int, t[i + 1 : i + 5])) for i in range(0, len(t), 5)]

    def guess(make, reverse=False):
        """make(label, x, y, w, h) gives a list of (label, x, y) for each true box."""
        pages = [[g for b in boxes(l) for g in make(*b)] for l in truth.labels]
        return truth.assign(labels=[" ".join(f"{c} {x} {y}" for c, x, y in (p[::-1] if reverse else p)) for p in pages])

    centre = lambda c, x, y, w, h: [(c, x + w / 2, y + h / 2)]
    cases.copy("ok-gold", "private/gold_submission.csv")
    perfect = save("ok-perfect", guess(centre))
    # Greedy matching goes through true boxes and predictions in their order.
    save("ok-centres-in-reverse-order", guess(centre, reverse=True))
    # A point on the border of a box is not inside.
    save("ok-top-left-corner", guess(lambda c, x, y, w, h: [(c, x, y)]))
    noisy = guess(
        lambda c, x, y, w, h: (
            [
                (
                    c if rng.random() < 0.8 else "U+4EBA",
                    round(x + w * rng.uniform(-0.3, 1.3), 1),
                    round(y + h * rng.uniform(0, 1), 1),
                )
            ]
            * int(rng.integers(0, 3))
        )
    )
    save("ok-noisy-shuffled", noisy.sample(frac=1, random_state=0).assign(extra=1))
    save("ok-some-pages-blank", perfect.assign(labels=perfect.labels.where(np.arange(len(perfect)) % 2 == 0)))
    save("ok-all-blank", perfect.assign(labels=np.nan))
    save("ok-everything-twice", guess(lambda c, x, y, w, h: 2 * [(c, x + 2, y + 2)]))
    save("ok-nan-and-inf-points", guess(lambda c, x, y, w, h: [(c, x + 2, y + 2), (c, "nan", "inf")]))
    save(
        "ok-more-than-1200",
        perfect.assign(labels=[l + " U+3042 1 1" * 1300 if i == 0 else l for i, l in enumerate(perfect.labels)]),
    )

    save("bad-boxes", truth)  # five values per character
    save("bad-double-blank", perfect.assign(labels=perfect.labels.str.replace(" ", "  ", n=1)))
    save("bad-trailing-blank", perfect.assign(labels=perfect.labels + " "))
    save("bad-comma-in-number", perfect.assign(labels=perfect.labels + " U+3042 1,5 2"))
    save("bad-swapped-order", guess(lambda c, x, y, w, h: [(x, y, c)]))
    save("bad-missing-page", perfect.iloc[1:])
    save("bad-id-with-suffix", perfect.assign(image_id=perfect.image_id + ".jpg"))
