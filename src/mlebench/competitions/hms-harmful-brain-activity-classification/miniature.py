"""Miniature raw data for hms-harmful-brain-activity-classification: train.csv and parquet recordings."""

from pathlib import Path

import numpy as np
import pandas as pd

from .grade import VOTES

NAMES = ["Seizure", "LPD", "GPD", "LRDA", "GRDA", "Other"]
LEADS = "Fp1 F3 C3 P3 F7 T3 T5 O1 Fz Cz Pz Fp2 F4 C4 P4 F8 T4 T6 O2 EKG".split()
BANDS = [f"{r}_{f}" for r in ("LL", "RL", "LP", "RP") for f in ("0.59", "19.92")]  # the real files have 400


def parquet(df, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    df.to_parquet(
        path, index=False, engine="pyarrow", compression="snappy", write_statistics=False, use_dictionary=False
    )


def eeg(rng, seconds, level):
    n = seconds // 5  # far fewer samples than the real 200 per second
    return pd.DataFrame((rng.normal(0, 10 + 15 * level, (n, len(LEADS)))).round(1).astype("float32"), columns=LEADS)


def spectrogram(rng, seconds, level):
    n = seconds // 60
    d = pd.DataFrame((rng.gamma(1 + level, 1, (n, len(BANDS)))).round(2).astype("float32"), columns=BANDS)
    d.insert(0, "time", np.arange(n) * 2 + 1)
    return d


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    patients = rng.integers(1, 65000, size=18)
    spec_ids = rng.choice(2**31 - 1, size=43, replace=False)
    rows = []
    for spec in spec_ids:
        patient, level = int(rng.choice(patients)), int(rng.integers(0, 6))
        start, sub = 0.0, 0
        for eeg_id in rng.choice(2**32 - 1, size=int(rng.integers(1, 3)), replace=False):
            offset = 0.0
            for eeg_sub in range(int(rng.integers(1, 5))):  # overlapping 50 s windows of one recording
                p = np.full(6, 0.3)
                p[level] += 4
                votes = rng.multinomial(int(rng.integers(1, 16)), rng.dirichlet(p))
                rows.append(
                    [
                        eeg_id,
                        eeg_sub,
                        offset,
                        spec,
                        sub,
                        start,
                        int(rng.integers(1, 2**32 - 1)),
                        patient,
                        NAMES[votes.argmax()],
                        *votes,
                    ]
                )
                step = float(2 * rng.integers(1, 8))
                offset, start, sub = offset + step, start + step, sub + 1
            parquet(eeg(rng, 50 + int(offset), level), raw / "train_eegs" / f"{eeg_id}.parquet")
        parquet(spectrogram(rng, 600 + int(start), level), raw / "train_spectrograms" / f"{spec}.parquet")

    head = "eeg_id eeg_sub_id eeg_label_offset_seconds spectrogram_id spectrogram_sub_id spectrogram_label_offset_seconds label_id patient_id expert_consensus"
    train = pd.DataFrame(rows, columns=head.split() + VOTES)
    # recordings appear in no particular order, the windows of one recording stay together
    order = {e: r for e, r in zip(train["eeg_id"].unique(), rng.permutation(train["eeg_id"].nunique()))}
    train = train.assign(_o=train["eeg_id"].map(order)).sort_values("_o", kind="stable").drop(columns="_o")
    train.to_csv(raw / "train.csv", index=False)

    (raw / "example_figures").mkdir()
    for k in ("A", "B"):
        (raw / "example_figures" / f"Sample{k}.pdf").write_bytes(b"%PDF-1.4\n" + rng.bytes(40))
    (raw / "test.csv").write_text("spectrogram_id,eeg_id,patient_id\n853520,3911565283,6885\n")  # not used
    (raw / "sample_submission.csv").write_text("eeg_id," + ",".join(VOTES) + "\n3911565283" + ",0.166666" * 6 + "\n")
