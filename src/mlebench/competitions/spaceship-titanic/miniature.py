"""Miniature raw data: spaceship-titanic."""

from pathlib import Path

import numpy as np
import pandas as pd

FIRST = ["Maham", "Juanna", "Altark", "Solam", "Willy", "Sandie", "Billex", "Candra"]
LAST = ["Ofracculy", "Vines", "Susent", "Santantines", "Hinetthews", "Jacostaffey"]
BILLS = ["RoomService", "FoodCourt", "ShoppingMall", "Spa", "VRDeck"]


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    rows, group = [], 0
    while len(rows) < 500:
        group += 1
        size = int(rng.choice([1, 2, 3, 5], p=[0.6, 0.2, 0.12, 0.08]))
        family, planet = rng.choice(LAST), rng.choice(["Earth", "Europa", "Mars"], p=[0.5, 0.25, 0.25])
        cabin = f"{rng.choice(list('ABCDEFGT'))}/{int(rng.integers(0, 300))}/{rng.choice(['P', 'S'])}"
        for member in range(1, size + 1):
            asleep = rng.random() < 0.35
            r = {
                "PassengerId": f"{group:04d}_{member:02d}",
                "HomePlanet": planet,
                "CryoSleep": bool(asleep),
                "Cabin": cabin,
                "Destination": rng.choice(["TRAPPIST-1e", "PSO J318.5-22", "55 Cancri e"], p=[0.7, 0.1, 0.2]),
                "Age": float(rng.integers(0, 80)),
                "VIP": bool(rng.random() < 0.05),
            }
            for b in BILLS:
                r[b] = 0.0 if asleep else float(int(rng.exponential(250)) * (rng.random() < 0.6))
            r["Name"] = f"{rng.choice(FIRST)} {family}"
            chance = 0.15 + 0.65 * asleep + 0.15 * (planet == "Europa") + 0.1 * (r["Spa"] == 0)
            r["Transported"] = bool(rng.random() < chance)
            rows.append(r)
    df = pd.DataFrame(rows)
    for c in df.columns[1:-1]:  # about 3 % blanks everywhere but in the id and the target
        df[c] = df[c].astype(object).where(rng.random(len(df)) > 0.03)
    cut = df["PassengerId"].str[:4].astype(int) <= int(df["PassengerId"].iloc[380][:4])
    df[cut].to_csv(raw / "train.csv", index=False)
    test = df[~cut].drop(columns="Transported")
    test.to_csv(raw / "test.csv", index=False)
    test[["PassengerId"]].assign(Transported=False).to_csv(raw / "sample_submission.csv", index=False)
