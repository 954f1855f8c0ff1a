from pathlib import Path

import numpy as np
import pandas as pd

TARGETS = ["reactivity", "deg_Mg_pH10", "deg_pH10", "deg_Mg_50C", "deg_50C"]


def prepare(raw: Path, public: Path, private: Path) -> None:
    molecules = pd.read_json(raw / "train.json", lines=True)
    inputs = list(pd.read_json(raw / "test.json", lines=True, nrows=1).columns)
    clean = molecules[molecules["SN_filter"] > 0]
    in_test = molecules.index.isin(clean.sample(n=int(0.1 * len(molecules)), random_state=0).index)
    train, test = molecules[~in_test], molecules[in_test]

    write_molecules(train, public / "train.json")
    write_molecules(test[inputs], public / "test.json")
    answers = answers_of(test)
    answers.to_csv(private / "test.csv", index=False, float_format="%.10f")
    sample = answers[["id_seqpos"]].assign(**dict.fromkeys(TARGETS, 0.0))
    sample.to_csv(public / "sample_submission.csv", index=False, float_format="%.10f")


def write_molecules(molecules: pd.DataFrame, path: Path) -> None:
    """One JSON object per line, counted from 0."""
    molecules.assign(index=range(len(molecules))).to_json(path, orient="records", lines=True)


def answers_of(molecules: pd.DataFrame) -> pd.DataFrame:
    """One row per position; only the first `seq_scored` of each molecule were measured."""
    length = molecules["seq_length"].to_numpy()
    position = np.concatenate([np.arange(n) for n in length])
    keep = position < np.repeat(molecules["seq_scored"].to_numpy(), length)
    ids = np.repeat(molecules["id"].to_numpy(dtype=object), length) + "_" + position.astype(str).astype(object)
    values = {name: np.zeros(len(position)) for name in TARGETS}
    for name in TARGETS:
        values[name][keep] = np.concatenate(molecules[name].to_list())
    return pd.DataFrame({"id_seqpos": ids, **values, "keep": keep})
