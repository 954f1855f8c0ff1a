"""Submission cases: Facebook Recruiting III - Keyword Extraction."""

import numpy as np
from tests.competitions.cases import Cases


def write_cases(cases: Cases) -> None:
    save, rng = cases.save, cases.rng

    best = cases.answers(dtype=str, keep_default_na=False)[["Id", "Tags"]]
    pool = sorted({t for tags in best.Tags for t in tags.split()})
    n = len(best)
    save("ok-perfect", best)

    def spoil(tags):
        kept = [t for t in tags.split() if rng.random() < 0.7]
        return " ".join(kept + [str(t) for t in rng.choice(pool, int(rng.integers(0, 3)))])

    noisy = best.assign(Tags=[spoil(t) for t in best.Tags])
    save("ok-noisy-shuffled", noisy.sample(frac=1, random_state=0))
    # Tags that never occur in the truth are dropped before counting: no penalty.
    save("ok-unknown-tags-are-free", best.assign(Tags=best.Tags + " zzz-unheard-of qqq"))
    # Repeats count once; any white space separates.
    save("ok-repeats-and-tabs", noisy.assign(Tags=[f"  {t}\t{t}\n" for t in noisy.Tags]))
    save("ok-all-tags", best.assign(Tags=" ".join(pool)))
    save("ok-upper-case", best.assign(Tags=best.Tags.str.upper()))
    save("ok-empty-for-some", noisy.assign(Tags=np.where(np.arange(n) % 2, noisy.Tags, "")))
    save("ok-all-empty", best.assign(Tags=""))
    save("ok-only-unknown", best.assign(Tags="zzz"))

    # A Tags column without any text is read as numbers, which v1 can't split.
    save("bad-numbers-only", best.assign(Tags="2010"))
    save("bad-one-number-else-empty", best.assign(Tags=["2010", *[""] * (n - 1)]))
    save("bad-missing-row", noisy.iloc[:-1])
    save("bad-id-typo", noisy.assign(Id=["999999", *noisy.Id[1:]]))
    save("bad-duplicated-id", noisy.assign(Id=[noisy.Id[1], *noisy.Id[1:]]))
    save("bad-one-row-per-tag", noisy.assign(Tags=noisy.Tags.str.split()).explode("Tags"))
    save("bad-column-case", noisy.rename(columns={"Id": "id", "Tags": "tags"}))
