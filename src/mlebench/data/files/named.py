"""Placing the files that a table names, which is most of what preparing image competitions is."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pandas as pd
import pyarrow as pa

from mlebench.data.files.place import place_all
from mlebench.data.files.times import mark_placed
from mlebench.errors import DataError


def place_named(source: Path, names: Iterable[str], target: Path, new_names: Iterable[str] | None = None) -> None:
    """Place the files called `names` in folder `source` into folder `target`, there called `new_names`.

    Names may have folders in them (`cats/1.jpg`); without `new_names` they stay what they are.
    """
    names = _listed(names)
    renamed = names if new_names is None else _listed(new_names)
    if names and not source.is_dir():
        raise DataError(f"The raw data has no folder {source}.")
    is_new = names and not target.exists()
    try:
        pairs = zip(names, renamed, strict=True)
        place_all(pairs, f"placing {target.name}", len(names), source=source, target=target)
    except FileNotFoundError as error:
        raise DataError(f"The raw data has no file {error.filename}.") from error
    if is_new and "/" not in "".join(renamed):
        mark_placed(target)


def _listed(names: Iterable[str]) -> list[str]:
    """A column is taken out as a whole, which is a good deal faster than one by one."""
    return pa.array(names).to_pylist() if isinstance(names, pd.Series) else list(names)
