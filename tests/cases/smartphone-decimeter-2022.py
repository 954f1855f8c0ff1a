"""Submission cases: Smartphone Decimeter 2022."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases, with_cell

LAT, LNG = "LatitudeDegrees", "LongitudeDegrees"


def write_cases(cases: Cases) -> None:
    save, rng, ans = cases.save, cases.rng, cases.answers()

    n = len(ans)

    save("ok-perfect", ans)
    near = ans.assign(**{LAT: ans[LAT] + rng.normal(0, 2e-5, n), LNG: ans[LNG] + rng.normal(0, 2e-5, n)})
    save("ok-metres-of-noise", near)
    save("ok-outliers-in-the-tail", near.assign(**{LAT: near[LAT].mask(rng.random(n) < 0.1, near[LAT] + 0.01)}))
    save("ok-trips-in-reverse-order", pd.concat([g for _, g in reversed(list(near.groupby("tripId", sort=False)))]))
    save("ok-rows-of-a-trip-reversed", near[::-1])
    save("ok-times-are-not-looked-at", near.assign(UnixTimeMillis=0))
    save("ok-no-range-check", near.assign(**{LAT: near[LAT] + 360}))
    save("ok-one-blank-gives-nan", with_cell(near, 1, LAT, np.nan))

    save("bad-slash-in-trip-id", near.assign(tripId=["/".join(t.rsplit("-", 1)) for t in near.tripId]))
    save("bad-phone-column", near.rename(columns={"tripId": "phone"}))
    save("bad-every-other-second", near[::2])
    save("bad-row-moved-to-another-trip", with_cell(near, 0, "tripId", near.tripId.iloc[-1]))
    save("bad-degrees-with-letters", near.assign(**{LAT: near[LAT].map("{:.6f}N".format)}))
    save("bad-no-time-column", near.drop(columns="UnixTimeMillis"))
