"""Submission cases for Smartphone Decimeter 2022."""

from pathlib import Path

import numpy as np
import pandas as pd

LAT, LNG = "LatitudeDegrees", "LongitudeDegrees"


def write_cases(prepared: Path, out: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    ans = pd.read_csv(prepared / "private" / "test.csv")
    save = lambda name, df: df.to_csv(out / f"{name}.csv", index=False)
    n = len(ans)

    save("ok-perfect", ans)
    (out / "ok-sample.csv").write_bytes((prepared / "public" / "sample_submission.csv").read_bytes())
    near = ans.assign(**{LAT: ans[LAT] + rng.normal(0, 2e-5, n), LNG: ans[LNG] + rng.normal(0, 2e-5, n)})
    save("ok-metres-of-noise", near)
    jump = near.copy()
    jump.loc[rng.random(n) < 0.1, LAT] += 0.01
    save("ok-outliers-in-the-tail", jump)
    save("ok-trips-in-reverse-order", pd.concat([g for _, g in reversed(list(near.groupby("tripId", sort=False)))]))
    save("ok-rows-of-a-trip-reversed", near[::-1])
    save("ok-times-are-not-looked-at", near.assign(UnixTimeMillis=0))
    save("ok-no-range-check", near.assign(**{LAT: near[LAT] + 360}))
    x = near.copy()
    x.loc[1, LAT] = np.nan
    save("ok-one-blank-gives-nan", x)

    save("bad-slash-in-trip-id", near.assign(tripId=["/".join(t.rsplit("-", 1)) for t in near.tripId]))
    save("bad-phone-column", near.rename(columns={"tripId": "phone"}))
    save("bad-every-other-second", near[::2])
    x = near.copy()
    x.loc[0, "tripId"] = x.tripId.iloc[-1]
    save("bad-row-moved-to-another-trip", x)
    save("bad-degrees-with-letters", near.assign(**{LAT: near[LAT].map("{:.6f}N".format)}))
    save("bad-no-time-column", near.drop(columns="UnixTimeMillis"))
