"""Write a miniature raw tree: python make_raw.py OUT_DIR --seed N"""

import zipfile
from pathlib import Path

import numpy as np
import pandas as pd

from .grade import TARGETS

SPACEGROUPS = [12, 33, 167, 194, 206, 227]


def table(rng, n):
    comp = rng.dirichlet([1.0, 1.0, 1.0], n).round(4)
    comp[:, 2] = (1 - comp[:, 0] - comp[:, 1]).round(4).clip(0)
    df = pd.DataFrame(
        {
            "id": np.arange(1, n + 1),
            "spacegroup": rng.choice(SPACEGROUPS, n),
            "number_of_total_atoms": rng.choice([10.0, 20.0, 30.0, 40.0], n),
            "percent_atom_al": comp[:, 0],
            "percent_atom_ga": comp[:, 1],
            "percent_atom_in": comp[:, 2],
        }
    )
    for k, base in enumerate([10.0, 8.0, 9.5], start=1):
        df[f"lattice_vector_{k}_ang"] = (base + 2 * comp[:, 2] + rng.normal(0, 0.3, n)).round(4)
    for name in ["alpha", "beta", "gamma"]:
        df[f"lattice_angle_{name}_degree"] = (90 + rng.normal(0, 1.5, n)).round(4)
    formation = 0.05 + 0.3 * comp[:, 1] * comp[:, 2] + rng.exponential(0.05, n)
    formation[rng.random(n) < 0.05] = 0.0  # the real data has exact zeros
    df[TARGETS[0]] = formation.round(4)
    df[TARGETS[1]] = (0.8 + 4 * comp[:, 0] + 1.5 * comp[:, 1] + rng.normal(0, 0.2, n)).clip(0.0001).round(4)
    return df


def geometry(rng, row):
    vectors = np.diag([row[f"lattice_vector_{k}_ang"] for k in (1, 2, 3)])
    lines = ["#" + "=" * 55, "#synthetic unit cell", "#" + "=" * 55]
    lines += ["lattice_vector " + " ".join(f"{x:.7f}" for x in v) for v in vectors]
    n = int(row["number_of_total_atoms"])
    metals = rng.choice(["Al", "Ga", "In"], 2 * n // 5)
    for element in [*metals, *["O"] * (n - len(metals))]:
        xyz = rng.random(3) @ vectors
        lines.append("atom " + " ".join(f"{x:.7f}" for x in xyz) + f" {element}")
    return "\n".join(lines) + "\n"


def put_zip(path, members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
        for name, text in members:
            z.writestr(zipfile.ZipInfo(name, (2017, 12, 1, 0, 0, 0)), text)


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)
    for split, n in [("train", 120), ("test", 30)]:
        df = table(rng, n)
        geo = [(f"{split}/{row['id']:.0f}/geometry.xyz", geometry(rng, row)) for _, row in df.iterrows()]
        put_zip(raw / f"{split}.zip", geo)
        if split == "test":
            df = df.drop(columns=TARGETS)
        for c in df.columns:  # Kaggle prints four decimals; one for the atom count
            if df[c].dtype == float:
                df[c] = df[c].map("{:.1f}".format if c == "number_of_total_atoms" else "{:.4f}".format)
        put_zip(raw / f"{split}.csv.zip", [(f"{split}.csv", df.to_csv(index=False))])
        if split == "test":
            sub = df[["id"]].assign(**{TARGETS[0]: "0.1779", TARGETS[1]: "1.8892"})
            put_zip(raw / "sample_submission.csv.zip", [("sample_submission.csv", sub.to_csv(index=False))])
