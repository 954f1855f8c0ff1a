"""Molecular translation: 2.4 million pictures; the edit distances of 484,838 texts of 110 characters are graded."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.case import Case
from benchmarks.synthetic import hex_ids, pick, write_files, write_table

PICTURES, GRADED, MOLECULES = 2_424_186, 484_838, 100_000


def inchi(rng: np.random.Generator) -> str:
    """A text that looks like an InChI; the chemistry is not meant to hold."""
    atoms = int(rng.integers(12, 40))
    bonds = "-".join(map(str, rng.permutation(atoms).tolist()))
    hydrogens = ",".join(f"{atom}H2" for atom in range(1, atoms, 3))
    return f"InChI=1S/C{atoms}H{atoms + 5}N3O2/c{bonds}/h{hydrogens}"


def build(raw: Path, scale: float) -> None:
    rng = np.random.default_rng(0)
    ids = hex_ids(rng, int(PICTURES * scale), 12)
    texts = [inchi(rng) for _ in range(1000)]
    write_table(raw / "train_labels.csv", {"image_id": ids, "InChI": pick(rng, texts, len(ids))}, quoted=True)
    (raw / "extra_approved_InChIs.csv").write_text("InChI\nInChI=1S/H2O/h1H2\n")
    folders = {f"train/{name[0]}/{name[1]}/{name[2]}" for name in ids}
    for folder in folders:
        (raw / folder).mkdir(parents=True)
    write_files(raw / "train" / name[0] / name[1] / name[2] / f"{name}.png" for name in ids)


def write_all_graded(prepared: Path, target: Path) -> None:
    """Answers of the real number of rows; each guess has a few atoms wrong or is of another molecule."""
    rng = np.random.default_rng(1)
    texts = [inchi(rng) for _ in range(MOLECULES)]
    guesses = [text.replace(f"-{number % 9}", "-1") for number, text in enumerate(texts)]
    guesses[::10] = guesses[1::10]
    chosen = rng.integers(0, MOLECULES, GRADED).tolist()
    ids = hex_ids(rng, GRADED, 12)
    answers = {"image_id": ids, "InChI": [texts[number] for number in chosen]}
    write_table(prepared / "private" / "test.csv", answers, quoted=True)
    write_table(target, {"image_id": ids, "InChI": [guesses[number] for number in chosen]}, quoted=True)


CASE = Case(
    "bms-molecular-translation",
    size="2.4 million pictures; 484,838 graded texts",
    build=build,
    scale=0.04,
    tables=("train_labels.csv",),
    submission=write_all_graded,
    own_answers=True,
    grade_scale=1,
    grade_note="the rest computes edit distances; memory holds both tables",
)
