"""AI4Code: 139,256 notebooks; the order of the cells of 20,000 is graded, 46 cells on average and up to a thousand."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from benchmarks.case import Case
from benchmarks.synthetic import hex_ids, write_table
from mlebench.data import read_csv

NOTEBOOKS = 139_256
SOURCE = "df = pd.read_csv('train.csv')\n" * 10  # a cell has about 300 characters


def build(raw: Path, scale: float) -> None:
    rng = np.random.default_rng(0)
    ids = hex_ids(rng, int(NOTEBOOKS * scale), 14)
    sizes = np.minimum(3 + rng.exponential(43, len(ids)), 1000).astype(int).tolist()
    orders = []
    (raw / "train").mkdir()
    for name, size in zip(ids, sizes):
        text = rng.bytes(4 * size).hex()
        cells = [text[start : start + 8] for start in range(0, len(text), 8)]
        orders.append(" ".join(cells))
        code, markdown = cells[::3], cells[1::3] + cells[2::3]
        kinds = dict.fromkeys(code, "code") | dict.fromkeys(markdown, "markdown")
        document = {"cell_type": kinds, "source": dict.fromkeys(kinds, SOURCE)}
        (raw / "train" / f"{name}.json").write_text(json.dumps(document))
    write_table(raw / "train_orders.csv", {"id": ids, "cell_order": orders})
    families = rng.integers(0, len(ids), len(ids))
    parents = ["" if number % 3 else name for number, name in enumerate(ids)]
    ancestors = {"id": ids, "ancestor_id": [f"{family:08x}" for family in families.tolist()], "parent_id": parents}
    write_table(raw / "train_ancestors.csv", ancestors)


def guess(prepared: Path, target: Path) -> None:
    """A permutation of the cells: code first, as the notebooks show them."""
    shown = read_csv(prepared / "public" / "sample_submission.csv")
    write_table(target, {"id": shown["id"].tolist(), "cell_order": shown["cell_order"].tolist()})


CASE = Case(
    "AI4Code",
    size="139,256 notebooks, 20,000 graded",
    build=build,
    scale=0.25,
    tables=("train_orders.csv", "train_ancestors.csv"),
    opened="public/test/*.json",
    submission=guess,
    grade_scale=1,
    grade_note=(
        "the rest numbers 920,000 cells by their names and counts pairs in the wrong order, in n log n steps; the "
        "floor reads two texts per notebook"
    ),
)
