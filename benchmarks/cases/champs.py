"""Scalar coupling: 4.7 million pairs of atoms in 85,000 molecules, six tables, one file per molecule."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.case import Case
from benchmarks.synthetic import write_table

MOLECULES, PAIRS, ATOMS = 85_003, 55, 18
TABLES = [
    "train",
    "structures",
    "dipole_moments",
    "magnetic_shielding_tensors",
    "mulliken_charges",
    "potential_energy",
    "scalar_coupling_contributions",
]


def build(raw: Path, scale: float) -> None:
    rng = np.random.default_rng(0)
    count = int(MOLECULES * scale)
    names = np.array([f"dsgdb9nsd_{i:06d}" for i in range(1, count + 1)], dtype=object)
    kinds = np.array(["1JHC", "2JHC", "3JHC", "2JHH", "3JHH", "1JHN", "2JHN", "3JHN"], dtype=object)

    def floats(rows: int, *columns: str) -> dict[str, np.ndarray]:
        return {name: rng.normal(0, 30, rows).round(4) for name in columns}

    rows, atoms = count * PAIRS, count * ATOMS
    pair = {
        "molecule_name": np.repeat(names, PAIRS),
        "atom_index_0": rng.integers(0, 29, rows),
        "atom_index_1": rng.integers(0, 29, rows),
        "type": kinds[rng.integers(0, len(kinds), rows)],
    }
    atom = {"molecule_name": np.repeat(names, ATOMS), "atom_index": np.tile(np.arange(ATOMS), count)}
    write_table(raw / "train.csv", {"id": np.arange(rows), **pair, "scalar_coupling_constant": rng.normal(0, 30, rows)})
    write_table(raw / "scalar_coupling_contributions.csv", pair | floats(rows, "fc", "sd", "pso", "dso"))
    write_table(raw / "structures.csv", atom | {"atom": np.tile(list("CHHHNO"), atoms // 6)} | floats(atoms, *"xyz"))
    nine = [a + b for a in "XYZ" for b in "XYZ"]
    write_table(raw / "magnetic_shielding_tensors.csv", atom | floats(atoms, *nine))
    write_table(raw / "mulliken_charges.csv", atom | floats(atoms, "mulliken_charge"))
    write_table(raw / "dipole_moments.csv", {"molecule_name": names} | floats(count, *"XYZ"))
    write_table(raw / "potential_energy.csv", {"molecule_name": names} | floats(count, "potential_energy"))
    (raw / "structures").mkdir()
    for name in names:
        (raw / "structures" / f"{name}.xyz").touch()


def predict(prepared: Path, target: Path) -> None:
    answers = pd.read_csv(prepared / "private/answers.csv", usecols=["id"])
    chances = np.random.default_rng(0).normal(0, 30, len(answers))
    write_table(target, {"id": answers["id"].to_numpy(), "scalar_coupling_constant": chances})


CASE = Case(
    "champs-scalar-coupling",
    size="4.7 million pairs of atoms, 85,000 files",
    build=build,
    tables=tuple(f"{name}.csv" for name in TABLES),
    submission=predict,
    prepare_note="memory: the rows in shuffled order are a copy that is made while the table is there",
)
