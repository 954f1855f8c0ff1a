"""Reading tables of unknown form."""

from __future__ import annotations

import io
import json
from collections import Counter
from dataclasses import dataclass

import pandas as pd

from solver.files import Entry, Files
from solver.form import separator

MOST_ROWS = 150_000
MOST_TABLES = 30
LARGEST_JSON = 200 << 20


@dataclass(frozen=True)
class Table:
    """A table and where it came from."""

    name: str
    frame: pd.DataFrame


def read_table(entry: Entry, rows: int | None = MOST_ROWS) -> pd.DataFrame | None:
    """The table of a file; null where it holds none."""
    try:
        if entry.suffix in (".csv", ".tsv", ".txt"):
            return _read_csv(entry, rows)
        if entry.suffix == ".parquet":
            return pd.read_parquet(io.BytesIO(entry.read()))[:rows]
        if entry.size <= LARGEST_JSON:
            return _read_json(entry)
    except Exception:
        return None
    return None


def _read_csv(entry: Entry, rows: int | None) -> pd.DataFrame:
    source = entry.path if entry.member is None else io.BytesIO(entry.read())
    try:
        return pd.read_csv(source, sep=separator(entry), nrows=rows, low_memory=False)
    except UnicodeDecodeError:
        return pd.read_csv(io.BytesIO(entry.read()), sep=separator(entry), nrows=rows, encoding="latin-1")


def _read_json(entry: Entry) -> pd.DataFrame | None:
    table = _json_table(json.loads(entry.read()))
    if table is None:
        return None
    # Cells that hold objects say nothing to a model, and cannot be compared.
    nested = [c for c in table.columns if isinstance(table[c].dropna().iloc[:1].squeeze(), dict)]
    return table.drop(columns=nested)


def _json_table(content: object) -> pd.DataFrame | None:
    if isinstance(content, list) and content and isinstance(content[0], dict):
        return pd.DataFrame(content)
    if isinstance(content, dict) and {"images", "annotations"} <= content.keys():
        # The COCO form: labels are joined to pictures by the picture's id.
        images = pd.DataFrame(content["images"])
        labels = pd.DataFrame(content["annotations"]).drop(columns=["id"], errors="ignore")
        key = "image_id" if "image_id" in images.columns else "id"
        return images.merge(labels, left_on=key, right_on="image_id", suffixes=("", "_label"))
    if isinstance(content, dict) and isinstance(content.get("images"), list):
        return pd.DataFrame(content["images"])
    return None


def read_tables(files: Files) -> list[Table]:
    """The public tables, those nearest to the top first; samples of submissions are left out."""
    crowds = Counter(entry.folder for entry in files.tables)  # one small table for each id, see series.py
    entries = [entry for entry in files.tables if crowds[entry.folder] <= MOST_TABLES]
    entries = sorted(entries, key=lambda e: (e.name.count("/"), -e.size))
    found = []
    for entry in entries[:MOST_TABLES]:
        if "submission" in entry.name.lower():
            continue
        frame = read_table(entry)
        if frame is not None and len(frame) and len(frame.columns):
            found.append(Table(entry.name, frame))
    return found
