"""Miniature raw data: champs-scalar-coupling."""

from pathlib import Path

import numpy as np
import pandas as pd

TRAIN, TEST = 44, 5


def molecule(rng):
    """A chain of heavy atoms with hydrogens: elements, coordinates, each atom's place in the chain."""
    n = int(rng.integers(2, 5))
    heavy = [str(rng.choice(["C", "C", "N", "O"])) for _ in range(n)]
    heavy[0] = "C"
    elements, chain = list(heavy), list(range(n))
    xyz = [np.array([1.45 * i, 0.4 * (-1) ** i, 0.0]) for i in range(n)]
    for i, e in enumerate(heavy):
        for _ in range({"C": 2, "N": 1, "O": int(rng.integers(0, 2))}[e]):
            elements.append("H")
            chain.append(i)
            direction = rng.normal(size=3)
            length = float(np.sqrt((direction * direction).sum()))  # BLAS gives other last digits on other CPUs
            xyz.append(xyz[i] + 1.09 * direction / length)
    if rng.random() < 0.1:
        elements.append("F")
        chain.append(0)
        xyz.append(xyz[0] + [-1.3, 0, 0.2])
    return elements, np.array(xyz) + rng.normal(0, 0.02, (len(xyz), 3)), chain, n


def couplings(elements, chain):
    """Pairs (hydrogen, H/C/N) that are one to three bonds apart, with their type."""
    for a, e in enumerate(elements):
        if e != "H":
            continue
        for b, f in enumerate(elements):
            if b == a or f in "OF" or (f == "H" and b < a):
                continue
            bonds = abs(chain[a] - chain[b]) + (2 if f == "H" else 1)
            if bonds <= 3:
                yield a, b, f"{bonds}JH{f}"


def build(raw: Path, rng: np.random.Generator) -> None:
    out = raw
    (out / "structures").mkdir(parents=True, exist_ok=True)

    numbers = np.sort(rng.choice(np.arange(1, 133885), TRAIN + TEST, replace=False))
    names = [f"dsgdb9nsd_{n:06d}" for n in numbers]
    in_test = set(rng.choice(len(names), TEST, replace=False))
    structures, dipoles, shieldings, charges, energies, contributions, train, test = ([] for _ in range(8))
    for k, name in enumerate(names):
        elements, xyz, chain, n = molecule(rng)
        lines = [str(len(elements)), ""]
        for i, (e, p) in enumerate(zip(elements, xyz, strict=False)):
            structures.append((name, i, e, *p))
            lines.append(f"{e} " + " ".join(f"{v:.10f}" for v in p))
        (out / "structures" / f"{name}.xyz").write_text("\n".join(lines) + "\n")
        pairs = list(couplings(elements, chain))
        if k in in_test:
            test += [(name, a, b, t) for a, b, t in pairs]
            continue
        dipoles.append((name, *rng.normal(0, 1.5, 3).round(4)))
        energies.append((name, round(-40.0 * n + rng.normal(), 5)))
        for i, e in enumerate(elements):
            shieldings.append((name, i, *rng.normal({"H": 30}.get(e, 120), 15, 9).round(4)))
            charges.append((name, i, round(rng.normal({"H": 0.12}.get(e, -0.3), 0.05), 6)))
        for a, b, t in pairs:
            distance = np.linalg.norm(xyz[a] - xyz[b])
            fc = {"1JHC": 95, "1JHN": 48}.get(t, 4.0) - 3 * distance + rng.normal(0, {"1": 6}.get(t[0], 2))
            parts = np.r_[fc, rng.normal(0, 0.2, 3)].round(6)
            contributions.append((name, a, b, t, *parts))
            train.append((name, a, b, t, float(parts.sum())))  # sums have float noise, as in the real file

    def save(name, rows, columns):
        frame = pd.DataFrame(rows, columns=columns)
        frame.to_csv(out / f"{name}.csv", index=False)
        return frame

    pair = ["molecule_name", "atom_index_0", "atom_index_1", "type"]

    def with_id(rows, start):
        return [(start + i, *r) for i, r in enumerate(rows)]

    save("train", with_id(train, 0), ["id", *pair, "scalar_coupling_constant"])
    frame = save("test", with_id(test, len(train)), ["id", *pair])
    frame[["id"]].assign(scalar_coupling_constant=0).to_csv(out / "sample_submission.csv", index=False)
    save("structures", structures, ["molecule_name", "atom_index", "atom", "x", "y", "z"])
    save("dipole_moments", dipoles, ["molecule_name", "X", "Y", "Z"])
    save(
        "magnetic_shielding_tensors",
        shieldings,
        ["molecule_name", "atom_index", "XX", "YX", "ZX", "XY", "YY", "ZY", "XZ", "YZ", "ZZ"],
    )
    save("mulliken_charges", charges, ["molecule_name", "atom_index", "mulliken_charge"])
    save("potential_energy", energies, ["molecule_name", "potential_energy"])
    save("scalar_coupling_contributions", contributions, [*pair, "fc", "sd", "pso", "dso"])
