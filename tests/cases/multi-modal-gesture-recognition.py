"""Submission cases: multi-modal-gesture-recognition."""

import numpy as np
from tests.competitions.cases import Cases

ID, Y = "Id", "Sequence"


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers(dtype=str)
    n = len(truth)
    first = np.arange(n) == 0

    def with_lists(lists):
        return truth[[ID]].assign(**{Y: [" ".join(map(str, x)) for x in lists]})

    def disturb(seq):
        """One in four gestures changed, left out or doubled."""
        out = []
        for g in seq.split():
            dice = rng.random()
            if dice < 0.1:
                out.append(int(rng.integers(1, 21)))
            elif dice < 0.2:
                out += [g, g]
            elif dice > 0.25:
                out.append(g)
        return out or [1]

    save("ok-perfect", truth)
    noisy = with_lists([disturb(s) for s in truth[Y]])
    save("ok-noisy-shuffled", noisy.sample(frac=1, random_state=0))
    save("ok-ids-without-zeros", noisy.assign(**{ID: noisy[ID].astype(int)}))
    save("ok-one-number-each", with_lists([[g] for g in rng.integers(1, 21, n)]))
    save("ok-too-long", with_lists([rng.integers(1, 21, 60) for _ in range(n)]))  # above 1
    save("ok-foreign-labels", with_lists([[0, -3, 777] for _ in range(n)]))
    save("ok-several-blanks", noisy.assign(**{Y: "  " + noisy[Y].str.replace(" ", "   ") + " "}))

    save("bad-empty-sequence", noisy.assign(**{Y: noisy[Y].where(~first)}))
    save("bad-commas", noisy.assign(**{Y: noisy[Y].str.replace(" ", ",")}))
    save("bad-names", noisy.assign(**{Y: noisy[Y].where(~first, "vattene ok")}))
    save("bad-decimals", noisy.assign(**{Y: noisy[Y].where(~first, "1.0 2.0")}))
    save("bad-sample-names", noisy.assign(**{ID: "Sample0" + noisy[ID]}))
    save("bad-short", noisy.iloc[1:])
