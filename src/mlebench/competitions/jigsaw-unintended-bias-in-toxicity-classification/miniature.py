"""Miniature raw data for jigsaw-unintended-bias-in-toxicity-classification (plain CSV files)."""

from pathlib import Path

import numpy as np
import pandas as pd

from .grade import IDENTITIES as SCORED

META = [
    "created_date",
    "publication_id",
    "parent_id",
    "article_id",
    "rating",
    "funny",
    "wow",
    "sad",
    "likes",
    "disagree",
]
SUBTYPES = ["severe_toxicity", "obscene", "sexual_explicit", "identity_attack", "insult", "threat"]
IDENTITIES = [
    "male",
    "female",
    "transgender",
    "other_gender",
    "heterosexual",
    "homosexual_gay_or_lesbian",
    "bisexual",
    "other_sexual_orientation",
    "christian",
    "jewish",
    "muslim",
    "hindu",
    "buddhist",
    "atheist",
    "other_religion",
    "black",
    "white",
    "asian",
    "latino",
    "other_race_or_ethnicity",
    "physical_disability",
    "intellectual_or_learning_disability",
    "psychiatric_or_mental_illness",
    "other_disability",
]
COUNTS = ["identity_annotator_count", "toxicity_annotator_count"]
CALM = [
    "thanks for the report",
    "the council voted yesterday",
    "I agree with the author",
    "prices rose again",
]
ANGRY = ["you are an idiot", "what a stupid clown", "shut up, moron", "this fool should be fired"]


def table(rng, n, first_id, target):
    toxic = rng.random(n) < 0.35
    # ten raters; about one comment in eight contradicts its true class
    fraction = np.clip(np.where(toxic, 0.7, 0.1) + rng.normal(0, 0.12, n), 0, 1).round(4)
    annotated = rng.random(n) < 0.7
    d = {"id": np.arange(first_id, first_id + n), target: fraction}
    mentions = {c: rng.random(n) < (0.3 if c in SCORED else 0.05) for c in IDENTITIES}
    text = []
    for i in range(n):
        words = [c.split("_")[0] for c in IDENTITIES if mentions[c][i] and rng.random() < 0.8]
        t = f"{rng.choice(ANGRY if toxic[i] else CALM)} {' '.join(words)} {i}"
        if rng.random() < 0.1:
            t += '\n\nHe said, "no way".'
        elif rng.random() < 0.05:
            t += "\r\nSent from my phone"
        text.append(t)
    text[n // 3] = "N/A"  # a comment that pandas takes for a missing value
    d["comment_text"] = text
    for c in SUBTYPES:
        d[c] = np.clip(fraction * rng.uniform(0, 1, n), 0, 1).round(4)
    for c in IDENTITIES:
        v = np.where(mentions[c], rng.uniform(0.5, 1, n), rng.uniform(0, 0.49, n) * (rng.random(n) < 0.2)).round(4)
        d[c] = np.where(annotated, v, np.nan)
    d["created_date"] = [
        f"2017-{rng.integers(1, 13):02d}-{rng.integers(1, 28):02d} 10:{rng.integers(0, 60):02d}:07.123456+00"
        for _ in range(n)
    ]
    d["publication_id"] = rng.integers(2, 120, n)
    d["parent_id"] = np.where(rng.random(n) < 0.5, np.nan, rng.integers(200000, 900000, n))
    d["article_id"] = rng.integers(2000, 400000, n)
    d["rating"] = np.where(toxic, "rejected", "approved")
    for c in META[5:]:
        d[c] = rng.integers(0, 5, n)
    d["identity_annotator_count"] = np.where(annotated, 4, 0)
    d["toxicity_annotator_count"] = rng.integers(4, 11, n)
    return pd.DataFrame(d)


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    train = table(rng, 200, 59848, "target")
    order = ["id", "target", "comment_text"] + [c for c in SUBTYPES if c != "sexual_explicit"] + sorted(IDENTITIES)
    train[order + META + ["sexual_explicit"] + COUNTS].to_csv(raw / "train.csv", index=False)

    order = ["id", "comment_text", *META, "toxicity", *SUBTYPES, *IDENTITIES, *COUNTS]
    for name, n, first in (("private", 260, 7000000), ("public", 20, 7097320)):
        table(rng, n, first, "toxicity")[order].sample(frac=1, random_state=0).to_csv(
            raw / f"test_{name}_expanded.csv", index=False
        )
    for name in (
        "test",
        "sample_submission",
        "all_data",
        "toxicity_individual_annotations",
        "identity_individual_annotations",
    ):
        (raw / f"{name}.csv").write_text("id\n7000000\n")  # present in the archive, not used
