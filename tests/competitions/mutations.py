"""Odd and broken submissions, made from a good one. The same list for every competition."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pandas as pd

Mutation = Callable[[pd.DataFrame], pd.DataFrame]


def _with_last_cell(value: str) -> Mutation:
    def mutate(table: pd.DataFrame) -> pd.DataFrame:
        changed = table.copy()
        changed.iloc[0, -1] = value
        return changed

    return mutate


def _with_first_ids(*values: str) -> Mutation:
    def mutate(table: pd.DataFrame) -> pd.DataFrame:
        changed = table.copy()
        changed.iloc[: len(values), 0] = values[: len(table)]
        return changed

    return mutate


# These say the same as the original and must score the same, or be refused with a reason.
SAME_CONTENT: dict[str, Mutation] = {
    "shuffled rows": lambda t: t.sample(frac=1, random_state=1),
    "extra column": lambda t: t.assign(zzz_extra="1"),
    "reordered columns": lambda t: t.iloc[:, ::-1],
}
# These break the form of a submission.
BROKEN_FORM: dict[str, Mutation] = {
    "missing row": lambda t: t.iloc[:-1],
    "extra row": lambda t: pd.concat([t, t.iloc[:1].assign(**{t.columns[0]: "zzz-unknown-id"})]),
    "duplicated id": lambda t: pd.concat([t, t.iloc[:1]]),
    "unknown id": _with_first_ids("zzz-unknown-id"),
    "blank id beside an unknown one": _with_first_ids("", "zzz-unknown-id"),
    "missing last column": lambda t: t.iloc[:, :-1],
    "missing first column": lambda t: t.iloc[:, 1:],
    "renamed columns": lambda t: t.rename(columns={c: f"{c.upper()}_X" for c in t.columns}),
    "header only": lambda t: t.iloc[:0],
}
# These put something odd into one cell of the last column.
ODD_CELL: dict[str, Mutation] = {
    "blank cell": _with_last_cell(""),
    "text cell": _with_last_cell("not-a-value"),
    "inf cell": _with_last_cell("inf"),
    "negative cell": _with_last_cell("-5"),
    "huge cell": _with_last_cell("1e300"),
    "million-character cell": _with_last_cell("x" * 1_000_000),
}
TABLES = SAME_CONTENT | BROKEN_FORM | ODD_CELL


def _csv(table: pd.DataFrame) -> bytes:
    return table.to_csv(index=False).encode()


# These break the file itself.
FILES: dict[str, Callable[[pd.DataFrame], bytes]] = {
    "empty file": lambda t: b"",
    "wrong delimiter": lambda t: t.to_csv(index=False, sep=";").replace(",", ";").encode(),
    "UTF-16": lambda t: t.to_csv(index=False).encode("utf-16"),
    "binary": lambda t: bytes(range(256)) * 20,
    "cut in the middle of a quoted cell": lambda t: _csv(t).rstrip(b"\n") + b',"',
}


def write(name: str, table: pd.DataFrame, target: Path) -> None:
    target.write_bytes(FILES[name](table) if name in FILES else _csv(TABLES[name](table)))
