"""Submission cases: Hotel-ID to Combat Human Trafficking 2021 - FGVC8."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases


def write_cases(cases: Cases) -> None:
    save, rng = cases.save, cases.rng

    truth = cases.answers()[["image", "hotel_id"]].astype(str)
    hotels = sorted(set(cases.read("public/train.csv")["hotel_id"].astype(str)))
    n = len(truth)
    save("ok-perfect", truth)

    def ranked(true, place, length=5):
        guesses = [str(h) for h in rng.permutation([h for h in hotels if h != true])[:length]]
        if place < length:
            guesses[place] = true
        return guesses

    lists = [ranked(h, int(rng.integers(0, 7))) for h in truth.hotel_id]
    noisy = truth.assign(hotel_id=[" ".join(g) for g in lists])
    save("ok-noisy-shuffled", noisy.sample(frac=1, random_state=0))
    # Only the first five entries count, so a right answer in sixth place is worth nothing.
    save("ok-sixth-place", truth.assign(hotel_id=[" ".join(ranked(h, 5, 6)) for h in truth.hotel_id]))
    # A repeated guess is counted once, yet takes up a place.
    save(
        "ok-repeated-guesses",
        truth.assign(hotel_id=[f"{g[1]} {g[1]} {h} {h} {h}" for g, h in zip(lists, truth.hotel_id, strict=False)]),
    )
    # Two blanks in a row make an empty entry that takes up a place: the right answer is third here.
    save("ok-double-blank", truth.assign(hotel_id=["x  " + h for h in truth.hotel_id]))
    save("ok-leading-blank", truth.assign(hotel_id=[" " + h + " x" for h in truth.hotel_id]))
    # Single numbers with a blank cell among them are read as floats ("123.0"), so that nothing matches.
    save("ok-some-empty", truth.assign(hotel_id=np.where(np.arange(n) % 2, truth.hotel_id, "")))
    save("ok-some-empty-lists", noisy.assign(hotel_id=np.where(np.arange(n) % 2, noisy.hotel_id, "")))
    # A comma is no separator.
    save(
        "ok-wrong-separator",
        truth.assign(hotel_id=[",".join([h, *g[:2]]) for g, h in zip(lists, truth.hotel_id, strict=False)]),
    )

    save("bad-missing-row", noisy.iloc[1:])
    save("bad-unknown-image", noisy.assign(image=["0" * 16 + ".jpg", *noisy.image[1:]]))
    save("bad-duplicated-image", pd.concat([noisy, noisy.iloc[:1]]))
    save("bad-one-row-per-guess", noisy.assign(hotel_id=noisy.hotel_id.str.split()).explode("hotel_id"))
    save("bad-image-without-suffix", noisy.assign(image=noisy.image.str.removesuffix(".jpg")))
    save("bad-column-name", noisy.rename(columns={"hotel_id": "hotel"}))
