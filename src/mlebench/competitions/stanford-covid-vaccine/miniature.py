"""Miniature raw data: OpenVaccine (RNA degradation)."""

import json
from pathlib import Path

import numpy as np

from .prepare import TARGETS

ROWS, LENGTH, SCORED = 60, 107, 68
ERRORS = ["reactivity_error", "deg_error_Mg_pH10", "deg_error_pH10", "deg_error_Mg_50C", "deg_error_50C"]
LEVEL = {"A": 0.8, "G": 0.6, "C": 0.3, "U": 0.35}


def molecule(rng, index, length, scored):
    """Random stems with hairpins between dangling ends."""
    sequence, structure, loops = list("GGAAA"), list("....."), list("EEEEE")
    pair = {"A": "U", "U": "A", "G": "C", "C": "G"}
    while len(sequence) < length - 40:
        stem, loop = int(rng.integers(4, 8)), int(rng.integers(4, 7))
        left = [str(b) for b in rng.choice(list("AGCU"), stem)]
        sequence += left + [str(b) for b in rng.choice(list("AAGCU"), loop)] + [pair[b] for b in reversed(left)] + ["A"]
        structure += ["("] * stem + ["."] * loop + [")"] * stem + ["."]
        loops += ["S"] * stem + ["H"] * loop + ["S"] * stem + ["X"]
    tail = length - len(sequence)
    sequence += [str(b) for b in rng.choice(list("ACU"), tail)]
    return {
        "index": index,
        "id": "id_" + "".join(f"{int(v):x}" for v in rng.integers(0, 16, 9)),
        "sequence": "".join(sequence),
        "structure": "".join(structure + ["."] * tail),
        "predicted_loop_type": "".join(loops + ["E"] * tail),
        "seq_length": length,
        "seq_scored": scored,
    }


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    with (raw / "train.json").open("w") as f:
        for i in range(ROWS):
            m = molecule(rng, i, LENGTH, SCORED)
            good = rng.random() < 0.7
            base = np.array(
                [LEVEL[b] if s == "." else 0.15 for b, s in zip(m["sequence"], m["structure"], strict=False)]
            )[:SCORED]
            row = {k: m[k] for k in ("index", "id", "sequence", "structure", "predicted_loop_type")}
            row["signal_to_noise"] = round(float(rng.uniform(1.1, 9) if good else rng.uniform(0, 1)), 3)
            row["SN_filter"] = 1.0 if good else 0.0
            row["seq_length"], row["seq_scored"] = LENGTH, SCORED
            for name in ERRORS:
                row[name] = [round(float(v), 4) for v in rng.uniform(0.05, 0.2, SCORED)]
            for name in TARGETS:
                row[name] = [
                    round(float(v), 4)
                    for v in base * rng.uniform(0.8, 1.2) + rng.normal(0, 0.1 if good else 0.6, SCORED)
                ]
            f.write(json.dumps(row, separators=(",", ":")) + "\n")

    tests = [molecule(rng, i, LENGTH if i < 4 else 130, SCORED if i < 4 else 91) for i in range(8)]
    (raw / "test.json").write_text("".join(json.dumps(t, separators=(",", ":")) + "\n" for t in tests))
    with (raw / "sample_submission.csv").open("w") as f:
        f.write("id_seqpos," + ",".join(TARGETS) + "\n")
        for t in tests:
            f.writelines(f"{t['id']}_{j},0.0,0.0,0.0,0.0,0.0\n" for j in range(t["seq_length"]))
    # Pairing probabilities: present in the archive, not used by the preparation.
    (raw / "bpps").mkdir(exist_ok=True)
    for t in tests[:2]:
        np.save(raw / "bpps" / f"{t['id']}.npy", np.zeros((t["seq_length"],) * 2, dtype=np.float32))
